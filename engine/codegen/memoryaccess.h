// SPDX-License-Identifier: Apache-2.0
// Writes loads and stores of a nest's memory.
#pragma once

#include "engine/codegen/loopwriter.h"
#include "engine/codegen/vectorcode.h"

#include <vector>

namespace jitscope::inline codegen {

class MemoryAccess {
public:
    explicit MemoryAccess(NestState &state)
        : m_state(state)
        , b(state.b) {}

    llvm::Value *baseOf(KernelMemory memory, int index) const;
    /** Of the element at `indices`; axes behind them count from 0. */
    llvm::Value *addressAt(KernelMemory memory, int index, DType dtype, const Dims &strides,
                           const std::vector<llvm::Value *> &indices);
    /** One element in all lanes. */
    llvm::Value *loadStretched(VectorCode &code, const KernelLoad &load, llvm::Value *address);
    /** The lanes from `row`[`index`] on; those without `mask` are not touched (null: all are there). */
    llvm::Value *load(VectorCode &code, const KernelLoad &load, llvm::Value *row, llvm::Value *index,
                      llvm::Constant *mask);
    void store(VectorCode &code, const KernelStore &to, llvm::Value *row, llvm::Value *index, llvm::Value *value,
               llvm::Constant *mask);

private:
    void mark(llvm::Instruction *access, KernelMemory memory, int index) const;
    int takerOf(int input) const;

    NestState &m_state;
    llvm::IRBuilder<> &b;
};

} // namespace jitscope::inline codegen
