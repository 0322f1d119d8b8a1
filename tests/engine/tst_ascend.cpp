// SPDX-License-Identifier: Apache-2.0
// The simulated device: the cost model against numbers worked out by hand, and the timeline of a run. (How far the
// model is from real kernels: tst_costmodel.)
#include "engine/ascend/simulator.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"
#include "tests/support/ascendsession.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QObject>

#include <algorithm>
#include <cmath>

namespace jitscope::tst_ascend {

using namespace jitscope;
using testing::AscendSession;

namespace {

Abstract type(DType dtype, const Dims &shape) {
    return Abstract::tensor(dtype, shape);
}

KernelEstimate matmul(const DeviceModel &model, DType dtype, int64_t m, int64_t k, int64_t n) {
    const std::vector<Abstract> inputs{type(dtype, {m, k}), type(dtype, {k, n})}, outputs{type(dtype, {m, n})};
    return estimate(model, kernelJob("MatMul", inputs, outputs));
}

KernelEstimate unary(const DeviceModel &model, const char *op, DType dtype, int64_t count) {
    const std::vector<Abstract> tensors{type(dtype, {count})};
    return estimate(model, kernelJob(op, tensors, tensors));
}

/** The tasks as lines: stream, name, start and duration in us. */
std::string lines(const DeviceRun &run) {
    std::string text;
    for (const SimulatedTask &task : run.tasks)
        text += format("%d %s %.2f +%.2f wait %.2f\n", task.stream, task.name.c_str(), double(task.startNs) / 1e3,
                       double(task.durationNs) / 1e3, double(task.waitNs) / 1e3);
    return text;
}

std::vector<const SimulatedTask *> on(const DeviceRun &run, int stream) {
    std::vector<const SimulatedTask *> found;
    for (const SimulatedTask &task : run.tasks)
        if (task.stream == stream) found.push_back(&task);
    return found;
}

/** A round model: launches 30 us, kernels 10 us each. */
DeviceModel plainModel() {
    DeviceModel model = defaultDeviceModel();
    model.hostIssueUs = 30;
    model.graphIssueUs = 10;
    model.nodeLaunchUs = 5;
    model.queueUs = 10;
    model.launchLatencyUs = 1;
    model.taskGapUs = 2;
    model.sinkGapUs = 0.5;
    model.copyLatencyUs = 20;
    model.blockSpreadUs = 0;
    model.vectorTable = {{"[all]", 1e9, 1e9, 10}};
    return model;
}

} // namespace

class AscendTest : public QObject {
    Q_OBJECT

    const DeviceModel &m_model = defaultDeviceModel();

private Q_SLOTS:
    void theBuiltInModelIsComplete() {
        QCOMPARE(deviceModels().front().name, std::string("Ascend910B4"));
        QCOMPARE(modelFault(m_model), std::string());
        QVERIFY(!m_model.source.empty());
        QVERIFY(!m_model.error.how.empty());
        for (const ModelParameter &each : modelParameters()) {
            QVERIFY2(!sourceOf(m_model, each).empty(), each.key);
            QVERIFY2(*each.meaning != 0, each.key);
            DeviceModel copy = m_model;
            each.set(copy, each.get(m_model));
            QCOMPARE(each.get(copy), each.get(m_model));
        }
    }

    void matmulFollowsTheFormula() {
        // 4096x1024x4096: 256*64*256 blocks; 32*16 = 512 tiles in 26 waves, so as on 19.69 cores of 1650 MHz.
        const KernelEstimate time = matmul(m_model, DType::BFloat16, 4096, 1024, 4096);
        QCOMPARE(int(time.core), int(KernelCore::Cube));
        QCOMPARE(time.blocks, 20);
        QCOMPARE(time.cubeCycles, 4194304.0);
        QCOMPARE(time.computeUs, 4194304.0 / (512.0 / 26) / 1650 / m_model.cubeEfficiency);
        QCOMPARE(time.memoryUs, (4096.0 * 1024 * 2 + 4096.0 * 4096) * 2 / (m_model.hbmEffectiveGBs * 1e3));
        QCOMPARE(time.totalUs, m_model.matmulLaunchUs + time.computeUs);
    }

