// SPDX-License-Identifier: Apache-2.0
// Python's numbers as values of a graph: arithmetic, comparisons and conversions of numbers that are only known when
// the graph runs. They follow Python: a float as soon as one operand is, division rounds down, the remainder has the
// sign of the divisor.
#include "engine/ops/families.h"
#include "engine/ops/gradient.h"
#include "engine/ops/rules/rules.h"

#include "engine/base/text.h"

#include <algorithm>
#include <cmath>

namespace jitscope::inline ops {

namespace {

Abstract scalarOf(DType dtype) {
    Abstract abstract;
    abstract.kind = Abstract::Kind::Scalar;
    abstract.dtype = dtype;
    return abstract;
}

/** A bool, int or float, known or not. */
const Abstract &numberType(std::string_view op, TypeSpan arguments, size_t index) {
    const Abstract &argument = arguments[index];
    const bool isNumber = argument.kind == Abstract::Kind::Scalar && !(argument.isConstant && !argument.value.number());
    if (!isNumber)
        diagnoseType(
            format("For '%s', a number is needed, but got %s.", std::string(op).c_str(), brief(argument).c_str()));
    return argument;
}

bool isFloat(const Abstract &number) {
    return number.dtype != DType::Bool && number.dtype != DType::Int64;
}

/** The type that a number of `dtype` has in Python. */
DType pythonType(const Abstract &number) {
    if (number.dtype == DType::Bool) return DType::Bool;
    return isFloat(number) ? DType::Float32 : DType::Int64;
}

int64_t intOf(const Value &value) {
    if (const bool *flag = value.asBool()) return *flag;
    return *value.asInt();
}

[[noreturn]] void tooLarge(const char *op) {
    diagnose(format("For '%s', the result does not fit into 64 bits.", op));
}

/** How one operator computes: on ints and on floats. */
struct Add {
    static constexpr const char *name = "ScalarAdd";

