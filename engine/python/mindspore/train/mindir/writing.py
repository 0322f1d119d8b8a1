# SPDX-License-Identifier: Apache-2.0
"""export: a network as a MindIR file."""
import os
import stat

from mindspore._version import __version__
from mindspore.common.api import jit
from mindspore.common import dtype as mstype
from mindspore.common.tensor import Tensor
from mindspore.nn import Cell
from mindspore.train.mindir import wire
from mindspore.train.mindir.nodes import Reference, nodes_of
from mindspore.train.mindir.values import attribute, tensor_message, type_message

_TENSORS = 19
_PRIMITIVE, _FUNCTION = 1, 2

# Operators whose inputs, attributes among them, are those of MindSpore.
_SAME = set("""
    ACos Abs Acosh Add AddExt Addcdiv Addcmul Asin Asinh Atan Atan2 Atanh
    BatchMatMul BatchNorm BiasAdd BitwiseNot BroadcastTo Cast CeLU Ceil Concat Cos Cosh CumProd CumSum Diagonal Div Elu Equal
    Erf Erfc Erfinv Exp ExpandDims Expm1 FastGeLU Floor FloorDiv FloorMod Gather GatherD GatherNd Greater GreaterEqual
    HShrink HSigmoid HSwish Identity IsFinite LayerNorm Less LessEqual Log Log1p LogSoftmax LogicalAnd LogicalNot LogicalOr
    LogicalXor MakeTuple MaskedFill MatMul Maximum Minimum Mul Neg NotEqual OneHot Pow ReLU ReLU6 Reciprocal ReduceAll
    ReduceAny ReduceMax ReduceMean ReduceMin ReduceProd Reshape ReverseV2 Rsqrt Select SiLU Sigmoid Sign Sin Sinh Slice
    SoftShrink Softmax Split Sqrt Square Squeeze StridedSlice Sub Tan Tanh TensorScatterAdd Transpose Triu Trunc TupleGetItem
    """.split())
# Operators of tensors alone, in which numbers of a script become tensors.
_OF_TENSORS = set("""Add Sub Mul Div FloorDiv FloorMod Pow Maximum Minimum Equal NotEqual Greater GreaterEqual Less LessEqual
                  LogicalAnd LogicalOr LogicalXor Select Atan2""".split())
_ENUMERATIONS = {"NCHW": 0, "NHWC": 1, "NCDHW": 14}


class ModelInfo:
    """What export's custom_func may change: texts of the file's head, and user_info, a dict of texts."""

    def __init__(self):
        self.ir_version, self.producer_name, self.model_version = "1.1", "MindSpore", __version__
        self.producer_version, self.domain, self.doc_string, self.user_info = "", "", "", {}

    def message(self):
        texts = ((1, self.ir_version), (2, self.producer_name), (3, self.producer_version), (4, self.domain),
                 (5, self.model_version), (6, self.doc_string))
        entries = (wire.part(14, wire.part(1, key) + wire.part(2, str(value))) for key, value in self.user_info.items())
        return b"".join(wire.part(number, text) for number, text in texts if text) + b"".join(entries)


# --- operators in MindSpore's form ------------------------------------------------------------------------------------

def _four(sizes):
    """The sizes for height and width as those of four axes."""
    sizes = (sizes,) if isinstance(sizes, int) else tuple(sizes)
    return (1, 1, *(sizes * 2 if len(sizes) == 1 else sizes[-2:]))


def _padding(sizes):
    sizes = (sizes,) if isinstance(sizes, int) else tuple(sizes)
    return sizes * 4 if len(sizes) == 1 else sizes if len(sizes) == 4 else (sizes[0], sizes[0], sizes[1], sizes[1])


def _conv2d(inputs, shapes):
    """The inputs and attributes of Conv2D, without its bias."""
    x, weight, _, stride, mode, padding, dilation, groups = inputs
    shape, pad = shapes[weight], _padding(padding)
    return [x, weight], {"out_channel": shape[0], "kernel_size": shape[2:], "mode": 1, "pad_mode": mode, "pad": pad,
                         "pad_list": pad, "stride": _four(stride), "dilation": _four(dilation), "group": groups,
                         "groups": groups, "format": "NCHW", "input_names": ["x", "w"], "output_names": ["output"]}


