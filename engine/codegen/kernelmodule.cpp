// SPDX-License-Identifier: Apache-2.0
// Writes loops with explicit vectors.
//
// The innermost axis is walked one vector register at a time. Shapes are known when a kernel is compiled, so nothing is
// left for LLVM's loop vectorizer to find out; writing vectors ourselves saves its time (the most expensive pass of the
// -O3 pipeline on such loops), never fails to vectorize, and gives the same rounding in every lane of a tensor. The
// rest of an axis that does not fill a register is not a second, scalar loop either: the last vector is moved back so
// that it ends with the axis, and computes some elements twice. That is sound because outputs never overlap inputs.
// Only an axis shorter than a register takes masked loads and stores.
#include "engine/codegen/kernelmodule.h"

#include "engine/base/text.h"
#include "engine/codegen/vectorcode.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DIBuilder.h>
#include <llvm/IR/MDBuilder.h>

#include <bit>

namespace jitscope {
namespace {

/** The debug locations of one module: lines count the members of the kernel, from 1. */
class MemberLocations {
public:
    explicit MemberLocations(llvm::Module &module)
        : m_builder(module)
        , m_file(m_builder.createFile("members", "")) {
        // Only line directives are wanted: nobody debugs the kernel's memory, but the listing maps back to members.
        m_unit = m_builder.createCompileUnit(llvm::dwarf::DW_LANG_Python, m_file, "JitScope", true, "", 0, "",
                                             llvm::DICompileUnit::DebugDirectivesOnly, 0, true, false,
                                             llvm::DICompileUnit::DebugNameTableKind::None);
        module.addModuleFlag(llvm::Module::Warning, "Debug Info Version", llvm::DEBUG_METADATA_VERSION);
        module.addModuleFlag(llvm::Module::Warning, "Dwarf Version", 5);
    }

    void beginFunction(llvm::Function &function) {
        llvm::DISubroutineType *type = m_builder.createSubroutineType(m_builder.getOrCreateTypeArray({}));
        m_subprogram = m_builder.createFunction(
            m_unit, function.getName(), function.getName(), m_file, 0, type, 0, llvm::DINode::FlagZero,
            llvm::DISubprogram::SPFlagDefinition | llvm::DISubprogram::SPFlagOptimized);
        function.setSubprogram(m_subprogram);
    }

    /** Of the code around the members: loops, loads and stores. */
    llvm::DebugLoc ofLoop() const { return llvm::DILocation::get(m_subprogram->getContext(), 0, 0, m_subprogram); }

    llvm::DebugLoc ofMember(int member) const {
        return llvm::DILocation::get(m_subprogram->getContext(), unsigned(member + 1), 0, m_subprogram);
    }

    void finish() { m_builder.finalize(); }

private:
    llvm::DIBuilder m_builder;
    llvm::DIFile *m_file;
    llvm::DICompileUnit *m_unit;
    llvm::DISubprogram *m_subprogram = nullptr;
};

/** Tells LLVM that outputs overlap neither inputs nor each other, which pointers out of an array cannot say. */
class AliasScopes {
public:
    AliasScopes(llvm::LLVMContext &context, size_t outputs)
        : m_context(context) {
        llvm::MDBuilder builder(context);
        llvm::MDNode *domain = builder.createAnonymousAliasScopeDomain("kernel");
        for (size_t i = 0; i < outputs; ++i)
            m_scopes.push_back(builder.createAnonymousAliasScope(domain, format("output %zu", i)));
    }

    void markLoad(llvm::Instruction *load) const { load->setMetadata(llvm::LLVMContext::MD_noalias, list(m_scopes)); }

    void markStore(llvm::Instruction *store, size_t output) const {
        std::vector<llvm::Metadata *> others = m_scopes;
        others.erase(others.begin() + std::ptrdiff_t(output));
        store->setMetadata(llvm::LLVMContext::MD_alias_scope, list({m_scopes[output]}));
        if (!others.empty()) store->setMetadata(llvm::LLVMContext::MD_noalias, list(others));
    }

private:
    llvm::MDNode *list(const std::vector<llvm::Metadata *> &scopes) const {
        return llvm::MDNode::get(m_context, scopes);
    }

    llvm::LLVMContext &m_context;
    std::vector<llvm::Metadata *> m_scopes;
};

/** Writes the function of one nest. */
class NestWriter {
public:
    NestWriter(const KernelPlan &plan, const LoopNest &nest, unsigned floatLanes, llvm::Function &function,
               MemberLocations &locations)
        : m_plan(plan)
        , m_nest(nest)
        , m_inner(nest.shape.rank() - 1)
        , m_size(nest.shape.back())
        , m_function(function)
        , m_locations(locations)
        , m_scopes(function.getContext(), plan.outputs.size())
        , b(function.getContext())
        , m_code(b, unsigned(std::min<int64_t>(floatLanes, std::bit_ceil(uint64_t(m_size))))) {}

