// SPDX-License-Identifier: Apache-2.0
// LLVM's target machine and ORC, made once: creating them takes longer than compiling a kernel.
#include "engine/codegen/hostjit.h"

#include "engine/base/text.h"

#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/Config/llvm-config.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SmallVectorMemoryBuffer.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/TargetParser/Host.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <mutex>

namespace jitscope {
namespace {

// Kernels are loops over explicit vectors in one function, so what -O3 adds (vectorizers, inlining, loop
// unrolling) finds nothing to do here. instcombine verifies its own fixpoint by default when named in text, and aborts
// the process where it would need another round.
constexpr const char *passes =
    "function(early-cse<memssa>,instcombine<no-verify-fixpoint>,loop-mssa(licm),early-cse,instsimplify,"
    "reassociate,simplifycfg,adce)";

std::string text(llvm::Error error) {
    return llvm::toString(std::move(error));
}

class OrcCode final : public LoadedCode {
public:
    OrcCode(llvm::orc::LLJIT &jit, llvm::orc::ResourceTrackerSP tracker)
        : m_jit(jit)
        , m_tracker(std::move(tracker)) {}
    ~OrcCode() override { llvm::consumeError(m_tracker->remove()); }

    void *function(const std::string &symbol) const override {
        auto address = m_jit.lookup(symbol);
        if (address) return address->toPtr<void *>();
        llvm::consumeError(address.takeError());
        return nullptr;
    }

private:
    llvm::orc::LLJIT &m_jit;
    llvm::orc::ResourceTrackerSP m_tracker;
};

class OrcHostJit final : public HostJit {
public:
    OrcHostJit() {
        llvm::InitializeNativeTarget();
        llvm::InitializeNativeTargetAsmPrinter();
        auto builder = llvm::cantFail(llvm::orc::JITTargetMachineBuilder::detectHost());
        builder.setCodeGenOptLevel(llvm::CodeGenOptLevel::Default);
        builder.getOptions().MCOptions.AsmVerbose = true;
        m_machine = llvm::cantFail(builder.createTargetMachine());
        m_jit = llvm::cantFail(llvm::orc::LLJITBuilder()
                                   .setJITTargetMachineBuilder(builder)
                                   .setPlatformSetUp(llvm::orc::setUpInactivePlatform) // no static initialisers here
                                   .create());
        m_description =
            format("LLVM %s, %s %s", LLVM_VERSION_STRING, m_machine->getTargetTriple().getArchName().str().c_str(),
                   m_machine->getTargetCPU().str().c_str());
        m_floatLanes = measureLanes();
    }

    unsigned floatLanes() const override { return m_floatLanes; }
    const std::string &description() const override { return m_description; }

    void optimize(llvm::Module &module) override {
        const std::lock_guard lock(m_mutex);
        prepare(module);
        llvm::LoopAnalysisManager loops;
        llvm::FunctionAnalysisManager functions;
        llvm::CGSCCAnalysisManager callGraph;
        llvm::ModuleAnalysisManager modules;
        llvm::PassBuilder builder(m_machine.get());
        builder.registerModuleAnalyses(modules);
        builder.registerCGSCCAnalyses(callGraph);
        builder.registerFunctionAnalyses(functions);
        builder.registerLoopAnalyses(loops);
        builder.crossRegisterProxies(loops, functions, callGraph, modules);
        llvm::ModulePassManager pipeline;
        llvm::cantFail(builder.parsePassPipeline(pipeline, passes));
        pipeline.run(module, modules);
    }

    std::string assembly(const llvm::Module &module) override {
        const auto copy = llvm::CloneModule(module);
        const auto bytes = emit(*copy, llvm::CodeGenFileType::AssemblyFile);
        return std::string(bytes.data(), bytes.size());
    }

    Result<std::shared_ptr<const LoadedCode>> load(const llvm::Module &module) override {
        const auto copy = llvm::CloneModule(module);
        llvm::StripDebugInfo(*copy);
        auto object = std::make_unique<llvm::SmallVectorMemoryBuffer>(emit(*copy, llvm::CodeGenFileType::ObjectFile),
                                                                      module.getModuleIdentifier(), false);
        auto tracker = m_jit->getMainJITDylib().createResourceTracker();
        if (auto error = m_jit->addObjectFile(tracker, std::move(object)))
            return Error{"The machine code cannot be loaded: " + text(std::move(error)) + "."};
        return std::shared_ptr<const LoadedCode>(std::make_shared<OrcCode>(*m_jit, tracker));
    }

private:
    void prepare(llvm::Module &module) const {
        module.setDataLayout(m_machine->createDataLayout());
        module.setTargetTriple(m_machine->getTargetTriple().str());
    }

    llvm::SmallVector<char, 0> emit(llvm::Module &module, llvm::CodeGenFileType type) {
        const std::lock_guard lock(m_mutex); // a target machine serves one module at a time
        llvm::SmallVector<char, 0> bytes;
        llvm::raw_svector_ostream stream(bytes);
        llvm::legacy::PassManager pipeline;
        m_machine->addPassesToEmitFile(pipeline, stream, nullptr, type);
        pipeline.run(module);
        return bytes;
    }

    unsigned measureLanes() {
        llvm::LLVMContext context;
        llvm::Module module("lanes", context);
        prepare(module);
        auto *type = llvm::FunctionType::get(llvm::Type::getVoidTy(context), false);
        auto *function = llvm::Function::Create(type, llvm::Function::ExternalLinkage, "lanes", module);
        const auto bits = m_machine->getTargetTransformInfo(*function).getRegisterBitWidth(
            llvm::TargetTransformInfo::RGK_FixedWidthVector);
        return std::max(4u, unsigned(bits.getFixedValue() / 32));
    }

    std::mutex m_mutex;
    std::unique_ptr<llvm::TargetMachine> m_machine;
    std::unique_ptr<llvm::orc::LLJIT> m_jit;
    std::string m_description;
    unsigned m_floatLanes = 4;
};

} // namespace

HostJit &HostJit::instance() {
    // Never destroyed: kernels held by Python objects may outlive every static of this library.
    static HostJit &jit = *new OrcHostJit;
    return jit;
}

} // namespace jitscope
