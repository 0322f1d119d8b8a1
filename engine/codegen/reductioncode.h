// SPDX-License-Identifier: Apache-2.0
// The accumulators of one reduction while a loop is written.
#pragma once

#include "engine/codegen/kernelplan.h"
#include "engine/codegen/vectorcode.h"

#include <vector>

namespace jitscope::inline codegen {

/** Accumulators are variables on the stack in the IR; LLVM makes registers of them. */
class ReductionCode {
public:
    /** `copies` accumulators side by side. A long sum along a row goes on in double precision, one along columns in a
        second row of accumulators. */
    ReductionCode(VectorCode &code, ReductionKind kind, int copies, bool isLong, bool isColumns);

    void reset();
    /** Lanes without `mask` stay as they are; null: all lanes count. */
    void add(llvm::Value *value, int copy, llvm::Value *mask);
    /** Carries what was added so far over, if the sum is long. */
    void flushToDouble();
    void flushToSums();

    llvm::Value *scalar();         ///< all lanes of all accumulators
    llvm::Value *vector(int copy); ///< the lanes of one

private:
    llvm::Value *variable(llvm::Type *type);
    llvm::Value *identity() const;
    llvm::Value *combined(llvm::Value *x, llvm::Value *y);
    /** Vectors combined pairwise, then their lanes by halves. */
    template<class Combine> llvm::Value *allOf(std::vector<llvm::Value *> vectors, Combine &&combine);
    llvm::Value *allLanes();
    llvm::Type *bools() const { return m_code.vectorOf(b.getInt1Ty()); }
    std::vector<llvm::Value *> loadedAll(const std::vector<llvm::Value *> &variables, llvm::Type *type);

    VectorCode &m_code;
    llvm::IRBuilder<> &b;
    ReductionKind m_kind;
    std::vector<llvm::Value *> m_parts, m_sums;
    std::vector<llvm::Value *> m_nans; ///< of extremes: whether a lane has seen NaN
    llvm::Value *m_total = nullptr;    ///< of a long sum along a row
};

} // namespace jitscope::inline codegen