    void float32RunsAtHalfTheRate() {
        QCOMPARE(matmul(m_model, DType::Float32, 512, 512, 512).computeUs,
                 2 * matmul(m_model, DType::Float16, 512, 512, 512).computeUs);
    }

    void thinMatmulIsBoundByMemory() {
        const KernelEstimate time = matmul(m_model, DType::BFloat16, 16, 4096, 4096);
        QVERIFY(time.memoryUs > time.computeUs);
        QCOMPARE(boundBy(time), std::string("memory"));
        QCOMPARE(time.blocks, 16);
    }

    void sizesOfProductsComeFromTheTensors() {
        const auto sizes = [](const Dims &a, const Dims &b, const Dims &result, const char *op = "MatMulV3") {
            const std::vector<Abstract> in{type(DType::Float16, a), type(DType::Float16, b)};
            const std::vector<Abstract> out{type(DType::Float16, result)};
            return kernelJob(op, in, out).product;
        };
        QCOMPARE(sizes({4096, 1024}, {1024, 2048}, {4096, 2048}), (MatrixSizes{1, 4096, 1024, 2048}));
        QCOMPARE(sizes({1024, 4096}, {1024, 2048}, {4096, 2048}), (MatrixSizes{1, 4096, 1024, 2048})); // transposed
        QCOMPARE(sizes({8, 64, 32}, {8, 32, 16}, {8, 64, 16}, "BatchMatMul"), (MatrixSizes{8, 64, 32, 16}));
        QCOMPARE(sizes({32, 8, 27, 27, 8}, {200, 12, 16, 8}, {32, 24, 27, 27, 8}, "Conv2D"),
                 (MatrixSizes{1, 32 * 27 * 27, 200 * 8, 192}));
    }

    void vectorKernelsGoByTheirRowTheirClassOrAll() {
        DeviceModel model = plainModel();
        model.smallGain = 0;
        model.vectorTable = {{"[all]", 500, 250, 2}, {"[copy]", 1000, 0, 1}, {"Add", 800, 400, 1.5}};
        const auto us = [&](const char *op, double bytes) {
            return unary(model, op, DType::Int8, int64_t(bytes / 2)).totalUs;
        };
        QCOMPARE(us("Add", 40e6), 1.5 + 50);
        QCOMPARE(us("Add", 400e6), 1.5 + 1000);
        QCOMPARE(us("TensorMove", 40e6), 1 + 40.0);
        QCOMPARE(us("TensorMove", 400e6), 1 + 1600.0);
        QCOMPARE(us("SomethingElse", 40e6), 2 + 80.0);
        // Between cache and memory it goes over, without a jump.
        QVERIFY(us("Add", 90e6) > us("Add", 48e6) * 90 / 48);
        QVERIFY(us("Add", 127e6) < us("Add", 128e6));
    }

    void whatMovesIsCountedNotWhatIsThere() {
        const std::vector<Abstract> table{type(DType::Float16, {100000, 1024}), type(DType::Int64, {8})};
        const std::vector<Abstract> rows{type(DType::Float16, {8, 1024})};
        QCOMPARE(kernelJob("GatherV2", table, rows).bytes(), 2 * 8.0 * 1024 * 2);
        QCOMPARE(kernelJob("ZerosLike", table, rows).bytes(), 8.0 * 1024 * 2);
        const std::vector<Abstract> weights(4, type(DType::Float32, {1000}));
        QCOMPARE(kernelJob("ApplyAdamWV2", weights, weights).bytes(), 16000.0);
    }

