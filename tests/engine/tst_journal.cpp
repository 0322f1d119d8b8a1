// SPDX-License-Identifier: Apache-2.0
// The journal: what a killed program leaves behind, values on disk, damaged files.
#include "engine/ops/opdef.h"
#include "engine/session/compilation.h"
#include "engine/session/journal.h"

#include "engine/base/clock.h"
#include "engine/ir/irtext.h"
#include "engine/session/recorder.h"
#include "engine/session/session.h"
#include "engine/session/sessionfile.h"
#include "tests/support/recording.h"
#include "tests/support/sessions.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QFile>
#include <QObject>
#include <QTemporaryDir>

#include <chrono>
#include <csignal>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace jitscope::tst_journal {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

Tensor numbers() {
    return Tensor::of({2, 2}, std::vector<float>{1, 2, 3, 4});
}

Value run(const char *op, std::vector<Value> arguments) {
    return dispatch(*findOp(op), arguments);
}

/** A recording of `ops` operators in `folder`, whose program then went away without a word. */
void leaveJournal(const std::string &folder, int ops, RecordLevel level, int64_t budget, Value x = numbers()) {
    Recorder recorder;
    recorder.setValueBudget(budget);
    QVERIFY(recorder.startJournal(folder).ok());
    recorder.setLevel(level);
    recorder.recordInfo("script", "train.py");
    recorder.recordSource("train.py", "x = x + 1\n");
    recorder.recordOutput({false, "step 1\n"});
    recorder.setPlaceSource([&] {
        return recorder.placeId({{{"main", {"train.py", 1, 1, 0, 9, ""}}}, "Default/net"});
    });
    const RecordingListener listener(recorder);
    Session whole; // values live as long as somebody has them
    for (int i = 0; i < ops; ++i) {
        x = run("Add", {x, 1});
        if (i % 10 == 0) whole.append(recorder.take());
    }
    recorder.flush();
}

/** How many tensors have their values, whose second element counts up from `first`. */
int restoredValues(const Session &session, double first) {
    int here = 0;
    for (const TensorRecord &tensor : session.tensors) {
        if (!tensor.value.defined()) continue;
        const auto value = tensor.value.load();
        if (value && value->at(1) == first + double(tensor.id)) ++here;
    }
    return here;
}

