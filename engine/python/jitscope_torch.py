# SPDX-License-Identifier: Apache-2.0
"""PyTorch for `jitscope bench`: what JitScope captured of a function, as the calls of PyTorch that compute the same.

A script is MindSpore's, so PyTorch cannot run it. Its function can be captured: then it is a list of primitives, of which
`OPERATORS` says what they are here. The first results are held against JitScope's own; where they differ, there are no
figures."""
import contextlib
import os
import types

import numpy
import torch

CannotRun = RuntimeError  # jitscope_bench.py sets its own


def _axes(axis, x):
    """Axes as PyTorch takes them: None is all."""
    if axis is None or axis == ():
        return tuple(range(x.ndim))
    return tuple(axis) if isinstance(axis, (tuple, list)) else (axis,)


def _reduction(function):
    def reduced(x, axis=None, keep_dims=False):
        return function(x, _axes(axis, x), keep_dims)
    return reduced


def _product(x, y, transpose_a=False, transpose_b=False):
    return torch.matmul(x.mT if transpose_a else x, y.mT if transpose_b else y)


def _softmax(function):
    def of(x, axis=(-1,)):
        axes = _axes(axis, x)
        if len(axes) != 1:
            raise CannotRun("a softmax over several axes has no PyTorch call")
        return function(x, axes[0])
    return of


def _layer_norm(x, gamma, beta, begin_norm_axis=1, begin_params_axis=1, epsilon=1e-7):
    begin = begin_norm_axis % x.ndim
    if begin_params_axis % x.ndim != begin:
        raise CannotRun("a LayerNorm whose parameters begin elsewhere has no PyTorch call")
    shape = x.shape[begin:]
    return (torch.nn.functional.layer_norm(x, shape, gamma.reshape(shape), beta.reshape(shape), epsilon), None, None)


def _same_or_padding(pad_mode, padding):
    """The padding of a convolution on both sides of each axis."""
    if pad_mode == "valid":
        return 0
    if pad_mode != "pad":
        raise CannotRun(f"pad_mode {pad_mode!r} has no PyTorch call")
    if isinstance(padding, (tuple, list)) and len(padding) == 4:
        if padding[0] != padding[1] or padding[2] != padding[3]:
            raise CannotRun("a padding that differs at both ends has no PyTorch call")
        return padding[0], padding[2]
    return padding


def _convolution(x, weight, bias=None, stride=1, pad_mode="valid", padding=0, dilation=1, groups=1):
    def pair(value):
        return tuple(value[-2:]) if isinstance(value, (tuple, list)) else value
    return torch.nn.functional.conv2d(x, weight, bias, pair(stride), _same_or_padding(pad_mode, padding), pair(dilation),
                                      groups)


def _batch_norm(x, scale, bias, mean, variance, is_training=False, epsilon=1e-5, momentum=0.1, data_format="NCHW"):
    if is_training or data_format != "NCHW":
        raise CannotRun("a BatchNorm in training writes to its statistics: that is not measured in PyTorch")
    return (torch.nn.functional.batch_norm(x, mean, variance, scale, bias, False, 0.0, epsilon), None, None, None, None)


def _pool(function):
    def pooled(x, kernel_size=1, strides=1, pad_mode="valid", data_format="NCHW"):
        if str(pad_mode).lower() != "valid" or data_format != "NCHW":
            raise CannotRun(f"a pooling with pad_mode {pad_mode!r} has no PyTorch call")
        def pair(value):
            return tuple(value[-2:]) if isinstance(value, (tuple, list)) else value
        return function(x, pair(kernel_size), pair(strides))
    return pooled


def _strided_slice(x, begin, end, strides, begin_mask=0, end_mask=0, ellipsis_mask=0, new_axis_mask=0,
                   shrink_axis_mask=0):
    index = []
    for axis, (first, last, step) in enumerate(zip(begin, end, strides)):
        if ellipsis_mask >> axis & 1:
            index.append(Ellipsis)
        elif new_axis_mask >> axis & 1:
            index.append(None)
        elif shrink_axis_mask >> axis & 1:
            index.append(first)
        else:
            if step < 0:
                raise CannotRun("a slice that goes backwards has no PyTorch call")
            index.append(slice(None if begin_mask >> axis & 1 else first, None if end_mask >> axis & 1 else last, step))
    return x[tuple(index)]


