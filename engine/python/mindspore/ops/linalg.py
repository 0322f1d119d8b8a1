# SPDX-License-Identifier: Apache-2.0
"""Linear algebra that is several operators: products of vectors and tensors, norms, inverses, factorisations."""
import math

import _jitscope
from mindspore.common.dtype import bfloat16, complex64, complex128, float16, float32, float64, int32
from mindspore.common.tensor import Tensor
from mindspore.ops.primitive import primitive_call as call
from mindspore.ops.products import matmul
from mindspore.ops.creation import arange, eye

__all__ = ["addbmm", "addmm", "addmv", "addr", "adjoint", "baddbmm", "batch_dot", "cholesky_inverse",
           "cholesky_solve", "cond", "matrix_solve", "dot", "eig", "eigvals", "einsum", "ger", "inner", "kron", "logdet", "lstsq",
           "matrix_band_part", "matrix_norm", "matrix_power", "mv", "norm", "outer", "pinv", "qr", "svd",
           "tensor_dot", "trace", "vander", "vecdot", "vector_norm"]

_broadcast_to = _jitscope.functions["broadcast_to"]

_FLOATING = (float16, bfloat16, float32, float64, complex64, complex128)  # no integers


def _check_rank(name, argument, tensor, rank):
    if not isinstance(tensor, _jitscope.Tensor):
        raise TypeError(f"For '{name}', the '{argument}' must be a Tensor, but got '{type(tensor).__name__}'.")
    if tensor.ndim != rank:
        raise ValueError(f"For '{name}', the dimension of '{argument}' must be {rank}, but got {tensor.ndim}.")


def _matmul(a, b):
    return matmul(a, b)


def _scaled(x, factor):
    return x if isinstance(factor, (int, float)) and factor == 1 else x * factor


# --- products of vectors ----------------------------------------------------------------------------------------------

def mv(mat, vec):
    """The product of a matrix (N, M) and a vector (M,): (N,)."""
    _check_rank("mv", "mat", mat, 2)
    _check_rank("mv", "vec", vec, 1)
    return _matmul(mat, vec)


def outer(input, vec2):
    """All products of elements of two vectors (N,) and (M,): (N, M)."""
    _check_rank("outer", "input", input, 1)
    _check_rank("outer", "vec2", vec2, 1)
    return call("Mul", call("Reshape", input, (-1, 1)), vec2)


def ger(input, vec2):
    """As outer."""
    return outer(input, vec2)


def inner(input, other):
    """The sums of products along the last axes of both: the other axes of input, then those of other."""
    if input.ndim == 0 or other.ndim == 0:
        return call("Mul", input, other)
    if input.shape[-1] != other.shape[-1]:
        raise ValueError(f"For 'inner', the last dimension of 'input' and 'other' must be the same, but got "
                         f"input.shape: {input.shape} and other.shape: {other.shape}.")
    return tensor_dot(input, other, ((input.ndim - 1,), (other.ndim - 1,)))


def dot(input, other):
    """The sums of products along the last axis of input and the last but one (of a vector: the only) axis of other."""
    if input.ndim == 0 or other.ndim == 0:
        return call("Mul", input, other)
    axis = other.ndim - 2 if other.ndim > 1 else 0
    return tensor_dot(input, other, ((input.ndim - 1,), (axis,)))


def vecdot(x, y, *, axis=-1):
    """The sums of products along axis, of complex numbers with x conjugated; the other axes broadcast."""
    x = call("Conj", x) if x.is_complex() else x
    return call("ReduceSum", call("Mul", x, y), axis)


def kron(input, other):
    """The Kronecker product: other times each element of input, laid out in blocks."""
    rank = max(input.ndim, other.ndim)
    a = (1,) * (rank - input.ndim) + input.shape
    b = (1,) * (rank - other.ndim) + other.shape
    left = call("Reshape", input, tuple(size for pair in zip(a, (1,) * rank) for size in pair))
    right = call("Reshape", other, tuple(size for pair in zip((1,) * rank, b) for size in pair))
    return call("Reshape", call("Mul", left, right), tuple(x * y for x, y in zip(a, b)))


