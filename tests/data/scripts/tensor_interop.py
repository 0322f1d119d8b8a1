# SPDX-License-Identifier: Apache-2.0
"""Tensors and the rest of Python: numbers, text, memory shared with other libraries, copies. Prints what differs, then
"done"."""
import copy
import pickle

import numpy as np
import mindspore as ms
from mindspore import Parameter, Tensor, ops

ARRAY = np.arange(6, dtype=np.float32).reshape(2, 3)
x = Tensor(ARRAY)


def check(what, actual, expected):
    if isinstance(actual, Tensor):
        actual = actual.asnumpy()
    if isinstance(expected, np.ndarray):
        good = np.array_equal(actual, expected)
    else:
        good = actual == expected and type(actual) is type(expected)
    if not good:
        print(f"{what}: {actual!r} instead of {expected!r}")


# Every dtype of NumPy, in and out.
for name in ("bool_", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "float32",
             "float64"):
    array = np.array([[0, 1], [1, 0]], getattr(np, name))
    tensor = Tensor(array)
    check(f"{name}: dtype", tensor.dtype, getattr(ms, name))
    check(f"{name}: elements", tensor, array)
    check(f"{name}: array dtype", tensor.asnumpy().dtype, array.dtype)
    check(f"{name}: scalar", Tensor(array[0, 1]).dtype, getattr(ms, name))
    check(f"{name}: buffer", np.asarray(memoryview(tensor)), array)
    check(f"{name}: pickled", pickle.loads(pickle.dumps(tensor)), array)
    if name != "bool_":
        check(f"{name}: DLPack", np.from_dlpack(tensor), array)
        check(f"{name}: from DLPack", Tensor.from_dlpack(array), array)
half = Tensor([1.5, -2.25], ms.bfloat16)
check("bfloat16 list", half.tolist(), [1.5, -2.25])
check("bfloat16 pickled", pickle.loads(pickle.dumps(half)).tolist(), [1.5, -2.25])
check("bfloat16 DLPack", ms.utils.from_dlpack(half.to_dlpack()).tolist(), [1.5, -2.25])

# Python's own numbers.
check("int", Tensor(3).dtype, ms.int64)
check("float", Tensor(3.0).dtype, ms.float32)
check("bool", Tensor(True).dtype, ms.bool_)
check("large int", Tensor(2**63).item(), 2**63)
check("list of ints", Tensor([1, 2]).dtype, ms.int64)
check("list of floats", Tensor([1, 2.5]).dtype, ms.float32)
check("list of arrays", Tensor([np.ones(2)]).dtype, ms.float32)
check("converted", Tensor(x, ms.int32).dtype, ms.int32)
check("zeros by shape", Tensor(shape=(2, 2), dtype=ms.int32), np.zeros((2, 2), np.int32))
check("initialized", Tensor(shape=(2,), dtype=ms.float32, init="ones"), np.ones(2, np.float32))
check("wraps around", Tensor([300, -1], ms.uint8).tolist(), [44, 255])

# Conversions of one element.
check("int()", int(Tensor([3.7])), 3)
check("float()", float(Tensor(3)), 3.0)
check("bool()", bool(Tensor([[0.0]])), False)
check("index", [10, 20, 30][Tensor([1])], 20)
check("range", list(range(Tensor(2))), [0, 1])
check("round()", round(Tensor(2.5)).item(), 2.0)
check("item", x.item(4), 4.0)
check("item of two indices", x.item((1, -1)), 5.0)
check("item of bool", Tensor([True]).item(), True)
check("format", f"{Tensor(3.14159):.3f}|{Tensor([7]):>4}", "3.142|   7")
check("format without a specification", f"{x}", str(x))
check("percent", "%.2f %d" % (Tensor(1.5), Tensor(3)), "1.50 3")

