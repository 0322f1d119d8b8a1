// SPDX-License-Identifier: Apache-2.0
// How far the cost model is from real kernels. Fit and check are kept apart by shape: each kernel is predicted by a
// model that was fitted to all kernels of other shapes, so nothing of a kernel that is checked was seen before, neither
// it nor a repeat of it. (The form of the model was chosen with all of them in view.)
#include "engine/ascend/modelfit.h"
#include "tests/support/kernelcsv.h"
#include "tests/support/testprogram.h"

#include <QObject>

#include <cmath>

namespace jitscope::tst_realkernels {

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

} // namespace

class RealKernelsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void errorOnShapesThatWereHeldOut() {
        const std::string path = testing::sharedPath(qwen);
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
        const MeasuredKernels measured = measuredKernels(testing::kernelsOf(path));
        const ChipFacts b2{"Ascend910B2", "", 24, 48, 0, 6, 1800, 1.75, 7.78, 64, 192};
        const FitReport check = compareWith(scaledModel(defaultDeviceModel(), b2), measured);
        print("910B4 scaled to 24 cores, AlexNet", check);
        print("the same, re-fitted by shape held out", heldOut(scaledModel(defaultDeviceModel(), b2), measured));
        QVERIFY(errorsOf(check, FitClass::Vector).count > 100);
    }
};

JITSCOPE_TEST(RealKernelsTest)

} // namespace jitscope::tst_realkernels

#include "tst_realkernels.moc"
