# SPDX-License-Identifier: Apache-2.0
"""Methods of Tensor with more than one signature, each against NumPy. Prints what differs, then "done"."""
import numpy as np
import mindspore as ms
from mindspore import Tensor, ops

A = np.array([[3, 1, 2], [0, 5, 4]], np.float32)
x = Tensor(A)


def check(call, expected):
    actual = eval(call)
    parts = actual if isinstance(actual, (tuple, list)) else (actual,)
    wanted = expected if isinstance(expected, tuple) else (expected,)
    for part, want in zip(parts, wanted):
        part = part.asnumpy() if isinstance(part, Tensor) else np.asarray(part)
        if part.shape != np.shape(want) or not np.allclose(part, want, rtol=1e-5):
            print(f"{call}: {part!r} instead of {want!r}")
    if len(parts) != len(wanted):
        print(f"{call}: {len(parts)} results instead of {len(wanted)}")


check("x.max()", A.max())
check("x.max(axis=1)", A.max(1))
check("x.max(axis=1, keepdims=True)", A.max(1, keepdims=True))
check("x.max(1)", (A.max(1), A.argmax(1)))
check("x.max(dim=0, keepdim=True)", (A.max(0, keepdims=True), A.argmax(0)[None]))
check("x.max(axis=0, return_indices=True)", (A.max(0), A.argmax(0)))
check("x.min((0, 1))", A.min())
check("x.argmax()", A.argmax())
check("x.argmin(axis=1, keepdims=True)", A.argmin(1)[:, None])
check("x.argmax(dim=0, keepdim=True)", A.argmax(0)[None])
check("x.sum()", A.sum())
check("x.sum(0)", A.sum(0))
check("x.sum(1, True)", A.sum(1, keepdims=True))
check("x.sum(axis=(0, 1), dtype=ms.int32)", 15)
check("x.sum(dim=1, keepdim=True, dtype=ms.float64)", A.sum(1, keepdims=True))
check("x.sum(initial=5)", 20)
check("x.mean(1)", A.mean(1))
check("x.mean(axis=0, keep_dims=True)", A.mean(0, keepdims=True))
check("x.mean(dim=0, dtype=ms.float64)", A.mean(0))
check("x.prod(1)", A.prod(1))
check("x.std()", A.std())
check("x.std(axis=0, ddof=1)", A.std(0, ddof=1))
check("x.std(dim=1)", A.std(1, ddof=1))
check("x.var(dim=1, correction=0, keepdim=True)", A.var(1, keepdims=True))
check("x.all(), x.any(axis=1), x.all(dim=1, keepdim=True)", (False, [True, True], [[True], [False]]))
check("x.cumsum(1)", A.cumsum(1))
check("x.cumsum()", A.cumsum())
check("x.ptp(axis=1)", np.ptp(A, 1))
check("x.sort()", (np.sort(A), np.argsort(A)))
check("x.sort(dim=0, descending=True)[0]", -np.sort(-A, 0))
check("x.argsort(axis=0)", np.argsort(A, 0))
check("x.topk(2)", ([[3, 2], [5, 4]], [[0, 2], [1, 2]]))
check("x.count_nonzero()", 5)
check("x.count_nonzero(axis=1)", [3, 2])
check("x.argmax_with_value(1)", (A.max(1), A.argmax(1)))
check("x.unique()", np.unique(A))
check("Tensor([2, 1, 2]).unique(return_inverse=True, return_counts=True)", ([1, 2], [1, 0, 1], [1, 2]))

