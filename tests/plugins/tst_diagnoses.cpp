// SPDX-License-Identifier: Apache-2.0
// What is said of profiles, whatever their producer and level: text and database, levels 0 to 2 of one workload come to
// one diagnosis, and what cannot be known is not 0. The figures are from a count of its own (Python, exact decimals):
// tests/data/samples/ascend/make.py of the step that it writes, and one like it of the reference material.
#include "engine/analysis/advice/advice.h"
#include "engine/analysis/device/kernelstatistics.h"
#include "engine/ascend/profilerwriter.h"
#include "engine/base/text.h"
#include "engine/extension/pluginloader.h"
#include "engine/importing/importer.h"
#include "engine/session/session.h"
#include "tests/support/ascendsession.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QTemporaryDir>

#include <array>
#include <cmath>
#include <set>

namespace jitscope::tst_diagnoses {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

/** Every folder or file below the samples that is a profile by itself. */
std::vector<std::string> allProfiles() {
    std::set<std::string> found;
    for (const auto &entry : std::filesystem::recursive_directory_iterator(samplePath("ascend"))) {
        const std::string path = entry.path().string(), name = entry.path().filename().string();
        if (entry.is_directory() &&
            (name.ends_with("_ascend_pt") || name.ends_with("_ascend_ms") || name.starts_with("test_rank_") ||
             name.starts_with("PROF_") || name.starts_with("run_1") || name == "run_2"))
            found.insert(path);
        const bool isInside = path.find("_ascend_") != std::string::npos || path.find("PROF_") != std::string::npos ||
                              path.find("test_rank_") != std::string::npos || path.find("run_") != std::string::npos;
        if (isInside || !entry.is_regular_file()) continue;
        if (name.starts_with("trace_view") || name == "kernel_details.csv" || name == "msprof_0.db") found.insert(path);
    }
    return {found.begin(), found.end()};
}

/** Extent, waits of collectives and free time of one of our samples, in ns. */
std::array<int64_t, 3> countedFor(const std::string &sample) {
    for (const std::string &line : split(readText(dataPath("samples/ascend/idle.tsv")), '\n'))
        if (const auto cells = split(line, '\t'); cells[0] == sample)
            return {std::stoll(cells[1]), std::stoll(cells[2]), std::stoll(cells[3])};
    return {};
}

const Finding *finding(const Advice &advice, std::string_view id) {
    for (const Finding &each : advice.findings)
        if (each.rule->id == id) return &each;
    return nullptr;
}

double shareOfWaits(const IdleTime &idle) {
    return 100 * double(idle.waits().value_or(-1)) / double(std::max<int64_t>(1, idle.extent.length()));
}

} // namespace

class TestDiagnoses : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

