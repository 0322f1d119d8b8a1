// SPDX-License-Identifier: Apache-2.0
// Going back shows what was: random programs with views, in-place writes, random numbers, gradients and failures are
// recorded, and the values of every operator are those of copies that were taken when it ran.
#include "engine/eager/tape.h"
#include "engine/ops/opdef.h"
#include "engine/session/recorder.h"
#include "engine/session/session.h"
#include "engine/session/sessionfile.h"
#include "tests/support/recording.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QObject>
#include <QTemporaryDir>

#include <algorithm>
#include <random>

namespace jitscope::tst_history {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

/** Copies of the tensors of one operator. */
struct Witnessed {
    std::vector<Tensor> inputs, outputs;
};

void addCopies(const Value &value, std::vector<Tensor> &copies) {
    if (const Tensor *tensor = value.asTensor()) copies.push_back(tensor->clone());
    if (const Sequence *sequence = value.asSequence())
        for (const Value &item : sequence->items)
            addCopies(item, copies);
}

/** Records, and takes copies by itself. */
class Witness final : public RecordingListener {
public:
    using RecordingListener::RecordingListener;
    void beforeOp(const OpDef &op, std::span<const Value> arguments) override {
        m_now = {};
        for (const Value &argument : arguments)
            addCopies(argument, m_now.inputs);
        RecordingListener::beforeOp(op, arguments);
    }
    void afterOp(const OpDef &op, std::span<const Value> arguments, const Value &result, int64_t startNs,
                 int64_t endNs) override {
        RecordingListener::afterOp(op, arguments, result, startNs, endNs);
        addCopies(result, m_now.outputs);
        seen.push_back(std::move(m_now));
    }
    void failedOp(const OpDef &op, std::span<const Value> arguments, const std::string &message) override {
        RecordingListener::failedOp(op, arguments, message);
        seen.push_back(std::move(m_now));
    }

    std::vector<Witnessed> seen; ///< by operator

private:
    Witnessed m_now;
};

/** A program of random steps over a handful of tensors; what a step does not like fails, and the program goes on. */
class RandomProgram {
public:
    explicit RandomProgram(unsigned seed)
        : m_random(seed) {
        for (int i = 0; i < 4; ++i)
            m_tensors.push_back(Tensor::full({2, 6}, 0.25 * i + 0.1, DType::Float32));
    }

    void step() {
        switch (upTo(9)) {
        case 0:
            return keep(run(oneOf({"Add", "Mul", "Sub", "Maximum"}), {any(), any()}));
        case 1:
            return keep(run(oneOf({"Neg", "Sin", "Tanh", "Abs"}), {any()}));
        case 2:
            return keep(run("Reshape", {any(), Value::ints(oneShape())}));
        case 3:
            return keep(run("Transpose", {any(), Value::ints({1, 0})}));
        case 4:
            return keep(run("Narrow", {any(), 0, upTo(1), 1}));
        case 5:
            return (void)run("InplaceCopy", {any(), upTo(1) ? any() : Value(double(upTo(9)))});
        case 6:
            return (void)run("InplaceAddExt", {any(), any(), 1});
        case 7:
            return (void)run(oneOf({"InplaceTanh", "InplaceSigmoid", "InplaceReLU"}), {any()});
        case 8:
            return keep(run("StandardNormal", {Value::ints(oneShape()), DType::Float32, 0, 0}));
        default:
            return gradient();
        }
    }

private:
    int upTo(int last) { return std::uniform_int_distribution<int>(0, last)(m_random); }
    template<class Item> Item oneOf(std::initializer_list<Item> items) {
        return items.begin()[upTo(int(items.size()) - 1)];
    }
    const char *oneOf(std::initializer_list<const char *> items) { return items.begin()[upTo(int(items.size()) - 1)]; }
    Dims oneShape() { return oneOf<Dims>({{2, 6}, {6, 2}, {12}, {3, 4}, {1, 12}}); }
    Value any() { return m_tensors[size_t(upTo(int(m_tensors.size()) - 1))]; }

    Value run(const char *name, std::vector<Value> given) {
        const OpDef &op = *findOp(name);
        const auto arguments = bindArguments(op, given, {});
        if (!arguments) return {};
        try {
            return dispatch(op, *arguments);
        } catch (const std::invalid_argument &) {
            return {};
        }
    }
    /** Some tensors go, so that their memory serves others. */
    void keep(const Value &result) {
        const Tensor *tensor = result.asTensor();
        if (!tensor || !info(tensor->dtype()).floating) return;
        if (m_tensors.size() < 6)
            m_tensors.push_back(*tensor);
        else
            m_tensors[size_t(upTo(5))] = *tensor;
    }
    void gradient() {
        Tape tape;
        tape.open();
        const Tensor x = tape.watch(*any().asTensor());
        const Value squared = run("Mul", {x, x});
        const Value result = run("Sin", {squared});
        tape.close();
        const Value seeds[] = {Tensor::full(x.shape(), 1, DType::Float32)};
        keep(tape.gradients({&result, 1}, seeds, {&x, 1})[0]);
    }

