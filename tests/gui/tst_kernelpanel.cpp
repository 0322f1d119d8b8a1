// SPDX-License-Identifier: Apache-2.0
// The Kernel panel: from a line of code to its member, node and source line, and back.
#include "app/graphview/graphview.h"
#include "app/models/timemeasure.h"
#include "app/panels/kernel/codelisting.h"
#include "app/panels/kernel/kernelpanel.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"
#include "tests/support/panelstage.h"
#include "tests/support/pythonscripts.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QComboBox>
#include <QLabel>
#include <QScrollBar>
#include <QToolButton>
#include <algorithm>

namespace jitscope::tst_kernelpanel {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

const char *const script = "import numpy as np, mindspore as ms\n"
                           "from mindspore import nn, ops\n"
                           "net = nn.Dense(8, 16)\n"
                           "@ms.jit(jit_level='O1')\n"
                           "def run(x):\n"
                           "    y = ops.matmul(x, net.weight.T) * 0.5\n"
                           "    y = y + net.bias\n"
                           "    return ops.tanh(y)\n"
                           "run(ms.Tensor(np.ones((3, 8), np.float32)))\n";
constexpr int biasLine = 7;

const Session &recorded() {
    static const Session session = [] {
        PythonScripts scripts;
        scripts.run(script);
        return Recorder::instance().take();
    }();
    return session;
}

struct Shown {
    Shown() {
        stage.document.replace(recorded());
        panel = &stage.add(kernelPanel(), {1100, 600});
        stage.settle();
        left = panel->findChild<CodeListing *>("kernelCode");
        right = panel->findChild<CodeListing *>("kernelCode2");
    }
    void choose(const char *id) const {
        auto *choice = panel->findChild<QComboBox *>("kernelText");
        choice->setCurrentIndex(choice->findData(QLatin1String(id)));
    }
    /** The first line of a member that stands on the source line, or -1. */
    static int lineOfSource(const CodeListing &listing, int line) {
        const auto &lines = listing.lines();
        for (size_t i = 0; i < lines.size(); ++i)
            if (lines[i].source.endsWith(QStringLiteral(":%1").arg(line))) return int(i);
        return -1;
    }
    static int lineWith(const CodeListing &listing, const QString &text) {
        const auto &lines = listing.lines();
        for (size_t i = 0; i < lines.size(); ++i)
            if (lines[i].code.contains(text)) return int(i);
        return -1;
    }
    QString facts() const { return panel->findChild<QLabel *>("kernelFacts")->text(); }
    const KernelRecord &kernel() const { return recorded().compilations.front().kernels.front(); }
    void click(const char *button) const { panel->findChild<QToolButton *>(QLatin1String(button))->click(); }

    PanelStage stage;
    Panel *panel = nullptr;
    CodeListing *left = nullptr, *right = nullptr;
};

} // namespace

