// SPDX-License-Identifier: Apache-2.0
// Two texts side by side: which words are marked, and what of unchanged lines is shown.
#include "app/graphview/irdiffview.h"
#include "app/graphview/irtextpane.h"
#include "tests/support/irmodules.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

namespace jitscope::tst_irdiffview {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

QStringList marked(const QString &text, const std::vector<TextMark> &marks) {
    QStringList words;
    for (const TextMark &mark : marks)
        words << text.mid(mark.from, mark.length);
    return words;
}

/** A chain of `count` operators; the one at `other` is another one. */
Module chain(int count, int other) {
    NodeMaker make;
    const auto type = Abstract::tensor(DType::Float32, {4});
    const NodePtr x = make.parameter("x", type);
    NodePtr node = x;
    for (int i = 0; i < count; ++i)
        node = make.call(i == other ? "Tanh" : "Exp", {node}, type);
    return {{graphOf("chain", {x}, node)}, {}};
}

/** The panes as they stand. */
struct View {
    explicit View(int other) {
        view.resize(800, 400);
        view.setDiff(irDiff(chain(60, -1), chain(60, other)));
    }
    auto rows() const { return view.findChild<IrTextPane *>("irLeft")->rows(); }
    int folds() const {
        return int(std::ranges::count_if(rows(), [](const IrRow &row) { return row.foldOf >= 0; }));
    }
    void choose(int fold) {
        auto *pane = view.findChild<IrTextPane *>("irLeft");
        for (size_t i = 0; i < rows().size(); ++i)
            if (rows()[i].foldOf == fold) return Q_EMIT pane->rowChosen(int(i));
    }

    IrDiffView view;
};

} // namespace

class TestIrDiffView : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void wordsAreMarkedOneByOne() {
        const QString left = "%4 = Add(%1, %2) f32[2,3]", right = "%4 = Add(%7, %2) f16[2,3]";
        const auto [a, b] = wordMarks(left, right);
        QCOMPARE(marked(left, a), (QStringList{"%1", "f32"}));
        QCOMPARE(marked(right, b), (QStringList{"%7", "f16"}));
    }

    void equalLinesHaveNoMarks() {
        const auto [a, b] = wordMarks("Exp(x)", "Exp(x)");
        QVERIFY(a.empty() && b.empty());
    }

    void wordsThatOnlyOneSideHasAreOneMark() {
        const QString left = "Exp(x)", right = "Exp(x, y)";
        const auto [a, b] = wordMarks(left, right);
        QVERIFY(a.empty());
        QCOMPARE(marked(right, b), (QStringList{", y"}));
    }

    void linesOfAnyLengthAreCompared() {
        QString left, right;
        for (int i = 0; i < 2000; ++i) {
            left += QString::number(i) + ' ';
            right += QString::number(i + 1) + ' ';
        }
        const auto [a, b] = wordMarks(left, right);
        QVERIFY(!a.empty() && !b.empty());
    }

    void longRunsAreOneLineUntilTheyAreChosen() {
        View shown(30);
        QCOMPARE(shown.folds(), 2);
        const size_t before = shown.rows().size();
        QVERIFY(before < 20);
        shown.choose(0);
        QCOMPARE(shown.folds(), 1);
        QVERIFY(shown.rows().size() > before + 8);
        // The text as a whole has every line.
        QVERIFY(shown.view.shownText().count('\n') >= 60);
    }

    void aSelectedNodeIsNeverHidden() {
        View shown(30);
        const NodeId hidden = shown.view.diff().left[10].node;
        QVERIFY(hidden.valid());
        shown.view.setSelectedNodes({hidden}, {hidden});
        QCOMPARE(shown.folds(), 1);
        QVERIFY(shown.view.findChild<IrTextPane *>("irLeft")->rowOf(hidden) >= 0);
    }

    /** Both sides of a changed line, in both layouts; words are compared when they are asked for. */
    void aChangedLineKnowsItsWords() {
        NodeMaker make;
        const auto type = Abstract::tensor(DType::Float32, {4});
        const NodePtr x = make.parameter("x", type), y = make.parameter("y", type);
        const NodePtr sum = make.call("Add", {x, x}, type);
        auto other = std::make_shared<Node>(*sum);
        other->inputs = {x, y};
        IrDiffView view;
        view.setDiff(irDiff({{graphOf("sum", {x, y}, sum)}, {}}, {{graphOf("sum", {x, y}, other)}, {}}));
        const auto words = [&](const char *pane) {
            QStringList found;
            for (const IrRow &row : view.findChild<IrTextPane *>(QLatin1String(pane))->rows())
                found += marked(row.text, row.marks());
            return found;
        };
        QCOMPARE(words("irLeft").size(), 1);
        QCOMPARE(words("irRight").size(), 1);
        QVERIFY2(words("irLeft").front().contains('x') && words("irRight").front().contains('y'),
                 qPrintable(words("irLeft").front() + words("irRight").front()));
        const QStringList both = words("irLeft") + words("irRight");
        view.setMode(IrDiffView::Mode::Unified);
        QCOMPARE(words("irLeft"), both);
    }

    void whatIsEqualIsShownWhole() {
        View shown(-1);
        QCOMPARE(shown.folds(), 0);
        QCOMPARE(shown.view.changeCount(), 0);
    }

    void whatOthersOvertookIsMarkedAsMoved() {
        IrDiffView view;
        view.setDiff(irDiff(fourCalls({0, 1, 2, 3}), fourCalls({1, 2, 3, 0})));
        const auto movedLines = [&](const char *pane) {
            QStringList found;
            for (const IrRow &row : view.findChild<IrTextPane *>(QLatin1String(pane))->rows())
                if (row.change == LineChange::Moved) found << row.text.section(QLatin1Char('('), 0, 0).trimmed();
            return found;
        };
        QCOMPARE(movedLines("irLeft").size(), 1);
        QCOMPARE(movedLines("irRight").size(), 1);
        view.setMode(IrDiffView::Mode::Unified);
        QCOMPARE(movedLines("irLeft").size(), 2); // where it was, and where it is
        QCOMPARE(view.shownText().count(QStringLiteral("\n> ")), 2);
    }

    void whatAGraphReturnsIsALineThatStays() {
        NodeMaker make;
        const NodePtr x = make.parameter("x", matrix());
        const NodePtr inner = make.call("Exp", {x}, matrix());
        const Module left{{graphOf("f", {x}, make.call("Neg", {inner}, matrix()))}, {}};
        const Module right{{graphOf("f", {x}, inner)}, {}};
        const IrDiff diff = irDiff(left, right);
        const auto returned = [](const std::vector<PrintedLine> &lines) {
            return int(std::ranges::find_if(lines, &PrintedLine::isReturn) - lines.begin());
        };
        const auto row = std::ranges::find(diff.rows, returned(diff.left), &DiffRow::left);
        QVERIFY(row != diff.rows.end());
        QCOMPARE(row->right, returned(diff.right));
        QVERIFY(diff.leftRows[size_t(row - diff.rows.begin())].change != LineChange::Removed);
    }

    void foldingIsSwitchedOffAndWorksInOneText() {
        View shown(30);
        shown.view.setMode(IrDiffView::Mode::Unified);
        QCOMPARE(shown.folds(), 2);
        QCOMPARE(shown.view.changeCount(), 1);
        shown.view.setFolding(IrDiffView::Folding::None);
        QCOMPARE(shown.folds(), 0);
        QVERIFY(shown.rows().size() > 60);
    }
};

JITSCOPE_WINDOW_TEST(TestIrDiffView)

} // namespace jitscope::tst_irdiffview

#include "tst_irdiffview.moc"