    void write() {
        b.SetInsertPoint(llvm::BasicBlock::Create(b.getContext(), "entry", &m_function));
        b.SetCurrentDebugLocation(m_locations.ofLoop());
        for (const KernelLoad &load : m_nest.loads)
            m_inputs.push_back(tableEntry(m_function.getArg(0), load.input, format("in%d", load.input)));
        for (const KernelStore &store : m_nest.stores)
            m_outputs.push_back(tableEntry(m_function.getArg(1), store.output, format("out%d", store.output)));
        writeAxis(0, {});
        b.CreateRetVoid();
    }

private:
    /** A do-while loop: an axis of a nest that runs is never empty. */
    template<class Body>
    void loop(llvm::Value *from, llvm::Value *to, int64_t step, const std::string &name, Body &&body) {
        llvm::BasicBlock *before = b.GetInsertBlock();
        auto *block = llvm::BasicBlock::Create(b.getContext(), name, &m_function);
        auto *after = llvm::BasicBlock::Create(b.getContext(), name + ".end", &m_function);
        b.CreateBr(block);
        b.SetInsertPoint(block);
        llvm::PHINode *index = b.CreatePHI(b.getInt64Ty(), 2, name + ".index");
        index->addIncoming(from, before);
        body(index);
        b.SetCurrentDebugLocation(m_locations.ofLoop());
        llvm::Value *next = b.CreateNSWAdd(index, b.getInt64(uint64_t(step)), name + ".next");
        index->addIncoming(next, b.GetInsertBlock());
        b.CreateCondBr(b.CreateICmpSLT(next, to), block, after);
        b.SetInsertPoint(after);
    }

    /** The first axis may be split among threads, so its bounds are arguments; the others are walked whole. */
    llvm::Value *firstOf(int axis) {
        if (axis == 0) return m_function.getArg(2);
        return b.getInt64(0);
    }
    llvm::Value *endOf(int axis) {
        if (axis == 0) return m_function.getArg(3);
        return b.getInt64(uint64_t(m_nest.shape[axis]));
    }

    void writeAxis(int axis, std::vector<llvm::Value *> indices) {
        if (axis == m_inner) return writeInnermost(indices);
        loop(firstOf(axis), endOf(axis), 1, format("axis%d", axis), [&](llvm::Value *index) {
            indices.push_back(index);
            writeAxis(axis + 1, indices);
            indices.pop_back();
        });
    }

    void writeInnermost(const std::vector<llvm::Value *> &indices) {
        const Dims outputStrides = contiguousStrides(m_nest.shape);
        for (size_t i = 0; i < m_nest.loads.size(); ++i)
            m_inputRows.push_back(row(m_inputs[i], m_nest.loads[i].strides, indices));
        for (llvm::Value *output : m_outputs)
            m_outputRows.push_back(row(output, outputStrides, indices));
        readStretched();

        const int64_t lanes = m_code.lanes();
        if (m_size <= lanes) return writeVector(b.getInt64(0));
        llvm::Value *last = b.CreateNSWSub(endOf(m_inner), b.getInt64(uint64_t(lanes)), "last");
        loop(firstOf(m_inner), endOf(m_inner), lanes, "vector", [&](llvm::Value *index) {
            writeVector(b.CreateBinaryIntrinsic(llvm::Intrinsic::smin, index, last, nullptr, "at"));
        });
    }

    /** Inputs that stay the same along the innermost axis are read once in front of it. */
    void readStretched() {
        m_loaded.assign(m_nest.loads.size(), nullptr);
        for (size_t i = 0; i < m_nest.loads.size(); ++i) {
            if (m_nest.loads[i].strides[m_inner] != 0) continue;
            llvm::LoadInst *scalar = b.CreateAlignedLoad(b.getFloatTy(), m_inputRows[i], llvm::Align(4));
            m_scopes.markLoad(scalar);
            m_loaded[i] = m_code.splat(scalar);
        }
    }

    void writeVector(llvm::Value *index) {
        std::vector<llvm::Value *> loaded = m_loaded;
        for (size_t i = 0; i < loaded.size(); ++i)
            if (!loaded[i]) loaded[i] = load(m_inputRows[i], index);
        std::vector<llvm::Value *> computed;
        for (const KernelStep &step : m_nest.steps)
            computed.push_back(writeStep(step, loaded, computed));
        b.SetCurrentDebugLocation(m_locations.ofLoop());
        for (size_t i = 0; i < m_nest.stores.size(); ++i)
            store(operand(m_nest.stores[i].value, ElementKind::Number, loaded, computed), m_outputRows[i], index,
                  size_t(m_nest.stores[i].output));
    }

    llvm::Value *writeStep(const KernelStep &step, const std::vector<llvm::Value *> &loaded,
                           const std::vector<llvm::Value *> &computed) {
        b.SetCurrentDebugLocation(m_locations.ofMember(step.member));
        std::vector<llvm::Value *> operands;
        for (size_t i = 0; i < step.operands.size(); ++i)
            operands.push_back(operand(step.operands[i], step.emitter->operands[i], loaded, computed));
        llvm::Value *result = step.emitter->emit(m_code, operands);
        if (llvm::isa<llvm::Instruction>(result) && !result->hasName())
            result->setName(format("%s.%d", m_plan.members[size_t(step.member)]->op.c_str(), step.member + 1));
        return result;
    }