def batch_dot(x1, x2, axes=None):
    """For each of the first axis of x1 (B, ...) and x2 (B, ...) the sums of products along one axis of both: `axes`, or
    the last of x1 and the last but one of x2 (the last, where x2 has two axes). Vectors of a batch count as columns."""
    if x1.ndim < 2 or x2.ndim < 2:
        raise ValueError(f"For 'batch_dot', both inputs must have at least 2 axes, but got {x1.ndim} and {x2.ndim}.")
    if axes is None:
        axes = (x1.ndim - 1, x2.ndim - 1 if x2.ndim == 2 else x2.ndim - 2)
    first, second = (axes, axes) if isinstance(axes, int) else axes
    first, second = first % x1.ndim, second % x2.ndim
    if 0 in (first, second):
        raise ValueError(f"For 'batch_dot', the axes {axes} must not be the batch axis.")
    left, right = list("abcdefgh"[:x1.ndim]), list("aijklmno"[:x2.ndim])
    left[first] = right[second] = "z"
    result = [label for label in left + right[1:] if label != "z"]
    product = einsum(f"{''.join(left)},{''.join(right)}->{''.join(result)}", x1, x2)
    return call("ExpandDims", product, -1) if product.ndim == 1 else product


# --- products and a sum -----------------------------------------------------------------------------------------------

def addmm(input, mat1, mat2, *, beta=1, alpha=1):
    """beta * input + alpha * (mat1 @ mat2); input broadcasts."""
    return call("Add", _scaled(input, beta), _scaled(_matmul(mat1, mat2), alpha))


def addmv(input, mat, vec, *, beta=1, alpha=1):
    """beta * input + alpha * (mat @ vec); input broadcasts."""
    return call("Add", _scaled(input, beta), _scaled(mv(mat, vec), alpha))


def addr(x, vec1, vec2, *, beta=1, alpha=1):
    """beta * x + alpha * outer(vec1, vec2); x broadcasts."""
    return call("Add", _scaled(x, beta), _scaled(outer(vec1, vec2), alpha))


def addbmm(input, batch1, batch2, *, beta=1, alpha=1):
    """beta * input + alpha * the sum over the batch (B, N, M) @ (B, M, P); input broadcasts to (N, P). Matrices count as
    their rows."""
    return call("Add", _scaled(input, beta), _scaled(call("ReduceSum", _matmul(batch1, batch2), 0), alpha))


def baddbmm(input, batch1, batch2, *, beta=1, alpha=1):
    """beta * input + alpha * (B, N, M) @ (B, M, P); input broadcasts to (B, N, P)."""
    return call("Add", _scaled(input, beta), _scaled(_matmul(batch1, batch2), alpha))


# --- products of tensors ----------------------------------------------------------------------------------------------

def _axis_lists(name, x1, x2, axes):
    if isinstance(axes, int):
        return list(range(x1.ndim - axes, x1.ndim)), list(range(axes))
    first, second = axes
    lists = [[axis] if isinstance(axis, int) else list(axis) for axis in (first, second)]
    if len(lists[0]) != len(lists[1]):
        raise ValueError(f"For '{name}', both lists of axes must have one length, but got {axes}.")
    for axes, rank in zip(lists, (x1.ndim, x2.ndim)):
        for axis in axes:
            if not -rank <= axis < rank:
                raise ValueError(f"For '{name}', the value in 'axes' must be in range: [{-rank}, {rank - 1}], but got {axis}.")
    return [axis % x1.ndim for axis in lists[0]], [axis % x2.ndim for axis in lists[1]]