def _slice(x, begin, size):
    return x[tuple(slice(first, None if count == -1 else first + count) for first, count in zip(begin, size))]


def _gather(x, indices, axis=0, batch_dims=0):
    if batch_dims:
        raise CannotRun("a Gather with batch_dims has no PyTorch call")
    axis %= x.ndim
    return x.index_select(axis, indices.reshape(-1).long()).reshape(x.shape[:axis] + indices.shape + x.shape[axis + 1:])


def _squeeze(x, axis=None):
    return x.squeeze() if axis is None or axis == () else x.squeeze(_axes(axis, x))


def _split(x, axis=0, output_num=1):
    return torch.tensor_split(x, output_num, axis)


def _dtype_or_same(function):
    def like(x, dtype=None):
        return function(x, dtype=dtype)
    return like


def _gelu(x, approximate="none"):
    return torch.nn.functional.gelu(x, approximate=approximate)


def _attention(query, key, value, pse_shift=None, scale_value=1.0):
    return torch.nn.functional.scaled_dot_product_attention(query, key, value, pse_shift, scale=scale_value)


def _value_with_place(function):
    def found(x, axis=0, keepdims=False):
        values, places = function(x, axis, keepdims)
        return places, values
    return found


def _clamp(x, low=None, high=None):
    return torch.clamp(x, low, high)


def _cumulative(function):
    def of(x, axis, exclusive=False, reverse=False):
        if exclusive or reverse:
            raise CannotRun("an exclusive or backward sum has no PyTorch call")
        return function(x, axis)
    return of


def _unary(function):
    return lambda x: function(x)


def _binary(function):
    def of(x, y):
        x, y = (each if isinstance(each, torch.Tensor) else torch.as_tensor(each) for each in (x, y))
        return function(x, y)
    return of


