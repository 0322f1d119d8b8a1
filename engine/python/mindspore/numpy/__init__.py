# SPDX-License-Identifier: Apache-2.0
"""mindspore.numpy: NumPy's names and signatures for tensors, over the operators of the engine."""
import math as _math

from mindspore.common.dtype import (bool_, float16, float32, float64, int8, int16, int32, int64, uint8, uint16, uint32,
                                    uint64)
from mindspore.numpy import (applying, creation, elementwise, fft, histograms, kinds, places, reductions, samples, sets,
                             shaping)
from mindspore._missing import missing_names

pi, e, inf, nan, newaxis = _math.pi, _math.e, _math.inf, _math.nan, None
PINF, NINF, NAN = inf, -inf, nan
int_, float_ = int32, float32

_parts = (applying, creation, elementwise, histograms, kinds, places, reductions, samples, sets, shaping)
for _part in _parts:
    globals().update({name: getattr(_part, name) for name in _part.__all__})

_plain = ("pi", "e", "inf", "nan", "newaxis", "bool_", "float16", "float32", "float64", "float_", "int8", "int16",
          "int32", "int64", "int_", "uint8", "uint16", "uint32", "uint64")
__all__ = sorted({*_plain, *(name for _part in _parts for name in _part.__all__)})
__getattr__ = missing_names("mindspore.numpy")
