// SPDX-License-Identifier: Apache-2.0
// Triangles and diagonals of matrices, and the cross product.
#include "engine/ops/families.h"
#include "engine/ops/kernels/elementwise.h"
#include "engine/ops/rules/elementwiserecord.h"

namespace jitscope::inline ops {

namespace {

OpDef matrixRecord(std::string name, std::vector<std::string> functions, std::string doc, std::string numpy,
                   GradientRule gradient) {
    OpDef def = elementWiseRecord(std::move(name), std::move(functions), std::move(doc), std::move(numpy), gradient);
    def.category = OpCategory::DataMovement;
    def.fusion = FusionClass::Opaque;
    return def;
}

// --- triangles -------------------------------------------------------------------------------------------------------

enum class Half { Lower, Upper };

template<Half half> constexpr const char *halfName() {
    return half == Half::Lower ? "Tril" : "Triu";
}

template<Half half> Abstract halfRule(TypeSpan arguments) {
    const Abstract &x = tensorType(halfName<half>(), arguments, 0);
    if (x.shape.rank() < 2)
        diagnose(std::string("For '") + halfName<half>() + "', the rank of 'input' must be at least 2, but got " +
                 std::to_string(x.shape.rank()) + ".");
    if (arguments.size() > 1) intOf(halfName<half>(), arguments, 1);
    return Abstract::tensor(x.dtype, x.shape);
}

template<Half half> Value halfEval(ValueSpan arguments) {
    inferred(halfRule<half>, arguments);
    const Tensor &x = *arguments[0].asTensor();
    Tensor out = x.clone();
    const int64_t rows = x.shape()[x.rank() - 2], columns = x.shape().back(), size = x.itemBytes();
    const int64_t diagonal = std::clamp(*arguments[1].asInt(), -rows, columns);
    const int64_t lines = x.count() / std::max<int64_t>(columns, 1);
    for (int64_t i = 0; i < lines; ++i) {
        // Of row r, the lower triangle keeps the columns up to r + diagonal, the upper those from there on.
        const int64_t border = i % rows + diagonal;
        const int64_t begin = half == Half::Lower ? std::clamp<int64_t>(border + 1, 0, columns) : 0;
        const int64_t end = half == Half::Lower ? columns : std::clamp<int64_t>(border, 0, columns);
        std::fill_n(out.mutableRawData() + (i * columns + begin) * size, (end - begin) * size, std::byte(0));
    }
    return out;
}

template<Half half> Terms halfGradient(Gradient &g) {
    return {g.call(halfName<half>(), {g.dout(), g.intOf(1)})};
}

Samples halfSamples() {
    return {{sampleValues({3, 4}, -1, 3), 0},
            {sampleValues({2, 4, 3}, -1, 3), 1},
            {sampleValues({2, 4, 3}, -1, 3), -2},
            {sampleValues({3, 3}, -9, 9, DType::Int32), 5},
            {Tensor::zeros({0, 3}, DType::Float32), 0}};
}

template<Half half> OpDef triangle(std::string function, const std::string &which) {
    OpDef def = matrixRecord(halfName<half>(), {function},
                             "The " + which +
                                 " triangle of the matrices in the last two axes from diagonal on, 0 "
                                 "elsewhere; every dtype.",
                             "np." + function + "(a[0], a[1])", halfGradient<half>);
    def.params = {tensorParam("input", {"x"}), optionalParam("diagonal", ParamKind::Int, 0)};
    def.infer = inferBy<halfRule<half>>;
    def.eval = halfEval<half>;
    def.samples = halfSamples;
    return def;
}

// --- diagonals -------------------------------------------------------------------------------------------------------

/** The shape with two new axes for matrices that hold the last axis as their diagonal. */
Dims embeddedShape(const Dims &shape, int64_t offset, int64_t dim1, int64_t dim2) {
    const int rank = shape.rank() + 1;
    if (shape.empty()) diagnose("For 'DiagEmbed', the rank of 'input' must be at least 1, but got 0.");
    const int row = checkedAxis("DiagEmbed", dim1, rank), column = checkedAxis("DiagEmbed", dim2, rank);
    if (row == column)
        diagnose("For 'DiagEmbed', 'dim1' must not be identical to 'dim2', but got " + std::to_string(dim1) + " and " +
                 std::to_string(dim2) + ".");
    constexpr int64_t endless = int64_t(1) << 40; // more than any Tensor has, but without overflow
    const int64_t size = shape.back() + std::abs(std::clamp(offset, -endless, endless));
    Dims result;
    for (int i = 0, next = 0; i < rank; ++i)
        result.push(i == row || i == column ? size : shape[next++]);
    return checkedShape("DiagEmbed", result);
}

Abstract diagEmbedRule(TypeSpan arguments) {
    const Abstract &x = tensorType("DiagEmbed", arguments, 0);
    return Abstract::tensor(x.dtype, embeddedShape(x.shape, intOf("DiagEmbed", arguments, 1),
                                                   intOf("DiagEmbed", arguments, 2), intOf("DiagEmbed", arguments, 3)));
}

/** What the gradient of Diagonal writes, into a shape of its own choice. */
Value diagEmbedEval(ValueSpan arguments) {
    const Abstract result = inferred(diagEmbedRule, arguments);
    const std::vector<Value> written = {arguments[0], Value::ints(result.shape), arguments[1], arguments[2],
                                        arguments[3]};
    return findOp("DiagonalBackward")->eval(written);
}

Terms diagEmbedGradient(Gradient &g) {
    return {g.call("Diagonal", {g.dout(), g.intOf(1), g.intOf(2), g.intOf(3)})};
}

Samples diagEmbedSamples() {
    return {{sampleValues({3}, -1, 3), 0, -2, -1},
            {sampleValues({2, 3}, -1, 3), 1, -2, -1},
            {sampleValues({2, 3}, -1, 3), -1, 0, 2}};
}

OpDef diagEmbed() {
    OpDef def = matrixRecord(
        "DiagEmbed", {"diag_embed"},
        "Matrices in the axes dim1 and dim2 whose diagonal number offset is the last axis.",
        "(lambda n: np.moveaxis(np.einsum('...i,ijk->...jk', a[0], np.stack([np.eye(n)[max(-a[1], 0) + i][:, None] * "
        "np.eye(n)[max(a[1], 0) + i][None] for i in range(a[0].shape[-1])])), (-2, -1), (a[2], a[3])))"
        "(a[0].shape[-1] + abs(a[1]))",
        diagEmbedGradient);
    def.methods.clear(); // MindSpore has it as a function only
    def.params = {tensorParam("input"), optionalParam("offset", ParamKind::Int, 0),
                  optionalParam("dim1", ParamKind::Int, -2), optionalParam("dim2", ParamKind::Int, -1)};
    def.infer = inferBy<diagEmbedRule>;
    def.eval = diagEmbedEval;
    def.samples = diagEmbedSamples;
    return def;
}

// --- cross product ---------------------------------------------------------------------------------------------------

/** Both operands as they are multiplied: their common dtype, shape, and the axis of the three coordinates. */
struct CrossPlan {
    DType dtype;
    Dims shape;
    int axis;
};

CrossPlan crossPlan(TypeSpan arguments) {
    const Abstract &a = tensorType("Cross", arguments, 0), &b = tensorType("Cross", arguments, 1);
    const Matched both = matched("Cross", a, b);
    if (both.dtype == DType::Bool)
        diagnoseType("For primitive[Cross], the input arguments must be Tensors of numbers, but got Tensor[Bool].");
    int axis = -1;
    if (arguments.size() > 2 && !isNone(arguments[2])) {
        axis = checkedAxis("Cross", intOf("Cross", arguments, 2), both.shape.rank());
    } else {
        const auto found = std::ranges::find(both.shape, 3);
        axis = found == both.shape.end() ? -1 : int(found - both.shape.begin());
    }
    if (axis < 0 || both.shape.empty() || both.shape[axis] != 3)
        diagnose("For 'Cross', the size of the axis 'dim' must be 3, but got the shapes " + listText(a.shape) +
                 " and " + listText(b.shape) + ".");
    return {both.dtype, both.shape, axis};
}

Abstract crossRule(TypeSpan arguments) {
    const CrossPlan plan = crossPlan(arguments);
    return Abstract::tensor(plan.dtype, plan.shape);
}

/** The coordinate number `index` of vectors along an axis, as a view. */
Tensor coordinate(const Tensor &x, int axis, int index) {
    Dims shape = x.shape();
    shape[axis] = 1;
    return Tensor(x.storage(), shape, x.strides(), x.offset() + index * x.strides()[axis], x.dtype());
}

Value crossEval(ValueSpan arguments) {
    std::vector<Abstract> types;
    for (const Value &argument : arguments)
        types.push_back(Abstract::of(argument));
    const CrossPlan plan = crossPlan(types);
    const Tensor a = operand(arguments[0], plan.dtype).broadcastTo(plan.shape);
    const Tensor b = operand(arguments[1], plan.dtype).broadcastTo(plan.shape);
    Dims moved = plan.shape; // the coordinates first, so that each is one block of the result
    for (int i = plan.axis; i > 0; --i)
        moved[i] = moved[i - 1];
    moved[0] = 3;
    Tensor out(moved, plan.dtype);
    for (int i = 0; i < 3; ++i) {
        const auto product = [&](int left, int right) {
            const Tensor x = coordinate(a, plan.axis, left), y = coordinate(b, plan.axis, right);
            return computeBinary(BinaryOp::Mul, x, y, x.shape());
        };
        const Tensor first = product((i + 1) % 3, (i + 2) % 3), second = product((i + 2) % 3, (i + 1) % 3);
        const Tensor difference = computeBinary(BinaryOp::Sub, first, second, first.shape());
        std::copy_n(difference.rawData(), difference.bytes(), out.mutableRawData() + i * difference.bytes());
    }
    Dims back;
    for (int i = 0; i < plan.shape.rank(); ++i)
        back.push(i == plan.axis ? 0 : i < plan.axis ? i + 1 : i);
    return out.permuted(back).contiguous();
}

Terms crossGradient(Gradient &g) {
    const Abstract types[] = {g.type(0), g.type(1), g.type(2)};
    const int64_t axis = crossPlan(types).axis;
    return {g.call("Cross", {g.in(1), g.dout(), axis}), g.call("Cross", {g.dout(), g.in(0), axis})};
}

Samples crossSamples() {
    return {{sampleValues({3}, -1, 3), sampleValues({3}, -2, 2), Value()},
            {sampleValues({2, 3}, -1, 3), sampleValues({2, 3}, -2, 2), 1},
            {sampleValues({3, 2}, -1, 3), sampleValues({3, 1}, -2, 2), 0},
            {sampleValues({2, 3, 2}, -1, 3), sampleValues({2, 3, 2}, -2, 2), Value()}};
}

OpDef cross() {
    OpDef def =
        matrixRecord("Cross", {"cross"},
                     "The cross products of vectors of 3 along dim (without it, along the first axis of size 3).",
                     "(lambda x, y, axis: np.cross(x, y, axis=axis))(*np.broadcast_arrays(a[0], a[1]), a[2] if "
                     "a[2] is not None else np.broadcast(a[0], a[1]).shape.index(3))",
                     crossGradient);
    def.category = OpCategory::ElementWise;
    def.params = {tensorParam("input"), tensorParam("other"), optionalParam("dim", ParamKind::Any, Value())};
    def.infer = inferBy<crossRule>;
    def.eval = crossEval;
    def.samples = crossSamples;
    return def;
}

} // namespace

std::vector<OpDef> triangleOps() {
    const std::vector<OpUseRow> uses = {
        {{"Tril", "Triu", "DiagEmbed"},
         {.dependence = Dependence::Movement, .device = DeviceKernel::Arithmetic, .operations = notByShapes}},
        {{"Cross"},
         {.dependence = Dependence::AlongAxis, .device = DeviceKernel::Arithmetic, .operations = notByShapes}},
    };
    return withUses(
        {
            triangle<Half::Lower>("tril", "lower"),
            triangle<Half::Upper>("triu", "upper"),
            diagEmbed(),
            cross(),
        },
        uses, {"Tril", "Triu", "DiagEmbed"});
}

} // namespace jitscope::inline ops
