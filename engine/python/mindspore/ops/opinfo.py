# SPDX-License-Identifier: Apache-2.0
"""Descriptions of operators written elsewhere, as `ops.Custom` and the decorators take them: which inputs, outputs and
attributes an operator has, in which dtypes and layouts."""
import functools
import json

__all__ = ["AiCPURegOp", "AkgAscendRegOp", "AkgGpuRegOp", "CpuRegOp", "CustomRegOp", "DataType", "TBERegOp",
           "custom_info_register", "op_info_register"]

_FORMATS = {"None": ("",), "Default": ("DefaultFormat",), "5HD": ("NC1HWC0",), "FracZ": ("FRACTAL_Z",),
            "FracNZ": ("FRACTAL_NZ",), "C1HWNCoC0": ("C1HWNCoC0",), "NCHW": ("NCHW",), "NHWC": ("NHWC",),
            "HWCN": ("HWCN",), "NDHWC": ("NDHWC",), "ChannelLast": ("ChannelLast",), "NCDHW": ("NCDHW",),
            "Default_Tuple": ("DefaultFormat", "tuple"), "Default_List": ("DefaultFormat", "list"),
            "NDC1HWC0": ("NDC1HWC0",), "NC1HWC0": ("NC1HWC0",), "DHWCN": ("DHWCN",), "FRACTAL_Z_3D": ("FRACTAL_Z_3D",),
            "FracZNLSTM": ("FRACTAL_ZN_LSTM",), "FracZNRNN": ("FRACTAL_ZN_RNN",), "ND_RNNBIAS": ("ND_RNN_BIAS",)}
_USUAL = ("5HD C1HWNCoC0 ChannelLast Default Default_List Default_Tuple FracNZ FracZ HWCN NCHW NDHWC NHWC None")
# Dtypes, and the layouts that each of them is named with.
_COMBINATIONS = (
    ({"None": ""}, "Default None"),
    ({"BOOL": "bool", "I16": "int16", "U16": "uint16", "U32": "uint32", "I64": "int64", "U64": "uint64",
      "F64": "float64"}, _USUAL),
    ({"I8": "int8", "U8": "uint8"}, f"{_USUAL} NC1HWC0 NCDHW NDC1HWC0"),
    ({"I32": "int32"}, f"{_USUAL} NCDHW NDC1HWC0"),
    ({"F16": "float16", "F32": "float32", "BF16": "bfloat16"},
     f"{_USUAL} DHWCN FRACTAL_Z_3D FracZNLSTM FracZNRNN NCDHW NDC1HWC0 ND_RNNBIAS"),
    ({"C64": "complex64", "C128": "complex128"}, "Default Default_Tuple"))


class DataType:
    """Pairs of a dtype and a layout for dtype_format(): DataType.F32_Default is ("float32", "DefaultFormat")."""


for _dtypes, _layouts in _COMBINATIONS:
    for _code, _dtype in _dtypes.items():
        for _layout in _layouts.split():
            setattr(DataType, f"{_code}_{_layout}", (_dtype, *_FORMATS[_layout]))


# --- what entries are made of -----------------------------------------------------------------------------------------

def _is(value, kind):
    if not isinstance(value, kind):
        raise TypeError(f"{value} value must be {kind.__name__}")
    return value


def _entry(keys, values, kinds, more):
    """The values that are not None by their keys, and what else was given by name."""
    return {**{key: _is(value, kind) for key, value, kind in zip(keys, values, kinds) if value is not None}, **more}


class RegOp:
    """
    What all descriptions have: each method adds something and gives the description itself.

    Args:
        op_name (str): the operator. Raises ValueError for another type or an empty name.
    """

    def __init__(self, op_name=""):
        if not isinstance(op_name, str):
            raise ValueError("op name value must be string")
        if not op_name.strip():
            raise ValueError("op name is empty")
        self.op_name = op_name
        self.inputs, self.outputs, self.attr_ = [], [], []
        self.fusion_type_, self.dtype_format_ = "", []

    def fusion_type(self, fusion_type):
        """With what the operator may be fused, a str; TypeError for another type."""
        self.fusion_type_ = _is(fusion_type, str)
        return self

    def dtype_format(self, *args):
        """One combination that the operator takes: a pair of DataType for each input, then for each output. Raises
        ValueError for another number of them, or for what is no tuple of two or three; TypeError if a part is no str."""
        if len(self.inputs) + len(self.outputs) != len(args):
            raise ValueError("input size add output size must be equal to dtype format size")
        for arg in args:
            if not isinstance(arg, tuple) or len(arg) not in (2, 3):
                raise ValueError("dtype and format value must be tuple of two or three elements")
            for part in arg:
                _is(part, str)
        self.dtype_format_.append(tuple(args))
        return self

    def get_op_info(self):
        """The whole description as a dict, its keys without an underscore at the end."""
        keys = {"dynamic_shape_support": "dynamicShapeSupport", "dynamic_rank_support": "dynamicRankSupport",
                "dynamic_compile_static": "dynamicCompileStatic", "need_check_support": "needCheckSupport",
                "dynamic_format": "dynamicFormat"}
        return {keys.get(name.rstrip("_"), name.rstrip("_")): value for name, value in vars(self).items()}


