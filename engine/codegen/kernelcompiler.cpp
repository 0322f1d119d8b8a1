// SPDX-License-Identifier: Apache-2.0
// From a kernel's graph to a function that runs: plan, module, optimization, machine code. Equal plans share their
// code, within a process and, on disk, from one process to the next.
#include "engine/codegen/kernelcompiler.h"

#include "engine/base/clock.h"
#include "engine/base/compilenotes.h"
#include "engine/base/text.h"
#include "engine/base/threadpool.h"
#include "engine/codegen/hostjit.h"
#include "engine/codegen/kernellisting.h"
#include "engine/codegen/kernelmembers.h"
#include "engine/codegen/kernelmodule.h"
#include "engine/codegen/kernelreuse.h"
#include "engine/codegen/objectcache.h"
#include "engine/codegen/readablemodule.h"

#include <algorithm>
#include <mutex>
#include <unordered_map>
#include <utility>

namespace jitscope::inline codegen {
namespace {

constexpr const char *symbol = "kernel"; // each kernel is loaded into a library of its own

/** One loop nest ready to run. */
struct LoadedNest {
    NestFunction *code = nullptr;
    int64_t units = 1;
    int64_t grain = 1; ///< units that are worth a thread
};

/** Simple operations that one unit of the nest takes, roughly. */
int64_t workOfUnit(const LoopNest &nest) {
    int64_t work = 0;
    for (const KernelLoop &loop : nest.loops) {
        int64_t ofElement = int64_t(loop.loads.size() + loop.stores.size() + loop.reductions.size());
        for (const KernelStep &step : loop.steps)
            ofElement += step.emitter->work;
        work += ofElement * loop.shape.product();
    }
    return std::max<int64_t>(1, work / (chunksOf(nest) * blocksOf(nest)));
}

/** Waking a thread costs about as much as a hundred thousand simple operations on elements. */
LoadedNest loadedNest(NestFunction *code, const LoopNest &nest) {
    constexpr int64_t operationsWorthAThread = 1 << 17;
    return {code, unitsOf(nest), std::max<int64_t>(1, operationsWorthAThread / workOfUnit(nest))};
}

/** Machine code; one for all kernels with equal plans. */
struct KernelCode {
    std::shared_ptr<const LoadedCode> memory;
    std::vector<LoadedNest> nests;
    size_t scratchElements = 0;
    int64_t bytes = 0;

    void run(const void *const *inputs, void *const *outputs) const {
        // Workers get the pointer from the thread that calls; a kernel never runs inside another.
        thread_local std::vector<float> scratch;
        if (scratch.size() < scratchElements) scratch.resize(scratchElements);
        float *block = scratch.data();
        for (const LoadedNest &nest : nests)
            parallelFor(nest.units, nest.grain,
                        [&](int64_t begin, int64_t end) { nest.code(inputs, outputs, block, begin, end); });
    }
};

struct KernelTexts {
    std::string ir, assembly;
};

/** Compiles once more, with debug locations: nothing needs to be kept for texts that are rarely looked at. */
KernelTexts listKernel(const KernelPlan &plan) {
    HostJit &jit = HostJit::instance();
    llvm::LLVMContext context;
    const auto module = readableModule(plan, symbol, context);
    return {listMembers(plan, ";") + listIr(plan, *module),
            assemblyHead(plan, jit.description()) + listAssembly(plan, jit.assembly(*module))};
}

Result<std::shared_ptr<const KernelCode>> loadCode(const KernelPlan &plan, const std::string &object) {
    auto memory = HostJit::instance().load(object);
    if (!memory) return memory.error();
    auto code = std::make_shared<KernelCode>();
    code->memory = *memory;
    for (size_t i = 0; i < plan.nests.size(); ++i) {
        void *address = code->memory->function(nestSymbol(symbol, i));
        if (!address) return Error{format("Kernel %s cannot be loaded into memory.", plan.name.c_str())};
        code->nests.push_back(loadedNest(reinterpret_cast<NestFunction *>(address), plan.nests[i]));
    }
    code->bytes = code->memory->codeBytes();
    code->scratchElements = size_t(scratchOffset(plan, plan.scratch.size()));
    return std::shared_ptr<const KernelCode>(std::move(code));
}

/** Nanoseconds since the last question. */
class StopWatch {
public:
    int64_t lap() {
        const int64_t last = std::exchange(m_lastNs, nowNs());
        return m_lastNs - last;
    }

private:
    int64_t m_lastNs = nowNs();
};

/** Tells who takes notes of the compilation how long each part took, and when. */
void noteParts(const KernelPlan &plan, const CompileRun &build, HostJit::Optimizing optimizing,
               const CompileRun &emit) {
    CompileNotes *notes = NoteTaking::current();
    if (notes == nullptr) return;
    const auto addOwn = [&](const char *name, CompileRun run) {
        run.place = int64_t(notes->llvm.size());
        notes->llvm.push_back({plan.name, name, run.timeNs, 1});
        notes->runs.push_back(run);
    };
    addOwn("build", build);
    const int64_t first = int64_t(notes->llvm.size());
    for (LlvmPart &each : optimizing.parts) {
        each.kernel = plan.name;
        notes->llvm.push_back(std::move(each));
    }
    std::ranges::stable_sort(optimizing.runs, {}, &CompileRun::startNs); // outer ones ended later
    for (CompileRun &run : longestRuns(std::move(optimizing.runs))) {
        run.place += first;
        notes->runs.push_back(run);
    }
    addOwn("emit", emit);
}

std::string compiledObject(const KernelPlan &plan) {
    HostJit &jit = HostJit::instance();
    const auto runSince = [](int64_t startNs) {
        return CompileRun{CompileRun::Kind::LlvmPart, 0, startNs, nowNs() - startNs};
    };
    const int64_t buildNs = nowNs();
    llvm::LLVMContext context;
    const auto module = buildKernelModule(plan, symbol, jit.floatLanes(), context);
    const CompileRun build = runSince(buildNs);
    HostJit::Optimizing optimizing = jit.optimize(*module);
    const int64_t emitNs = nowNs();
    std::string object = jit.object(*module);
    noteParts(plan, build, std::move(optimizing), runSince(emitNs));
    return object;
}

struct FoundCode {
    std::shared_ptr<const KernelCode> code;
    CodeOrigin origin = CodeOrigin::Memory;
};

/** The code of all live kernels by their plans' text: the layers of a model mostly need the same few kernels. */
class CodeCache {
public:
    static CodeCache &instance() {
        static CodeCache &cache = *new CodeCache; // kernels may outlive every static
        return cache;
    }

