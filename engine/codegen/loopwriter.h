// SPDX-License-Identifier: Apache-2.0
// Writes one loop of a nest: loads, steps, reductions and stores, a vector at a time.
#pragma once

#include "engine/codegen/kernelplan.h"
#include "engine/codegen/memberlocations.h"

#include <llvm/IR/IRBuilder.h>

#include <string>
#include <vector>

namespace jitscope::inline codegen {

/** What the loops of a nest share while its function is written. */
struct NestState {
    const KernelPlan &plan;
    const LoopNest &nest;
    unsigned floatLanes; ///< floats that fill a vector register of the machine
    llvm::Function &function;
    MemberLocations &locations;
    AliasScopes &scopes;
    llvm::IRBuilder<> &b;
    std::vector<int> inputsTaken = {}; ///< for each output the input whose memory it may have, or -1
    /** Addresses; null where the nest needs none. */
    std::vector<llvm::Value *> inputs = {}, outputs = {}, scratch = {}, rowBuffers = {};
    llvm::Value *row = nullptr; ///< its number
    std::vector<llvm::Value *> rowIndices = {};
    llvm::Value *chunk = nullptr, *block = nullptr; ///< the numbers of the ranges at hand; null where nothing is cut
    std::vector<llvm::Value *> reductions = {};     ///< the results of the row at hand, scalars

    /** Code for `index` = from, from + step, ... below `to`; a do-while loop: the range must not be empty. */
    template<class Body>
    void loop(llvm::Value *from, llvm::Value *to, int64_t step, const std::string &name, Body &&body) {
        llvm::BasicBlock *before = b.GetInsertBlock();
        const llvm::DebugLoc around = b.getCurrentDebugLocation();
        auto *inside = llvm::BasicBlock::Create(b.getContext(), name, &function);
        auto *after = llvm::BasicBlock::Create(b.getContext(), name + ".end", &function);
        b.CreateBr(inside);
        b.SetInsertPoint(inside);
        llvm::PHINode *index = b.CreatePHI(b.getInt64Ty(), 2, name + ".index");
        index->addIncoming(from, before);
        body(index);
        b.SetCurrentDebugLocation(around);
        llvm::Value *next = b.CreateNSWAdd(index, b.getInt64(uint64_t(step)), name + ".next");
        index->addIncoming(next, b.GetInsertBlock());
        b.CreateCondBr(b.CreateICmpSLT(next, to), inside, after);
        b.SetInsertPoint(after);
    }

    /** The same for ranges that may be empty. */
    template<class Body>
    void loopIfAny(llvm::Value *from, llvm::Value *to, int64_t step, const std::string &name, Body &&body) {
        llvm::Value *isAny = b.CreateICmpSLT(from, to);
        if (const auto *known = llvm::dyn_cast<llvm::ConstantInt>(isAny)) {
            if (known->isOne()) loop(from, to, step, name, body);
            return;
        }
        auto *some = llvm::BasicBlock::Create(b.getContext(), name + ".some", &function);
        auto *none = llvm::BasicBlock::Create(b.getContext(), name + ".none", &function);
        b.CreateCondBr(isAny, some, none);
        b.SetInsertPoint(some);
        loop(from, to, step, name, body);
        b.CreateBr(none);
        b.SetInsertPoint(none);
    }
};

/** Writes `loop` for the row at hand; the results of its reductions are in `state.reductions` after it. */
void writeLoop(NestState &state, const KernelLoop &loop);

} // namespace jitscope::inline codegen
