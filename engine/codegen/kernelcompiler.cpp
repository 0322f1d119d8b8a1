// SPDX-License-Identifier: Apache-2.0
// From a kernel's graph to a function that runs: plan, module, optimization, machine code. Equal plans share their
// code.
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
#include <unordered_map>

namespace jitscope {
namespace {

/** The texts of a kernel's code; the optimized module is kept until the first request and dropped after it. */
class Listings {
public:
    Listings(std::unique_ptr<llvm::LLVMContext> context, std::unique_ptr<llvm::Module> module)
        : m_context(std::move(context))
        , m_module(std::move(module)) {}

    struct Texts {
        std::string ir, assembly;
    };
    /** `plan` may be that of any kernel with this code: members of equal numbers have equal operators. */
    const Texts &texts(const KernelPlan &plan) {
        const std::lock_guard lock(m_mutex);
        if (!m_module) return m_texts;
        m_texts = {listIr(plan, *m_module), listAssembly(plan, HostJit::instance().assembly(*m_module))};
        m_module.reset();
        m_context.reset();
        return m_texts;
    }

private:
    std::mutex m_mutex;
    std::unique_ptr<llvm::LLVMContext> m_context;
    std::unique_ptr<llvm::Module> m_module;
    Texts m_texts;
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

/** Machine code and its texts; one for all kernels with equal plans. */
struct KernelCode {
    std::shared_ptr<const LoadedCode> memory;
    std::vector<LoadedNest> nests;
    std::unique_ptr<Listings> listings;
};

Result<std::shared_ptr<const KernelCode>> generateCode(const KernelPlan &plan) {
    static std::atomic<int> counter = 0;
    HostJit &jit = HostJit::instance();
    const std::string symbol = format("kernel%d", counter++);
    auto context = std::make_unique<llvm::LLVMContext>();
    auto module = buildKernelModule(plan, symbol, jit.floatLanes(), *context);
    jit.optimize(*module);
    auto memory = jit.load(*module);
    if (!memory) return memory.error();

    auto code = std::make_shared<KernelCode>();
    code->memory = *memory;
    for (size_t i = 0; i < plan.nests.size(); ++i) {
        if (plan.nests[i].shape.product() == 0) continue;
        void *address = code->memory->function(nestSymbol(symbol, i));
        if (!address) return Error{format("Kernel %s cannot be loaded into memory.", plan.name.c_str())};
        code->nests.push_back(splitNest(reinterpret_cast<NestFunction *>(address), plan.nests[i]));
    }
    code->listings = std::make_unique<Listings>(std::move(context), std::move(module));
    return std::shared_ptr<const KernelCode>(std::move(code));
}

/** The code of all live kernels by their plans' text: the layers of a model mostly need the same few kernels. */
class CodeCache {
public:
    static CodeCache &instance() {
        static CodeCache &cache = *new CodeCache; // kernels may outlive every static
        return cache;
    }

    Result<std::shared_ptr<const KernelCode>> codeOf(const KernelPlan &plan) {
        const std::string key = toString(plan);
        if (auto code = find(key)) return code;
        auto code = generateCode(plan); // two threads may both do this; either code is right
        if (code) insert(key, *code);
        return code;
    }

private:
    std::shared_ptr<const KernelCode> find(const std::string &key) {
        const std::lock_guard lock(m_mutex);
        const auto found = m_code.find(key);
        return found == m_code.end() ? nullptr : found->second.lock();
    }
    void insert(const std::string &key, const std::shared_ptr<const KernelCode> &code) {
        const std::lock_guard lock(m_mutex);
        if (m_code.size() >= m_sweepAt) { // drop what died, then wait until as many came again
            std::erase_if(m_code, [](const auto &entry) { return entry.second.expired(); });
            m_sweepAt = std::max<size_t>(64, 2 * m_code.size());
        }
        m_code[key] = code;
    }

    std::mutex m_mutex;
    std::unordered_map<std::string, std::weak_ptr<const KernelCode>> m_code;
    size_t m_sweepAt = 64;
};

class JitKernel final : public CompiledKernel {
public:
    JitKernel(std::shared_ptr<const KernelCode> code, KernelPlan plan, int64_t compileNs)
        : m_code(std::move(code))
        , m_plan(std::move(plan))
        , m_compileNs(compileNs) {}

    void run(const float *const *inputs, float *const *outputs) const override {
        for (const LoadedNest &nest : m_code->nests)
            nest.run(inputs, outputs);
    }
    const std::string &llvmIr() const override { return texts().ir; }
    const std::string &assembly() const override { return texts().assembly; }
    int64_t compileNs() const override { return m_compileNs; }

private:
    const Listings::Texts &texts() const {
        std::call_once(m_isListed, [this] {
            const Listings::Texts &code = m_code->listings->texts(m_plan);
            m_texts.ir = listMembers(m_plan, ";") + code.ir;
            m_texts.assembly = "# " + compilerDescription() + "\n" + listMembers(m_plan, "#") + code.assembly;
        });
        return m_texts;
    }

    std::shared_ptr<const KernelCode> m_code;
    KernelPlan m_plan;
    int64_t m_compileNs;
    mutable std::once_flag m_isListed;
    mutable Listings::Texts m_texts;
};

} // namespace

Result<void> canCompile(const Graph &kernel) {
    const auto plan = planKernel(kernel);
    if (!plan) return plan.error();
    return {};
}

Result<std::shared_ptr<const CompiledKernel>> compileKernel(const Graph &kernel) {
    const int64_t startNs = nowNs();
    auto plan = planKernel(kernel);
    if (!plan) return plan.error();
    auto code = CodeCache::instance().codeOf(*plan);
    if (!code) return code.error();
    return std::shared_ptr<const CompiledKernel>(
        std::make_shared<JitKernel>(*code, std::move(*plan), nowNs() - startNs));
}

std::string compilerDescription() {
    return HostJit::instance().description();
}

} // namespace jitscope
