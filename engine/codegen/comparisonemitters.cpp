// SPDX-License-Identifier: Apache-2.0
// Emitters of comparisons, bools, choices and casts between floats and bools.
#include "engine/codegen/emitterfamilies.h"

namespace jitscope::inline codegen {
namespace {

using namespace emitting;

llvm::Value *logicalNot(VectorCode &code, Operands in) {
    return code.b.CreateNot(in[0]);
}

llvm::Value *isNotZero(VectorCode &code, Operands in) {
    return code.b.CreateFCmpUNE(in[0], code.number(0));
}

llvm::Value *zeroOrOne(VectorCode &code, Operands in) {
    return code.converted(in[0], ElementKind::Bool, ElementKind::Number);
}

llvm::Value *filled(VectorCode &code, Operands in) {
    return code.b.CreateSelect(in[1], in[2], in[0]);
}

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr auto notANumber = [](Lanes x) { return isNan(x); };
constexpr auto isInfinite = [](Lanes x) { return magnitude(x) == infinity; };
constexpr auto isFinite = [](Lanes x) { return magnitude(x) < infinity; };

} // namespace

std::vector<Emitter> comparisonEmitters() {
    using I = llvm::Instruction;
    using C = llvm::CmpInst;
    return {
        {"Equal", {N, N}, T, compare<C::FCMP_OEQ>},
        {"NotEqual", {N, N}, T, compare<C::FCMP_UNE>},
        {"Less", {N, N}, T, compare<C::FCMP_OLT>},
        {"LessEqual", {N, N}, T, compare<C::FCMP_OLE>},
        {"Greater", {N, N}, T, compare<C::FCMP_OGT>},
        {"GreaterEqual", {N, N}, T, compare<C::FCMP_OGE>},
        {"IsNan", {N}, T, lanewise<notANumber>},
        {"IsInf", {N}, T, lanewise<isInfinite>},
        {"IsFinite", {N}, T, lanewise<isFinite>},
        {"LogicalAnd", {T, T}, T, binary<I::And>},
        {"LogicalOr", {T, T}, T, binary<I::Or>},
        {"LogicalXor", {T, T}, T, binary<I::Xor>},
        {"LogicalNot", {T}, T, logicalNot},
        {"Select", {T, N, N}, N, select},
        {"Select", {T, T, T}, T, select},
        {"MaskedFill", {N, T, N}, N, filled},
        {"Cast", {N}, N, identity},
        {"Cast", {T}, T, identity},
        {"Cast", {N}, T, isNotZero},
        {"Cast", {T}, N, zeroOrOne},
    };
}

} // namespace jitscope::inline codegen
