# SPDX-License-Identifier: Apache-2.0
"""Cases of primitives against NumPy: sparse tensors and matrices, poolings with places and their gradients, gradients by
formula, sequences. Run with the name of one case; prints "ok"."""
import sys

import numpy as np

import mindspore as ms
from mindspore import Parameter, Tensor, ops
from mindspore.ops import operations as P
from mindspore.ops.operations import _grad_ops as G
from mindspore.ops.operations import _sequence_ops as S
from mindspore.ops.operations import nn_ops, sparse_ops

RANDOM = np.random.RandomState(3)


def same(found, expected):
    found = found if isinstance(found, (tuple, list)) else (found,)
    expected = expected if isinstance(expected, (tuple, list)) else (expected,)
    assert len(found) == len(expected)
    for part, wanted in zip(found, expected):
        np.testing.assert_allclose(part.asnumpy() if isinstance(part, Tensor) else part, wanted, 1e-5, 1e-6)


def refused(kind, function, *arguments, **named):
    try:
        function(*arguments, **named)
    except kind:
        return
    raise AssertionError(f"{function} took {arguments} {named}")


def sparse_of(dense):
    places = np.argwhere(dense)
    return Tensor(places), Tensor(dense[tuple(places.T)]), Tensor(np.array(dense.shape))


def dense_of(places, values, shape):
    found = np.zeros(tuple(shape), values.asnumpy().dtype)
    found[tuple(places.asnumpy().T)] = values.asnumpy()
    return found


def sparse(*shape):
    dense = RANDOM.randint(-4, 5, shape).astype(np.float32)
    dense[RANDOM.rand(*shape) < 0.5] = 0
    return dense


def case_sparse_tensors():
    a, b, x = sparse(4, 5), sparse(4, 5), RANDOM.rand(5, 3).astype(np.float32)
    first, second = sparse_of(a), sparse_of(b)
    places, sums, shape = sparse_ops.SparseAdd()(*first, *second, Tensor(0.5))
    same(dense_of(places, sums, shape.tolist()), a + b)
    assert (sums.asnumpy() != 0).all()
    same(dense_of(*sparse_ops.SparseSparseMaximum()(*first, *second), a.shape), np.maximum(a, b))
    same(dense_of(*sparse_ops.SparseSparseMinimum()(*first, *second), a.shape), np.minimum(a, b))
    same(sparse_ops.SparseAddmm()(*first, Tensor(x), Tensor(x[:4]), Tensor([2.0]), Tensor([3.0])), 2 * a @ x + 3 * x[:4])
    same(sparse_ops.SparseDenseCwiseMul()(*first, Tensor(b[0])), (a * b[0])[a != 0])
    order = RANDOM.permutation(len(first[1].asnumpy()))
    shuffled = Tensor(first[0].asnumpy()[order]), Tensor(first[1].asnumpy()[order])
    same(sparse_ops.SparseReorder()(*shuffled, first[2]), [first[0].asnumpy(), first[1].asnumpy()])
    places, shape = sparse_ops.SparseReshape()(first[0], first[2], Tensor([2, -1]))
    same(dense_of(places, first[1], shape.tolist()), a.reshape(2, 10))
    refused(ValueError, sparse_ops.SparseReshape(), first[0], first[2], Tensor([3, 3]))


def case_sparse_segments():
    x, indices, ids = RANDOM.rand(4, 2).astype(np.float32), np.array([0, 2, 3, 1]), np.array([0, 0, 2, 2])
    sums = np.stack([x[0] + x[2], x[0] * 0, x[3] + x[1]])
    given = Tensor(x), Tensor(indices, ms.int32), Tensor(ids, ms.int32)
    same(sparse_ops.SparseSegmentSum()(*given), sums)
    same(sparse_ops.SparseSegmentMeanWithNumSegments()(*given, Tensor(4, ms.int32)), np.concatenate([sums / 2, x[:1] * 0]))
    same(sparse_ops.SparseSegmentSqrtN()(*given), sums / np.sqrt(2))
    found = ms.grad(lambda value: sparse_ops.SparseSegmentSqrtN()(value, *given[1:]))(given[0])
    same(found, np.full_like(x, 1 / np.sqrt(2)))
    same(G.SparseSegmentSqrtNGrad()(Tensor(np.ones_like(sums)), *given[1:], Tensor(4, ms.int32)), found.asnumpy())
    refused(ValueError, sparse_ops.SparseSegmentSum(), given[0], given[1], Tensor([1, 0, 0, 0], ms.int32))


