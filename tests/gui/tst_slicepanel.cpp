// SPDX-License-Identifier: Apache-2.0
// The panel of one slice: on what lane it lies, and from what it comes, nearest first.
#include "app/panels/slice/slicepanel.h"
#include "engine/extension/pluginloader.h"
#include "engine/importing/importer.h"
#include "engine/session/session.h"
#include "tests/support/panelstage.h"
#include "tests/support/profilerfolder.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QTemporaryDir>
#include <QTreeWidget>

namespace jitscope::tst_slicepanel {

using namespace jitscope;
using namespace jitscope::testing;

class SlicePanelTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { loadPlugins(JITSCOPE_BUILD_DIR "/plugins"); }
    void init() {
        m_stage = std::make_unique<PanelStage>();
        m_panel = &m_stage->add(slicePanel(), {700, 500});
    }
    void cleanup() { m_stage.reset(); }

    /** Its lane is called as in the timeline: by the name that the program gave the thread. */
    void theLaneOfAThreadHasItsName() {
        m_stage->document.replace(twoThreads());
        select("MatMul");
        QCOMPARE(valueOf("Lane"), QString("Host · loader"));
        select("ReLU");
        QCOMPARE(valueOf("Lane"), QString("Host · Python"));
    }

    void aSimulatedLaneSaysSo() {
        Session session;
        const TrackId lane = session.trace.addTrack("Device 0", "Stream 1", 0, true);
        session.trace.addSlice(lane, "Cast", "kernel", 10, 5);
        session.trace.arrange();
        m_stage->document.replace(std::move(session));
        select("Cast");
        QCOMPARE(valueOf("Lane"), QString("Device 0 · Stream 1 (simulated)"));
    }

    /** From the task over its launch and its operator to Python: each is further away than the one before. */
    void whereItComesFromIsToldFromTheTaskOutwards() {
        ProfilerFolder folder(m_folder.path().toStdString(), 0);
        folder.python("/home/me/train.py(3): <module>", 0, 5000);
        folder.python("/home/me/train.py(9): train_step", 2, 700);
        folder.kernel("PynativeFramework::PyNativeLaunchTask::MatMul", "Default/net-Net/MatMul-op1", "MatMul", 20, 30,
                      60, 40);
        auto session = openPath(folder.write());
        VERIFY_RESULT(session);
        m_stage->document.replace(*std::move(session));
        select("Default/net-Net/MatMul-op1");
        QCOMPARE(namesIn("Where it comes from"), (QStringList{"Launch", "Operator", "Source line"}));
        QCOMPARE(namesIn("Call stack"), (QStringList{"train_step", "<module>"}));
    }

private:
    static Session twoThreads() {
        Session session;
        for (const int64_t thread : {0, 4711}) {
            OpEvent op;
            op.number = int64_t(session.ops.size()) + 1;
            op.op = thread == 0 ? "ReLU" : "MatMul";
            op.startNs = 100;
            op.durationNs = 50;
            op.thread = thread;
            session.ops.push_back(op);
        }
        ThreadSpan span;
        span.thread = 4711;
        span.name = "loader";
        span.startNs = 50;
        span.durationNs = 200;
        session.threadSpans.push_back(span);
        addRecordedLanes(session);
        session.trace.arrange();
        return session;
    }
    void select(const std::string &name) {
        const Trace &trace = m_stage->document.session().trace;
        SliceId found;
        for (int64_t i = 0; i < trace.sliceCount() && !found.valid(); ++i)
            if (trace.nameOf(SliceId{i}) == name) found = SliceId{i};
        QVERIFY2(found.valid(), name.c_str());
        m_stage->selection.selectSlice(found);
        QVERIFY(m_stage->settle());
    }
    const QTreeWidgetItem *section(const QString &title) {
        const auto *tree = m_panel->findChild<QTreeWidget *>("sliceFacts");
        for (int i = 0; i < tree->topLevelItemCount(); ++i)
            if (tree->topLevelItem(i)->text(0) == title) return tree->topLevelItem(i);
        return nullptr;
    }
    QStringList namesIn(const QString &title) {
        QStringList names;
        if (const QTreeWidgetItem *found = section(title))
            for (int i = 0; i < found->childCount(); ++i)
                names << found->child(i)->text(0);
        return names;
    }
    QString valueOf(const QString &name) {
        const QTreeWidgetItem *slice = section("Slice");
        for (int i = 0; slice && i < slice->childCount(); ++i)
            if (slice->child(i)->text(0) == name) return slice->child(i)->text(1);
        return {};
    }

    QTemporaryDir m_folder;
    std::unique_ptr<PanelStage> m_stage;
    Panel *m_panel = nullptr;
};

JITSCOPE_WINDOW_TEST(SlicePanelTest)

} // namespace jitscope::tst_slicepanel

#include "tst_slicepanel.moc"
