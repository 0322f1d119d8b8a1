// SPDX-License-Identifier: Apache-2.0
// The recorder: which tensors are the same, where an operator ran, what is kept, parts and threads.
#include "engine/base/clock.h"
#include "engine/base/stablelist.h"
#include "engine/eager/tape.h"
#include "engine/ops/opdef.h"
#include "engine/session/rawqueue.h"
#include "engine/session/recorder.h"
#include "engine/session/session.h"
#include "tests/support/recording.h"
#include "tests/support/sessions.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QObject>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <thread>
#include <utility>

namespace jitscope::tst_recorder {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

NodePtr weightNode(const std::string &name, const Tensor &weight) {
    auto parameter = std::make_shared<Node>();
    parameter->kind = NodeKind::Parameter;
    parameter->name = name;
    parameter->weight = weight;
    return parameter;
}

Node nodeOf(OpName op, std::vector<NodePtr> inputs) {
    Node node;
    node.id = NodeId{5};
    node.op = op;
    node.inputs = std::move(inputs);
    return node;
}

/** Runs `op` on `arguments` and records it as the Python layer does. */
Value recorded(Recorder &recorder, const char *op, const std::vector<Value> &arguments) {
    const OpDef *def = findOp(op);
    const Value result = def->eval(arguments);
    recorder.recordOp(*def, arguments, &result, 100, 150, "");
    return result;
}

Tensor numbers() {
    return Tensor::of({2, 2}, std::vector<float>{1, 2, 3, 4});
}

} // namespace

class RecorderTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void operatorIsTakenDownWithItsTensorsAndCost() {
        Recorder recorder;
        recorder.setLevel(RecordLevel::Ops);
        const Value x = numbers();
        const Value sum = recorded(recorder, "Add", {x, Value(1.5)});
        recorded(recorder, "Mul", {sum, x});
        const Session session = recorder.take();
        QCOMPARE(session.ops.size(), size_t(2));
        const OpEvent &add = session.ops[0], &mul = session.ops[1];
        QCOMPARE(add.number, int64_t(1));
        QCOMPARE(add.operands, "f32[2,2], " + findOp("Add")->params[1].name + "=1.5");
        QCOMPARE(add.result, std::string("f32[2,2]"));
        QCOMPARE(add.durationNs, int64_t(50));
        QCOMPARE(add.inputs, (std::vector<int64_t>{0}));
        QCOMPARE(add.outputs, (std::vector<int64_t>{1}));
        QCOMPARE(mul.inputs, (std::vector<int64_t>{1, 0}));
        QCOMPARE(mul.outputs, (std::vector<int64_t>{2}));
        QCOMPARE(mul.cost.flops, 4.0);
        QCOMPARE(mul.cost.bytes, 48.0);
        QVERIFY2(!session.tensors[0].value.defined(), "values were not asked for");
    }

    void whatRecordingTakesIsMeasured() {
        Recorder recorder;
        QVERIFY(!recorder.cost());
        recorder.setLevel(RecordLevel::Ops);
        const Value x = numbers();
        constexpr int count = 1000;
        for (int i = 0; i < count; ++i)
            recorded(recorder, "Add", {x, Value(1.5)});
        const auto cost = recorder.cost();
        QVERIFY(cost);
        QCOMPARE(cost->written, int64_t(count));
        QVERIFY(cost->measured > 0 && cost->measured <= int64_t(count / RecordingClock::oneOf));
        QVERIFY(cost->meanNs >= 0 && cost->meanNs < 1'000'000);
        Session session;
        session.info[recordingCostKey] = recordingCostText(*cost);
        QCOMPARE(recordingCost(session), cost);
        for (const char *text : {"", "soon", "-5 of 3 measured, 1000 written", "5 of 0 measured, 9 written",
                                 "5 of 1 measured, 99999999999999999 written"}) {
            session.info[recordingCostKey] = text;
            QVERIFY2(!recordingCost(session), text);
        }
        recorder.restart();
        QVERIFY(!recorder.cost());
    }

    /** One operator in some pays for a fresh page: a median would not know. What was interrupted is no cost of ours. */
    void recordingIsToldByItsMean() {
        RecordingClock clock;
        for (const int64_t ns : {100, 100, 100, 100, 1600, 80'000'000})
            clock.add(ns);
        const auto cost = clock.cost(1000);
        QVERIFY(cost);
        QCOMPARE(cost->measured, int64_t(5));
        QVERIFY2(cost->meanNs >= 400 && cost->meanNs < 2000, qPrintable(QString::number(cost->meanNs)));
        QCOMPARE(cost->totalNs(), cost->meanNs * 1000);
    }

    void nothingIsRecordedAtLevelNone() {
        Recorder recorder;
        recorded(recorder, "Neg", {numbers()});
        QCOMPARE(recorder.beginGraphCall(0), int64_t(-1));
        QVERIFY(recorder.take().empty());
        QCOMPARE(recorder.nextOp(), int64_t(1));
    }

    void recordedValuesShareTheUsersMemory() {
        Recorder recorder;
        recorder.setLevel(RecordLevel::Values);
        const Tensor x = numbers();
        recorded(recorder, "Neg", {x});
        const Session session = recorder.take();
        QCOMPARE(session.tensors[0].value.storage()->header()->data(),
                 x.storage()->data()); // until one writes or reads
        QVERIFY(identical(session.tensors[0].value.inMemory(), x));
        QVERIFY2(session.tensors[0].value.inMemory().rawData() != x.rawData(), "the user may write while it is read");
        QCOMPARE(session.tensors[1].value.inMemory().at(3), -4.0);
    }

    void memoryComesWithItsOperatorAndGoesWhenTheProgramLetsGo_data() {
        QTest::addColumn<int>("level");
        QTest::newRow("operators") << int(RecordLevel::Ops);
        QTest::newRow("values") << int(RecordLevel::Values);
    }
    /** Recorded values still show the elements then: that is not the program's memory any more. */
    void memoryComesWithItsOperatorAndGoesWhenTheProgramLetsGo() {
        QFETCH(int, level);
        Recorder recorder;
        recorder.setLevel(RecordLevel(level));
        std::optional<Value> x = numbers(), negative = recorded(recorder, "Neg", {*x});
        Session session = recorder.take();
        QCOMPARE(session.storageEvents.size(), size_t(2));
        QCOMPARE(session.storageEvents[0], (StorageEvent{0, 16, 100, false}));
        QCOMPARE(session.storageEvents[1], (StorageEvent{1, 16, 100, false}));
        const int64_t before = nowNs();
        negative.reset();
        session.append(recorder.take());
        QCOMPARE(session.storageEvents.size(), size_t(3));
        const StorageEvent &release = session.storageEvents[2];
        QVERIFY(release.isRelease);
        QCOMPARE(release.tensor, int64_t(1));
        QCOMPARE(release.bytes, int64_t(16));
        QVERIFY2(std::llabs(release.timeNs - before) < 1'000'000'000, "the time is that of the clock of operators");
        x.reset();
        QCOMPARE(recorder.take().storageEvents.size(), size_t(1));
        if (RecordLevel(level) == RecordLevel::Values) QCOMPARE(session.tensors[1].value.inMemory().at(3), -4.0);
    }

    void viewsAndWritesStandInOneMemory() {
        Recorder recorder;
        recorder.setLevel(RecordLevel::Values);
        std::optional<Tensor> x = numbers();
        std::optional<Value> view = recorded(recorder, "Reshape", {*x, Value::tuple({Value(int64_t(4))})});
        const OpDef *assign = findOp("AssignAdd");
        const std::vector<Value> arguments{*x, numbers()};
        recorder.beforeWrite(arguments);
        const Value result = assign->eval(arguments);
        recorder.recordOp(*assign, arguments, &result, 200, 250, "");
        Session session = recorder.take();
        QCOMPARE(std::ranges::count(session.storageEvents, 0, &StorageEvent::tensor), 1);
        QCOMPARE(session.storageEvents.size(), size_t(2)); // x and what is added to it
    }

    void memoryOfOthersIsNotTheRuns() {
        Recorder recorder;
        recorder.setLevel(RecordLevel::Ops);
        std::array<float, 4> array{1, 2, 3, 4};
        const StoragePtr borrowed(Storage::borrowed(
            array.data(), sizeof array, [](void *) {}, nullptr));
        const Tensor x(borrowed, Dims{4}, contiguousStrides(Dims{4}), 0, DType::Float32);
        recorded(recorder, "Neg", {x});
        const Session session = recorder.take();
        QCOMPARE(session.storageEvents.size(), size_t(2));
        QCOMPARE(session.storageEvents[0].tensor, int64_t(1));
        QVERIFY(session.storageEvents[1].isRelease);
    }

    void aNewRecordingKnowsNothingOfMemoryOfBefore() {
        Recorder recorder;
        recorder.setLevel(RecordLevel::Ops);
        std::optional<Value> x = numbers();
        recorded(recorder, "Neg", {*x});
        recorder.restart();
        x.reset();
        QVERIFY(recorder.take().storageEvents.empty());
    }

    /** Releases of a thread that does not record, while records wait: each memory goes once, after it came. */
    void memoryThatAnotherThreadLetsGoOfGoesOnce() {
        Recorder recorder;
        recorder.setLevel(RecordLevel::Values);
        constexpr int count = 3000;
        std::vector<Value> results;
        for (int i = 0; i < count; ++i)
            results.push_back(recorded(recorder, "Neg", {numbers()}));
        std::thread([&] { results.clear(); }).join();
        const Session session = recorder.take();
        std::map<int64_t, int> states;
        for (const StorageEvent &event : session.storageEvents) {
            QCOMPARE(states[event.tensor], event.isRelease ? 1 : 0);
            ++states[event.tensor];
        }
        QCOMPARE(states.size(), size_t(2 * count));
        QVERIFY(std::ranges::all_of(states, [](const auto &state) { return state.second == 2; }));
    }

    void recordedValuesStayWhenTheUserWrites() {
        Recorder recorder;
        recorder.setLevel(RecordLevel::Values);
        const Tensor x = numbers();
        recorded(recorder, "Neg", {x});
        const double before = x.at(0);
        findOp("InplaceCopy")->eval(std::vector<Value>{x, 99});
        recorded(recorder, "Neg", {x});
        const Session session = recorder.take();
        QCOMPARE(session.tensors[0].value.inMemory().at(0), before);
        QCOMPARE(session.tensors[size_t(session.ops[1].inputs[0])].value.inMemory().at(0), 99.0);
        QVERIFY(session.ops[0].inputs[0] != session.ops[1].inputs[0]);
    }

    void blockThatIsUsedAgainIsAnotherTensor() {
        Recorder recorder;
        recorder.setLevel(RecordLevel::Ops);
        const Value x = numbers();
        for (int i = 0; i < 3; ++i)
            recorded(recorder, "Neg", {x}); // the result is freed and its memory serves the next
        const Session session = recorder.take();
        QCOMPARE(session.tensors.size(), size_t(4));
        QCOMPARE(session.ops[2].outputs, (std::vector<int64_t>{3}));
    }

    void blockThatIsUsedAgainForAnInputIsAnotherTensor() {
        Recorder recorder;
        recorder.setLevel(RecordLevel::Ops);
        for (int i = 0; i < 3; ++i)
            recorded(recorder, "Neg", {numbers()});
        const Session session = recorder.take();
        QCOMPARE(session.tensors.size(), size_t(6));
        QCOMPARE(session.ops[2].inputs, (std::vector<int64_t>{4}));
    }

    void valuesBeyondTheBudgetAreWrittenOutAndReadBack() {
        Recorder recorder;
        recorder.setLevel(RecordLevel::Values);
        recorder.setValueBudget(500);
        Value x = numbers();
        for (int i = 0; i < 50; ++i)
            x = recorded(recorder, "Neg", {x});
        recorder.flush();
        const Session session = recorder.take();
        QCOMPARE(session.ops.size(), size_t(50));
        QVERIFY(session.problems.empty());
        QVERIFY(!session.tensors[1].value.isInMemory());
        QVERIFY(recorder.memory().bytes <= 500);
        QVERIFY(recorder.memory().spilled >= 40 * 16);
        QCOMPARE(recorder.memory().dropped, int64_t(0));
        for (size_t i = 0; i < session.tensors.size(); ++i) {
            QVERIFY(session.tensors[i].value.defined());
            const auto value = session.tensors[i].value.load();
            QVERIFY(value.ok());
            QCOMPARE(value->at(3), i % 2 ? -4.0 : 4.0);
        }
    }

    void valuesBeyondTheFilesLimitAreDroppedAndOneProblemSaysSo() {
        Recorder recorder;
        recorder.setLevel(RecordLevel::Values);
        recorder.setValueBudget(500);
        recorder.setSpillLimit(64);
        Value x = numbers();
        for (int i = 0; i < 50; ++i)
            x = recorded(recorder, "Neg", {x});
        recorder.flush();
        const Session session = recorder.take();
        QCOMPARE(session.ops.size(), size_t(50));
        QCOMPARE(session.problems.size(), size_t(1));
        QCOMPARE(session.problems[0].kind, std::string("memory"));
        QVERIFY2(session.problems[0].message.find("the file of spilled values has reached its limit of 64 B") !=
                     std::string::npos,
                 session.problems[0].message.c_str());
        QVERIFY(recorder.memory().dropped > 0);
        const size_t gone = size_t(
            std::ranges::count_if(session.tensors, [](const TensorRecord &tensor) { return !tensor.value.defined(); }));
        QCOMPARE(int64_t(gone), recorder.memory().dropped);
        const auto first =
            std::ranges::find_if(session.tensors, [](const TensorRecord &tensor) { return !tensor.value.defined(); });
        QVERIFY(first->value.load().error().message.starts_with("These values were dropped"));
        QVERIFY(session.tensors.back().value.defined());
    }

    void spilledValuesAreThoseOfBeforeTheUsersWrite() {
        Recorder recorder;
        recorder.setLevel(RecordLevel::Values);
        recorder.setValueBudget(0);
        const Tensor x = numbers();
        for (int i = 0; i < 20; ++i) {
            recorded(recorder, "Neg", {x});
            findOp("InplaceCopy")->eval(std::vector<Value>{x, i});
        }
        recorder.flush();
        const Session session = recorder.take();
        for (int i = 1; i < 20; ++i) {
            const auto value = session.tensor(session.ops[size_t(i)].inputs[0])->value.load();
            QCOMPARE(value->at(0), double(i - 1));
        }
    }

    void beyondTheLimitOfOperatorsOneProblemSaysSo() {
        Recorder recorder;
        recorder.setLevel(RecordLevel::Ops);
        recorder.setOpLimit(3);
        const Value x = numbers();
        for (int i = 0; i < 5; ++i)
            recorded(recorder, "Neg", {x});
        const Session session = recorder.take();
        QCOMPARE(session.ops.size(), size_t(3));
        QCOMPARE(session.problems.size(), size_t(1));
        QCOMPARE(session.problems[0].kind, std::string("limit"));
    }

    void tensorThatNoOperatorGaveIsRecordedWithItsValues() {
        Recorder recorder;
        const Tensor x = numbers();
        QCOMPARE(recorder.recordTensor(x), int64_t(-1));
        recorder.setLevel(RecordLevel::Ops);
        recorded(recorder, "Neg", {x});
        const int64_t id = recorder.recordTensor(x, "x");
        const Session session = recorder.take();
        QCOMPARE(session.tensor(id)->value.inMemory().at(3), 4.0);
        QCOMPARE(session.tensor(id)->name, std::string("x"));
        recorded(recorder, "Neg", {x});
        QVERIFY2(recorder.take().ops[0].inputs == session.ops[0].inputs, "operators go on under the first id");
    }

    void operatorsOfAGradientWalkKnowTheirForwardOne() {
        Recorder recorder;
        recorder.setLevel(RecordLevel::Ops);
        std::optional<RecordingListener> listener(recorder);
        Tape tape;
        tape.open();
        const Tensor x = tape.watch(numbers());
        const Value y = dispatch(*findOp("Mul"), std::vector<Value>{x, x});
        const Value z = dispatch(*findOp("Sin"), std::vector<Value>{y});
        tape.close();
        const Value seeds[] = {Tensor::full({2, 2}, 1, DType::Float32)};
        const Value gradient = tape.gradients({&z, 1}, seeds, {&x, 1})[0];
        listener.reset();
        const int64_t gradientId = recorder.recordTensor(*gradient.asTensor());
        const Session session = recorder.take();
        QCOMPARE(session.ops[0].phase, OpPhase::Forward);
        QCOMPARE(session.ops[0].forward, int64_t(-1));
        std::set<int64_t> forward;
        for (size_t i = 2; i < session.ops.size(); ++i) {
            QCOMPARE(session.ops[i].phase, OpPhase::Backward);
            forward.insert(session.ops[i].forward);
        }
        QCOMPARE(forward, (std::set<int64_t>{1, 2}));
        const int64_t xId = session.ops[0].inputs[0];
        int64_t last = -1;
        for (const GradientLink &link : session.gradients)
            if (link.tensor == xId) last = link.gradient;
        QVERIFY(last >= 0);
        QVERIFY(session.tensor(gradientId).has_value());
        QVERIFY2(session.ops.back().outputs.contains(last), "the sum of both gradients is the last");
    }

    void placesAreInternedAndNumberedOverParts() {
        Recorder recorder;
        recorder.setLevel(RecordLevel::Ops);
        int line = 3;
        recorder.setPlaceSource([&] {
            return recorder.placeId({{{"main", {"a.py", line, line, 0, 4, "x"}}}, "Default/net"});
        });
        const Value x = numbers();
        recorded(recorder, "Neg", {x});
        recorded(recorder, "Neg", {x});
        Session whole = recorder.take();
        QCOMPARE(whole.stacks.size(), size_t(1));
        QCOMPARE(whole.ops[1].stack, 0);
        QCOMPARE(whole.ops[1].scope, std::string("Default/net"));
        recorded(recorder, "Neg", {x});
        line = 4;
        recorded(recorder, "Neg", {x});
        Session part = recorder.take();
        QCOMPARE(part.ops[0].number, int64_t(3));
        QCOMPARE(part.ops[0].stack, 0);
        QCOMPARE(part.ops[1].stack, 1);
        QCOMPARE(part.ops[0].inputs, (std::vector<int64_t>{0}));
        QCOMPARE(part.tensor(3)->id, int64_t(3));
        whole.append(std::move(part));
        QCOMPARE(userFrame(whole, whole.ops[3].stack)->span.line, 4);
        QCOMPARE(whole.tensor(4)->id, int64_t(4));
    }

    void failedOperatorKeepsItsMessage() {
        Recorder recorder;
        recorder.setLevel(RecordLevel::Ops);
        const std::vector<Value> arguments{numbers()};
        recorder.recordOp(*findOp("Neg"), arguments, nullptr, 1, 2, "[neg] no");
        const Session session = recorder.take();
        QCOMPARE(session.ops[0].error, std::string("[neg] no"));
        QVERIFY(session.ops[0].outputs.empty());
    }

    void nodesOfAGraphCallKnowTheirNodeKernelAndWork() {
        Recorder recorder;
        recorder.setLevel(RecordLevel::Ops);
        const CompiledSample sample = compiledSample();
        QCOMPARE(recorder.nextCompilation(), 0);
        recorder.recordCompilation(sample.compilation);
        const int64_t call = recorder.beginGraphCall(0);
        const std::vector<Value> arguments{Tensor::zeros({2, 3}, DType::Float32)};
        recorder.recordNode(0, call, *sample.kernelCall, true, arguments, arguments[0], 10, 30);
        recorder.endGraphCall(call, 5, 40);
        const Session session = recorder.take();
        const OpEvent &op = session.ops[0];
        QCOMPARE(op.op, std::string("kernel_sin_mul"));
        QCOMPARE(op.node, sample.kernelCall->id);
        QCOMPARE(op.graphCall, call);
        QVERIFY(op.isKernel);
        QCOMPARE(op.cost.bytes, 48.0);
        QVERIFY2(op.cost.flops >= 12, "a sine and a product for each of six elements");
        QCOMPARE(session.graphCalls[0].function, std::string("f"));
        QCOMPARE(session.graphCalls[0].durationNs, int64_t(35));
    }

    void weightsGoByTheirNames() {
        Recorder recorder;
        recorder.setLevel(RecordLevel::Ops);
        const Tensor weight = numbers(), other = numbers();
        recorder.recordTensorName(other, "other");
        const Node node = nodeOf(op::Neg, {weightNode("fc.weight", weight)});
        recorder.recordNode(0, 1, node, false, std::vector<Value>{weight}, Value(numbers()), 1, 2);
        recorded(recorder, "Neg", {other});
        const Session session = recorder.take();
        QCOMPARE(session.tensors[0].name, std::string("fc.weight"));
        QCOMPARE(session.tensors[1].name, std::string());
        QCOMPARE(session.tensors[2].name, std::string("other"));
    }

    void aResultInTheMemoryOfAnArgumentIsAnotherTensor() {
        Recorder recorder;
        recorder.setLevel(RecordLevel::Ops);
        const Tensor x = numbers(), weight = numbers();
        const Value product = recorded(recorder, "Neg", {x});
        const Node node = nodeOf(op::Add, {std::make_shared<Node>(), weightNode("fc.weight", weight)});
        const std::vector<Value> arguments{product, weight};
        recorder.beforeWrite(node, arguments);
        product.asTensor()->storage()->beforeWrite();
        recorder.recordNode(0, 1, node, true, arguments, product, 1, 2);
        const Session session = recorder.take();
        const OpEvent &op = session.ops[1];
        QCOMPARE(op.inputs[0], session.ops[0].outputs[0]);
        QVERIFY(op.outputs[0] != op.inputs[0]);
        QCOMPARE(session.tensors[size_t(op.outputs[0])].memory, op.inputs[0]);
        QCOMPARE(session.tensors[size_t(op.inputs[1])].name, std::string("fc.weight"));
        QCOMPARE(session.storageEvents.size(), size_t(3)); // x, the product and the weight
    }

    void whatAnotherThreadIsAboutToWriteIsNotOurs() {
        Recorder recorder;
        recorder.setLevel(RecordLevel::Ops);
        const Tensor ours = numbers(), theirs = numbers();
        const OpDef *assign = findOp("AssignAdd");
        const std::vector<Value> own{ours, numbers()}, other{theirs, numbers()};
        recorder.beforeWrite(own);
        std::thread([&] { recorder.beforeWrite(other); }).join();
        const Value result = assign->eval(own);
        recorder.recordOp(*assign, own, &result, 200, 250, "");
        const Session session = recorder.take();
        const OpEvent &op = session.ops[0];
        QVERIFY2(op.outputs[0] != op.inputs[0], "the input is the tensor before it was written to");
        QCOMPARE(op.inputs[0], int64_t(0));
    }

    void memoryIsMadeAheadWhileItIsWritten() {
        StableList<int64_t, 64, 64 * 1024> list;
        std::atomic<int64_t> written = 0;
        std::thread ahead([&] {
            for (int64_t now = 0; now < 60'000; now = written.load(std::memory_order_relaxed))
                list.prepare(now + 32);
        });
        for (int64_t i = 0; i < 60'000; ++i) {
            list.at(i) = i;
            written.store(i + 1, std::memory_order_relaxed);
        }
        ahead.join();
        for (int64_t i = 0; i < 60'000; ++i)
            QCOMPARE(std::as_const(list).at(i), i);
    }

    void theQueueIsStockedWhileItIsWritten() {
        RawQueue queue;
        queue.prepare();
        constexpr size_t records = 200'000, words = 11; // several chunks
        std::atomic<bool> isDone = false;
        size_t read = 0;
        std::thread reader([&] {
            while (true) {
                queue.stockUp();
                const bool isLast = isDone;
                const std::span<const RawWord> ready = queue.ready();
                for (size_t i = 0; i + words <= ready.size(); i += words)
                    read += ready[i] == read && ready[i + words - 1] == read;
                queue.consume(ready.size());
                if (ready.empty() && isLast) return;
            }
        });
        for (size_t i = 0; i < records; ++i) {
            std::ranges::fill_n(queue.reserve(words), words, RawWord(i));
            queue.publish(words);
        }
        isDone = true;
        reader.join();
        QCOMPARE(read, records);
    }

    void restartNumbersAnew() {
        Recorder recorder;
        recorder.setLevel(RecordLevel::Ops);
        const Value x = numbers();
        recorded(recorder, "Neg", {x});
        recorder.nextCompilation();
        recorder.restart();
        QCOMPARE(recorder.nextCompilation(), 0);
        recorded(recorder, "Neg", {x});
        const Session session = recorder.take();
        QCOMPARE(session.ops.size(), size_t(1));
        QCOMPARE(session.ops[0].number, int64_t(1));
        QCOMPARE(session.tensors[0].id, int64_t(0));
    }

    void sameSourceIsTakenOnce() {
        Recorder recorder;
        recorder.recordSource("a.py", "1");
        recorder.recordSource("a.py", "1");
        QCOMPARE(recorder.take().sources.size(), size_t(1));
        recorder.recordSource("a.py", "1");
        QVERIFY(recorder.take().empty());
        recorder.recordSource("a.py", "2");
        QCOMPARE(recorder.take().sources.size(), size_t(1));
    }

    void threadsRecordTogetherWithoutLosingAnything() {
        Recorder recorder;
        recorder.setLevel(RecordLevel::Ops);
        Session whole;
        {
            std::vector<std::jthread> threads;
            for (int i = 0; i < 4; ++i)
                threads.emplace_back([&] {
                    const Value x = numbers();
                    for (int k = 0; k < 500; ++k)
                        recorded(recorder, "Neg", {x});
                });
            for (int i = 0; i < 20; ++i)
                whole.append(recorder.take());
        }
        whole.append(recorder.take());
        QCOMPARE(whole.ops.size(), size_t(2000));
        for (size_t i = 0; i < whole.ops.size(); ++i)
            QCOMPARE(whole.ops[i].number, int64_t(i + 1));
    }
};

JITSCOPE_TEST(RecorderTest)

} // namespace jitscope::tst_recorder

#include "tst_recorder.moc"
