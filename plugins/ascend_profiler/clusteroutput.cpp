// SPDX-License-Identifier: Apache-2.0
#include "plugins/ascend_profiler/clusteroutput.h"

#include "engine/base/text.h"
#include "engine/session/session.h"
#include "plugins/ascend_profiler/csvrules.h"
#include "plugins/ascend_profiler/exportname.h"
#include "plugins/ascend_profiler/sidejson.h"

#include <charconv>
#include <map>

namespace jitscope {
inline namespace ascend_profiler {

namespace {

/** The steps of one rank out of those of all. */
class StepsByRank {
public:
    explicit StepsByRank(const DataTable &all)
        : m_all(all)
        , m_type(all.column("Type"))
        , m_index(all.column("Index")) {}

    std::map<int, DataTable> split() const {
        std::map<int, DataTable> ranks;
        for (int64_t row = 0; row < m_all.rowCount(); ++row)
            if (m_all.text(row, m_type) == "rank")
                if (const int rank = rankOf(m_all.cell(row, m_index)); rank >= 0)
                    copy(row, ranks.try_emplace(rank, makeTable("step_trace")).first->second);
        return ranks;
    }

    bool isSplittable() const {
        return m_type >= 0 && m_index >= 0 && m_all.columns()[size_t(m_type)].type == ColumnType::Text;
    }

private:
    static int rankOf(const std::string &text) {
        int rank = -1;
        const auto [rest, problem] = std::from_chars(text.data(), text.data() + text.size(), rank);
        return problem == std::errc() && rest == text.data() + text.size() ? rank : -1;
    }
    void copy(int64_t row, DataTable &to) const {
        const int64_t added = to.addRow();
        for (int i = 0; i < to.columnCount(); ++i) {
            const DataColumn &column = to.columns()[size_t(i)];
            const int from = m_all.column(column.name);
            if (from < 0) continue;
            if (column.type == ColumnType::Text)
                to.setText(added, i, m_all.cell(row, from));
            else
                to.setReal(added, i, m_all.real(row, from));
        }
    }
    const DataTable &m_all;
    int m_type, m_index;
};

class ClusterReader {
public:
    ClusterReader(const ClusterFiles &files, const ImportOptions &options)
        : m_files(files)
        , m_options(options) {}

    Result<ClusterOutput> read() {
        readSteps();
        readCommunication(m_files.communication, clusterCommunicationTables);
        readCommunication(m_files.matrix, clusterMatrixTables);
        readGroups();
        for (const std::string &path : m_files.others)
            if (auto table = readCsvTable(path, nullptr, exportName(path).stem, csvOptions()))
                took(), m_output.whole.tables.push_back(std::move(table->table));
            else
                skip(path, table.error());
        if (isCancelled(m_options)) return cancelledError();
        if (m_read == 0) return Error{m_files.folder + ": nothing of the cluster could be read: " + m_problem};
        finish();
        return std::move(m_output);
    }

private:
    CsvTableOptions csvOptions() const {
        CsvTableOptions options;
        options.progress = m_options.progress;
        return options;
    }
    void took() { ++m_read; }
    void skip(const std::string &path, const Error &error) {
        if (m_problem.empty()) m_problem = error.message;
        m_output.diagnostics.add(DiagnosticKind::Skipped, fileName(path), "", error.message);
    }

    void readSteps() {
        if (m_files.steps.empty()) return;
        auto table = readCsvTable(m_files.steps, profilerCsvRule("step_trace_time"), "", csvOptions());
        if (!table) return skip(m_files.steps, table.error());
        took();
        m_output.diagnostics.append(table->diagnostics);
        const StepsByRank steps(table->table);
        if (!steps.isSplittable())
            return m_output.diagnostics.add(DiagnosticKind::Missing, fileName(m_files.steps), "line 1",
                                            "there are no columns 'Type' and 'Index', by which ranks are told apart");
        for (auto &[rank, rows] : steps.split())
            m_ranks[rank].tables.push_back(std::move(rows));
        auto whole = readCsvTable(m_files.steps, nullptr, "cluster_step_trace_time", csvOptions());
        if (whole) m_output.whole.tables.push_back(std::move(whole->table));
    }

    void readCommunication(const std::string &path, std::map<int, RankTables> (*make)(const JsonDocument &)) {
        if (path.empty()) return;
        const auto document = readSideJson(path, m_output.diagnostics);
        if (!document) return skip(path, document.error());
        took();
        for (auto &[rank, tables] : make(*document))
            for (DataTable &table : tables)
                m_ranks[rank].tables.push_back(std::move(table));
    }

    void readGroups() {
        if (m_files.groups.empty()) return;
        const auto document = readSideJson(m_files.groups, m_output.diagnostics);
        if (!document) return skip(m_files.groups, document.error());
        took();
        m_output.whole.tables.push_back(groupTable(*document));
    }

    void finish() {
        m_output.whole.folder = m_files.folder;
        m_output.whole.label = "cluster";
        m_output.whole.producer = "msprof-analyze";
        for (auto &[rank, profile] : m_ranks) {
            profile.rank = rank;
            profile.folder = m_files.folder;
            profile.label = format("rank %d", rank);
            profile.producer = "msprof-analyze";
            profile.info["source"] = "cluster output";
            m_output.ranks.push_back(std::move(profile));
        }
    }

    const ClusterFiles &m_files;
    const ImportOptions &m_options;
    std::map<int, Profile> m_ranks;
    ClusterOutput m_output;
    std::string m_problem;
    int m_read = 0;
};

} // namespace

Result<ClusterOutput> readClusterOutput(const ClusterFiles &files, const ImportOptions &options) {
    return ClusterReader(files, options).read();
}

} // namespace ascend_profiler
} // namespace jitscope
