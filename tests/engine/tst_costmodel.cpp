// SPDX-License-Identifier: Apache-2.0
// How far the cost model is from real kernels. Fit and check are kept apart by shape: each kernel is predicted by a
// model that was fitted to all kernels of other shapes, so nothing of a kernel that is checked was seen before, neither
// it nor a repeat of it. (The form of the model was chosen with all of them in view.)
#include "engine/ascend/modelfit.h"
#include "engine/ascend/modelfile.h"
#include "tests/support/kernelcsv.h"

#include <QObject>

#include <cmath>

using namespace jitscope;

namespace {

constexpr const char *qwen =
    "data/ascend/torch_npu_qwen3_cann83/rank_0_ascend_pt/ASCEND_PROFILER_OUTPUT/kernel_details.csv";

void print(const char *what, const FitReport &report) {
    for (const FitErrors &each : report.classes)
        qInfo("%-34s %-9s %5lld kernels of %3lld shapes: median %5.1f %%, p90 %5.1f %%, sum %.2f of measured", what,
              each.name.c_str(), static_cast<long long>(each.count), static_cast<long long>(each.shapes),
              each.median * 100, each.p90 * 100, each.predictedUs / each.measuredUs);
}

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
    void errorOnShapesThatWereHeldOut() {
        const std::string path = testing::sharedPath(qwen);
        if (path.empty()) QSKIP("the reference material is not there");
        const MeasuredKernels measured = measuredKernels(testing::kernelsOf(path));
        qInfo("%zu kernels of %lld shapes; %lld rows without shapes, %lld of no core", measured.kernels.size(),
              static_cast<long long>(measured.shapes), static_cast<long long>(measured.withoutShapes),
              static_cast<long long>(measured.otherCores));
        const FitReport check = heldOut(defaultDeviceModel(), measured);
        print("held out by shape", check);
        print("built-in model (saw all shapes)", compareWith(defaultDeviceModel(), measured));
        const FitErrors matmul = errorsOf(check, FitClass::Matmul), vector = errorsOf(check, FitClass::Vector);
        QCOMPARE(matmul.count, int64_t(336));
        QVERIFY(vector.count > 1800);
        QVERIFY(matmul.median <= 0.08);
        QVERIFY(vector.median <= 0.20);
        // What the built-in model says of itself is this.
        const ModelError &error = defaultDeviceModel().error;
        QVERIFY(std::abs(error.matmulMedian - matmul.median) < 0.001);
        QVERIFY(std::abs(error.vectorMedian - vector.median) < 0.001);
    }

    void builtInModelIsTheFit() {
        const std::string path = testing::sharedPath(qwen);
        if (path.empty()) QSKIP("the reference material is not there");
        const DeviceModel fitted = refitted(defaultDeviceModel(), measuredKernels(testing::kernelsOf(path)));
        if (qEnvironmentVariableIsSet("JITSCOPE_PRINT_MODEL")) {
            for (const VectorBandwidth &row : fitted.vectorTable)
                printf("        {\"%s\", %.0f, %.0f, %.2f},\n", row.op.c_str(), row.medium, row.large, row.smallUs);
            printf("efficiency %.3f hbm %.0f attention %.3f grad %.3f\n", fitted.cubeEfficiency, fitted.hbmEffectiveGBs,
                   fitted.attentionEfficiency, fitted.attentionGradEfficiency);
        }
        QVERIFY(std::abs(fitted.cubeEfficiency - defaultDeviceModel().cubeEfficiency) < 0.002);
        for (const VectorBandwidth &row : fitted.vectorTable) {
            const auto &table = defaultDeviceModel().vectorTable;
            const auto known = std::find_if(table.begin(), table.end(),
                                            [&](const VectorBandwidth &each) { return each.op == row.op; });
            QVERIFY2(known != table.end(), row.op.c_str());
            QVERIFY2(std::abs(known->medium / row.medium - 1) < 0.01, row.op.c_str());
            QVERIFY2(std::abs(known->large / row.large - 1) < 0.01, row.op.c_str());
            QVERIFY2(std::abs(known->smallUs - row.smallUs) < 0.02, row.op.c_str());
        }
    }

    /** Another chip, another model, other shapes: what the scaled parameters are worth. No bound is promised. */
    void errorOnAnotherChip() {
        const std::string path = testing::sharedPath(
            "data/ascend/torch_npu_text/level2/rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/kernel_details.csv");
        if (path.empty()) QSKIP("the reference material is not there");
        const MeasuredKernels measured = measuredKernels(testing::kernelsOf(path));
        const ChipFacts b2{"Ascend910B2", "", 24, 48, 0, 6, 1800, 1.75, 7.78, 64, 192};
        const FitReport check = compareWith(scaledModel(defaultDeviceModel(), b2), measured);
        print("910B4 scaled to 24 cores, AlexNet", check);
        print("the same, re-fitted by shape held out", heldOut(scaledModel(defaultDeviceModel(), b2), measured));
        QVERIFY(errorsOf(check, FitClass::Vector).count > 100);
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

QTEST_GUILESS_MAIN(CostModelTest)
#include "tst_costmodel.moc"
