// SPDX-License-Identifier: Apache-2.0
// Writes the body of a kernel: arithmetic and the elementary functions on one vector of lanes at a time.
#pragma once

#include "engine/codegen/emitters.h"
#include "engine/tensor/dtype.h"

#include <llvm/IR/IRBuilder.h>

#include <span>

namespace jitscope::inline codegen {

class VectorCode {
public:
    VectorCode(llvm::IRBuilder<> &builder, unsigned lanes)
        : b(builder)
        , m_lanes(lanes) {}

    unsigned lanes() const { return m_lanes; }
    /** `scalar` itself for one lane, else a vector of it. */
    llvm::Type *vectorOf(llvm::Type *scalar) const;
    llvm::Type *floats() const { return vectorOf(b.getFloatTy()); }
    llvm::Constant *number(double value) const { return llvm::ConstantFP::get(floats(), value); }
    llvm::Constant *truth(bool value) const { return llvm::ConstantInt::get(vectorOf(b.getInt1Ty()), value); }
    llvm::Constant *constant(ElementKind kind, double value) const;
    /** Every lane is `scalar`. */
    llvm::Value *splat(llvm::Value *scalar);
    /** Bools become 0 and 1; integers become the nearest float. */
    llvm::Value *converted(llvm::Value *value, ElementKind from, ElementKind to);

    /** One element of a tensor as LLVM sees it in memory; vectors and scalars from there, and to there. */
    llvm::Type *memoryType(DType dtype) const;
    llvm::Value *fromMemory(llvm::Value *value, DType dtype);
    llvm::Value *toMemory(llvm::Value *value, DType dtype);
    /** To what a tensor of `dtype` can hold; float32 stays as it is. */
    llvm::Value *rounded(llvm::Value *value, DType dtype);

    llvm::Value *maximum(llvm::Value *x, llvm::Value *y); ///< NaN if either is
    llvm::Value *minimum(llvm::Value *x, llvm::Value *y); ///< NaN if either is
    /** x * y + z, in one instruction where the machine has one. */
    llvm::Value *fma(llvm::Value *x, llvm::Value *y, llvm::Value *z);
    llvm::Constant *integer(unsigned bits, int64_t value) const;
    llvm::Value *bits(llvm::Value *x); ///< the integers of the same bits
    llvm::Value *sin(llvm::Value *x);
    llvm::Value *cos(llvm::Value *x);
    llvm::Value *power(llvm::Value *x, llvm::Value *y);
    llvm::Value *angle(llvm::Value *x, llvm::Value *y); ///< of the point (x, y), from -pi to pi
    /** llvm.<name>, an instruction of the machine or, rarely, a call of libm for each lane. */
    llvm::Value *intrinsic(llvm::Intrinsic::ID id, llvm::Value *x) { return b.CreateUnaryIntrinsic(id, x); }

    llvm::IRBuilder<> &b;

private:
    enum class Wave : uint8_t { Sine, Cosine };

    llvm::Constant *like(llvm::Value *x, double value) const { return llvm::ConstantFP::get(x->getType(), value); }
    llvm::Value *bfloat(llvm::Value *value);
    /** c[0] + c[1] x + c[2] x^2 + ... */
    llvm::Value *polynomial(llvm::Value *x, std::span<const double> c);
    /** Limits x to [low, high]; NaN stays. */
    llvm::Value *clamp(llvm::Value *x, double low, double high);
    llvm::Value *anyLane(llvm::Value *truth);
    llvm::Value *wave(llvm::Value *x, Wave which);
    llvm::Value *nearWave(llvm::Value *x, Wave which);
    llvm::Value *log2OfMagnitude(llvm::Value *magnitude);
    llvm::Value *exp2(llvm::Value *x);
    llvm::Value *powerByConstant(llvm::Value *x, double y);

    unsigned m_lanes;
};

} // namespace jitscope::inline codegen