private Q_SLOTS:
    void initTestCase() { loadPlugins(JITSCOPE_BUILD_DIR "/plugins"); }

    void everyProfileIsToldOrNotKnown_data() {
        QTest::addColumn<QString>("path");
        const std::vector<std::string> profiles = allProfiles();
        QVERIFY(profiles.size() >= 8);
        for (const std::string &path : profiles)
            QTest::newRow(path.substr(samplePath("ascend/").size()).c_str()) << QString::fromStdString(path);
        if (isOnReference()) return;
        const auto simulated = writeProfiles(defaultDeviceModel(), trainingSession(), m_folder.path().toStdString());
        VERIFY_RESULT(simulated);
        const QString output = QString::fromStdString(simulated->front()) + "/ASCEND_PROFILER_OUTPUT/";
        QTest::newRow("as MindSpore, text") << output + "trace_view.json";
        QTest::newRow("as MindSpore, database") << output + "ascend_mindspore_profiler_0.db";
    }
    void everyProfileIsToldOrNotKnown() {
        QFETCH(QString, path);
        const auto session = openPath(path.toStdString());
        VERIFY_RESULT(session);
        for (const DeviceKey &device : LaneIndex(session->trace).devices()) {
            const IdleReport report = idleReport(*session, device);
            const IdleTime &idle = report.idle;
            QCOMPARE(idle.busyNs + idle.freeNs + idle.waitNs + idle.unknownNs, idle.extent.length());
            QVERIFY(idle.busyNs >= 0 && idle.freeNs >= 0 && idle.waitNs >= 0 && idle.unknownNs >= 0);
            // A rule is found, passed or not known, once.
            QCOMPARE(report.advice.findings.size() + report.advice.passed.size() + report.advice.unchecked.size(),
                     adviceRules().size());
            const bool isWaitUnchecked =
                std::any_of(report.advice.unchecked.begin(), report.advice.unchecked.end(), [](const Unchecked &each) {
                    return std::string_view(each.rule->id) == "wait_share" && !sentence(each).empty();
                });
            QCOMPARE(isWaitUnchecked, !idle.waits());
            for (const Finding &each : report.advice.findings) {
                const std::string text = sentence(each);
                QVERIFY2(text.find(" .") == std::string::npos && text.find("()") == std::string::npos, text.c_str());
                QVERIFY2(text.find("%1") == std::string::npos, text.c_str());
            }
            for (size_t i = 0; i < report.causes.size(); ++i)
                QVERIFY2(sentence(report.causes[i]).find(" .") == std::string::npos,
                         sentence(report.causes[i]).c_str());
        }
        for (const ProfilePtr &profile : session->profiles)
            if (const DataTable *kernels = profile->table("kernels"))
                for (const KernelGroup &group : kernelStatistics(*kernels, KernelGroupBy::Type))
                    QVERIFY(!group.key.empty());
    }

    /** The waits of collectives as counted from the files by themselves, in ns, and the whole extent. */
    void waitsEqualAnIndependentCount_data() {
        QTest::addColumn<QString>("sample");
        QTest::addColumn<qint64>("extent");
        QTest::addColumn<qint64>("waits");
        QTest::addColumn<qint64>("free");
        const auto row = [](const char *sample, qint64 extent, qint64 waits, qint64 free) {
            QTest::newRow(sample) << QString(sample) << extent << waits << free;
        };
        if (!isOnReference()) {
            for (const char *form : {"torch_npu_db", "torch_npu_text"})
                for (const char *level : {"/level0", "/level1", "/level2"}) {
                    const std::string sample = std::string(form) + level;
                    const auto [extent, waits, free] = countedFor(sample);
                    row(sample.c_str(), extent, waits, free);
                }
            return;
        }
        row("torch_npu_db/level0", 124842634, 81763099, 29263166);
        row("torch_npu_db/level1", 137919295, 93980403, 30102299);
        row("torch_npu_db/level2", 129206402, 85954256, 29335908);
        row("torch_npu_text/level0", 120707993, 77522898, 29355296);
        row("torch_npu_text/level1", 141164400, 98001565, 29474318);
        row("torch_npu_text/level2", 134580588, 91862386, 28908888);
    }
    void waitsEqualAnIndependentCount() {
        QFETCH(QString, sample);
        QFETCH(qint64, extent);
        QFETCH(qint64, waits);
        QFETCH(qint64, free);
        const auto session = openPath(samplePath("ascend/" + sample.toStdString() + "/rank0_ascend_pt"));
        VERIFY_RESULT(session);
        const IdleReport report = idleReport(*session, LaneIndex(session->trace).devices().front());
        // Durations of text exports are rounded to a nanosecond each.
        const auto isNear = [](int64_t actual, int64_t expected) { return std::abs(actual - expected) <= 500; };
        QVERIFY2(isNear(report.idle.extent.length(), extent), std::to_string(report.idle.extent.length()).c_str());
        QVERIFY2(report.idle.waits().has_value(), "not known");
        QVERIFY2(isNear(*report.idle.waits(), waits), std::to_string(*report.idle.waits()).c_str());
        QVERIFY2(isNear(report.idle.freeNs, free), std::to_string(report.idle.freeNs).c_str());
        QVERIFY(!report.idle.isWaitAtLeast());
    }

    /** One training step, profiled six times: as text and as a database, each at three levels. */
    void oneWorkloadHasOneDiagnosis() {
        for (const char *format : {"text", "db"})
            for (const char *level : {"0", "1", "2"}) {
                const std::string sample = std::string("torch_npu_") + format + "/level" + level;
                const auto session = openPath(samplePath("ascend/" + sample + "/rank0_ascend_pt"));
                VERIFY_RESULT(session);
                const IdleReport report = idleReport(*session, LaneIndex(session->trace).devices().front());
                const double share = shareOfWaits(report.idle);
                QVERIFY2(share > 60 && share < 75, (sample + ": " + std::to_string(share)).c_str());
                const Finding *waits = finding(report.advice, "wait_share");
                QVERIFY2(waits != nullptr && finding(report.advice, "not_overlapped") != nullptr, sample.c_str());
                QVERIFY2(waits == &report.advice.findings[0] || waits == &report.advice.findings[1], sample.c_str());
                QCOMPARE(int(report.causes.front().kind), int(IdleCauseKind::OtherRank));
                QVERIFY2(report.causes.front().share > 0.8, sample.c_str());
            }
    }

    /** No task of a collective is recorded here: the table of communication tells what the timeline does not. */
    void tablesTellWhatTasksDoNot() {
        const char *ranks = isOnReference() ? "torch_npu_qwen3_cann83" : "torch_npu_ranks";
        const auto session = openPath(samplePath(std::string("ascend/") + ranks + "/rank_0_ascend_pt"));
        VERIFY_RESULT(session);
        const IdleReport report = idleReport(*session, LaneIndex(session->trace).devices().front());
        QVERIFY(report.idle.waits().has_value());
        QVERIFY(report.idle.isWaitAtLeast());
        QCOMPARE(report.idle.unknownNs, int64_t(0));
        const auto [extent, waits, free] = isOnReference()
                                               ? std::array<int64_t, 3>{810'022'360, 327'200'840, 158'558'000}
                                               : countedFor("torch_npu_ranks");
        QCOMPARE(report.idle.extent.length(), extent);
        QCOMPARE(report.idle.freeNs, free);
        QCOMPARE(*report.idle.waits(), waits);
        QCOMPARE(report.idle.tableNs, *report.idle.waits());
        QVERIFY(finding(report.advice, "wait_share") != nullptr);
        QCOMPARE(int(report.causes.front().kind), int(IdleCauseKind::CollectiveTable));
    }
};

JITSCOPE_TEST(TestDiagnoses)

} // namespace jitscope::tst_diagnoses

#include "tst_diagnoses.moc"