    void typesAndBlocksCostSomething() {
        QVERIFY(unary(m_model, "Add", DType::Int64, 4).totalUs > unary(m_model, "Add", DType::Int32, 4).totalUs + 1);
        const std::vector<Abstract> mixed{type(DType::Float32, {4}), type(DType::Float16, {4})};
        QVERIFY(kernelJob("Add", mixed, mixed).isMixed);
        QCOMPARE(unary(m_model, "Exp", DType::Float32, 2).blocks, 1);
        QCOMPARE(unary(m_model, "Exp", DType::Float32, 1 << 20).blocks, 40);
    }

    void coresAreThoseOfTheType() {
        const auto core = [](const char *op) {
            const std::vector<Abstract> tensors{type(DType::Float32, {64, 64}), type(DType::Float32, {64, 64})};
            return std::string(toString(kernelJob(op, tensors, tensors).core));
        };
        QCOMPARE(core("MatMul"), std::string("AI_CORE"));
        QCOMPARE(core("Add"), std::string("AI_VECTOR_CORE"));
        QCOMPARE(core("ReduceSum"), std::string("MIX_AIV"));
        QCOMPARE(core("FlashAttentionScore"), std::string("MIX_AIC"));
        QCOMPARE(core("Unique"), std::string("AI_CPU"));
        QCOMPARE(core("AllReduce"), std::string("COMMUNICATION"));
        QCOMPARE(core("BroadcastTo"), std::string("AI_VECTOR_CORE"));
    }

    void copiesAndCollectives() {
        QCOMPARE(copyUs(m_model, 23e6), 16 + 1000.0);
        QCOMPARE(collectiveUs(m_model, "all_reduce", 17e6, 1), 0.0);
        QCOMPARE(collectiveUs(m_model, "all_reduce", 17e6, 2), 30 + 1000.0);
        QCOMPARE(collectiveUs(m_model, "all_gather", 17e6, 4), 30 + 750.0);
        QCOMPARE(collectiveUs(m_model, "send", 17e6, 4), 30 + 1000.0);
    }

    void countersFollowTheirFormulas() {
        const std::vector<Abstract> in{type(DType::BFloat16, {4096, 1024}), type(DType::BFloat16, {1024, 4096})};
        const std::vector<Abstract> out{type(DType::BFloat16, {4096, 4096})};
        const KernelJob job = kernelJob("MatMul", in, out);
        const KernelEstimate time = estimate(m_model, job);
        const PipeCounters counters = pipeCounters(m_model, job, time);
        QCOMPARE(counters.aicCycles, std::llround(counters.aicUs * 20 * 1650));
        QCOMPARE(counters.mac, 4194304.0 / double(counters.aicCycles));
        QCOMPARE(counters.cubeUtilization, 100 * double(counters.aicCycles) / (1650 * 20 * time.totalUs));
        QVERIFY(counters.mac > 0.7 && counters.mac < 0.8);
        QCOMPARE(counters.aivCycles, int64_t(0));
        for (const double share : {counters.mac, counters.aicScalar, counters.mte1, counters.aicMte2, counters.fixpipe})
            QVERIFY(share >= 0 && share <= 1);
        const KernelJob add = kernelJob("Add", out, out);
        const PipeCounters vector = pipeCounters(m_model, add, estimate(m_model, add));
        QVERIFY(vector.aivMte2 + vector.mte3 > 0.8); // bound by memory
        QCOMPARE(vector.aivCycles, std::llround(vector.aivUs * 40 * 1650));
    }

    void otherChipsAreScaled() {
        const ChipFacts chip{"Twice", "made up", 40, 80, 0, 6, 1650, 1.6, 16, 64, 192};
        const DeviceModel twice = scaledModel(m_model, chip);
        QCOMPARE(modelFault(twice), std::string());
        QCOMPARE(twice.hbmEffectiveGBs, 2 * m_model.hbmEffectiveGBs);
        QCOMPARE(twice.vectorTable[0].large, 2 * m_model.vectorTable[0].large);
        QCOMPARE(twice.vectorTable[0].medium, 4 * m_model.vectorTable[0].medium);
        QVERIFY(twice.error.how.empty());
        QVERIFY(matmul(twice, DType::BFloat16, 4096, 1024, 4096).computeUs <
                0.6 * matmul(m_model, DType::BFloat16, 4096, 1024, 4096).computeUs);
    }

