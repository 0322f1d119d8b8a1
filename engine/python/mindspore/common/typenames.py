# SPDX-License-Identifier: Apache-2.0
"""Classes of dtypes, as MindSpore's native module has them: isinstance(mindspore.float16, Float), Float(32) is
mindspore.float32."""
from mindspore.common import dtype

__all__ = ["BFloat", "Bool", "Float", "Int", "Number", "TensorType", "Type", "UInt"]

Type, TensorType = dtype.Type, dtype.TensorType


class _Family(type):
    """The class of classes whose instances are dtypes; each has its `dtypes`."""

    def __instancecheck__(cls, value):
        return isinstance(value, Type) and value in cls.dtypes

    def __subclasscheck__(cls, other):
        return set(getattr(other, "dtypes", ())) <= set(cls.dtypes) if isinstance(other, _Family) else False

    def __call__(cls, bits=32):
        """The dtype of so many bits. TypeError where there is none."""
        found = next((kind for kind in cls.dtypes if dtype.bits_of(kind) == bits), None)
        if found is None:
            raise TypeError(f"There is no {cls.__name__} of {bits} bits.")
        return found


class Float(metaclass=_Family):
    dtypes = (dtype.float16, dtype.float32, dtype.float64)


class BFloat(metaclass=_Family):
    dtypes = (dtype.bfloat16,)


class Int(metaclass=_Family):
    dtypes = dtype.int_type


class UInt(metaclass=_Family):
    dtypes = dtype.uint_type


class Bool(metaclass=_Family):
    dtypes = (dtype.bool_,)


class Number(metaclass=_Family):
    dtypes = (dtype.bool_, *dtype.number_type)