def tensor_dot(x1, x2, axes):
    """The sums of products over axes: `axes` of the last axes of x1 and the first of x2, or (axes of x1, axes of
    x2)."""
    first, second = _axis_lists("tensor_dot", x1, x2, axes)
    for i, j in zip(first, second):
        if x1.shape[i] != x2.shape[j]:
            raise ValueError(f"For 'tensor_dot', the axes that are summed must have equal sizes, but got 'x1_shape': "
                             f"{x1.shape}, 'x2_shape': {x2.shape}, 'axes': {(tuple(first), tuple(second))}.")
    rows = [axis for axis in range(x1.ndim) if axis not in first]
    columns = [axis for axis in range(x2.ndim) if axis not in second]
    depth = math.prod(x1.shape[axis] for axis in first)
    left = call("Reshape", call("Transpose", x1, (*rows, *first)), (math.prod(x1.shape[i] for i in rows), depth))
    right = call("Reshape", call("Transpose", x2, (*second, *columns)),
                 (depth, math.prod(x2.shape[i] for i in columns)))
    shape = tuple(x1.shape[i] for i in rows) + tuple(x2.shape[i] for i in columns)
    return call("Reshape", call("MatMul", left, right, False, False), shape)


class _Labelled:
    """A tensor with a label for each axis."""

    def __init__(self, tensor, labels):
        self.tensor, self.labels = tensor, labels
        for label in set(labels):  # one label twice: the diagonal of both axes
            while self.labels.count(label) > 1:
                first = self.labels.index(label)
                second = self.labels.index(label, first + 1)
                self.tensor = call("Diagonal", self.tensor, 0, first, second)
                others = [other for place, other in enumerate(self.labels) if place not in (first, second)]
                self.labels = others + [label]

    def sizes(self, labels):
        return [self.tensor.shape[self.labels.index(label)] for label in labels]

    def summed(self, kept):
        """Without the axes whose label is not in kept."""
        axes = tuple(place for place, label in enumerate(self.labels) if label not in kept)
        if axes:
            self.tensor = call("ReduceSum", self.tensor, axes)
            self.labels = [label for label in self.labels if label in kept]
        return self

    def ordered(self, labels):
        order = tuple(self.labels.index(label) for label in labels)
        return self.tensor if order == tuple(range(len(order))) else call("Transpose", self.tensor, order)


def _multiplied(a, b, kept):
    """The product of two labelled tensors, summed over the labels that are not in kept: one batch of matrix
    products."""
    a.summed(set(b.labels) | kept)
    b.summed(set(a.labels) | kept)
    shared = [label for label in a.labels if label in b.labels]
    batch = [label for label in shared if label in kept]
    depth = [label for label in shared if label not in kept]
    rows = [label for label in a.labels if label not in shared]
    columns = [label for label in b.labels if label not in shared]
    sizes = {label: max(pair) for label, pair in zip(shared, zip(a.sizes(shared), b.sizes(shared)))}
    left = _stretched(a, shared, sizes).ordered(batch + rows + depth)
    right = _stretched(b, shared, sizes).ordered(batch + depth + columns)
    count = [math.prod(values) for values in ([sizes[label] for label in batch], a.sizes(rows),
                                              [sizes[label] for label in depth], b.sizes(columns))]
    product = call("BatchMatMul", call("Reshape", left, (count[0], count[1], count[2])),
                   call("Reshape", right, (count[0], count[2], count[3])), False, False)
    shape = tuple([sizes[label] for label in batch] + a.sizes(rows) + b.sizes(columns))
    return _Labelled(call("Reshape", product, shape), batch + rows + columns)


def _stretched(part, labels, sizes):
    """Axes of size 1 broadcast against those of the other operand."""
    shape = tuple(sizes.get(label, size) for label, size in zip(part.labels, part.tensor.shape))
    if shape != part.tensor.shape:
        part.tensor = call("BroadcastTo", part.tensor, shape)
    return part


def _operand_labels(text, rank):
    """The labels of an operand; those of "..." are numbers counted from the last axis."""
    if "..." not in text:
        if len(text) != rank:
            raise ValueError(f"For 'einsum', the operand of rank {rank} has {len(text)} labels in the equation: "
                             f"'{text}'.")
        return list(text)
    before, after = text.split("...")
    hidden = rank - len(before) - len(after)
    if hidden < 0:
        raise ValueError(f"For 'einsum', the operand of rank {rank} has too many labels in the equation: '{text}'.")
    return list(before) + [-place for place in range(hidden, 0, -1)] + list(after)


