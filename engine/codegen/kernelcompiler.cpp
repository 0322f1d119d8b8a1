// SPDX-License-Identifier: Apache-2.0
// From a kernel's graph to a function that runs: plan, module, optimization, machine code.
#include "engine/codegen/kernelcompiler.h"

#include "engine/base/clock.h"
#include "engine/base/text.h"
#include "engine/base/threadpool.h"
#include "engine/codegen/hostjit.h"
#include "engine/codegen/kernellisting.h"
#include "engine/codegen/kernelmodule.h"

#include <algorithm>
#include <atomic>
#include <mutex>

namespace jitscope {
namespace {

/** The texts of a kernel; the optimized module is kept until the first request and dropped after it. */
class Listings {
public:
    Listings(KernelPlan plan, std::unique_ptr<llvm::LLVMContext> context, std::unique_ptr<llvm::Module> module)
        : m_plan(std::move(plan))
        , m_context(std::move(context))
        , m_module(std::move(module)) {}

    const std::string &ir() {
        write();
        return m_ir;
    }
    const std::string &assembly() {
        write();
        return m_assembly;
    }

private:
    void write() {
        const std::lock_guard lock(m_mutex);
        if (!m_module) return;
        HostJit &jit = HostJit::instance();
        m_ir = listIr(m_plan, *m_module);
        m_assembly = listAssembly(m_plan, jit.assembly(*m_module), jit.description());
        m_module.reset();
        m_context.reset();
    }

    std::mutex m_mutex;
    KernelPlan m_plan;
    std::unique_ptr<llvm::LLVMContext> m_context;
    std::unique_ptr<llvm::Module> m_module;
    std::string m_ir, m_assembly;
};

/** One loop nest ready to run. */
struct LoadedNest {
    NestFunction *code = nullptr;
    int64_t outerSize = 0;
    int64_t unit = 1;  ///< a thread takes whole units of the outer axis; the last one takes the rest too
    int64_t grain = 1; ///< units that are worth a thread

    void run(const float *const *inputs, float *const *outputs) const {
        const int64_t units = std::max<int64_t>(1, outerSize / unit);
        parallelFor(units, grain, [&](int64_t first, int64_t last) {
            code(inputs, outputs, first * unit, last == units ? outerSize : last * unit);
        });
    }
};

/** How a nest may be split: by rows, or for a single axis by blocks of many vectors. Waking a thread costs about as
   much as a hundred thousand simple operations on elements. */
LoadedNest splitNest(NestFunction *code, const LoopNest &nest) {
    constexpr int64_t blockElements = 4096;
    constexpr int64_t operationsWorthAThread = 1 << 17;
    const int64_t outerSize = nest.shape[0];
    const int64_t unit = nest.shape.rank() == 1 ? blockElements : 1;
    const int64_t elementsOfUnit = unit * nest.shape.product() / outerSize;
    const int64_t operations = elementsOfUnit * int64_t(nest.steps.size() + nest.loads.size() + nest.stores.size());
    return {code, outerSize, unit, std::max<int64_t>(1, operationsWorthAThread / std::max<int64_t>(1, operations))};
}

class JitKernel final : public CompiledKernel {
public:
    JitKernel(std::shared_ptr<const LoadedCode> code, std::vector<LoadedNest> nests, std::unique_ptr<Listings> listings,
              int64_t compileNs)
        : m_code(std::move(code))
        , m_nests(std::move(nests))
        , m_listings(std::move(listings))
        , m_compileNs(compileNs) {}

    void run(const float *const *inputs, float *const *outputs) const override {
        for (const LoadedNest &nest : m_nests)
            nest.run(inputs, outputs);
    }
    const std::string &llvmIr() const override { return m_listings->ir(); }
    const std::string &assembly() const override { return m_listings->assembly(); }
    int64_t compileNs() const override { return m_compileNs; }

private:
    std::shared_ptr<const LoadedCode> m_code;
    std::vector<LoadedNest> m_nests;
    std::unique_ptr<Listings> m_listings;
    int64_t m_compileNs;
};

Result<std::vector<LoadedNest>> loadNests(const KernelPlan &plan, const LoadedCode &code, const std::string &symbol) {
    std::vector<LoadedNest> nests;
    for (size_t i = 0; i < plan.nests.size(); ++i) {
        if (plan.nests[i].shape.product() == 0) continue;
        void *address = code.function(nestSymbol(symbol, i));
        if (!address) return Error{format("Kernel %s cannot be loaded into memory.", plan.name.c_str())};
        nests.push_back(splitNest(reinterpret_cast<NestFunction *>(address), plan.nests[i]));
    }
    return nests;
}

} // namespace

Result<void> canCompile(const Graph &kernel) {
    const auto plan = planKernel(kernel);
    if (!plan) return plan.error();
    return {};
}

Result<std::shared_ptr<const CompiledKernel>> compileKernel(const Graph &kernel) {
    static std::atomic<int> counter = 0;
    const int64_t startNs = nowNs();
    auto plan = planKernel(kernel);
    if (!plan) return plan.error();

    HostJit &jit = HostJit::instance();
    const std::string symbol = format("kernel%d", counter++);
    auto context = std::make_unique<llvm::LLVMContext>();
    auto module = buildKernelModule(*plan, symbol, jit.floatLanes(), *context);
    jit.optimize(*module);
    auto code = jit.load(*module);
    if (!code) return code.error();
    auto nests = loadNests(*plan, **code, symbol);
    if (!nests) return nests.error();
    auto listings = std::make_unique<Listings>(std::move(*plan), std::move(context), std::move(module));
    return std::shared_ptr<const CompiledKernel>(
        std::make_shared<JitKernel>(*code, *nests, std::move(listings), nowNs() - startNs));
}

std::string compilerDescription() {
    return HostJit::instance().description();
}

} // namespace jitscope
