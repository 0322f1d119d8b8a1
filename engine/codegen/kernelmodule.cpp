// SPDX-License-Identifier: Apache-2.0
// Writes the functions of a kernel around the loops of its nests: which row and range a unit is, and where memory is.
#include "engine/codegen/kernelmodule.h"

#include "engine/base/text.h"
#include "engine/codegen/kernelreuse.h"
#include "engine/codegen/loopwriter.h"
#include "engine/codegen/servedmembers.h"

namespace jitscope::inline codegen {
namespace {

/** Writes the function of one nest. */
class NestWriter {
public:
    NestWriter(const KernelPlan &plan, const LoopNest &nest, unsigned floatLanes, llvm::Function &function,
               MemberLocations &locations)
        : m_nest(nest)
        , m_function(function)
        , m_scopes(function.getContext(), plan.outputs.size())
        , b(function.getContext())
        , m_state{plan, nest, floatLanes, function, locations, m_scopes, b} {
        m_state.inputsTaken = reusableInputs(plan, floatLanes);
    }

    void write() {
        b.SetInsertPoint(llvm::BasicBlock::Create(b.getContext(), "entry", &m_function));
        findMemory();
        locate(resultMember(m_nest.loops.back())); // units and rows are there for what the nest ends with
        for (int64_t size : m_nest.rowBuffers) {
            auto *buffer = b.CreateAlloca(llvm::ArrayType::get(b.getFloatTy(), uint64_t(size)), nullptr, "row.buffer");
            buffer->setAlignment(llvm::Align(64));
            m_state.rowBuffers.push_back(buffer);
        }
        m_state.loop(m_function.getArg(3), m_function.getArg(4), 1, "unit", [&](llvm::Value *unit) {
            decode(unit);
            m_state.reductions.clear();
            for (const KernelLoop &loop : m_nest.loops)
                writeLoop(m_state, loop);
        });
        b.CreateRetVoid();
    }

private:
    void locate(int member, const KernelAccess &access = {}) {
        b.SetCurrentDebugLocation(m_state.locations.ofMember(member, access));
    }

    void findMemory() {
        for (const KernelLoop &loop : m_nest.loops) {
            for (size_t i = 0; i < loop.loads.size(); ++i) {
                locate(memberOfLoad(loop, i), accessTo(loop.loads[i].from, loop.loads[i].index));
                find(loop.loads[i].from, loop.loads[i].index);
            }
            for (const KernelStore &store : loop.stores) {
                locate(memberOfStore(loop, store), accessTo(store.to, store.index));
                find(store.to, store.index);
            }
            for (const KernelReduction &reduction : loop.reductions)
                for (const ReductionHome &home : reduction.homes) {
                    locate(reduction.member, accessTo(home.to, home.index));
                    find(home.to, home.index);
                }
        }
    }

    void find(KernelMemory memory, int index) {
        if (memory == KernelMemory::Input)
            findEntry(m_state.inputs, m_function.getArg(0), index, format("in%d", index));
        if (memory == KernelMemory::Output)
            findEntry(m_state.outputs, m_function.getArg(1), index, format("out%d", index));
        if (memory != KernelMemory::Scratch) return;
        llvm::Value *&block = slot(m_state.scratch, index);
        const auto offset = uint64_t(scratchOffset(m_state.plan, size_t(index)));
        if (!block) block = b.CreateConstInBoundsGEP1_64(b.getFloatTy(), m_function.getArg(2), offset, "scratch");
    }

    static llvm::Value *&slot(std::vector<llvm::Value *> &values, int index) {
        if (values.size() <= size_t(index)) values.resize(size_t(index) + 1, nullptr);
        return values[size_t(index)];
    }

    void findEntry(std::vector<llvm::Value *> &entries, llvm::Value *table, int index, const std::string &name) {
        llvm::Value *&entry = slot(entries, index);
        if (entry) return;
        llvm::LoadInst *load =
            b.CreateLoad(b.getPtrTy(), b.CreateConstInBoundsGEP1_64(b.getPtrTy(), table, uint64_t(index)), name);
        m_scopes.markInput(load);
        entry = load;
    }

    /** Row, range of the first axis and range of the last, the latter changing fastest. */
    void decode(llvm::Value *unit) {
        llvm::Value *rest = unit;
        m_state.block = m_nest.block == 0 ? nullptr : splitOff(rest, blocksOf(m_nest));
        m_state.chunk = m_nest.chunk == 0 ? nullptr : splitOff(rest, chunksOf(m_nest));
        m_state.row = rest;
        m_state.rowIndices.assign(size_t(m_nest.rows.rank()), nullptr);
        for (int axis = m_nest.rows.rank() - 1; axis > 0; --axis)
            m_state.rowIndices[size_t(axis)] = splitOff(rest, m_nest.rows[axis]);
        if (!m_nest.rows.empty()) m_state.rowIndices[0] = rest;
    }

    llvm::Value *splitOff(llvm::Value *&number, int64_t count) {
        llvm::Value *divisor = b.getInt64(uint64_t(count));
        llvm::Value *part = b.CreateURem(number, divisor);
        number = b.CreateUDiv(number, divisor);
        return part;
    }

    const LoopNest &m_nest;
    llvm::Function &m_function;
    AliasScopes m_scopes;
    llvm::IRBuilder<> b;
    NestState m_state;
};

} // namespace

std::string nestSymbol(const std::string &symbol, size_t index) {
    return format("%s_%zu", symbol.c_str(), index);
}

int64_t scratchOffset(const KernelPlan &plan, size_t block) {
    constexpr int64_t cacheLine = 16;
    int64_t offset = 0;
    for (size_t i = 0; i < block; ++i)
        offset += (plan.scratch[i] + cacheLine - 1) / cacheLine * cacheLine;
    return offset;
}

std::unique_ptr<llvm::Module> buildKernelModule(const KernelPlan &plan, const std::string &symbol, unsigned floatLanes,
                                                llvm::LLVMContext &context) {
    auto module = std::make_unique<llvm::Module>(symbol, context);
    MemberLocations locations(*module);
    llvm::Type *pointer = llvm::PointerType::getUnqual(context);
    llvm::Type *integer = llvm::Type::getInt64Ty(context);
    auto *type =
        llvm::FunctionType::get(llvm::Type::getVoidTy(context), {pointer, pointer, pointer, integer, integer}, false);
    constexpr const char *argumentNames[] = {"inputs", "outputs", "scratch", "begin", "end"};
    for (size_t i = 0; i < plan.nests.size(); ++i) {
        auto *function =
            llvm::Function::Create(type, llvm::Function::ExternalLinkage, nestSymbol(symbol, i), module.get());
        function->setDoesNotThrow();
        for (unsigned argument = 0; argument < 5; ++argument)
            function->getArg(argument)->setName(argumentNames[argument]);
        locations.beginFunction(*function);
        NestWriter(plan, plan.nests[i], floatLanes, *function, locations).write();
    }
    locations.finish();
    return module;
}

} // namespace jitscope::inline codegen