_F = torch.nn.functional
OPERATORS = {
    "Add": lambda x, y: x + y, "Sub": lambda x, y: x - y, "Mul": lambda x, y: x * y, "Div": lambda x, y: x / y,
    "RealDiv": lambda x, y: x / y, "Pow": lambda x, y: x ** y,
    "FloorDiv": torch.floor_divide, "FloorMod": torch.remainder, "SquaredDifference": lambda x, y: torch.square(x - y),
    "AddExt": lambda x, y, alpha=1: x + y * alpha if alpha != 1 else x + y,
    "SubExt": lambda x, y, alpha=1: x - y * alpha if alpha != 1 else x - y,
    "Maximum": _binary(torch.maximum), "Minimum": _binary(torch.minimum), "Atan2": torch.atan2,
    "Equal": lambda x, y: x == y, "NotEqual": lambda x, y: x != y, "Less": lambda x, y: x < y,
    "LessEqual": lambda x, y: x <= y, "Greater": lambda x, y: x > y, "GreaterEqual": lambda x, y: x >= y,
    "LogicalAnd": torch.logical_and, "LogicalOr": torch.logical_or, "LogicalXor": torch.logical_xor,
    "LogicalNot": torch.logical_not, "Select": lambda condition, x, y: torch.where(condition, x, y),
    **{name: _unary(getattr(torch, called)) for name, called in {
        "Neg": "neg", "Abs": "abs", "Sign": "sign", "Square": "square", "Reciprocal": "reciprocal", "Floor": "floor",
        "Ceil": "ceil", "Round": "round", "Trunc": "trunc", "Exp": "exp", "Log": "log", "Sqrt": "sqrt",
        "Rsqrt": "rsqrt", "Tanh": "tanh", "Sin": "sin", "Cos": "cos", "Tan": "tan", "Asin": "asin", "ACos": "acos",
        "Atan": "atan", "Sinh": "sinh", "Cosh": "cosh", "Asinh": "asinh", "Acosh": "acosh", "Atanh": "atanh",
        "Erf": "erf", "Erfc": "erfc", "Expm1": "expm1", "Log1p": "log1p", "Log2": "log2", "Log10": "log10",
        "Exp2": "exp2", "ReLU": "relu", "Sigmoid": "sigmoid", "IsNan": "isnan", "IsInf": "isinf",
        "IsFinite": "isfinite"}.items()},
    "GeLU": _gelu, "SiLU": _F.silu, "ReLU6": _F.relu6, "LeakyReLU": lambda x, alpha=0.2: _F.leaky_relu(x, alpha),
    "Elu": lambda x, alpha=1.0: _F.elu(x, alpha), "SeLU": _F.selu, "HSigmoid": _F.hardsigmoid, "HSwish": _F.hardswish,
    "Softplus": lambda x, beta=1.0, threshold=20.0: _F.softplus(x, beta, threshold), "Softsign": _F.softsign,
    "LogSigmoid": _F.logsigmoid, "Mish": _F.mish, "Hardtanh": _F.hardtanh,
    "ClampScalar": _clamp, "ClampTensor": _clamp,
    "Addcmul": lambda x, y, z, value=1: torch.addcmul(x, y, z, value=value),
    "Addcdiv": lambda x, y, z, value=1: torch.addcdiv(x, y, z, value=value), "Lerp": torch.lerp,
    "MatMul": _product, "BatchMatMul": _product,
    "BiasAdd": lambda x, bias, data_format=0: x + bias.reshape((-1,) + (1,) * (x.ndim - 2)) if x.ndim > 2 else x + bias,
    "ReduceSum": _reduction(lambda x, axes, keep: torch.sum(x, axes, keep)),
    "ReduceMean": _reduction(lambda x, axes, keep: torch.mean(x, axes, keep)),
    "ReduceMax": _reduction(lambda x, axes, keep: torch.amax(x, axes, keep)),
    "ReduceMin": _reduction(lambda x, axes, keep: torch.amin(x, axes, keep)),
    "LogSumExp": _reduction(lambda x, axes, keep: torch.logsumexp(x, axes, keep)),
    "Var": lambda x, axis=None, ddof=0, keepdims=False: torch.var(x, _axes(axis, x), correction=int(ddof),
                                                                  keepdim=keepdims),
    "Std": lambda x, axis=None, ddof=0, keepdims=False: torch.std(x, _axes(axis, x), correction=int(ddof),
                                                                  keepdim=keepdims),
    "Argmax": lambda x, axis=None, keepdim=False: torch.argmax(x, axis, keepdim),
    "Argmin": lambda x, axis=None, keepdim=False: torch.argmin(x, axis, keepdim),
    "ArgMaxWithValue": _value_with_place(torch.max), "ArgMinWithValue": _value_with_place(torch.min),
    "CumSum": _cumulative(torch.cumsum), "CumProd": _cumulative(torch.cumprod),
    "Softmax": _softmax(torch.softmax), "LogSoftmax": _softmax(torch.log_softmax),
    "LayerNorm": _layer_norm, "BatchNorm": _batch_norm, "Conv2D": _convolution,
    "MaxPool": _pool(_F.max_pool2d), "AvgPool": _pool(_F.avg_pool2d),
    "AdaptiveAvgPool2D": lambda x, size: _F.adaptive_avg_pool2d(x, size),
    "PromptFlashAttention": _attention,
    "Reshape": lambda x, shape: x.reshape(shape), "View": lambda x, shape: x.reshape(shape),
    "Flatten": lambda x, start_dim=1, end_dim=-1: torch.flatten(x, start_dim, end_dim),
    "ExpandDims": torch.unsqueeze, "Squeeze": _squeeze, "Transpose": lambda x, perm: x.permute(perm),
    "BroadcastTo": lambda x, shape: x.expand(tuple(shape)), "Tile": lambda x, dims: x.repeat(tuple(dims)),
    "Roll": lambda x, shifts, dims=None: torch.roll(x, shifts, dims),
    "ReverseV2": lambda x, dims: torch.flip(x, _axes(dims, x)),
    "Slice": _slice, "StridedSlice": _strided_slice, "SelectExtView": torch.select, "Narrow": torch.narrow,
    "Gather": _gather, "GatherD": lambda x, dim, index: torch.gather(x, dim, index.long()),
    "IndexSelect": lambda x, axis, index: torch.index_select(x, axis, index.long()),
    "MaskedFill": lambda x, mask, value: torch.masked_fill(x, mask, value),
    "Concat": lambda tensors, axis=0: torch.cat(tuple(tensors), axis),
    "Stack": lambda tensors, axis=0: torch.stack(tuple(tensors), axis),
    "Split": _split, "SplitTensor": lambda x, size, axis=0: torch.split(x, size, axis),
    "SplitWithSize": lambda x, sizes, axis=0: torch.split(x, list(sizes), axis),
    "Chunk": lambda x, count, axis=0: torch.chunk(x, count, axis),
    "Unstack": lambda x, axis=0: torch.unbind(x, axis),
    "Tril": lambda x, diagonal=0: torch.tril(x, diagonal), "Triu": lambda x, diagonal=0: torch.triu(x, diagonal),
    "Zeros": lambda size, dtype=None: torch.zeros(size, dtype=dtype),
    "Ones": lambda size, dtype=None: torch.ones(size, dtype=dtype),
    "Full": lambda size, value, dtype=None: torch.full(size, value, dtype=dtype),
    "ZerosLike": _dtype_or_same(torch.zeros_like), "OnesLike": _dtype_or_same(torch.ones_like),
    "Range": lambda start, end, step, dtype=None: torch.arange(start, end, step, dtype=dtype),
    "Cast": lambda x, dtype: x.to(dtype) if isinstance(x, torch.Tensor) else torch.tensor(x, dtype=dtype),
    "ScalarToTensor": lambda x, dtype=None: torch.tensor(x, dtype=dtype),
    "StopGradient": lambda x: x.detach(), "Identity": lambda x: x, "Contiguous": lambda x: x.contiguous(),
    "Clone": lambda x: x.clone(),
    "SoftmaxCrossEntropyWithLogits": lambda logits, labels: (
        -(labels * torch.log_softmax(logits, -1)).sum(-1), torch.softmax(logits, -1) - labels),
}