def case_sparse_matrices():
    for dense in (sparse(4, 5), sparse(2, 3, 4)):
        places = Tensor(np.argwhere(dense).astype(np.int32))
        matrix = sparse_ops.DenseToCSRSparseMatrix()(Tensor(dense), places)
        same(sparse_ops.CSRSparseMatrixToDense()(*matrix), dense)
        same(sparse_ops.CSRSparseMatrixToSparseTensor()(*matrix)[0], places.asnumpy())
        turned = sparse_ops.SparseMatrixTranspose()(*matrix)
        same(sparse_ops.CSRSparseMatrixToDense()(*turned), dense.swapaxes(-1, -2))
        x = RANDOM.rand(*dense.shape[:-2], dense.shape[-1], 2).astype(np.float32)
        same(sparse_ops.SparseMatrixMatMul()(*matrix, Tensor(x)), dense @ x)
        same(sparse_ops.SparseMatrixNNZ()(*matrix), (dense.reshape(-1, *dense.shape[-2:]) != 0).sum((1, 2)))
        powers = np.where(dense != 0, np.exp(dense), 0)
        soft = sparse_ops.SparseMatrixSoftmax(ms.float32)(*matrix)
        same(sparse_ops.CSRSparseMatrixToDense()(*soft), powers / np.maximum(powers.sum(-1, keepdims=True), 1e-9))


def case_poolings_with_places():
    x = RANDOM.permutation(72).reshape(1, 2, 6, 6).astype(np.float32)
    values, places = P.MaxPoolWithArgmax(2, 2)(Tensor(x))
    blocks = x.reshape(1, 2, 3, 2, 3, 2).max((3, 5))
    same(values, blocks)
    same(x.reshape(-1)[places.asnumpy()], blocks)
    gradient = RANDOM.rand(*blocks.shape).astype(np.float32)
    back = np.zeros(x.size, np.float32)
    back[places.asnumpy().reshape(-1)] = gradient.reshape(-1)
    same(G.MaxPoolGradWithArgmax(2, 2)(Tensor(x), Tensor(gradient), places), back.reshape(x.shape))
    same(G.MaxPoolGradGradWithArgmax(2, 2)(Tensor(x), Tensor(back.reshape(x.shape)), places), gradient)
    same(G.MaxPoolGrad(2, 2)(Tensor(x), values, Tensor(gradient)), back.reshape(x.shape))


def case_regions_by_position():
    x = RANDOM.rand(1, 8, 9, 9).astype(np.float32)
    rois = Tensor(np.array([0, 4, 8, 20, 28], np.float32).reshape(1, 5, 1))
    found = nn_ops.PSROIPooling(0.25, 2, 2)(Tensor(x), rois).asnumpy()
    assert found.shape == (1, 2, 2, 2)
    same(found[0, 1, 1, 0], x[0, 6, 4:7, 1:3].mean())
    refused(RuntimeError, nn_ops.PSROIPooling(0.25, 2, 3), Tensor(x), rois)
    refused(TypeError, nn_ops.PSROIPooling, 0.25, 2.5, 2)
    refused(ValueError, nn_ops.PSROIPooling, 0.25, 2, -1)


def case_gradients_by_formula():
    x, y = Tensor([np.nan, 1.0, 2.0, 2.0]), Tensor([1.0, 3.0, 1.0, 2.0])
    same(G.MaximumGrad()(x, y, Tensor([2.0, 2.0, 2.0, 2.0])), [np.array([1, 0, 2, 1]), np.array([1, 2, 0, 1])])
    same(G.MinimumGrad()(x, Tensor(2.0), Tensor([2.0, 2.0, 2.0, 2.0])), [np.array([1, 2, 1, 1]), np.array(3)])
    a, b = RANDOM.rand(2, 3).astype(np.float32), RANDOM.rand(4, 3).astype(np.float32)
    grad = RANDOM.rand(2, 4).astype(np.float32)
    for p in (1.0, 2.0, 3.0):
        distances, back = ops.vjp(lambda value, p=p: ops.cdist(value, Tensor(b), p), Tensor(a))
        same(G.CdistGrad(p)(Tensor(grad), Tensor(a), Tensor(b), distances), back(Tensor(grad))[0].asnumpy())
    same(G.BiasAddGrad(data_format="NHWC")(Tensor(a.reshape(1, 2, 1, 3))), a.sum(0))
    images = Tensor(np.ones((1, 1, 4, 4), np.float32))
    same(G.ResizeNearestNeighborGrad()(images, (2, 2)), np.full((1, 1, 2, 2), 4.0))


