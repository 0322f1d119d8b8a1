// SPDX-License-Identifier: Apache-2.0
// A libFuzzer target for the readers of operator tuning and of old MindSpore profiles: no bytes may crash them, make
// them hang or take memory without bounds, and what they read must be fit for the views.
//
// Built and run by tests/fuzz/run.
#include "engine/profile/kernelprofile.h"
#include "plugins/mindspore_legacy/legacytables.h"
#include "plugins/msprof_op/operatorcsv.h"
#include "plugins/msprof_op/registerfile.h"
#include "plugins/msprof_op/simulatordump.h"
#include "plugins/msprof_op/visualizetables.h"

#include <cstdlib>
#include <sys/mman.h>
#include <unistd.h>

using namespace jitscope;

namespace {

/** A file in memory that holds the bytes of this round. */
std::string fileWith(const uint8_t *bytes, size_t size) {
    static const int descriptor = memfd_create("fuzz", 0);
    if (ftruncate(descriptor, 0) != 0 || pwrite(descriptor, bytes, size, 0) != ssize_t(size)) std::abort();
    return "/proc/self/fd/" + std::to_string(descriptor);
}

/** What the panel does with the tables of a kernel. */
void view(std::vector<DataTable> tables) {
    Profile profile;
    profile.tables = std::move(tables);
    const KernelProfile kernel = kernelProfile(profile);
    coreSpreads(kernel);
    memoryEdges(profile, std::nullopt);
    for (const int64_t core : memoryCores(profile))
        memoryEdges(profile, core);
    const auto lines = hotLines(profile, "");
    const auto spots = hotSpots(profile, "");
    for (size_t i = 0; i < lines.size() && i < 10; ++i)
        for (size_t j = 0; j < spots.size() && j < 10; ++j)
            belongs(spots[j], lines[i]);
    for (const RooflinePoint &point : kernel.rooflines)
        if (!(point.attainableTops() > 0)) std::abort();
    measuredRoofline(profile, {"", "", 270, 10, 0.8});
}

void readBlocks(const std::string &path) {
    const auto file = InputFile::open(path);
    if (!file) return;
    Diagnostics diagnostics;
    const auto blocks = blocksOf(**file, "fuzz", diagnostics);
    if (!blocks) return;
    KernelTables tables;
    for (const VisualizeBlock &block : *blocks) {
        auto text = (*file)->read(block.offset, block.bytes);
        if (!text || int64_t(text->size()) != block.bytes) std::abort();
        if (block.kind != BlockKind::Trace && block.kind != BlockKind::Source)
            (void)tables.add(block.kind, std::move(*text)).ok();
    }
    view(tables.take());
}

void readMetrics(const std::string &path) {
    for (const char *name :
         {"OpBasicInfo.csv", "PipeUtilization.csv", "Memory.csv", "L2Cache.csv", "a_code_exe.csv", "a_instr_exe.csv"}) {
        KernelTables tables;
        if (!addOperatorCsv(tables, path, operatorCsv(name), "core0", nullptr)) continue;
        deriveFromMetrics(tables);
        view(tables.take());
    }
}

void readLogs(const std::string &path) {
    for (const LogKind kind : {LogKind::Cache, LogKind::Registers}) {
        const auto dump = readDump(
            {{path, "core0", LogKind::Begins}, {path, "core0", LogKind::Ends}, {path, "core0", kind}}, nullptr);
        if (!dump) continue;
        Trace trace = traceOf(*dump, "", -1);
        trace.arrange();
        for (int64_t i = 0; i < trace.sliceCount(); ++i)
            if (trace.durationOf(SliceId{i}) < 0) std::abort();
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    const std::string path = fileWith(bytes, size);
    const std::string text(reinterpret_cast<const char *>(bytes), size);
    readBlocks(path);
    readMetrics(path);
    readLogs(path);
    Diagnostics diagnostics;
    registersIn(text, "fuzz", diagnostics);
    tablesOfWords(text, "fuzz");
    (void)tableOfJson(text, "fuzz").ok();
    return 0;
}