    void unusableModelsAreRefused() {
        DeviceModel model = m_model;
        model.name = "Broken";
        model.clockMHz = 0;
        const auto refused = registerDeviceModel(model);
        QVERIFY(!refused);
        QVERIFY(refused.error().message.find("clockMHz") != std::string::npos);
        QVERIFY(!registerDeviceModel(m_model)); // taken
        model = m_model;
        model.name = "Mine";
        model.isUserFile = true;
        VERIFY_RESULT(registerDeviceModel(model));
        model.clockMHz = 1000;
        VERIFY_RESULT(registerDeviceModel(model)); // saved again
        VERIFY_RESULT(chooseDeviceModel("Mine"));
        QCOMPARE(currentDeviceModel().clockMHz, 1000.0);
        QVERIFY(!chooseDeviceModel("Nobody's"));
        VERIFY_RESULT(chooseDeviceModel(""));
        QCOMPARE(currentDeviceModel().name, std::string("Ascend910B4"));
    }

    void eagerOperatorsAreLaunchedOneByOne() {
        AscendSession made;
        const int64_t a = made.tensor(DType::Float32, {4}), b = made.tensor(DType::Float32, {4}),
                      c = made.tensor(DType::Float32, {4}), d = made.tensor(DType::Float32, {4});
        made.op("ZerosLike", {}, {a});
        made.op("Exp", {a}, {b});
        made.op("Reshape", {b}, {c}); // no work for the device
        made.op("Neg", {c}, {d}, [](OpEvent &op) { op.error = "no"; });
        StreamState state;
        const DeviceRun run = simulateRun(plainModel(), made.take(), state);
        // RunOp at 1 us, queued 10 us later, its Node@launch ends 10 us into the task, 1 us more to the device.
        COMPARE_TEXT(lines(run), "2 aclnnZerosLike_ZerosLike 22.00 +10.00 wait 0.00\n"
                                 "2 aclnnExp_Exp 52.00 +10.00 wait 20.00\n");
        std::string calls;
        for (const HostCall &call : run.calls)
            if (call.op == 2)
                calls += format("%s %d %.1f +%.1f\n", call.name.c_str(), call.thread, double(call.startNs) / 1e3,
                                double(call.durationNs) / 1e3);
        COMPARE_TEXT(calls, "PynativeFramework::RunOp::Exp 0 31.0 +30.0\n"
                            "PynativeFramework::PyNativeLaunchTask::Exp 1 41.0 +25.0\n"
                            "AscendCL@aclnnExp 1 43.5 +20.0\n"
                            "Node@launch 1 46.0 +5.0\n"
                            "Runtime@KernelLaunch 1 47.2 +2.5\n");
    }

    void inputsFromOutsideAreCopiedOnceAndWaitedFor() {
        AscendSession made;
        const int64_t a = made.tensor(DType::Float32, {1 << 20}), b = made.tensor(DType::Float32, {4});
        made.op("Exp", {a}, {b});
        made.op("Exp", {a}, {made.tensor(DType::Float32, {4})});
        StreamState state;
        const DeviceRun run = simulateRun(plainModel(), made.take(), state);
        const auto copies = on(run, copyStream);
        QCOMPARE(copies.size(), size_t(1));
        QCOMPARE(copies[0]->bytes, 4.0 * (1 << 20));
        const auto compute = on(run, computeStream);
        QCOMPARE(compute.size(), size_t(3));
        QCOMPARE(compute[0]->name, std::string("EVENT_WAIT"));
        QCOMPARE(compute[0]->endNs(), copies[0]->endNs());
        QVERIFY(compute[1]->startNs >= copies[0]->endNs());
    }

