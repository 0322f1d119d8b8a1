// SPDX-License-Identifier: Apache-2.0
// LLVM's linker, made once, and its target machine, made when something is first compiled: creating them takes longer
// than compiling a kernel.
#include "engine/codegen/hostjit.h"

#include "engine/base/text.h"
#include "engine/codegen/passclock.h"
#include "engine/ops/kernels/isa.h"

#include <llvm-c/Disassembler.h>
#include <llvm/Config/llvm-config.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Object/ObjectFile.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/TargetParser/Host.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>
#include <atomic>
#include <dlfcn.h>
#include <mutex>
#include <optional>
#include <sys/stat.h>

namespace jitscope::inline codegen {
namespace {

namespace orc = llvm::orc;

// Kernels are loops over explicit vectors in one function, so what -O3 adds (vectorizers, inlining, loop
// unrolling) finds nothing to do here. instcombine verifies its own fixpoint by default when named in text, and aborts
// the process where it would need another round.
constexpr const char *passes =
    "function(mem2reg,early-cse<memssa>,instcombine<no-verify-fixpoint>,loop-mssa(licm),early-cse,instsimplify,"
    "reassociate,simplifycfg,adce)";

std::string text(llvm::Error error) {
    return llvm::toString(std::move(error));
}

/** The processor that code is made for: this one, or one with the lower instruction set that JITSCOPE_ISA asks for. */
orc::JITTargetMachineBuilder targetBuilder() {
    orc::JITTargetMachineBuilder builder{llvm::Triple(llvm::sys::getProcessTriple())};
    if (chosenIsa() < bestIsa()) {
        builder.setCPU(chosenIsa() == Isa::Baseline ? "x86-64-v2" : "x86-64-v3");
    } else {
        builder.setCPU(std::string(llvm::sys::getHostCPUName()));
        for (const auto &feature : llvm::sys::getHostCPUFeatures())
            builder.getFeatures().AddFeature(feature.first(), feature.second);
    }
    builder.setCodeGenOptLevel(llvm::CodeGenOptLevel::Default);
    builder.getOptions().MCOptions.AsmVerbose = true;
    return builder;
}

/** In listings, code without a location shall not pass for that of the line before. */
void tellUnknownLocations() {
    auto &options = llvm::cl::getRegisteredOptions();
    const auto option = options.find("use-unknown-locations");
    if (option != options.end()) option->second->addOccurrence(1, "use-unknown-locations", "Enable");
}

/** Changes with every build of this library, and so with every change of an emitter. */
std::string libraryIdentity() {
    Dl_info library = {};
    struct stat status = {};
    if (dladdr(reinterpret_cast<const void *>(&libraryIdentity), &library) == 0 ||
        stat(library.dli_fname, &status) != 0)
        return "unknown";
    return format("%lld bytes of %lld.%09ld", static_cast<long long>(status.st_size),
                  static_cast<long long>(status.st_mtim.tv_sec), status.st_mtim.tv_nsec);
}

/** LLJIT wants a compiler for modules; it is only given objects here. */
class NoCompiler final : public orc::IRCompileLayer::IRCompiler {
public:
    NoCompiler()
        : IRCompiler(orc::IRSymbolMapper::ManglingOptions()) {}
    llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> operator()(llvm::Module &) override {
        return llvm::createStringError(llvm::inconvertibleErrorCode(), "modules are compiled elsewhere");
    }
};

class OrcCode final : public LoadedCode {
public:
    OrcCode(orc::LLJIT &jit, orc::JITDylib &library, int64_t codeBytes)
        : m_jit(jit)
        , m_library(library)
        , m_codeBytes(codeBytes) {}
    ~OrcCode() override { llvm::consumeError(m_jit.getExecutionSession().removeJITDylib(m_library)); }

    void *function(const std::string &symbol) const override {
        auto address = m_jit.lookup(m_library, symbol);
        if (address) return address->toPtr<void *>();
        llvm::consumeError(address.takeError());
        return nullptr;
    }

    int64_t codeBytes() const override { return m_codeBytes; }

private:
    orc::LLJIT &m_jit;
    orc::JITDylib &m_library;
    int64_t m_codeBytes;
};

/** Of all sections of an object that hold instructions; -1 for what is no object. */
int64_t instructionBytes(const std::string &object) {
    auto file = llvm::object::ObjectFile::createObjectFile(llvm::MemoryBufferRef(object, "kernel"));
    if (!file) {
        llvm::consumeError(file.takeError());
        return -1;
    }
    int64_t bytes = 0;
    for (const llvm::object::SectionRef &section : (*file)->sections())
        if (section.isText()) bytes += int64_t(section.getSize());
    return bytes;
}

class OrcHostJit final : public HostJit {
public:
    OrcHostJit()
        : m_target(targetBuilder()) {
        m_jit = llvm::cantFail(orc::LLJITBuilder()
                                   .setJITTargetMachineBuilder(m_target)
                                   .setDataLayout(llvm::DataLayout("e-m:e")) // mangling is all that linking asks of it
                                   .setCompileFunctionCreator([](orc::JITTargetMachineBuilder) {
                                       return llvm::Expected<std::unique_ptr<orc::IRCompileLayer::IRCompiler>>(
                                           std::make_unique<NoCompiler>());
                                   })
                                   .setPlatformSetUp(orc::setUpInactivePlatform) // no static initialisers here
                                   .create());
        const std::string processor = m_target.getTargetTriple().getArchName().str() + " " + m_target.getCPU();
        m_description = format("LLVM %s, %s", LLVM_VERSION_STRING, processor.c_str());
        m_identity = m_description + "\n" + m_target.getFeatures().getString() + "\n" + libraryIdentity() + "\n";
    }

