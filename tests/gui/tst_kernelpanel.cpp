// SPDX-License-Identifier: Apache-2.0
// The Kernel panel: from a line of code to its member, node and source line, and back.
#include "app/models/recordview.h"
#include "app/panels/kernel/kernelpanel.h"
#include "app/sdk/widgets/segmentedcontrol.h"
#include "engine/session/compilation.h"
#include "tests/support/panelstage.h"
#include "tests/support/pythonscripts.h"
#include "tests/support/testing.h"

#include <QComboBox>
#include <QLabel>
#include <QToolButton>

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
        panel = &stage.add(kernelPanel(), {900, 500});
        stage.settle();
        view = panel->findChild<RecordView *>("kernelCode");
        text = panel->findChild<SegmentedControl *>("kernelText");
    }
    QString cell(int row, int column) const { return view->model()->index(row, column).data().toString(); }
    /** As a click on the text's name does. */
    void choose(const char *id) const { text->findChild<QToolButton *>(QLatin1String(id))->click(); }
    /** The first row of a member that stands on the source line, or -1. */
    int rowOfSource(int line) const {
        for (int row = 0; row < view->model()->rowCount(); ++row)
            if (cell(row, 2).endsWith(QStringLiteral(":%1").arg(line))) return row;
        return -1;
    }

    PanelStage stage;
    Panel *panel = nullptr;
    RecordView *view = nullptr;
    SegmentedControl *text = nullptr;
};

} // namespace

class TestKernelPanel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void withoutKernelsItSaysWhatToDo() {
        PanelStage stage;
        Panel &panel = stage.add(kernelPanel(), {900, 500});
        QVERIFY(!panel.findChild<RecordView *>("kernelCode")->isVisible());
    }

    void everyTextNamesMembersInAColumnOfTheirOwn() {
        Shown shown;
        for (const char *id : {"loops", "before", "after", "assembly"}) {
            shown.choose(id);
            QVERIFY2(shown.rowOfSource(biasLine) >= 0, id);
        }
        QVERIFY(shown.panel->findChild<QLabel *>("kernelFacts")->text().contains("instructions"));
    }

    void theBiasLeadsFromItsSourceLineToTheAssemblyAndBack() {
        Shown shown;
        shown.choose("assembly");
        const auto &kernel = recorded().compilations.front();
        shown.stage.selection.selectLine(QString::fromStdString(kernel.spans->front().file), biasLine);
        const int at = shown.view->currentIndex().row();
        QVERIFY(at >= 0);
        QVERIFY2(shown.cell(at, 2).endsWith(QStringLiteral(":7")), qPrintable(shown.cell(at, 2)));
        QVERIFY2(shown.cell(at, 1).contains("Add"), qPrintable(shown.cell(at, 1)));

        int code = -1;
        for (int row = 0; row < shown.view->model()->rowCount(); ++row)
            if (shown.cell(row, 3).contains("vadd") || shown.cell(row, 3).contains("addps")) code = row;
        QVERIFY(code >= 0);
        shown.stage.selection.clear();
        shown.view->setCurrentIndex(shown.view->model()->index(code, 0));
        QCOMPARE(shown.stage.selection.current().compilation, kernel.index);
        QVERIFY(shown.stage.selection.current().node.valid());
        QVERIFY(shown.stage.selection.current().line > 0);
    }

    void aKernelThatIsWantedIsShown() {
        Shown shown;
        const Compilation &compilation = recorded().compilations.front();
        const std::string name = compilation.kernels.back().name;
        shown.stage.selection.lookAtKernel(compilation.index, name);
        QVERIFY(shown.stage.settle());
        QCOMPARE(shown.panel->findChild<QComboBox *>("kernelChoice")->currentText(), QString::fromStdString(name));
    }
};

QTEST_MAIN(TestKernelPanel)
#include "tst_kernelpanel.moc"