    void graphsAreLaunchedKernelByKernelOrSunk() {
        const auto launches = [](const char *level) {
            AscendSession made;
            Compilation compilation;
            compilation.index = 0;
            compilation.jitLevel = level;
            made.session().compilations.push_back(compilation);
            made.session().graphCalls = {{1, "f", 0, 900, 5000, -1}};
            for (int i = 0; i < 3; ++i) {
                made.op("Exp", {}, {made.tensor(DType::Float32, {4})}, [](OpEvent &op) {
                    op.graphCall = 1;
                    op.compilation = 0;
                });
            }
            StreamState state;
            return simulateRun(plainModel(), made.take(), state);
        };
        const DeviceRun one = launches("O1"), sunk = launches("O2");
        const auto count = [](const DeviceRun &run, const char *name) {
            return std::count_if(run.calls.begin(), run.calls.end(),
                                 [&](const HostCall &call) { return call.name.find(name) != std::string::npos; });
        };
        QCOMPARE(count(one, "Node@launch"), 3);
        QCOMPARE(count(one, "Model@ModelExecute"), 0);
        QCOMPARE(count(sunk, "Node@launch"), 0);
        QCOMPARE(count(sunk, "Model@ModelExecute"), 1);
        QCOMPARE(sunk.tasks[1].waitNs, int64_t(500));
        QCOMPARE(one.tasks[1].waitNs, int64_t(2000)); // launched faster than it runs
        QCOMPARE(sunk.tasks[0].connection, sunk.tasks[2].connection);
        QVERIFY(one.tasks[0].name.starts_with("Default/Exp-op"));
    }

    void collectivesRunBesideTheKernelsWhereThereAreRanks() {
        const Session session = testing::trainingSession();
        StreamState alone, together;
        QVERIFY(on(simulateRun(m_model, session, alone), communicationStream).empty());
        const DeviceRun run = simulateRun(m_model, session, together, {.ranks = 4});
        const auto talks = on(run, communicationStream);
        QCOMPARE(talks.size(), size_t(2));
        QCOMPARE(talks[0]->name, std::string("hcom_allReduce__000_0_1"));
        QCOMPARE(talks[0]->bytes, 1024.0 * 512 * 4);
        // The optimizer takes the sum: it waits for it.
        const auto optimizer = std::find_if(run.tasks.begin(), run.tasks.end(), [](const SimulatedTask &task) {
            return task.work.type == "ApplyMomentum";
        });
        QVERIFY(optimizer->startNs >= talks[0]->endNs());
    }

    void stepsEndWithTheOptimizer() {
        const Session session = testing::trainingSession();
        const SimulatedRun whole = simulateWhole(m_model, session);
        QCOMPARE(whole.run.steps.size(), size_t(3)); // the graph behind the second begins a third
        QCOMPARE(whole.run.steps[0].endNs, whole.run.steps[1].startNs);
        QCOMPARE(whole.run.tasks.front().step, int64_t(1));
        QCOMPARE(whole.run.tasks.back().step, int64_t(3));
    }

    void memoryLivesFromTheFirstToTheLastUse() {
        const Session session = testing::trainingSession();
        const SimulatedRun whole = simulateWhole(m_model, session);
        int64_t sum = 0, most = 0;
        for (const MemoryEvent &event : whole.run.memory) {
            sum += event.bytes;
            most = std::max(most, event.allocated);
            QCOMPARE(event.allocated, sum);
            QVERIFY(event.reserved >= event.allocated);
            QCOMPARE(event.reserved % (2 << 20), int64_t(0));
        }
        // Nothing has a name, so nothing is a weight that the program holds to its end.
        QCOMPARE(sum, int64_t(0));
        QVERIFY(most >= int64_t(64 * 1024 * 4 + 1024 * 512 * 4));
    }