    unsigned floatLanes() const override {
        if (chosenIsa() == Isa::Avx512) return 16;
        return chosenIsa() == Isa::Avx2 ? 8 : 4;
    }
    const std::string &description() const override { return m_description; }
    const std::string &identity() const override { return m_identity; }

    Optimizing optimize(llvm::Module &module) override {
        const std::lock_guard lock(m_mutex);
        module.setDataLayout(machine().createDataLayout());
        module.setTargetTriple(machine().getTargetTriple().str());
        llvm::LoopAnalysisManager loops;
        llvm::FunctionAnalysisManager functions;
        llvm::CGSCCAnalysisManager callGraph;
        llvm::ModuleAnalysisManager modules;
        llvm::PassInstrumentationCallbacks callbacks;
        const PassClock clock(callbacks);
        llvm::PassBuilder builder(&machine(), llvm::PipelineTuningOptions(), std::nullopt, &callbacks);
        builder.registerModuleAnalyses(modules);
        builder.registerCGSCCAnalyses(callGraph);
        builder.registerFunctionAnalyses(functions);
        builder.registerLoopAnalyses(loops);
        builder.crossRegisterProxies(loops, functions, callGraph, modules);
        llvm::ModulePassManager pipeline;
        llvm::cantFail(builder.parsePassPipeline(pipeline, passes));
        pipeline.run(module, modules);
        return {clock.parts(), clock.runs()};
    }

    std::string assembly(const llvm::Module &module) override {
        const auto copy = llvm::CloneModule(module);
        return emit(*copy, llvm::CodeGenFileType::AssemblyFile);
    }

    std::string object(llvm::Module &module) override {
        llvm::StripDebugInfo(module);
        return emit(module, llvm::CodeGenFileType::ObjectFile);
    }

    MachineInstruction disassemble(std::string_view code) override {
        const std::lock_guard lock(m_mutex);
        if (!m_disassembler) {
            llvm::InitializeNativeTargetDisassembler();
            m_disassembler = LLVMCreateDisasmCPUFeatures(
                machine().getTargetTriple().str().c_str(), machine().getTargetCPU().str().c_str(),
                machine().getTargetFeatureString().str().c_str(), nullptr, 0, nullptr, nullptr);
        }
        if (!m_disassembler) return {};
        char text[256] = {};
        std::string bytes(code.substr(0, longestInstruction));
        const size_t size = LLVMDisasmInstruction(m_disassembler, reinterpret_cast<uint8_t *>(bytes.data()),
                                                  bytes.size(), 0, text, sizeof(text));
        return {int64_t(size), text};
    }

    Result<std::shared_ptr<const LoadedCode>> load(const std::string &object) override {
        static std::atomic<int> counter = 0;
        auto library = m_jit->createJITDylib(format("kernel %d", counter++));
        if (!library) return Error{"The machine code cannot be loaded: " + text(library.takeError()) + "."};
        auto code = std::make_shared<OrcCode>(*m_jit, *library, instructionBytes(object));
        if (auto error = m_jit->addObjectFile(*library, llvm::MemoryBuffer::getMemBufferCopy(object)))
            return Error{"The machine code cannot be loaded: " + text(std::move(error)) + "."};
        return std::shared_ptr<const LoadedCode>(std::move(code));
    }

private:
    /** Only under the lock: a target machine serves one module at a time. */
    llvm::TargetMachine &machine() {
        if (m_machine) return *m_machine;
        llvm::InitializeNativeTarget();
        llvm::InitializeNativeTargetAsmPrinter();
        tellUnknownLocations();
        m_machine = llvm::cantFail(m_target.createTargetMachine());
        return *m_machine;
    }

    std::string emit(llvm::Module &module, llvm::CodeGenFileType type) {
        const std::lock_guard lock(m_mutex);
        llvm::SmallVector<char, 0> bytes;
        llvm::raw_svector_ostream stream(bytes);
        llvm::legacy::PassManager pipeline;
        machine().addPassesToEmitFile(pipeline, stream, nullptr, type);
        pipeline.run(module);
        return std::string(bytes.data(), bytes.size());
    }

    static constexpr size_t longestInstruction = 16;

    orc::JITTargetMachineBuilder m_target;
    std::mutex m_mutex;
    std::unique_ptr<llvm::TargetMachine> m_machine;
    std::unique_ptr<orc::LLJIT> m_jit;
    LLVMDisasmContextRef m_disassembler = nullptr; ///< like this, never freed
    std::string m_description, m_identity;
};

} // namespace

HostJit &HostJit::instance() {
    // Never destroyed: kernels held by Python objects may outlive every static of this library.
    static HostJit &jit = *new OrcHostJit;
    return jit;
}

} // namespace jitscope::inline codegen
