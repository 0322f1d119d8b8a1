# SPDX-License-Identifier: Apache-2.0
"""Where MindSpore offers each activation, under which names and with which arguments: the primitives, the layers of nn
and those of mint are made of these rows. A class that is written out in its module goes before the one of its row."""
from typing import NamedTuple

from mindspore.ops.operations._rows import attrs


class Layer(NamedTuple):
    """A class of mindspore.nn. Its construct has one input."""
    name: str
    doc: str = ""
    attributes: dict = {}  # what the constructor takes; the further arguments of the function, in order
    input: str = "x"       # what construct calls its input
    short: str = ""        # for get_activation
    numbers: tuple = ()    # attributes that the constructor refuses unless they are an int or a float


class Mint(NamedTuple):
    """A class of mindspore.mint.nn."""
    name: str
    doc: str
    attributes: dict = {}  # arguments of the function of mint.nn.functional, by name


class Operator(NamedTuple):
    """A class of mindspore.ops.operations; its record has its name."""
    name: str
    attributes: dict = {}


class Activation(NamedTuple):
    """All offers of a function of mindspore.ops."""
    function: str
    operator: Operator = None
    layer: Layer = None
    mint: Mint = None


ROWS = (
    Activation("softmin", layer=Layer("Softmin", short="softmin")),
    Activation("softmax", Operator("Softmax", attrs(axis=-1)), Layer("Softmax", short="softmax"),
               Mint("Softmax", "exp(input) / sum(exp(input)) along dim.", attrs(dim=None))),
    Activation("softmax", layer=Layer("Softmax2d", short="softmax2d")),
    Activation("log_softmax", Operator("LogSoftmax", attrs(axis=-1)), Layer("LogSoftmax", short="logsoftmax"),
               Mint("LogSoftmax", "The logarithm of softmax along dim.", attrs(dim=None))),
    Activation("relu", Operator("ReLU"), Layer("ReLU", "max(x, 0)", input="input", short="relu"),
               Mint("ReLU", "0 instead of what is less.")),
    Activation("relu6", Operator("ReLU6"), Layer("ReLU6", "min(max(x, 0), 6)", short="relu6"),
               Mint("ReLU6", "Not below 0 and not above 6.", attrs(inplace=False))),
    Activation("rrelu", layer=Layer("RReLU", short="rrelu")),
    Activation("silu", Operator("SiLU"), Layer("SiLU", "x * sigmoid(x)", short="silu"),
               Mint("SiLU", "input * sigmoid(input).", attrs(inplace=False))),
    Activation("tanh", layer=Layer("Tanh", "The hyperbolic tangent.", short="tanh"),
               mint=Mint("Tanh", "The hyperbolic tangent.")),
    Activation("tanhshrink", layer=Layer("Tanhshrink", "x - tanh(x)", short="tanhshrink")),
    Activation("hardtanh", layer=Layer("Hardtanh", "x kept between min_val and max_val.",
                                       attrs(min_val=-1.0, max_val=1.0), short="hardtanh"),
               mint=Mint("Hardtanh", "Not below min_val, not above max_val.",
                         attrs(min_val=-1.0, max_val=1.0, inplace=False))),
    Activation("gelu", layer=Layer("GELU", short="gelu"),
               mint=Mint("GELU", "input times the normal distribution's share below it.", attrs(approximate="none"))),
    Activation("fast_gelu", Operator("FastGeLU"),
               Layer("FastGelu", "GELU by an approximation with exp.", short="fast_gelu")),
    Activation("elu", Operator("Elu", attrs(alpha=1.0)),
               Layer("ELU", "x where it is positive, alpha * (exp(x) - 1) elsewhere.", attrs(alpha=1.0), short="elu"),
               Mint("ELU", "input where positive, else alpha * (exp(input) - 1).", attrs(alpha=1.0, inplace=False))),
    Activation("sigmoid", Operator("Sigmoid"), Layer("Sigmoid", "1 / (1 + exp(-x))", short="sigmoid"),
               Mint("Sigmoid", "1 / (1 + exp(-input)).")),
    Activation("softsign", Operator("Softsign"), Layer("Softsign", "x / (1 + |x|)", short="softsign")),
    Activation("prelu", layer=Layer("PReLU", short="prelu")),
    Activation("leaky_relu", layer=Layer("LeakyReLU", "x where it is positive, alpha * x elsewhere.", attrs(alpha=0.2),
                                         short="leakyrelu", numbers=("alpha",))),
    Activation("hardswish", Operator("HSwish"),
               Layer("HSwish", "x * relu6(x + 3) / 6", input="input", short="hswish"),
               Mint("Hardswish", "input * hardsigmoid(input).")),
    Activation("hardsigmoid", Operator("HSigmoid"),
               Layer("HSigmoid", "max(0, min(1, (x + 3) / 6))", input="input", short="hsigmoid"),
               Mint("Hardsigmoid", "A sigmoid of straight lines.")),
    Activation("logsigmoid", layer=Layer("LogSigmoid", "log(sigmoid(x))", input="input_x", short="logsigmoid"),
               mint=Mint("LogSigmoid", "log(sigmoid(input)).")),
    Activation("softshrink", Operator("SoftShrink", attrs(lambd=0.5)),
               Layer("SoftShrink", "x moved towards 0 by lambd; 0 where it is nearer than that.", attrs(lambd=0.5),
                     "input", "softshrink"),
               Mint("Softshrink", "lambd nearer to 0.", attrs(lambd=0.5))),
    Activation("hardshrink", Operator("HShrink", attrs(lambd=0.5)),
               Layer("HShrink", "x where it is further from 0 than lambd, 0 elsewhere.", attrs(lambd=0.5), "input",
                     "hshrink"),
               Mint("Hardshrink", "0 within lambd of 0.", attrs(lambd=0.5))),
    Activation("threshold", layer=Layer("Threshold", "x where it is greater than threshold, `value` elsewhere.",
                                        attrs("threshold", "value"), "input_x", "threshold"),
               mint=Mint("Threshold", "value where not greater than threshold.",
                         attrs("threshold", "value", inplace=False))),
    Activation("mish", Operator("Mish"), Layer("Mish", "x * tanh(log(1 + exp(x)))", input="input_x", short="mish"),
               Mint("Mish", "input * tanh(log(1 + exp(input))).")),
    Activation("selu", Operator("SeLU"), Layer("SeLU", "The scaled exponential linear unit.", input="input_x"),
               Mint("SELU", "The scaled exponential linear unit.")),
    Activation("celu", Operator("CeLU", attrs(alpha=1.0)),
               Layer("CELU", "max(0, x) + min(0, alpha * (exp(x / alpha) - 1))", attrs(alpha=1.0),
                     numbers=("alpha",))),
    Activation("glu", layer=Layer("GLU"),
               mint=Mint("GLU", "The first half along dim times the sigmoid of the second.", attrs(dim=-1))),
    Activation("softplus", Operator("Softplus")),
)
