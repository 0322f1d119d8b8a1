// SPDX-License-Identifier: Apache-2.0
// How elements lie in memory and what they are in registers; conversions between the kinds.
#include "engine/codegen/vectorcode.h"

namespace jitscope::inline codegen {
namespace {

llvm::Type *typeLike(llvm::Value *value, llvm::Type *scalar) {
    return value->getType()->getWithNewType(scalar);
}

llvm::Constant *integerLike(llvm::Value *value, int64_t number) {
    return llvm::ConstantInt::getSigned(value->getType(), number);
}

} // namespace

llvm::Type *VectorCode::memoryType(DType dtype) const {
    switch (dtype) {
    case DType::Bool:
        return b.getInt8Ty();
    case DType::Float16:
        return b.getHalfTy();
    case DType::BFloat16:
        return b.getInt16Ty();
    case DType::Int32:
        return b.getInt32Ty();
    case DType::Int64:
        return b.getInt64Ty();
    default:
        return b.getFloatTy();
    }
}

llvm::Value *VectorCode::fromMemory(llvm::Value *value, DType dtype) {
    if (dtype == DType::Bool) return b.CreateICmpNE(value, integerLike(value, 0));
    if (dtype == DType::Float16) return b.CreateFPExt(value, typeLike(value, b.getFloatTy()));
    if (dtype != DType::BFloat16) return value;
    llvm::Value *wide = b.CreateZExt(value, typeLike(value, b.getInt32Ty()));
    return b.CreateBitCast(b.CreateShl(wide, integerLike(wide, 16)), typeLike(value, b.getFloatTy()));
}

llvm::Value *VectorCode::toMemory(llvm::Value *value, DType dtype) {
    if (dtype == DType::Bool) return b.CreateZExt(value, typeLike(value, b.getInt8Ty()));
    if (dtype == DType::Float16) return b.CreateFPTrunc(value, typeLike(value, b.getHalfTy()));
    if (dtype != DType::BFloat16) return value;
    llvm::Value *bits = b.CreateBitCast(bfloat(value), typeLike(value, b.getInt32Ty()));
    return b.CreateTrunc(b.CreateLShr(bits, integerLike(bits, 16)), typeLike(value, b.getInt16Ty()));
}

/** To the nearest, halves to even; NaN stays one. */
llvm::Value *VectorCode::bfloat(llvm::Value *value) {
    llvm::Value *bits = b.CreateBitCast(value, typeLike(value, b.getInt32Ty()));
    llvm::Value *odd = b.CreateAnd(b.CreateLShr(bits, integerLike(bits, 16)), integerLike(bits, 1));
    llvm::Value *nearest = b.CreateAdd(bits, b.CreateAdd(odd, integerLike(bits, 0x7fff)));
    llvm::Value *quiet = b.CreateOr(bits, integerLike(bits, 0x400000));
    llvm::Value *kept = b.CreateSelect(b.CreateFCmpUNO(value, value), quiet, nearest);
    return b.CreateBitCast(b.CreateAnd(kept, integerLike(bits, -65536)), value->getType());
}

llvm::Value *VectorCode::rounded(llvm::Value *value, DType dtype) {
    if (dtype == DType::BFloat16) return bfloat(value);
    if (dtype != DType::Float16) return value;
    return b.CreateFPExt(b.CreateFPTrunc(value, typeLike(value, b.getHalfTy())), value->getType());
}

llvm::Constant *VectorCode::constant(ElementKind kind, double value) const {
    switch (kind) {
    case ElementKind::Number:
        return number(value);
    case ElementKind::Bool:
        return truth(value != 0);
    case ElementKind::Int32:
        return llvm::ConstantInt::getSigned(vectorOf(b.getInt32Ty()), int64_t(value));
    case ElementKind::Int64:
        break;
    }
    return llvm::ConstantInt::getSigned(vectorOf(b.getInt64Ty()), int64_t(value));
}

llvm::Value *VectorCode::converted(llvm::Value *value, ElementKind from, ElementKind to) {
    if (from == to) return value;
    if (to == ElementKind::Number && from == ElementKind::Bool)
        return b.CreateUIToFP(value, typeLike(value, b.getFloatTy()));
    if (to == ElementKind::Number) return b.CreateSIToFP(value, typeLike(value, b.getFloatTy()));
    llvm::Type *type = typeLike(value, to == ElementKind::Int32 ? b.getInt32Ty() : b.getInt64Ty());
    if (to == ElementKind::Bool) return b.CreateICmpNE(value, llvm::Constant::getNullValue(value->getType()));
    return from == ElementKind::Bool ? b.CreateZExt(value, type) : b.CreateSExtOrTrunc(value, type);
}

} // namespace jitscope::inline codegen
