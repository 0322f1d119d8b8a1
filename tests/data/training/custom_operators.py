# Operators of the user's own: functions of arrays, functions of a library, hybrid kernels, and their descriptions.
import os
import tempfile

import numpy as np

import mindspore as ms
from mindspore import Tensor, ops
from mindspore.ops import CustomRegOp, DataType, TBERegOp, custom_info_register, kernel, op_info_register

x, y = Tensor(np.arange(6, dtype=np.float32).reshape(2, 3)), Tensor(np.ones((2, 3), np.float32))


def add(a, b):
    return a + b


def both(a, b):
    return a + b, a * b


def gradients(a, b, out, dout):
    return dout * 2, dout * 3


def told(what):
    try:
        print(what())
    except (TypeError, ValueError, RuntimeError) as problem:
        print(type(problem).__name__, str(problem).splitlines()[0].split(" at 0x")[0])


print(ops.Custom(add, lambda a, _: a, lambda a, _: a, "pyfunc")(x, y))
print(ops.Custom(both, ((2, 3), (2, 3)), (ms.float32, ms.float32))(x, y)[1])
print(ops.Custom(lambda a: 3.5, (), ms.float32)(x))
custom = ops.Custom(add, (2, 3), ms.float32, bprop=gradients)
print(ms.grad(lambda a, b: custom(a, b).sum(), (0, 1))(x, y))


@ms.jit
def graph(a, b):
    return custom(a, b) * 2


print(graph(x, y))
print(ms.grad(lambda a, b: graph(a, b).sum(), (0, 1))(x, y))
told(lambda: ms.grad(lambda a: ops.Custom(add, (2, 3), ms.float32)(a, y).sum())(x))
told(lambda: ops.Custom(3, (2, 3), ms.float32))
told(lambda: ops.Custom(3, (2, 3), ms.float32, "aot"))
told(lambda: ops.Custom("abc", (2, 3), ms.float32, "aot"))
told(lambda: ops.Custom("./abc.so:f", (2, 3), ms.float32, "aot")(x))
told(lambda: ops.Custom(np.sin, (2, 3), ms.float32, "foo"))

SOURCE = """
#include <cstdint>
extern "C" int add(int count, void **data, int *ndims, int64_t **shapes, const char **dtypes, void *, void *) {
    if (count != 3 || dtypes[2][0] != 'f') return 1;
    int64_t size = 1;
    for (int axis = 0; axis < ndims[2]; ++axis) size *= shapes[2][axis];
    float *a = (float *)data[0], *b = (float *)data[1], *sum = (float *)data[2];
    for (int64_t i = 0; i < size; ++i) sum[i] = a[i] * 10 + b[i];
    return 0;
}
extern "C" int broken(int, void **, int *, int64_t **, const char **, void *, void *) { return 5; }
"""
with tempfile.TemporaryDirectory() as folder:
    with open(os.path.join(folder, "add.cc"), "w") as file:
        file.write(SOURCE)
    os.system(f"g++ -shared -fPIC -o {folder}/add.so {folder}/add.cc")
    print(ops.Custom(f"{folder}/add.so:add", lambda a, b: a, lambda a, b: a, "aot")(x, y))


@kernel
def product(a, b):
    c = output_tensor((a.shape[0], b.shape[1]), a.dtype)  # noqa: F821
    with block_realize(c):  # noqa: F821
        for i in range(a.shape[0]):
            for j in range(b.shape[1]):
                c[i, j] = 0.0
                for k in range(a.shape[1]):
                    c[i, j] = c[i, j] + a[i, k] * b[k, j]
    return c


print(product(np.ones((2, 3), np.float32), np.ones((3, 2), np.float32)))
print(ops.Custom(product, (2, 2), ms.float32, "pyfunc")(x, y.T))
told(lambda: kernel(product, compile_attrs=3))
told(lambda: kernel(product, compile_attrs={3: 3}))
info = CustomRegOp().input(0, "x", "dynamic").output(0, "y").attr("a", "required", "int", "3").dtype_format(
    DataType.F16_Default, DataType.F32_5HD).target("CPU").get_op_info()
print(sorted(info.items()))
print(sorted(TBERegOp("Abs").fusion_type("ELEMWISE").kernel_name("abs").input(0, "x", None, "required").output(
    0, "y", True).dtype_format(DataType.F16_None, DataType.BF16_None).get_op_info().items()))
print(custom_info_register(info)(add).__name__, add.reg_info == (info,), op_info_register({"op_name": "Add", "imply_type":
      "AiCPU", "fusion_type": "OPAQUE", "inputs": [], "outputs": [], "attr": [], "dtype_format": []})(add)(1, 2))
told(lambda: CustomRegOp().input("0", "x"))
told(lambda: CustomRegOp().input(0, "x").dtype_format(DataType.F16_None, DataType.F16_None))
print(DataType.F32_FracZNLSTM, DataType.BOOL_Default_Tuple, DataType.None_None)
of_ascend = ops.Custom("aclnnAdd", lambda x, _: x, lambda x, _: x, "aot")  # which can be called there alone
print(of_ascend.name, type(of_ascend).__name__)
