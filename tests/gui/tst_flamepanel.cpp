// SPDX-License-Identifier: Apache-2.0
// The flame graph in its panel, driven by mouse and keys, beside the operator table: both filter and sum alike.
#include "app/models/baseline.h"
#include "app/models/filterchips.h"
#include "app/models/nothingleft.h"
#include "app/models/operatorwords.h"
#include "app/models/operatorsource.h"
#include "app/models/recordview.h"
#include "app/models/tablemodel.h"
#include "app/charts/rooflineview.h"
#include "app/panels/flame/flamepanel.h"
#include "app/panels/flame/flameview.h"
#include "app/sdk/tracefocus.h"
#include "app/panels/timings/instancechart.h"
#include "app/panels/timings/timingspanel.h"
#include "engine/base/text.h"
#include "engine/session/session.h"
#include "engine/session/sessionfile.h"
#include "tests/support/memoryscript.h"
#include "tests/support/nestedops.h"
#include "tests/support/panelstage.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QComboBox>
#include <QLabel>
#include <QLayout>
#include <QLineEdit>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QToolButton>

#include <algorithm>
#include <limits>

namespace jitscope::tst_flamepanel {

using namespace jitscope;
using namespace jitscope::testing;

class FlamePanelTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        m_stage = std::make_unique<PanelStage>();
        m_panel = &m_stage->add(flamePanel(), {900, 400});
        m_table = &m_stage->add(timingsPanel([] { return thisMachine(); }), {900, 400});
        m_stage->document.replace(NestedOps(3).make(400));
        QVERIFY(m_stage->settle());
    }
    void cleanup() { m_stage.reset(); }

    /** People read 12,345; programs that take the table as CSV read 12345. */
    void manyCallsHaveSeparators() {
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
        Session session;
        for (int i = 1; i <= 12345; ++i) {
            OpEvent op;
            op.number = i;
            op.op = "Add";
            op.startNs = 10 * i;
            op.durationNs = 5;
            session.ops.push_back(op);
        }
        m_stage->document.replace(std::move(session));
        QVERIFY(m_stage->settle());
        const QModelIndex calls = table().model()->index(0, columnOf("Calls"));
        QCOMPARE(calls.data().toString(), QString("12,345"));
        QCOMPARE(calls.data(FigureRole).toLongLong(), 12345LL);
        QVERIFY(around(m_table)->findChild<QLabel *>("timingsTotal")->text().contains("12,345"));
        QLocale::setDefault(QLocale::c());
    }

    /** How long it would have taken nobody knows: 0 would halve the mean. */
    void anOperatorThatFailedCountsInNoTime() {
        Session session;
        for (int i = 1; i <= 3; ++i) {
            OpEvent op;
            op.number = i;
            op.op = i < 3 ? "MatMul" : "Conv2D";
            op.startNs = 100 * i;
            if (i == 1) op.durationNs = 50;
            if (i > 1) op.error = "shapes do not fit";
            session.ops.push_back(op);
        }
        m_stage->document.replace(std::move(session));
        QVERIFY(m_stage->settle());
        const QAbstractItemModel &rows = *table().model();
        QCOMPARE(rows.rowCount(), 2);
        const auto cell = [&](int row, const char *title) {
            return rows.index(row, columnOf(title)).data().toString();
        };
        QCOMPARE(cell(0, "Calls"), QString("1 + 1 failed"));
        for (const char *title : {"Self", "Mean", "Min"})
            QCOMPARE(cell(0, title), QString("50 ns"));
        QCOMPARE(cell(1, "Name"), QString("Conv2D"));
        QCOMPARE(cell(1, "Calls"), QString("1 failed"));
        for (const char *title : {"Self", "Share", "Mean", "Min"})
            QCOMPARE(cell(1, title), QString("–"));
        const QString total = around(m_table)->findChild<QLabel *>("timingsTotal")->text();
        QCOMPARE(total, QString("Whole run: 1 call(s) · 50 ns · 2 failed"));
    }

    /** What another program recorded has slices; the marked stretch counts alone. */
    void aTraceOfAnotherProgramHangsBelowItsLanes() {
        Session session;
        const TrackId host = session.trace.addTrack("Host", "Python", 0);
        const SliceId step = session.trace.addSlice(host, "step", "", 0, 1000);
        const SliceId shorter = session.trace.addSlice(host, "forward", "", 100, 200);
        const SliceId longer = session.trace.addSlice(host, "forward", "", 400, 500);
        session.trace.arrange();
        m_stage->document.replace(std::move(session));
        QVERIFY(m_stage->settle());
        QCOMPARE(tree().totalNs(), int64_t(1000));
        QVERIFY(std::ranges::any_of(around(m_table)->findChildren<QLabel *>(), [](const QLabel *label) {
            return label->text() == "No operators of ours in this recording";
        }));
        const int64_t forward = firstOf(FlameKind::Slice) + 1;
        QCOMPARE(view().textOf(forward), QString("forward: 700 ns (70.0 %), self 700 ns, 2 slice(s)"));
        QCOMPARE(view().textOf(0), QString("all lanes: 1.0 µs (100.0 %), self 0 ns, 3 slice(s)"));
        click(forward);
        QCOMPARE(m_stage->selection.current().slice, longer);
        click(forward - 1);
        QCOMPARE(m_stage->selection.current().slice, step);
        TraceFocus &focus = TraceFocus::of(m_stage->document);
        focus.setMarked(TraceFocus::Range{150, 350});
        QVERIFY(m_stage->settle());
        QCOMPARE(tree().totalNs(), int64_t(200));
        click(firstOf(FlameKind::Slice) + 1);
        QCOMPARE(m_stage->selection.current().slice, shorter);
        focus.setMarked(TraceFocus::Range{2000, 3000});
        QVERIFY(m_stage->settle());
        QVERIFY(!view().isVisible());
        QCOMPARE(around(m_panel)->findChild<NothingLeft *>()->text(), QString("No slice lies in the marked stretch."));
    }

    void theRootHasWhatTheTableHas() {
        QVERIFY(tree().totalNs() > 0);
        QCOMPARE(tree().totalNs(), tableTotal());
        QCOMPARE(view().rectOf(0).width(), double(view().viewport()->width()));
    }

    void aClickSelectsTheLineAndTheOperator() {
        const int64_t function = firstOf(FlameKind::Function), leaf = firstOf(FlameKind::Operator);
        click(function);
        QCOMPARE(view().current(), function);
        QCOMPARE(m_stage->selection.current().line, tree().frames[size_t(function)].line);
        click(leaf);
        QCOMPARE(m_stage->selection.current().op, tree().frames[size_t(leaf)].longest);
    }

    /** The line of a frame stands in others, too, and something else may have run there last. */
    void aFunctionsFrameSelectsAnOperatorWithinIt() {
        int functions = 0;
        for (int64_t item = 0; item < view().count(); ++item) {
            const FlameFrame &frame = tree().frames[size_t(item)];
            if (frame.kind != FlameKind::Function || view().rectOf(item).width() < 4) continue;
            click(item);
            const Anchor &anchor = m_stage->selection.current();
            QCOMPARE(anchor.op, frame.longest);
            QCOMPARE(anchor.line, frame.line);
            COMPARE_TEXT(anchor.file, frame.file.str());
            ++functions;
        }
        QVERIFY(functions > 3);
    }

    void theFilterOfTextIsInSightAndCanBeTakenBack() {
        QLineEdit *filter = textFilter();
        filter->setText("matmul");
        QCOMPARE(chips(*m_table), QStringList("rows with “matmul”"));
        QVERIFY(chips(*m_panel).isEmpty());
        QCOMPARE(table().model()->rowCount(), 1);
        const QString total = around(m_table)->findChild<QLabel *>("timingsTotal")->text();
        const QString calls = table().model()->index(0, columnOf("Calls")).data().toString();
        QVERIFY2(total.startsWith("In view: " + calls + " of "), qPrintable(total));
        // It stays with the next run, and so does its chip.
        m_stage->document.replace(NestedOps(5).make(200));
        QVERIFY(m_stage->settle());
        QCOMPARE(chips(*m_table), QStringList("rows with “matmul”"));
        around(m_table)->findChild<QToolButton *>("chip0")->click();
        QVERIFY(filter->text().isEmpty() && chips(*m_table).isEmpty());
        QVERIFY(table().model()->rowCount() > 1);
        QVERIFY(around(m_table)->findChild<QLabel *>("timingsTotal")->text().startsWith("Whole run: "));
    }

    void theTotalLiesOverNothingWhereTheRowIsTight() {
        auto *total = around(m_table)->findChild<QLabel *>("timingsTotal");
        auto *launch = around(m_table)->findChild<QLabel *>("timingsLaunch");
        QWidget &controls = *total->parentWidget();
        const int least = controls.minimumSizeHint().width();
        for (int width = least; width < least + 400; width += 20) {
            controls.resize(width, controls.height());
            controls.layout()->activate();
            QVERIFY2(total->geometry().right() < launch->geometry().left(), qPrintable(QString::number(width - least)));
        }
    }

    /** Two words are two filters, of which each can be taken back. */
    void eachWordOfTheTextHasAChip() {
        textFilter()->setText("mat mul");
        QCOMPARE(chips(*m_table), (QStringList{"rows with “mat”", "rows with “mul”"}));
        around(m_table)->findChild<QToolButton *>("chip0")->click();
        QCOMPARE(textFilter()->text(), QString("mul"));
        textFilter()->clear();
    }

    void whatTheRunTookIsSaidWhereFramesHaveOnlyOperators() {
        const auto sentence = [this] {
            return around(m_panel)->findChild<QWidget *>("flameSentence")->accessibleName();
        };
        QVERIFY2(!sentence().contains("The run took"), qPrintable(sentence())); // a call without times
        Session session = NestedOps(5).make(200);
        session.graphCalls.clear();
        m_stage->document.replace(std::move(session));
        QVERIFY(m_stage->settle());
        const TimeParts &whole = OperatorSource::of(m_stage->context).view()->columns->times.whole;
        const QString text = sentence();
        QVERIFY2(text.contains(timeOrUnknown(double(whole.lengthNs()))) &&
                     text.contains(timeOrUnknown(whole.betweenNs()) + " between"),
                 qPrintable(text));
    }

    void anEmptyTableSaysWhyAndOffersTheWayBack() {
        auto *nothing = around(m_table)->findChild<NothingLeft *>();
        textFilter()->setText("absent");
        QVERIFY(nothing->isVisible() && !table().isVisible());
        QVERIFY2(nothing->text().contains("“absent”"), qPrintable(nothing->text()));
        nothing->findChild<QToolButton *>("clearAllFilters")->click();
        QVERIFY(table().isVisible() && textFilter()->text().isEmpty());

        OpCondition none;
        none.text = "Absent";
        OperatorSource::of(m_stage->context).add(none);
        QVERIFY(m_stage->settle());
        QTRY_VERIFY(nothing->isVisible());
        auto *noFrames = around(m_panel)->findChild<NothingLeft *>();
        QVERIFY(noFrames->isVisible() && !view().isVisible());
        noFrames->findChild<QToolButton *>("clearAllFilters")->click();
        QVERIFY(m_stage->settle());
        QTRY_VERIFY(table().isVisible() && view().isVisible());
    }

    void whatWasClearedComesBack() {
        OperatorSource &source = OperatorSource::of(m_stage->context);
        TraceFocus &focus = TraceFocus::of(m_stage->document);
        OpCondition add;
        add.text = "Add";
        source.add(add);
        focus.setMarked(TraceFocus::Range{1500, 2500});
        focus.setMarked(TraceFocus::Range{1500, 2600}); // while it is dragged
        const OpFilter filtered = source.filter();
        QCOMPARE(filtered.size(), size_t(2));
        around(m_table)->findChild<QToolButton *>("clearFilters")->click();
        QVERIFY(source.filter().empty() && !focus.marked());
        table().setFocus();
        QTest::keyClick(&table(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(source.filter(), filtered);
        QVERIFY(focus.marked() == TraceFocus::Range(1500, 2600));
        QMetaObject::invokeMethod(m_panel, "undo"); // Edit > Undo
        QCOMPARE(source.filter(), OpFilter{add});
        QVERIFY(!focus.marked());
        source.undo();
        QVERIFY(source.filter().empty() && !source.canUndo());
        QVERIFY(m_stage->settle());
    }

    /** Where a run ended nobody went: the table stays at what took most. */
    void theEndOfARunScrollsNothing() {
        auto *table = m_table->findChild<RecordView *>("timingsTable");
        m_table->resize(900, 130);
        const OpLog &ops = m_stage->document.session().ops;
        const int64_t last = ops.numberOf(ops.size() - 1);
        bool wasOutOfView = false;
        for (const Qt::SortOrder order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
            m_stage->selection.selectOp(last - 1);
            table->sortByColumn(2, order);
            table->verticalScrollBar()->setValue(0);
            m_stage->selection.selectOp(last);
            QCOMPARE(table->verticalScrollBar()->value(), 0);
            wasOutOfView |= !table->viewport()->rect().intersects(table->visualRect(table->currentIndex()));
            m_stage->selection.selectOp(last - 1);
            QVERIFY(table->viewport()->rect().intersects(table->visualRect(table->currentIndex())));
        }
        QVERIFY(wasOutOfView);
    }

    void zoomHasAHistory() {
        const int64_t function = firstOf(FlameKind::Function);
        QTest::mouseDClick(view().viewport(), Qt::LeftButton, {}, view().rectOf(function).center().toPoint());
        QCOMPARE(view().zoomed(), function);
        QCOMPARE(view().rectOf(function).width(), double(view().viewport()->width()));
        QTest::mouseClick(button("flameBack"), Qt::LeftButton);
        QCOMPARE(view().zoomed(), int64_t(0));
        QTest::mouseClick(button("flameForward"), Qt::LeftButton);
        QCOMPARE(view().zoomed(), function);
        QTest::mouseClick(button("flameWhole"), Qt::LeftButton);
        QCOMPARE(view().zoomed(), int64_t(0));
        QVERIFY(!button("flameWhole")->isEnabled() && button("flameBack")->isEnabled());
    }

    void keysWalkAndZoom() {
        view().setFocus();
        view().setCurrent(0);
        QTest::keyClick(&view(), Qt::Key_Down);
        QCOMPARE(view().current(), int64_t(1));
        QTest::keyClick(&view(), Qt::Key_Right);
        QCOMPARE(view().current(), int64_t(tree().frames[1].end));
        QTest::keyClick(&view(), Qt::Key_Left);
        QCOMPARE(view().current(), int64_t(1));
        QTest::keyClick(&view(), Qt::Key_Return);
        QCOMPARE(view().zoomed(), int64_t(1));
        QTest::keyClick(&view(), Qt::Key_Backspace);
        QCOMPARE(view().zoomed(), int64_t(0));
        QTest::keyClick(&view(), Qt::Key_Backspace, Qt::ShiftModifier);
        QCOMPARE(view().zoomed(), int64_t(1));
        QTest::keyClick(&view(), Qt::Key_Escape);
        QCOMPARE(view().zoomed(), int64_t(0));
        QTest::keyClick(&view(), Qt::Key_Up);
        QCOMPARE(view().current(), int64_t(0));
    }

    void everyFrameIsMetWhereItIsPainted() {
        int met = 0;
        for (int64_t i = 0; i < view().count(); ++i) {
            const QRectF rect = view().rectOf(i);
            if (rect.width() < 2) continue;
            QCOMPARE(view().itemAt(rect.center()), i);
            ++met;
        }
        QVERIFY(met > 10);
    }

    void aSearchSaysWhatItMatches() {
        around(m_panel)->findChild<QLineEdit *>("flameSearch")->setText("matmul");
        const FlameMatches matches = searchFlame(tree(), "matmul");
        QVERIFY(matches.count > 0);
        const QString share = QString::number(100 * double(matches.totalNs) / double(tree().totalNs()), 'f', 1);
        QVERIFY(around(m_panel)->findChild<QLabel *>("flameFound")->text().contains(share + " %"));
    }

    void orderAndFramesCanBeChosen() {
        const int64_t total = tree().totalNs();
        around(m_panel)->findChild<QToolButton *>("bottomUp")->click();
        QVERIFY(m_stage->settle());
        QVERIFY(tree().order == FlameOrder::BottomUp);
        QCOMPARE(tree().totalNs(), total);
        around(m_panel)->findChild<QToolButton *>("scope")->click();
        QVERIFY(m_stage->settle());
        QVERIFY(tree().by == FlameBy::Scope);
        QCOMPARE(tree().totalNs(), total);
    }

    void filtersStackAsChipsAndAreSharedByBoth() {
        const int64_t all = tree().totalNs();
        OpCondition backward, add;
        backward.grouping = OpGrouping::Phase;
        backward.text = "backward";
        add.text = "Add";
        add.keep = OpCondition::Keep::Others;
        OperatorSource &source = OperatorSource::of(m_stage->context);
        source.add(backward);
        source.add(add);
        QVERIFY(m_stage->settle());
        QVERIFY(tree().totalNs() > 0 && tree().totalNs() < all);
        QCOMPARE(tree().totalNs(), tableTotal());
        QCOMPARE(chips(*m_panel), (QStringList{"Phase: backward", "not Operator: Add"}));
        QCOMPARE(chips(*m_table), chips(*m_panel));
        around(m_panel)->findChild<QToolButton *>("chip0")->click();
        QVERIFY(m_stage->settle());
        QTRY_COMPARE(chips(*m_table), QStringList("not Operator: Add"));
        source.removeAll();
        QVERIFY(m_stage->settle());
        QCOMPARE(tree().totalNs(), all);
    }

    void aMarkedStretchIsAFilter() {
        const int64_t all = tree().totalNs();
        TraceFocus &focus = TraceFocus::of(m_stage->document);
        focus.setMarked(TraceFocus::Range{1500, 2500});
        QVERIFY(m_stage->settle());
        QVERIFY(tree().totalNs() > 0 && tree().totalNs() < all);
        QCOMPARE(tree().totalNs(), tableTotal());
        QCOMPARE(chips(*m_panel).size(), 1);
        around(m_panel)->findChild<QToolButton *>("chip0")->click();
        QVERIFY(!focus.marked());
        QVERIFY(m_stage->settle());
        QCOMPARE(tree().totalNs(), all);
    }

    void aMarkedStretchIsThatOfTheBaselineToo() {
        Baseline &baseline = Baseline::of(m_stage->context);
        baseline.setSession(std::make_shared<const Session>(NestedOps(3).make(400)));
        TraceFocus &focus = TraceFocus::of(m_stage->document);
        focus.setMarked(TraceFocus::Range{1500, 2500});
        QVERIFY(m_stage->settle());
        const QAbstractItemModel &model = *table().model();
        QVERIFY(model.rowCount() > 2);
        for (int row = 0; row < model.rowCount(); ++row) {
            QCOMPARE(model.index(row, columnOf("Δ self")).data().toString(), QString("="));
            QCOMPARE(model.index(row, columnOf("Calls before")).data().toString(),
                     model.index(row, columnOf("Calls")).data().toString());
        }
        focus.setMarked(std::nullopt);
        baseline.set({});
        QVERIFY(m_stage->settle());
    }

    void groupingsOfTheTableAddUpToTheSame() {
        auto *grouping = around(m_table)->findChild<QComboBox *>("timingsGrouping");
        const QString total = around(m_table)->findChild<QLabel *>("timingsTotal")->text();
        for (const OpGrouping by : {OpGrouping::Type, OpGrouping::Cell, OpGrouping::Line, OpGrouping::Step}) {
            grouping->setCurrentIndex(int(by));
            QVERIFY(m_stage->settle());
            QCOMPARE(around(m_table)->findChild<QLabel *>("timingsTotal")->text(), total);
        }
    }

    void theBaselineIsComparedInBoth() {
        Baseline &baseline = Baseline::of(m_stage->context);
        baseline.setSession(std::make_shared<const Session>(NestedOps(3).make(400)));
        QVERIFY(m_stage->settle());
        auto *sentence = around(m_panel)->findChild<QWidget *>("flameSentence");
        QTRY_VERIFY(sentence->accessibleName().contains("equal in the baseline"));
        const QAbstractItemModel &same = *table().model();
        const int delta = columnOf("Δ self");
        QVERIFY(delta > 0);
        for (int row = 0; row < same.rowCount(); ++row)
            QCOMPARE(same.index(row, delta).data().toString(), QString("="));

        baseline.setSession(std::make_shared<const Session>(NestedOps(4).make(300)));
        QVERIFY(m_stage->settle());
        QTRY_VERIFY(sentence->accessibleName().contains("against the baseline"));
        QVERIFY(view().toolTipAt(view().rectOf(0).center()).contains("against the baseline"));
        QVERIFY(table().model()->index(0, delta).data(Qt::ToolTipRole).toString().size() > 5);
        baseline.set("none"); // a window without kept runs has none of that name
        baseline.set({});
        QVERIFY(m_stage->settle());
        QTRY_COMPARE(columnOf("Δ self"), -1);
    }

    void aSessionFileIsABaseline() {
        const QTemporaryDir folder;
        const std::string good = folder.filePath("other.jitscope").toStdString(),
                          empty = folder.filePath("empty.jitscope").toStdString();
        MemoryScript script;
        script.op("Add", 400, 10);
        QVERIFY(saveSession(script.done(), good).ok());
        QVERIFY(saveSession(Session(), empty).ok());
        Baseline &baseline = Baseline::of(m_stage->context);
        QSignalSpy failed(&baseline, &Baseline::failed);
        baseline.setFile(QString::fromStdString(good));
        QTRY_VERIFY(columnOf("Δ self") > 0);
        QCOMPARE(baseline.name(), QString("other.jitscope"));
        QCOMPARE(failed.count(), 0);
        baseline.setFile(QString::fromStdString(empty));
        QTRY_COMPARE(failed.count(), 1);
        QVERIFY(failed[0][0].toString().contains("empty.jitscope holds no recorded operators"));
        QVERIFY(baseline.id().isEmpty());
        baseline.setFile(folder.filePath("missing.jitscope"));
        QTRY_COMPARE(failed.count(), 2);
        QVERIFY(m_stage->settle());
        QTRY_COMPARE(columnOf("Δ self"), -1);
    }

    void theHistogramFiltersWhatIsDraggedOver() {
        around(m_table)->findChild<QToolButton *>("timingsHistogram")->setChecked(true);
        table().setCurrentIndex(table().model()->index(0, 0));
        QVERIFY(m_stage->settle());
        auto *chart = around(m_table)->findChild<timingspanel::InstanceChart *>();
        QVERIFY(chart->isVisible() && chart->count() > 2);
        int64_t calls = 0;
        for (const int64_t count : chart->instances().bins.counts)
            calls += count;
        QCOMPARE(calls, table().model()->index(0, 1).data().toLongLong());
        // An axis without marks, or one of which nobody says that it is logarithmic, is read wrongly.
        QVERIFY2(chart->axisText().contains("logarithmic"), qPrintable(chart->axisText()));
        const auto ticks = chart->ticks();
        QVERIFY(ticks.size() > 1);
        for (size_t i = 1; i < ticks.size(); ++i)
            QVERIFY(ticks[i - 1].x < ticks[i].x);
        chart->setCurrent(0);
        QTest::keyClick(chart, Qt::Key_Return);
        QCOMPARE(chips(*m_panel).size(), 1);
        QVERIFY(chips(*m_panel)[0].startsWith("duration "));
        QVERIFY(m_stage->settle());
        around(m_table)->findChild<QToolButton *>("time")->click();
        chart->setCurrent(0);
        QTest::keyClick(chart, Qt::Key_Return);
        QVERIFY(TraceFocus::of(m_stage->document).marked().has_value());
        QCOMPARE(chips(*m_panel).size(), 2);
        QVERIFY(m_stage->settle());
        QCOMPARE(tree().totalNs(), tableTotal());
    }

    void theRooflineFollowsTheTable() {
        Session session = NestedOps(3).make(400);
        for (size_t place = 0; place < session.ops.size(); ++place)
            session.ops.change(place, [](OpEvent &op) {
                op.cost = op.op.str() == "Add" ? OpCost{0, 4096} : OpCost{1000, 100};
            });
        m_stage->document.replace(std::move(session));
        QVERIFY(m_stage->settle());
        around(m_table)->findChild<QToolButton *>("timingsRoofline")->click();
        QVERIFY(m_stage->settle());
        auto *chart = around(m_table)->findChild<RooflineView *>();
        QVERIFY(chart->isVisible());
        QCOMPARE(chart->count(), int64_t(table().model()->rowCount()) - 1); // Add computes nothing
        const QString title = around(m_table)->findChild<QLabel *>("operatorRooflineTitle")->text();
        COMPARE_TEXT(title.toStdString(), "50.0 GFLOP/s \xC2\xB7 L2 cache 80.0 GB/s \xC2\xB7 memory 10.0 GB/s");
        for (int row = 0; row < table().model()->rowCount(); ++row) {
            table().setCurrentIndex(table().model()->index(row, 0));
            const QString name = table().model()->index(row, 0).data().toString();
            if (name == "Add") continue;
            QCOMPARE(QString::fromStdString(chart->points()[size_t(chart->current())].group), name);
        }
        chart->setFocus();
        QTest::keyClick(chart, Qt::Key_Home);
        QCOMPARE(table().currentIndex().siblingAtColumn(0).data().toString(),
                 QString::fromStdString(chart->points()[size_t(chart->current())].group));
        const QString sentence = around(m_table)->findChild<QWidget *>("operatorRooflineSentence")->accessibleName();
        QVERIFY2(sentence.contains("1 row is not drawn") || sentence.contains("1 row(s)"), qPrintable(sentence));
        // What is said of the point is there in full, and its label lies on none of the roofs' texts.
        auto *point = around(m_table)->findChild<QLabel *>("operatorRooflinePoint");
        COMPARE_TEXT(point->text().toStdString(), chart->textOf(chart->current()).toStdString());
        QTRY_VERIFY(point->isVisible() && point->height() >= point->heightForWidth(point->width()));
        QVERIFY(around(m_table)->findChild<QLabel *>("operatorRooflineTitle")->toolTip().startsWith(title));
        const QRectF label = chart->labels().front().box;
        QVERIFY(std::ranges::none_of(chart->roofTexts(), [&](const QRectF &text) { return text.intersects(label); }));
        around(m_table)->findChild<QToolButton *>("timingsHistogram")->click();
        QVERIFY(m_stage->settle());
        QVERIFY(!chart->isVisible());
    }

    /** Steps have an order, which the table keeps whatever takes most. */
    void stepsComeInTheirOrder() {
        Session session;
        for (int step = 1; step <= 12; ++step)
            for (const OpPhase phase : {OpPhase::Forward, OpPhase::Optimizer}) {
                OpEvent op;
                op.number = int64_t(session.ops.size()) + 1;
                op.op = "Mul";
                op.startNs = 1000 * op.number;
                op.durationNs = step == 7 ? 300 : 10;
                op.phase = phase;
                session.ops.push_back(op);
            }
        m_stage->document.replace(std::move(session));
        auto *grouping = around(m_table)->findChild<QComboBox *>("timingsGrouping");
        grouping->setCurrentIndex(int(OpGrouping::Step));
        QVERIFY(m_stage->settle());
        QStringList names;
        for (int row = 0; row < table().model()->rowCount(); ++row)
            names << table().model()->index(row, 0).data().toString();
        COMPARE_TEXT(names.join(' ').toStdString(), "1 2 3 4 5 6 7 8 9 10 11 12");
        grouping->setCurrentIndex(int(OpGrouping::Op));
        QVERIFY(m_stage->settle());
    }

    void whatIsCopiedSaysTheSame() {
        const QString text = m_panel->contentAsText();
        QCOMPARE(text.count('\n'), int(tree().frames.size()) + 1);
        QVERIFY(text.contains("MatMul"));
    }

    void withoutOperatorsThereIsAWordOfWhatToDo() {
        m_stage->document.replace({});
        QVERIFY(m_stage->settle());
        QVERIFY(!view().isVisible());
        QCOMPARE(view().count(), int64_t(1));
    }

private:
    /** Given: what a busy machine reaches differs each time. */
    static MachinePeaks thisMachine() {
        return {50e9, {{"L2 cache", 1 << 20, 80e9}, {"memory", std::numeric_limits<int64_t>::max(), 10e9}}, 2, "given"};
    }
    /** A panel with its title controls, which stand outside of it. */
    static QWidget *around(Panel *panel) { return panel->parentWidget(); }
    flamepanel::FlameView &view() { return *around(m_panel)->findChild<flamepanel::FlameView *>(); }
    const FlameTree &tree() { return view().tree(); }
    QToolButton *button(const char *name) { return around(m_panel)->findChild<QToolButton *>(name); }
    RecordView &table() { return *around(m_table)->findChild<RecordView *>("timingsTable"); }
    int columnOf(const QString &title) {
        const QAbstractItemModel &model = *table().model();
        for (int column = 0; column < model.columnCount(); ++column)
            if (model.headerData(column, Qt::Horizontal).toString() == title) return column;
        return -1;
    }
    static QStringList chips(const Panel &panel) { return panel.findChild<FilterChips *>()->texts(); }
    int64_t tableTotal() {
        const auto view = OperatorSource::of(m_stage->context).view();
        int64_t total = 0;
        for (const uint32_t place : view->places)
            total += view->columns->self[place];
        const QString shown = around(m_table)->findChild<QLabel *>("timingsTotal")->text();
        return shown.endsWith(QString::fromStdString(humanTime(total))) ? total : -1;
    }
    QLineEdit *textFilter() { return m_table->titleControls()->findChild<QLineEdit *>(); }
    int64_t firstOf(FlameKind kind) {
        for (int64_t i = 0; i < view().count(); ++i)
            if (tree().frames[size_t(i)].kind == kind && view().rectOf(i).width() > 4) return i;
        return 0;
    }
    void click(int64_t frame) {
        QTest::mouseClick(view().viewport(), Qt::LeftButton, {}, view().rectOf(frame).center().toPoint());
    }

    std::unique_ptr<PanelStage> m_stage;
    Panel *m_panel = nullptr, *m_table = nullptr;
};

JITSCOPE_WINDOW_TEST(FlamePanelTest)

} // namespace jitscope::tst_flamepanel

#include "tst_flamepanel.moc"