_DTYPES = types.SimpleNamespace(bool_=torch.bool, **{name: getattr(torch, name) for name in (
    "float16", "bfloat16", "float32", "float64", "int8", "int16", "int32", "int64", "uint8")})


def _unknown(name):
    raise CannotRun(f"PyTorch has no call that is known here for the primitive {name}, which the function uses")


class Translation:
    """A captured function; `made()` gives it anew, with weights of its own."""

    def __init__(self, folder, description):
        self.name, self.line, self.inputs = (description[key] for key in ("name", "line", "inputs"))
        self._folder, self._texts = folder, description
        self.args = tuple(self._loaded(name) for name in description["arguments"])

    def _loaded(self, name, dtype=None):
        tensor = torch.from_numpy(numpy.load(os.path.join(self._folder, name + ".npy")))
        return tensor.to(dtype) if dtype is not None else tensor

    def made(self, with_gradient):
        """The function, and its weights by their names."""
        weights = {}

        def parameter(tensor, name):
            weights[name] = tensor.requires_grad_(with_gradient and tensor.is_floating_point())
            return tensor

        def load(name, dtype):
            return self._loaded(self._texts["prefix"] + name, dtype)

        names = {"ms": _DTYPES, "load": load, "Parameter": parameter}
        # A call by a name that is known now is a plain call: looking it up is no part of the time.
        source = self._texts["globals"] + self._texts["functions"]
        for number, primitive in enumerate(sorted(set(self._texts["primitives"]))):
            if primitive not in OPERATORS:
                _unknown(primitive)
            names[f"_primitive{number}"] = OPERATORS[primitive]
            source = source.replace(f'call("{primitive}", ', f"_primitive{number}(")
            source = source.replace(f'call("{primitive}")', f"_primitive{number}()")
        path = os.path.join(self._folder, self._texts["prefix"] + "torch.py")
        with open(path, "w", encoding="utf-8") as file:
            file.write(source)
        exec(compile(source, path, "exec"), names)
        return names[self._texts["entry"]], weights