def _max_pool(inputs, shapes):
    x, kernel, strides, mode, layout = inputs
    return [x], {"kernel_size": _four(kernel), "strides": _four(strides), "pad_mode": mode, "format": layout,
                 "input_names": ["x"], "output_names": ["output"]}


_WITH_ATTRIBUTES = {"Conv2D": _conv2d, "MaxPool": _max_pool}


def _without_ellipsis(inputs, rank):
    """The inputs of StridedSlice with a slice of its own for each axis, since MindSpore's kernel takes an ellipsis otherwise."""
    x, begin, end, strides, *masks = inputs
    ellipsis = masks[2]
    count = len(begin) - (ellipsis != 0)
    new_axes, ellipsis_at = bin(masks[3]).count("1"), ellipsis.bit_length() - 1 if ellipsis else len(begin)
    missing = rank - (count - new_axes)

    def widened(values, filler):
        return (*values[:ellipsis_at], *(filler,) * missing, *values[ellipsis_at + (ellipsis != 0):])

    def moved(mask, filler):
        low, high = mask & (1 << ellipsis_at) - 1, mask >> ellipsis_at + (ellipsis != 0)
        return low | (filler * ((1 << missing) - 1)) << ellipsis_at | high << ellipsis_at + missing
    return [x, widened(begin, 0), widened(end, 0), widened(strides, 1), moved(masks[0], 1), moved(masks[1], 1), 0,
            moved(masks[3], 0), moved(masks[4], 0)]


def _without_new_axes(inputs):
    """The inputs of StridedSlice without those of its axes that are new, which MindSpore's kernel does not make."""
    x, begin, end, strides, *masks = inputs
    kept = [place for place in range(len(begin)) if not masks[3] >> place & 1]

    def moved(mask):
        return sum((mask >> place & 1) << new for new, place in enumerate(kept))
    return [x, *(tuple(values[place] for place in kept) for values in (begin, end, strides)), *map(moved, masks)]


def _rewritten(operator, inputs, shapes):
    """(operator, inputs) of a function of MindSpore's that has others than ours."""
    if operator.startswith("Reduce"):
        axes = () if inputs[1] is None else inputs[1]
        return operator, [inputs[0], axes, inputs[2], *([False] if operator == "ReduceSum" else [])]
    if operator == "StridedSlice":
        return operator, _without_ellipsis(inputs, len(shapes[inputs[0]]))
    if operator == "Flatten":
        return ("Flatten", inputs[:1]) if inputs[1:] in ([1, -1], []) else ("FlattenExt", inputs)
    if operator == "GeLU" and inputs[1:] in (["tanh"], []):
        return operator, inputs[:1]
    if operator == "AvgPool":
        x, kernel, strides, mode, layout = inputs
        return operator, [x, _four(kernel)[2:], _four(strides)[2:], {"PAD": 0, "SAME": 1, "VALID": 2}[mode.upper()], layout]
    if operator not in _SAME:
        raise NotImplementedError(f"The operator {operator} is not written to MindIR. Instead, export the network in your own "
                                  "MindSpore.")
    return operator, inputs


# --- the file ---------------------------------------------------------------------------------------------------------

