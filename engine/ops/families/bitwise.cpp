// SPDX-License-Identifier: Apache-2.0
// Operators on the bits of integers.
#include "engine/ops/families.h"
#include "engine/ops/rules/elementwiserecord.h"

namespace jitscope::inline ops {

namespace {

/** As MindSpore names the dtypes that an operator takes. */
[[noreturn]] void diagnoseDType(const char *op, DType dtype, const char *others) {
    diagnoseType(
        "For primitive[" + std::string(op) + "], the input argument[x] must be a type of {" + others +
        "Tensor[Int16], Tensor[Int32], Tensor[Int64], Tensor[Int8], Tensor[UInt16], Tensor[UInt32], Tensor[UInt64], "
        "Tensor[UInt8]}, but got Tensor[" +
        std::string(info(dtype).name) + "].");
}

constexpr auto bothBits = []<class T>(T a, T b) -> T { return T(a & b); };
constexpr auto anyBit = []<class T>(T a, T b) -> T { return T(a | b); };
constexpr auto oddBit = []<class T>(T a, T b) -> T { return T(a ^ b); };

/** Bits that leave the number are lost; C++ allows no shift by as many bits as there are, or by fewer than none. */
constexpr auto shiftedLeft = []<class T>(T a, T by) -> T requires(!std::is_same_v<T, bool>) {
    if (by < T(0) || uint64_t(by) >= 8 * sizeof(T)) return T(0);
    return T(uint64_t(a) << uint64_t(by));
};

constexpr auto shiftedRight = []<class T>(T a, T by) -> T requires(!std::is_same_v<T, bool>) {
    if (by < T(0) || uint64_t(by) >= 8 * sizeof(T)) return a < T(0) ? T(-1) : T(0);
    return T(a >> by);
};

enum class Bools { Allowed, Refused };

template<NameLiteral name, Bools bools> Abstract bitsRule(TypeSpan arguments) {
    if (arguments.size() < 2) diagnose("For '" + std::string(name.text) + "', two operands are needed.");
    const Matched result = matched(name.text, arguments[0], arguments[1]);
    const bool isRefusedBool = bools == Bools::Refused && result.dtype == DType::Bool;
    if (info(result.dtype).floating || isRefusedBool)
        diagnoseDType(name.text, result.dtype, bools == Bools::Allowed ? "Tensor[Bool], " : "");
    return Abstract::tensor(result.dtype, result.shape);
}

template<NameLiteral name, Bools bools, auto function> Value bitsEval(ValueSpan arguments) {
    const Abstract result = inferred(bitsRule<name, bools>, arguments);
    return mapIntegers(operand(arguments[0], result.dtype), operand(arguments[1], result.dtype), result.shape,
                       lightGrain, function);
}

template<Bools bools> Samples bitsSamples() {
    Samples samples = {{sampleValues({2, 6}, -60, 60, DType::Int32), sampleValues({6}, 0, 6, DType::Int32)},
                       {sampleValues({5}, 0, 60, DType::UInt8), sampleValues({5}, 0, 7, DType::UInt8)},
                       {sampleValues({5}, -60, 60, DType::Int64), 3},
                       {Tensor::zeros({0}, DType::Int32), 3}};
    if (bools == Bools::Allowed)
        samples.push_back({sampleValues({4}, 0, 2, DType::Int32).cast(DType::Bool), Tensor::full({1}, 1, DType::Bool)});
    return samples;
}

template<NameLiteral name, Bools bools, auto function>
OpDef bits(std::vector<std::string> functions, std::string doc, std::string numpy) {
    OpDef def = elementWiseRecord(name.text, std::move(functions), std::move(doc), std::move(numpy), nullptr);
    def.params = {operandParam("input", {"x"}), operandParam("other", {"y"})};
    def.infer = inferBy<bitsRule<name, bools>>;
    def.eval = bitsEval<name, bools, function>;
    def.samples = bitsSamples<bools>;
    return def;
}

Abstract notRule(TypeSpan arguments) {
    const Abstract &x = tensorType("BitwiseNot", arguments, 0);
    if (info(x.dtype).floating) diagnoseDType("BitwiseNot", x.dtype, "Tensor[Bool], ");
    return Abstract::tensor(x.dtype, x.shape);
}

Value notEval(ValueSpan arguments) {
    inferred(notRule, arguments);
    const Tensor &x = *arguments[0].asTensor();
    if (x.dtype() == DType::Bool)
        return mapIntegers(x, Tensor::full({}, 1, DType::Bool), x.shape(), lightGrain, oddBit);
    return mapIntegers(x, lightGrain, []<class T>(T value) { return T(~value); });
}

Samples notSamples() {
    return {{sampleValues({2, 6}, -60, 60, DType::Int32)},
            {sampleValues({5}, 0, 60, DType::UInt8)},
            {sampleValues({4}, 0, 2, DType::Int32).cast(DType::Bool)},
            {Tensor::zeros({0}, DType::Int64)}};
}

OpDef bitwiseNot() {
    OpDef def = elementWiseRecord("BitwiseNot", {"bitwise_not", "invert"},
                                  "Each bit of input turned over; integers, and Bool, where it is logical_not.",
                                  "np.invert(a[0])", nullptr);
    def.params = {tensorParam("input", {"x"})};
    def.infer = inferBy<notRule>;
    def.eval = notEval;
    def.samples = notSamples;
    return def;
}

} // namespace

std::vector<OpDef> bitwiseOps() {
    const std::vector<OpUseRow> uses = {
        {{"BitwiseAnd", "BitwiseOr", "BitwiseXor", "LeftShift", "RightShift", "BitwiseNot"},
         {.dependence = Dependence::ElementWise,
          .device = DeviceKernel::Arithmetic,
          .operations = perElement(1),
          .kernel = inNoKernel}},
    };
    return withUses(
        {
            bits<"BitwiseAnd", Bools::Allowed, bothBits>(
                {"bitwise_and"}, "The bits that both operands have; integers or Bool that broadcast.", "a[0] & a[1]"),
            bits<"BitwiseOr", Bools::Allowed, anyBit>(
                {"bitwise_or"}, "The bits that one of the operands has; integers or Bool that broadcast.",
                "a[0] | a[1]"),
            bits<"BitwiseXor", Bools::Allowed, oddBit>(
                {"bitwise_xor"}, "The bits that exactly one operand has; integers or Bool that broadcast.",
                "a[0] ^ a[1]"),
            bits<"LeftShift", Bools::Refused, shiftedLeft>(
                {"bitwise_left_shift"}, "The bits of input moved up by other places; integers that broadcast.",
                "np.left_shift(a[0], a[1])"),
            bits<"RightShift", Bools::Refused, shiftedRight>(
                {"bitwise_right_shift"}, "The bits of input moved down by other places; integers that broadcast.",
                "np.right_shift(a[0], a[1])"),
            bitwiseNot(),
        },
        uses);
}

} // namespace jitscope::inline ops