QByteArray bytesOf(const std::string &path) {
    QFile file(QString::fromStdString(path));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

std::string write(const std::string &path, const QByteArray &bytes) {
    QFile file(QString::fromStdString(path));
    if (file.open(QIODevice::WriteOnly)) file.write(bytes);
    return path;
}

/** The graphs as text, taken out: a journal has each of their constants once more for each that uses it. */
std::string takeGraphs(Session &session) {
    std::string text;
    const auto take = [&](Module &module) { text += printModule(std::exchange(module, {})); };
    for (Compilation &compilation : session.compilations) {
        take(compilation.captured);
        for (PassRecord &pass : compilation.passes) {
            take(pass.before);
            take(pass.after);
        }
        take(compilation.final);
    }
    return text;
}

/** Records until it is killed, and tells after each hundred operators. */
[[noreturn]] void recordForEver(const std::string &folder, int tell) {
    Recorder recorder;
    if (!recorder.startJournal(folder)) ::_exit(3);
    recorder.setLevel(RecordLevel::Ops);
    const RecordingListener listener(recorder);
    Value x = numbers();
    for (int64_t i = 1;; ++i) {
        x = run("Add", {x, 1});
        if (i % 100) continue;
        if (::write(tell, &i, sizeof i) != sizeof i) ::_exit(4);
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

} // namespace

class JournalTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void whatWasRecordedIsRestored() {
        leaveJournal(folder(), 200, RecordLevel::Ops, 0);
        const auto left = abandonedJournals(folder());
        QCOMPARE(left.size(), size_t(1));
        QCOMPARE(left[0].script, std::string("train.py"));
        QCOMPARE(left[0].ops, int64_t(200));
        QVERIFY(!left[0].isOwned);
        QVERIFY(left[0].startedUnixSeconds > 0 && left[0].bytes > 0);
        const auto session = readJournal(left[0].path);
        QVERIFY2(session.ok(), session.ok() ? "" : session.error().message.c_str());
        QCOMPARE(session->ops.size(), size_t(200));
        QCOMPARE(session->ops[199].op, std::string("Add"));
        QCOMPARE(session->ops[199].inputs, (IdList{199}));
        QCOMPARE(session->ops[199].outputs, (IdList{200}));
        QCOMPARE(session->ops[7].operands, "f32[2,2], " + findOp("Add")->params[1].name + "=1");
        QCOMPARE(session->ops[7].scope, std::string("Default/net"));
        QCOMPARE(userFrame(*session, session->ops[7].stack)->function, std::string("main"));
        QCOMPARE(session->tensor(200)->op, int64_t(200));
        QCOMPARE(session->source("train.py")->text, std::string("x = x + 1\n"));
        QCOMPARE(session->output[0].text, std::string("step 1\n"));
        QVERIFY2(session->trace.sliceCount() >= 200, "lanes are made anew");
        deleteJournal(left[0].path);
        QVERIFY(abandonedJournals(folder()).empty());
    }

    void smallValuesAreRestored() {
        leaveJournal(folder(), 50, RecordLevel::Values, 600);
        const auto session = readJournal(abandonedJournals(folder())[0].path);
        QVERIFY2(session.ok(), session.ok() ? "" : session.error().message.c_str());
        QCOMPARE(restoredValues(*session, 2), 51);
        QVERIFY(session->problems.empty());
    }

    void largeValuesThatWereWrittenOutAreRestoredAndOthersToldAsLost() {
        const Tensor large = Tensor::full({20, 20}, 1, DType::Float32);
        leaveJournal(folder(), 50, RecordLevel::Values, 10 * large.bytes(), large);
        const auto session = readJournal(abandonedJournals(folder())[0].path);
        QVERIFY2(session.ok(), session.ok() ? "" : session.error().message.c_str());
        const int here = restoredValues(*session, 1);
        QVERIFY2(here >= 35 && here < 51, std::to_string(here).c_str());
        QCOMPARE(session->problems.size(), size_t(1));
        QVERIFY(session->problems[0].message.starts_with("Restored from disk: large values that were in memory"));
    }

    void compilationsAreRestored() {
        const CompiledSample sample = compiledSample();
        {
            Recorder recorder;
            QVERIFY(recorder.startJournal(folder()).ok());
            recorder.setLevel(RecordLevel::Ops);
            recorder.recordCompilation(sample.compilation);
            const int64_t call = recorder.beginGraphCall(0);
            const std::vector<Value> arguments{Tensor::zeros({2, 3}, DType::Float32)};
            recorder.recordNode(0, call, *sample.kernelCall, true, arguments, arguments[0], 10, 30);
            recorder.endGraphCall(call, 5, 40);
            recorder.workOut();
        }
        const auto session = readJournal(abandonedJournals(folder())[0].path);
        QVERIFY2(session.ok(), session.ok() ? "" : session.error().message.c_str());
        QCOMPARE(session->compilations.size(), size_t(1));
        QCOMPARE(session->compilations[0].passes.size(), sample.compilation.passes.size());
        QCOMPARE(session->compilations[0].final.graphs.size(), sample.compilation.final.graphs.size());
        QCOMPARE(session->ops[0].node, sample.kernelCall->id);
        QCOMPARE(session->graphCalls[0].durationNs, int64_t(35));
    }

    /** tests/data/session/version7.journal was written before journals were described by lists of fields. */
    void aJournalOfTheSeventhVersionHoldsWhatWasRecorded() {
        auto session = readJournal(dataPath("session/version7.journal"));
        QVERIFY2(session.ok(), session.ok() ? "" : session.error().message.c_str());
        Session expected = journalSession();
        COMPARE_TEXT(takeGraphs(*session), takeGraphs(expected));
        QVERIFY(saveSession(*session, folder() + "/kept").ok());
        QVERIFY(saveSession(expected, folder() + "/expected").ok());
        QVERIFY(bytesOf(folder() + "/kept") == bytesOf(folder() + "/expected"));
    }

    void ownersJournalIsNotOfferedAndGoesWithItsEnd() {
        Recorder recorder;
        QVERIFY(recorder.startJournal(folder()).ok());
        QVERIFY(abandonedJournals(folder()).empty());
        recorder.restart();
        QVERIFY(!recorder.hasJournal());
        QVERIFY(QDir(m_folder->path()).entryList(QDir::Files).isEmpty());
    }

    void killedProgramLeavesAllButTheLastOperators() {
        int ends[2];
        QVERIFY(::pipe(ends) == 0);
        const pid_t child = ::fork();
        if (child == 0) recordForEver(folder(), ends[1]);
        ::close(ends[1]);
        int64_t count = 0, expected = 0, written = 0;
        while (expected < 5000 && ::read(ends[0], &count, sizeof count) > 0)
            expected = count;
        // The file follows while the program goes on; how soon depends on what else the machine does.
        QDeadlineTimer deadline(scaledTimeout(60000));
        while (written < expected && !deadline.hasExpired() && ::read(ends[0], &count, sizeof count) > 0) {
            if (count % 1000 != 0) continue;
            const auto sofar = readJournal(write(folder() + "/copy", bytesOf(growingJournal())));
            if (sofar) written = int64_t(sofar->ops.size());
        }
        QVERIFY2(written >= expected, qPrintable(QStringLiteral("%1 of %2").arg(written).arg(expected)));
        qInfo("%lld operators were written when %lld had run", (long long)written, (long long)count);
        QFile::remove(QString::fromStdString(folder() + "/copy"));
        QVERIFY2(abandonedJournals(folder()).empty(), "its owner lives");
        ::kill(child, SIGKILL);
        ::waitpid(child, nullptr, 0);
        ::close(ends[0]);
        const auto left = abandonedJournals(folder());
        QCOMPARE(left.size(), size_t(1));
        const auto session = readJournal(left[0].path);
        QVERIFY2(session.ok(), session.ok() ? "" : session.error().message.c_str());
        QVERIFY2(int64_t(session->ops.size()) >= written,
                 qPrintable(QStringLiteral("%1 of %2").arg(session->ops.size()).arg(written)));
        for (size_t i = 0; i < session->ops.size(); ++i)
            QCOMPARE(session->ops[i].number, int64_t(i + 1));
    }

    /** The one that takes the parts is slow, and so is then all that works records out. */
    void theProgramIsNeverFarAheadOfItsJournal() {
        Recorder recorder;
        QVERIFY(recorder.startJournal(folder()).ok());
        recorder.setSink([](const Session &part, const std::string &) {
            if (!part.ops.empty()) std::this_thread::sleep_for(std::chrono::milliseconds(40));
        });
        recorder.setLevel(RecordLevel::Ops);
        const RecordingListener listener(recorder);
        const Value x = numbers();
        int64_t most = 0, ran = 0;
        const std::string journal = growingJournal();
        for (const QDeadlineTimer deadline(2000); !deadline.hasExpired();) {
            const int64_t beginNs = nowNs();
            int64_t endNs = beginNs;
            for (; endNs - beginNs < 100'000'000; endNs = nowNs())
                ran += run("Add", {x, 1}).asTensor() != nullptr;
            const auto sofar = readJournal(write(folder() + "/copy", bytesOf(journal)));
            QVERIFY(sofar.ok());
            if (!sofar->ops.empty()) most = std::max(most, endNs - sofar->ops.back().startNs);
        }
        qInfo("%lld operators, of which the last %lld ms were on their way at most", (long long)ran,
              (long long)(most / 1'000'000));
        QVERIFY(most > 0 && most < scaledTimeout(1000) * int64_t(1'000'000)); // half of it on a quiet machine
        recorder.workOut();
        QCOMPARE(int64_t(readJournal(write(folder() + "/copy", bytesOf(journal)))->ops.size()), ran);
    }

    void cutFilesGiveTheirWholeBlocks() {
        leaveJournal(folder(), 100, RecordLevel::Values, 600);
        const QByteArray whole = bytesOf(abandonedJournals(folder())[0].path);
        size_t most = 0;
        for (qsizetype size = whole.size(); size >= 0; size -= 41) {
            const auto session = readJournal(write(folder() + "/cut", whole.left(size)));
            if (!session) {
                QVERIFY2(size < 16, session.error().message.c_str());
                continue;
            }
            most = std::max(most, session->ops.size());
            loadAll(*session);
        }
        QCOMPARE(most, size_t(100));
    }

    void flippedBitsNeverGiveWrongNumbers() {
        leaveJournal(folder(), 60, RecordLevel::Values, 600);
        const std::string path = abandonedJournals(folder())[0].path;
        const QByteArray whole = bytesOf(path);
        const auto sound = readJournal(path);
        for (qsizetype i = 0; i < whole.size(); i += 7) {
            QByteArray bytes = whole;
            bytes[i] = char(bytes[i] ^ (1 << (i % 8)));
            const auto session = readJournal(write(folder() + "/flipped", bytes));
            if (!session) continue;
            QVERIFY(session->ops.size() <= sound->ops.size());
            for (size_t k = 0; k < session->ops.size(); ++k)
                QCOMPARE(session->ops[k].outputs, sound->ops[k].outputs);
            for (const TensorRecord &tensor : session->tensors)
                if (const auto value = tensor.value.load()) QCOMPARE(value->at(1), 2.0 + double(tensor.id));
        }
    }

    void otherFilesAreRefused() {
        QVERIFY(!readJournal(folder() + "/none.journal").ok());
        const auto session = readJournal(write(folder() + "/other.journal", QByteArray(1000, 'x')));
        QVERIFY(!session.ok());
        QVERIFY(session.error().message.find("is not a journal of a recording") != std::string::npos);
        QVERIFY(abandonedJournals(folder()).empty());
        QVERIFY(abandonedJournals(folder() + "/missing").empty());
    }

private:
    /** The one file of the folder, which its owner still writes. */
    std::string growingJournal() const {
        const QStringList files = QDir(m_folder->path()).entryList({"*"}, QDir::Files);
        for (const QString &file : files)
            if (file != "copy") return m_folder->filePath(file).toStdString();
        return {};
    }
    std::string folder() const { return m_folder->path().toStdString(); }
    static void loadAll(const Session &session) {
        for (const TensorRecord &tensor : session.tensors)
            if (const auto value = tensor.value.load()) QCOMPARE(value->at(1), 2.0 + double(tensor.id));
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

JITSCOPE_TEST(JournalTest)

} // namespace jitscope::tst_journal

#include "tst_journal.moc"
