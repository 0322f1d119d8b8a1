// SPDX-License-Identifier: Apache-2.0
// The fit of the cost model, on kernels as a chip of a known model would show them. How far it is from real kernels:
// shared/tst_realkernels.
#include "engine/ascend/modelfit.h"
#include "engine/ascend/modelfile.h"
#include "tests/support/kernelcsv.h"
#include "tests/support/testprogram.h"

#include <QObject>

#include <cmath>

namespace jitscope::tst_costmodel {

using namespace jitscope;

namespace {

/** A table of kernels as a chip of that model would show them, with noise that is the same each time. */
DataTable madeKernels(const DeviceModel &model) {
    DataTable table = makeTable("kernels");
    uint32_t noise = 1;
    const auto add = [&](const std::string &type, const std::string &core, const std::string &in,
                         const std::string &out) {
        for (int repeat = 0; repeat < 3; ++repeat) {
            const int64_t row = table.addRow();
            table.setText(row, table.column("name"), type + "_" + std::to_string(row));
            table.setText(row, table.column("type"), type);
            table.setText(row, table.column("core"), core);
            table.setText(row, table.column("input_shapes"), in);
            table.setText(row, table.column("output_shapes"), out);
            const auto types = [](const std::string &shapes) {
                std::string text = "FLOAT";
                for (const char c : shapes)
                    if (c == ';') text += ";FLOAT";
                return text;
            };
            table.setText(row, table.column("input_types"), types(in));
            table.setText(row, table.column("output_types"), types(out));
            table.setInteger(row, table.column("duration"), 1);
            const MeasuredKernel kernel = measuredKernels(table).kernels.back();
            noise = noise * 1664525 + 1013904223;
            const double factor = 1 + 0.02 * (double(noise >> 16) / 65536 - 0.5);
            table.setInteger(row, table.column("duration"),
                             std::llround(estimate(model, kernel.work).totalUs * factor * 1e3));
        }
    };
    for (const int64_t n : {1, 64, 1024, 1 << 18, 1 << 20, 1 << 22, 1 << 25}) {
        const std::string shape = std::to_string(n);
        add("Add", "AI_VECTOR_CORE", shape + ";" + shape, shape);
        add("Exp", "AI_VECTOR_CORE", shape, shape);
    }
    for (const int64_t n : {512, 1024, 2048, 4096})
        add("MatMulV2", "AI_CORE",
            format("%lld,%lld;%lld,%lld", (long long)n, (long long)n, (long long)n, (long long)n),
            format("%lld,%lld", (long long)n, (long long)n));
    return table;
}

} // namespace

class CostModelTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /** Fit and check are kept apart by shape: shapes that were held out are foretold as well as the noise allows. */
    void heldOutShapesAreForetold() {
        const DeviceModel truth = defaultDeviceModel();
        const FitReport check = heldOut(truth, measuredKernels(madeKernels(truth)));
        QCOMPARE(errorsOf(check, FitClass::Matmul).count, int64_t(12));
        QCOMPARE(errorsOf(check, FitClass::Vector).count, int64_t(42));
        QVERIFY(errorsOf(check, FitClass::Matmul).median <= 0.02);
        QVERIFY(errorsOf(check, FitClass::Vector).median <= 0.20);
    }

    /** A model that is fitted to what it says itself stays as it is. */
    void theBuiltInModelIsAFixedPoint() {
        const DeviceModel fitted = refitted(defaultDeviceModel(), measuredKernels(madeKernels(defaultDeviceModel())));
        QVERIFY(std::abs(fitted.cubeEfficiency - defaultDeviceModel().cubeEfficiency) < 0.01);
    }

    void aScaledModelForetellsItsChip() {
        const ChipFacts b2{"Ascend910B2", "", 24, 48, 0, 6, 1800, 1.75, 7.78, 64, 192};
        const DeviceModel truth = scaledModel(defaultDeviceModel(), b2);
        const FitReport check = compareWith(truth, measuredKernels(madeKernels(truth)));
        QVERIFY(errorsOf(check, FitClass::Matmul).median <= 0.01);
        QVERIFY(errorsOf(check, FitClass::Vector).median <= 0.01);
        const FitReport unscaled = compareWith(defaultDeviceModel(), measuredKernels(madeKernels(truth)));
        QVERIFY(errorsOf(unscaled, FitClass::Matmul).median > 0.05);
    }