    std::mt19937 m_random;
    std::vector<Tensor> m_tensors;
};

struct History {
    Session session;
    std::vector<Witnessed> seen;
};

History recordedHistory(unsigned seed, int64_t budget) {
    Recorder recorder;
    recorder.setValueBudget(budget);
    recorder.setLevel(RecordLevel::Values);
    History history;
    {
        Witness witness(recorder);
        RandomProgram program(seed);
        for (int i = 0; i < 60; ++i) {
            program.step();
            if (i % 7 != 0) continue;
            if (auto part = recorder.takeReady()) history.session.append(std::move(*part));
        }
        history.seen = std::move(witness.seen);
    }
    recorder.flush();
    history.session.append(recorder.take());
    return history;
}

QString different(const Session &session, const OpEvent &op, const IdList &ids, const std::vector<Tensor> &copies) {
    if (ids.size() != copies.size()) return QStringLiteral("op %1 has another number of tensors").arg(op.number);
    for (size_t i = 0; i < copies.size(); ++i) {
        const auto value = session.tensor(ids[i])->value.load();
        if (!value) return QString::fromStdString(value.error().message);
        if (!identical(*value, copies[i]))
            return QStringLiteral("op %1 (%2), tensor %3 is not what it was")
                .arg(op.number)
                .arg(QString::fromStdString(op.op.str()))
                .arg(ids[i]);
    }
    return {};
}

/** Looks at the operators back and forth; what the first difference is, or "". */
QString firstDifference(const Session &session, const std::vector<Witnessed> &seen, unsigned seed) {
    if (session.ops.size() != seen.size()) return QStringLiteral("another number of operators");
    std::mt19937 random(seed);
    for (size_t round = 0; round < 2 * seen.size(); ++round) {
        const size_t i = round < seen.size() ? round : random() % seen.size();
        const OpEvent &op = session.ops[i];
        if (const QString input = different(session, op, op.inputs, seen[i].inputs); !input.isEmpty()) return input;
        if (const QString output = different(session, op, op.outputs, seen[i].outputs); !output.isEmpty())
            return output;
    }
    return {};
}

} // namespace

class HistoryTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyOperatorShowsWhatItSaw_data() {
        QTest::addColumn<qlonglong>("budget");
        QTest::newRow("all in memory") << (qlonglong(1) << 40);
        QTest::newRow("some") << qlonglong(6000);
        QTest::newRow("none in memory") << qlonglong(0);
    }

    void everyOperatorShowsWhatItSaw() {
        QFETCH(qlonglong, budget);
        const unsigned programs = qEnvironmentVariableIntValue("JITSCOPE_HISTORY_PROGRAMS") > 0
                                      ? unsigned(qEnvironmentVariableIntValue("JITSCOPE_HISTORY_PROGRAMS"))
                                      : 60;
        for (unsigned seed = 1; seed <= programs; ++seed) {
            const History history = recordedHistory(seed, budget);
            const QString difference = firstDifference(history.session, history.seen, seed);
            QVERIFY2(difference.isEmpty(), qPrintable(QStringLiteral("program %1: %2").arg(seed).arg(difference)));
        }
    }

    void failuresAndWritesAndGradientsOccur() {
        int failed = 0, writes = 0, backward = 0, spilled = 0;
        for (unsigned seed = 1; seed <= 20; ++seed) {
            const History history = recordedHistory(seed, 0);
            for (const OpEvent &op : history.session.ops) {
                failed += !op.error.empty();
                writes += op.writes && op.error.empty();
                backward += op.phase == OpPhase::Backward;
            }
            for (const TensorRecord &tensor : history.session.tensors)
                spilled += !tensor.value.isInMemory();
            QVERIFY(history.session.problems.empty());
        }
        QVERIFY(failed > 20 && writes > 50 && backward > 50 && spilled > 500);
    }

    void savedAndLoadedItIsTheSame() {
        QTemporaryDir folder;
        const std::string path = folder.filePath("history.jitscope").toStdString();
        for (unsigned seed = 100; seed < 110; ++seed) {
            const History history = recordedHistory(seed, 3000);
            VERIFY_RESULT(saveSession(history.session, path));
            const auto loaded = loadSession(path);
            VERIFY_RESULT(loaded);
            const QString difference = firstDifference(*loaded, history.seen, seed);
            QVERIFY2(difference.isEmpty(), qPrintable(QStringLiteral("program %1: %2").arg(seed).arg(difference)));
        }
    }
};

JITSCOPE_TEST(HistoryTest)

} // namespace jitscope::tst_history

#include "tst_history.moc"
