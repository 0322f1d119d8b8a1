// SPDX-License-Identifier: Apache-2.0
// The panel of advice on a run: findings, what shows them, and the button that checks them.
#include "app/models/recordview.h"
#include "app/models/sortfiltermodel.h"
#include "app/models/variantrequests.h"
#include "app/panels/runadvice/runadvicepanel.h"
#include "app/sdk/widgets/emptystate.h"
#include "app/shell/language.h"
#include "engine/runadvice/runadvice.h"
#include "engine/session/compilation.h"
#include "tests/support/panelstage.h"
#include "tests/support/testprogram.h"

#include <QLabel>
#include <QPushButton>

namespace jitscope::tst_runadvicepanel {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

/** Eager calls of no work, and a call of a graph at O0: Tanh(Mul(Exp(x))). */
Session smallCallsAndAGraph() {
    Session made;
    SourceSpan span;
    span.file = "/s.py";
    span.line = 7;
    made.stacks = {{{"main", span}}};
    Compilation compilation;
    compilation.index = 0;
    compilation.function = "f";
    compilation.jitLevel = "O0";
    made.compilations.push_back(std::move(compilation));
    for (int64_t id = 0; id < 4; ++id) {
        TensorRecord tensor;
        tensor.id = id;
        tensor.shape = Dims{1000, 500};
        made.tensors.push_back(tensor);
    }
    int64_t now = 0;
    const auto add = [&](const char *name, int64_t durationNs, OpCost cost, int ofCompilation) {
        OpEvent op;
        op.number = int64_t(made.ops.size()) + 1;
        op.op = name;
        op.startNs = now;
        op.durationNs = durationNs;
        op.cost = cost;
        op.stack = 0;
        op.compilation = ofCompilation;
        now += durationNs;
        made.ops.push_back(op);
    };
    const auto addNode = [&](const char *name, int64_t place) {
        add(name, 15'000, {1e6, 4e6}, 0);
        made.ops.change(made.ops.size() - 1, [&](OpEvent &op) {
            op.graphCall = 1;
            op.node = NodeId{place};
            op.inputs = IdList(std::vector<int64_t>{place});
            op.outputs = IdList(std::vector<int64_t>{place + 1});
        });
    };
    for (int i = 0; i < 150; ++i)
        add("Add", 100, {6, 72}, -1);
    GraphCall &call = made.graphCalls.emplace_back();
    call.number = 1;
    call.compilation = 0;
    call.startNs = now;
    call.durationNs = 45'000;
    call.stack = 0;
    addNode("Exp", 0);
    addNode("Mul", 1);
    addNode("Tanh", 2);
    return made;
}

} // namespace

class RunAdvicePanelTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        m_stage = std::make_unique<PanelStage>();
        m_panel = &m_stage->add(runadvicePanel(), {900, 500});
    }
    void cleanup() { m_stage.reset(); }

    void besideAMarkedRangeItSaysThatItIsOfTheWholeRun() {
        m_stage->document.replace(smallCallsAndAGraph());
        QVERIFY(m_stage->settle());
        auto *note = m_panel->findChild<QWidget *>("wholeRunNote");
        QVERIFY(!note->isVisible());
        TraceFocus::of(m_stage->document).setMarked(TraceFocus::Range{0, 1000});
        QVERIFY(note->isVisible());
        QVERIFY2(note->accessibleName().startsWith("Of the whole run"), qPrintable(note->accessibleName()));
    }

    void withoutARunItSaysWhatToDo() {
        QVERIFY(m_stage->settle());
        QVERIFY(m_panel->contentAsText().isEmpty());
        QVERIFY(hasText("F5"));
    }

    void withoutAFindingItSaysWhatItLookedAt() {
        Session quiet;
        OpEvent op;
        op.number = 1;
        op.op = "MatMul";
        op.durationNs = 1000;
        op.cost = {1e9, 1e6};
        quiet.ops.push_back(op);
        m_stage->document.replace(std::move(quiet));
        QVERIFY(m_stage->settle());
        const QAbstractItemModel &rows = *table("runFindings").model();
        QCOMPARE(rows.rowCount(), int(runRules().size()));
        int conversions = 0;
        while (conversions < rows.rowCount() && cell("runFindings", conversions, 0) != "Conversions between dtypes")
            ++conversions;
        QCOMPARE(cell("runFindings", conversions, 2), QString("0.0 %"));
        QCOMPARE(cell("runFindings", conversions, 3), QString("of the operators' time"));
        QVERIFY(!m_panel->findChild<QWidget *>("runEvidence")->isVisible());
        QVERIFY(m_panel->findChild<QWidget *>("runAdviceNothing")->isVisible());
        QVERIFY(m_panel->contentAsText().contains("Conversions between dtypes: 0.0 %, told above 5 % of"));
    }

    void findingsAreListedByTimeWithTheirEvidence() {
        open();
        QCOMPARE(table("runFindings").model()->rowCount(), int(runRules().size())); // what is below its limit behind
        QCOMPARE(cell("runFindings", 0, 0), QString("Graphs that fuse nothing"));
        QCOMPARE(cell("runFindings", 1, 0), QString("Calls smaller than their overhead"));
        QCOMPARE(cell("runEvidence", 0, 0), QString("f"));
        table("runFindings").setCurrentIndex(table("runFindings").model()->index(1, 0));
        QCOMPARE(cell("runEvidence", 0, 0), QString("s.py:7"));
        QVERIFY(label("runAdviceText").contains("150 eager calls"));
        QVERIFY(m_panel->contentAsText().contains("150 eager calls"));
        QVERIFY(m_panel->contentAsText().contains("s.py:7"));
        QVERIFY(m_panel->findChild<QPushButton *>("runAdviceCheck")->isVisible());
        table("runFindings").setCurrentIndex(table("runFindings").model()->index(2, 0));
        QVERIFY2(label("runAdviceText").startsWith("Nothing to advise: "), qPrintable(label("runAdviceText")));
        QVERIFY2(!m_panel->findChild<QPushButton *>("runAdviceCheck")->isVisible(), "there is nothing to check");
    }

    /** What is copied is what the window shows. */
    void theCopiedTextIsInTheLanguageOfTheWindow() {
        open();
        installLanguage("zh_CN");
        const QString text = m_panel->contentAsText();
        installLanguage("en");
        for (const char *words : {"Graphs that fuse nothing", "at stake", "eager calls", "Looked at"})
            QVERIFY2(!text.contains(words), qPrintable(text));
        QVERIFY2(text.contains("s.py:7") && text.contains("150"), qPrintable(text));
    }

    void aRowOfEvidenceSelectsItsOperator() {
        open();
        table("runFindings").setCurrentIndex(table("runFindings").model()->index(1, 0));
        QTest::mouseClick(m_panel->findChild<QPushButton *>("runAdviceCheck"), Qt::LeftButton);
        QCOMPARE(m_stage->shown, QStringList{"bench"});
        QVERIFY(m_stage->selection.current().op > 0);
    }

    void theCheckAsksForAVariant() {
        open();
        QTest::mouseClick(m_panel->findChild<QPushButton *>("runAdviceCheck"), Qt::LeftButton);
        QCOMPARE(m_stage->shown, QStringList{"variants"});
        const auto asked = VariantRequests::of(m_stage->document).take();
        QCOMPARE(asked.size(), size_t(1));
        QCOMPARE(asked[0].compilation, 0);
        VariantSpec spec;
        asked[0].change(spec);
        QVERIFY(spec.level == JitLevel::O1);
    }

private:
    void open() {
        m_stage->document.replace(smallCallsAndAGraph());
        QVERIFY(m_stage->settle());
    }
    RecordView &table(const char *name) { return *m_panel->findChild<RecordView *>(name); }
    QString cell(const char *name, int row, int column) {
        return table(name).model()->index(row, column).data().toString();
    }
    QString label(const char *name) { return m_panel->findChild<QLabel *>(name)->text(); }
    bool hasText(const QString &text) {
        const QList<QLabel *> labels = m_panel->findChildren<QLabel *>();
        return std::ranges::any_of(labels, [&](const QLabel *each) { return each->text().contains(text); });
    }

    std::unique_ptr<PanelStage> m_stage;
    Panel *m_panel = nullptr;
};

JITSCOPE_WINDOW_TEST(RunAdvicePanelTest)

} // namespace jitscope::tst_runadvicepanel

#include "tst_runadvicepanel.moc"
