// SPDX-License-Identifier: Apache-2.0
// The simulated device: the cost model against numbers worked out by hand and against real kernels, and its timeline.
#include "engine/ascend/simulator.h"
#include "tests/support/testing.h"

#include <QObject>

#include <algorithm>
#include <cmath>
#include <map>

using namespace jitscope;

namespace {

Abstract type(DType dtype, const Dims &shape) {
    return Abstract::tensor(dtype, shape);
}

KernelEstimate matmul(const DeviceModel &model, DType dtype, int64_t m, int64_t k, int64_t n) {
    const std::vector<Abstract> arguments{type(dtype, {m, k}), type(dtype, {k, n})};
    const double bytes = double(m * k + k * n + m * n) * info(dtype).bytes;
    return estimate(model, "MatMul", arguments, type(dtype, {m, n}), 2.0 * double(m) * double(k) * double(n), bytes);
}

OpEvent opEvent(int64_t number, const std::string &op, int64_t startNs, double flops, double bytes) {
    OpEvent made;
    made.number = number;
    made.op = op;
    made.startNs = startNs;
    made.durationNs = 1000;
    made.operands = "f32[2]";
    made.result = "f32[2]";
    made.cost = {flops, bytes};
    return made;
}

/** The cells of one CSV line; quotes are taken off, doubled ones too. */
std::vector<std::string> cells(const std::string &line) {
    std::vector<std::string> all(1);
    bool quoted = false;
    for (const char c : line) {
        if (c == '"')
            quoted = !quoted;
        else if (c == ',' && !quoted)
            all.emplace_back();
        else
            all.back() += c;
    }
    return all;
}

/** One kernel of a recorded profile. */
struct RealKernel {
    std::string type;
    std::string core;
    double us = 0, bytes = 0;
    std::vector<Abstract> inputs, outputs;
};

const std::map<std::string, DType> &csvTypes() {
    static const std::map<std::string, DType> types{{"DT_BF16", DType::BFloat16}, {"FLOAT", DType::Float32},
                                                    {"FLOAT16", DType::Float16},  {"INT32", DType::Int32},
                                                    {"INT64", DType::Int64},      {"BOOL", DType::Bool}};
    return types;
}

std::vector<Abstract> typesIn(const std::string &shapes, const std::string &names) {
    std::vector<Abstract> types;
    const auto shapeTexts = split(shapes, ';'), typeTexts = split(names, ';');
    for (size_t i = 0; i < std::min(shapeTexts.size(), typeTexts.size()); ++i) {
        const auto dtype = csvTypes().find(typeTexts[i]);
        if (dtype == csvTypes().end()) continue;
        Dims shape;
        for (const std::string &size : split(shapeTexts[i], ','))
            if (!size.empty()) shape.push(std::stoll(size));
        types.push_back(type(dtype->second, shape));
    }
    return types;
}

std::vector<RealKernel> realKernels(const std::string &path) {
    const std::vector<std::string> lines = split(testing::readText(path), '\n');
    std::map<std::string, size_t> column;
    const std::vector<std::string> header = cells(lines[0]);
    for (size_t i = 0; i < header.size(); ++i)
        column[header[i]] = i;
    std::vector<RealKernel> kernels;
    for (size_t i = 1; i < lines.size(); ++i) {
        const std::vector<std::string> row = cells(lines[i]);
        if (row.size() < header.size()) continue;
        RealKernel kernel;
        kernel.type = row[column["Type"]];
        kernel.core = row[column["Accelerator Core"]];
        kernel.us = std::stod(row[column["Duration(us)"]]);
        kernel.inputs = typesIn(row[column["Input Shapes"]], row[column["Input Data Types"]]);
        kernel.outputs = typesIn(row[column["Output Shapes"]], row[column["Output Data Types"]]);
        for (const std::vector<Abstract> *list : {&kernel.inputs, &kernel.outputs})
            for (const Abstract &each : *list)
                kernel.bytes += double(each.bytes());
        kernels.push_back(std::move(kernel));
    }
    return kernels;
}

/** Twice the products: the inner length is what the two inputs have beside the outputs' lengths. */
double matmulFlops(const RealKernel &kernel) {
    const double a = double(kernel.inputs[0].count()), b = double(kernel.inputs[1].count());
    const double c = double(kernel.outputs[0].count());
    return 2 * std::sqrt(a * b * c);
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

} // namespace

class AscendTest : public QObject {
    Q_OBJECT

    const DeviceModel &m_model = defaultDeviceModel();

private Q_SLOTS:
    void knownChipsAreThere() {
        std::string names;
        for (const DeviceModel &model : deviceModels())
            names += model.name + " ";
        QCOMPARE(names, std::string("Ascend910B4 Ascend910A Ascend910B1 Ascend910B2 Ascend910B3 "));
        for (const DeviceModel &model : deviceModels())
            QVERIFY(!model.source.empty());
    }

