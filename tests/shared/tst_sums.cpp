// SPDX-License-Identifier: Apache-2.0
// Twenty recordings, ours and real ones: tables, JSON, CSV, flame graphs and the timeline give the same sums, to the
// nanosecond.
#include "engine/analysis/device/kernelstatistics.h"
#include "engine/analysis/links/rowslices.h"
#include "engine/analysis/operators/flametree.h"
#include "engine/analysis/operators/opfilter.h"
#include "engine/analysis/operators/optable.h"
#include "engine/analysis/operators/sliceflame.h"
#include "engine/analysis/selectionstats.h"
#include "engine/base/text.h"
#include "engine/extension/pluginloader.h"
#include "engine/importing/importer.h"
#include "engine/profile/profile.h"
#include "engine/session/recorder.h"
#include "engine/session/session.h"
#include "tests/support/pythonscripts.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <cmath>
#include <limits>
#include <map>
#include <set>

namespace jitscope::tst_sums {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

struct Sum {
    int64_t count = 0, ns = 0;
    bool operator==(const Sum &) const = default;
};

std::string toString(const Sum &sum) {
    return format("%lld in %lld ns", static_cast<long long>(sum.count), static_cast<long long>(sum.ns));
}

int64_t nsOf(double us) {
    return std::llround(us * 1000);
}

Sum sumOf(const std::vector<OpRow> &rows) {
    Sum sum;
    for (const OpRow &row : rows)
        sum.count += row.count, sum.ns += row.selfNs;
    return sum;
}

Sum sumOfJson(const std::vector<OpRow> &rows) {
    Sum sum;
    for (const QJsonValue &row : QJsonDocument::fromJson(QByteArray::fromStdString(asJson(rows, "key"))).array()) {
        sum.count += row.toObject()["count"].toInteger();
        sum.ns += nsOf(row.toObject()["self_us"].toDouble());
    }
    return sum;
}

/** Of the figures behind the key, in which commas may stand. */
Sum sumOfCsv(const std::vector<OpRow> &rows) {
    const std::vector<std::string> lines = split(asCsv(rows, "key"), '\n');
    const std::vector<std::string> heads = split(lines.front(), ',');
    const auto fromEnd = [&](const char *head) { return heads.end() - std::ranges::find(heads, head); };
    Sum sum;
    for (size_t i = 1; i < lines.size() && !lines[i].empty(); ++i) {
        const std::vector<std::string> cells = split(lines[i], ',');
        sum.count += std::stoll(*(cells.end() - fromEnd("count")));
        sum.ns += nsOf(std::stod(*(cells.end() - fromEnd("self_us"))));
    }
    return sum;
}

#define COMPARE_SUMS(actual, expected) COMPARE_TEXT(toString(actual), toString(expected))

void checkRows(const std::vector<OpRow> &rows, const Sum &all) {
    COMPARE_SUMS(sumOf(rows), all);
    COMPARE_SUMS(sumOfJson(rows), all);
    COMPARE_SUMS(sumOfCsv(rows), all);
}

/** Each slice that a row of the table has, marked alone: what the timeline says of it. */
struct OnTimeline {
    int64_t rows = 0;
    int64_t others = 0, largest = 0; ///< whose durations differ, and by how many ns at most
    Sum table, slices;
};

OnTimeline onTimeline(const Trace &trace, const DataTable &kernels, int rank, int durationColumn) {
    const SliceFinder finder(trace);
    OnTimeline found;
    std::set<int> seen;
    for (int64_t row = 0; row < kernels.rowCount(); ++row) {
        const SliceId slice = sliceOfRow(finder, kernels, row, rank);
        if (!slice.valid() || !seen.insert(slice.value).second) continue;
        const int64_t ns = kernels.integer(row, durationColumn);
        ++found.rows;
        found.table.count += 1, found.table.ns += ns;
        found.slices.count += 1, found.slices.ns += trace.durationOf(slice);
        if (trace.durationOf(slice) != ns) ++found.others;
        found.largest = std::max(found.largest, std::abs(trace.durationOf(slice) - ns));
    }
    return found;
}

/** All of a lane marked: as many and as long as its slices. */
void checkSelection(const Trace &trace) {
    SelectionQuery query;
    query.range = {std::numeric_limits<int64_t>::min() / 4, std::numeric_limits<int64_t>::max() / 4};
    const SelectionStats stats = selectionStats(trace, query, [] { return false; });
    Sum slices, names;
    for (int64_t i = 0; i < trace.sliceCount(); ++i)
        slices.count += 1, slices.ns += trace.durationOf(SliceId{int(i)});
    for (const NameStats &name : stats.names)
        names.count += name.count, names.ns += name.sumNs;
    COMPARE_SUMS(names, slices);
    COMPARE_SUMS((Sum{stats.count, stats.sumNs}), slices);
}

/** The flame graph of the slices says of each name what the timeline says when all is marked; either way round. */
void checkFlames(const Trace &trace) {
    const SelectionQuery query{everything, {}, {}};
    const auto never = [] { return false; };
    const SelectionStats stats = selectionStats(trace, query, never);
    std::map<std::string, Sum> marked, flames;
    for (const NameStats &name : stats.names) {
        Sum &sum = marked[std::string(trace.texts().text(name.name))];
        sum.count += name.count, sum.ns += name.sumNs;
    }
    const FlameTree tree = sliceFlame(trace, query, FlameOrder::TopDown, never);
    std::vector<int64_t> own;
    for (const FlameFrame &frame : tree.frames)
        own.push_back(frame.count);
    int64_t selfNs = 0;
    for (size_t i = 1; i < tree.frames.size(); ++i) {
        own[size_t(tree.frames[i].parent)] -= tree.frames[i].count;
        QVERIFY(tree.frames[i].selfNs >= 0);
        selfNs += tree.frames[i].selfNs;
    }
    for (size_t i = 1; i < tree.frames.size(); ++i) {
        if (tree.frames[i].kind != FlameKind::Slice) continue;
        Sum &sum = flames[tree.frames[i].name.str()];
        sum.count += own[i], sum.ns += tree.frames[i].totalNs;
    }
    QCOMPARE(flames.size(), marked.size());
    for (const auto &[name, sum] : marked)
        COMPARE_SUMS(flames[name], sum);
    const FlameTree turned = sliceFlame(trace, query, FlameOrder::BottomUp, never);
    for (const FlameTree *each : {&tree, &turned})
        COMPARE_SUMS((Sum{each->frames.front().count, each->totalNs()}), (Sum{stats.count, selfNs}));
}

/** What the timeline says of the operators when their lanes are marked: by name as many and as long as in the table.
   The lanes of compiling have slices of the same names, for the code of the kernels. */
void checkAgainstTable(const Trace &trace, const std::vector<OpRow> &rows) {
    SelectionQuery query;
    query.range = {std::numeric_limits<int64_t>::min() / 4, std::numeric_limits<int64_t>::max() / 4};
    for (const Track &track : trace.tracks())
        if (track.process == "Host") query.lanes.push_back(track.id);
    std::map<std::string, Sum> marked;
    for (const NameStats &name : selectionStats(trace, query, [] { return false; }).names) {
        Sum &sum = marked[std::string(trace.texts().text(name.name))];
        sum.count += name.count, sum.ns += name.sumNs;
    }
    for (const OpRow &row : rows) {
        const Sum table{row.count, std::llround(row.spread.meanNs * double(row.count))};
        QVERIFY2(marked[row.key] == table,
                 (row.key + ": " + toString(marked[row.key]) + ", in the table " + toString(table)).c_str());
    }
}

} // namespace

class SumsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { loadPlugins(JITSCOPE_BUILD_DIR "/plugins"); }

    void aProfile_data() {
        QTest::addColumn<QString>("folder");
        for (const char *folder :
             {"torch_npu_text/level0", "torch_npu_text/level1", "torch_npu_text/level2", "torch_npu_db/level0",
              "torch_npu_db/level1", "torch_npu_db/level2", "torch_npu_qwen3_cann83/rank_0_ascend_pt",
              "insight_unit_tests/test_rank_0", "insight_unit_tests/test_rank_1", "insight_unit_tests/msprof_db",
              "mindspore_old_cann6/run_1_normal_profiler", "mindspore_old_cann6/run_2",
              "msprof_analyze_tests/compute_advice"})
            QTest::newRow(folder) << folder;
    }
    void aProfile() {
        QFETCH(QString, folder);
        const auto session = openPath(sharedPath("data/ascend/" + folder.toStdString()));
        VERIFY_RESULT(session);
        int tables = 0;
        for (const ProfilePtr &profile : session->profiles) {
            const DataTable *kernels = profile->table("kernels");
            if (!kernels || kernels->rowCount() == 0) continue;
            ++tables;
            const int duration = kernels->column("duration");
            QVERIFY(duration >= 0);
            Sum all;
            for (int64_t row = 0; row < kernels->rowCount(); ++row)
                if (const int64_t ns = kernels->integer(row, duration); ns != missingInteger)
                    all.count += 1, all.ns += ns;
            for (const KernelGroupBy grouping : {KernelGroupBy::Type, KernelGroupBy::Name, KernelGroupBy::Core,
                                                 KernelGroupBy::Shape, KernelGroupBy::TypeAndCore})
                checkRows(kernelRows(*kernels, grouping), all);
            const OnTimeline found = onTimeline(session->trace, *kernels, profile->rank, duration);
            qInfo("%lld of %lld kernels on the timeline, %lld of another duration; %s and %s",
                  static_cast<long long>(found.rows), static_cast<long long>(kernels->rowCount()),
                  static_cast<long long>(found.others), toString(found.table).c_str(), toString(found.slices).c_str());
            // Some traces hold picoseconds, which the producer rounds in its tables: ties to even.
            QVERIFY(std::abs(found.slices.ns - found.table.ns) <= found.others);
            QVERIFY(found.others * 20 <= found.rows && found.largest <= 1);
        }
        QVERIFY(tables > 0);
        checkSelection(session->trace);
        checkFlames(session->trace);
    }

    void aRunOfOurs_data() {
        QTest::addColumn<QString>("script");
        for (const char *script :
             {"s0_rigid_compute", "s1_pynative_debug", "s1_graph_mode", "s1_jit_train_step", "s2_attention_pynative",
              "s3_network_modes", "s4_jit_practice", "s4_llama_attention"})
            QTest::newRow(script) << script;
    }
    void aRunOfOurs() {
        QFETCH(QString, script);
        const RunOutcome outcome = m_scripts.runFile(sharedPath("seed_scripts/" + script.toStdString() + ".py"));
        COMPARE_TEXT(outcome.error, "");
        Session session = Recorder::instance().take();
        QVERIFY(!session.ops.empty());
        const OpColumns columns = opColumns(session);
        Sum all{int64_t(session.ops.size()), 0};
        for (size_t place = 0; place < columns.size(); ++place)
            if (columns.parent[place] < 0) all.ns += session.ops[place].durationNs;
        for (const OpGrouping grouping : {OpGrouping::Op, OpGrouping::Type, OpGrouping::Scope, OpGrouping::Cell,
                                          OpGrouping::Line, OpGrouping::Phase, OpGrouping::Step})
            checkRows(opTable(columns, grouping), all);
        for (const FlameBy by : {FlameBy::Stack, FlameBy::Scope})
            for (const FlameOrder order : {FlameOrder::TopDown, FlameOrder::BottomUp}) {
                const FlameTree tree = flameTree(session, columns, placesOf(columns, {}), by, order);
                COMPARE_SUMS((Sum{tree.frames.front().count, tree.totalNs()}), all);
            }
        session.trace.arrange();
        QVERIFY(session.trace.sliceCount() >= int64_t(session.ops.size()));
        checkSelection(session.trace);
        checkFlames(session.trace);
        checkAgainstTable(session.trace, opTable(columns, OpGrouping::Op));
    }

private:
    PythonScripts m_scripts;
};

JITSCOPE_TEST(SumsTest)

} // namespace jitscope::tst_sums

#include "tst_sums.moc"