def case_numbers():
    same(ops.inv(Tensor([1, -1, 5, 0], ms.int32)), np.array([1, -1, 0, -2 ** 31]))
    same(ops.Median(True, ignore_nan=True)(Tensor([3.0, np.nan, 1.0]))[0], 1.0)
    refused(RuntimeError, ops.approximate_equal, Tensor([1.0]), Tensor([1.0, 2.0]))
    refused(TypeError, ops.approximate_equal, Tensor([1.0]), Tensor([1.0]), 1)
    refused(TypeError, ops.random_poisson, (2,), Tensor([1.0]))
    refused(ValueError, ops.random_poisson, Tensor([[2]]), Tensor([1.0]))
    dropped = ops.dropout2d(Tensor(np.full((40, 5, 2, 2), 3), ms.int8), 0.5)
    assert dropped.dtype == ms.int8 and set(dropped.asnumpy().reshape(-1).tolist()) == {0, 6}
    matrix = np.array([[2.0, 1.0], [0.0, 4.0]], np.float32)
    same(ops.matrix_solve(Tensor(matrix), Tensor([[2.0], [4.0]]), True), np.linalg.solve(matrix.T, [[2], [4]]))
    same(P.Reshape()(Tensor([1.0, 2.0]), Tensor([2, 1])), np.array([[1], [2]]))
    weight = Parameter(Tensor(np.zeros((3, 2), np.float32)), name="w")
    P.UpdateCache()(weight, Tensor([[-1, 2, 7]], ms.int32), Tensor(np.ones((3, 2), np.float32)), 3)
    same(weight, np.array([[0, 0], [0, 0], [1, 1]]))


def case_sequences():
    assert S.SequenceAddOffset()((1, 2), (3,)) == (0, 2)
    assert S.tuple_lt()((1, 2), (1, 3)) and not S.list_equal()([1], [2])
    from mindspore.ops.composite.multitype_ops.zeros_like_impl import zeros_like
    found = zeros_like((3, [2.5, Tensor([1, 2])]))
    assert found[0] == 0 and found[1][0] == 0.0
    same(found[1][1], np.array([0, 0]))


def case_layers_of_examples():
    """What set_inputs says of a layer is not said of the single examples of a mapped call."""
    class Doubled(ms.nn.Cell):
        def construct(self, x):
            return x * 2

    layer = Doubled()
    layer.set_inputs(Tensor(shape=(None,), dtype=ms.float32))
    ms.set_context(mode=ms.GRAPH_MODE)
    same(ops.vmap(layer)(Tensor([1.0, 2.0])), np.array([2, 4]))
    refused(ValueError, layer, Tensor(1.0))


class Shift(P.Primitive):
    """A class of the user's own with the name of a kernel."""

    @ms.ops.prim_attr_register
    def __init__(self, periods=1, axis=-1):
        pass


class Rolling(P.Primitive):
    @ms.ops.prim_attr_register
    def __init__(self, window, min_periods, center, axis, closed, method):
        pass


def case_kernels_by_name():
    same(Shift(-2)(Tensor([1.0, 2.0, 3.0]), 7.0), np.array([3, 7, 7]))
    same(Shift(1, 0)(Tensor([[1, 2], [3, 4]]), 0), np.array([[0, 0], [1, 2]]))
    x = Tensor([1.0, 4.0, 2.0, 8.0])
    nan = np.nan
    for method, expected in (("sum", [nan, 5, 7, 14]), ("max", [nan, 4, 4, 8]), ("mean", [nan, 2.5, 7 / 3, 14 / 3]),
                             ("var", [nan, 4.5, 7 / 3, 28 / 3])):
        same(Rolling(3, 2, False, 0, "right", method)(x), np.array(expected))
    same(Rolling(3, 3, True, 0, "right", "min")(Tensor([3, 1, 2, 5])), np.array([0, 1, 1, 0]))
    refused(ValueError, Rolling(3, 3, True, 0, "right", "median"), x)


globals()["case_" + sys.argv[1]]()
print("ok")
