// SPDX-License-Identifier: Apache-2.0
// Arithmetic of one and two operands, with MindSpore's implicit promotion and NumPy's broadcasting.
#include "engine/ops/families.h"
#include "engine/ops/kernels/elementwise.h"
#include "engine/ops/rules.h"
#include "engine/ops/unary.h"

namespace jitscope {

namespace {

constexpr const char *nameOf(BinaryOp op) {
    constexpr const char *names[] = {"Add", "Sub", "Mul", "Div", "FloorDiv", "FloorMod", "Maximum", "Minimum", "Pow"};
    return names[size_t(op)];
}

/** Truths have a product, a largest and a smallest, but are not added, divided or raised to powers. */
bool acceptsTruths(BinaryOp op) {
    return op == BinaryOp::Mul || op == BinaryOp::Maximum || op == BinaryOp::Minimum || op == BinaryOp::Div;
}

template<BinaryOp op> Abstract binaryRule(TypeSpan arguments) {
    if (arguments.size() < 2) refuse(std::string("For '") + nameOf(op) + "', two operands are needed.");
    Matched result = matched(nameOf(op), arguments[0], arguments[1]);
    if (result.dtype == DType::Bool && !acceptsTruths(op))
        refuse(std::string("For primitive[") + nameOf(op) +
               "], the input arguments must be Tensors of numbers, but got Tensor[Bool].");
    if (op == BinaryOp::Div) result.dtype = floatingOf(result.dtype);
    return Abstract::tensor(result.dtype, result.shape);
}

/** What one thread computes at once, without the detour over rules and rows: small packed float32 tensors. */
constexpr int64_t smallCount = 8192;
bool isPlain(const Tensor *x) {
    return x && x->dtype() == DType::Float32 && x->isContiguous() && x->count() <= smallCount;
}

template<BinaryOp op> Value plainRow(const Tensor &shape, RowKind kind, const float *a, const float *b) {
    Tensor out(shape.shape(), DType::Float32);
    float32Kernels().binary[size_t(op)][size_t(kind)](a, b, out.mutableData<float>(), out.count());
    return out;
}

template<BinaryOp op> Value binaryEval(ValueSpan arguments) {
    const Tensor *a = arguments[0].asTensor(), *b = arguments[1].asTensor();
    if (isPlain(a) && isPlain(b) && a->shape() == b->shape())
        return plainRow<op>(*a, RowKind::VectorVector, a->data<float>(), b->data<float>());
    if (isPlain(a) && !b) { // a number takes the dtype of the tensor
        const float number = float(arguments[1].number().value());
        return plainRow<op>(*a, RowKind::VectorScalar, a->data<float>(), &number);
    }
    const Abstract result = ruled(binaryRule<op>, arguments.first(2));
    return computeBinary(op, operand(arguments[0], result.dtype), operand(arguments[1], result.dtype), result.shape);
}

template<BinaryOp op> Samples pairSamples() {
    const double low = op == BinaryOp::Pow ? 0.5 : -3;
    const Tensor a = spread({2, 3}, low, 3), b = spread({2, 3}, 0.5, 2.5);
    return {{a, b},
            {a, spread({3}, 0.5, 2.5)},
            {spread({4, 1, 3}, low, 3), spread({1, 5, 1}, 0.5, 2.5)},
            {a, 2.5},
            {a, 2},
            {3, b},
            {spread({}, 1, 2), spread({2, 2}, 1, 2)},
            {Tensor::zeros({0, 3}, DType::Float32), spread({3}, 1, 2)},
            {spread({5}, 1, 9, DType::Int32), spread({5}, 1, 4, DType::Int32)},
            {spread({4}, 1, 9, DType::Int64), 2},
            {spread({4}, 1, 9, DType::Int32), 0.5}};
}

template<BinaryOp op>
OpDef binary(std::string function, std::vector<std::string> aliases, std::string doc, std::string numpy,
             std::string secondName = "other") {
    OpDef def;
    def.name = nameOf(op);
    def.function = function;
    def.aliases = aliases;
    def.methods = aliases;
    def.methods.insert(def.methods.begin(), function);
    def.doc = std::move(doc);
    def.category = OpCategory::ElementWise;
    def.fusion = FusionClass::ElementWise;
    def.params = {operandParam("input", {"x"}), operandParam(std::move(secondName), {"y"})};
    def.infer = inferBy<binaryRule<op>>;
    def.eval = binaryEval<op>;
    def.samples = pairSamples<op>;
    def.numpy = std::move(numpy);
    return def;
}

} // namespace

std::vector<OpDef> arithmeticOps() {
    using B = BinaryOp;
    using U = UnaryOp;
    return {
        binary<B::Add>("add", {}, "input + other element by element; shapes broadcast, dtypes are promoted.",
                       "a[0] + a[1]"),
        binary<B::Sub>("sub", {"subtract"}, "input - other element by element; shapes broadcast, dtypes are promoted.",
                       "a[0] - a[1]"),
        binary<B::Mul>("mul", {"multiply"}, "input * other element by element; shapes broadcast, dtypes are promoted.",
                       "a[0] * a[1]"),
        binary<B::Div>("div", {"divide", "true_divide"},
                       "input / other element by element; integers give Float32; shapes broadcast.", "a[0] / a[1]"),
        binary<B::FloorDiv>("floor_div", {"floor_divide"},
                            "The quotient input / other rounded down; shapes broadcast, dtypes are promoted.",
                            "a[0] // a[1]"),
        binary<B::FloorMod>("floor_mod", {"remainder"},
                            "The remainder of input / other with the sign of other; shapes broadcast.", "a[0] % a[1]"),
        binary<B::Maximum>("maximum", {}, "The larger of input and other element by element; NaN wins.",
                           "np.maximum(a[0], a[1])"),
        binary<B::Minimum>("minimum", {}, "The smaller of input and other element by element; NaN wins.",
                           "np.minimum(a[0], a[1])"),
        binary<B::Pow>("pow", {}, "input raised to the power exponent element by element; shapes broadcast.",
                       "np.power(a[0], a[1])", "exponent"),
        unary<U::Neg, -3, 3>("neg", {"negative"}, "-input element by element; same shape and dtype.", "-a[0]"),
        unary<U::Abs, -3, 3>("abs", {"absolute"}, "The absolute value of each element; same shape and dtype.",
                             "np.abs(a[0])"),
        unary<U::Sign, -3, 3>("sign", {}, "-1, 0 or 1 by the sign of each element; same shape and dtype.",
                              "np.sign(a[0])"),
        unary<U::Square, -3, 3>("square", {}, "input * input element by element; same shape and dtype.",
                                "np.square(a[0])"),
        unary<U::Reciprocal, 1, 4>("reciprocal", {}, "1 / input element by element; integers give Float32.",
                                   "1 / a[0]"),
        unary<U::Floor, -5, 5>("floor", {}, "Each element rounded down to a whole number; same shape and dtype.",
                               "np.floor(a[0])"),
        unary<U::Ceil, -5, 5>("ceil", {}, "Each element rounded up to a whole number; same shape and dtype.",
                              "np.ceil(a[0])"),
        unary<U::Round, -5, 5>("round", {},
                               "Each element rounded to the nearest whole number, halves to even; same dtype.",
                               "np.round(a[0])"),
    };
}

} // namespace jitscope
