// SPDX-License-Identifier: Apache-2.0
// Arithmetic as straight-line vector code; angles and powers, which need float64 or the C library on the way. The other
// elementary functions are those of eager loops (ops/formulas/elementary.h). The error of each, rounding included, is
// below 5e-7 of the result (tst_codegen measures it).
//
// No fast-math flag is set anywhere: sums and products of the user stay what eager mode computes, bit for bit, and NaN
// and infinities travel as IEEE 754 says. Only inside these functions products and sums are fused. Conversions from
// float to integer are avoided where the float may be NaN (LLVM calls the result poison): adding 1.5 * 2^23 leaves the
// rounded number in the low bits of the mantissa instead.
#include "engine/codegen/vectorcode.h"

#include "engine/codegen/lanes.h"

#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Module.h>

#include <cmath>
#include <limits>
#include <numbers>

namespace jitscope::inline codegen {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();
constexpr double roundingDouble = 6755399441055744.0; // 1.5 * 2^52

// atan(x) = x + x^3 q(x^2) for |x| <= 1; error 3e-9.
constexpr double atanTail[] = {-0.3333329909, 0.1999854823,   -0.1426424111, 0.1095218272,   -0.08403441244,
                               0.05795743581, -0.03117768662, 0.01091451925, -0.001793602154};

// pi / 2 in three parts of 33, 33 and 53 bits: products with whole numbers up to 2^20 are exact for the first two.
constexpr double halfPi[] = {1.5707963267341256, 6.077100506303966e-11, 2.0222662487959506e-21};
constexpr double twoOverPi = 0.6366197723675814;
constexpr double farAngle = 1048576.0; // 2^20: beyond, libm reduces the angle

// In double, for powers: log2(m) = s p(s^2) with s = (m - 1) / (m + 1), m in [sqrt(1/2), sqrt(2)], error 4e-12;
// 2^x for |x| <= 1/2, error 4e-11. The exponent of a power multiplies the logarithm's error by up to 128.
constexpr double log2Series[] = {2.8853900817901144, 0.96179667331688679, 0.57708358948156224, 0.41167244798261521,
                                 0.3407352008285805};
constexpr double exp2Series[] = {0.99999999996168232,    0.69314718072845216,   0.24022651198156358,
                                 0.055504103534316188,   0.0096180272538094122, 0.0013333922577380812,
                                 0.00015469291101376107, 1.5201918285322012e-05};

} // namespace

llvm::Type *VectorCode::vectorOf(llvm::Type *scalar) const {
    return m_lanes == 1 ? scalar : llvm::FixedVectorType::get(scalar, m_lanes);
}

llvm::Value *VectorCode::splat(llvm::Value *scalar) {
    return m_lanes == 1 ? scalar : b.CreateVectorSplat(m_lanes, scalar);
}

llvm::Constant *VectorCode::integer(unsigned bits, int64_t value) const {
    return llvm::ConstantInt::getSigned(vectorOf(b.getIntNTy(bits)), value);
}

llvm::Value *VectorCode::bits(llvm::Value *x) {
    return b.CreateBitCast(x, vectorOf(b.getIntNTy(x->getType()->getScalarSizeInBits())));
}

llvm::Value *VectorCode::fma(llvm::Value *x, llvm::Value *y, llvm::Value *z) {
    return b.CreateIntrinsic(llvm::Intrinsic::fmuladd, {x->getType()}, {x, y, z});
}

llvm::Value *VectorCode::polynomial(llvm::Value *x, std::span<const double> c) {
    llvm::Value *sum = like(x, c.back());
    for (size_t i = c.size() - 1; i-- > 0;)
        sum = fma(sum, x, like(x, c[i]));
    return sum;
}

llvm::Value *VectorCode::clamp(llvm::Value *x, double low, double high) {
    x = b.CreateSelect(b.CreateFCmpOLT(x, like(x, low)), like(x, low), x);
    return b.CreateSelect(b.CreateFCmpOGT(x, like(x, high)), like(x, high), x);
}

llvm::Value *VectorCode::anyLane(llvm::Value *truth) {
    return m_lanes == 1 ? truth : b.CreateOrReduce(truth);
}

llvm::Value *VectorCode::maximum(llvm::Value *x, llvm::Value *y) {
    llvm::Value *larger = b.CreateSelect(b.CreateFCmpOGT(x, y), x, y); // y where either is NaN
    return b.CreateSelect(b.CreateFCmpUNO(x, x), x, larger);
}

llvm::Value *VectorCode::minimum(llvm::Value *x, llvm::Value *y) {
    llvm::Value *smaller = b.CreateSelect(b.CreateFCmpOLT(x, y), x, y);
    return b.CreateSelect(b.CreateFCmpUNO(x, x), x, smaller);
}