class _Writer:
    def __init__(self, name):
        self.name, self.nodes, self.primitives = name, [], {}
        self.constants, self.shapes, self.dtypes = {}, {}, {}

    def reference(self, name):
        return f"{self.name}:{name[1:]}"

    def constant(self, value):
        """The name of the node that holds a constant; equal ones share it."""
        key = (type(value).__name__, repr(value)) if not isinstance(value, Tensor) else id(value)
        if key not in self.constants:
            name = f"ValueNode_{len(self.constants)}"
            self.constants[key] = name, value  # the value too, so that its id stays its own
            self.nodes.append(wire.part(2, name) + wire.part(3, name) + wire.part(4, "Constant") +
                              wire.part(5, attribute("value", value)))
        return self.constants[key][0]

    def primitive(self, operator, attributes):
        """The name of a primitive; those of equal attributes are one."""
        key = operator, repr(attributes)
        if key not in self.primitives:
            name = f"{operator}:{len(self.primitives) + 1}"
            items = b"".join(wire.part(3, attribute(*item)) for item in (attributes or {}).items())
            kind = _PRIMITIVE if attributes is not None or operator in ("MakeTuple", "TupleGetItem") else _FUNCTION
            self.primitives[key] = name, wire.part(1, name) + wire.part(2, operator) + items + wire.whole(5, kind)
        return self.primitives[key][0]

    def node(self, name, operator, inputs, attributes, shape, dtype):
        sources = b"".join(wire.part(1, self.reference(value) if isinstance(value, Reference) else self.constant(value))
                           for value in inputs)
        kind = b"" if shape is None else wire.part(5, wire.part(1, "shape") + wire.part(12, type_message("", shape, dtype)) +
                                                   wire.whole(16, _TENSORS))
        output = self.reference(name)
        self.nodes.append(sources + wire.part(2, output) + wire.part(3, output) +
                          wire.part(4, f"REF::{self.primitive(operator, attributes)}") + kind +
                          wire.part(7, f"Default/{operator}-op{len(self.nodes)}"))

    def write(self, name, operator, inputs, shape, dtype):
        """The node, or the nodes, of one of ours."""
        self.shapes[name], self.dtypes[name] = shape, dtype
        if operator in _OF_TENSORS:
            inputs = self._of_one_dtype(name, operator, inputs, dtype)
        if operator == "StridedSlice" and inputs[7]:
            sliced = Reference(f"{name}_0")
            self.write(sliced, operator, _without_new_axes(inputs), (), dtype)
            operator, inputs = "Reshape", [sliced, tuple(shape)]
        if operator == "GeLU" and inputs[1:] == ["none"]:
            self._write_exact_gelu(name, inputs[0], shape, dtype)
            return
        if operator in _WITH_ATTRIBUTES:
            kept, attributes = _WITH_ATTRIBUTES[operator](inputs, self.shapes)
            bias = inputs[2] if operator == "Conv2D" else None
            self.node(f"{name}_0" if bias is not None else name, operator, kept, attributes, shape, dtype)
            if bias is not None:
                self.node(name, "BiasAdd", [Reference(f"{name}_0"), bias, 0], None, shape, dtype)
            return
        operator, inputs = _rewritten(operator, inputs, self.shapes)
        self.node(name, operator, [_ENUMERATIONS.get(value, value) if isinstance(value, str) and
                                   not isinstance(value, Reference) else value for value in inputs], None, shape, dtype)

    def _of_one_dtype(self, name, operator, inputs, dtype):
        """The inputs as tensors of the dtype that the operator computes in, which MindSpore's own graphs convert to."""
        given = [self.dtypes[value] if isinstance(value, Reference) else str(value.dtype).lower().replace("bool", "bool_")
                 if isinstance(value, Tensor) else "" for value in inputs]
        kinds = {kind for kind in given if kind and kind != "bool_"}
        kind = dtype if dtype != "bool_" else next(iter(kinds), "bool_")
        is_rounded = dtype == "bool_" and "int" in kind and any(isinstance(value, float) for value in inputs)
        if len(kinds) > 1 and dtype == "bool_" or is_rounded:
            raise NotImplementedError(f"{operator} of different dtypes is not written to MindIR. Instead, cast its arguments.")
        found = []
        for place, (value, own) in enumerate(zip(inputs, given)):
            if not own:
                value = Tensor(value, getattr(mstype, kind))
            elif own != kind and not (operator == "Select" and place == 0):
                cast = Reference(f"{name}_cast{place}")
                self.node(cast, "Cast", [value, mstype.NUMBERS[getattr(mstype, kind)]], None, self.shapes.get(value, ()), kind)
                value = cast
            found.append(value)
        return found

    def _write_exact_gelu(self, name, x, shape, dtype):
        """x / 2 * (1 + erf(x / sqrt(2))), for which MindSpore has no operator on the CPU."""
        half, one, root = (Tensor(number, getattr(mstype, dtype)) for number in (0.5, 1.0, 2 ** -0.5))
        steps = (("Mul", x, root), ("Erf",), ("Add", one), ("Mul", x), ("Mul", half))
        before = None
        for place, (operator, *others) in enumerate(steps):
            current = Reference(name if place == len(steps) - 1 else f"{name}_{place}")
            self.node(current, operator, [*([] if before is None else [before]), *others], None, shape, dtype)
            before = current

    def message(self, graph, weights):
        for name, shape, dtype, _ in graph.parameters:
            self.shapes[Reference(name)], self.dtypes[Reference(name)] = shape, dtype
        for node in graph.nodes:
            self.write(*node)
        inputs = b"".join(wire.part(5, wire.part(1, self.reference(name)) + wire.part(2, type_message("", shape, dtype)))
                          for name, shape, dtype, key in graph.parameters if not key)
        parameters = b"".join(wire.part(3, tensor_message(self.reference(name), weights[key], key))
                              for name, _, _, key in graph.parameters if key)
        kind = self.shapes.get(graph.output), self.dtypes.get(graph.output)
        output = wire.part(1, self.reference(graph.output)) + (
            wire.part(4, "Tuple") if kind[0] is None else wire.part(2, type_message("", *kind)))
        return (b"".join(wire.part(1, node) for node in self.nodes) + wire.part(2, self.name) + parameters + inputs +
                wire.part(6, output))


