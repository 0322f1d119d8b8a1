// SPDX-License-Identifier: Apache-2.0
// The panel of a run's threads: its rows, a marked range, the filters that it adds, what it says without threads.
#include "app/models/operatorsource.h"
#include "app/models/recordview.h"
#include "app/models/sortfiltermodel.h"
#include "app/panels/threads/threadspanel.h"
#include "tests/support/panelstage.h"
#include "tests/support/testprogram.h"

#include <QLabel>

namespace jitscope::tst_threadspanel {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

constexpr int64_t ms = 1'000'000;

Session threadSession() {
    Session session;
    session.threadSpans = {{0, "main", 0, 100 * ms, 80 * ms, 10 * ms},
                           {0, "main", 100 * ms, 100 * ms, 20 * ms, 0},
                           {77, "loader", 100 * ms, 100 * ms, 50 * ms, 30 * ms}};
    for (int64_t number = 1; number <= 4; ++number) {
        OpEvent op;
        op.number = number;
        op.op = "Add";
        op.startNs = number * 45 * ms;
        op.durationNs = 2 * ms;
        op.thread = number == 4 ? 99 : number == 3 ? 77 : 0;
        session.ops.push_back(op);
    }
    return session;
}

} // namespace

class ThreadsPanelTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        m_stage = std::make_unique<PanelStage>();
        m_panel = &m_stage->add(threadsPanel(), {900, 400});
    }
    void cleanup() { m_stage.reset(); }

    void withoutThreadsItSaysWhy() {
        QVERIFY(m_stage->settle());
        QVERIFY(hasLabel("No operator ran yet"));
        Session session = threadSession();
        session.threadSpans.clear();
        m_stage->document.replace(std::move(session));
        QVERIFY(m_stage->settle());
        QVERIFY(m_panel->contentAsText().isEmpty());
        QVERIFY(hasLabel("Threads were not recorded"));
    }

    /** Of a run that goes on times get longer than they were when the columns were made. */
    void columnsGrowWithTheirTimes() {
        Session begun = threadSession();
        begun.threadSpans = {{0, "main", 0, 1, 1, 0}};
        m_stage->document.replace(std::move(begun));
        QVERIFY(m_stage->settle());
        open();
        auto *table = m_panel->findChild<RecordView *>("threadsTable");
        const QAbstractItemView *view = table; // which lets everybody ask for the width
        for (int column = 0; column < table->model()->columnCount(); ++column)
            for (int row = 0; row < table->model()->rowCount(); ++row)
                QVERIFY2(table->columnWidth(column) >= view->sizeHintForColumn(column),
                         qPrintable(table->model()->index(row, column).data().toString()));
    }

    void rowsSayWhatEachThreadDid() {
        open();
        QCOMPARE(cells(0), (QStringList{"program", "100.00 ms  50.0 %", "10.00 ms   5.0 %", "90.00 ms  45.0 %",
                                        "200.00 ms", "2", "4.00 ms"}));
        QCOMPARE(cells(1), (QStringList{"loader", "50.00 ms  50.0 %", "30.00 ms  30.0 %", "20.00 ms  20.0 %",
                                        "100.00 ms", "1", "2.00 ms"}));
    }

    void whatWasNotSeenIsNoZero() {
        open();
        QCOMPARE(cells(2), (QStringList{"99", "–", "–", "–", "–", "1", "2.00 ms"}));
    }

    void aMarkedRangeCountsAlone() {
        open();
        TraceFocus::of(m_stage->document).setMarked(TraceFocus::Range{100 * ms, 200 * ms});
        QVERIFY(m_stage->settle());
        QTRY_COMPARE(cells(0).mid(0, 2), (QStringList{"loader", "50.00 ms  50.0 %"}));
        QCOMPARE(cells(1).mid(0, 2), (QStringList{"program", "20.00 ms  20.0 %"}));
    }

    void aRowFiltersTheOperatorsOfAllPanels() {
        open();
        OperatorSource &source = OperatorSource::of(m_stage->context);
        OpCondition condition{.grouping = OpGrouping::Thread, .text = "loader"};
        source.add(condition);
        QVERIFY(m_stage->settle());
        QTRY_COMPARE(source.view()->places.size(), size_t(1));
    }

private:
    void open() {
        m_stage->document.replace(threadSession());
        QVERIFY(m_stage->settle());
        QTRY_COMPARE(view().model()->rowCount(), 3);
    }
    QAbstractItemView &view() { return *m_panel->findChild<RecordView *>("threadsTable"); }
    QStringList cells(int row) {
        QStringList texts;
        for (int column = 0; column < view().model()->columnCount(); ++column)
            texts << view().model()->index(row, column).data().toString();
        return texts;
    }
    bool hasLabel(const QString &part) {
        const QList<QLabel *> labels = m_panel->findChildren<QLabel *>();
        return std::ranges::any_of(labels, [&](const QLabel *label) { return label->text().contains(part); });
    }

    std::unique_ptr<PanelStage> m_stage;
    Panel *m_panel = nullptr;
};

JITSCOPE_WINDOW_TEST(ThreadsPanelTest)

} // namespace jitscope::tst_threadspanel

#include "tst_threadspanel.moc"
