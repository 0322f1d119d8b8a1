// SPDX-License-Identifier: Apache-2.0
// Passes, verification, code generation and planning, each timed, into one record.
#include "engine/run/compile.h"

#include "engine/base/clock.h"
#include "engine/base/compilenotes.h"
#include "engine/base/text.h"
#include "engine/ir/nodecounts.h"
#include "engine/ir/verifier.h"
#include "engine/run/outputaliases.h"
#include "engine/session/compilation.h"

#include <algorithm>
#include <array>
#include <exception>
#include <utility>

namespace jitscope::inline run {
namespace {

/** Knows which pass is at work, keeps later passes off a module that an earlier one broke, and times its checks. */
class FaultWatch : public VerifyInstrument {
public:
    bool beforePass(const PassDef &pass, const Module &) override {
        if (firstFault.empty()) current = pass.name;
        return firstFault.empty();
    }
    void afterPass(const PassDef &pass, const Module &before, const Module &after, PassContext &context) override {
        const int64_t startNs = nowNs();
        VerifyInstrument::afterPass(pass, before, after, context);
        if (!same(before, after)) checks.push_back({"check", startNs, nowNs() - startNs});
    }
    std::string current;
    std::vector<StageTime> checks; ///< of the modules that a pass changed
};

/** "pass cse left a broken graph: ..." */
std::string faultText(const FaultWatch &watch) {
    const std::string prefix = watch.current + ": ";
    const bool hasPrefix = watch.firstFault.compare(0, prefix.size(), prefix) == 0;
    const std::string fault = hasPrefix ? watch.firstFault.substr(prefix.size()) : watch.firstFault;
    return "pass " + watch.current + " left a broken graph: " + fault;
}

/** How long it took to keep what each pass left. Stands behind all that keeps something of it. */
class KeepingTime : public PassInstrument {
public:
    explicit KeepingTime(const SnapshotInstrument &snapshots)
        : m_snapshots(snapshots) {}
    void afterPass(const PassDef &, const Module &, const Module &, PassContext &) override {
        const PassRecord &pass = m_snapshots.records.back();
        if (CompileNotes *notes = NoteTaking::current()) notes->snapshotNs += nowNs() - pass.startNs - pass.timeNs;
    }

private:
    const SnapshotInstrument &m_snapshots;
};

/** How long each pass took for each of its rules, where all its rewrites told when they were made. Stands behind the
    snapshots. */
class RuleTimes : public PassInstrument {
public:
    explicit RuleTimes(const SnapshotInstrument &snapshots)
        : m_snapshots(snapshots) {}
    bool beforePass(const PassDef &, const Module &) override {
        NoteTaking::takeRewriteTimes();
        return true;
    }
    void afterPass(const PassDef &, const Module &, const Module &, PassContext &) override {
        CompileNotes *notes = NoteTaking::current();
        const std::vector<int64_t> times = NoteTaking::takeRewriteTimes();
        const PassRecord &pass = m_snapshots.records.back();
        if (notes == nullptr || times.empty() || times.size() != pass.rewrites.size()) return;
        const size_t first = notes->rules.size();
        int64_t at = pass.startNs;
        for (size_t i = 0; i < times.size(); ++i) {
            const int64_t until = std::clamp(times[i], at, pass.startNs + pass.timeNs);
            count(*notes, first, {pass.index, pass.rewrites[i].rule, until - at, 1});
            at = until;
        }
    }

private:
    /** Adds to the rule's sum of this pass: those from `first` on. */
    static void count(CompileNotes &notes, size_t first, RuleTime time) {
        const auto known = std::find_if(notes.rules.begin() + std::ptrdiff_t(first), notes.rules.end(),
                                        [&](const RuleTime &each) { return each.rule == time.rule; });
        if (known == notes.rules.end()) return notes.rules.push_back(std::move(time));
        known->timeNs += time.timeNs;
        known->count += time.count;
    }

