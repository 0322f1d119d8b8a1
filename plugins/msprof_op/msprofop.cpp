// SPDX-License-Identifier: Apache-2.0
// The importer of operator tuning: what msprof op measured on a board, what its simulator computed, and the simulator's
// raw logs. One profile a kernel; cores and pipes are the lanes.
#include "engine/base/file.h"
#include "engine/base/text.h"
#include "engine/importing/importedprofiles.h"
#include "engine/reading/tracejson.h"
#include "engine/session/session.h"
#include "plugins/msprof_op/operatorcsv.h"
#include "plugins/msprof_op/operatorfiles.h"
#include "plugins/msprof_op/registerfile.h"
#include "plugins/msprof_op/visualizetables.h"

#include <filesystem>
#include <map>
#include <optional>
#include <tuple>

namespace jitscope {
inline namespace msprof_op {

namespace {

namespace fs = std::filesystem;

constexpr int64_t maxRegisterBytes = int64_t(64) << 20;

std::string nameOf(const std::string &path) {
    return fs::path(path).filename().string();
}

// --- what is operator tuning ---------------------------------------------------------------------------------------

Confidence probe(const std::string &path, std::string_view firstBytes) {
    std::error_code error;
    if (fs::is_directory(path, error)) {
        if (fs::path(path).filename().string().starts_with("OPPROF_")) return Confidence::Yes;
        return holdsOperatorFiles(path) ? Confidence::Maybe : Confidence::No;
    }
    const std::string name = nameOf(path);
    if (name.ends_with(".bin")) return looksLikeBlocks(firstBytes) ? Confidence::Yes : Confidence::No;
    if (isSimulatorLog(name)) return Confidence::Yes;
    if (name.ends_with(".csv"))
        return operatorCsv(name) && looksLikeOperatorCsv(firstBytes) ? Confidence::Yes : Confidence::No;
    if (name == "trace.json")
        return firstBytes.find("\"profilingType\"") != std::string_view::npos ? Confidence::Yes : Confidence::No;
    const int64_t bytes = int64_t(fs::file_size(path, error));
    return name.ends_with(".data") && !error && looksLikeRegisters(firstBytes, bytes) ? Confidence::Yes
                                                                                      : Confidence::No;
}

/** The simulator writes into folders of that name, and into those of cores below. */
bool isOfSimulator(const std::string &path) {
    for (const fs::path &part : fs::path(path).parent_path())
        if (part == "simulator") return true;
    return false;
}

/** Cores and pipes have their names in the places of numbers, where a reader of traces expects a process and a thread.
 */
std::string bareName(const std::string &name) {
    for (const std::string_view word : {"Process ", "Thread "})
        if (name.starts_with(word)) return name.substr(word.size());
    return name;
}

/** The same trace with its lanes marked as pipes of cores, under headings that begin with `prefix`. */
Trace withCoreLanes(const Trace &from, const std::string &prefix, bool isSimulated) {
    Trace trace;
    for (Track track : from.tracks()) {
        if (track.kind == LaneKind::Other) track.kind = LaneKind::Core;
        track.process = prefix + bareName(track.process);
        track.name = bareName(track.name);
        track.simulated = track.simulated || isSimulated;
        trace.addTrack(std::move(track));
    }
    for (const std::string &text : from.texts().all())
        trace.addText(text);
    for (const auto &source : from.argumentSources())
        trace.addArgumentSource(source);
    trace.addSlices(from.columns());
    for (const Counter &counter : from.counters())
        trace.addCounter(counter);
    for (const Flow &flow : from.flows())
        trace.addFlow(flow);
    return trace;
}

// --- one kernel ----------------------------------------------------------------------------------------------------

/** Reads the files of one kernel, one kind after the other. */
class KernelReader {
public:
    KernelReader(const OperatorFiles &files, const ImportOptions &options, std::string prefix)
        : m_files(files)
        , m_options(options)
        , m_prefix(std::move(prefix)) {}

    /** Fails when nothing could be read of it, or when it was cancelled. */
    Result<void> read() {
        for (const std::string &path : m_files.blocks)
            keep(readBlocks(path));
        const bool hasSpots = m_tables.has("op_hot_spots") || m_tables.has("op_hot_lines");
        for (const std::string &path : m_files.metrics)
            keep(readMetric(path, hasSpots));
        for (const std::string &path : m_files.traces)
            if (!m_hasTraceBlock) keep(readTrace(path, std::nullopt));
        keep(readDumps());
        for (const std::string &path : m_files.registers)
            keep(readRegisters(path));
        if (isCancelled(m_options)) return cancelledError();
        deriveFromMetrics(m_tables);
        if (m_read == 0)
            return Error{m_firstError.empty() ? m_files.folder + ": holds no operator data" : m_firstError};
        return {};
    }

    Profile profile() {
        Profile profile;
        profile.rank = m_options.rank;
        profile.folder = m_files.folder;
        profile.label = m_files.label;
        profile.producer = "msprof op";
        profile.simulated = m_isSimulated;
        profile.info["source"] = join(m_sources, ", ");
        profile.tables = m_tables.take();
        if (const DataTable *base = profile.table("op_basic_info"); base != nullptr && base->rowCount() > 0) {
            profile.info["soc"] = base->cell(0, base->column("soc"));
            if (const std::string name = base->cell(0, base->column("name")); !name.empty()) profile.label = name;
            if (const int64_t device = base->integer(0, base->column("device")); device >= 0 && device < 1 << 20)
                profile.device = int(device);
        }
        return profile;
    }
    Trace &trace() { return m_trace; }
    std::vector<SourceFile> &sources() { return m_sourceFiles; }
    const Diagnostics &diagnostics() const { return m_diagnostics; }

private:
    /** A file that cannot be read is told and left out, as long as another can. */
    void keep(const Result<void> &result) {
        if (result) return;
        if (m_firstError.empty()) m_firstError = result.error().message;
        m_diagnostics.add(DiagnosticKind::Skipped, "", "", result.error().message);
    }
    void readAs(const std::string &path) {
        ++m_read;
        m_sources.push_back(nameOf(path));
    }

    Result<void> readBlocks(const std::string &path) {
        const auto file = InputFile::open(path);
        if (!file) return file.error();
        const auto blocks = blocksOf(**file, nameOf(path), m_diagnostics);
        if (!blocks) return blocks.error();
        if (m_options.progress != nullptr) m_options.progress->begin("reading " + nameOf(path), (*file)->size());
        for (const VisualizeBlock &block : *blocks) {
            if (isCancelled(m_options)) return cancelledError();
            keep(readBlock(**file, path, block));
            if (m_options.progress != nullptr) m_options.progress->advance(block.bytes);
        }
        m_isSimulated = m_isSimulated || isOfSimulator(path);
        readAs(path);
        return {};
    }

    Result<void> readBlock(const InputFile &file, const std::string &path, const VisualizeBlock &block) {
        if (block.kind == BlockKind::Trace) {
            m_hasTraceBlock = true;
            return readTrace(path, std::pair(block.offset, block.bytes));
        }
        auto text = file.read(block.offset, block.bytes);
        if (!text) return text.error();
        if (block.kind == BlockKind::Source) {
            m_sourceFiles.push_back({block.path, std::move(*text)});
            return {};
        }
        if (const auto added = m_tables.add(block.kind, std::move(*text)); !added)
            m_diagnostics.add(DiagnosticKind::Skipped, nameOf(path),
                              format("byte %lld", static_cast<long long>(block.offset)), added.error().message);
        return {};
    }

    Result<void> readMetric(const std::string &path, bool hasSpots) {
        const OperatorCsv csv = operatorCsv(nameOf(path));
        const bool isSpots = csv.kind == OperatorCsvKind::Lines || csv.kind == OperatorCsvKind::Instructions;
        if (isSpots && hasSpots) {
            m_diagnostics.add(DiagnosticKind::Note, nameOf(path), "",
                              "not read: visualize_data.bin holds the same instructions and lines");
            return {};
        }
        const std::string name = nameOf(path);
        std::string core = name.substr(0, std::min(name.find("_code_exe"), name.find("_instr_exe")));
        const auto diagnostics = addOperatorCsv(m_tables, path, csv, isSpots ? core : "", m_options.progress);
        if (!diagnostics) return diagnostics.error();
        m_diagnostics.append(*diagnostics);
        m_isSimulated = m_isSimulated || isSpots;
        readAs(path);
        return {};
    }

    Result<void> readTrace(const std::string &path, std::optional<std::pair<int64_t, int64_t>> bytes) {
        TraceJsonOptions options;
        options.progress = m_options.progress;
        options.memoryBytes = memoryLimit(m_options);
        options.rank = m_options.rank;
        options.bytes = bytes;
        if (m_options.window) options.window = {m_options.window->beginNs, m_options.window->endNs};
        auto read = readTraceJson({path}, options);
        if (!read) return read.error();
        m_diagnostics.append(read->diagnostics);
        m_isSimulated = m_isSimulated || isOfSimulator(path);
        m_trace.append(withCoreLanes(read->trace, m_prefix, isOfSimulator(path)));
        if (!bytes) readAs(path);
        return {};
    }

    Result<void> readDumps() {
        if (m_files.dumps.empty()) return {};
        if (m_trace.sliceCount() > 0) {
            m_diagnostics.add(DiagnosticKind::Note, m_files.label, "",
                              "raw logs of the simulator are not read: its trace holds the same",
                              int64_t(m_files.dumps.size()));
            return {};
        }
        const auto dump = readDump(m_files.dumps, m_options.progress);
        if (!dump) return dump.error();
        m_diagnostics.append(dump->diagnostics);
        m_diagnostics.add(DiagnosticKind::Note, m_files.label, "",
                          format("the logs count clock ticks: shown as time of a clock of %d MHz", int(simulatorMHz)));
        m_trace.append(traceOf(*dump, m_prefix, m_options.rank));
        if (!m_tables.has("op_hot_spots")) addSpots(m_tables.table("op_hot_spots"), *dump);
        m_isSimulated = true;
        for (const SimulatorLog &file : m_files.dumps)
            readAs(file.path);
        return {};
    }

    static void addSpots(DataTable &table, const SimulatorDump &dump) {
        std::map<std::tuple<std::string, std::string, std::string>, int64_t> rows;
        for (const SimulatedInstruction &each : dump.instructions) {
            const auto [place, isNew] = rows.try_emplace({each.core, each.address, each.pipe}, table.rowCount());
            if (isNew) {
                const int64_t row = table.addRow();
                table.setText(row, table.column("core"), each.core);
                table.setText(row, table.column("address"), each.address);
                table.setText(row, table.column("pipe"), each.pipe);
                table.setText(row, table.column("instruction"), each.text);
                table.setInteger(row, table.column("cycles"), 0);
                table.setInteger(row, table.column("calls"), 0);
            }
            const int64_t row = place->second;
            const int64_t cycles = std::min(table.integer(row, table.column("cycles")), int64_t(1) << 61) +
                                   (each.endTick - each.beginTick);
            table.setInteger(row, table.column("cycles"), cycles);
            table.setInteger(row, table.column("calls"), table.integer(row, table.column("calls")) + 1);
            table.setInteger(row, table.column("time"), nanosecondsOfTicks(cycles));
        }
    }

    Result<void> readRegisters(const std::string &path) {
        const auto bytes = readFile(path, maxRegisterBytes);
        if (!bytes) return bytes.error();
        DataTable table = registersIn(*bytes, nameOf(path), m_diagnostics);
        if (m_tables.has(table.name())) {
            DataTable renamed("op_registers " + fs::path(path).stem().string());
            for (const DataColumn &column : table.columns())
                renamed.addColumn(column.name, column.type);
            for (int64_t row = 0; row < table.rowCount(); ++row) {
                renamed.addRow();
                for (int column = 0; column < table.columnCount(); ++column)
                    renamed.setText(row, column, table.text(row, column));
            }
            table = std::move(renamed);
        }
        m_tables.put(std::move(table));
        readAs(path);
        return {};
    }

    const OperatorFiles &m_files;
    const ImportOptions &m_options;
    std::string m_prefix;
    KernelTables m_tables;
    Trace m_trace;
    std::vector<SourceFile> m_sourceFiles;
    Diagnostics m_diagnostics;
    std::vector<std::string> m_sources;
    std::string m_firstError;
    int m_read = 0;
    bool m_isSimulated = false, m_hasTraceBlock = false;
};

Result<Session> readOperators(const std::string &path, const ImportOptions &options) {
    ImportedProfiles imported;
    const auto kernels = operatorFiles(path, imported.diagnostics);
    for (const OperatorFiles &files : kernels) {
        KernelReader reader(files, options, kernels.size() > 1 ? files.label + " " : std::string());
        const auto read = reader.read();
        if (isCancelled(options)) return cancelledError();
        imported.diagnostics.append(reader.diagnostics());
        if (!read) {
            imported.fail(read.error().message);
            continue;
        }
        imported.session.profiles.push_back(std::make_shared<Profile>(reader.profile()));
        imported.session.trace.append(reader.trace());
        for (SourceFile &source : reader.sources())
            imported.session.sources.push_back(std::move(source));
    }
    return std::move(imported).finished("msprof op", path, "operator data (visualize_data.bin, metrics or logs)");
}

} // namespace

} // namespace msprof_op
} // namespace jitscope

JITSCOPE_PLUGIN {
    static const jitscope::PluginManifest manifest = jitscope::importerPlugin(
        "Opens operator tuning data: OPPROF folders, visualize_data.bin, logs of the operator simulator",
        {
            .name = "msprof_op",
            .description = "operator tuning data (OPPROF folders, visualize_data.bin, simulator logs)",
            .probe = jitscope::probe,
            .read = jitscope::readOperators,
        });
    return &manifest;
}