class CpuRegOp(RegOp):
    """The description of an operator of the CPU by its name."""

    def __init__(self, op_name):
        super().__init__(op_name)
        self.imply_type = "CPU"

    def input(self, index=None, name=None, param_type=None, **kwargs):
        """The next input: its place (int), its name and whether it is "required", "dynamic" or "optional"."""
        self.inputs.append(_entry(("index", "name", "paramType"), (index, name, param_type), (int, str, str), kwargs))
        return self

    def output(self, index=None, name=None, param_type=None, **kwargs):
        """The next output, as an input is described."""
        self.outputs.append(_entry(("index", "name", "paramType"), (index, name, param_type), (int, str, str), kwargs))
        return self

    def attr(self, name=None, value_type=None, value=None, **kwargs):
        """The next attribute: its name, type and value, all str."""
        self.attr_.append(_entry(("name", "type", "value"), (name, value_type, value), (str, str, str), kwargs))
        return self


class AiCPURegOp(CpuRegOp):
    """The description of an operator of Ascend's own processor."""

    def __init__(self, op_name):
        super().__init__(op_name)
        self.imply_type = "AiCPU"


class AkgRegOp(RegOp):
    """The description of an operator that AKG compiles, for one kind of processor."""

    def __init__(self, op_name, processor):
        super().__init__(op_name)
        self.imply_type, self.processor = "AKG", processor

    def input(self, index=None, name=None, param_type=None, **kwargs):
        """The next input: its place (int), its name and whether it is "required", "dynamic" or "optional"."""
        self.inputs.append(_entry(("index", "name", "paramType"), (index, name, param_type), (int, str, str), kwargs))
        return self

    def output(self, index=None, name=None, **kwargs):
        """The next output: its place (int) and its name."""
        self.outputs.append(_entry(("index", "name"), (index, name), (int, str), kwargs))
        return self

    def attr(self, name=None, param_type=None, value_type=None, **kwargs):
        """The next attribute: its name, whether it is "required" or "optional", and its type, all str."""
        self.attr_.append(_entry(("name", "paramType", "type"), (name, param_type, value_type), (str, str, str), kwargs))
        return self


class AkgGpuRegOp(AkgRegOp):
    """That of a GPU."""

    def __init__(self, op_name):
        super().__init__(op_name, "CUDA")


class AkgAscendRegOp(AkgRegOp):
    """That of an Ascend device."""

    def __init__(self, op_name):
        super().__init__(op_name, "AiCore")


class TBERegOp(RegOp):
    """The description of an operator of Ascend's Tensor Boost Engine."""

    def __init__(self, op_name):
        super().__init__(op_name)
        self.imply_type = "TBE"
        self.async_flag_, self.binfile_, self.compute_cost_, self.kernel_ = False, "", 10, ""
        self.partial_flag_, self.reshape_type_, self.dynamic_rank_support_ = False, "", False
        self.dynamic_shape_support_, self.dynamic_compile_static_, self.need_check_support_ = False, False, False
        self.dynamic_format_, self.op_pattern_ = False, ""
        self.real_input_index_, self.input_to_attr_index_, self.unknown_shape_formats_ = [], [], []

    def _with(self, attribute, value, kind):
        setattr(self, attribute, _is(value, kind))
        return self

    def unknown_shape_formats(self, unknown_shape_formats):
        """A list of layouts for the case that shapes are not known; each call adds one list."""
        self.unknown_shape_formats_.append(_is(unknown_shape_formats, list))
        return self

    def dynamic_rank_support(self, dynamic_rank_support):
        """Whether tensors of any number of dimensions are taken."""
        return self._with("dynamic_rank_support_", dynamic_rank_support, bool)

    def real_input_index(self, real_input_index):
        """A list: which input of the graph each of the operator's is."""
        return self._with("real_input_index_", real_input_index, list)

    def input_to_attr_index(self, input_to_attr_index):
        """A list of the inputs that become attributes."""
        return self._with("input_to_attr_index_", input_to_attr_index, list)

    def async_flag(self, async_flag=False):
        """Whether the operator may compute while others do."""
        return self._with("async_flag_", async_flag, bool)

    def binfile_name(self, binfile_name):
        """The name of the file with its code."""
        return self._with("binfile_", binfile_name, str)

    def compute_cost(self, compute_cost=10):
        """A whole number for the cost model."""
        return self._with("compute_cost_", compute_cost, int)

    def kernel_name(self, kernel_name):
        """The name of its kernel."""
        return self._with("kernel_", kernel_name, str)

    def partial_flag(self, partial_flag=True):
        """Whether a part of the result can be computed."""
        return self._with("partial_flag_", partial_flag, bool)

    def reshape_type(self, reshape_type):
        """Which axes are kept where a tensor gets four of them, as "CH"."""
        return self._with("reshape_type_", reshape_type, str)

    def dynamic_shape(self, dynamic_shape=False):
        """Whether sizes may be known only when it runs."""
        return self._with("dynamic_shape_support_", dynamic_shape, bool)

    def dynamic_compile_static(self, dynamic_compile_static=False):
        """Whether it is compiled for the sizes that come."""
        return self._with("dynamic_compile_static_", dynamic_compile_static, bool)

    def need_check_supported(self, need_check_supported=False):
        """Whether it is asked if it takes an input."""
        return self._with("need_check_support_", need_check_supported, bool)

    def is_dynamic_format(self, is_dynamic_format=False):
        """Whether it chooses the layouts."""
        return self._with("dynamic_format_", is_dynamic_format, bool)

    def op_pattern(self, pattern=None):
        """What kind it is, as "broadcast" or "reduce"."""
        return self if pattern is None else self._with("op_pattern_", pattern, str)

    def attr(self, name=None, param_type=None, value_type=None, value=None, default_value=None, **kwargs):
        """The next attribute: name, "required" or "optional", type, value and default, all str."""
        self.attr_.append(_entry(("name", "paramType", "type", "value", "defaultValue"),
                                 (name, param_type, value_type, value, default_value), (str,) * 5, kwargs))
        return self

    def input(self, index=None, name=None, need_compile=None, param_type=None, shape=None, value_depend=None, **kwargs):
        """The next input; value_depend "ignored", "optional" or "required" says whether its value matters, and another
        word raises ValueError."""
        keys = ("index", "name", "needCompile", "paramType", "shape", "valueDepend")
        entry = _entry(keys, (index, name, need_compile, param_type, shape, value_depend),
                       (int, str, bool, str, str, str), kwargs)
        if value_depend and value_depend.lower() not in ("ignored", "optional", "required"):
            raise ValueError(f"Operator {self.op_name} input{index}'s value_depend's value ({value_depend}) is not in "
                             "('ignored', 'optional', 'required').")
        self.inputs.append(entry)
        return self

    def output(self, index=None, name=None, need_compile=None, param_type=None, shape=None, **kwargs):
        """The next output."""
        keys = ("index", "name", "need_compile", "paramType", "shape")
        self.outputs.append(_entry(keys, (index, name, need_compile, param_type, shape), (int, str, bool, str, str),
                                   kwargs))
        return self