def einsum(equation, *operands):
    """The sums of products that an equation like "bij,bjk->bik" describes: each operand's axes have labels, labels that
    are not in the result are summed, "..." stands for axes that broadcast."""
    if not isinstance(equation, str):
        raise TypeError(f"For 'einsum', the 'equation' must be a str, but got {type(equation).__name__}.")
    if len(operands) == 1 and isinstance(operands[0], (tuple, list)):
        operands = tuple(operands[0])
    inputs, arrow, output = equation.replace(" ", "").partition("->")
    texts = inputs.split(",")
    if len(texts) != len(operands):
        raise ValueError(f"For 'einsum', the equation '{equation}' names {len(texts)} operands, but got "
                         f"{len(operands)}.")
    parts = [_Labelled(tensor, _operand_labels(text, tensor.ndim)) for text, tensor in zip(texts, operands)]
    every = [label for part in parts for label in part.labels]
    hidden = sorted({label for label in every if isinstance(label, int)})
    if arrow:
        before, dots, after = output.partition("...")
        result = list(before) + (hidden if dots else []) + list(after)
    else:
        letters = "".join(texts).replace(".", "")
        result = hidden + sorted(label for label in set(letters) if letters.count(label) == 1)
    unknown = [label for label in result if label not in every]
    if unknown or len(set(result)) != len(result):
        raise ValueError(f"For 'einsum', each label of the result must be once in it and in an operand, but got "
                         f"'{equation}'.")
    total = parts[0]
    for place, part in enumerate(parts[1:], 1):
        later = {label for rest in parts[place + 1:] for label in rest.labels}
        total = _multiplied(total, part, set(result) | later)
    return total.summed(set(result)).ordered(result)


# --- diagonals --------------------------------------------------------------------------------------------------------

def trace(input):
    """The sum of the diagonal of a matrix; same dtype."""
    _check_rank("trace", "input", input, 2)
    total = call("ReduceSum", call("Diagonal", input))
    return total if total.dtype == input.dtype else call("Cast", total, input.dtype)


def vander(x, N=None):
    """The matrix whose columns are falling powers of the vector x, N of them (as many as x has elements for None)."""
    _check_rank("vander", "x", x, 1)
    count = x.shape[0] if N is None else N
    return call("Pow", call("ExpandDims", x, -1), arange(count - 1, -1, -1))


# --- norms ------------------------------------------------------------------------------------------------------------

def _as_floating(A, dtype):
    if dtype is not None:
        return call("Cast", A, dtype)
    return A if A.dtype in _FLOATING else call("Cast", A, float32)


def vector_norm(x, ord=2, axis=None, keepdims=False, *, dtype=None):
    """(sum of |x|^ord)^(1/ord) over axis (all axes for None); ord may be 0, inf and -inf."""
    x = _as_floating(x, dtype)
    if abs(ord) != math.inf or x.ndim == 0:
        return call("LpNormV2", x, float(ord), axis, keepdims)
    axes = tuple(range(x.ndim)) if axis is None else (axis,) if isinstance(axis, int) else tuple(axis)
    extreme = _extreme(call("Abs", x), ord > 0, axes)
    return extreme if keepdims else call("Squeeze", extreme, axes)


def _extreme(x, is_largest, axes):
    """The extreme elements over axes, which stay; of equal ones the first has the gradient."""
    for axis in axes:
        x = call("ArgMaxWithValue" if is_largest else "ArgMinWithValue", x, axis, True)[0]
    return x


def _singular_values(A, axes):
    rest = [axis for axis in range(A.ndim) if axis not in axes]
    return call("Svd", call("Transpose", A, (*rest, *axes)), False, False)[0]


def _kept(value, shape, axes, keepdims):
    if not keepdims:
        return value
    return call("Reshape", value, tuple(1 if place in axes else size for place, size in enumerate(shape)))


