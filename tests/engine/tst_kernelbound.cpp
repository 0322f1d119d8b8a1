// SPDX-License-Identifier: Apache-2.0
// Tests of what bounds a kernel: by its counters, and by its shapes under the roofs of a device.
#include "engine/analysis/device/kernelbound.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

namespace jitscope::tst_kernelbound {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

using Cells = std::vector<std::pair<const char *, double>>;

/** A table of kernels with one row that has these counters. */
DataTable counted(const Cells &cells) {
    DataTable table = makeTable("kernels");
    const int64_t row = table.addRow();
    for (const auto &[name, value] : cells)
        table.setReal(row, table.addColumn(name, ColumnType::Real), value);
    return table;
}

DataTable shaped(const char *type, const char *inputs, const char *inputTypes, const char *outputs,
                 const char *outputTypes, const char *formats = "") {
    DataTable table = makeTable("kernels");
    const int64_t row = table.addRow();
    const auto set = [&](const char *column, const char *text) { table.setText(row, table.column(column), text); };
    set("type", type);
    set("input_shapes", inputs);
    set("input_types", inputTypes);
    set("input_formats", formats);
    set("output_shapes", outputs);
    set("output_types", outputTypes);
    return table;
}

} // namespace

class KernelBoundTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theBusiestPipeBounds_data() {
        QTest::addColumn<Cells>("cells");
        QTest::addColumn<int>("bound");
        QTest::addColumn<double>("memoryBound");
        const double none = -1;
        QTest::newRow("matrix") << Cells{{"aic_mac_ratio", 0.78}, {"aic_mte2_ratio", 0.39}, {"aiv_vec_ratio", 0}}
                                << int(Bound::Cube) << 0.5;
        QTest::newRow("read") << Cells{{"aiv_vec_ratio", 0.2}, {"aiv_mte2_ratio", 0.9}, {"aiv_mte3_ratio", 0.6}}
                              << int(Bound::MemoryIn) << 4.5;
        QTest::newRow("write") << Cells{{"aiv_vec_ratio", 0.2}, {"aiv_mte3_ratio", 0.8}} << int(Bound::MemoryOut)
                               << none;
        QTest::newRow("control") << Cells{{"aiv_scalar_ratio", 0.7}, {"aiv_vec_ratio", 0.1}} << int(Bound::Scalar)
                                 << none;
        QTest::newRow("nothing busy") << Cells{{"aiv_scalar_ratio", 0.3}, {"aiv_vec_ratio", 0.2}} << int(Bound::Latency)
                                      << none;
        QTest::newRow("910A") << Cells{{"mac_ratio", 0}, {"vec_ratio", 0.6}, {"mte2_ratio", 0.3}} << int(Bound::Vector)
                              << 0.5;
        QTest::newRow("a collective has zeros")
            << Cells{{"aic_mac_ratio", 0}, {"aiv_vec_ratio", 0}} << int(Bound::Unknown) << none;
        QTest::newRow("no counters") << Cells{} << int(Bound::Unknown) << none;
        QTest::newRow("missing ones") << Cells{{"aic_mac_ratio", std::nan("")}} << int(Bound::Unknown) << none;
    }
    void theBusiestPipeBounds() {
        QFETCH(Cells, cells);
        QFETCH(int, bound);
        QFETCH(double, memoryBound);
        const KernelBound result = kernelBound(counted(cells), 0);
        QCOMPARE(int(result.bound), bound);
        if (memoryBound < 0)
            QVERIFY(std::isnan(result.memoryBound));
        else
            QVERIFY(qFuzzyCompare(result.memoryBound, memoryBound));
    }

    void coresInUseAreNoLoad() {
        const KernelBound result = kernelBound(counted({{"aic_mac_ratio", 0.35}, {"cube_utilization", 93.5}}), 0);
        QCOMPARE(result.cubeUtilization, 93.5);
        QVERIFY(result.bound == Bound::Latency);
    }

    void productsFollowFromShapes_data() {
        QTest::addColumn<QString>("inputs");
        QTest::addColumn<QString>("output");
        QTest::addColumn<double>("operations");
        QTest::newRow("plain") << "64,32;32,128"
                               << "64,128" << 2.0 * 64 * 32 * 128;
        QTest::newRow("first transposed") << "32,64;32,128"
                                          << "64,128" << 2.0 * 64 * 32 * 128;
        QTest::newRow("second transposed") << "64,32;128,32"
                                           << "64,128" << 2.0 * 64 * 32 * 128;
        QTest::newRow("batch") << "8,64,32;8,32,128"
                               << "8,64,128" << 2.0 * 8 * 64 * 32 * 128;
        QTest::newRow("square") << "16,16;16,16"
                                << "16,16" << 2.0 * 16 * 16 * 16;
        QTest::newRow("does not fit") << "64,33;32,128"
                                      << "64,128" << 0.0;
    }
    void productsFollowFromShapes() {
        QFETCH(QString, inputs);
        QFETCH(QString, output);
        QFETCH(double, operations);
        const DataTable table = shaped("MatMulV2", inputs.toUtf8(), "DT_BF16;DT_BF16", output.toUtf8(), "DT_BF16");
        const ArithmeticWork work = kernelWork(table, 0);
        QCOMPARE(work.operations, operations);
        QCOMPARE(work.isKnown(), operations > 0);
    }

    void fractalOperandsAreMatricesToo() {
        // [columns/16, rows/16, 16, 16]
        const DataTable table =
            shaped("MatMulV2", "2,4,16,16;8,2,16,16", "FLOAT16;FLOAT16", "64,128", "FLOAT16", "FRACTAL_NZ;FRACTAL_NZ");
        QCOMPARE(kernelWork(table, 0).operations, 2.0 * 64 * 32 * 128);
    }

    void elementWiseWorkIsCounted() {
        const ArithmeticWork work = kernelWork(shaped("Add", "2,3;3", "FLOAT;FLOAT", "2,3", "FLOAT"), 0);
        QVERIFY(work.isKnown());
        QCOMPARE(work.operations, 6.0);
        QCOMPARE(work.bytes, 4.0 * (6 + 3 + 6));
    }

    void bytesFollowWhereOperationsDoNot() {
        const ArithmeticWork work = kernelWork(shaped("Cast", "2,3", "FLOAT", "2,3", "FLOAT16"), 0);
        QVERIFY(!work.isKnown());
        QCOMPARE(work.bytes, 36.0);
    }

    void whatDoesNotFollowSaysWhy() {
        COMPARE_TEXT(sentence(kernelWork(shaped("FlashAttentionScore", "1,2", "FLOAT", "1,2", "FLOAT"), 0).problem),
                     "how many operations FlashAttentionScore needs does not follow from its shapes alone");
        QVERIFY(!kernelWork(shaped("Add", "", "", "", ""), 0).isKnown());
        QVERIFY(!kernelWork(shaped("Add", "2,3;3", "FLOAT", "2,3", "FLOAT"), 0).isKnown());
        QVERIFY(!kernelWork(shaped("Add", "2,x;3", "STRANGE;FLOAT", "2,3", "FLOAT"), 0).isKnown());
        QVERIFY(!kernelWork(DataTable("kernels"), 0).isKnown());
    }

    void thePointStandsUnderTheLowerRoof() {
        const DevicePeaks peaks{"910B4", "test", 270, 8.4, 0.8};
        const ArithmeticWork work = kernelWork(shaped("Add", "1000;1000", "FLOAT;FLOAT", "1000", "FLOAT"), 0);
        const auto point = kernelRoofline(work, 1000, peaks);
        QVERIFY(point.has_value());
        QVERIFY(qFuzzyCompare(point->intensity, 1.0 / 12));
        QVERIFY(qFuzzyCompare(point->performanceTops, 1e-3));
        QVERIFY(qFuzzyCompare(point->attainableTops(), 0.8 / 12));
        QVERIFY(point->isMemoryBound());
        QVERIFY(!kernelRoofline(work, 0, peaks));
        QVERIFY(!kernelRoofline(work, 1000, {}));
    }
};

JITSCOPE_TEST(KernelBoundTest)

} // namespace jitscope::tst_kernelbound

#include "tst_kernelbound.moc"
