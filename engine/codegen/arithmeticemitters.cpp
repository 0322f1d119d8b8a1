// SPDX-License-Identifier: Apache-2.0
// Emitters of arithmetic on floats.
#include "engine/codegen/emitterfamilies.h"

namespace jitscope::inline codegen {
namespace {

using namespace emitting;

llvm::Value *negate(VectorCode &code, Operands in) {
    return code.b.CreateFNeg(in[0]);
}

constexpr auto square = [](Lanes x) { return x * x; };
constexpr auto reciprocal = [](Lanes x) { return x.number(1) / x; };
constexpr auto reciprocalRoot = [](Lanes x) { return x.number(1) / squareRoot(x); };
constexpr auto squaredDifference = [](Lanes x, Lanes y) { return (x - y) * (x - y); };
constexpr auto quotientOrZero = [](Lanes x, Lanes y) { return choose(y == 0, x.number(0), x / y); };
constexpr auto withSignOf = [](Lanes x, Lanes sign) { return withSign(x, sign); };

/** 0 for zeros and NaN. */
constexpr auto signOf = [](Lanes x) {
    return choose(x.code.b.CreateFCmpONE(x, x.number(0)), withSign(x.number(1), x), x.number(0));
};

constexpr auto zeroOrQuotient = [](Lanes x, Lanes y) {
    llvm::Value *isZero = x.code.b.CreateAnd(x == 0, x.code.b.CreateNot(isNan(y)));
    return choose(isZero, x.number(0), x / y);
};

constexpr auto step = [](Lanes x, Lanes atZero) {
    const Lanes atZeroOrNan = choose(isNan(x), x, atZero);
    return choose(x < 0, x.number(0), choose(x > 0, x.number(1), atZeroOrNan));
};

constexpr auto truncatedQuotient = [](Lanes x, Lanes y) {
    return Lanes{x.code, x.code.intrinsic(llvm::Intrinsic::trunc, x / y)};
};

/** The remainder with the sign of the divisor, as Python's %. */
constexpr auto floorRemainder = [](Lanes x, Lanes y) {
    const Lanes remainder{x.code, x.code.b.CreateFRem(x, y)};
    const Lanes wrapped = choose(x.code.b.CreateXor(remainder < 0, y < 0), remainder + y, remainder);
    return choose(remainder == 0, withSign(x.number(0), y), wrapped);
};

/** From the exact remainder, so that no quotient is rounded up to the next whole number. */
constexpr auto floorQuotient = [](Lanes x, Lanes y) {
    const Lanes whole{x.code, x.code.intrinsic(llvm::Intrinsic::rint, (x - floorRemainder(x, y)) / y)};
    const Lanes isByInfinity{x.code, x.code.b.CreateFCmpUNO(y - y, y - y)}; // whose result is a zero with its sign
    return choose(x.code.b.CreateOr(y == 0, isByInfinity), x / y, whole);
};

llvm::Value *clamp(VectorCode &code, Operands in) {
    return code.minimum(code.maximum(in[0], in[1]), in[2]);
}

/** In double, where squares neither overflow nor vanish. */
llvm::Value *hypotenuse(VectorCode &code, Operands in) {
    llvm::Type *doubles = code.vectorOf(code.b.getDoubleTy());
    llvm::Value *x = code.b.CreateFPExt(in[0], doubles), *y = code.b.CreateFPExt(in[1], doubles);
    llvm::Value *sum = code.b.CreateFAdd(code.b.CreateFMul(x, x), code.b.CreateFMul(y, y));
    const Lanes root{code, code.b.CreateFPTrunc(code.intrinsic(llvm::Intrinsic::sqrt, sum), code.floats())};
    const Lanes a = magnitude({code, in[0]}), b = magnitude({code, in[1]});
    const Lanes infinite = a.number(std::numeric_limits<double>::infinity());
    llvm::Value *isInfinite = code.b.CreateOr(code.b.CreateFCmpOEQ(a, infinite), code.b.CreateFCmpOEQ(b, infinite));
    return choose(isInfinite, infinite, root);
}

} // namespace

std::vector<Emitter> arithmeticEmitters() {
    using I = llvm::Instruction;
    using V = VectorCode;
    return {
        {"Add", {N, N}, N, binary<I::FAdd>},
        {"Sub", {N, N}, N, binary<I::FSub>},
        {"Mul", {N, N}, N, binary<I::FMul>},
        {"Div", {N, N}, N, binary<I::FDiv>, "", quotientWork},
        {"RealDiv", {N, N}, N, binary<I::FDiv>, "", quotientWork},
        {"Maximum", {N, N}, N, pair<&V::maximum>, "", 2},
        {"Minimum", {N, N}, N, pair<&V::minimum>, "", 2},
        {"ClampScalar", {N, N, N}, N, clamp, "", 4},
        {"ClampTensor", {N, N, N}, N, clamp, "", 4},
        {"Pow", {N, N}, N, pair<&V::power>, "", longWork},
        {"FloorDiv", {N, N}, N, lanewise<floorQuotient>, "", longWork},
        {"FloorMod", {N, N}, N, lanewise<floorRemainder>, "", longWork},
        {"TruncateDiv", {N, N}, N, lanewise<truncatedQuotient>, "", quotientWork},
        {"TruncateMod", {N, N}, N, binary<I::FRem>, "", longWork},
        {"SquaredDifference", {N, N}, N, lanewise<squaredDifference>, "", 2},
        {"DivNoNan", {N, N}, N, lanewise<quotientOrZero>, "", quotientWork},
        {"Xdivy", {N, N}, N, lanewise<zeroOrQuotient>, "", quotientWork},
        {"Heaviside", {N, N}, N, lanewise<step>, "", 4},
        {"CopySign", {N, N}, N, lanewise<withSignOf>, "", 2},
        {"Hypot", {N, N}, N, hypotenuse, "", functionWork},
        {"Neg", {N}, N, negate},
        {"Sign", {N}, N, lanewise<signOf>, "", 2},
        {"Abs", {N}, N, machine<llvm::Intrinsic::fabs>},
        {"Square", {N}, N, lanewise<square>},
        {"Reciprocal", {N}, N, lanewise<reciprocal>, "", quotientWork},
        {"Sqrt", {N}, N, machine<llvm::Intrinsic::sqrt>, "", quotientWork},
        {"Rsqrt", {N}, N, lanewise<reciprocalRoot>, "", 2 * quotientWork},
        {"Floor", {N}, N, machine<llvm::Intrinsic::floor>},
        {"Ceil", {N}, N, machine<llvm::Intrinsic::ceil>},
        {"Trunc", {N}, N, machine<llvm::Intrinsic::trunc>},
        {"Round", {N}, N, machine<llvm::Intrinsic::rint>}, // halves to even, the mode that is always set
    };
}

} // namespace jitscope::inline codegen
