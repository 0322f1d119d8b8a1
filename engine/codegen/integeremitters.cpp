// SPDX-License-Identifier: Apache-2.0
// Emitters of integers of 32 and 64 bits, which wrap around, and their casts.
#include "engine/codegen/emitterfamilies.h"

namespace jitscope::inline codegen {
namespace {

using namespace emitting;

llvm::Value *negate(VectorCode &code, Operands in) {
    return code.b.CreateNeg(in[0]);
}

llvm::Value *magnitudeOf(VectorCode &code, Operands in) {
    return code.b.CreateBinaryIntrinsic(llvm::Intrinsic::abs, in[0], code.b.getFalse());
}

template<llvm::Intrinsic::ID id> llvm::Value *extreme(VectorCode &code, Operands in) {
    return code.b.CreateBinaryIntrinsic(id, in[0], in[1]);
}

llvm::Value *square(VectorCode &code, Operands in) {
    return code.b.CreateMul(in[0], in[0]);
}

template<ElementKind from, ElementKind to> llvm::Value *cast(VectorCode &code, Operands in) {
    return code.converted(in[0], from, to);
}

/** Towards zero. What does not fit is whatever the machine's conversion gives, as in eager mode. */
template<ElementKind to> llvm::Value *whole(VectorCode &code, Operands in) {
    llvm::Type *type = code.vectorOf(to == I32 ? code.b.getInt32Ty() : code.b.getInt64Ty());
    return code.b.CreateFreeze(code.b.CreateFPToSI(in[0], type));
}

template<ElementKind K> std::vector<Emitter> emittersOf() {
    using I = llvm::Instruction;
    using C = llvm::CmpInst;
    return {
        {"Add", {K, K}, K, binary<I::Add>},
        {"Sub", {K, K}, K, binary<I::Sub>},
        {"Mul", {K, K}, K, binary<I::Mul>, "", 4},
        {"Maximum", {K, K}, K, extreme<llvm::Intrinsic::smax>},
        {"Minimum", {K, K}, K, extreme<llvm::Intrinsic::smin>},
        {"Neg", {K}, K, negate},
        {"Abs", {K}, K, magnitudeOf},
        {"Square", {K}, K, square, "", 4},
        {"Equal", {K, K}, T, compare<C::ICMP_EQ>},
        {"NotEqual", {K, K}, T, compare<C::ICMP_NE>},
        {"Less", {K, K}, T, compare<C::ICMP_SLT>},
        {"LessEqual", {K, K}, T, compare<C::ICMP_SLE>},
        {"Greater", {K, K}, T, compare<C::ICMP_SGT>},
        {"GreaterEqual", {K, K}, T, compare<C::ICMP_SGE>},
        {"Select", {T, K, K}, K, select},
        {"Cast", {K}, K, identity},
        {"Cast", {K}, N, cast<K, N>, "", 2},
        {"Cast", {K}, T, cast<K, T>},
        {"Cast", {T}, K, cast<T, K>},
        {"Cast", {N}, K, whole<K>, "", 2},
    };
}

} // namespace

std::vector<Emitter> integerEmitters() {
    std::vector<Emitter> all = emittersOf<I32>();
    for (const Emitter &emitter : emittersOf<I64>())
        all.push_back(emitter);
    all.push_back({"Cast", {I32}, I64, cast<I32, I64>});
    all.push_back({"Cast", {I64}, I32, cast<I64, I32>});
    return all;
}

} // namespace jitscope::inline codegen