check("x.reshape(3, 2)", A.reshape(3, 2))
check("x.reshape([-1])", A.reshape(-1))
check("x.view((3, -1))", A.reshape(3, 2))
check("x.reshape_as(x.T)", A.reshape(3, 2))
check("x.flatten()", A.reshape(-1))
check("x.flatten('F')", A.reshape(-1, order="F"))
check("x.expand_dims(0).flatten(0, 1)", A)
check("x.T", A.T)
check("x.t()", A.T)
check("x.mT", A.T)
check("x.transpose(1, 0)", A.T)
check("x.permute((1, 0))", A.T)
check("x.swapaxes(0, 1)", A.T)
check("x.squeeze()", A)
check("x.unsqueeze(0).squeeze(0)", A)
check("x.tile((2, 1))", np.tile(A, (2, 1)))
check("x.tile(2)", np.tile(A, 2))
check("x.repeat(2, 1)", np.tile(A, (2, 1)))
check("x.split(2, 1)", (A[:, :2], A[:, 2:]))
check("x.split([1, 2], axis=1)", (A[:, :1], A[:, 1:]))
check("x.split(split_size=1, dim=0)", (A[:1], A[1:]))
check("x.chunk(2, dim=1)", (A[:, :2], A[:, 2:]))
check("x.unbind(1)", (A[:, 0], A[:, 1], A[:, 2]))
check("x.resize((2, 2))", A.reshape(-1)[:4].reshape(2, 2))
check("x.resize(7)", np.append(A.reshape(-1), 0))
check("x.sum_to_size(1, 3)", A.sum(0, keepdims=True))
check("x.broadcast_to((2, 2, 3))", np.broadcast_to(A, (2, 2, 3)))
check("x.expand((2, -1, -1))", np.broadcast_to(A, (2, 2, 3)))

check("x.add(x, alpha=2)", 3 * A)
check("x.sub(1)", A - 1)
check("x.subtract(x, alpha=2)", -A)
check("x.div(2, rounding_mode='floor')", A // 2)
check("x.clamp(1, 4)", A.clip(1, 4))
check("x.clip(max=3)", A.clip(None, 3))
check("x.round()", A.round())
check("x.where(x > 2, Tensor(0.0))", np.where(A > 2, A, 0))
check("x.select(x > 2, Tensor(0.0))", np.where(A > 2, A, 0))
check("x.select(1, 2)", A[:, 2])
check("x.gather(1, Tensor([[0, 2], [1, 1]]))", np.take_along_axis(A, np.array([[0, 2], [1, 1]]), 1))
check("x.gather(Tensor([1, 0]), 0)", A[[1, 0]])
check("x.take(Tensor([0, 5]))", [3, 4])
check("x.take(Tensor([0, 2]), axis=1)", A[:, [0, 2]])
check("x.index_select(1, Tensor([2]))", A[:, [2]])
check("x.fill(7)", np.full((2, 3), 7))
check("x.isclose(x)", np.ones((2, 3), bool))
check("x.allclose(x)", True)
check("x.masked_fill(x > 2, 0.0)", np.where(A > 2, 0, A))
check("x.repeat_interleave(2, dim=1)", A.repeat(2, 1))
check("x.matmul(x.T)", A @ A.T)
check("x.norm()", np.linalg.norm(A))
check("x.softmax(0).sum(0)", np.ones(3))
check("x.int().dtype == ms.int32, x.half().dtype == ms.float16", (True, True))
check("x.to(ms.float64).dtype == ms.float64", True)
check("x.astype('int8').dtype == ms.int8, x.type_as(Tensor([1])).dtype == ms.int64", (True, True))
check("x.nonzero()", np.argwhere(A))
check("x.trace()", A.trace())
check("Tensor([1.0, 2.0]).diag()", np.diag([1, 2]))
check("Tensor([1.0, 2.0]).diag(1)", np.diag([1, 2], 1))


# A hook sees the gradient of a tensor inside the function, and may change it.
def hooked(value):
    y = value * 2
    y.register_hook(lambda gradient: gradient * 10)
    return (y * 3).sum()


check("ms.grad(hooked)(x)", np.full((2, 3), 60))

# What is not there says so by name and is not pretended to be.
try:
    x.kthvalue()
except AttributeError as error:
    if not str(error).startswith("mindspore.Tensor.kthvalue is part of MindSpore 2.7 and 2.10, but not of JitScope. "):
        print(error)
if hasattr(x, "kthvalue"):
    print("kthvalue is pretended to be there")
print("done")