def matrix_norm(A, ord="fro", axis=(-2, -1), keepdims=False, *, dtype=None):
    """The norm of the matrices in two axes: "fro" (root of the sum of squares), "nuc" (sum of the singular values), inf
    and -inf (largest and smallest sum of a row), 1 and -1 (of a column), 2 and -2 (largest and smallest singular
    value). Singular values of Float16 are Float32."""
    A = _as_floating(A, dtype)
    rows, columns = (place % A.ndim for place in axis)
    if rows == columns:
        raise ValueError(f"For 'matrix_norm', the two axes must differ, but got {axis}.")
    if ord == "fro":
        return call("LpNormV2", A, 2.0, (rows, columns), keepdims)
    if ord in ("nuc", 2, -2):
        wide = call("Cast", A, float32) if A.dtype in (float16, bfloat16) else A
        values = _singular_values(wide, (rows, columns))
        fold = {"nuc": "ReduceSum", 2: "ReduceMax", -2: "ReduceMin"}[ord]
        return _kept(call(fold, values, -1), A.shape, (rows, columns), keepdims)
    if ord not in (1, -1, math.inf, -math.inf):
        raise ValueError("For norm, the ord mode must be in [2, -2, 1, -1, float('inf'), -float('inf'), 'fro', 'nuc', "
                         f"None] for matrices, but got {ord}.")
    summed, chosen = (columns, rows) if abs(ord) == math.inf else (rows, columns)
    extreme = _extreme(call("ReduceSum", call("Abs", A), summed, True), ord > 0, (chosen,))
    return extreme if keepdims else call("Squeeze", extreme, (rows, columns))


def norm(A, ord=None, dim=None, keepdim=False, *, dtype=None):
    """The norm of a vector (one axis), of matrices (two axes) or of all elements (neither ord nor dim)."""
    if isinstance(dim, list):
        dim = tuple(dim)
    if ord is None or (ord == 2 and dim is None and A.ndim not in (1, 2)):
        return vector_norm(A, 2, dim, keepdim, dtype=dtype)
    if dim is None:
        if A.ndim not in (1, 2):
            raise ValueError(f"For 'norm', the dimension of 'A' must be 1 or 2 when 'ord' is given without 'dim', but "
                             f"got {A.ndim}.")
        dim = tuple(range(A.ndim))
    if isinstance(dim, tuple) and len(dim) == 2:
        return matrix_norm(A, ord, dim, keepdim, dtype=dtype)
    if isinstance(ord, str):
        raise ValueError(f"For 'norm', the order {ord!r} needs two axes, but got 'dim' {dim}.")
    return vector_norm(A, ord, dim, keepdim, dtype=dtype)


# --- inverses and factorisations --------------------------------------------------------------------------------------

def _turned(x):
    return call("Transpose", x, (*range(x.ndim - 2), x.ndim - 1, x.ndim - 2))


def adjoint(x):
    """The last two axes swapped, and complex numbers conjugated."""
    turned = _turned(x)
    return call("Conj", turned) if x.is_complex() else turned


_adjoint = adjoint  # where an argument has that name


def lstsq(input, A):
    """x with the smallest |input @ x - A|, of matrices (M, N) and right sides (M, K) or (M,): (N, K)."""
    right = call("ExpandDims", A, -1) if A.ndim == 1 else A
    return _matmul(pinv(input), right)


def logdet(input):
    """log(det(input)) of square matrices; NaN where the determinant is negative, and no complex number."""
    sign, logarithm = call("LogMatrixDeterminant", input)
    if input.is_complex():
        return logarithm + call("Log", sign)
    return call("Select", call("Less", sign, 0), math.nan, logarithm)


def matrix_power(input, n):
    """The n-th power of square matrices: the identity for 0, powers of the inverse for negative n."""
    if not isinstance(n, int) or isinstance(n, bool):
        raise TypeError(f"For 'matrix_power', the 'n' must be an int, but got {type(n).__name__}.")
    if n < 0:
        input, n = call("MatrixInverse", input), -n
    result = None
    while n:
        if n % 2:
            result = input if result is None else _matmul(result, input)
        n //= 2
        if n:
            input = _matmul(input, input)
    if result is not None:
        return result
    return _broadcast_to(eye(input.shape[-1], input.shape[-1], input.dtype), input.shape)


