# SPDX-License-Identifier: Apache-2.0
"""The functions of mindspore.ops under the name `F`, with those that are named after primitives."""
import sys

from mindspore._missing import missing_names
from mindspore.ops import operations as P
from mindspore.ops.vm_impl_registry import get_vm_impl_fn, vm_impl_registry

tensor_add, tensor_sub, tensor_mul, tensor_div = P.Add(), P.Sub(), P.Mul(), P.RealDiv()
tensor_mod, tensor_floordiv, tensor_pow = P.FloorMod(), P.FloorDiv(), P.Pow()
tensor_lt, tensor_le, tensor_gt, tensor_ge = P.Less(), P.LessEqual(), P.Greater(), P.GreaterEqual()
tensor_exp, tensor_expm1 = P.Exp(), P.Expm1()
reduce_sum, reduce_mean, reduce_max, reduce_min = P.ReduceSum(), P.ReduceMean(), P.ReduceMax(), P.ReduceMin()
floordiv, floormod, pows, tensor_range = P.FloorDiv(), P.FloorMod(), P.Pow(), P.Range()
shape_, reshape_ = P.Shape(), P.Reshape()
arg_max_with_value_, arg_min_with_value_ = P.ArgMaxWithValue(), P.ArgMinWithValue()
F = sys.modules[__name__]  # how MindSpore's modules of functions name it


def mirror_pad(input_x, paddings, mode):
    """With elements before and after along each axis, as MirrorPad: mode "REFLECT" or "SYMMETRIC"."""
    if mode not in ("REFLECT", "SYMMETRIC"):
        raise ValueError(f"For 'MirrorPad', the 'mode' must be str and must be in '['REFLECT', 'SYMMETRIC']', but got "
                         f"'{mode}'.")
    return P.MirrorPad(mode)(input_x, paddings)


__all__ = ["get_vm_impl_fn", "mirror_pad", "vm_impl_registry", "tensor_add", "tensor_sub", "tensor_mul", "tensor_div", "tensor_mod", "tensor_floordiv", "tensor_pow",
           "tensor_lt", "tensor_le", "tensor_gt", "tensor_ge", "tensor_exp", "tensor_expm1", "reduce_sum",
           "reduce_mean", "reduce_max", "reduce_min", "floordiv", "floormod", "pows", "tensor_range", "shape_",
           "reshape_"]
_missing = missing_names("mindspore.ops.functional")


def __getattr__(name):
    """A name of mindspore.ops."""
    ops = sys.modules["mindspore.ops"]
    if not name.startswith("_") and name in vars(ops):
        return getattr(ops, name)
    return _missing(name)