llvm::Value *VectorCode::sin(llvm::Value *x) {
    return wave(x, Wave::Sine);
}

llvm::Value *VectorCode::cos(llvm::Value *x) {
    return wave(x, Wave::Cosine);
}

llvm::Value *VectorCode::nearWave(llvm::Value *x, Wave which) {
    llvm::Type *doubles = vectorOf(b.getDoubleTy());
    llvm::Value *angle = b.CreateFPExt(x, doubles);
    llvm::Value *shifted = fma(angle, like(angle, twoOverPi), like(angle, roundingDouble));
    llvm::Value *n = b.CreateFSub(shifted, like(angle, roundingDouble));
    for (double part : halfPi)
        angle = fma(n, like(angle, -part), angle);
    llvm::Value *r = b.CreateFPTrunc(angle, floats());
    llvm::Value *quadrant = b.CreateTrunc(bits(shifted), vectorOf(b.getInt32Ty()));
    if (which == Wave::Cosine) quadrant = b.CreateAdd(quadrant, integer(32, 1));

    return formulas::sineOfQuadrant(emitting::Lanes{*this, r}, emitting::BitLanes{*this, quadrant});
}

/** The quotient of the smaller by the larger coordinate has an angle below pi / 4; the octant gives the rest. */
llvm::Value *VectorCode::angle(llvm::Value *x, llvm::Value *y) {
    llvm::Value *a = b.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, x);
    llvm::Value *c = b.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, y);
    llvm::Value *isSteep = b.CreateFCmpOGT(c, a);
    llvm::Value *shorter = b.CreateSelect(isSteep, a, c), *longer = b.CreateSelect(isSteep, c, a);
    llvm::Value *quotient = b.CreateFDiv(shorter, longer);
    const auto areBoth = [&](double value) {
        return b.CreateAnd(b.CreateFCmpOEQ(shorter, number(value)), b.CreateFCmpOEQ(longer, number(value)));
    };
    quotient = b.CreateSelect(areBoth(0), number(0), b.CreateSelect(areBoth(infinity), number(1), quotient));
    llvm::Value *square = b.CreateFMul(quotient, quotient);
    llvm::Value *result = fma(b.CreateFMul(square, quotient), polynomial(square, atanTail), quotient);
    result = b.CreateSelect(isSteep, b.CreateFSub(number(std::numbers::pi / 2), result), result);
    llvm::Value *isLeft = b.CreateICmpSLT(bits(x), integer(32, 0)); // -0 too
    result = b.CreateSelect(isLeft, b.CreateFSub(number(std::numbers::pi), result), result);
    return b.CreateCopySign(result, y);
}

/** Angles beyond 2^20 need hundreds of bits of pi; they are so rare that one lane of them sends its vector to libm. */
llvm::Value *VectorCode::wave(llvm::Value *x, Wave which) {
    llvm::Value *magnitude = b.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, x);
    llvm::Value *isFar =
        b.CreateAnd(b.CreateFCmpOGT(magnitude, number(farAngle)), b.CreateFCmpONE(magnitude, number(infinity)));
    llvm::Function *function = b.GetInsertBlock()->getParent();
    auto *nearBlock = llvm::BasicBlock::Create(b.getContext(), "near", function);
    auto *farBlock = llvm::BasicBlock::Create(b.getContext(), "far", function);
    auto *joined = llvm::BasicBlock::Create(b.getContext(), "joined", function);
    b.CreateCondBr(anyLane(isFar), farBlock, nearBlock);

    b.SetInsertPoint(nearBlock);
    llvm::Value *fast = nearWave(x, which);
    b.CreateBr(joined);
    b.SetInsertPoint(farBlock);
    llvm::Value *slow = intrinsic(which == Wave::Sine ? llvm::Intrinsic::sin : llvm::Intrinsic::cos, x);
    b.CreateBr(joined);

    b.SetInsertPoint(joined);
    llvm::PHINode *result = b.CreatePHI(floats(), 2);
    result->addIncoming(fast, nearBlock);
    result->addIncoming(slow, farBlock);
    return result;
}

