# SPDX-License-Identifier: Apache-2.0
"""Tensors as str() and repr() show them: every dtype over shapes, special numbers, long and empty ones, containers."""
import numpy as np
import mindspore as ms
from mindspore import Parameter, Tensor

DTYPES = ["bool_", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "float32",
          "float64"]
SHAPES = [(), (1,), (3,), (0,), (2, 0), (2, 3), (3, 1, 2), (7, 7), (25,)]
SPECIAL = [[np.nan, 1, -1], [np.inf, -np.inf, 0], [1e-7, 1, 1e4], [0.1, 0.25, 1 / 3], [-0.0, 0.0], [1234.5, 0.001],
           [1e-5]]


def elements(shape, dtype):
    count = int(np.prod(shape))
    if dtype == "bool_":
        return (np.arange(count) % 3 == 0).reshape(shape)
    values = np.arange(count) * 7919 % 101 - (0 if dtype.startswith("u") else 50)
    return values.astype(dtype).reshape(shape)


def show(what, value):
    print(f"--- {what}\n{value!s}\n{value!r}")


for dtype in DTYPES:
    for shape in SHAPES:
        show(f"{dtype} {shape}", Tensor(elements(shape, dtype)))
for dtype in ("float16", "float32", "float64"):
    for values in SPECIAL:
        show(f"{dtype} {values}", Tensor(np.array(values, dtype)))
        show(f"{dtype} {values[0]}", Tensor(np.array(values[0], dtype)))
for values in SPECIAL:
    show(f"bfloat16 {values}", Tensor(values, ms.bfloat16))
show("long", Tensor(np.arange(1001, dtype=np.float32)))
show("wide", Tensor(np.linspace(0, 1, 900).reshape(30, 30).astype(np.float32)))
show("deep", Tensor(np.linspace(-1, 1, 8000).reshape(20, 20, 20).astype(np.float32)))
show("limits", Tensor(np.array([2**63 - 1, -2**63])))
show("transposed", Tensor(elements((2, 3), "float32")).T)
parameter = Parameter(Tensor([1.0]), name="w")
show("parameter", parameter)
show("containers", (Tensor(1), [Tensor([1.5])], {"a": parameter}))
