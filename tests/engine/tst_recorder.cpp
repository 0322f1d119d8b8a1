// SPDX-License-Identifier: Apache-2.0
// The recorder: which tensors are the same, where an operator ran, what is kept, parts and threads.
#include "engine/session/recorder.h"
#include "tests/support/sessions.h"
#include "tests/support/testing.h"

#include <QObject>

#include <thread>

using namespace jitscope;
using namespace jitscope::testing;

namespace {

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
        QVERIFY(session.tensors[0].value.rawData() == x.rawData());
        QCOMPARE(session.tensors[1].value.at(3), -4.0);
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
        QCOMPARE(session.tensors[0].value.at(0), before);
        QCOMPARE(session.tensors[size_t(session.ops[1].inputs[0])].value.at(0), 99.0);
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

    void valuesBeyondTheBudgetAreNotKeptAndOneProblemSaysSo() {
        Recorder recorder;
        recorder.setLevel(RecordLevel::Values);
        recorder.setValueBudget(40);
        Value x = numbers();
        for (int i = 0; i < 5; ++i)
            x = recorded(recorder, "Neg", {x});
        const Session session = recorder.take();
        QCOMPARE(session.ops.size(), size_t(5));
        QVERIFY(session.tensors[1].value.defined());
        QVERIFY(!session.tensors[2].value.defined());
        QCOMPARE(session.problems.size(), size_t(1));
        QCOMPARE(session.problems[0].kind, std::string("memory"));
        QCOMPARE(session.problems[0].message,
                 std::string("Values are no longer recorded: those kept so far take 32 B of "
                             "the 40 B allowed. Operators still are."));
    }

    void placesAreInternedAndNumberedOverParts() {
        Recorder recorder;
        recorder.setLevel(RecordLevel::Ops);
        int line = 3;
        recorder.setPlaceSource([&] { return Place{{{"main", {"a.py", line, line, 0, 4, "x"}}}, "Default/net"}; });
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
        auto parameter = std::make_shared<Node>();
        parameter->kind = NodeKind::Parameter;
        parameter->name = "fc.weight";
        parameter->weight = weight;
        Node node;
        node.id = NodeId{5};
        node.op = "Neg";
        node.inputs = {parameter};
        recorder.recordNode(0, 1, node, false, std::vector<Value>{weight}, Value(numbers()), 1, 2);
        recorded(recorder, "Neg", {other});
        const Session session = recorder.take();
        QCOMPARE(session.tensors[0].name, std::string("fc.weight"));
        QCOMPARE(session.tensors[1].name, std::string());
        QCOMPARE(session.tensors[2].name, std::string("other"));
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

    void recordingOneOperatorIsCheap() {
        Recorder recorder;
        recorder.setLevel(RecordLevel::Ops);
        const Value x = numbers();
        const std::vector<Value> arguments{x, x};
        const Value result = findOp("Add")->eval(arguments);
        QBENCHMARK {
            recorder.recordOp(*findOp("Add"), arguments, &result, 1, 2, "");
        }
    }
};

QTEST_GUILESS_MAIN(RecorderTest)
#include "tst_recorder.moc"
