// SPDX-License-Identifier: Apache-2.0
// The inspector: facts, operands, and the panel over a small session.
#include "app/panels/inspector/facts.h"
#include "app/sdk/widgets/headerlabel.h"
#include "app/sdk/widgets/wrappedlabel.h"
#include "app/shell/application.h"
#include "app/shell/panelhost.h"
#include "app/tensorview/heatview.h"
#include "engine/session/session.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QApplication>
#include <QLabel>
#include <QObject>

namespace jitscope::tst_inspector {

using namespace jitscope;

namespace {

Tensor counting(const Dims &shape) {
    Tensor tensor(shape, DType::Float32);
    for (int64_t i = 0; i < tensor.count(); ++i)
        tensor.mutableData<float>()[i] = float(i);
    return tensor;
}

/** x -> Add -> ReLU, with values. */
Session sample() {
    Session session;
    for (int i = 0; i < 3; ++i) {
        TensorRecord tensor;
        tensor.id = i;
        tensor.shape = {2, 3, 4};
        tensor.value = counting(tensor.shape);
        session.tensors.push_back(tensor);
    }
    OpEvent add;
    add.number = 1;
    add.op = "Add";
    add.inputs = {0, 0};
    add.outputs = {1};
    add.result = "f32[2,3,4]";
    add.durationNs = 1500;
    OpEvent relu;
    relu.number = 2;
    relu.op = "ReLU";
    relu.inputs = {1};
    relu.outputs = {2};
    relu.result = "f32[2,3,4]";
    relu.startNs = 2000;
    relu.durationNs = 700;
    session.ops = {add, relu};
    session.linkTensors();
    return session;
}

} // namespace

class InspectorTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { setUpApplication({}); }

    /** Sentences are broken between words, names that are longer than a line within. */
    void linesAreBrokenBetweenWords() {
        WrappedLabel label;
        label.setText("Groups connected element-wise operators and reductions into one compiled kernel each.");
        const int width = label.fontMetrics().horizontalAdvance("connected element-wise op");
        const QStringList lines = label.lines(width);
        QVERIFY(lines.size() > 2);
        COMPARE_TEXT(lines.join(' ').toStdString(), label.text().toStdString()); // no word became two
        QCOMPARE(label.heightForWidth(width), int(std::ceil(label.fontMetrics().height() * double(lines.size()))));
        label.setText("stage1_cluster.graph_kernel_cluster");
        QCOMPARE(label.lines(width).size(), qsizetype(2));
        COMPARE_TEXT(label.lines(width).join(QString()).toStdString(), label.text().toStdString());
        label.setText("first\nsecond");
        QCOMPARE(label.lines(width), (QStringList{"first", "second"}));
    }

    void operandsNameTheirProducer() {
        const Session session = sample();
        const auto rows = operandsOf(session, session.ops[1]);
        QCOMPARE(rows.size(), size_t(2));
        QCOMPARE(rows[0].producer, 1);
        QCOMPARE(rows[0].producerText, QString("#1 Add"));
        QCOMPARE(rows[1].producer, -1);
    }

    void thePanelShowsTheSelectedTensor() {
        PanelHost host(sample());
        const std::unique_ptr<Panel> panel = host.panel("inspector");
        panel->resize(420, 800);
        panel->show();
        host.selection().selectOp(2);
        QTRY_VERIFY(panel->isReady());
        QCOMPARE(panel->findChild<QLabel *>("inspectorTitle")->text(), QString("#2 ReLU"));
        QVERIFY(panel->findChild<QLabel *>("tensorStatistics")->text().contains("max 23"));
        auto *heat = panel->findChild<HeatView *>();
        QTest::mouseClick(heat->viewport(), Qt::LeftButton, {}, {4, 4});
        QCOMPARE(host.selection().elementTensor(), int64_t(2));
        QCOMPARE(host.selection().element(), int64_t(0));
        QVERIFY(panel->contentAsText().contains("ReLU"));
    }

    void aValueThatWasNotRecordedSaysWhatToDo() {
        Session session = sample();
        for (size_t place = 0; place < session.tensors.size(); ++place)
            session.tensors.change(place, [](TensorRecord &tensor) { tensor.value = Tensor(); });
        PanelHost host(session);
        const std::unique_ptr<Panel> panel = host.panel("inspector");
        panel->resize(420, 900);
        panel->show();
        host.selection().selectOp(1);
        bool told = false;
        for (const QLabel *label : panel->findChildren<QLabel *>())
            told = told || (label->isVisible() && label->text().contains("not recorded"));
        QVERIFY(told);
        // The room that the picture would take stays below what is told.
        QApplication::processEvents();
        for (const QLabel *label : panel->findChildren<HeaderLabel *>())
            QVERIFY2(label->mapTo(panel.get(), QPoint()).y() < panel->height() / 2, qPrintable(label->text()));
    }
};

JITSCOPE_WINDOW_TEST(InspectorTest)

} // namespace jitscope::tst_inspector

#include "tst_inspector.moc"
