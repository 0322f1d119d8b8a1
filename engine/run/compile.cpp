// SPDX-License-Identifier: Apache-2.0
// Passes, verification, code generation and planning, each timed, into one record.
#include "engine/run/compile.h"

#include "engine/base/clock.h"
#include "engine/base/text.h"
#include "engine/ir/verifier.h"

#include <array>
#include <exception>

namespace jitscope {
namespace {

/** Knows which pass is at work, and keeps later passes off a module that an earlier one broke. */
class FaultWatch : public VerifyInstrument {
public:
    bool beforePass(const PassDef &pass, const Module &) override {
        if (firstFault.empty()) current = pass.name;
        return firstFault.empty();
    }
    std::string current;
};

/** "pass cse left a broken graph: ..." */
std::string faultText(const FaultWatch &watch) {
    const std::string prefix = watch.current + ": ";
    const bool hasPrefix = watch.firstFault.compare(0, prefix.size(), prefix) == 0;
    const std::string fault = hasPrefix ? watch.firstFault.substr(prefix.size()) : watch.firstFault;
    return "pass " + watch.current + " left a broken graph: " + fault;
}

Result<Module> optimize(Compilation &record, IdSource &ids, const CompileOptions &options) {
    const int64_t startNs = nowNs();
    SkipInstrument skip(options.switchedOff);
    FaultWatch watch;
    SnapshotInstrument snapshots;
    const std::array<PassInstrument *, 3> instruments = {&skip, &snapshots, &watch}; // a pass's time without its check
    PassContext context{ids, options.level, {}, {}};
    try {
        Module module = runPasses(record.captured, pipeline(), context, instruments);
        if (!watch.firstFault.empty()) return Error{faultText(watch)};
        record.passes = std::move(snapshots.records);
        record.stages.push_back({"passes", startNs, nowNs() - startNs});
        return module;
    } catch (const std::exception &error) {
        return Error{"pass " + watch.current + " failed: " + error.what()};
    }
}

KernelRecord recordOf(const BuiltKernel &kernel, const Graph &graph) {
    KernelRecord record;
    record.name = kernel.graph;
    record.graph = kernel.graph;
    for (const NodePtr &node : graph.nodes)
        record.members.push_back(node->id);
    if (!kernel.code) {
        record.llvmIr = "; not compiled, its nodes run one by one: " + kernel.note + "\n";
        return record;
    }
    record.llvmIr = kernel.code->llvmIr();
    record.assembly = kernel.code->assembly();
    record.compileNs = kernel.code->compileNs();
    return record;
}

} // namespace

Result<Compiled> compile(Compilation record, IdSource &ids, const CompileOptions &options) {
    if (record.captured.graphs.empty()) return Error{"There is no captured graph to compile."};
    if (const auto faults = verify(record.captured); !faults.empty())
        return Error{"The captured graph is broken: " + faults.front()};
    auto module = optimize(record, ids, options);
    if (!module) return module.error();
    record.final = std::move(*module);

    auto executable = Executable::prepare(record.final);
    if (!executable) return executable.error();
    for (const StageTime &stage : (*executable)->stages())
        record.stages.push_back(stage);
    const int64_t listingStartNs = nowNs();
    auto kernel = (*executable)->kernels().begin(); // in the order of their graphs
    for (const GraphPtr &graph : record.final.graphs)
        if (graph->isKernel()) record.kernels.push_back(recordOf(*kernel++, *graph));
    record.stages.push_back({"listing", listingStartNs, nowNs() - listingStartNs});
    return Compiled{std::move(record), *executable};
}

} // namespace jitscope