class CustomRegOp(RegOp):
    """The description of a function for `ops.Custom`."""

    def __init__(self, op_name="Custom"):
        super().__init__(op_name)
        self.target_ = "UnKnown"

    def input(self, index=None, name=None, param_type="required", **kwargs):
        """The next input: its place (int), its name and whether it is "required", "dynamic" (several tensors) or
        "optional"."""
        self.inputs.append(_entry(("index", "name", "paramType"), (index, name, param_type), (int, str, str), kwargs))
        return self

    def output(self, index=None, name=None, param_type="required", **kwargs):
        """The next output, as an input is described."""
        self.outputs.append(_entry(("index", "name", "paramType"), (index, name, param_type), (int, str, str), kwargs))
        return self

    def dtype_format(self, *args):
        """One combination of dtypes and layouts; see RegOp. Raises ValueError for another number of pairs than there are
        inputs and outputs."""
        count = len(self.inputs) + len(self.outputs)
        if len(args) != count:
            raise ValueError("The size of 'args' must be equal to the sum of input tensors and output tensors, but got "
                             f"{len(args)} vs {count}")
        return super().dtype_format(*args)

    def attr(self, name=None, param_type=None, value_type=None, default_value=None, **kwargs):
        """The next attribute: its name, "required" or "optional", its type and its default, all str."""
        keys = ("name", "paramType", "type", "defaultValue")
        self.attr_.append(_entry(keys, (name, param_type, value_type, default_value), (str,) * 4, kwargs))
        return self

    def target(self, target=None):
        """The device, "CPU", "GPU" or "Ascend"; None for whichever is there."""
        self.target_ = target if target is None else _is(target, str)
        return self

    def get_op_info(self):
        """The whole description as a dict, its keys without an underscore at the end."""
        return {name.rstrip("_"): value for name, value in vars(self).items()}


# --- decorators -------------------------------------------------------------------------------------------------------

def op_info_register(op_info):
    """
    Decorates the function that builds an operator elsewhere; the description (a dict, or its JSON text) is kept on it as
    `op_info`. Raises TypeError for another type, ValueError for a text that is no JSON.
    """
    def decorated(function):
        text = json.dumps(op_info) if isinstance(op_info, dict) else op_info
        if not isinstance(text, str):
            raise TypeError(f"The type of 'op_info' must be 'str', but got type '{type(text).__name__}'.")
        try:
            json.loads(text)
        except json.JSONDecodeError:
            raise ValueError(f"Invalid op info:\n{text}\n") from None

        def wrapped(*args, **kwargs):
            return function(*args, **kwargs)
        wrapped.op_info = text
        return wrapped
    return decorated


def custom_info_register(*reg_info):
    """Decorates a function for `ops.Custom` with descriptions of CustomRegOp, which are kept on it as `reg_info`."""
    def decorated(function):
        function.reg_info = reg_info

        @functools.wraps(function)
        def wrapped(*args, **kwargs):
            return function(*args, **kwargs)
        return wrapped
    return decorated
