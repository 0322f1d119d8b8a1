// SPDX-License-Identifier: Apache-2.0
// Products of matrices, and what stands behind them in networks.
#include "engine/ops/families.h"
#include "engine/ops/gradient.h"
#include "engine/ops/kernels/elementwise.h"
#include "engine/ops/kernels/matmul.h"
#include "engine/ops/kernels/reduce.h"
#include "engine/ops/rules/rules.h"

#include "engine/base/text.h"

namespace jitscope::inline ops {

namespace {

void requireNumbers(const char *op, const Abstract &a, const Abstract &b) {
    if (a.dtype == DType::Bool)
        diagnoseType(format("For '%s', the type of 'x1' must be a number, but got Tensor[Bool].", op));
    if (a.dtype != b.dtype)
        diagnoseType(
            format("For '%s', the type of 'x2' should be same as 'x1', but got 'x1' with type Tensor[%s] and 'x2' with "
                   "type Tensor[%s].",
                   op, std::string(info(a.dtype).name).c_str(), std::string(info(b.dtype).name).c_str()));
}

bool flagAt(const char *op, TypeSpan arguments, size_t index) {
    return arguments.size() > index && boolOf(op, arguments, index);
}

/** Rows and columns of the last two axes, in the order in which the product reads them. */
struct MatrixSize {
    int64_t rows, columns;
};

MatrixSize sizeOf(const Dims &shape, bool transposed) {
    const int64_t first = shape[shape.rank() - 2], second = shape.back();
    return transposed ? MatrixSize{second, first} : MatrixSize{first, second};
}

OpCost productCost(TypeSpan arguments, const Abstract &result) {
    const Dims &shape = arguments[0].shape;
    const double elements = double(result.count());
    const double rows = double(std::max<int64_t>(result.shape[result.shape.rank() - 2], 1));
    // The last two axes of x hold rows * depth elements, whichever way they are read.
    const double depth = double(shape[shape.rank() - 2]) * double(shape.back()) / rows;
    OpCost cost = {2 * elements * depth, double(result.bytes())};
    for (const Abstract &argument : arguments)
        cost.bytes += double(argument.bytes());
    return cost;
}

// --- MatMul ----------------------------------------------------------------------------------------------------------

Abstract productOfMatrices(const char *op, TypeSpan arguments, bool transposeA, bool transposeB) {
    const Abstract &a = tensorType(op, arguments, 0), &b = tensorType(op, arguments, 1);
    requireNumbers(op, a, b);
    for (int i = 0; i < 2; ++i)
        if (const int rank = arguments[size_t(i)].shape.rank(); rank != 2)
            diagnose(format("For '%s', the dimension of 'x%d' must be equal to 2, but got %d.", op, i + 1, rank));
    const MatrixSize left = sizeOf(a.shape, transposeA), right = sizeOf(b.shape, transposeB);
    if (left.columns != right.rows)
        diagnose(format("For '%s' the input dimensions must be equal, but got 'x1_col': %lld and 'x2_row': %lld.", op,
                        (long long)left.columns, (long long)right.rows));
    return Abstract::tensor(a.dtype, checkedShape(op, {left.rows, right.columns}));
}

Abstract matmulRule(TypeSpan arguments) {
    return productOfMatrices("MatMul", arguments, flagAt("MatMul", arguments, 2), flagAt("MatMul", arguments, 3));
}

Value matmulEval(ValueSpan arguments) {
    const Abstract result = inferred(matmulRule, arguments);
    const MatmulPlan plan = {result.shape, *arguments[2].asBool(), *arguments[3].asBool(), {}};
    return computeMatmul(plan, *arguments[0].asTensor(), *arguments[1].asTensor(), Tensor());
}

Samples matmulSamples() {
    return {{sampleValues({2, 3}, -1, 1), sampleValues({3, 4}, -1, 1), false, false},
            {sampleValues({33, 17}, -1, 1), sampleValues({20, 17}, -1, 1), false, true},
            {sampleValues({3, 5}, -1, 1), sampleValues({3, 4}, -1, 1), true, false},
            {sampleValues({3, 2}, -1, 1), sampleValues({4, 3}, -1, 1), true, true},
            {sampleValues({130, 90}, -1, 1), sampleValues({90, 110}, -1, 1), false, false},
            {sampleValues({1, 9}, -1, 1), sampleValues({9, 1}, -1, 1), false, false},
            {Tensor::zeros({2, 0}, DType::Float32), Tensor::zeros({0, 3}, DType::Float32), false, false},
            {sampleValues({2, 3}, -9, 9, DType::Int32), sampleValues({3, 2}, -9, 9, DType::Int32), false, false}};
}

/** Of c = op(a) * op(b), where op transposes or not: the products that give da and db read a, b and dc as they lie. */
std::vector<Term> productGradient(Gradient &g, const char *op, Term dout, bool transposeA, bool transposeB) {
    std::vector<Term> terms(2);
    if (g.wants(0))
        terms[0] = transposeA ? g.call(op, {g.conjugate(g.in(1)), dout, transposeB, true})
                              : g.call(op, {dout, g.conjugate(g.in(1)), false, !transposeB});
    if (g.wants(1))
        terms[1] = transposeB ? g.call(op, {dout, g.conjugate(g.in(0)), true, transposeA})
                              : g.call(op, {g.conjugate(g.in(0)), dout, !transposeA, false});
    return terms;
}

std::vector<Term> matmulGradient(Gradient &g) {
    return productGradient(g, "MatMul", g.dout(), g.boolOf(2), g.boolOf(3));
}

std::vector<Term> batchMatmulGradient(Gradient &g) {
    return productGradient(g, "BatchMatMul", g.dout(), g.boolOf(2), g.boolOf(3));
}

OpDef product(std::string name, std::string function, std::vector<std::string> aliases, std::string doc) {
    OpDef def;
    def.name = std::move(name);
    def.function = std::move(function);
    def.aliases = std::move(aliases);
    def.doc = std::move(doc);
    def.category = OpCategory::MatMul;
    def.cost = productCost;
    return def;
}

OpDef matmul() {
    OpDef def =
        product("MatMul", "matmul", {"mm"},
                "The product of the matrices input (n, k) and mat2 (k, m), either transposed first if asked; one "
                "dtype; result (n, m).");
    def.methods = {"matmul", "mm"};
    def.params = {tensorParam("input", {"x1", "x"}), tensorParam("mat2", {"other", "x2", "y"}),
                  optionalParam("transpose_a", ParamKind::Bool, false),
                  optionalParam("transpose_b", ParamKind::Bool, false)};
    def.infer = inferBy<matmulRule>;
    def.eval = matmulEval;
    def.samples = matmulSamples;
    def.gradient = matmulGradient;
    def.numpy = "(a[0].T if a[2] else a[0]) @ (a[1].T if a[3] else a[1])";
    return def;
}

// --- BatchMatMul -----------------------------------------------------------------------------------------------------

Abstract batchMatmulRule(TypeSpan arguments) {
    const char *op = "BatchMatMul";
    const Abstract &a = tensorType(op, arguments, 0), &b = tensorType(op, arguments, 1);
    const bool transposeA = flagAt(op, arguments, 2), transposeB = flagAt(op, arguments, 3);
    requireNumbers(op, a, b);
    if (a.shape.rank() < 2 || b.shape.rank() < 2)
        diagnose(
            format("For 'BatchMatMul', the rank of the inputs must be at least 2, but got x shape %s and y shape %s.",
                   listText(a.shape).c_str(), listText(b.shape).c_str()));
    const MatrixSize left = sizeOf(a.shape, transposeA), right = sizeOf(b.shape, transposeB);
    if (left.columns != right.rows)
        diagnose(
            format("For BatchMatMul, the row of the input 'y' should be same as the col of the input 'x', with x shape "
                   "%s(transpose_a=%d), y shape %s(transpose_b=%d)",
                   listText(a.shape).c_str(), transposeA, listText(b.shape).c_str(), transposeB));
    const auto batchOf = [](const Dims &shape) { return Dims(shape.span().first(size_t(shape.rank()) - 2)); };
    const std::optional<Dims> batch = broadcast(batchOf(a.shape), batchOf(b.shape));
    if (!batch)
        diagnose("For 'BatchMatMul', the batch dimensions of the inputs must broadcast, but got x shape " +
                 listText(a.shape) + " and y shape " + listText(b.shape) + ".");
    Dims shape = *batch;
    shape.push(left.rows);
    shape.push(right.columns);
    return Abstract::tensor(a.dtype, checkedShape(op, shape));
}

Value batchMatmulEval(ValueSpan arguments) {
    const Abstract result = inferred(batchMatmulRule, arguments);
    const MatmulPlan plan = {result.shape, *arguments[2].asBool(), *arguments[3].asBool(), {}};
    return computeMatmul(plan, *arguments[0].asTensor(), *arguments[1].asTensor(), Tensor());
}

Samples batchMatmulSamples() {
    return {{sampleValues({2, 3, 4}, -1, 1), sampleValues({2, 4, 5}, -1, 1), false, false},
            {sampleValues({2, 1, 3, 4}, -1, 1), sampleValues({5, 6, 4}, -1, 1), false, true},
            {sampleValues({2, 4, 3}, -1, 1), sampleValues({4, 5}, -1, 1), true, false},
            {sampleValues({3, 40, 50}, -1, 1), sampleValues({3, 50, 60}, -1, 1), false, false},
            {Tensor::zeros({0, 3, 4}, DType::Float32), sampleValues({4, 5}, -1, 1), false, false}};
}

OpDef batchMatmul() {
    OpDef def = product("BatchMatMul", "bmm", {"batch_mat_mul"},
                        "The products of the matrices in the last two axes of input and mat2; the axes before them "
                        "broadcast; one dtype.");
    def.methods = {"bmm"};
    def.params = {tensorParam("input", {"input_x", "x"}), tensorParam("mat2", {"y"}),
                  optionalParam("transpose_a", ParamKind::Bool, false),
                  optionalParam("transpose_b", ParamKind::Bool, false)};
    def.infer = inferBy<batchMatmulRule>;
    def.eval = batchMatmulEval;
    def.samples = batchMatmulSamples;
    def.gradient = batchMatmulGradient;
    def.numpy = "(np.swapaxes(a[0], -1, -2) if a[2] else a[0]) @ (np.swapaxes(a[1], -1, -2) if a[3] else a[1])";
    return def;
}

// --- BiasAdd ---------------------------------------------------------------------------------------------------------

/** data_format as dumps write it. */
constexpr int64_t nchw = 0, nhwc = 1;

int channelAxis(const char *op, TypeSpan arguments, size_t index, int rank) {
    const int64_t layout = arguments.size() > index ? intOf(op, arguments, index) : nchw;
    if (layout != nchw && layout != nhwc)
        diagnose(
            format("For '%s', the data_format must be 0 (NCHW) or 1 (NHWC), but got %lld.", op, (long long)layout));
    return layout == nchw ? 1 : rank - 1;
}

Abstract biasAddRule(TypeSpan arguments) {
    const Abstract &x = tensorType("BiasAdd", arguments, 0), &bias = tensorType("BiasAdd", arguments, 1);
    if (x.dtype != bias.dtype || x.dtype == DType::Bool)
        diagnose("For 'BiasAdd', the input and the bias must be Tensors of one dtype of numbers, but got " + brief(x) +
                 " and " + brief(bias) + ".");
    if (x.shape.rank() < 2 || bias.shape.rank() != 1)
        diagnose(format(
            "For 'BiasAdd', the dimension of the input must be at least 2 and that of the bias 1, but got %d and "
            "%d.",
            x.shape.rank(), bias.shape.rank()));
    const int axis = channelAxis("BiasAdd", arguments, 2, x.shape.rank());
    if (bias.shape[0] != x.shape[axis])
        diagnose(format("For 'BiasAdd', bias[0] shape should be equal to input_x[%d] shape, but got bias shape: %s, "
                        "input_shape: %s.",
                        axis, listText(bias.shape).c_str(), listText(x.shape).c_str()));
    return Abstract::tensor(x.dtype, x.shape);
}

Value biasAddEval(ValueSpan arguments) {
    std::vector<Abstract> types;
    for (const Value &argument : arguments)
        types.emplace_back(Abstract::of(argument));
    const Abstract result = biasAddRule(types);
    const int axis = channelAxis("BiasAdd", types, 2, result.shape.rank());
    Dims laid = Dims::filled(result.shape.rank() - axis, 1);
    laid[0] = result.shape[axis];
    return computeBinary(BinaryOp::Add, *arguments[0].asTensor(), arguments[1].asTensor()->reshaped(laid),
                         result.shape);
}

Samples biasAddSamples() {
    return {{sampleValues({2, 3}, -1, 1), sampleValues({3}, 1, 2), 0},
            {sampleValues({2, 3, 4, 5}, -1, 1), sampleValues({3}, 1, 2), 0},
            {sampleValues({2, 3, 4}, -1, 1), sampleValues({4}, 1, 2), 1},
            {Tensor::zeros({0, 3}, DType::Float32), sampleValues({3}, 1, 2), 0}};
}

std::vector<Term> biasAddGradient(Gradient &g) {
    return {g.dout(), g.call("BiasAddGrad", {g.dout(), g.constant(2)})};
}

OpDef biasAdd() {
    OpDef def;
    def.name = "BiasAdd";
    def.function = "bias_add";
    def.doc = "input_x plus bias (c,) along axis 1 (data_format 0, NCHW) or the last axis (1, NHWC); one dtype.";
    def.category = OpCategory::ElementWise;
    def.params = {tensorParam("input_x", {"input", "x"}), tensorParam("bias", {"b"}),
                  optionalParam("data_format", ParamKind::Int, 0)};
    def.infer = inferBy<biasAddRule>;
    def.eval = biasAddEval;
    def.samples = biasAddSamples;
    def.gradient = biasAddGradient;
    def.numpy = "a[0] + (a[1].reshape((1, -1) + (1,) * (a[0].ndim - 2)) if a[2] == 0 else a[1])";
    return def;
}

// --- BiasAddGrad -----------------------------------------------------------------------------------------------------

int gradChannelAxis(TypeSpan arguments) {
    const Abstract &dout = tensorType("BiasAddGrad", arguments, 0);
    if (dout.dtype == DType::Bool || dout.shape.rank() < 2)
        diagnose("For 'BiasAddGrad', dout must be a Tensor of numbers with at least 2 dimensions, but got " +
                 brief(dout) + ".");
    return channelAxis("BiasAddGrad", arguments, 1, dout.shape.rank());
}

Abstract biasAddGradRule(TypeSpan arguments) {
    const int axis = gradChannelAxis(arguments);
    return Abstract::tensor(arguments[0].dtype, {arguments[0].shape[axis]});
}

Value biasAddGradEval(ValueSpan arguments) {
    const std::array<Abstract, 2> types = {Abstract::of(arguments[0]), Abstract::of(arguments[1])};
    const int axis = gradChannelAxis(types);
    AxisSet reduced = {};
    for (int i = 0; i < types[0].shape.rank(); ++i)
        reduced[size_t(i)] = i != axis;
    return computeReduction(ReductionOp::Sum, *arguments[0].asTensor(), reduced);
}

Samples biasAddGradSamples() {
    return {{sampleValues({2, 3}, -1, 1), 0},
            {sampleValues({2, 3, 4, 5}, -1, 1), 0},
            {sampleValues({2, 3, 4}, -1, 1), 1},
            {Tensor::zeros({0, 3}, DType::Float32), 0}};
}

std::vector<Term> biasAddGradGradient(Gradient &g) {
    const int axis = g.intOf(1) == nchw ? 1 : g.rank(0) - 1;
    Dims laid = Dims::filled(g.rank(0), 1);
    laid[axis] = g.shape(0)[axis];
    return {g.broadcast(g.reshape(g.dout(), laid), g.shape(0))};
}

OpDef biasAddGrad() {
    OpDef def;
    def.name = "BiasAddGrad";
    def.doc =
        "dout summed over all axes but axis 1 (data_format 0, NCHW) or the last (1, NHWC): what a gradient of BiasAdd "
        "gives for the bias (c,).";
    def.category = OpCategory::Reduction;
    def.params = {tensorParam("dout"), optionalParam("data_format", ParamKind::Int, 0)};
    def.infer = inferBy<biasAddGradRule>;
    def.eval = biasAddGradEval;
    def.samples = biasAddGradSamples;
    def.gradient = biasAddGradGradient;
    def.numpy = "a[0].sum(axis=(0, *range(2, a[0].ndim)) if a[1] == 0 else tuple(range(a[0].ndim - 1)))";
    return def;
}

} // namespace

std::vector<OpDef> matmulOps() {
    const std::vector<OpUseRow> uses = {
        {{"MatMul", "BatchMatMul"},
         {.dependence = Dependence::Product, .device = DeviceKernel::Matrix, .operations = matrixProduct}},
        {{"BiasAdd"}, {.dependence = Dependence::Bias, .device = DeviceKernel::Arithmetic, .operations = notByShapes}},
        {{"BiasAddGrad"},
         {.dependence = Dependence::BiasGradient, .device = DeviceKernel::NormGradient, .operations = notByShapes}},
    };
    return withUses({matmul(), batchMatmul(), biasAdd(), biasAddGrad()}, uses, {"MatMul", "BatchMatMul"});
}

} // namespace jitscope::inline ops
