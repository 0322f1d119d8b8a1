// SPDX-License-Identifier: Apache-2.0
// The accumulators of one reduction while a loop is written.
//
// Extremes: NaN wins. An accumulator takes the plain maximum, one instruction of the machine that passes NaN over, and
// what was NaN is remembered beside it.
#include "engine/codegen/reductioncode.h"

#include <limits>
#include <numeric>

namespace jitscope::inline codegen {

ReductionCode::ReductionCode(VectorCode &code, ReductionKind kind, int copies, bool isLong, bool isColumns)
    : m_code(code)
    , b(code.b)
    , m_kind(kind) {
    const bool isLongSum = isLong && kind == ReductionKind::Sum;
    for (int copy = 0; copy < copies; ++copy) {
        m_parts.push_back(variable(code.floats()));
        if (isLongSum && isColumns) m_sums.push_back(variable(code.floats()));
        if (kind != ReductionKind::Sum) m_nans.push_back(variable(bools()));
    }
    if (isLongSum && !isColumns) m_total = variable(b.getDoubleTy());
}

llvm::Value *ReductionCode::variable(llvm::Type *type) {
    llvm::BasicBlock &entry = b.GetInsertBlock()->getParent()->getEntryBlock();
    return llvm::IRBuilder<>(&entry, entry.begin()).CreateAlloca(type, nullptr, "reduced");
}

llvm::Value *ReductionCode::identity() const {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    if (m_kind == ReductionKind::Sum) return m_code.number(0);
    return m_code.number(m_kind == ReductionKind::Max ? -infinity : infinity);
}

void ReductionCode::reset() {
    for (llvm::Value *part : m_parts)
        b.CreateStore(identity(), part);
    for (llvm::Value *sum : m_sums)
        b.CreateStore(m_code.number(0), sum);
    for (llvm::Value *nan : m_nans)
        b.CreateStore(m_code.truth(false), nan);
    if (m_total) b.CreateStore(llvm::ConstantFP::get(b.getDoubleTy(), 0), m_total);
}

/** Of extremes: `y`, the accumulator, where `x` is NaN. */
llvm::Value *ReductionCode::combined(llvm::Value *x, llvm::Value *y) {
    if (m_kind == ReductionKind::Sum) return b.CreateFAdd(y, x);
    return b.CreateSelect(m_kind == ReductionKind::Max ? b.CreateFCmpOGT(x, y) : b.CreateFCmpOLT(x, y), x, y);
}

void ReductionCode::add(llvm::Value *value, int copy, llvm::Value *mask) {
    if (mask) value = b.CreateSelect(mask, value, identity());
    llvm::Value *part = m_parts[size_t(copy)];
    b.CreateStore(combined(value, b.CreateLoad(m_code.floats(), part)), part);
    if (m_nans.empty()) return;
    llvm::Value *nan = m_nans[size_t(copy)];
    b.CreateStore(b.CreateOr(b.CreateLoad(bools(), nan), b.CreateFCmpUNO(value, value)), nan);
}

std::vector<llvm::Value *> ReductionCode::loadedAll(const std::vector<llvm::Value *> &variables, llvm::Type *type) {
    std::vector<llvm::Value *> values;
    for (llvm::Value *variable : variables)
        values.push_back(b.CreateLoad(type, variable));
    return values;
}

template<class Combine> llvm::Value *ReductionCode::allOf(std::vector<llvm::Value *> vectors, Combine &&combine) {
    for (size_t half = vectors.size() / 2; half > 0; half /= 2)
        for (size_t i = 0; i < half; ++i)
            vectors[i] = combine(vectors[i], vectors[i + half]);
    llvm::Value *value = vectors.front();
    for (unsigned half = m_code.lanes() / 2; half > 0; half /= 2) {
        std::vector<int> low(half), high(half);
        std::iota(low.begin(), low.end(), 0);
        std::iota(high.begin(), high.end(), int(half));
        value = combine(b.CreateShuffleVector(value, low), b.CreateShuffleVector(value, high));
    }
    return m_code.lanes() == 1 ? value : b.CreateExtractElement(value, uint64_t(0));
}

llvm::Value *ReductionCode::allLanes() {
    llvm::Value *reduced = allOf(loadedAll(m_parts, m_code.floats()), [&](auto *x, auto *y) { return combined(x, y); });
    if (m_nans.empty()) return reduced;
    llvm::Value *seen = m_code.truth(false);
    for (llvm::Value *nan : loadedAll(m_nans, bools()))
        seen = b.CreateOr(seen, nan);
    if (m_code.lanes() > 1) seen = b.CreateOrReduce(seen);
    return b.CreateSelect(seen, llvm::ConstantFP::getNaN(reduced->getType()), reduced);
}

void ReductionCode::flushToDouble() {
    if (!m_total) return;
    llvm::Value *wide = b.CreateFPExt(allLanes(), b.getDoubleTy());
    b.CreateStore(b.CreateFAdd(b.CreateLoad(b.getDoubleTy(), m_total), wide), m_total);
    for (llvm::Value *part : m_parts)
        b.CreateStore(identity(), part);
}

void ReductionCode::flushToSums() {
    for (size_t i = 0; i < m_sums.size(); ++i) {
        llvm::Value *sum = b.CreateLoad(m_code.floats(), m_sums[i]);
        b.CreateStore(b.CreateFAdd(sum, b.CreateLoad(m_code.floats(), m_parts[i])), m_sums[i]);
        b.CreateStore(identity(), m_parts[i]);
    }
}

llvm::Value *ReductionCode::scalar() {
    if (!m_total) return allLanes();
    return b.CreateFPTrunc(b.CreateLoad(b.getDoubleTy(), m_total), b.getFloatTy());
}

llvm::Value *ReductionCode::vector(int copy) {
    llvm::Value *reduced = b.CreateLoad(m_code.floats(), (m_sums.empty() ? m_parts : m_sums)[size_t(copy)]);
    if (m_nans.empty()) return reduced;
    llvm::Value *isNan = b.CreateLoad(bools(), m_nans[size_t(copy)]);
    return b.CreateSelect(isNan, llvm::ConstantFP::getNaN(reduced->getType()), reduced);
}

} // namespace jitscope::inline codegen