llvm::Value *VectorCode::log2OfMagnitude(llvm::Value *magnitude) {
    constexpr int64_t bitsOfRootHalf = 0x3FE6A09E667F3BCD;
    llvm::Value *pattern = bits(magnitude);
    llvm::Value *exponent = b.CreateAShr(b.CreateSub(pattern, integer(64, bitsOfRootHalf)), integer(64, 52));
    llvm::Value *mantissa =
        b.CreateBitCast(b.CreateSub(pattern, b.CreateShl(exponent, integer(64, 52))), magnitude->getType());
    llvm::Value *e = b.CreateSIToFP(b.CreateTrunc(exponent, vectorOf(b.getInt32Ty())), magnitude->getType());
    llvm::Value *s = b.CreateFDiv(b.CreateFSub(mantissa, like(mantissa, 1)), b.CreateFAdd(mantissa, like(mantissa, 1)));
    llvm::Value *result = fma(s, polynomial(b.CreateFMul(s, s), log2Series), e);

    llvm::Value *isLargest = b.CreateFCmpUEQ(magnitude, like(magnitude, infinity)); // or NaN
    result = b.CreateSelect(isLargest, magnitude, result);
    return b.CreateSelect(b.CreateFCmpOEQ(magnitude, like(magnitude, 0)), like(magnitude, -infinity), result);
}

llvm::Value *VectorCode::exp2(llvm::Value *x) {
    x = clamp(x, -200, 200); // beyond, the float result is 0 or infinity
    llvm::Value *shifted = b.CreateFAdd(x, like(x, roundingDouble));
    llvm::Value *n = b.CreateFSub(shifted, like(x, roundingDouble));
    llvm::Value *power = polynomial(b.CreateFSub(x, n), exp2Series);
    return b.CreateBitCast(b.CreateAdd(bits(power), b.CreateShl(bits(shifted), integer(64, 52))), x->getType());
}

llvm::Value *VectorCode::powerByConstant(llvm::Value *x, double y) {
    if (y == 0) return number(1);
    if (y == 1) return x;
    if (y == 2) return b.CreateFMul(x, x);
    if (y == 3) return b.CreateFMul(b.CreateFMul(x, x), x);
    if (y == -1) return b.CreateFDiv(number(1), x);
    if (y == 0.5) { // unlike a root, a power of -0 is +0 and of -infinity +infinity
        llvm::Value *root = intrinsic(llvm::Intrinsic::sqrt, b.CreateFAdd(x, number(0)));
        return b.CreateSelect(b.CreateFCmpOEQ(x, number(-infinity)), number(infinity), root);
    }
    return nullptr;
}

llvm::Value *VectorCode::power(llvm::Value *x, llvm::Value *y) {
    if (auto *constant = llvm::dyn_cast<llvm::Constant>(y)) {
        llvm::Constant *lane = m_lanes == 1 ? constant : constant->getSplatValue();
        if (auto *exponent = llvm::dyn_cast_or_null<llvm::ConstantFP>(lane))
            if (llvm::Value *simple = powerByConstant(x, exponent->getValueAPF().convertToFloat())) return simple;
    }
    llvm::Type *doubles = vectorOf(b.getDoubleTy());
    llvm::Value *magnitude = b.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, x);
    llvm::Value *logarithm = log2OfMagnitude(b.CreateFPExt(magnitude, doubles));
    llvm::Value *result = b.CreateFPTrunc(exp2(b.CreateFMul(b.CreateFPExt(y, doubles), logarithm)), floats());

    llvm::Value *half = b.CreateFMul(y, number(0.5));
    llvm::Value *isWhole = b.CreateFCmpOEQ(intrinsic(llvm::Intrinsic::floor, y), y);
    llvm::Value *isOdd = b.CreateAnd(isWhole, b.CreateFCmpONE(intrinsic(llvm::Intrinsic::floor, half), half));
    llvm::Value *signOfX = b.CreateAnd(bits(x), integer(32, INT64_C(-0x80000000)));
    llvm::Value *sign = b.CreateSelect(isOdd, signOfX, integer(32, 0));
    result = b.CreateBitCast(b.CreateXor(bits(result), sign), floats());

    llvm::Value *isFinite = b.CreateFCmpONE(magnitude, number(infinity));
    llvm::Value *isBad = b.CreateAnd(b.CreateAnd(b.CreateFCmpOLT(x, number(0)), isFinite), b.CreateNot(isWhole));
    result = b.CreateSelect(isBad, b.CreateSelect(b.CreateFCmpUNO(y, y), y, number(notANumber)), result);
    // IEEE 754: 1^y and x^0 are 1 even for NaN, and (-1)^(+-inf) is 1.
    llvm::Value *magnitudeOfY = b.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, y);
    llvm::Value *unitToInfinity =
        b.CreateAnd(b.CreateFCmpOEQ(magnitude, number(1)), b.CreateFCmpOEQ(magnitudeOfY, number(infinity)));
    llvm::Value *isOne = b.CreateOr(b.CreateFCmpOEQ(x, number(1)), b.CreateFCmpOEQ(y, number(0)));
    return b.CreateSelect(b.CreateOr(isOne, unitToInfinity), number(1), result);
}

} // namespace jitscope::inline codegen
