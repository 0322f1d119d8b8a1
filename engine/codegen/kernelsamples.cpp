// SPDX-License-Identifier: Apache-2.0
#include "engine/codegen/kernelsamples.h"

#include "engine/base/clock.h"
#include "engine/base/cputime.h"
#include "engine/base/text.h"
#include "engine/codegen/codemap.h"
#include "engine/codegen/hostjit.h"
#include "engine/codegen/instructionsampler.h"
#include "engine/codegen/kernellisting.h"
#include "engine/codegen/kernelmembers.h"
#include "engine/codegen/kernelmodule.h"
#include "engine/codegen/readablemodule.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace jitscope::inline codegen {
namespace {

constexpr const char *symbol = "kernel";
constexpr int64_t periodNs = 97'000;           ///< a prime number of microseconds: no loop keeps step with it
constexpr int64_t sliceOperations = 1'000'000; ///< of a kernel between two questions whether to go on, roughly
constexpr double warmUpShare = 0.05;

/** A kernel's code in memory with its listing. */
struct MeasuredCode {
    std::shared_ptr<const LoadedCode> memory;
    std::vector<NestFunction *> functions;
    std::vector<AssemblyLine> lines;
    std::vector<PlacedInstruction> instructions;
    int headLines = 0; ///< of the listing, in front of `lines`
    uintptr_t base = 0;
};

Result<void> loadFunctions(MeasuredCode &code, const KernelPlan &plan, const std::string &object) {
    auto memory = HostJit::instance().load(object);
    if (!memory) return memory.error();
    code.memory = *memory;
    for (size_t i = 0; i < plan.nests.size(); ++i) {
        void *address = code.memory->function(nestSymbol(symbol, i));
        const int64_t offset = offsetOfFunction(object, nestSymbol(symbol, i));
        const uintptr_t base = reinterpret_cast<uintptr_t>(address) - uintptr_t(offset);
        if (!address || offset < 0 || (i > 0 && base != code.base))
            return Error{"The kernel's code does not lie in memory as in its object file."};
        code.base = base;
        code.functions.push_back(reinterpret_cast<NestFunction *>(address));
    }
    return {};
}

/** Without its listing. */
Result<MeasuredCode> loadForTiming(const KernelPlan &plan) {
    llvm::LLVMContext context;
    MeasuredCode code;
    if (auto loaded = loadFunctions(code, plan, HostJit::instance().object(*readableModule(plan, symbol, context)));
        !loaded)
        return loaded.error();
    return code;
}

Result<MeasuredCode> loadForMeasuring(const KernelPlan &plan) {
    HostJit &jit = HostJit::instance();
    llvm::LLVMContext context;
    const auto module = readableModule(plan, symbol, context);
    MeasuredCode code;
    code.lines = parseAssembly(jit.assembly(*module));
    const std::string head = assemblyHead(plan, jit.description());
    code.headLines = int(std::count(head.begin(), head.end(), '\n'));
    const std::string object = jit.object(*module);
    auto instructions = placeInstructions(code.lines, object);
    if (!instructions) return instructions.error();
    code.instructions = std::move(*instructions);
    if (auto loaded = loadFunctions(code, plan, object); !loaded) return loaded.error();
    return code;
}

/** Inputs, outputs and scratch memory of one run. */
class Buffers {
public:
    Buffers(const KernelPlan &plan, const Graph &kernel, const std::vector<Tensor> &inputs)
        : m_scratch(size_t(scratchOffset(plan, plan.scratch.size()))) {
        for (const Tensor &input : inputs)
            m_inputs.push_back(input.contiguous());
        for (const NodePtr &output : outputsOf(kernel))
            m_outputs.emplace_back(output->abstract->shape, output->abstract->dtype);
        for (const Tensor &input : m_inputs)
            m_from.push_back(input.rawData());
        for (Tensor &output : m_outputs)
            m_to.push_back(output.mutableRawData());
    }

    void run(NestFunction *code, int64_t begin, int64_t end) {
        code(m_from.data(), m_to.data(), m_scratch.data(), begin, end);
    }

private:
    std::vector<Tensor> m_inputs, m_outputs;
    std::vector<float> m_scratch;
    std::vector<const void *> m_from;
    std::vector<void *> m_to;
};

/** Units of a nest that are run in one go, so that a kernel that takes seconds can be cancelled. */
int64_t unitsAtOnce(const LoopNest &nest) {
    int64_t elements = 1;
    for (const KernelLoop &loop : nest.loops)
        elements += loop.shape.product();
    return std::max<int64_t>(1, sliceOperations / std::max<int64_t>(1, elements / (chunksOf(nest) * blocksOf(nest))));
}

/** Runs the kernel again and again. */
class KernelLoopRun {
public:
    KernelLoopRun(const KernelPlan &plan, const MeasuredCode &code, Buffers &buffers, const SamplingOptions &options)
        : m_plan(plan)
        , m_code(code)
        , m_buffers(buffers)
        , m_options(options) {}