    void matmulFollowsTheFormula() {
        // 4096x1024x4096: 256*64*256 blocks; 32*16 = 512 tiles in 26 waves, so as on 19.69 cores of 1650 MHz at 80 %.
        const KernelEstimate time = matmul(m_model, DType::BFloat16, 4096, 1024, 4096);
        QVERIFY(time.cube);
        QCOMPARE(time.blocks, 20);
        QCOMPARE(time.computeUs, 4194304.0 / (512.0 / 26) / 1650 / 0.8);
        QCOMPARE(time.memoryUs, (4096.0 * 1024 * 2 + 4096.0 * 4096) * 2 / 750e3);
        QCOMPARE(time.totalUs, 6 + time.computeUs);
        QVERIFY(std::abs(time.totalUs - 167.36) < 0.1);
    }

    void float32RunsAtHalfTheRate() {
        QCOMPARE(matmul(m_model, DType::Float32, 512, 512, 512).computeUs,
                 2 * matmul(m_model, DType::Float16, 512, 512, 512).computeUs);
    }

    void thinMatmulIsBoundByMemory() {
        const KernelEstimate time = matmul(m_model, DType::BFloat16, 16, 4096, 4096);
        QVERIFY(time.memoryUs > time.computeUs);
        QCOMPARE(time.totalUs, 6 + time.memoryUs);
        QCOMPARE(time.blocks, 16);
    }

    void innerLengthComesFromTheArgumentsWithoutFlops() {
        const std::vector<Abstract> arguments{type(DType::BFloat16, {4096, 1024}), type(DType::BFloat16, {1024, 4096})};
        QCOMPARE(estimate(m_model, "MatMul", arguments, type(DType::BFloat16, {4096, 4096}), 0, 1e6).computeUs,
                 matmul(m_model, DType::BFloat16, 4096, 1024, 4096).computeUs);
    }

    void vectorOperatorsGoByTheirRow() {
        QCOMPARE(estimate(m_model, "Add", {}, {}, 0, 9.16e6).totalUs, 1.4 + 10);
        QCOMPARE(estimate(m_model, "Add", {}, {}, 0, 612e6).totalUs, 1.4 + 1000);
        QCOMPARE(estimate(m_model, "SomethingElse", {}, {}, 0, 7.5e6).totalUs, 1.4 + 10);
        QCOMPARE(estimate(m_model, "RmsNorm", {}, {}, 0, 750e6).totalUs, 1.4 + 1000);
    }

    void smallKernelsTakeAConstantTime() {
        QCOMPARE(estimate(m_model, "Add", {}, {}, 2, 24).totalUs, 1.8);
        QCOMPARE(estimate(m_model, "Exp", {}, {}, 2, 24).totalUs, 1.5);
        QCOMPARE(estimate(m_model, "MemSet", {}, {}, 0, 24).totalUs, 5.4);
        const KernelEstimate spread = estimate(m_model, "Exp", {}, {}, 2, 900e3);
        QCOMPARE(spread.blocks, 40);
        QCOMPARE(spread.totalUs, 1.5 + 0.86);
    }

    void heavyArithmeticIsBoundByTheVectorCores() {
        const KernelEstimate time = estimate(m_model, "GraphKernel_fusion", {}, {}, 1e9, 4e6);
        QCOMPARE(time.computeUs, 1e9 / (40.0 * 64 * 1650));
        QCOMPARE(time.totalUs, 1.4 + time.computeUs);
    }

    void otherChipsAreScaled() {
        const std::vector<DeviceModel> models = deviceModels();
        const auto b1 = std::find_if(models.begin(), models.end(),
                                     [](const DeviceModel &model) { return model.name == "Ascend910B1"; });
        QCOMPARE(b1->hbmEffectiveGBs, 750 * 1.8 / 0.8);
        QVERIFY(matmul(*b1, DType::BFloat16, 4096, 1024, 4096).computeUs <
                matmul(m_model, DType::BFloat16, 4096, 1024, 4096).computeUs);
    }