# Containers.
check("len", len(x), 2)
check("iteration", [row.tolist() for row in x], [[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]])
check("in", (3 in x, 9 in x, None in x, "a" in x), (True, False, False, False))
check("hash", hash(x) == id(x), True)
check("compared with None", (x == None, x != None, x == "a", x != "a"), (False, True, False, True))  # noqa: E711
check("a list as an operand", x + [1, 2, 3], ARRAY + np.array([1, 2, 3], np.float32))
check("a list on the left", [1, 2, 3] - x, np.array([1, 2, 3], np.float32) - ARRAY)
for operator in "*", "/", "%", "&", "@":  # as in MindSpore 2.10
    for text in f"x {operator} (1, 2, 3)", f"[1, 2, 3] {operator} x":
        try:
            print(text, "gave", eval(text))
        except TypeError:
            pass
check("an attribute", setattr(x, "mark", 5) or x.mark, 5)

# Facts.
check("counts", (x.size, x.numel(), x.nelement(), x.nbytes, x.itemsize), (6, 6, 6, 24, 4))
check("axes", (x.ndim, x.dim(), x.ndimension()), (2, 2, 2))
check("strides", (x.strides, x.stride(), x.stride(1), x.T.strides), ((12, 4), [3, 1], 1, (4, 12)))
check("offset", x[1].storage_offset(), 3)
check("contiguous", (x.is_contiguous(), x.T.is_contiguous(), x.T.contiguous().is_contiguous()), (True, False, True))
check("address", x.data_ptr() == x.asnumpy().ctypes.data, True)
check("kinds", (x.is_floating_point(), x.is_complex(), x.is_signed(), x.byte().is_signed()), (True, False, True, False))
check("bytes", x.get_bytes(), ARRAY.tobytes())
check("placed", (x.device, x.to("CPU") is x, x.cpu() is x, x.move_to("CPU") is x), ("CPU", True, True, True))
check("type", (x.type(), x.type(ms.int32).dtype), ("Float32", ms.int32))
check("class", str(type(x)), "<class 'mindspore.common.tensor.Tensor'>")
check("seen as ints", x.view(ms.int32), ARRAY.view(np.int32))
check("seen as bytes", x.view(ms.uint8), ARRAY.view(np.uint8))
check("zeros like it", x.new_zeros((2,)).tolist(), [0.0, 0.0])
check("ones like it", x.new_ones(1, ms.int32).tolist(), [1])
check("filled like it", x.new_full((1,), 7).tolist(), [7.0])

# Shared memory.
view = memoryview(x)
check("memoryview", (view.shape, view.strides, view.format, view.readonly), ((2, 3), (12, 4), "f", False))
check("memoryview of a view", memoryview(x.T).tolist(), ARRAY.T.tolist())
owned = np.array([1.0, 2.0, 3.0])
shared = Tensor.from_numpy(owned)
owned[0] = 9
check("from_numpy shares", shared.tolist(), [9.0, 2.0, 3.0])
check("negative strides", Tensor.from_dlpack(owned[::-1]).tolist(), [3.0, 2.0, 9.0])
check("np functions", np.add(x, 1), ARRAY + 1)
check("array of another dtype", np.asarray(x, np.int64), ARRAY.astype(np.int64))
taken = ms.utils.from_dlpack(x.to_dlpack())
check("DLPack shares", taken.data_ptr() == x.data_ptr(), True)

# Copies.
for make in (copy.copy, copy.deepcopy, lambda t: t.copy(), lambda t: t.clone()):
    other = make(x)
    other[0] = 9
    check("a copy has elements of its own", x, ARRAY)
p = Parameter(x, name="w", requires_grad=False)
for other in (copy.copy(p), copy.deepcopy(p), pickle.loads(pickle.dumps(p))):
    check("copies of parameters", (type(other), other.name, other.requires_grad), (Parameter, "w", False))
    check("their elements", other, ARRAY)
check("representation", repr((p, [p])), "(Parameter (name=w, shape=(2, 3), dtype=Float32, requires_grad=False), "
      "[Parameter (name=w, shape=(2, 3), dtype=Float32, requires_grad=False)])")
print("done")