class TestKernelPanel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void withoutKernelsItSaysWhatToDo() {
        PanelStage stage;
        Panel &panel = stage.add(kernelPanel(), {900, 500});
        QVERIFY(!panel.findChild<CodeListing *>("kernelCode")->isVisible());
        QVERIFY(panel.contentAsText().isEmpty());
        const auto told = [&panel](const QString &words) {
            const auto labels = panel.findChildren<QLabel *>();
            return std::ranges::any_of(labels, [&](const QLabel *each) { return each->text().contains(words); });
        };
        QVERIFY(told("Run a script in graph mode at O1"));
        Session session;
        session.compilations.emplace_back().index = 0;
        session.compilations.front().jitLevel = "O0";
        stage.document.replace(std::move(session));
        QVERIFY(stage.settle());
        QVERIFY(told("choose Level O1 beside Run"));
    }

    void theFactsTakeNoMoreRoomThanTheyNeed() {
        Shown shown;
        QWidget &frame = *shown.panel->parentWidget();
        const auto *facts = shown.panel->findChild<QLabel *>("kernelFacts");
        frame.resize(1100, 600);
        QCoreApplication::processEvents();
        const int wide = facts->height();
        frame.resize(500, 600);
        QCoreApplication::processEvents();
        QVERIFY(facts->height() > wide);
        frame.resize(1100, 600);
        QCoreApplication::processEvents();
        QCOMPARE(facts->height(), wide);
    }

    void everyTextNamesMembers() {
        Shown shown;
        for (const char *id : {"loops", "before", "after", "assembly"}) {
            shown.choose(id);
            QVERIFY2(Shown::lineOfSource(*shown.left, biasLine) >= 0, id);
        }
        for (const char *fact : {"instructions", "flops per byte", "Widest vector", "Spilled", "launch"})
            QVERIFY2(shown.facts().contains(fact), fact);
    }

    /** Two texts beside each other: what is chosen in one stands out in the other, in the graph and everywhere else. */
    void aMemberIsLinkedInBothTextsAndTheGraph() {
        Shown shown;
        QCOMPARE(shown.panel->findChild<QComboBox *>("kernelText")->currentData().toString(), QString("loops"));
        QCOMPARE(shown.panel->findChild<QComboBox *>("kernelText2")->currentData().toString(), QString("assembly"));
        const int line = Shown::lineWith(*shown.left, "Tanh(");
        QVERIFY(line >= 0);
        const int member = shown.left->lines()[size_t(line)].member;
        QTest::mouseClick(shown.left->viewport(), Qt::LeftButton, {}, shown.left->rectOf(line).center().toPoint());
        QVERIFY(!shown.right->lit().empty());
        for (const int lit : shown.right->lit())
            QCOMPARE(shown.right->lines()[size_t(lit)].member, member);
        const auto *graph = shown.panel->findChild<GraphView *>("kernelMembers");
        QCOMPARE(graph->selectedCards().size(), size_t(1));
        const DisplayNode &card = graph->graph().nodes[size_t(graph->selectedCards().front())];
        QCOMPARE(card.title, QStringLiteral("%1  Tanh").arg(member));
        const Anchor &anchor = shown.stage.selection.current();
        QCOMPARE(anchor.node, card.id);
        QCOMPARE(anchor.kernel, shown.kernel().name);
        QVERIFY(anchor.op >= 0);
        QVERIFY(anchor.line > 0);
    }

    /** What is lit in a text is in sight there, also when its panel was small before. */
    void whatIsLitIsInSight() {
        Shown shown;
        auto *second = shown.panel->findChild<QComboBox *>("kernelText2");
        for (const char *text : {"assembly", "after"}) {
            second->setCurrentIndex(second->findData(QLatin1String(text)));
            for (const int line : {Shown::lineWith(*shown.left, "Tanh("), Shown::lineOfSource(*shown.left, biasLine)}) {
                shown.right->verticalScrollBar()->setValue(0);
                QTest::mouseClick(shown.left->viewport(), Qt::LeftButton, {},
                                  shown.left->rectOf(line).center().toPoint());
                const QRectF first = shown.right->rectOf(shown.right->current());
                QVERIFY(shown.right->viewport()->rect().contains(first.toRect().adjusted(0, 0, -1, 0)));
                QVERIFY(first.bottom() < shown.right->viewport()->height() * 2 / 3.0 ||
                        shown.right->verticalScrollBar()->value() == shown.right->verticalScrollBar()->maximum() ||
                        shown.right->verticalScrollBar()->value() == 0);
            }
        }
    }

    void cardsSayWhatGoesInAndOut() {
        Shown shown;
        const QString text = graphText(shown.panel->findChild<GraphView *>("kernelMembers")->graph());
        QVERIFY2(text.contains("input 0 · 192 B"), qPrintable(text));
        QVERIFY2(text.contains("output 0 · 192 B"), qPrintable(text));
        QVERIFY2(text.contains("input 1 · 64 B"), qPrintable(text));
    }

    void keysWalkTheLines() {
        Shown shown;
        shown.right->setFocus();
        QTest::keyClick(shown.right, Qt::Key_End);
        QCOMPARE(shown.right->current(), shown.right->count() - 1);
        QTest::keyClick(shown.right, Qt::Key_Up);
        QCOMPARE(shown.right->current(), shown.right->count() - 2);
        QVERIFY(shown.right->accessibleDescription().contains("line"));
    }

    void theBiasLeadsFromItsSourceLineToTheAssemblyAndBack() {
        Shown shown;
        const auto &compilation = recorded().compilations.front();
        shown.stage.selection.selectLine(QString::fromStdString(compilation.spans->front().file), biasLine);
        QVERIFY(!shown.right->lit().empty());
        const CodeLine &first = shown.right->lines()[size_t(shown.right->lit().front())];
        QVERIFY2(first.source.endsWith(QStringLiteral(":7")), qPrintable(first.source));
        QCOMPARE(first.name, QString("Add"));

        int code = Shown::lineWith(*shown.right, "vadd");
        if (code < 0) code = Shown::lineWith(*shown.right, "addps");
        QVERIFY(code >= 0);
        shown.stage.selection.clear();
        QTest::mouseClick(shown.right->viewport(), Qt::LeftButton, {}, QPoint(200, 5)); // into the view
        shown.right->setFocus();
        QTest::keyClick(shown.right, Qt::Key_Home);
        while (shown.right->current() < code)
            QTest::keyClick(shown.right, Qt::Key_Down);
        QCOMPARE(shown.stage.selection.current().compilation, compilation.index);
        QVERIFY(shown.stage.selection.current().node.valid());
        QVERIFY(shown.stage.selection.current().line > 0);
    }

    /** The bias itself, a weight: what reads it stands out. */
    void anInputOfTheKernelIsWhereItIsRead() {
        Shown shown;
        NodePtr bias;
        for (const NodePtr &parameter : recorded().compilations.front().final.entry()->parameters)
            if (parameter->name.find("bias") != std::string::npos) bias = parameter;
        QVERIFY(bias);
        shown.stage.selection.selectNode(0, -1, bias->id);
        QVERIFY(!shown.left->lit().empty());
        QVERIFY(!shown.right->lit().empty());
        for (const int lit : shown.left->lit())
            QVERIFY(shown.left->lines()[size_t(lit)].access.input >= 0);
        for (const int lit : shown.right->lit())
            QVERIFY(shown.right->lines()[size_t(lit)].code.contains(QLatin1String("(%")));
    }

    void aKernelThatIsWantedIsShownWithTheWantedText() {
        Shown shown;
        const Compilation &compilation = recorded().compilations.front();
        const std::string name = compilation.kernels.back().name;
        shown.stage.selection.lookAtKernelText(compilation.index, name, QStringLiteral("after"));
        QVERIFY(shown.stage.settle());
        QCOMPARE(shown.panel->findChild<QComboBox *>("kernelChoice")->currentText(), QString::fromStdString(name));
        QCOMPARE(shown.panel->findChild<QComboBox *>("kernelText2")->currentData().toString(), QString("after"));
    }

    void launchesAreGoneThrough() {
        Shown shown;
        shown.stage.selection.clear();
        shown.click("launchAfter");
        const auto op = recorded().op(shown.stage.selection.current().op);
        QVERIFY(op);
        QVERIFY(op->isKernel);
        QVERIFY(shown.panel->findChild<QLabel *>("kernelLaunch")->text().contains("launch 1 of"));
        QVERIFY2(shown.facts().contains("median wall time "), qPrintable(shown.facts()));
    }

    /** Of an even number of launches it lies between the two in the middle. */
    void theMedianIsThatOfAllLaunches() {
        Shown shown;
        Session session = recorded();
        const auto launch = std::ranges::find_if(session.ops, &OpEvent::isKernel);
        QVERIFY(launch != session.ops.end());
        OpEvent again = *launch;
        for (const int64_t ms : {40, 2, 90}) {
            again.number = session.ops.back().number + 1;
            again.durationNs = ms * 1'000'000;
            session.ops.push_back(again);
        }
        const int64_t last = again.number;
        shown.stage.document.replace(std::move(session));
        shown.stage.selection.selectOp(last);
        QVERIFY(shown.stage.settle());
        const QString expected = measuredTime(TimeMeasure::MedianWall, 21'000'000);
        QVERIFY2(shown.facts().contains(expected), qPrintable(expected + ": " + shown.facts()));
        QVERIFY(shown.facts().startsWith("4 launch") || shown.facts().contains(" 4 launch"));
    }

    void measuringTellsSharesAndHow() {
        Shown shown;
        shown.click("measureKernel");
        QVERIFY(!shown.panel->isReady());
        QVERIFY(QTest::qWaitFor([&] { return shown.panel->isReady(); }, 60000));
        QVERIFY2(shown.facts().contains("Measured"), qPrintable(shown.facts()));
        QVERIFY2(shown.facts().contains("samples in"), qPrintable(shown.facts()));
        QVERIFY2(shown.facts().contains("CPU time "), qPrintable(shown.facts()));
        const auto &lines = shown.right->lines();
        int64_t samples = 0;
        for (const CodeLine &line : lines)
            samples += line.samples;
        if (samples > 0) {
            QVERIFY2(shown.facts().contains("±"), qPrintable(shown.facts()));
            const auto &cards = shown.panel->findChild<GraphView *>("kernelMembers")->graph().nodes;
            QVERIFY(std::any_of(cards.begin(), cards.end(), [](const auto &card) { return card.overlay.share > 0; }));
        }
        QVERIFY(shown.panel->contentAsText().contains("kernel's own code"));
    }

    void measuringCanBeCancelled() {
        Shown shown;
        shown.click("measureKernel");
        auto *button = shown.panel->findChild<QToolButton *>("measureKernel");
        QCOMPARE(button->text(), QString("Cancel"));
        button->click();
        QVERIFY(QTest::qWaitFor([&] { return shown.panel->isReady() && shown.stage.jobs.running() == 0; }, 20000));
        QCOMPARE(button->text(), QString("Measure"));
        QVERIFY(!shown.facts().contains("Measured"));
    }
};

JITSCOPE_WINDOW_TEST(TestKernelPanel)

} // namespace jitscope::tst_kernelpanel

#include "tst_kernelpanel.moc"