    Result<FoundCode> codeOf(const KernelPlan &plan, KernelTimes &times) {
        StopWatch watch;
        const std::string key = HostJit::instance().identity() + toString(plan);
        auto known = find(key);
        times.cacheNs = watch.lap();
        if (known) return FoundCode{known, CodeOrigin::Memory};
        auto found = fromDisk(key, plan, times); // two threads may both do this; either code is right
        if (!found) found = fresh(key, plan, times);
        if (found) insert(key, found->code);
        return found;
    }

    void forget() {
        const std::lock_guard lock(m_mutex);
        m_code.clear();
    }

private:
    static Result<FoundCode> fromDisk(const std::string &key, const KernelPlan &plan, KernelTimes &times) {
        StopWatch watch;
        const auto object = ObjectCache::instance().find(key);
        times.cacheNs += watch.lap();
        if (!object) return Error{"not on disk"};
        auto code = loadCode(plan, *object);
        times.linkNs = watch.lap();
        if (!code) return code.error();
        return FoundCode{*code, CodeOrigin::Disk};
    }

    static Result<FoundCode> fresh(const std::string &key, const KernelPlan &plan, KernelTimes &times) {
        StopWatch watch;
        const std::string object = compiledObject(plan);
        times.llvmNs = watch.lap();
        auto code = loadCode(plan, object);
        times.linkNs += watch.lap();
        if (!code) return code.error();
        ObjectCache::instance().insert(key, object);
        times.storeNs = watch.lap();
        return FoundCode{*code, CodeOrigin::Compiled};
    }

    std::shared_ptr<const KernelCode> find(const std::string &key) {
        const std::lock_guard lock(m_mutex);
        const auto found = m_code.find(key);
        return found == m_code.end() ? nullptr : found->second.lock();
    }
    void insert(const std::string &key, const std::shared_ptr<const KernelCode> &code) {
        const std::lock_guard lock(m_mutex);
        if (m_code.size() >= m_loopAt) { // drop what died, then wait until as many came again
            std::erase_if(m_code, [](const auto &entry) { return entry.second.expired(); });
            m_loopAt = std::max<size_t>(64, 2 * m_code.size());
        }
        m_code[key] = code;
    }

    std::mutex m_mutex;
    std::unordered_map<std::string, std::weak_ptr<const KernelCode>> m_code;
    size_t m_loopAt = 64;
};

class JitKernel final : public CompiledKernel {
public:
    JitKernel(FoundCode found, KernelPlan plan, const KernelTimes &times)
        : m_found(std::move(found))
        , m_plan(std::move(plan))
        , m_reusable(jitscope::reusableInputs(m_plan, HostJit::instance().floatLanes()))
        , m_times(times) {}

    void run(const void *const *inputs, void *const *outputs) const override { m_found.code->run(inputs, outputs); }
    const std::string &llvmIr() const override { return texts().ir; }
    const std::string &assembly() const override { return texts().assembly; }
    std::span<const int> reusableInputs() const override { return m_reusable; }
    CodeOrigin origin() const override { return m_found.origin; }
    int64_t codeBytes() const override { return m_found.code->bytes; }
    const KernelTimes &times() const override { return m_times; }

private:
    const KernelTexts &texts() const {
        std::call_once(m_isListed, [this] { m_texts = listKernel(m_plan); });
        return m_texts;
    }

    FoundCode m_found;
    KernelPlan m_plan;
    std::vector<int> m_reusable;
    KernelTimes m_times;
    mutable std::once_flag m_isListed;
    mutable KernelTexts m_texts;
};

} // namespace

Result<void> canCompile(const Graph &kernel) {
    return checkKernel(kernel);
}

void forgetKernelCode() {
    CodeCache::instance().forget();
}

Result<std::shared_ptr<const CompiledKernel>> compileKernel(const Graph &kernel) {
    StopWatch watch;
    KernelTimes times;
    auto plan = planKernel(kernel);
    if (!plan) return plan.error();
    times.planNs = watch.lap();
    auto found = CodeCache::instance().codeOf(*plan, times);
    if (!found) return found.error();
    return std::shared_ptr<const CompiledKernel>(
        std::make_shared<JitKernel>(std::move(*found), std::move(*plan), times));
}

std::string compilerDescription() {
    return HostJit::instance().description();
}

} // namespace jitscope::inline codegen
