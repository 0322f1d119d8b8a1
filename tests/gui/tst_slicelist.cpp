// SPDX-License-Identifier: Apache-2.0
// The slices panel: names of the marked range, the slices of a name, what a search found.
#include "app/models/recordview.h"
#include "app/models/rowmenu.h"
#include "app/panels/slicelist/slicelistpanel.h"
#include "app/sdk/theme.h"
#include "engine/session/session.h"
#include "tests/support/panelstage.h"
#include "tests/support/ranktrace.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QApplication>
#include <QClipboard>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QMenu>
#include <QSignalSpy>
#include <QTemporaryDir>

namespace jitscope::tst_slicelist {

using namespace jitscope;
using namespace jitscope::testing;

class SliceListTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        qputenv("JITSCOPE_CONFIG_DIR", m_folder.path().toLocal8Bit());
        applyTheme(Theme::light());
    }
    void init() {
        m_stage = std::make_unique<PanelStage>();
        m_panel = &m_stage->add(slicelistPanel(), {1200, 400});
        m_stage->open(rankTrace());
        m_names = m_panel->findChild<RecordView *>("sliceNames");
        m_slices = m_panel->findChild<RecordView *>("sliceRows");
        QVERIFY(m_names && m_slices);
    }
    void cleanup() { m_stage.reset(); }

    void withoutARangeItSaysWhatToDo() {
        QVERIFY(!m_names->isVisible());
        QVERIFY(m_stage->settle());
    }

    void namesOfTheRangeAddUpWithTheUnionBeside() {
        focus().setMarked(TraceFocus::Range{rankEpoch, rankEpoch + 900'000});
        QVERIFY(m_stage->settle());
        QVERIFY(m_names->isVisible());
        COMPARE_TEXT(
            m_names->allAsText().toStdString(),
            "Name\tWall (sum)\tUnion\tSelf\tAvg\tMax\tMin\tCount\n"
            "train.py(88): step\t900 \xC2\xB5s\t900 \xC2\xB5s\t700 \xC2\xB5s\t900 \xC2\xB5s\t900 \xC2\xB5s\t900 "
            "\xC2\xB5s\t1\n"
            "MatMul_1\t300 \xC2\xB5s\t300 \xC2\xB5s\t300 \xC2\xB5s\t300 \xC2\xB5s\t300 \xC2\xB5s\t300 \xC2\xB5s\t1\n"
            "hcom_allReduce__618_0\t250 \xC2\xB5s\t250 \xC2\xB5s\t250 \xC2\xB5s\t250 \xC2\xB5s\t250 \xC2\xB5s\t250 "
            "\xC2\xB5s\t1\n"
            "Add_2\t240 \xC2\xB5s\t240 \xC2\xB5s\t240 \xC2\xB5s\t240 \xC2\xB5s\t240 \xC2\xB5s\t240 \xC2\xB5s\t1\n"
            "aten::mul\t200 \xC2\xB5s\t200 \xC2\xB5s\t200 \xC2\xB5s\t200 \xC2\xB5s\t200 \xC2\xB5s\t200 \xC2\xB5s\t1\n"
            "Node@launch\t60.0 \xC2\xB5s\t60.0 \xC2\xB5s\t60.0 \xC2\xB5s\t60.0 \xC2\xB5s\t60.0 \xC2\xB5s\t60.0 "
            "\xC2\xB5s\t1\n");
        const QString footer = m_panel->findChild<QLabel *>("sliceFooter")->text();
        QVERIFY2(footer.contains("union 900 \xC2\xB5s of 900 \xC2\xB5s"), qPrintable(footer));
    }

    void ranksThatOverlapCountOnceInTheUnion() {
        focus().setShifts({{1, -rankClock}});
        focus().setMarked(TraceFocus::Range{rankEpoch, rankEpoch + 900'000});
        QVERIFY(m_stage->settle());
        QVERIFY2(m_names->allAsText().contains("MatMul_1\t600 \xC2\xB5s\t300 \xC2\xB5s\t600 \xC2\xB5s"),
                 qPrintable(m_names->allAsText()));
    }

    void onlyThePickedLanesCount() {
        const Trace &trace = m_stage->document.session().trace;
        for (const Track &track : trace.tracks())
            if (track.name == "Stream 2" && track.rank == 0) focus().setLanes({track.id});
        focus().setMarked(TraceFocus::Range{rankEpoch, rankEpoch + 900'000});
        QVERIFY(m_stage->settle());
        QCOMPARE(m_names->allAsText().count('\n'), 2);
    }

    /** The context menu of a row leads to the slice, marks its time and copies it. */
    void aRowOffersWhatIsDoneWithASlice() {
        focus().setMarked(TraceFocus::Range{rankEpoch, rankEpoch + 900'000});
        QVERIFY(m_stage->settle());
        m_names->setCurrentIndex(m_names->model()->index(0, 0)); // train.py(88): step
        QVERIFY(m_stage->settle());
        QCOMPARE(m_slices->model()->rowCount(), 1);
        QMenu menu;
        RowMenu::of(*m_slices).fill(menu, m_slices->model()->index(0, 0));
        const auto choose = [&](const char *id) {
            auto *action = menu.findChild<QAction *>(QLatin1String(id));
            if (action) action->trigger();
            return action != nullptr;
        };
        QVERIFY(choose("copySliceJson"));
        const QJsonObject copied = QJsonDocument::fromJson(QApplication::clipboard()->text().toUtf8()).object();
        QCOMPARE(copied["name"].toString(), QString("train.py(88): step"));
        QVERIFY(copied.contains("begin_ns") && copied.contains("arguments"));
        focus().setMarked({});
        QVERIFY(choose("markSlice"));
        QCOMPARE(focus().marked(), (TraceFocus::Range{rankEpoch, rankEpoch + 900'000}));
        QSignalSpy searches(&focus(), &TraceFocus::searchWanted);
        QVERIFY(choose("findSameSlices"));
        QCOMPARE(searches.value(0).value(0).toString(), QStringLiteral("train.py(88): step"));
        QVERIFY(choose("zoomToSlice"));
        QVERIFY(m_stage->shown.contains(QStringLiteral("timeline")));
        QVERIFY(m_stage->selection.current().slice.valid());
    }

    void aRowListsItsSlicesAndAClickSelectsOne() {
        focus().setMarked(TraceFocus::Range{rankEpoch, rankEpoch + 3'900'000});
        QVERIFY(m_stage->settle());
        m_names->setCurrentIndex(m_names->model()->index(1, 0));
        QVERIFY(m_stage->settle());
        QCOMPARE(m_slices->model()->rowCount(), 4);
        const QModelIndex second = m_slices->model()->index(1, 1);
        QTest::mouseClick(m_slices->viewport(), Qt::LeftButton, {}, m_slices->visualRect(second).center());
        const SliceId selected = m_stage->selection.current().slice;
        QVERIFY(selected.valid());
        QCOMPARE(m_stage->document.session().trace.nameOf(selected), std::string_view("MatMul_1"));
        QVERIFY(m_panel->contentAsText().contains("Stream 2"));
    }

    void whatWasFoundIsListed() {
        auto found = std::make_shared<TraceFocus::Found>();
        found->text = "x";
        found->slices = {SliceId{0}, SliceId{3}, SliceId{9}};
        focus().setFound(found);
        QVERIFY(m_stage->settle());
        QVERIFY(m_slices->isVisible() && !m_names->isVisible());
        QCOMPARE(m_slices->model()->rowCount(), 3);
        m_slices->setCurrentIndex(m_slices->model()->index(2, 0));
        QTest::keyClick(m_slices, Qt::Key_Return);
        QCOMPARE(m_stage->selection.current().slice, SliceId{3}); // the last to begin
        focus().setFound(nullptr);
        QVERIFY(!m_slices->isVisible());
    }

    /** How long it would have taken nobody knows: 0 would halve the mean. */
    void whatFailedHasNoTimeAndIsInNoSum() {
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
        addRecordedLanes(session);
        session.trace.arrange();
        m_stage->document.replace(std::move(session));
        focus().setMarked(TraceFocus::Range{0, 1000});
        QVERIFY(m_stage->settle());
        COMPARE_TEXT(m_names->allAsText().toStdString(), "Name\tWall (sum)\tUnion\tSelf\tAvg\tMax\tMin\tCount\n"
                                                         "MatMul\t50 ns\t50 ns\t50 ns\t50 ns\t50 ns\t50 ns\t"
                                                         "1 + 1 failed\n"
                                                         "Conv2D\t–\t–\t–\t–\t–\t–\t1 failed\n");
        const QString footer = m_panel->findChild<QLabel *>("sliceFooter")->text();
        QVERIFY2(footer.startsWith("1 slice(s) \u00B7 2 failed \u00B7 sum 50 ns"), qPrintable(footer));
        m_names->setCurrentIndex(m_names->model()->index(0, 0));
        QVERIFY(m_stage->settle());
        QCOMPARE(m_slices->model()->index(0, 1).data().toString(), QString("50 ns"));
        QCOMPARE(m_slices->model()->index(1, 1).data().toString(), QString("–"));
        QVERIFY(m_slices->model()->index(1, 1).data(Qt::ToolTipRole).toString().contains("failed"));
    }

private:
    TraceFocus &focus() { return TraceFocus::of(m_stage->document); }
    QTemporaryDir m_folder;
    std::unique_ptr<PanelStage> m_stage;
    Panel *m_panel = nullptr;
    RecordView *m_names = nullptr, *m_slices = nullptr;
};

JITSCOPE_WINDOW_TEST(SliceListTest)

} // namespace jitscope::tst_slicelist

#include "tst_slicelist.moc"