    void partsGiveTheSameAsTheWhole() {
        const Session session = testing::trainingSession();
        StreamState whole, parts;
        const std::string expected = lines(simulateRun(m_model, session, whole, {.ranks = 2}));
        Session first, second;
        const size_t half = 7;
        for (size_t i = 0; i < session.ops.size(); ++i)
            (i < half ? first : second).ops.push_back(session.ops[i]);
        int64_t known = -1;
        for (const OpEvent &op : first.ops)
            for (const IdList *list : {&op.inputs, &op.outputs})
                for (const int64_t id : *list)
                    known = std::max(known, id);
        for (const TensorRecord &tensor : session.tensors)
            (tensor.id <= known ? first : second).tensors.push_back(tensor);
        second.compilations = session.compilations;
        second.graphCalls = session.graphCalls;
        std::string actual = lines(simulateRun(m_model, first, parts, {.ranks = 2}));
        actual += lines(simulateRun(m_model, second, parts, {.ranks = 2}));
        COMPARE_TEXT(actual, expected);
    }

    void theTimelineIsMarkedAndLinked() {
        const Session session = testing::trainingSession();
        const SimulatedRun whole = simulateWhole(m_model, session, {.ranks = 2});
        std::string lanes;
        for (const Track &track : whole.trace.tracks()) {
            QVERIFY(track.simulated);
            lanes += track.process + " / " + track.name + "\n";
        }
        COMPARE_TEXT(lanes, "MindSpore (Ascend910B4, simulated) / Thread main\n"
                            "CANN (Ascend910B4, simulated) / Thread launch\n"
                            "MindSpore (Ascend910B4, simulated) / Thread launch\n"
                            "Ascend Hardware (Ascend910B4, simulated) / Stream 3\n"
                            "Ascend Hardware (Ascend910B4, simulated) / Stream 2\n"
                            "Communication (Ascend910B4, simulated) / Group simulated Communication\n"
                            "Overlap Analysis (Ascend910B4, simulated) / Computing\n"
                            "Overlap Analysis (Ascend910B4, simulated) / Communication\n"
                            "Overlap Analysis (Ascend910B4, simulated) / Communication(Not Overlapped)\n"
                            "Overlap Analysis (Ascend910B4, simulated) / Free\n"
                            "AI Core Freq (Ascend910B4, simulated) / AI Core Freq\n"
                            "HBM (Ascend910B4, simulated) / HBM\n"
                            "NPU MEM (Ascend910B4, simulated) / NPU MEM\n");
        int64_t toDevice = 0, fromFramework = 0;
        for (const Flow &flow : whole.trace.flows()) {
            QVERIFY(whole.trace.startOf(flow.from) <= whole.trace.startOf(flow.to));
            const std::string &category = whole.trace.texts().text(flow.category);
            toDevice += category == "HostToDevice";
            fromFramework += category == "async_npu";
        }
        QCOMPARE(toDevice, int64_t(15)); // 11 kernels, 2 copies, 2 collectives
        QCOMPARE(fromFramework, int64_t(11));
        // The last kernel belongs to the last operator.
        for (int64_t i = whole.trace.sliceCount() - 1; i >= 0; --i) {
            if (!whole.trace.nameOf(SliceId{i}).starts_with("Default/Exp-op15")) continue;
            QCOMPARE(whole.trace.linkOf(SliceId{i}).op, int64_t(15));
        }
    }

    void overlapCoversTheRunWithoutHoles() {
        const SimulatedRun whole = simulateWhole(m_model, testing::trainingSession(), {.ranks = 2});
        std::map<std::string, int64_t> sums;
        int64_t first = std::numeric_limits<int64_t>::max(), last = 0;
        for (int64_t i = 0; i < whole.trace.sliceCount(); ++i) {
            const SliceId id{i};
            if (whole.trace.trackAt(whole.trace.trackOf(id)).kind != LaneKind::Overlap) continue;
            sums[std::string(whole.trace.nameOf(id))] += whole.trace.durationOf(id);
            first = std::min(first, whole.trace.startOf(id));
            last = std::max(last, whole.trace.endOf(id));
        }
        QCOMPARE(sums["Computing"] + sums["Communication(Not Overlapped)"] + sums["Free"], last - first);
    }
};

JITSCOPE_TEST(AscendTest)

} // namespace jitscope::tst_ascend

#include "tst_ascend.moc"
