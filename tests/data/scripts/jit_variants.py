"""One function, plain and through every way of mindspore.jit that captures by ast."""
import time
import numpy as np
import mindspore
from mindspore import Tensor


def f(a: Tensor, b: Tensor, c: Tensor):
    return a * b + c


@mindspore.jit(capture_mode="ast", jit_level="O1")
def decorated(a, b, c):
    return a * b + c


f_input = [Tensor(np.random.randn(2, 3), mindspore.float32) for _ in range(3)]
out = f(*f_input)
print(f"{out=}")
out = mindspore.jit(f)(*f_input)
print(f"{out=}")

variants = {
    "function": f,
    "ast O0": mindspore.jit(f, capture_mode="ast", jit_level="O0"),
    "ast O1": mindspore.jit(f, capture_mode="ast", jit_level="O1"),
    "ast GE": mindspore.jit(f, capture_mode="ast", backend="GE"),
    "ast O0 fullgraph": mindspore.jit(f, capture_mode="ast", jit_level="O0", fullgraph=True),
    "decorated O1": decorated,
}
dataset = [[Tensor(np.random.randn(2, 3), mindspore.float32) for _ in range(3)] for _ in range(100)]
for name, variant in variants.items():
    start = time.time()
    out = variant(*dataset[0])
    prepare = time.time() - start
    for data in dataset:
        out = variant(*data)
        assert np.allclose(out.asnumpy(), f(*data).asnumpy(), rtol=1e-5, atol=1e-6), name
    print(f"{name}, out shape: {out.shape}, time to prepare: {prepare:.2f}s")
