// SPDX-License-Identifier: Apache-2.0
// The elementary functions as straight-line vector code.
//
// Each function reduces its argument to a small interval, evaluates a polynomial there and scales back. The
// coefficients are our own minimax fits of the relative error over the reduced interval; the error of the whole
// function, rounding included, is below 5e-7 of the result (tst_codegen measures it). Written out rather than called,
// because a call for each lane would cost more than everything else in a kernel, and a vector library ties us to one
// libm.
//
// No fast-math flag is set anywhere: sums and products of the user stay what eager mode computes, bit for bit, and NaN
// and infinities travel as IEEE 754 says. Only inside these functions products and sums are fused. Conversions from
// float to integer are avoided where the float may be NaN (LLVM calls the result poison): adding 1.5 * 2^23 leaves the
// rounded number in the low bits of the mantissa instead.
#include "engine/codegen/vectorcode.h"

#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Module.h>

#include <cmath>
#include <limits>
#include <numbers>

namespace jitscope {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();
constexpr double log2OfE = 1.4426950408889634;
constexpr double roundingFloat = 12582912.0; // 1.5 * 2^23
constexpr int64_t roundingFloatBits = 0x4B400000;
constexpr double roundingDouble = 6755399441055744.0; // 1.5 * 2^52

// ln 2 in two parts; the first has so few bits that its product with any exponent is exact.
constexpr double ln2High = 0.693359375;
constexpr double ln2Low = -2.1219444005469057e-4;

// e^x = 1 + x + x^2 q(x) for |x| <= ln 2 / 2; error 3e-9.
constexpr double expTail[] = {0.49999993447767993, 0.16666520631513793, 0.041668388051065222, 0.0083687168979024659,
                              0.0013814598369130324};

// log(1 + x) = x - x^2 / 2 + x^3 q(x) for 1 + x in [sqrt(1/2), sqrt(2)]; error 3e-8.
constexpr double logTail[] = {0.33333910737174438, -0.25001337037705135, 0.19963063803991193, -0.16577584673130372,
                              0.14914767877009164, -0.1426748697067588,  0.087004359153843372};

// tanh(x) = x P(x^2) / Q(x^2) for |x| <= 9, where tanh rounds to 1; error 2e-8.
constexpr double tanhLimit = 9.0;
constexpr double tanhNumerator[] = {0.9999999795, 0.1338100929, 0.003495568634, 2.060876294e-05, 1.335422952e-08};
constexpr double tanhDenominator[] = {1.0, 0.4671432489, 0.02587690817, 0.0003285602944, 7.776378874e-07};

// erf(x) = x P(x^2) / Q(x^2) for |x| <= 4, where erf rounds to 1; error 3e-8.
constexpr double erfLimit = 4.0;
constexpr double erfNumerator[] = {1.128379139,    0.1935438464,    0.05310153695,
                                   0.003883277699, 0.0002845622087, 1.986764174e-06};
constexpr double erfDenominator[] = {1.0, 0.504856324, 0.1153494542, 0.01520712108, 0.001185550869, 3.741979008e-05};

// 1 - erf(z) = e^(-z^2) u P(u) with u = 1 / (z + 1.5), for z from 0 to 10; error 8e-8.
constexpr double erfcShift = 1.5;
constexpr double erfcSeries[] = {0.5642596425, 0.8433251025, 1.039682766,  0.1272886616, 2.417242294,
                                 -12.45115728, 18.97029904,  -13.17866485, 3.633955079};

// sin(x) = x (1 + x^2 q(x^2)) and cos(x) = 1 - x^2 / 2 + x^4 q(x^2) for |x| <= pi / 4; errors 4e-9 and 1e-10.
constexpr double sinTail[] = {-0.16666654602290162, 0.0083321602925473942, -0.00019515218188866817};
constexpr double cosTail[] = {0.041666646854597804, -0.0013887366909798185, 2.443837945620693e-05};

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

llvm::Value *VectorCode::exp(llvm::Value *x) {
    x = clamp(x, -104.0, 88.8); // beyond, the result is 0 or infinity, as it is at these bounds
    llvm::Value *shifted = fma(x, number(log2OfE), number(roundingFloat));
    llvm::Value *n = b.CreateFSub(shifted, number(roundingFloat));
    llvm::Value *r = fma(n, number(-ln2High), x);
    r = fma(n, number(-ln2Low), r);
    llvm::Value *square = b.CreateFMul(r, r);
    llvm::Value *power = b.CreateFAdd(fma(square, polynomial(r, expTail), r), number(1));

    // 2^n in two factors, because n goes from -150 (a denormal result) to 128 (infinity).
    llvm::Value *exponent = b.CreateSub(bits(shifted), integer(32, roundingFloatBits));
    llvm::Value *half = b.CreateAShr(exponent, integer(32, 1));
    for (llvm::Value *part : {half, b.CreateSub(exponent, half)}) {
        llvm::Value *scale = b.CreateShl(b.CreateAdd(part, integer(32, 127)), integer(32, 23));
        power = b.CreateFMul(power, b.CreateBitCast(scale, floats()));
    }
    return power;
}

llvm::Value *VectorCode::log(llvm::Value *x) {
    constexpr int64_t bitsOfRootHalf = 0x3F3504F3;
    llvm::Value *tiny = b.CreateFCmpOLT(x, number(1.17549435e-38));
    llvm::Value *normal = b.CreateSelect(tiny, b.CreateFMul(x, number(8388608.0)), x); // denormals times 2^23
    llvm::Value *exponent = b.CreateAShr(b.CreateSub(bits(normal), integer(32, bitsOfRootHalf)), integer(32, 23));
    llvm::Value *mantissa =
        b.CreateBitCast(b.CreateSub(bits(normal), b.CreateShl(exponent, integer(32, 23))), floats());
    llvm::Value *e = b.CreateSIToFP(exponent, floats());
    e = b.CreateFAdd(e, b.CreateSelect(tiny, number(-23), number(0)));

    llvm::Value *f = b.CreateFSub(mantissa, number(1));
    llvm::Value *square = b.CreateFMul(f, f);
    llvm::Value *tail = b.CreateFMul(b.CreateFMul(square, f), polynomial(f, logTail));
    tail = fma(e, number(ln2Low), tail);
    tail = fma(square, number(-0.5), tail);
    llvm::Value *result = fma(e, number(ln2High), b.CreateFAdd(f, tail));

    llvm::Value *isLargest = b.CreateFCmpUEQ(x, number(infinity)); // or NaN
    result = b.CreateSelect(isLargest, x, result);
    result = b.CreateSelect(b.CreateFCmpOLT(x, number(0)), number(notANumber), result);
    return b.CreateSelect(b.CreateFCmpOEQ(x, number(0)), number(-infinity), result);
}

llvm::Value *VectorCode::oddRatio(llvm::Value *x, double limit, std::span<const double> p, std::span<const double> q) {
    llvm::Value *inside = clamp(x, -limit, limit);
    llvm::Value *square = b.CreateFMul(inside, inside);
    llvm::Value *ratio = b.CreateFDiv(b.CreateFMul(inside, polynomial(square, p)), polynomial(square, q));
    return clamp(ratio, -1, 1); // rounding must not lead out of the range: users take sqrt(1 - t * t)
}

llvm::Value *VectorCode::tanh(llvm::Value *x) {
    return oddRatio(x, tanhLimit, tanhNumerator, tanhDenominator);
}

llvm::Value *VectorCode::erf(llvm::Value *x) {
    return oddRatio(x, erfLimit, erfNumerator, erfDenominator);
}

llvm::Value *VectorCode::sigmoid(llvm::Value *x) {
    return b.CreateFDiv(number(1), b.CreateFAdd(number(1), exp(b.CreateFNeg(x))));
}

/** From the complement of erf: 1 + erf(x) has no digits left far on the negative side. */
llvm::Value *VectorCode::gelu(llvm::Value *x) {
    llvm::Value *inside = clamp(x, -14.5, 14.5); // beyond, the share rounds to 0 or 1
    llvm::Value *z =
        b.CreateFMul(b.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, inside), number(std::numbers::sqrt2 / 2));
    llvm::Value *u = b.CreateFDiv(number(1), b.CreateFAdd(z, number(erfcShift)));
    llvm::Value *series = b.CreateFMul(u, polynomial(u, erfcSeries));