    llvm::Value *operand(const KernelOperand &operand, ElementKind wanted, const std::vector<llvm::Value *> &loaded,
                         const std::vector<llvm::Value *> &computed) {
        if (operand.source == KernelOperand::Source::Constant)
            return wanted == ElementKind::Number ? m_code.number(operand.constant)
                                                 : m_code.truth(operand.constant != 0);
        const bool isLoad = operand.source == KernelOperand::Source::Load;
        llvm::Value *value = (isLoad ? loaded : computed)[size_t(operand.index)];
        return operand.kind == wanted ? value : m_code.asNumber(value);
    }

    llvm::Value *tableEntry(llvm::Value *table, int index, const std::string &name) {
        llvm::Value *slot = b.CreateConstInBoundsGEP1_64(b.getPtrTy(), table, uint64_t(index));
        llvm::LoadInst *entry = b.CreateLoad(b.getPtrTy(), slot, name);
        m_scopes.markLoad(entry);
        return entry;
    }

    llvm::Value *row(llvm::Value *base, const Dims &strides, const std::vector<llvm::Value *> &indices) {
        llvm::Value *offset = nullptr;
        for (size_t axis = 0; axis < indices.size(); ++axis) {
            const int64_t stride = strides[int(axis)];
            if (stride == 0) continue;
            llvm::Value *part = b.CreateNSWMul(indices[axis], b.getInt64(uint64_t(stride)));
            offset = offset ? b.CreateNSWAdd(offset, part) : part;
        }
        return offset ? b.CreateInBoundsGEP(b.getFloatTy(), base, offset) : base;
    }

    bool isMasked() const { return m_size < m_code.lanes(); }

    llvm::Constant *mask() const {
        std::vector<llvm::Constant *> lanes;
        for (unsigned lane = 0; lane < m_code.lanes(); ++lane)
            lanes.push_back(llvm::ConstantInt::getBool(m_function.getContext(), lane < m_size));
        return llvm::ConstantVector::get(lanes);
    }

    llvm::Value *load(llvm::Value *row, llvm::Value *index) {
        llvm::Value *address = b.CreateInBoundsGEP(b.getFloatTy(), row, index);
        llvm::Instruction *load = nullptr;
        if (isMasked())
            load = b.CreateMaskedLoad(m_code.floats(), address, llvm::Align(4), mask(), m_code.number(0));
        else
            load = b.CreateAlignedLoad(m_code.floats(), address, llvm::Align(4));
        m_scopes.markLoad(load);
        return load;
    }

    void store(llvm::Value *value, llvm::Value *row, llvm::Value *index, size_t output) {
        llvm::Value *address = b.CreateInBoundsGEP(b.getFloatTy(), row, index);
        llvm::Instruction *store = nullptr;
        if (isMasked())
            store = b.CreateMaskedStore(value, address, llvm::Align(4), mask());
        else
            store = b.CreateAlignedStore(value, address, llvm::Align(4));
        m_scopes.markStore(store, output);
    }

    const KernelPlan &m_plan;
    const LoopNest &m_nest;
    const int m_inner;
    const int64_t m_size; ///< of the innermost axis
    llvm::Function &m_function;
    MemberLocations &m_locations;
    AliasScopes m_scopes;
    llvm::IRBuilder<> b;
    VectorCode m_code;
    std::vector<llvm::Value *> m_inputs, m_outputs;       ///< one for each load and store
    std::vector<llvm::Value *> m_inputRows, m_outputRows; ///< the same at the start of the innermost axis
    std::vector<llvm::Value *> m_loaded;                  ///< what is read in front of the innermost axis, else null
};

} // namespace

std::string nestSymbol(const std::string &symbol, size_t index) {
    return format("%s_%zu", symbol.c_str(), index);
}

std::unique_ptr<llvm::Module> buildKernelModule(const KernelPlan &plan, const std::string &symbol, unsigned floatLanes,
                                                llvm::LLVMContext &context) {
    auto module = std::make_unique<llvm::Module>(symbol, context);
    MemberLocations locations(*module);
    llvm::Type *pointer = llvm::PointerType::getUnqual(context);
    llvm::Type *integer = llvm::Type::getInt64Ty(context);
    auto *type = llvm::FunctionType::get(llvm::Type::getVoidTy(context), {pointer, pointer, integer, integer}, false);
    constexpr const char *argumentNames[] = {"inputs", "outputs", "begin", "end"};
    for (size_t i = 0; i < plan.nests.size(); ++i) {
        if (plan.nests[i].shape.product() == 0) continue;
        auto *function =
            llvm::Function::Create(type, llvm::Function::ExternalLinkage, nestSymbol(symbol, i), module.get());
        function->setDoesNotThrow();
        for (unsigned argument = 0; argument < 4; ++argument)
            function->getArg(argument)->setName(argumentNames[argument]);
        locations.beginFunction(*function);
        NestWriter(plan, plan.nests[i], floatLanes, *function, locations).write();
    }
    locations.finish();
    return module;
}

} // namespace jitscope
