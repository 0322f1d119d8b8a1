// SPDX-License-Identifier: Apache-2.0
// A vector of a kernel's code as a lane of the formulas (ops/formulas): arithmetic on it writes instructions.
#pragma once

#include "engine/codegen/vectorcode.h"
#include "engine/ops/formulas/elementary.h"

namespace jitscope::inline codegen::emitting {

/** Arithmetic on vectors as it is written: `Lanes x{code, value}; x * 2 + y`. Nothing is fused. */
struct Lanes {
    VectorCode &code;
    llvm::Value *value;

    operator llvm::Value *() const { return value; }
    Lanes number(double x) const { return {code, code.number(x)}; }
    Lanes operator-() const { return {code, code.b.CreateFNeg(value)}; }
};

/** The bits of such a vector. */
struct BitLanes {
    VectorCode &code;
    llvm::Value *value;
};

inline BitLanes operator+(BitLanes x, int32_t y) {
    return {x.code, x.code.b.CreateAdd(x.value, x.code.integer(32, y))};
}
inline BitLanes operator-(BitLanes x, int32_t y) {
    return {x.code, x.code.b.CreateSub(x.value, x.code.integer(32, y))};
}
inline BitLanes operator-(BitLanes x, BitLanes y) {
    return {x.code, x.code.b.CreateSub(x.value, y.value)};
}
inline BitLanes operator<<(BitLanes x, int count) {
    return {x.code, x.code.b.CreateShl(x.value, x.code.integer(32, count))};
}
/** The sign is kept. */
inline BitLanes operator>>(BitLanes x, int count) {
    return {x.code, x.code.b.CreateAShr(x.value, x.code.integer(32, count))};
}
inline BitLanes operator&(BitLanes x, int32_t y) {
    return {x.code, x.code.b.CreateAnd(x.value, x.code.integer(32, y))};
}
inline BitLanes operator^(BitLanes x, BitLanes y) {
    return {x.code, x.code.b.CreateXor(x.value, y.value)};
}
inline llvm::Value *operator!=(BitLanes x, int32_t y) {
    return x.code.b.CreateICmpNE(x.value, x.code.integer(32, y));
}

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
/** x * y + z, in one instruction where the machine has one. */
inline Lanes fused(Lanes x, Lanes y, Lanes z) {
    return {x.code, x.code.fma(x, y, z)};
}
inline BitLanes bitsOf(Lanes x) {
    return {x.code, x.code.bits(x)};
}
inline Lanes floatsOf(BitLanes bits) {
    return {bits.code, bits.code.b.CreateBitCast(bits.value, bits.code.floats())};
}
inline Lanes converted(BitLanes number) {
    return {number.code, number.code.b.CreateSIToFP(number.value, number.code.floats())};
}
inline Lanes exponential(Lanes x) {
    return formulas::exponentialOf(x);
}
inline Lanes logarithm(Lanes x) {
    return formulas::logarithmOf(x);
}
inline Lanes hyperbolicTangent(Lanes x) {
    return formulas::hyperbolicTangentOf(x);
}
inline Lanes sigmoid(Lanes x) {
    return formulas::sigmoidOf(x);
}
inline Lanes normalCdf(Lanes x) {
    return formulas::normalCdfOf(x);
}
inline Lanes expMinusOne(Lanes x) {
    return formulas::expMinusOneOf(x);
}
inline Lanes logOnePlus(Lanes x) {
    return formulas::logOnePlusOf(x);
}
inline Lanes withSign(Lanes x, Lanes sign) {
    return {x.code, x.code.b.CreateCopySign(x, sign)};
}

} // namespace jitscope::inline codegen::emitting