    // e^(-x^2 / 2), with the part of the square that rounding lost: it weighs x^2 times as much in the result.
    llvm::Value *square = b.CreateFMul(inside, inside);
    llvm::Value *lost = fma(inside, inside, b.CreateFNeg(square));
    llvm::Value *bell = exp(b.CreateFMul(square, number(-0.5)));
    bell = b.CreateFMul(bell, fma(lost, number(-0.5), number(1)));
    llvm::Value *tail = b.CreateFMul(b.CreateFMul(bell, series), number(0.5));
    llvm::Value *isNegative = b.CreateFCmpOLT(inside, number(0));
    llvm::Value *share = b.CreateSelect(isNegative, tail, b.CreateFSub(number(1), tail));
    llvm::Value *finite = b.CreateSelect(isNegative, inside, x); // -infinity times 0 would be NaN
    return b.CreateFMul(finite, share);
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

    llvm::Value *square = b.CreateFMul(r, r);
    llvm::Value *sine = b.CreateFMul(r, fma(square, polynomial(square, sinTail), number(1)));
    llvm::Value *tail = fma(b.CreateFMul(square, square), polynomial(square, cosTail), number(1));
    llvm::Value *cosine = fma(square, number(-0.5), tail);

    llvm::Value *odd = b.CreateICmpNE(b.CreateAnd(quadrant, integer(32, 1)), integer(32, 0));
    llvm::Value *result = b.CreateSelect(odd, cosine, sine);
    llvm::Value *sign = b.CreateShl(b.CreateAnd(quadrant, integer(32, 2)), integer(32, 30));
    return b.CreateBitCast(b.CreateXor(bits(result), sign), floats());
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

} // namespace jitscope
