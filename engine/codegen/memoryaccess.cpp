// SPDX-License-Identifier: Apache-2.0
// Writes loads and stores of a nest's memory.
#include "engine/codegen/memoryaccess.h"

#include <algorithm>

namespace jitscope::inline codegen {

llvm::Value *MemoryAccess::baseOf(KernelMemory memory, int index) const {
    switch (memory) {
    case KernelMemory::Input:
        return m_state.inputs[size_t(index)];
    case KernelMemory::Output:
        return m_state.outputs[size_t(index)];
    case KernelMemory::Scratch:
        return m_state.scratch[size_t(index)];
    case KernelMemory::RowBuffer:
        break;
    }
    return m_state.rowBuffers[size_t(index)];
}

llvm::Value *MemoryAccess::addressAt(KernelMemory memory, int index, DType dtype, const Dims &strides,
                                     const std::vector<llvm::Value *> &indices) {
    llvm::Value *base = baseOf(memory, index);
    llvm::Value *offset = nullptr;
    for (size_t axis = 0; axis < indices.size(); ++axis) {
        const int64_t stride = strides[int(axis)];
        if (stride == 0) continue;
        llvm::Value *part = b.CreateNSWMul(indices[axis], b.getInt64(uint64_t(stride)));
        offset = offset ? b.CreateNSWAdd(offset, part) : part;
    }
    return offset ? b.CreateInBoundsGEP(VectorCode(b, 1).memoryType(dtype), base, offset) : base;
}

void MemoryAccess::mark(llvm::Instruction *access, KernelMemory memory, int index) const {
    if (memory == KernelMemory::Input) m_state.scopes.markInput(access, takerOf(index));
    if (memory == KernelMemory::Output) m_state.scopes.markOutput(access, size_t(index));
    if (memory == KernelMemory::Scratch) m_state.scopes.markScratch(access);
}

int MemoryAccess::takerOf(int input) const {
    const auto found = std::find(m_state.inputsTaken.begin(), m_state.inputsTaken.end(), input);
    return found == m_state.inputsTaken.end() ? -1 : int(found - m_state.inputsTaken.begin());
}

llvm::Value *MemoryAccess::loadStretched(VectorCode &code, const KernelLoad &load, llvm::Value *address) {
    llvm::LoadInst *scalar =
        b.CreateAlignedLoad(code.memoryType(load.dtype), address, llvm::Align(uint64_t(info(load.dtype).bytes)));
    mark(scalar, load.from, load.index);
    return code.splat(code.fromMemory(scalar, load.dtype));
}

llvm::Value *MemoryAccess::load(VectorCode &code, const KernelLoad &load, llvm::Value *row, llvm::Value *index,
                                llvm::Constant *mask) {
    llvm::Type *scalar = code.memoryType(load.dtype), *type = code.vectorOf(scalar);
    llvm::Value *address = b.CreateInBoundsGEP(scalar, row, index);
    const llvm::Align align(uint64_t(info(load.dtype).bytes));
    llvm::Instruction *result = nullptr;
    if (mask)
        result = b.CreateMaskedLoad(type, address, align, mask, llvm::Constant::getNullValue(type));
    else
        result = b.CreateAlignedLoad(type, address, align);
    mark(result, load.from, load.index);
    return code.fromMemory(result, load.dtype);
}

void MemoryAccess::store(VectorCode &code, const KernelStore &to, llvm::Value *row, llvm::Value *index,
                         llvm::Value *value, llvm::Constant *mask) {
    llvm::Value *address = b.CreateInBoundsGEP(code.memoryType(to.dtype), row, index);
    const llvm::Align align(uint64_t(info(to.dtype).bytes));
    value = code.toMemory(value, to.dtype);
    llvm::Instruction *result = nullptr;
    if (mask)
        result = b.CreateMaskedStore(value, address, align, mask);
    else
        result = b.CreateAlignedStore(value, address, align);
    mark(result, to.to, to.index);
}

} // namespace jitscope::inline codegen
