// SPDX-License-Identifier: Apache-2.0
// What the simulator writes, read back by the importer of real profiles: the same device slices, from text and from the
// database.
#include "engine/analysis/device/memorycurves.h"
#include "engine/ascend/profilerwriter.h"
#include "engine/ascend/simulator.h"
#include "engine/extension/pluginloader.h"
#include "engine/importing/importer.h"
#include "engine/session/session.h"
#include "tests/support/ascendsession.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QObject>
#include <QTemporaryDir>

#include <algorithm>
#include <set>

namespace jitscope::tst_simulatedprofile {

using namespace jitscope;

namespace {

/** The slices of lanes of that kind as lines, from the first on. */
std::string slices(const Trace &trace, LaneKind kind) {
    int64_t first = std::numeric_limits<int64_t>::max();
    for (int64_t i = 0; i < trace.sliceCount(); ++i)
        if (trace.trackAt(trace.trackOf(SliceId{i})).kind == kind) first = std::min(first, trace.startOf(SliceId{i}));
    std::vector<std::string> lines;
    for (int64_t i = 0; i < trace.sliceCount(); ++i) {
        const SliceId id{i};
        if (trace.trackAt(trace.trackOf(id)).kind != kind) continue;
        lines.push_back(format("%09lld +%lld ", static_cast<long long>(trace.startOf(id) - first),
                               static_cast<long long>(trace.durationOf(id))) +
                        std::string(trace.nameOf(id)));
    }
    std::sort(lines.begin(), lines.end());
    return join(lines, "\n");
}

} // namespace

class SimulatedProfileTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    Session m_session = testing::trainingSession();
    std::string m_path;

private Q_SLOTS:
    void initTestCase() {
        (void)loadPlugins(JITSCOPE_BUILD_DIR "/plugins");
        const auto written = writeProfiles(defaultDeviceModel(), m_session, m_folder.path().toStdString());
        VERIFY_RESULT(written);
        m_path = written->front();
    }

    void theSameDeviceSlicesComeBack_data() {
        QTest::addColumn<bool>("isDatabase");
        QTest::newRow("text") << false;
        QTest::newRow("database") << true;
    }
    void theSameDeviceSlicesComeBack() {
        QFETCH(bool, isDatabase);
        const std::string file = isDatabase ? "ascend_mindspore_profiler_0.db" : "trace_view.json";
        const auto read = openPath(m_path + "/ASCEND_PROFILER_OUTPUT/" + file);
        VERIFY_RESULT(read);
        const Trace ours = simulateWhole(defaultDeviceModel(), m_session).trace;
        for (const LaneKind kind : {LaneKind::Stream, LaneKind::Overlap})
            COMPARE_TEXT(slices(read->trace, kind), slices(ours, kind));
    }

    /** The database has a row for each allocation and one for each release; the text has one for both. */
    void allocationsOfTheDatabaseAreThoseOfTheText() {
        const auto text = openPath(m_path + "/ASCEND_PROFILER_OUTPUT/operator_memory.csv");
        VERIFY_RESULT(text);
        const auto database = openPath(m_path + "/ASCEND_PROFILER_OUTPUT/ascend_mindspore_profiler_0.db");
        VERIFY_RESULT(database);
        const auto lines = [](const Session &session) {
            std::vector<std::string> all;
            for (const jitscope::Allocation &each : allocationsOf(*session.profiles[0]))
                all.push_back(format("%lld B, %s to %s, ", (long long)each.bytes,
                                     each.begin ? std::to_string(*each.begin).c_str() : "?",
                                     each.end ? std::to_string(*each.end).c_str() : "?") +
                              each.name);
            std::sort(all.begin(), all.end());
            return join(all, "\n");
        };
        QVERIFY(lines(*text).find(" to ") != std::string::npos);
        COMPARE_TEXT(lines(*database), lines(*text));
        std::set<std::string> counters;
        for (const Counter &counter : database->trace.counters())
            if (counter.name.find("/DDR") != std::string::npos) counters.insert(counter.name);
        QCOMPARE(counters.size(), size_t(2));
        COMPARE_TEXT(*counters.begin(), "APP/DDR");
        COMPARE_TEXT(*counters.rbegin(), "Device/DDR");
    }

    void theFolderOpensAsOneSimulatedProfile() {
        const auto read = openPath(m_path);
        VERIFY_RESULT(read);
        QCOMPARE(read->profiles.size(), size_t(1));
        const DataTable *kernels = read->profiles[0]->table("kernels");
        QVERIFY(kernels != nullptr);
        QCOMPARE(kernels->rowCount(), int64_t(11));
    }
};

JITSCOPE_TEST(SimulatedProfileTest)

} // namespace jitscope::tst_simulatedprofile

#include "tst_simulatedprofile.moc"