    /** Whole runs in about `seconds`; less when it was cancelled. */
    int64_t run(double seconds, double doneBefore, double shareOfAll) {
        const int64_t beginNs = systemNs();
        int64_t runs = 0;
        for (double over = 0; over < 1 && m_isWanted; ++runs) {
            if (!runOnce()) break;
            over = double(systemNs() - beginNs) / (seconds * 1e9);
            tell(doneBefore + shareOfAll * std::min(1.0, over));
        }
        return runs;
    }
    bool isWanted() const { return m_isWanted; }

private:
    bool runOnce() {
        for (size_t i = 0; i < m_plan.nests.size(); ++i) {
            const int64_t units = unitsOf(m_plan.nests[i]), atOnce = unitsAtOnce(m_plan.nests[i]);
            for (int64_t begin = 0; begin < units; begin += atOnce) {
                m_buffers.run(m_code.functions[i], begin, std::min(units, begin + atOnce));
                if (begin + atOnce < units) tell(m_done);
                if (!m_isWanted) return false;
            }
        }
        return true;
    }

    /** Ten times a second is often enough. */
    void tell(double done) {
        m_done = done;
        if (!m_options.shouldContinue || systemNs() - m_toldNs < 100'000'000) return;
        m_toldNs = systemNs();
        m_isWanted = m_options.shouldContinue(done);
    }

    const KernelPlan &m_plan;
    const MeasuredCode &m_code;
    Buffers &m_buffers;
    const SamplingOptions &m_options;
    bool m_isWanted = true;
    double m_done = 0;
    int64_t m_toldNs = 0;
};

KernelSamples counted(const MeasuredCode &code, size_t members, const std::vector<uintptr_t> &addresses) {
    KernelSamples samples;
    samples.ofMember.assign(members + 1, 0);
    samples.ofLine.assign(size_t(code.headLines) + code.lines.size(), 0);
    for (const uintptr_t address : addresses) {
        const PlacedInstruction *found = instructionAt(code.instructions, int64_t(address - code.base));
        if (!found) {
            ++samples.elsewhere;
            continue;
        }
        const int member = code.lines[size_t(found->line)].member;
        ++samples.ofMember[size_t(member) <= members ? size_t(member) : 0];
        ++samples.ofLine[size_t(code.headLines + found->line)];
    }
    return samples;
}

/** A kernel that can be run: itself, or what it is without a member. */
struct Version {
    KernelPlan plan;
    MeasuredCode code;
    Buffers buffers;
    int64_t runs = 1; ///< in one go
};

std::unique_ptr<Version> versionOf(const Graph &kernel, const std::vector<Tensor> &inputs) {
    auto plan = planKernel(kernel);
    if (!plan || plan->nests.empty()) return nullptr;
    auto code = loadForTiming(*plan);
    if (!code) return nullptr;
    Buffers buffers(*plan, kernel, inputs);
    return std::make_unique<Version>(Version{std::move(*plan), std::move(*code), std::move(buffers)});
}

class VersionTimer : public KernelTimer {
public:
    explicit VersionTimer(std::vector<std::unique_ptr<Version>> versions)
        : m_versions(std::move(versions)) {
        constexpr int64_t goNs = 200'000;
        for (const auto &version : m_versions)
            for (double ns = once(*version); ns * double(version->runs) < goNs && version->runs < 1'000'000;)
                version->runs = std::min<int64_t>(version->runs * 2, int64_t(goNs / std::max(1.0, ns)) + 1);
    }

    double runNs(size_t at) override {
        Version &version = *m_versions[at];
        const int64_t beginNs = threadCpuNs();
        for (int64_t run = 0; run < version.runs; ++run)
            runWhole(version);
        return double(threadCpuNs() - beginNs) / double(version.runs);
    }

private:
    static double once(Version &version) {
        runWhole(version); // warm
        constexpr int tries = 10;
        const int64_t beginNs = systemNs();
        for (int i = 0; i < tries; ++i)
            runWhole(version);
        return double(systemNs() - beginNs) / tries;
    }

