// SPDX-License-Identifier: Apache-2.0
// Functions of mindspore.ops that are several operators (reductions, linear algebra, losses): each against NumPy,
// eagerly and as a graph; and what they refuse.
#include "tests/support/pythonscripts.h"
#include "tests/support/testprogram.h"

namespace jitscope::tst_compositions {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

struct Row {
    const char *name;
    const char *call;     ///< of tensors x (2, 3), y (3, 4), z (2, 3), s (3, 3), b (2, 3, 4), v (3,), k (2,), n (2, 3)
    const char *expected; ///< the same in NumPy, of arrays in capitals
};

constexpr Row rows[] = {
    // Reductions.
    {"sum in a dtype", "ops.sum(x, 1, dtype=ms.float64)", "X.sum(1)"},
    {"product without axis", "ops.prod(x)", "X.prod()"},
    {"count of what is not zero", "ops.count_nonzero(n, 0)", "np.count_nonzero(np.isnan(N) | (N != 0), 0)"},
    {"sum without NaN", "ops.nansum(n, 1)", "np.nansum(N, 1)"},
    {"mean without NaN", "ops.nanmean(n, 1, True)", "np.nanmean(N, 1, keepdims=True)"},
    {"largest from a start", "ops.amax(x, 0, initial=0.5)", "np.amax(X, 0, initial=0.5)"},
    {"smallest where", "ops.amin(x, 1, initial=2.0, where=x > 0)", "np.amin(X, 1, initial=2.0, where=X > 0)"},
    {"largest with places", "ops.max(b, 1)", "B.max(1), B.argmax(1)"},
    {"smallest with places", "ops.min(b, -1, True)", "B.min(-1, keepdims=True), B.argmin(-1)[..., None]"},
    {"both extremes", "ops.aminmax(b, axis=2)", "B.min(2), B.max(2)"},
    {"median", "ops.median(b, 1)[0]", "np.median(B, 1)"},
    {"quantile", "ops.quantile(b, 0.3, 2)", "np.quantile(B, 0.3, 2)"},
    {"quantiles of all", "ops.quantile(b, Tensor([0.1, 0.5, 0.9]))", "np.quantile(B, [0.1, 0.5, 0.9])"},
    {"quantile without NaN", "ops.nanquantile(n, 0.5, 1, True)", "np.nanquantile(N, 0.5, 1, keepdims=True)"},
    {"variance of a sample", "ops.var(x, 0, 1)", "X.var(0, ddof=1)"},
    {"deviation and mean", "ops.std_mean(b, (0, 2))", "B.std((0, 2)), B.mean((0, 2))"},
    {"covariance", "ops.cov(s)", "np.cov(S)"},
    {"weighted covariance", "ops.cov(s, aweights=ops.abs(v))", "np.cov(S, aweights=np.abs(V))"},
    {"distance", "ops.dist(x, z, 3)", "(np.abs(X - Z) ** 3).sum() ** (1 / 3)"},
    {"distances of rows", "ops.cdist(x, s)", "np.linalg.norm(X[:, None] - S[None], axis=-1)"},
    {"distances of pairs", "ops.pdist(s)", "np.linalg.norm(S[[0, 0, 1]] - S[[1, 2, 2]], axis=-1)"},
    {"cosine", "ops.cosine_similarity(x, z)", "(X * Z).sum(1) / np.linalg.norm(X, axis=1) / np.linalg.norm(Z, axis=1)"},
    // Elements.
    {"bounds", "ops.clamp(x, -0.5, 0.5)", "np.clip(X, -0.5, 0.5)"},
    {"bounds that are tensors", "ops.clamp(x, z, z + 0.5)", "np.clip(X, Z, Z + 0.5)"},
    {"rounded to places", "ops.round(x * 10, decimals=1)", "np.round(X * 10, 1)"},
    {"quotient towards zero", "ops.div(x * 9, z, rounding_mode='trunc')", "np.trunc(X * 9 / Z)"},
    {"fraction", "ops.frac(x * 9)", "X * 9 - np.trunc(X * 9)"},
    {"float power", "ops.float_power(ops.abs(x), 2.5)", "np.abs(X) ** 2.5"},
    {"degrees", "ops.rad2deg(ops.deg2rad(x))", "X"},
    {"sign bit", "ops.signbit(ops.cat((x, x * 0 * -1)))", "np.signbit(np.concatenate((X, X * 0 * -1)))"},
    {"numbers win over NaN", "ops.fmax(n, ops.flip(n, (1,)))", "np.fmax(N, N[:, ::-1])"},
    {"logit", "ops.logit(ops.sigmoid(x))", "X"},
    {"derivative of digamma", "ops.polygamma(1, ops.exp(z * 0))", "np.full((2, 3), np.pi ** 2 / 6)"},
    {"gamma of matrices", "ops.mvlgamma(ops.exp(z * 0) * 3, 2)",
     "np.full((2, 3), math.lgamma(3) + math.lgamma(2.5) + math.log(math.pi) / 2)"},
    {"sum of tensors", "ops.addn((x, z, x))", "2 * X + Z"},
    {"differences", "ops.diff(b, 2, 2)", "np.diff(B, 2, 2)"},
    {"trapezia", "ops.trapz(b, dx=0.5, dim=1)", "np.trapz(B, dx=0.5, axis=1)"},
    {"trapezia at places", "ops.trapz(b, ops.cumsum(ops.abs(v), 0), dim=1)",
     "np.trapz(B, np.cumsum(np.abs(V)), axis=1)"},
    {"norm of all bounded", "ops.clip_by_global_norm((x, y), 0.5)[1]",
     "Y * 0.5 / math.sqrt((X ** 2).sum() + (Y ** 2).sum())"},
    {"norms of parts bounded", "ops.renorm(x, 2, 0, 0.1)",
     "X * np.minimum(1, 0.1 / np.linalg.norm(X, axis=1, keepdims=True))"},
    // Linear algebra.
    {"inner product", "ops.inner(x, z)", "np.inner(X, Z)"},
    {"outer product", "ops.outer(k, v)", "np.outer(K, V)"},
    {"dot product", "ops.dot(x, y)", "np.dot(X, Y)"},
    {"matrix and vector", "ops.mv(x, v)", "X @ V"},
    {"Kronecker product", "ops.kron(x, k)", "np.kron(X, K)"},
    {"tensor product", "ops.tensor_dot(b, x, ((0, 1), (0, 1)))", "np.tensordot(B, X, ((0, 1), (0, 1)))"},
    {"sum and product", "ops.addmm(y[:2], x, y, beta=0.5, alpha=2)", "0.5 * Y[:2] + 2 * X @ Y"},
    {"sum and vector product", "ops.addmv(k, x, v)", "K + X @ V"},
    {"sum and batch", "ops.baddbmm(b[:, :2], b[:, :2, :3], b, alpha=2)", "B[:, :2] + 2 * B[:, :2, :3] @ B"},
    {"sum of a batch", "ops.addbmm(b[0, :2], b[:, :2, :3], b)", "B[0, :2] + (B[:, :2, :3] @ B).sum(0)"},
    {"batches of dots", "ops.batch_dot(b, b, (2, 2))", "np.einsum('aij,akj->aik', B, B)"},
    {"einsum of matrices", "ops.einsum('ij,jk->ik', x, y)", "X @ Y"},
    {"einsum of a batch", "ops.einsum('bij,kj,bk->bi', b, ops.swapaxes(y, 0, 1)[:, :1] * ops.ones((4, 4)), b[:, 0])",
     "np.einsum('bij,kj,bk->bi', B, Y.T[:, :1] * np.ones((4, 4)), B[:, 0])"},
    {"einsum of a diagonal", "ops.einsum('ii->i', s)", "np.diag(S)"},
    {"einsum of a trace", "ops.einsum('ii', s)", "np.trace(S)"},
    {"einsum with dots", "ops.einsum('...ij,...kj->...ik', b, b[:1])", "B @ B[:1].swapaxes(1, 2)"},
    {"einsum that turns", "ops.einsum('abc->cab', b)", "np.einsum('abc->cab', B)"},
    {"einsum of an outer product", "ops.einsum('i,j', k, v)", "np.outer(K, V)"},
    {"trace", "ops.trace(s)", "np.trace(S)"},
    {"falling powers", "ops.vander(v, 4)", "np.vander(V, 4)"},
    {"Frobenius norm", "ops.norm(x)", "np.linalg.norm(X)"},
    {"nuclear norm", "ops.norm(x, 'nuc')", "np.linalg.norm(X, 'nuc')"},
    {"spectral norm", "ops.norm(b, 2, (1, 2), True)", "np.linalg.norm(B, 2, (1, 2), True)"},
    {"norm of columns", "ops.matrix_norm(b, 1, (0, 2))", "np.linalg.norm(B, 1, (0, 2))"},
    {"norm of rows", "ops.norm(x, -math.inf)", "np.linalg.norm(X, -np.inf)"},
    {"norm of vectors", "ops.norm(b, 3, 1)", "np.linalg.norm(B, 3, 1)"},
    {"power of a matrix", "ops.matrix_power(s, -3)", "np.linalg.matrix_power(S, -3)"},
    {"no power of a matrix", "ops.matrix_power(s, 0)", "np.eye(3)"},
    {"pseudo-inverse", "ops.pinv(x)", "np.linalg.pinv(X)"},
    {"condition", "ops.cond(s)", "np.linalg.cond(S)"},
    {"condition by another norm", "ops.cond(s, 'fro')", "np.linalg.cond(S, 'fro')"},
    {"least squares", "ops.lstsq(y, x.T[:3])", "np.linalg.lstsq(Y, X.T[:3], rcond=None)[0]"},
    {"logarithm of the determinant", "ops.logdet(s)", "np.log(np.linalg.det(S))"},
    {"parts make the matrix", "ops.matmul(ops.qr(y)[0], ops.qr(y)[1])", "Y"},
    {"singular parts make the matrix", "ops.matmul(ops.svd(x)[1] * ops.svd(x)[0], ops.swapaxes(ops.svd(x)[2], 0, 1))",
     "X"},
    {"eigenvectors", "ops.matmul(s, linalg.eigh(s)[1]) - linalg.eigh(s)[1] * linalg.eigh(s)[0]", "np.zeros((3, 3))"},
    {"solved by a triangle", "linalg.solve_triangular(s, y, lower=True)", "np.linalg.solve(np.tril(S), Y)"},
    {"solved by a turned triangle", "linalg.solve_triangular(s, v, 1, lower=True)", "np.linalg.solve(np.tril(S).T, V)"},
    {"solved by Cholesky's factor", "ops.cholesky_solve(y, ops.cholesky(s))", "np.linalg.solve(S, Y)"},
    {"inverse of Cholesky's factor", "ops.cholesky_inverse(ops.cholesky(s, True), True)", "np.linalg.inv(S)"},
    {"solved by both factors", "linalg.cho_solve(linalg.cho_factor(s), v)", "np.linalg.solve(S, V)"},
    {"blocks", "linalg.block_diag(x, k)", "np.block([[X, np.zeros((2, 2))], [np.zeros((1, 3)), K[None]]])"},
    {"band", "ops.matrix_band_part(s, 1, 0)", "np.tril(np.triu(S, -1))"},
    // Losses.
    {"squares", "ops.mse_loss(x, z)", "((X - Z) ** 2).mean()"},
    {"magnitudes", "ops.l1_loss(x, z, 'sum')", "np.abs(X - Z).sum()"},
    {"smooth magnitudes", "ops.smooth_l1_loss(x, z, 0.7)",
     "np.where(np.abs(X - Z) < 0.7, (X - Z) ** 2 / 1.4, np.abs(X - Z) - 0.35)"},
    {"Huber", "ops.huber_loss(x, z, 'none', 0.7)",
     "np.where(np.abs(X - Z) < 0.7, (X - Z) ** 2 / 2, 0.7 * (np.abs(X - Z) - 0.35))"},
    {"classes", "ops.cross_entropy(x, Tensor([2, 0]))", "-LOG[[0, 1], [2, 0]].mean()"},
    {"classes with weights", "ops.cross_entropy(x, Tensor([2, 0]), ops.abs(v))",
     "-(LOG[[0, 1], [2, 0]] * np.abs(V)[[2, 0]]).sum() / np.abs(V)[[2, 0]].sum()"},
    {"ignored classes", "ops.cross_entropy(x, Tensor([2, 0]), ignore_index=0, reduction='none')", "[-LOG[0, 2], 0]"},
    {"smoothed classes", "ops.cross_entropy(x, Tensor([2, 0]), label_smoothing=0.3)",
     "-(0.7 * LOG[[0, 1], [2, 0]] + 0.1 * LOG.sum(1)).mean()"},
    {"classes of pixels", "ops.cross_entropy(b, Tensor([[0, 1, 2, 0], [2, 1, 1, 0]]))",
     "-np.take_along_axis(np.log(np.exp(B) / np.exp(B).sum(1, keepdims=True)), np.array([[0, 1, 2, 0], [2, 1, 1, "
     "0]])[:, None], 1).mean()"},
    {"probabilities of classes", "ops.cross_entropy(x, ops.softmax(z))",
     "-(LOG * np.exp(Z) / np.exp(Z).sum(1, keepdims=True)).sum(1).mean()"},
    {"yes and no", "ops.binary_cross_entropy(ops.sigmoid(x), ops.sigmoid(z))",
     "-(SIG(Z) * np.log(SIG(X)) + (1 - SIG(Z)) * np.log(1 - SIG(X))).mean()"},
    {"logits of yes and no", "ops.binary_cross_entropy_with_logits(x, ops.sigmoid(z), None, ops.abs(v))",
     "-(np.abs(V) * SIG(Z) * np.log(SIG(X)) + (1 - SIG(Z)) * np.log(1 - SIG(X))).mean()"},
    {"divergence", "ops.kl_div(x, ops.sigmoid(z), 'batchmean')", "(SIG(Z) * (np.log(SIG(Z)) - X)).sum() / 2"},
    {"ranking", "ops.margin_ranking_loss(x, z, ops.sign(z), 0.2)", "np.maximum(0, -np.sign(Z) * (X - Z) + 0.2).mean()"},
    {"hinge", "ops.hinge_embedding_loss(x, ops.sign(z))", "np.where(Z > 0, X, np.maximum(0, 1 - X)).mean()"},
    {"cosine embedding", "ops.cosine_embedding_loss(x, z, Tensor([1, -1]), 0.1, 'none')",
     "(lambda c: [1 - c[0], max(0, c[1] - 0.1)])((X * Z).sum(1) / np.linalg.norm(X, axis=1) / np.linalg.norm(Z, "
     "axis=1))"},
    {"triplets", "ops.triplet_margin_loss(x, z, x + z, reduction='none')",
     "np.maximum(0, np.linalg.norm(X - Z + 1e-6, axis=1) - np.linalg.norm(-Z + 1e-6, axis=1) + 1)"},
    {"soft margin", "ops.soft_margin_loss(x, ops.sign(z))", "np.log1p(np.exp(-np.sign(Z) * X)).mean()"},
    {"margins of classes", "ops.multi_margin_loss(x, Tensor([2, 0]), p=2, reduction='none')",
     "[sum(max(0, 1 - X[i, t] + X[i, c]) ** 2 for c in range(3) if c != t) / 3 for i, t in enumerate((2, 0))]"},
    {"margins of several classes", "ops.multilabel_margin_loss(x, Tensor([[1, -1, 0], [2, 0, -1]]), 'none')",
     "[sum(max(0, 1 - X[i, t] + X[i, c]) for t in ts for c in range(3) if c not in ts) / 3 for i, ts in "
     "enumerate(((1,), "
     "(2, 0)))]"},
    {"several classes", "ops.multilabel_soft_margin_loss(x, ops.cast(z > 0, ms.float32))",
     "-((Z > 0) * np.log(SIG(X)) + (Z <= 0) * np.log(1 - SIG(X))).mean()"},
    {"normal distribution", "ops.gaussian_nll_loss(x, z, ops.exp(z), full=True)",
     "(0.5 * (Z + (X - Z) ** 2 / np.exp(Z)) + 0.5 * math.log(2 * math.pi)).mean()"},
};

struct Refusal {
    const char *name;
    const char *call;
    const char *message;
};

constexpr Refusal refusals[] = {
    {"no bounds", "ops.clamp(x)", "ValueError: For Clamp, at least one of 'min' or 'max' must not be None."},
    {"a bound of each kind", "ops.clamp(x, z, 0.5)",
     "TypeError: Failed calling clamp with \"clamp(input=Tensor, min=Tensor, max=float)\": the bounds must both be "
     "numbers or both be Tensors."},
    {"a reduction that is not there", "ops.cross_entropy(x, Tensor([1, 0]), reduction='max')",
     "ValueError: For 'cross_entropy_loss', the 'reduction' must be str and must be in '['none', 'mean', 'sum']', but "
     "got "
     "'max'."},
    {"a rounding that is not there", "ops.div(x, x, rounding_mode='up')",
     "ValueError: For ops.div, rounding_mode value should be None, 'floor' or 'trunc'."},
    {"tensors of two shapes", "ops.addn((x, y))",
     "ValueError: For 'AddN', input shape must be same, but got shape of input[1]: (3, 4), shape of input[0]: (2, 3)."},
    {"an order that is not there", "ops.norm(x, 'big')",
     "ValueError: For norm, the ord mode must be in [2, -2, 1, -1, float('inf'), -float('inf'), 'fro', 'nuc', None] "
     "for "
     "matrices, but got big."},
    {"a label too few", "ops.einsum('i,jk->ik', x, y)",
     "ValueError: For 'einsum', the operand of rank 2 has 1 labels in the equation: 'i'."},
    {"an operand too few", "ops.einsum('ij,jk->ik', x)",
     "ValueError: For 'einsum', the equation 'ij,jk->ik' names 2 operands, but got 1."},
    {"a result from nowhere", "ops.einsum('ij->iz', x)",
     "ValueError: For 'einsum', each label of the result must be once in it and in an operand, but got 'ij->iz'."},
    {"vectors as matrices", "ops.outer(x, v)",
     "ValueError: For 'outer', the dimension of 'input' must be 1, but got 2."},
    {"axes that do not fit", "ops.tensor_dot(x, y, 2)",
     "ValueError: For 'tensor_dot', the axes that are summed must have equal sizes, but got 'x1_shape': (2, 3), "
     "'x2_shape': "
     "(3, 4), 'axes': ((0, 1), (0, 1))."},
    {"a broken power", "ops.matrix_power(s, 0.5)",
     "TypeError: For 'matrix_power', the 'n' must be an int, but got float."},
};

/** Every call stands in a function of its own, which runs as it is and as a graph. */
std::string scriptOf() {
    std::string script = R"(import math
import numpy as np
import mindspore as ms
from mindspore import Tensor, ops
from mindspore.scipy import linalg
random = np.random.RandomState(5)
X, Y, Z, B, V, K = (random.uniform(-2, 2, shape).astype(np.float32) for shape in ((2, 3), (3, 4), (2, 3), (2, 3, 4), 3, 2))
S = (Y @ Y.T + np.eye(3)).astype(np.float32)
N = X.copy()
N[0, 1] = np.nan
x, y, z, b, v, k, s, n = (Tensor(array) for array in (X, Y, Z, B, V, K, S, N))
LOG = np.log(np.exp(X) / np.exp(X).sum(1, keepdims=True))
SIG = lambda array: 1 / (1 + np.exp(-array))
def compare(actual, expected):
    actual = actual if isinstance(actual, (tuple, list)) else (actual,)
    expected = expected if isinstance(expected, tuple) else (expected,)
    for one, other in zip(actual, expected, strict=True):
        other = np.asarray(other, np.float64)
        if tuple(one.shape) != other.shape:
            return f"shape {one.shape}, expected {other.shape}"
        if not np.allclose(one.asnumpy(), other, 2e-4, 2e-5, equal_nan=True):
            return f"{one.asnumpy().tolist()}, expected {other.tolist()}"
    return "same"
def told(function):
    try:
        return function()
    except Exception as problem:
        return f"{type(problem).__name__}: {problem}".split("\n")[0]
)";
    for (size_t i = 0; i < std::size(rows); ++i)
        script += format("def f%zu(x, y, z, b, v, k, s, n):\n    return %s\n"
                         "print(told(lambda: compare(f%zu(x, y, z, b, v, k, s, n), (%s))))\n"
                         "print(told(lambda: compare(ms.jit(f%zu)(x, y, z, b, v, k, s, n), (%s))))\n",
                         i, rows[i].call, i, rows[i].expected, i, rows[i].expected);
    for (const Refusal &each : refusals)
        script += format("print(told(lambda: %s))\n", each.call);
    return script;
}

} // namespace