    static constexpr const char *doc = "The sum of two numbers.";
    static int64_t ints(int64_t a, int64_t b) {
        int64_t result = 0;
        if (__builtin_add_overflow(a, b, &result)) tooLarge(name);
        return result;
    }
    static double floats(double a, double b) { return a + b; }
};

struct Sub {
    static constexpr const char *name = "ScalarSub";
    static constexpr const char *doc = "The difference of two numbers.";
    static int64_t ints(int64_t a, int64_t b) {
        int64_t result = 0;
        if (__builtin_sub_overflow(a, b, &result)) tooLarge(name);
        return result;
    }
    static double floats(double a, double b) { return a - b; }
};

struct Mul {
    static constexpr const char *name = "ScalarMul";
    static constexpr const char *doc = "The product of two numbers.";
    static int64_t ints(int64_t a, int64_t b) {
        int64_t result = 0;
        if (__builtin_mul_overflow(a, b, &result)) tooLarge(name);
        return result;
    }
    static double floats(double a, double b) { return a * b; }
};

[[noreturn]] void dividedByZero(const char *op) {
    diagnose(format("For '%s', the divisor is zero.", op));
}

struct FloorDiv {
    static constexpr const char *name = "ScalarFloorDiv";
    static constexpr const char *doc = "The quotient of two numbers, rounded down.";
    static int64_t ints(int64_t a, int64_t b) {
        if (b == 0) dividedByZero(name);
        if (b == -1) return Sub::ints(0, a);
        return a / b - ((a % b != 0 && (a < 0) != (b < 0)) ? 1 : 0);
    }
    static double floats(double a, double b) {
        if (b == 0) dividedByZero(name);
        return std::floor(a / b);
    }
};

struct Mod {
    static constexpr const char *name = "ScalarMod";
    static constexpr const char *doc = "The remainder of two numbers, with the sign of the divisor.";
    static int64_t ints(int64_t a, int64_t b) {
        if (b == 0) dividedByZero(name);
        if (b == -1) return 0;
        const int64_t rest = a % b;
        return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
    }
    static double floats(double a, double b) {
        if (b == 0) dividedByZero(name);
        const double rest = std::fmod(a, b);
        return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
    }
};

struct Pow {
    static constexpr const char *name = "ScalarPow";
    static constexpr const char *doc = "The first number to the power of the second.";
    static int64_t ints(int64_t a, int64_t b) {
        if (b < 0) diagnose("For 'ScalarPow', an int to a negative power is a float; make one operand a float.");
        int64_t result = 1;
        while (b > 0) {
            if (b & 1) result = Mul::ints(result, a);
            b >>= 1;
            if (b > 0) a = Mul::ints(a, a);
        }
        return result;
    }
    static double floats(double a, double b) { return std::pow(a, b); }
};

/** The type of the result; its value too, where both operands are known. */
template<class Which> Value computed(ValueSpan arguments) {
    const Abstract a = Abstract::of(arguments[0]), b = Abstract::of(arguments[1]);
    if (isFloat(a) || isFloat(b)) return Which::floats(*arguments[0].number(), *arguments[1].number());
    return Which::ints(intOf(arguments[0]), intOf(arguments[1]));
}

template<class Which> Abstract arithmeticRule(TypeSpan arguments) {
    const Abstract &a = numberType(Which::name, arguments, 0), &b = numberType(Which::name, arguments, 1);
    if (a.isConstant && b.isConstant) {
        const Value values[] = {a.value, b.value};
        return Abstract::of(computed<Which>(values));
    }
    return scalarOf(isFloat(a) || isFloat(b) ? DType::Float32 : DType::Int64);
}

template<Rule rule, auto compute> Value evaluated(ValueSpan arguments) {
    inferred(rule, arguments);
    return compute(arguments);
}

Samples pairs() {
    return {{7, 2}, {-7, 2}, {7.5, 2}, {2, 0.5}, {true, 3}};
}

OpDef record(const char *name, const char *doc, std::vector<ParamDef> params) {
    OpDef def;
    def.name = name;
    def.doc = doc;
    def.category = OpCategory::Other;
    def.params = std::move(params);
    def.gradient = noGradient;
    def.cost = [](TypeSpan, const Abstract &) { return OpCost{}; };
    return def;
}

std::vector<ParamDef> twoNumbers() {
    return {param("x", ParamKind::Any), param("y", ParamKind::Any)};
}

template<class Which> OpDef arithmetic() {
    OpDef def = record(Which::name, Which::doc, twoNumbers());
    def.infer = inferBy<arithmeticRule<Which>>;
    def.eval = evaluated<arithmeticRule<Which>, computed<Which>>;
    def.samples = pairs;
    return def;
}

// --- division --------------------------------------------------------------------------------------------------------

Value divided(ValueSpan arguments) {
    const double divisor = *arguments[1].number();
    if (divisor == 0) dividedByZero("ScalarDiv");
    return *arguments[0].number() / divisor;
}

Abstract divisionRule(TypeSpan arguments) {
    const Abstract &a = numberType("ScalarDiv", arguments, 0), &b = numberType("ScalarDiv", arguments, 1);
    if (!a.isConstant || !b.isConstant) return scalarOf(DType::Float32);
    const Value values[] = {a.value, b.value};
    return Abstract::of(divided(values));
}

OpDef division() {
    OpDef def = record("ScalarDiv", "The quotient of two numbers, a float.", twoNumbers());
    def.infer = inferBy<divisionRule>;
    def.eval = evaluated<divisionRule, divided>;
    def.samples = pairs;
    return def;
}

// --- bits ------------------------------------------------------------------------------------------------------------

struct BitwiseAnd {
    static constexpr const char *name = "ScalarBitwiseAnd";
    static constexpr const char *doc = "The bits that both ints have; of two bools a bool.";
    static constexpr bool keepsBools = true;
    static int64_t ints(int64_t a, int64_t b) { return a & b; }
};

struct BitwiseOr {
    static constexpr const char *name = "ScalarBitwiseOr";
    static constexpr const char *doc = "The bits that one of two ints has; of two bools a bool.";
    static constexpr bool keepsBools = true;
    static int64_t ints(int64_t a, int64_t b) { return a | b; }
};

struct BitwiseXor {
    static constexpr const char *name = "ScalarBitwiseXor";
    static constexpr const char *doc = "The bits in which two ints differ; of two bools a bool.";
    static constexpr bool keepsBools = true;
    static int64_t ints(int64_t a, int64_t b) { return a ^ b; }
};

void checkShift(const char *op, int64_t count) {
    if (count < 0) diagnose(format("For '%s', a negative shift count.", op));
}

struct LeftShift {
    static constexpr const char *name = "ScalarLeftShift";
    static constexpr const char *doc = "The first int with its bits moved up by the second.";
    static constexpr bool keepsBools = false;
    static int64_t ints(int64_t a, int64_t b) {
        checkShift(name, b);
        if (a == 0) return 0;
        if (b > 62) tooLarge(name);
        return Mul::ints(a, int64_t(1) << b);
    }
};

struct RightShift {
    static constexpr const char *name = "ScalarRightShift";
    static constexpr const char *doc = "The first int with its bits moved down by the second.";
    static constexpr bool keepsBools = false;
    static int64_t ints(int64_t a, int64_t b) {
        checkShift(name, b);
        return a >> std::min<int64_t>(b, 63);
    }
};

const Abstract &intType(const char *op, TypeSpan arguments, size_t index) {
    const Abstract &number = numberType(op, arguments, index);
    if (isFloat(number)) diagnoseType(format("For '%s', an int or a bool is needed, but got a float.", op));
    return number;
}

template<class Which> Value combined(ValueSpan arguments) {
    const int64_t result = Which::ints(intOf(arguments[0]), intOf(arguments[1]));
    const bool areBools = Which::keepsBools && arguments[0].asBool() && arguments[1].asBool();
    return areBools ? Value(result != 0) : Value(result);
}

template<class Which> Abstract bitsRule(TypeSpan arguments) {
    const Abstract &a = intType(Which::name, arguments, 0), &b = intType(Which::name, arguments, 1);
    if (a.isConstant && b.isConstant) {
        const Value values[] = {a.value, b.value};
        return Abstract::of(combined<Which>(values));
    }
    const bool areBools = Which::keepsBools && a.dtype == DType::Bool && b.dtype == DType::Bool;
    return scalarOf(areBools ? DType::Bool : DType::Int64);
}

template<class Which> OpDef bits() {
    OpDef def = record(Which::name, Which::doc, twoNumbers());
    def.infer = inferBy<bitsRule<Which>>;
    def.eval = evaluated<bitsRule<Which>, combined<Which>>;
    def.samples = []() -> Samples { return {{6, 3}, {-7, 2}, {true, 1}, {true, false}}; };
    return def;
}

Abstract invertRule(TypeSpan arguments) {
    const Abstract &x = intType("ScalarInvert", arguments, 0);
    return x.isConstant ? Abstract::of(Value(~intOf(x.value))) : scalarOf(DType::Int64);
}

Value inverted(ValueSpan arguments) {
    return ~intOf(arguments[0]);
}

OpDef inversion() {
    OpDef def = record("ScalarInvert", "The int with all of its bits changed.", {param("x", ParamKind::Any)});
    def.infer = inferBy<invertRule>;
    def.eval = evaluated<invertRule, inverted>;
    def.samples = []() -> Samples { return {{7}, {-2}, {true}, {0}}; };
    return def;
}

// --- comparisons -----------------------------------------------------------------------------------------------------

#define JITSCOPE_COMPARISON(Kind, operation)                                                                           \
    struct Kind {                                                                                                      \
        static constexpr const char *name = "Scalar" #Kind;                                                            \
        template<class T> static bool holds(T a, T b) { return a operation b; }                                        \
    };
JITSCOPE_COMPARISON(Eq, ==)
JITSCOPE_COMPARISON(Ne, !=)
JITSCOPE_COMPARISON(Lt, <)
JITSCOPE_COMPARISON(Le, <=)
JITSCOPE_COMPARISON(Gt, >)
JITSCOPE_COMPARISON(Ge, >=)
#undef JITSCOPE_COMPARISON

template<class Which> Value compared(ValueSpan arguments) {
    const Abstract a = Abstract::of(arguments[0]), b = Abstract::of(arguments[1]);
    if (isFloat(a) || isFloat(b)) return Which::holds(*arguments[0].number(), *arguments[1].number());
    return Which::holds(intOf(arguments[0]), intOf(arguments[1]));
}

template<class Which> Abstract comparisonRule(TypeSpan arguments) {
    const Abstract &a = numberType(Which::name, arguments, 0), &b = numberType(Which::name, arguments, 1);
    if (!a.isConstant || !b.isConstant) return scalarOf(DType::Bool);
    const Value values[] = {a.value, b.value};
    return Abstract::of(compared<Which>(values));
}

template<class Which> OpDef comparison() {
    OpDef def = record(Which::name, "Whether the comparison of two numbers holds.", twoNumbers());
    def.infer = inferBy<comparisonRule<Which>>;
    def.eval = evaluated<comparisonRule<Which>, compared<Which>>;
    def.samples = pairs;
    return def;
}

// --- one number ------------------------------------------------------------------------------------------------------

/** A rule of one number from the function that computes it. */
template<const char *const &name, DType (*resultType)(const Abstract &), Value (*compute)(ValueSpan)>
Abstract unaryRule(TypeSpan arguments) {
    const Abstract &x = numberType(name, arguments, 0);
    if (!x.isConstant) return scalarOf(resultType(x));
    return Abstract::of(compute({&x.value, 1}));
}

DType signedType(const Abstract &x) {
    return isFloat(x) ? DType::Float32 : DType::Int64;
}

Value negated(ValueSpan arguments) {
    if (const double *number = arguments[0].asDouble()) return -*number;
    return Sub::ints(0, intOf(arguments[0]));
}

Value kept(ValueSpan arguments) {
    if (const double *number = arguments[0].asDouble()) return *number;
    return intOf(arguments[0]);
}

Value denied(ValueSpan arguments) {
    return *arguments[0].number() == 0;
}

DType boolType(const Abstract &) {
    return DType::Bool;
}

constexpr const char *usub = "ScalarUsub", *uadd = "ScalarUadd", *boolNot = "BoolNot";

template<const char *const &name, DType (*resultType)(const Abstract &), Value (*compute)(ValueSpan)>
OpDef unary(const char *doc) {
    OpDef def = record(name, doc, {param("x", ParamKind::Any)});
    def.infer = inferBy<unaryRule<name, resultType, compute>>;
    def.eval = evaluated<unaryRule<name, resultType, compute>, compute>;
    def.samples = []() -> Samples { return {{7}, {-2.5}, {true}, {0}}; };
    return def;
}

// --- conversions -----------------------------------------------------------------------------------------------------

Value castTo(const Value &value, DType dtype) {
    const double number = *value.number();
    if (dtype == DType::Bool) return number != 0;
    if (dtype != DType::Int64) return number;
    if (!value.asDouble()) return intOf(value);
    if (!(std::abs(number) < 9.2e18)) tooLarge("ScalarCast");
    return int64_t(number); // towards zero, as Python's int()
}

DType castTarget(TypeSpan arguments) {
    const DType dtype = dtypeOf("ScalarCast", arguments, 1);
    if (dtype != DType::Bool && dtype != DType::Int64 && dtype != DType::Float32)
        diagnoseType("For 'ScalarCast', the type must be Bool, Int64 or Float32.");
    return dtype;
}

Abstract castRule(TypeSpan arguments) {
    const Abstract &x = numberType("ScalarCast", arguments, 0);
    const DType dtype = castTarget(arguments);
    return x.isConstant ? Abstract::of(castTo(x.value, dtype)) : scalarOf(dtype);
}

Value castEval(ValueSpan arguments) {
    inferred(castRule, arguments);
    return castTo(arguments[0], *arguments[1].asDType());
}

OpDef cast() {
    OpDef def = record("ScalarCast", "The number as a bool, an int (rounded towards zero) or a float.",
                       {param("x", ParamKind::Any), param("dtype", ParamKind::DType)});
    def.infer = inferBy<castRule>;
    def.eval = castEval;
    def.samples = []() -> Samples {
        return {{7, DType::Float32}, {-2.5, DType::Int64}, {0.5, DType::Bool}, {true, DType::Int64}};
    };
    return def;
}

Tensor tensorOf(const Value &number, DType dtype) {
    return operand(number, dtype);
}

Abstract toTensorRule(TypeSpan arguments) {
    const Abstract &x = numberType("ScalarToTensor", arguments, 0);
    return Abstract::tensor(isNone(arguments[1]) ? pythonType(x) : dtypeOf("ScalarToTensor", arguments, 1), {});
}

Value toTensorEval(ValueSpan arguments) {
    return tensorOf(arguments[0], inferred(toTensorRule, arguments).dtype);
}

OpDef toTensor() {
    OpDef def = record("ScalarToTensor", "The number as a tensor of rank 0.",
                       {param("x", ParamKind::Any), optionalParam("dtype", ParamKind::DTypeOrNone, Value())});
    def.infer = inferBy<toTensorRule>;
    def.eval = toTensorEval;
    def.samples = []() -> Samples { return {{7, Value()}, {-2.5, DType::Float16}, {true, Value()}}; };
    return def;
}

Abstract toScalarRule(TypeSpan arguments) {
    const Abstract &x = tensorType("TensorToScalar", arguments, 0);
    if (x.count() != 1)
        diagnose(format("For 'TensorToScalar', the tensor should have only one element, but got %lld, more than one "
                        "element is ambiguous.",
                        static_cast<long long>(x.count())));
    if (x.dtype == DType::Bool) return scalarOf(DType::Bool);
    return scalarOf(info(x.dtype).floating ? DType::Float32 : DType::Int64);
}

Value toScalarEval(ValueSpan arguments) {
    const DType dtype = inferred(toScalarRule, arguments).dtype;
    const Tensor &tensor = *arguments[0].asTensor();
    if (dtype == DType::Bool) return tensor.at(0) != 0;
    return dtype == DType::Int64 ? Value(tensor.intAt(0)) : Value(tensor.at(0));
}

OpDef toScalar() {
    OpDef def = record("TensorToScalar", "The only element of a tensor as a number.", {tensorParam("input")});
    def.infer = inferBy<toScalarRule>;
    def.eval = toScalarEval;
    def.samples = []() -> Samples {
        return {
            {sampleValues({}, -1, 1)}, {sampleValues({1, 1}, 0, 9, DType::Int32)}, {Tensor::zeros({1}, DType::Bool)}};
    };
    return def;
}

} // namespace

std::vector<OpDef> scalarOps() {
    const std::vector<OpUseRow> uses = {
        {{"ScalarAdd",       "ScalarSub",        "ScalarMul",       "ScalarFloorDiv",   "ScalarMod",
          "ScalarPow",       "ScalarDiv",        "ScalarEq",        "ScalarNe",         "ScalarBitwiseAnd",
          "ScalarBitwiseOr", "ScalarBitwiseXor", "ScalarLeftShift", "ScalarRightShift", "ScalarInvert",
          "ScalarLt",        "ScalarLe",         "ScalarGt",        "ScalarGe",         "ScalarUsub",
          "ScalarUadd",      "BoolNot",          "ScalarCast",      "ScalarToTensor",   "TensorToScalar"},
         {.dependence = Dependence::Everything, .device = DeviceKernel::Arithmetic, .operations = notByShapes}},
    };
    return withUses(
        {
            arithmetic<Add>(),
            arithmetic<Sub>(),
            arithmetic<Mul>(),
            arithmetic<FloorDiv>(),
            arithmetic<Mod>(),
            arithmetic<Pow>(),
            division(),
            bits<BitwiseAnd>(),
            bits<BitwiseOr>(),
            bits<BitwiseXor>(),
            bits<LeftShift>(),
            bits<RightShift>(),
            inversion(),
            comparison<Eq>(),
            comparison<Ne>(),
            comparison<Lt>(),
            comparison<Le>(),
            comparison<Gt>(),
            comparison<Ge>(),
            unary<usub, signedType, negated>("The number with the other sign."),
            unary<uadd, signedType, kept>("The number itself; of a bool the int."),
            unary<boolNot, boolType, denied>("Whether a number is zero."),
            cast(),
            toTensor(),
            toScalar(),
        },
        uses);
}

} // namespace jitscope::inline ops
