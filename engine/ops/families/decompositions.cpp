// SPDX-License-Identifier: Apache-2.0
// Linear algebra beyond products: determinants, inverses, systems of equations, factorisations.
//
// All take batches of matrices in the last two axes and compute in double precision.
#include "engine/ops/families.h"
#include "engine/ops/kernels/decompositions.h"
#include "engine/ops/rules/elementwiserecord.h"

#include <algorithm>
#include <cmath>

namespace jitscope::inline ops {

namespace {

using namespace decompositions;

OpDef matrixRecord(std::string name, std::vector<std::string> functions, std::string doc, std::string numpy,
                   GradientRule gradient) {
    OpDef def = elementWiseRecord(std::move(name), std::move(functions), std::move(doc), std::move(numpy), gradient);
    def.category = OpCategory::MatMul;
    def.fusion = FusionClass::Opaque;
    def.methods.clear();
    return def;
}

/** Batches of matrices: the batch axes, and rows and columns. */
struct Matrices {
    DType dtype;
    Dims batch;
    int64_t rows, columns;

    Abstract type(int64_t r, int64_t c) const {
        Dims shape = batch;
        shape.push(r);
        shape.push(c);
        return Abstract::tensor(dtype, shape);
    }
    Abstract vectorType(int64_t length) const {
        Dims shape = batch;
        shape.push(length);
        return Abstract::tensor(dtype, shape);
    }
};

Dims batchOf(const Dims &shape) {
    return Dims(shape.span().first(size_t(shape.rank()) - 2));
}

Matrices matricesOf(const char *op, TypeSpan arguments, size_t index) {
    const Abstract &x = tensorType(op, arguments, index);
    if (!info(x.dtype).floating && !isComplex(x.dtype))
        diagnoseType("For '" + std::string(op) + "', the matrices must be of a floating dtype, but got Tensor[" +
                     std::string(info(x.dtype).name) + "].");
    if (x.shape.rank() < 2)
        diagnose("For '" + std::string(op) + "', the rank of 'x' must be at least 2, but got the shape " +
                 listText(x.shape) + ".");
    const int rank = x.shape.rank();
    return {x.dtype, batchOf(x.shape), x.shape[rank - 2], x.shape[rank - 1]};
}

Matrices squaresOf(const char *op, TypeSpan arguments, size_t index) {
    const Matrices matrices = matricesOf(op, arguments, index);
    if (matrices.rows != matrices.columns)
        diagnose("For primitive[" + std::string(op) + "], the matrices must be square, but got the shape " +
                 listText(arguments[index].shape) + ".");
    return matrices;
}

Dims swappedAxes(int rank) {
    Dims axes;
    for (int i = 0; i < rank; ++i)
        axes.push(i);
    std::swap(axes[rank - 1], axes[rank - 2]);
    return axes;
}

/** Packed elements in double precision. */
Tensor doubles(const Value &value) {
    return value.asTensor()->cast(DType::Float64).contiguous();
}

/** The same, made symmetric, so that every element of the argument has its part in the result. */
Tensor symmetricDoubles(const Value &value) {
    const Tensor x = doubles(value), turned = x.permuted(swappedAxes(x.rank()));
    return mapFloats(x, turned, x.shape(), lightGrain, [](auto a, auto b) { return (a + b) / 2; });
}

/** Matrix number `index` of a batch that `doubles` gave. */
MatrixView matrixAt(const Tensor &batch, int64_t index) {
    const int64_t rows = batch.shape()[batch.rank() - 2], columns = batch.shape().back();
    return {batch.data<double>() + index * rows * columns, rows, columns};
}

/** Packed elements, in double precision or as complex numbers of it. */
template<class Number> Tensor packed(const Value &value) {
    return value.asTensor()->cast(std::is_same_v<Number, double> ? DType::Float64 : DType::Complex128).contiguous();
}

template<class Number> MatrixOf<Number> matrixOf(const Tensor &batch, int64_t index) {
    const int64_t rows = batch.shape()[batch.rank() - 2], columns = batch.shape().back();
    return {reinterpret_cast<const Number *>(batch.rawData()) + index * rows * columns, rows, columns};
}

/** A result of the same precision, and its elements. */
template<class Number> Tensor resultOf(const Dims &shape) {
    return Tensor::zeros(shape, std::is_same_v<Number, double> ? DType::Float64 : DType::Complex128);
}
template<class Number> Number *elementsOf(Tensor &result) {
    return reinterpret_cast<Number *>(result.mutableRawData());
}

/** compute(double()) for real numbers, compute(std::complex<double>()) for complex ones. */
template<class Compute> Value byNumber(DType dtype, Compute compute) {
    return isComplex(dtype) ? compute(std::complex<double>()) : compute(double());
}

void require(Success success, const char *op, const char *problem) {
    if (success == Success::No) diagnose("For '" + std::string(op) + "', " + problem);
}

/** Symmetric and positive definite: a' * a / 3 + 1 on the diagonal. */
Tensor definite(int64_t n) {
    const Tensor a = sampleValues({n, n}, -1, 2);
    Tensor out({n, n}, DType::Float32);
    for (int64_t i = 0; i < n; ++i)
        for (int64_t j = 0; j < n; ++j) {
            double sum = i == j ? 1 : 0;
            for (int64_t k = 0; k < n; ++k)
                sum += a.at(k * n + i) * a.at(k * n + j) / 3;
            out.mutableData<float>()[i * n + j] = float(sum);
        }
    return out;
}

/** The leading terms by which textbooks count a decomposition, in thirds of rows * columns * the fewer of both, and for
    each column of a right side, if there is one, the two triangles (or one) that are solved. */
template<int thirds, int triangles = 0> OpCost matrixCost(TypeSpan arguments, const Abstract &result) {
    const Matrices m = matricesOf("", arguments, 0);
    const auto rows = double(m.rows), columns = double(m.columns);
    const double rightSides = triangles > 0 ? double(arguments[1].count()) : 0; // elements: a row each
    OpCost cost{double(m.batch.product()) * rows * columns * std::min(rows, columns) * thirds / 3 +
                    triangles * rows * rightSides,
                double(result.bytes())};
    for (const Abstract &argument : arguments)
        cost.bytes += double(argument.bytes());
    return cost;
}

Samples squareSamples() {
    return {{definite(3)}, {sampleValues({2, 2, 2}, -2, 3)}, {definite(1)}, {Tensor::zeros({0, 2, 2}, DType::Float32)}};
}

Term product(Gradient &g, Term a, Term b) {
    return g.call(a.rank() == 2 ? "MatMul" : "BatchMatMul", {a, b});
}

/** A number of each matrix made a matrix of one element. */
Term asMatrix(Gradient &g, Term x) {
    return g.call("ExpandDims", {g.call("ExpandDims", {x, -1}), -1});
}

// --- determinants ----------------------------------------------------------------------------------------------------

Abstract determinantRule(TypeSpan arguments) {
    const Matrices m = squaresOf("MatrixDeterminant", arguments, 0);
    return Abstract::tensor(m.dtype, m.batch);
}

Value determinantEval(ValueSpan arguments) {
    const Abstract result = inferred(determinantRule, arguments);
    return byNumber(result.dtype, [&]<class Number>(Number) {
        const Tensor x = packed<Number>(arguments[0]);
        Tensor out = resultOf<Number>(result.shape);
        for (int64_t i = 0; i < out.count(); ++i) {
            const Determinant<Number> d = determinant(matrixOf<Number>(x, i));
            elementsOf<Number>(out)[i] = d.sign == Number(0) ? Number(0) : d.sign * std::exp(d.logarithm);
        }
        return Value(out.cast(result.dtype));
    });
}

/** Of complex numbers as in MindSpore: the determinant itself is not conjugated. */
Terms determinantGradient(Gradient &g) {
    return {asMatrix(g, g.dout() * g.out()) * g.swapped(g.conjugate(g.call("MatrixInverse", {g.in(0)})))};
}

OpDef determinantRecord() {
    OpDef def = matrixRecord("MatrixDeterminant", {"det", "matrix_determinant"},
                             "The determinants of square matrices; the shape without the last two axes.",
                             "np.linalg.det(a[0])", determinantGradient);
    def.methods = {"det"};
    def.params = {tensorParam("input", {"x", "A"})};
    def.infer = inferBy<determinantRule>;
    def.cost = matrixCost<2>; // an LU decomposition
    def.eval = determinantEval;
    def.samples = squareSamples;
    return def;
}

Abstract logDeterminantRule(TypeSpan arguments) {
    const Matrices m = squaresOf("LogMatrixDeterminant", arguments, 0);
    return Abstract::tuple({Abstract::tensor(m.dtype, m.batch), Abstract::tensor(m.dtype, m.batch)});
}

Value logDeterminantEval(ValueSpan arguments) {
    const Abstract result = inferred(logDeterminantRule, arguments).items[0];
    return byNumber(result.dtype, [&]<class Number>(Number) {
        const Tensor x = packed<Number>(arguments[0]);
        Tensor sign = resultOf<Number>(result.shape), logarithm = resultOf<Number>(result.shape);
        for (int64_t i = 0; i < sign.count(); ++i) {
            const Determinant<Number> d = determinant(matrixOf<Number>(x, i));
            elementsOf<Number>(sign)[i] = d.sign;
            elementsOf<Number>(logarithm)[i] = d.logarithm;
        }
        return Value::tuple({sign.cast(result.dtype), logarithm.cast(result.dtype)});
    });
}

Terms logDeterminantGradient(Gradient &g) {
    return {asMatrix(g, g.dout(1)) * g.swapped(g.conjugate(g.call("MatrixInverse", {g.in(0)})))};
}

OpDef logDeterminant() {
    OpDef def = matrixRecord("LogMatrixDeterminant", {"slogdet", "log_matrix_determinant"},
                             "(sign, log |det|) of square matrices; the shape without the last two axes.",
                             "tuple(np.linalg.slogdet(a[0]))", logDeterminantGradient);
    def.params = {tensorParam("input", {"x", "A"})};
    def.infer = inferBy<logDeterminantRule>;
    def.cost = matrixCost<2>;
    def.eval = logDeterminantEval;
    def.samples = squareSamples;
    return def;
}

// --- inverses and equations ------------------------------------------------------------------------------------------

Abstract inverseRule(TypeSpan arguments) {
    const Matrices m = squaresOf("MatrixInverse", arguments, 0);
    return m.type(m.rows, m.rows);
}

Value inverseEval(ValueSpan arguments) {
    const Abstract result = inferred(inverseRule, arguments);
    return byNumber(result.dtype, [&]<class Number>(Number) {
        const Tensor x = packed<Number>(arguments[0]);
        Tensor out = resultOf<Number>(result.shape);
        const int64_t size = x.shape().back() * x.shape().back();
        for (int64_t i = 0; size > 0 && i < x.count() / size; ++i)
            require(inverse(matrixOf<Number>(x, i), elementsOf<Number>(out) + i * size), "MatrixInverse",
                    "the matrix cannot be inverted, because it is singular.");
        return Value(out.cast(result.dtype));
    });
}

Terms inverseGradient(Gradient &g) {
    const Term turned = g.swapped(g.conjugate(g.out()));
    return {-product(g, product(g, turned, g.dout()), turned)};
}

OpDef inverseRecord() {
    OpDef def =
        matrixRecord("MatrixInverse", {"inverse"}, "The inverses of square matrices of a floating dtype; same shape.",
                     "np.linalg.inv(a[0])", inverseGradient);
    def.methods = {"inverse"};
    def.params = {tensorParam("input", {"x", "A"})};
    def.infer = inferBy<inverseRule>;
    def.cost = matrixCost<6>;
    def.eval = inverseEval;
    def.samples = squareSamples;
    return def;
}

/** The right sides must fit the matrices: same dtype, batch and number of rows. */
Abstract equationsRule(const char *op, TypeSpan arguments) {
    const Matrices a = squaresOf(op, arguments, 0), b = matricesOf(op, arguments, 1);
    if (a.dtype != b.dtype || a.batch != b.batch || a.rows != b.rows)
        diagnose("For '" + std::string(op) +
                 "', the right sides must have the dtype, the batch and the rows of the "
                 "matrices, but got " +
                 brief(arguments[0]) + " and " + brief(arguments[1]) + ".");
    return b.type(b.rows, b.columns);
}

template<class Number, class Solve>
Value solvedBy(ValueSpan arguments, const Abstract &result, const char *op, Solve solveOne) {
    const Tensor a = packed<Number>(arguments[0]), b = packed<Number>(arguments[1]);
    Tensor out = resultOf<Number>(result.shape);
    const int64_t size = b.shape()[b.rank() - 2] * b.shape().back();
    for (int64_t i = 0; size > 0 && i < b.count() / size; ++i)
        require(solveOne(matrixOf<Number>(a, i), matrixOf<Number>(b, i), elementsOf<Number>(out) + i * size), op,
                "the equations have no single solution, because the matrix is singular.");
    return out.cast(result.dtype);
}

Abstract solveRule(TypeSpan arguments) {
    return equationsRule("MatrixSolve", arguments);
}

Value solveEval(ValueSpan arguments) {
    const Abstract result = inferred(solveRule, arguments);
    return byNumber(result.dtype, [&]<class Number>(Number) {
        return solvedBy<Number>(arguments, result, "MatrixSolve",
                                [](auto a, auto b, Number *x) { return solve(a, b, x); });
    });
}

Terms solveGradient(Gradient &g) {
    const Term right = g.call("MatrixSolve", {g.swapped(g.conjugate(g.in(0))), g.dout()});
    return {g.wants(0) ? -product(g, right, g.swapped(g.conjugate(g.out()))) : Term(), right};
}

Samples solveSamples() {
    return {{definite(3), sampleValues({3, 2}, -1, 3)},
            {sampleValues({2, 2, 2}, -2, 3), sampleValues({2, 2, 1}, -1, 3)},
            {definite(2), Tensor::zeros({2, 0}, DType::Float32)}};
}

OpDef solveRecord() {
    OpDef def = matrixRecord("MatrixSolve", {"matrix_solve"},
                             "x of matrix @ x = rhs for batches of square matrices; the shape of rhs.",
                             "np.linalg.solve(a[0], a[1])", solveGradient);
    def.params = {tensorParam("matrix", {"a"}), tensorParam("rhs", {"b"})};
    def.infer = inferBy<solveRule>;
    def.cost = matrixCost<2, 2>;
    def.eval = solveEval;
    def.samples = solveSamples;
    return def;
}

Abstract triangularRule(TypeSpan arguments) {
    return equationsRule("SolveTriangular", arguments);
}

Value triangularEval(ValueSpan arguments) {
    const bool isUpper = *arguments[2].asBool(), isUnit = *arguments[3].asBool();
    const Triangle triangle = isUpper  ? isUnit ? Triangle::UnitUpper : Triangle::Upper
                              : isUnit ? Triangle::UnitLower
                                       : Triangle::Lower;
    return solvedBy<double>(
        arguments, inferred(triangularRule, arguments.first(2)), "SolveTriangular",
        [triangle](MatrixView a, MatrixView b, double *x) { return solveTriangular(a, triangle, b, x); });
}

Terms triangularGradient(Gradient &g) {
    const bool isUpper = g.boolOf(2), isUnit = g.boolOf(3);
    const Term right = g.call("SolveTriangular", {g.swapped(g.in(0)), g.dout(), !isUpper, isUnit});
    if (!g.wants(0)) return {Term(), right};
    const Term whole = -product(g, right, g.swapped(g.out()));
    const int64_t diagonal = isUnit ? 1 : 0;
    return {isUpper ? g.call("Triu", {whole, diagonal}) : g.call("Tril", {whole, -diagonal}), right};
}

Samples triangularSamples() {
    return {{definite(3), sampleValues({3, 2}, -1, 3), false, false},
            {definite(3), sampleValues({3, 2}, -1, 3), true, false},
            {definite(3), sampleValues({3, 1}, -1, 3), true, true},
            {definite(3), sampleValues({3, 1}, -1, 3), false, true}};
}

OpDef triangularRecord() {
    OpDef def = matrixRecord("SolveTriangular", {},
                             "x of a @ x = b where only one triangle of a is read (with ones on the diagonal if unit).",
                             "(lambda t: np.linalg.solve(t - np.diag(np.diag(t)) + np.eye(len(t)) if a[3] else t, "
                             "a[1]))(np.triu(a[0]) if a[2] "
                             "else np.tril(a[0]))",
                             triangularGradient);
    def.params = {tensorParam("a"), tensorParam("b"), optionalParam("upper", ParamKind::Bool, false),
                  optionalParam("unit_diagonal", ParamKind::Bool, false)};
    def.infer = inferBy<triangularRule>;
    def.cost = matrixCost<0, 1>;
    def.eval = triangularEval;
    def.samples = triangularSamples;
    return def;
}

// --- factorisations --------------------------------------------------------------------------------------------------

Abstract choleskyRule(TypeSpan arguments) {
    const Matrices m = squaresOf("Cholesky", arguments, 0);
    return m.type(m.rows, m.rows);
}

Value choleskyEval(ValueSpan arguments) {
    const Abstract result = inferred(choleskyRule, arguments.first(1));
    const Tensor x = symmetricDoubles(arguments[0]);
    Tensor out(result.shape, DType::Float64);
    const int64_t size = x.shape().back() * x.shape().back();
    for (int64_t i = 0; size > 0 && i < x.count() / size; ++i)
        require(cholesky(matrixAt(x, i), out.mutableData<double>() + i * size), "Cholesky",
                "the input must be symmetric and positive definite.");
    const bool isUpper = *arguments[1].asBool();
    return (isUpper ? out.permuted(swappedAxes(out.rank())).contiguous() : out).cast(result.dtype);
}

/** L^-T (lower triangle of L^T dL, its diagonal halved) L^-1, made symmetric. */
Terms choleskyGradient(Gradient &g) {
    const bool isUpper = g.boolOf(1);
    const Term l = isUpper ? g.swapped(g.out()) : g.out(), dl = isUpper ? g.swapped(g.dout()) : g.dout();
    const Term whole = product(g, g.swapped(l), dl);
    const Term half = (g.call("Tril", {whole, 0}) + g.call("Tril", {whole, -1})) * 0.5;
    const Term inverted = g.call("MatrixInverse", {l});
    const Term s = product(g, product(g, g.swapped(inverted), half), inverted);
    return {(s + g.swapped(s)) * 0.5};
}

Samples choleskySamples() {
    return {{definite(3), false}, {definite(2), true}};
}

OpDef choleskyRecord() {
    OpDef def = matrixRecord("Cholesky", {"cholesky"},
                             "The lower triangle L with L @ L.T = input (its transpose if upper); positive definite "
                             "matrices.",
                             "np.linalg.cholesky(a[0]).T if a[1] else np.linalg.cholesky(a[0])", choleskyGradient);
    def.methods = {"cholesky"};
    def.params = {tensorParam("input", {"input_x"}), optionalParam("upper", ParamKind::Bool, false)};
    def.infer = inferBy<choleskyRule>;
    def.cost = matrixCost<1>;
    def.eval = choleskyEval;
    def.samples = choleskySamples;
    return def;
}

Abstract qrRule(TypeSpan arguments) {
    const Matrices m = matricesOf("Qr", arguments, 0);
    const bool isFull = arguments.size() > 1 && boolOf("Qr", arguments, 1);
    const int64_t width = isFull ? m.rows : std::min(m.rows, m.columns);
    return Abstract::tuple({m.type(m.rows, width), m.type(width, m.columns)});
}

Value qrEval(ValueSpan arguments) {
    const Abstract result = inferred(qrRule, arguments);
    const Tensor x = doubles(arguments[0]);
    Tensor q(result.items[0].shape, DType::Float64), r(result.items[1].shape, DType::Float64);
    const int64_t rows = x.shape()[x.rank() - 2], columns = x.shape().back(), width = q.shape().back();
    const int64_t batch = batchOf(x.shape()).product();
    for (int64_t i = 0; i < batch; ++i)
        qr(matrixAt(x, i), width, q.mutableData<double>() + i * rows * width,
           r.mutableData<double>() + i * width * columns);
    const DType dtype = result.items[0].dtype;
    return Value::tuple({q.cast(dtype), r.cast(dtype)});
}

/** (dQ + Q copyltu(R dR^T - dQ^T Q)) R^-T, for matrices that are not wider than high. */
Terms qrGradient(Gradient &g) {
    const Term q = g.item(g.out(), 0), r = g.item(g.out(), 1);
    if (r.shape()[r.rank() - 2] != r.shape().back())
        diagnose(
            "For 'Qr', the gradient is defined for matrices with at least as many rows as columns, reduced, but got " +
            brief(g.type(0)) + ".");
    const Term m = product(g, r, g.swapped(g.dout(1))) - product(g, g.swapped(g.dout(0)), q);
    const Term lower = g.call("Tril", {m, -1});
    const Term symmetric = g.call("Tril", {m, 0}) + g.swapped(lower);
    const Term right = g.dout(0) + product(g, q, symmetric);
    return {product(g, right, g.swapped(g.call("MatrixInverse", {r})))};
}

Samples qrSamples() {
    return {{definite(3), false}, {sampleValues({2, 4, 2}, -1, 3), false}};
}

OpDef qrRecord() {
    OpDef def = matrixRecord(
        "Qr", {}, "(q, r) with input = q @ r, q orthogonal and r an upper triangle; reduced unless full_matrices.",
        // NumPy's factors are those of LAPACK, whose signs are the same.
        "(lambda parts: (np.stack([p[0] for p in parts]).reshape(a[0].shape[:-1] + (-1,)), np.stack([p[1] for p in "
        "parts]).reshape(a[0].shape[:-2] + (-1, a[0].shape[-1]))))([np.linalg.qr(m, 'complete' if a[1] else 'reduced') "
        "for m in a[0].reshape((-1,) + a[0].shape[-2:])])",
        qrGradient);
    def.params = {tensorParam("x", {"input"}), optionalParam("full_matrices", ParamKind::Bool, false)};
    def.infer = inferBy<qrRule>;
    def.cost = matrixCost<8>; // both factors
    def.eval = qrEval;
    def.samples = qrSamples;
    return def;
}

Abstract svdRule(TypeSpan arguments) {
    const Matrices m = matricesOf("Svd", arguments, 0);
    const bool isFull = arguments.size() > 1 && boolOf("Svd", arguments, 1);
    const bool hasVectors = arguments.size() <= 2 || boolOf("Svd", arguments, 2);
    const int64_t rank = std::min(m.rows, m.columns);
    const Abstract values = m.vectorType(rank);
    if (!hasVectors) return Abstract::tuple({values});
    return Abstract::tuple(
        {values, m.type(m.rows, isFull ? m.rows : rank), m.type(m.columns, isFull ? m.columns : rank)});
}

Value svdEval(ValueSpan arguments) {
    const Abstract result = inferred(svdRule, arguments);
    const Tensor x = doubles(arguments[0]);
    const int64_t rows = x.shape()[x.rank() - 2], columns = x.shape().back();
    const int64_t batch = batchOf(x.shape()).product();
    const bool hasVectors = result.items.size() > 1;
    Tensor s(result.items[0].shape, DType::Float64), u, v;
    if (hasVectors) {
        u = Tensor(result.items[1].shape, DType::Float64);
        v = Tensor(result.items[2].shape, DType::Float64);
    }
    const int64_t uColumns = hasVectors ? u.shape().back() : 0, vColumns = hasVectors ? v.shape().back() : 0;
    for (int64_t i = 0; i < batch; ++i)
        svd(matrixAt(x, i), s.mutableData<double>() + i * s.shape().back(),
            hasVectors ? u.mutableData<double>() + i * rows * uColumns : nullptr, uColumns,
            hasVectors ? v.mutableData<double>() + i * columns * vColumns : nullptr, vColumns);
    const DType dtype = result.items[0].dtype;
    if (!hasVectors) return Value::tuple({s.cast(dtype)});
    return Value::tuple({s.cast(dtype), u.cast(dtype), v.cast(dtype)});
}

/** Of the singular values only: u diag(ds) v^T. The vectors' depends on their sign, which is arbitrary. */
Terms svdGradient(Gradient &g) {
    if (g.resultType().items.size() > 1)
        diagnose("For 'Svd', the gradient passes through the singular values only; call it with compute_uv=False.");
    const Term parts = g.call("Svd", {g.in(0), false, true});
    const Term u = g.item(parts, 1), v = g.item(parts, 2);
    return {product(g, u * g.call("ExpandDims", {g.dout(), -2}), g.swapped(v))};
}

Samples svdSamples() {
    return {{sampleValues({3, 2}, -1, 3), false, false}, {sampleValues({2, 2, 4}, -1, 3), true, false}};
}

OpDef svdRecord() {
    OpDef def =
        matrixRecord("Svd", {}, "(s, u, v) with input = u @ diag(s) @ v.T and s falling; (s,) without compute_uv.",
                     "(np.linalg.svd(a[0], compute_uv=False),)", svdGradient);
    def.params = {tensorParam("input"), optionalParam("full_matrices", ParamKind::Bool, false),
                  optionalParam("compute_uv", ParamKind::Bool, true)};
    def.infer = inferBy<svdRule>;
    def.cost = matrixCost<42>; // with the vectors
    def.eval = svdEval;
    def.samples = svdSamples;
    return def;
}

Abstract pseudoInverseRule(TypeSpan arguments) {
    const Matrices m = matricesOf("Pinv", arguments, 0);
    return m.type(m.columns, m.rows);
}

Value pseudoInverseEval(ValueSpan arguments) {
    const Abstract result = inferred(pseudoInverseRule, arguments.first(1));
    const Tensor x = doubles(arguments[0]);
    const int64_t rows = x.shape()[x.rank() - 2], columns = x.shape().back(), rank = std::min(rows, columns);
    Tensor out = Tensor::zeros(result.shape, DType::Float64);
    std::vector<double> s(static_cast<size_t>(rank)), u(static_cast<size_t>(rows * rank)),
        v(static_cast<size_t>(columns * rank));
    for (int64_t i = 0; rank > 0 && i < batchOf(x.shape()).product(); ++i) {
        svd(matrixAt(x, i), s.data(), u.data(), rank, v.data(), rank);
        const double limit = std::max(arguments[1].number().value_or(0) * s[0], arguments[2].number().value_or(0));
        double *inverted = out.mutableData<double>() + i * rows * columns;
        for (int64_t k = 0; k < rank && s[size_t(k)] > limit; ++k)
            for (int64_t c = 0; c < columns; ++c)
                for (int64_t r = 0; r < rows; ++r)
                    inverted[c * rows + r] += v[size_t(c * rank + k)] * u[size_t(r * rank + k)] / s[size_t(k)];
    }
    return out.cast(result.dtype);
}

/** Of matrices whose rank stays: -P^T dP P^T, and what turns the spaces of rows and of columns. */
Terms pseudoInverseGradient(Gradient &g) {
    const Term a = g.in(0), p = g.out(), turned = g.swapped(p), dout = g.swapped(g.dout());
    const Term inner = product(g, product(g, turned, g.dout()), turned);
    const Term left = product(g, dout, product(g, p, turned)), right = product(g, product(g, turned, p), dout);
    const Term ofColumns = left - product(g, a, product(g, p, left));
    const Term ofRows = right - product(g, product(g, right, p), a);
    return {ofColumns + ofRows - inner};
}

Samples pseudoInverseSamples() {
    return {{sampleValues({3, 2}, -1, 3), 1e-6, 0.0},
            {sampleValues({2, 2, 4}, -1, 3), 1e-6, 0.0},
            {definite(3), 0.0, 1e-6},
            {Tensor::zeros({0, 2, 3}, DType::Float32), 1e-6, 0.0}};
}

OpDef pseudoInverse() {
    OpDef def = matrixRecord("Pinv", {},
                             "The pseudo-inverses of matrices; singular values up to the larger of atol and rtol times "
                             "the largest count as 0.",
                             "np.linalg.pinv(a[0], rcond=a[1])", pseudoInverseGradient);
    def.params = {tensorParam("x"), optionalParam("rtol", ParamKind::Float, 0.0),
                  optionalParam("atol", ParamKind::Float, 0.0)};
    def.infer = inferBy<pseudoInverseRule>;
    def.cost = matrixCost<48>; // the singular values, and the product of both vectors
    def.eval = pseudoInverseEval;
    def.samples = pseudoInverseSamples;
    return def;
}

Abstract eighRule(TypeSpan arguments) {
    const Matrices m = squaresOf("Eigh", arguments, 0);
    return Abstract::tuple({m.vectorType(m.rows), m.type(m.rows, m.rows)});
}

Value eighEval(ValueSpan arguments) {
    const Abstract result = inferred(eighRule, arguments);
    const Tensor x = symmetricDoubles(arguments[0]);
    Tensor values(result.items[0].shape, DType::Float64), vectors(result.items[1].shape, DType::Float64);
    const int64_t n = x.shape().back(), batch = batchOf(x.shape()).product();
    for (int64_t i = 0; i < batch; ++i)
        eigenSymmetric(matrixAt(x, i), values.mutableData<double>() + i * n, vectors.mutableData<double>() + i * n * n);
    const DType dtype = result.items[0].dtype;
    return Value::tuple({values.cast(dtype), vectors.cast(dtype)});
}

/** V (diag(dw) + (V^T dV) / (w_j - w_i)) V^T, of matrices that are taken as symmetric; w must be distinct. */
Terms eighGradient(Gradient &g) {
    const Term w = g.item(g.out(), 0), v = g.item(g.out(), 1);
    const Term apart = g.call("ExpandDims", {w, -2}) - g.call("ExpandDims", {w, -1});
    const Term turned = g.call("DivNoNan", {product(g, g.swapped(v), g.dout(1)), apart});
    const Term inner = g.call("DiagEmbed", {g.dout(0)}) + turned;
    const Term whole = product(g, product(g, v, inner), g.swapped(v));
    return {(whole + g.swapped(whole)) * 0.5};
}

Samples eighSamples() {
    return {{definite(3)}, {definite(2)}};
}

OpDef eighRecord() {
    OpDef def =
        matrixRecord("Eigh", {}, "(w, v): the eigenvalues of symmetric matrices, rising, and the vectors in columns.",
                     "", eighGradient);
    def.params = {tensorParam("x", {"A", "input"})};
    def.infer = inferBy<eighRule>;
    def.cost = matrixCost<27>;
    def.eval = eighEval;
    def.samples = eighSamples;
    return def;
}

/** Square matrices of numbers of 32 or 64 bits, with the dtype that their eigenvalues have. */
Matrices eigenMatrices(TypeSpan arguments) {
    const Abstract &x = tensorType("Eig", arguments, 0);
    const DType dtype = x.dtype == DType::Float32   ? DType::Complex64
                        : x.dtype == DType::Float64 ? DType::Complex128
                                                    : x.dtype;
    if (!isComplex(dtype))
        throw TypeMistake(
            "For primitive[Eig], the input argument[x] must be a type of {Tensor[Complex128], Tensor[Complex64], "
            "Tensor[Float32], Tensor[Float64]}, but got Tensor[" +
            std::string(info(x.dtype).name) + "].");
    const int rank = x.shape.rank();
    if (rank < 2) diagnose("For Eig, x should be at lease 2, but got a " + std::to_string(rank) + "-D Tensor.");
    if (x.shape[rank - 2] != x.shape.back())
        diagnose("For Eig, x should be square(squares), but got " + std::to_string(x.shape[rank - 2]) + "  " +
                 std::to_string(x.shape.back()) + " matrix(matrices).");
    return {dtype, batchOf(x.shape), x.shape.back(), x.shape.back()};
}

/** Without vectors a number stands in their place, as in MindSpore. */
Abstract eigRule(TypeSpan arguments) {
    const Matrices m = eigenMatrices(arguments);
    const bool hasVectors = arguments.size() > 1 && boolOf("Eig", arguments, 1);
    return Abstract::tuple(
        {m.vectorType(m.rows), hasVectors ? m.type(m.rows, m.rows) : Abstract::tensor(m.dtype, Dims())});
}

/** The eigenvalues, and the vectors where there is a matrix of them for each matrix. */
template<class Number> void eigenAll(const Tensor &x, Tensor &values, Tensor &vectors) {
    const int64_t n = x.shape().back(), batch = batchOf(x.shape()).product();
    auto *w = reinterpret_cast<Number *>(values.mutableRawData());
    auto *v = vectors.rank() ? reinterpret_cast<Number *>(vectors.mutableRawData()) : nullptr;
    for (int64_t i = 0; i < batch; ++i)
        eigen(reinterpret_cast<const Number *>(x.rawData()) + i * n * n, n, w + i * n, v ? v + i * n * n : nullptr);
}

Value eigEval(ValueSpan arguments) {
    const Abstract result = inferred(eigRule, arguments);
    const DType dtype = result.items[0].dtype;
    const Tensor x = arguments[0].asTensor()->cast(dtype).contiguous();
    Tensor values = Tensor::zeros(result.items[0].shape, dtype), vectors = Tensor::zeros(result.items[1].shape, dtype);
    if (dtype == DType::Complex64)
        eigenAll<std::complex<float>>(x, values, vectors);
    else
        eigenAll<std::complex<double>>(x, values, vectors);
    return Value::tuple({values, vectors});
}

/** Of triangular matrices the vectors are turned alike in every precision. */
Samples eigSamples() {
    Tensor triangle({3, 3}, DType::Float32);
    const float elements[] = {1, 2, -1, 0, 3, 0.5, 0, 0, -2};
    std::copy(std::begin(elements), std::end(elements), triangle.mutableData<float>());
    return {{triangle, true}, {sampleValues({2, 2, 2}, -1, 3), false}};
}

OpDef eigRecord() {
    OpDef def = matrixRecord("Eig", {},
                             "(w, v): the complex eigenvalues of square matrices, in no order, and the vectors "
                             "in columns, of length 1; with compute_v False a number in their place.",
                             "", nullptr);
    def.params = {tensorParam("x", {"A", "input"}), optionalParam("compute_v", ParamKind::Bool, false)};
    def.infer = inferBy<eigRule>;
    def.cost = matrixCost<75>; // with the vectors
    def.eval = eigEval;
    def.samples = eigSamples;
    def.computesComplex = true;
    return def;
}

} // namespace

std::vector<OpDef> decompositionOps() {
    const std::vector<OpUseRow> uses = {
        {{"MatrixDeterminant", "LogMatrixDeterminant", "MatrixInverse", "MatrixSolve", "SolveTriangular", "Cholesky",
          "Qr", "Svd", "Pinv", "Eigh", "Eig"},
         {.dependence = Dependence::Everything, .device = DeviceKernel::Matrix, .operations = notByShapes}},
    };
    return withUses(
        {
            determinantRecord(),
            logDeterminant(),
            inverseRecord(),
            solveRecord(),
            triangularRecord(),
            choleskyRecord(),
            qrRecord(),
            svdRecord(),
            pseudoInverse(),
            eighRecord(),
            eigRecord(),
        },
        uses, {"MatrixDeterminant", "LogMatrixDeterminant", "MatrixInverse", "MatrixSolve"});
}

} // namespace jitscope::inline ops
