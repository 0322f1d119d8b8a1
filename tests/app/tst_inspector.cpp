// SPDX-License-Identifier: Apache-2.0
// The inspector: cuts through tensors, heat maps, facts, and the panel over a small session.
#include "app/panels/inspector/facts.h"
#include "app/panels/inspector/tensorslice.h"
#include "app/shell/application.h"
#include "app/shell/panelhost.h"
#include "tests/support/testing.h"

#include <QAbstractItemModelTester>
#include <QLabel>
#include <QObject>
#include <QSpinBox>
#include <QTableView>

#include <cmath>
#include <limits>

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
    return session;
}

} // namespace

class InspectorTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { setUpApplication({}); }

    void aSliceIsTheLastTwoAxes_data() {
        QTest::addColumn<int>("rank");
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("columns");
        QTest::addColumn<double>("second");
        QTest::newRow("scalar") << 0 << 1 << 1 << 0.0;
        QTest::newRow("vector") << 1 << 1 << 4 << 1.0;
        QTest::newRow("matrix") << 2 << 3 << 4 << 1.0;
        QTest::newRow("3-d, second page") << 3 << 3 << 4 << 13.0;
    }
    void aSliceIsTheLastTwoAxes() {
        QFETCH(int, rank);
        const Dims shapes[] = {{}, {4}, {3, 4}, {2, 3, 4}};
        const TensorSlice slice(counting(shapes[rank]), Dims{1});
        QTEST(int(slice.rows()), "rows");
        QTEST(int(slice.columns()), "columns");
        if (slice.columns() > 1) QTEST(slice.at(0, 1), "second");
    }

    void emptyAndStridedTensorsAreShownAsTheyAre() {
        const TensorSlice none(Tensor({0, 5}, DType::Float32), {});
        QCOMPARE(none.rows() * none.columns(), 0);
        QVERIFY(heatMap(none, 0, 1).isNull());
        const TensorSlice turned(counting({3, 4}).permuted({1, 0}), {});
        QCOMPARE(turned.at(1, 2), 9.0);
    }

    void textsFollowTheDType() {
        const float values[] = {1.5f, std::numeric_limits<float>::quiet_NaN(), -std::numeric_limits<float>::infinity()};
        const TensorSlice floats(Tensor::of({3}, values), {});
        QCOMPARE(floats.textAt(0, 0), QString("1.5"));
        QCOMPARE(floats.textAt(0, 1), QString("nan"));
        QCOMPARE(floats.textAt(0, 2), QString("-inf"));
        QCOMPARE(TensorSlice(Tensor::full({1}, 7, DType::Int64), {}).textAt(0, 0), QString("7"));
        QCOMPARE(TensorSlice(Tensor::full({1}, 1, DType::Bool), {}).textAt(0, 0), QString("True"));
    }

    void theTableIsAProperModel() {
        TensorSliceModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setSlice(TensorSlice(counting({3, 4}), {}));
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(model.index(2, 3).data().toString(), QString("11"));
    }

    void heatMapsShowSignAndBadValues() {
        const float values[] = {-1, 0, 1, std::numeric_limits<float>::quiet_NaN()};
        const QImage image = heatMap(TensorSlice(Tensor::of({1, 4}, values), {}), -1, 1);
        QCOMPARE(image.size(), QSize(4, 1));
        QCOMPARE(image.pixel(0, 0), diverging(-1));
        QCOMPARE(image.pixel(1, 0), diverging(0));
        QVERIFY(image.pixel(3, 0) != diverging(1));
        QCOMPARE(heatMap(TensorSlice(counting({2000, 3000}), {}), 0, 6e6).size(), QSize(512, 512));
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
        auto *table = panel->findChild<QTableView *>("tensorValues");
        QCOMPARE(table->model()->index(0, 0).data().toString(), QString("0"));
        panel->findChild<QSpinBox *>()->setValue(1);
        QCOMPARE(table->model()->index(0, 0).data().toString(), QString("12"));
        QVERIFY(panel->contentAsText().contains("ReLU"));
    }

    void aValueThatWasNotRecordedSaysWhatToDo() {
        Session session = sample();
        for (TensorRecord &tensor : session.tensors)
            tensor.value = Tensor();
        PanelHost host(session);
        const std::unique_ptr<Panel> panel = host.panel("inspector");
        panel->show();
        host.selection().selectOp(1);
        bool told = false;
        for (const QLabel *label : panel->findChildren<QLabel *>())
            told = told || (label->isVisible() && label->text().contains("not recorded"));
        QVERIFY(told);
    }
};

QTEST_MAIN(InspectorTest)
#include "tst_inspector.moc"