class TestCompositions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        PythonScripts python;
        const RunOutcome outcome = python.run(scriptOf());
        QVERIFY2(outcome.exitCode == 0, outcome.error.c_str());
        m_lines = split(python.printed(), '\n');
    }

    void functionGivesWhatNumpyGives_data() {
        QTest::addColumn<int>("line");
        for (size_t i = 0; i < std::size(rows); ++i) {
            QTest::addRow("%s", rows[i].name) << int(2 * i);
            QTest::addRow("%s, as a graph", rows[i].name) << int(2 * i + 1);
        }
    }
    void functionGivesWhatNumpyGives() {
        QFETCH(int, line);
        QCOMPARE(lineAt(size_t(line)), std::string("same"));
    }

    void wrongCallsAreRefusedInWords_data() {
        QTest::addColumn<int>("index");
        for (size_t i = 0; i < std::size(refusals); ++i)
            QTest::newRow(refusals[i].name) << int(i);
    }
    void wrongCallsAreRefusedInWords() {
        QFETCH(int, index);
        QCOMPARE(lineAt(2 * std::size(rows) + size_t(index)), std::string(refusals[index].message));
    }

private:
    std::string lineAt(size_t line) const { return line < m_lines.size() ? m_lines[line] : "no line"; }

    std::vector<std::string> m_lines;
};

JITSCOPE_TEST(TestCompositions)

} // namespace jitscope::tst_compositions

#include "tst_compositions.moc"