def pinv(x, *, atol=None, rtol=None, hermitian=False):
    """The pseudo-inverse of matrices; singular values up to max(atol, rtol * the largest) count as 0."""
    if rtol is None:
        precision = {"Float64": 2.220446049250313e-16}.get(str(x.dtype), 1.1920928955078125e-07)
        rtol = max(x.shape[-2:]) * precision if atol is None else 0.0
    if isinstance(rtol, (int, float)) and isinstance(atol, (int, float, type(None))):
        return call("Pinv", x, float(rtol), float(atol or 0))
    s, u, v = call("Svd", x, False, True)  # a limit for each matrix
    limit = call("Mul", call("ReduceMax", s, -1, True), rtol)
    if atol is not None:
        limit = call("Maximum", limit, atol)
    counts = call("Greater", s, limit)
    inverse = call("Select", counts, call("Reciprocal", call("Select", counts, s, 1.0)), 0.0)
    return _matmul(call("Mul", v, call("ExpandDims", inverse, -2)), _turned(u))


def cond(A, p=None):
    """The condition number of matrices for the norm p: the largest singular value over the smallest for None and 2, the
    reverse for -2, else the norm of A times that of its inverse."""
    if p in (None, 2, -2):
        s = _singular_values(_as_floating(A, None), (A.ndim - 2, A.ndim - 1))
        extremes = call("ReduceMax", s, -1), call("ReduceMin", s, -1)
        return call("Div", extremes[1], extremes[0]) if p == -2 else call("Div", *extremes)
    return call("Mul", matrix_norm(A, p), matrix_norm(call("MatrixInverse", A), p))


def svd(input, full_matrices=False, compute_uv=True):
    """(s, u, v) with input = u @ diag(s) @ v.T, s falling; only s without compute_uv."""
    parts = call("Svd", input, full_matrices, compute_uv)
    return tuple(parts) if compute_uv else parts[0]


def eig(A):
    """(w, v): the complex eigenvalues of square matrices, in no order, and their vectors, of length 1, as columns."""
    return call("Eig", A, True)


def eigvals(A):
    """The complex eigenvalues of square matrices, in no order."""
    return call("Eig", A, False)[0]


def qr(input, mode="reduced"):
    """(q, r) with input = q @ r; mode "complete" gives a square q."""
    if mode not in ("reduced", "complete"):
        raise ValueError(f"For 'qr', the argument 'mode' must be 'reduced' or 'complete', but got {mode!r}.")
    return call("Qr", input, mode == "complete")


def cholesky_inverse(input_x, upper=False):
    """The inverse of L @ L.T (of U.T @ U if upper) for triangles of matrices."""
    inverse = call("MatrixInverse", call("Triu" if upper else "Tril", input_x, 0))
    return _matmul(inverse, _turned(inverse)) if upper else _matmul(_turned(inverse), inverse)


def matrix_solve(matrix, rhs, adjoint=False):
    """x of matrix (..., M, M) @ x = rhs (..., M, K), with the matrix turned and conjugated where adjoint says so. TypeError for an adjoint
    that is no bool."""
    if not isinstance(adjoint, bool):
        raise TypeError(f"For 'MatrixSolve', the type of 'adjoint' must be bool, but got {type(adjoint).__name__}.")
    return call("MatrixSolve", _adjoint(matrix) if adjoint else matrix, rhs)


def cholesky_solve(input, input2, upper=False):
    """x of (L @ L.T) @ x = input for the triangles L of input2 (of U.T @ U if upper)."""
    lower = _turned(input2) if upper else input2
    return call("SolveTriangular", _turned(lower), call("SolveTriangular", lower, input, False), True)


def matrix_band_part(x, lower, upper):
    """x with 0 outside of `lower` diagonals below and `upper` above the main one; negative: all of them."""
    rows, columns = x.shape[-2:]
    lower, upper = (int(part.item()) if isinstance(part, Tensor) else part for part in (lower, upper))
    distance = call("Range", 0, columns, 1, int32) - call("Range", 0, rows, 1, int32).reshape((rows, 1))
    inside = call("LessEqual", -distance, rows if lower < 0 else lower)
    inside = call("LogicalAnd", inside, call("LessEqual", distance, columns if upper < 0 else upper))
    return call("Select", inside, x, call("ZerosLike", x))