    static void runWhole(Version &version) {
        for (size_t i = 0; i < version.plan.nests.size(); ++i)
            version.buffers.run(version.code.functions[i], 0, unitsOf(version.plan.nests[i]));
    }

    std::vector<std::unique_ptr<Version>> m_versions;
};

/** The kernel twice, then without each member for which something can stand in. */
MemberCosts costsOf(const Graph &kernel, const std::vector<Tensor> &inputs, const SamplingOptions &options,
                    const std::function<bool(double)> &goOn) {
    std::vector<std::unique_ptr<Version>> versions;
    for (int copy = 0; copy < 2; ++copy)
        versions.push_back(versionOf(kernel, inputs));
    if (!versions[0] || !versions[1]) return {};
    std::vector<size_t> places;
    for (size_t place = 0; place < kernel.nodes.size(); ++place) {
        if (!goOn(0)) return {};
        const GraphPtr without = withoutMember(kernel, place);
        auto version = without ? versionOf(*without, inputs) : nullptr;
        if (!version) continue;
        versions.push_back(std::move(version));
        places.push_back(place);
    }
    if (places.empty()) return {};
    VersionTimer timer(std::move(versions));
    return compareVersions(timer, kernel.nodes.size(), places, options.costSeconds, goOn);
}

Result<void> checkInputs(const Graph &kernel, const std::vector<Tensor> &inputs) {
    if (inputs.size() != kernel.parameters.size())
        return Error{
            format("%s takes %zu inputs, not %zu.", kernel.name.c_str(), kernel.parameters.size(), inputs.size())};
    for (size_t i = 0; i < inputs.size(); ++i) {
        const Abstract &type = kernel.parameters[i]->abstract;
        if (!inputs[i].defined() || inputs[i].shape() != type.shape || inputs[i].dtype() != type.dtype)
            return Error{format("Input %zu of %s must be %s.", i, kernel.name.c_str(), brief(type).c_str())};
    }
    return {};
}

} // namespace

int64_t KernelSamples::inside() const {
    return std::accumulate(ofMember.begin(), ofMember.end(), int64_t(0));
}

Result<KernelSamples> sampleKernel(const Graph &kernel, const std::vector<Tensor> &inputs,
                                   const SamplingOptions &options) {
    if (auto checked = checkInputs(kernel, inputs); !checked) return checked.error();
    const auto plan = planKernel(kernel);
    if (!plan) return plan.error();
    if (plan->nests.empty()) return Error{kernel.name + " has no loops: it only passes values on."};
    const auto code = loadForMeasuring(*plan);
    if (!code) return code.error();
    Buffers buffers(*plan, kernel, inputs);
    const double sampling = options.seconds / (options.seconds + options.costSeconds);
    KernelLoopRun loop(*plan, *code, buffers, options);
    loop.run(options.seconds * warmUpShare, 0, sampling * warmUpShare);

    const auto mostSamples = size_t(options.seconds * 2e9 / double(periodNs)) + 10000;
    auto sampler = InstructionSampler::start(periodNs, mostSamples);
    if (!sampler) return sampler.error();
    const int64_t beginNs = systemNs(), beginCpuNs = threadCpuNs();
    const int64_t runs = loop.run(options.seconds, sampling * warmUpShare, sampling * (1 - warmUpShare));
    const int64_t cpuNs = threadCpuNs() - beginCpuNs;
    const double seconds = double(systemNs() - beginNs) / 1e9;
    KernelSamples samples = counted(*code, plan->members.size(), (*sampler)->stop());
    samples.runs = runs;
    samples.seconds = seconds;
    samples.cpuNs = cpuNs;
    samples.periodNs = periodNs;
    if (options.costSeconds > 0 && loop.isWanted())
        samples.costs = costsOf(kernel, inputs, options, [&](double done) {
            return !options.shouldContinue || options.shouldContinue(sampling + (1 - sampling) * done);
        });
    return samples;
}

std::string howMeasured(const KernelSamples &samples) {
    return format("%lld samples in %.2f s, one each %lld µs, of %lld runs on one thread; %lld of them in the kernel's "
                  "own code",
                  static_cast<long long>(samples.inside() + samples.elsewhere), samples.seconds,
                  static_cast<long long>(samples.periodNs / 1000), static_cast<long long>(samples.runs),
                  static_cast<long long>(samples.inside()));
}

} // namespace jitscope::inline codegen
