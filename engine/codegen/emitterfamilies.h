// SPDX-License-Identifier: Apache-2.0
// The lists of emitters, family by family, and what their functions are written with.
#pragma once

#include "engine/codegen/emitters.h"
#include "engine/codegen/vectorcode.h"
#include "engine/ops/formulas/activations.h"

#include <limits>
#include <numbers>
#include <span>
#include <vector>

namespace jitscope {

std::vector<Emitter> arithmeticEmitters();
std::vector<Emitter> comparisonEmitters();
std::vector<Emitter> functionEmitters();
std::vector<Emitter> activationEmitters();
std::vector<Emitter> integerEmitters();

namespace emitting {

using Operands = std::span<llvm::Value *const>;

constexpr ElementKind N = ElementKind::Number;
constexpr ElementKind T = ElementKind::Bool;
constexpr ElementKind I32 = ElementKind::Int32;
constexpr ElementKind I64 = ElementKind::Int64;

/** About how many simple instructions the operators take. */
constexpr int quotientWork = 4, functionWork = formulas::functionWork, longWork = formulas::longWork;

template<llvm::Instruction::BinaryOps op> llvm::Value *binary(VectorCode &code, Operands in) {
    return code.b.CreateBinOp(op, in[0], in[1]);
}

template<llvm::CmpInst::Predicate predicate> llvm::Value *compare(VectorCode &code, Operands in) {
    return code.b.CreateCmp(predicate, in[0], in[1]);
}

template<llvm::Intrinsic::ID id> llvm::Value *machine(VectorCode &code, Operands in) {
    return code.intrinsic(id, in[0]);
}

template<llvm::Value *(VectorCode::*function)(llvm::Value *)> llvm::Value *unary(VectorCode &code, Operands in) {
    return (code.*function)(in[0]);
}

template<llvm::Value *(VectorCode::*function)(llvm::Value *, llvm::Value *)>
llvm::Value *pair(VectorCode &code, Operands in) {
    return (code.*function)(in[0], in[1]);
}

inline llvm::Value *select(VectorCode &code, Operands in) {
    return code.b.CreateSelect(in[0], in[1], in[2]);
}

inline llvm::Value *identity(VectorCode &, Operands in) {
    return in[0];
}

/** Arithmetic on vectors as it is written: `V x{code, value}; x * 2 + y`. Nothing is fused. */
struct Lanes {
    VectorCode &code;
    llvm::Value *value;

    operator llvm::Value *() const { return value; }
    Lanes number(double x) const { return {code, code.number(x)}; }
    Lanes operator-() const { return {code, code.b.CreateFNeg(value)}; }
};

inline Lanes operator+(Lanes x, Lanes y) {
    return {x.code, x.code.b.CreateFAdd(x, y)};
}
inline Lanes operator-(Lanes x, Lanes y) {
    return {x.code, x.code.b.CreateFSub(x, y)};
}
inline Lanes operator*(Lanes x, Lanes y) {
    return {x.code, x.code.b.CreateFMul(x, y)};
}
inline Lanes operator/(Lanes x, Lanes y) {
    return {x.code, x.code.b.CreateFDiv(x, y)};
}
inline Lanes operator+(Lanes x, double y) {
    return x + x.number(y);
}
inline Lanes operator-(Lanes x, double y) {
    return x - x.number(y);
}
inline Lanes operator*(Lanes x, double y) {
    return x * x.number(y);
}
inline Lanes operator/(Lanes x, double y) {
    return x / x.number(y);
}
inline llvm::Value *operator<(Lanes x, Lanes y) {
    return x.code.b.CreateFCmpOLT(x, y);
}
inline llvm::Value *operator>(Lanes x, Lanes y) {
    return x.code.b.CreateFCmpOGT(x, y);
}
inline llvm::Value *operator<(Lanes x, double y) {
    return x < x.number(y);
}
inline llvm::Value *operator>(Lanes x, double y) {
    return x > x.number(y);
}
inline llvm::Value *operator<=(Lanes x, Lanes y) {
    return x.code.b.CreateFCmpOLE(x, y);
}
inline llvm::Value *operator<=(Lanes x, double y) {
    return x <= x.number(y);
}
inline llvm::Value *operator>=(Lanes x, double y) {
    return x.code.b.CreateFCmpOGE(x, x.number(y));
}
inline llvm::Value *operator==(Lanes x, double y) {
    return x.code.b.CreateFCmpOEQ(x, x.number(y));
}
inline Lanes choose(llvm::Value *condition, Lanes x, Lanes y) {
    return {x.code, x.code.b.CreateSelect(condition, x, y)};
}
inline llvm::Value *isNan(Lanes x) {
    return x.code.b.CreateFCmpUNO(x, x);
}
inline Lanes magnitude(Lanes x) {
    return {x.code, x.code.intrinsic(llvm::Intrinsic::fabs, x)};
}
inline Lanes squareRoot(Lanes x) {
    return {x.code, x.code.intrinsic(llvm::Intrinsic::sqrt, x)};
}
inline Lanes exponential(Lanes x) {
    return {x.code, x.code.exp(x)};
}
inline Lanes hyperbolicTangent(Lanes x) {
    return {x.code, x.code.tanh(x)};
}
inline Lanes sigmoid(Lanes x) {
    return {x.code, x.code.sigmoid(x)};
}
/** The share of the normal distribution below x. */
inline Lanes normalCdf(Lanes x) {
    return Lanes{x.code, x.code.erf(x * (std::numbers::sqrt2 / 2))} * 0.5 + 0.5;
}
inline Lanes withSign(Lanes x, Lanes sign) {
    return {x.code, x.code.b.CreateCopySign(x, sign)};
}

/** A function of one vector, or of several, written with Lanes, as an emitter's function. */
template<auto function> llvm::Value *lanewise(VectorCode &code, Operands in) {
    if constexpr (requires(Lanes x) { function(x); })
        return function(Lanes{code, in[0]});
    else if constexpr (requires(Lanes x) { function(x, x); })
        return function(Lanes{code, in[0]}, Lanes{code, in[1]});
    else
        return function(Lanes{code, in[0]}, Lanes{code, in[1]}, Lanes{code, in[2]});
}

// Shared by several families.
Lanes expMinusOne(Lanes x); ///< e^x - 1
Lanes logOnePlus(Lanes x);  ///< log(1 + x)

} // namespace emitting
} // namespace jitscope