    void eagerOperatorsAreLaunchedOneByOne() {
        Session session;
        session.ops = {opEvent(1, "Add", 1000, 2, 24), opEvent(2, "Exp", 2000, 2, 24)};
        session.ops.push_back(opEvent(3, "Reshape", 3000, 0, 24)); // no work for the device
        OpEvent failed = opEvent(4, "Neg", 4000, 2, 24);
        failed.error = "no";
        session.ops.push_back(failed);
        StreamState state;
        const Trace trace = simulate(m_model, session, state);
        // The host needs 31 us for a launch; a kernel starts when its launch is done.
        COMPARE_TEXT(printTrace(trace),
                     "Ascend910B4 (simulated) / Host launch [simulated]\n"
                     "  Launch Add (launch) 1000 +31000\n"
                     "  Launch Exp (launch) 32000 +31000\n"
                     "Ascend910B4 (simulated) / Stream 3 [simulated]\n"
                     "  Add (AI_VECTOR_CORE) 32000 +1800 Inputs=f32[2] Output=f32[2] FLOP=2 Bytes=24 Bound by=launch "
                     "Block Dim=1 Compute=0 ns Memory=0 ns Launch=1.8 \xC2\xB5s Source=simulated: Ascend910B4\n"
                     "  Exp (AI_VECTOR_CORE) 63000 +1500 Inputs=f32[2] Output=f32[2] FLOP=2 Bytes=24 Bound by=launch "
                     "Block Dim=1 Compute=0 ns Memory=0 ns Launch=1.5 \xC2\xB5s Source=simulated: Ascend910B4\n"
                     "Ascend910B4 (simulated) / HBM [simulated]\n"
                     "  counter HBM [GB/s] 32000:0.013333333333333334 33800:0 63000:0.016 64500:0\n"
                     "flow HostToDevice: Launch Add -> Add\n"
                     "flow HostToDevice: Launch Exp -> Exp\n");
        QCOMPARE(trace.linkOf(SliceId{1}).op, int64_t(1));
    }

    void graphCallIsOneLaunchAcrossParts() {
        Session first, second;
        for (int i = 0; i < 3; ++i) {
            OpEvent op = opEvent(i + 1, "Exp", 1000, 2, 24);
            op.graphCall = 1;
            op.compilation = 0;
            (i < 2 ? first : second).ops.push_back(op);
        }
        second.graphCalls = {{1, "f", 0, 900, 5000, -1}};
        StreamState state;
        Trace trace = simulate(m_model, first, state);
        trace.append(simulate(m_model, second, state));
        QCOMPARE(layoutTrack(trace, TrackId{0}).slices.size(), size_t(1));
        const LaneRows stream = layoutTrack(trace, TrackId{1});
        QCOMPARE(stream.slices.size(), size_t(3));
        for (size_t i = 1; i < 3; ++i) {
            const int64_t end = trace.startOf(stream.slices[i - 1]) + trace.durationOf(stream.slices[i - 1]);
            QCOMPARE(trace.startOf(stream.slices[i]) - end, int64_t(500));
        }
        QCOMPARE(trace.flows().size(), size_t(1));
    }

    void longKernelsKeepTheStreamBusy() {
        Session session;
        for (int i = 0; i < 3; ++i)
            session.ops.push_back(opEvent(i + 1, "Add", 0, 1, 612e6));
        StreamState state;
        const Trace trace = simulate(m_model, session, state);
        const LaneRows stream = layoutTrack(trace, TrackId{1});
        QCOMPARE(trace.startOf(stream.slices[1]), trace.startOf(stream.slices[0]) + 1001400 + 1420);
    }

    void realMatmulsAreMet() {
        const std::string path = testing::sharedPath(
            "data/ascend/torch_npu_qwen3_cann83/rank_0_ascend_pt/ASCEND_PROFILER_OUTPUT/kernel_details.csv");
        if (path.empty()) QSKIP("the reference material is not there");
        std::vector<double> matmulErrors, vectorErrors;
        for (const RealKernel &kernel : realKernels(path)) {
            if (kernel.inputs.empty() || kernel.outputs.empty()) continue;
            const bool isCube = kernel.core == "AI_CORE" && kernel.type.starts_with("MatMul");
            if (!isCube && kernel.core != "AI_VECTOR_CORE") continue;
            const KernelEstimate time = estimate(m_model, kernel.type, kernel.inputs, kernel.outputs[0],
                                                 isCube ? matmulFlops(kernel) : 0, kernel.bytes);
            (isCube ? matmulErrors : vectorErrors).push_back(std::abs(time.totalUs - kernel.us) / kernel.us);
        }
        QCOMPARE(matmulErrors.size(), size_t(336));
        const double cube = median(matmulErrors), vector = median(vectorErrors);
        qInfo("median error: %zu matrix products %.1f %%, %zu vector kernels %.1f %%", matmulErrors.size(), cube * 100,
              vectorErrors.size(), vector * 100);
        QVERIFY(cube <= 0.08);
        QVERIFY(vector <= 0.20);
    }
};

QTEST_GUILESS_MAIN(AscendTest)
#include "tst_ascend.moc"