    void refitFindsTheParametersThatMadeTheKernels() {
        DeviceModel truth = defaultDeviceModel();
        truth.cubeEfficiency = 0.6;
        truth.vectorTable = {{"[all]", 500, 400, 2}, {"Add", 1000, 500, 1.2}, {"Exp", 300, 250, 2.5}};
        const MeasuredKernels measured = measuredKernels(madeKernels(truth));
        QCOMPARE(measured.shapes, int64_t(18));
        const FitReport before = compareWith(defaultDeviceModel(), measured);
        const DeviceModel fitted = refitted(defaultDeviceModel(), measured);
        const FitReport after = compareWith(fitted, measured);
        QVERIFY(std::abs(fitted.cubeEfficiency - 0.6) < 0.02);
        QVERIFY(errorsOf(after, FitClass::Vector).median < 0.05);
        QVERIFY(errorsOf(after, FitClass::Vector).median < errorsOf(before, FitClass::Vector).median);
        QVERIFY(errorsOf(after, FitClass::Matmul).median < 0.02);
    }

    void oneWrongKernelDoesNotMoveTheFit() {
        DataTable table = madeKernels(defaultDeviceModel());
        const double before = refitted(defaultDeviceModel(), measuredKernels(table)).cubeEfficiency;
        for (int64_t row = table.rowCount() - 3; row < table.rowCount() - 2; ++row)
            table.setInteger(row, table.column("duration"), 1000000000);
        QVERIFY(std::abs(refitted(defaultDeviceModel(), measuredKernels(table)).cubeEfficiency - before) < 0.02);
    }

    void rowsThatNoModelKnowsAreCounted() {
        DataTable table = makeTable("kernels");
        const auto add = [&](const char *type, const char *core, const char *shapes, const char *types, int64_t ns) {
            const int64_t row = table.addRow();
            table.setText(row, table.column("type"), type);
            table.setText(row, table.column("core"), core);
            table.setText(row, table.column("input_shapes"), shapes);
            table.setText(row, table.column("input_types"), types);
            table.setInteger(row, table.column("duration"), ns);
        };
        add("Add", "AI_VECTOR_CORE", "\"2,3;2,3\"", "FLOAT;FLOAT", 1500);
        add("hcom_allReduce_", "COMMUNICATION", "N/A", "N/A", 1500);
        add("MemSet", "AI_VECTOR_CORE", "N/A", "N/A", 1500);
        add("Add", "AI_VECTOR_CORE", "999999999999,999999999999", "FLOAT", 1500); // absurd
        add("Add", "AI_VECTOR_CORE", "1", "FLOAT", 0);
        const MeasuredKernels measured = measuredKernels(table);
        QCOMPARE(measured.kernels.size(), size_t(1));
        QCOMPARE(measured.otherCores, int64_t(1));
        QCOMPARE(measured.withoutShapes, int64_t(2));
        QCOMPARE(measured.kernels[0].work.bytes(), 48.0);
    }

    void modelFilesComeBackAsTheyWere() {
        DeviceModel model = defaultDeviceModel();
        model.name = "My 910B4";
        model.cubeEfficiency = 0.777;
        model.sources["cubeEfficiency"] = "fitted to \"mine\"";
        const auto read = modelFromJson(modelAsJson(model), "mine.json");
        VERIFY_RESULT(read);
        QVERIFY(read->isUserFile);
        COMPARE_TEXT(modelAsJson(*read), modelAsJson(model));
        QCOMPARE(modelFileName("My 910B4/../x"), std::string("My_910B4_.._x.json"));
    }

    void badModelFilesAreRefusedWithTheReason_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("reason");
        QTest::newRow("no JSON") << QByteArray("hello") << QByteArray("byte");
        QTest::newRow("another format") << QByteArray("{\"format\":\"x\"}") << QByteArray("no device model");
        QTest::newRow("a later version") << QByteArray("{\"format\":\"jitscope device model\",\"version\":9}")
                                         << QByteArray("version 9");
        QTest::newRow("no name") << QByteArray("{\"format\":\"jitscope device model\",\"version\":1}")
                                 << QByteArray("without a name");
        QTest::newRow("out of range")
            << QByteArray("{\"format\":\"jitscope device model\",\"version\":1,\"name\":\"m\",\"parameters\":{"
                          "\"cubeEfficiency\":7}}")
            << QByteArray("cubeEfficiency is 7");
        QTest::newRow("no number")
            << QByteArray("{\"format\":\"jitscope device model\",\"version\":1,\"name\":\"m\",\"parameters\":{"
                          "\"clockMHz\":\"fast\"}}")
            << QByteArray("clockMHz is no number");
    }
    void badModelFilesAreRefusedWithTheReason() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, reason);
        const auto read = modelFromJson(text.toStdString(), "mine.json");
        QVERIFY(!read);
        QVERIFY2(read.error().message.starts_with("mine.json: "), read.error().message.c_str());
        QVERIFY2(read.error().message.find(reason.toStdString()) != std::string::npos, read.error().message.c_str());
    }
};

JITSCOPE_TEST(CostModelTest)

} // namespace jitscope::tst_costmodel

#include "tst_costmodel.moc"