    const SnapshotInstrument &m_snapshots;
};

/** The passes that look at no shape; all others are off for what runs with any. */
constexpr std::string_view shapelessPasses[] = {
    "cconv",           "inline",          "auto_monad", "dead_node_eliminate", "tuple_list_get_item_eliminator",
    "switch_simplify", "tuple_transform", "cse"};

std::vector<std::string> passesOff(const CompileOptions &options) {
    std::vector<std::string> names = options.switchedOff;
    if (!options.anyShape) return names;
    for (const PassDef &pass : pipeline())
        if (std::ranges::find(shapelessPasses, pass.name) == std::end(shapelessPasses)) names.push_back(pass.name);
    return names;
}

/** Follows the captured nodes through the passes of a compilation that somebody decided about. */
class DecisionInstrument : public PassInstrument {
public:
    explicit DecisionInstrument(DecisionBook &book)
        : m_book(book) {}
    void afterPass(const PassDef &, const Module &, const Module &after, PassContext &context) override {
        if (!m_book.decisions().empty()) m_book.follow(after, context.rewrites);
    }

private:
    DecisionBook &m_book;
};

std::vector<PassDef> passesFor(const CompileOptions &options) {
    std::vector<PassDef> passes = pipeline();
    if (std::ranges::find(options.decisions, Decision::Kind::Dtype, &Decision::kind) != options.decisions.end())
        passes.insert(passes.begin(), decidedDtypePass());
    return passes;
}

/** The first decision that has no meaning says why. */
std::string faultOf(const CompileOptions &options) {
    for (const Decision &decision : options.decisions)
        if (std::string fault = faultOf(decision, options.level); !fault.empty()) return fault;
    return {};
}

/** Fills `final`, `passes` and `stages` of the attempt's record. */
Attempt optimized(Compilation record, IdSource &ids, const CompileOptions &options) {
    const int64_t startNs = nowNs();
    SkipInstrument skip(passesOff(options));
    DecisionBook book(options.decisions, record.captured);
    DecisionInstrument decided(book);
    FaultWatch watch;
    SnapshotInstrument snapshots;
    RuleTimes rules(snapshots);
    KeepingTime keeping(snapshots);
    // A pass's time is without what is kept of it and without its check.
    const std::array<PassInstrument *, 6> instruments = {&skip, &decided, &snapshots, &rules, &keeping, &watch};
    PassContext context{ids, options.level, {}, {}};
    if (!options.decisions.empty()) context.decisions = &book;
    std::string error;
    try {
        record.final =
            runPasses(record.captured, withDuplication(passesFor(options), options.decisions), context, instruments);
        if (!watch.firstFault.empty()) error = faultText(watch);
    } catch (const std::exception &exception) {
        error = "pass " + watch.current + " failed: " + exception.what();
    }
    record.passes = std::move(snapshots.records);
    record.stages.push_back({"passes", startNs, nowNs() - startNs});
    record.stages.insert(record.stages.end(), watch.checks.begin(), watch.checks.end());
    return Attempt{{std::move(record), nullptr, book.uses()}, std::move(error)};
}

KernelRecord recordOf(const BuiltKernel &kernel, const Graph &graph) {
    KernelRecord record;
    record.name = kernel.graph;
    record.graph = kernel.graph;
    for (const NodePtr &node : graph.nodes)
        if (!isPlumbing(*node)) record.members.push_back(node->id);
    if (!kernel.code) {
        record.origin = CodeOrigin::NotCompiled;
        record.llvmIr = LazyText("; not compiled, its nodes run one by one: " + kernel.note + "\n");
        return record;
    }
    record.llvmIr = LazyText([code = kernel.code] { return code->llvmIr(); });
    record.assembly = LazyText([code = kernel.code] { return code->assembly(); });
    record.compileNs = kernel.code->compileNs();
    record.origin = kernel.code->origin();
    record.codeBytes = kernel.code->codeBytes();
    return record;
}

/** What the time of each kernel's stage consists of. */
std::vector<StageTime> kernelStages(const Executable &executable) {
    std::vector<StageTime> inner;
    for (const BuiltKernel &kernel : executable.kernels()) {
        const auto isOwn = [&](const StageTime &stage) { return stage.name == kernel.graph; };
        const auto stage = std::ranges::find_if(executable.stages(), isOwn);
        if (!kernel.code || stage == executable.stages().end()) continue;
        const KernelTimes &times = kernel.code->times();
        int64_t startNs = stage->startNs;
        const std::pair<const char *, int64_t> parts[] = {{"loops", times.planNs},
                                                          {"cache", times.cacheNs},
                                                          {"LLVM", times.llvmNs},
                                                          {"link", times.linkNs},
                                                          {"cache", times.storeNs}};
        for (const auto &[name, timeNs] : parts) {
            if (timeNs > 0) inner.push_back({name, startNs, timeNs});
            startNs += timeNs;
        }
    }
    return inner;
}

/** Code for the final module, and what is to be kept of it. */
Attempt generated(Attempt attempt) {
    Compilation &record = attempt.compiled.record;
    const OutputUse use = record.captureMode == "ast" ? OutputUse::OfCaller : OutputUse::OfProgram;
    auto executable =
        Executable::prepare(record.final, KernelUse::Compiled, outputsToCopy(record.captured, record.final, use));
    if (!executable) {
        attempt.error = executable.error().message;
        return attempt;
    }
    for (const StageTime &stage : (*executable)->stages())
        record.stages.push_back(stage);
    for (StageTime &stage : kernelStages(**executable))
        record.stages.push_back(std::move(stage));
    auto kernel = (*executable)->kernels().begin(); // in the order of their graphs
    for (const GraphPtr &graph : record.final.graphs)
        if (graph->isKernel()) record.kernels.push_back(recordOf(*kernel++, *graph));
    attempt.compiled.executable = *executable;
    return attempt;
}

Attempt failed(Compilation record, std::string error) {
    return Attempt{{std::move(record), nullptr}, std::move(error)};
}

} // namespace

Attempt tryCompile(Compilation record, IdSource &ids, const CompileOptions &options) {
    if (record.captured.graphs.empty()) return failed(std::move(record), "There is no captured graph to compile.");
    const auto tell = [&](const char *stage) {
        if (options.onStage) options.onStage(stage);
    };
    if (std::string fault = faultOf(options); !fault.empty()) return failed(std::move(record), std::move(fault));
    tell("passes");
    const int64_t startNs = nowNs();
    if (const auto faults = verify(record.captured); !faults.empty())
        return failed(std::move(record), "The captured graph is broken: " + faults.front());
    record.stages.push_back({"verify", startNs, nowNs() - startNs});
    Attempt attempt = optimized(std::move(record), ids, options);
    if (!attempt.error.empty()) return attempt;
    tell("codegen");
    return generated(std::move(attempt));
}

Result<Compiled> compile(Compilation record, IdSource &ids, const CompileOptions &options) {
    Attempt attempt = tryCompile(std::move(record), ids, options);
    if (!attempt.error.empty()) return Error{std::move(attempt.error)};
    return std::move(attempt.compiled);
}

} // namespace jitscope::inline run