class _Gradient:
    """The function with its gradients; `of` makes the same of a compiled function."""

    def __init__(self, function, args, positions, weights):
        self._function, self._positions = function, positions
        self._weights = [weight for weight in weights if weight.requires_grad]
        self._args = [arg.detach().clone().requires_grad_(True) if place in positions else arg
                      for place, arg in enumerate(args)]

    def of(self, function):
        return _Gradient(function, self._args, self._positions, self._weights)

    def __call__(self, *_):
        result = self._function(*self._args)
        wanted = [self._args[place] for place in self._positions] + self._weights
        outputs = [each for each in _items(result) if each.requires_grad]
        gradients = torch.autograd.grad(outputs, wanted, [torch.ones_like(each) for each in outputs], allow_unused=True)
        gradients = [torch.zeros_like(of) if given is None else given for given, of in zip(gradients, wanted)]
        return result, tuple(gradients)


def _items(value):
    if isinstance(value, (tuple, list)):
        return [item for each in value for item in _items(each)]
    return [value] if isinstance(value, torch.Tensor) else []


class Call:
    """A translated function with what it is called with, as rows of jitscope_bench.py take it."""

    kwargs = {}

    def __init__(self, library, translation, trainable, positions):
        self.library, self.name, self.line = library, translation.name, translation.line
        self.args, self._translation = translation.args, translation
        self._trainable, self._positions = trainable, positions

    def inputs(self):
        return self._translation.inputs

    def _kept(self, value):
        return value

    def weights(self):
        return []  # they are made anew with each function, and nothing writes to them

    @property
    def function(self):
        return self._translation.made(False)[0]

    def differentiated(self):
        if not self._positions and not self._trainable:
            raise CannotRun("no argument is a floating-point tensor and there is no weight: there is no gradient to take")
        function, weights = self._translation.made(True)
        missing = [name for name in self._trainable if name not in weights]
        unused = [name for name in weights if name not in self._trainable]
        for name in unused:
            weights[name].requires_grad_(False)
        if missing:
            raise CannotRun(f"the weight {missing[0]} takes no part in the captured graph")
        return _Gradient(function, self.args, tuple(self._positions), [weights[name] for name in self._trainable])


class PyTorch:
    """PyTorch as jitscope_bench.py asks a library."""

    name, is_jitscope, device = "PyTorch", False, "CPU"

    def __init__(self):
        # Each row pays for its own code, as those of JitScope do.
        os.environ.setdefault("TORCHINDUCTOR_FORCE_DISABLE_CACHES", "1")
        self.version = torch.__version__

    def is_tensor(self, value):
        return isinstance(value, torch.Tensor)

    def is_weight(self, _):
        return False

    def ones(self):
        return torch.ones(2, 3)

    def copied(self, tensor):
        return tensor.clone()

    def array(self, tensor):
        tensor = tensor.detach()
        return (tensor.float() if tensor.dtype == torch.bfloat16 else tensor).numpy()

    def set_weight(self, weight, array):
        raise AssertionError("nothing writes to weights here")

    def seed(self):
        torch.manual_seed(1)

    def wait(self):
        pass

    def forget_kernels(self):
        torch._dynamo.reset()

    @contextlib.contextmanager
    def without_graphs(self):
        yield

    def version_of(self, function, row):
        """Eager, or what torch.compile makes of it with its usual backend."""
        if row["mode"] == "eager":
            return function
        options = {"fullgraph": True, "dynamic": False}
        if isinstance(function, _Gradient):
            return function.of(torch.compile(function._function, **options))
        return torch.compile(function, **options)


def calls(library, request):
    """The functions that JitScope captured."""
    return [Call(library, Translation(request["folder"], each), each["trainable"], each["positions"])
            for each in request["functions"]]