def _graph_of(net, inputs):
    """The nodes of the graph that the network is for these inputs, without a call of it."""
    function = net.compiled() if isinstance(net, Cell) else net if hasattr(net, "__jitscope_graphs__") else jit(net)
    entry = function.__jitscope_graphs__.entry_for((net, *inputs) if isinstance(net, Cell) else inputs)
    if entry is None or not entry.is_graph:
        raise NotImplementedError("What is exported runs in Python in part, and is no graph. Instead, export it in your own "
                                  "MindSpore.")
    return nodes_of(entry.callable)


def export(net, *inputs, file_name, file_format, **kwargs):
    """
    Writes a network as a MindIR file: its graph for inputs of these shapes and dtypes, and its weights.

    Args:
        net (Cell, Callable): the network, in training or not, as it is.
        inputs (Tensor): as it is called with; their elements do not matter.
        file_name (str): the path; ".mindir" is added where it does not end so.
        file_format (str): "MINDIR".
        custom_func (Callable): gets an object of the head of the file (producer_name, producer_version, user_info, ...)
            and may change it.

    What MindSpore 2.10 loads from it computes the same; operators that it would not know raise NotImplementedError, as do
    "ONNX" and "AIR", control flow on tensors, encryption, and constants that are large (make them Parameters).

    Raises TypeError for other types, ValueError for an unknown format.
    """
    if not isinstance(file_name, str):
        raise TypeError(f"For 'export', the type of 'file_name' should be 'str', but got type '{type(file_name).__name__}'.")
    if not callable(net):
        raise TypeError(f"For 'export', the 'net' must be a Cell or a function, but got {type(net).__name__}.")
    if file_format not in ("MINDIR", "AIR", "ONNX"):
        raise ValueError(f"For 'export', 'file_format' must be one of ['MINDIR', 'AIR', 'ONNX'], but got {file_format}.")
    if file_format != "MINDIR" or any(kwargs.get(name) is not None for name in ("enc_key", "enc_mode", "obf_config")):
        raise NotImplementedError(f"Files of the format {file_format}, encrypted and obfuscated ones are not written. Instead, "
                                  "export the network in your own MindSpore.")
    graph, info = _graph_of(net, inputs), ModelInfo()
    if not isinstance(graph.output, Reference):
        raise NotImplementedError("A network that gives a constant is not written to MindIR.")
    if kwargs.get("custom_func") is not None:
        kwargs["custom_func"](info)
    weights = {value.name: value for value in net.get_parameters()} if isinstance(net, Cell) else {}
    writer = _Writer(type(net).__name__)
    content = wire.part(7, writer.message(graph, weights))
    primitives = b"".join(wire.part(12, message) for _, message in writer.primitives.values())
    _write(file_name, info.message() + content + wire.whole(10, 1) + primitives + wire.whole(13, 2))


def _write(path, data):
    path = os.path.realpath(path if path.endswith(".mindir") else f"{path}.mindir")
    os.makedirs(os.path.dirname(path), exist_ok=True)
    if os.path.exists(path):
        os.chmod(path, stat.S_IWUSR)
    with open(path, "wb") as file:
        file.write(data)
    os.chmod(path, stat.S_IRUSR)
