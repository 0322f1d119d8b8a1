// SPDX-License-Identifier: Apache-2.0
// Steps over recorded operators: lines, functions, cells, writers and readers, on programs written as a few words.
#include "engine/inspect/navigation.h"
#include "engine/session/session.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QObject>

#include <sstream>

namespace jitscope::tst_navigation {

using namespace jitscope;

namespace {

/**
 * A session of operators written one a word: "main:3>f:7*Add" ran Add on line 7 of f, which line 3 of main called.
 * Without
 * "*Name" it is "Op"; with "@scope" behind it ran in that scope; "main:3.0-9" gives the columns of the expression.
 */
class Script {
public:
    explicit Script(const std::string &words, const std::string &source = "") {
        if (!source.empty()) session.sources = {{"a.py", source}};
        std::istringstream in(words);
        for (std::string word; in >> word;)
            add(word);
        session.linkTensors();
    }

    Session session;

private:
    static std::string cut(std::string &word, char mark) {
        const size_t at = word.find(mark);
        if (at == std::string::npos) return {};
        const std::string rest = word.substr(at + 1);
        word.resize(at);
        return rest;
    }
    void add(std::string word) {
        OpEvent op;
        op.number = int64_t(session.ops.size()) + 1;
        const std::string scope = cut(word, '@'), name = cut(word, '*');
        op.scope = scope;
        op.op = name.empty() ? "Op" : name;
        op.stack = word == "-" ? -1 : stackOf(word);
        op.outputs = {int64_t(session.tensors.size())};
        session.tensors.push_back({int64_t(session.tensors.size()), DType::Float32, {2}, {}, ""});
        session.ops.push_back(op);
    }
    int stackOf(const std::string &word) {
        std::vector<StackFrame> stack;
        for (std::string frame : split(word, '>')) {
            std::string columns = cut(frame, '.'), line = cut(frame, ':');
            const std::string endColumn = cut(columns, '-');
            SourceSpan span{"a.py", std::stoi(line), std::stoi(line), 0, 0, ""};
            if (!columns.empty()) span.column = std::stoi(columns), span.endColumn = std::stoi(endColumn);
            stack.insert(stack.begin(), {frame, span});
        }
        const auto known = std::find(session.stacks.begin(), session.stacks.end(), stack);
        if (known != session.stacks.end()) return int(known - session.stacks.begin());
        session.stacks.push_back(stack);
        return int(session.stacks.size()) - 1;
    }
};

using Navigation = int64_t (*)(const Session &, int64_t, Direction);

/** Where the step leads from each operator, "." for nowhere. */
std::string steps(const Session &session, Navigation step, Direction direction) {
    std::string text;
    for (const OpEvent &op : session.ops) {
        const int64_t to = step(session, op.number, direction);
        text += (text.empty() ? "" : " ") + (to < 0 ? std::string(".") : std::to_string(to));
    }
    return text;
}

constexpr auto Forward = Direction::Forward;
constexpr auto Back = Direction::Back;

} // namespace

class NavigationTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void neighboursInTheOrderOfRunning() {
        const Session session = Script("m:1 m:2 m:3").session;
        COMPARE_TEXT(steps(session, nextOp, Forward), "2 3 .");
        COMPARE_TEXT(steps(session, nextOp, Back), ". 1 2");
        QCOMPARE(nextOp(session, 4, Back), int64_t(3));
        QCOMPARE(nextOp(session, -1, Forward), int64_t(1));
        QCOMPARE(nextOp(Session(), 1, Forward), int64_t(-1));
    }

    void overPassesWhatTheLineCalls() {
        // 1     2       3       4       5   6
        const Session session = Script("m:1 m:2>f:7 m:2>f:8 m:2>f:9 m:2 m:3").session;
        COMPARE_TEXT(steps(session, nextLine, Forward), "2 3 4 5 6 .");
        const Session called = Script("m:1 m:2 m:2>f:7 m:2>f:8 m:2 m:3").session;
        COMPARE_TEXT(steps(called, nextLine, Forward), "2 6 4 5 6 .");
        COMPARE_TEXT(steps(called, nextLine, Back), ". 1 2 3 1 2");
    }

    void overComesOutAtTheEndOfAFunction() {
        const Session session = Script("m:1>f:7 m:1>f:8 m:2>g:4 m:2>g:5 m:3").session;
        COMPARE_TEXT(steps(session, nextLine, Forward), "2 3 4 5 .");
        COMPARE_TEXT(steps(session, nextLine, Back), ". 1 1 3 3");
    }

    void intoEntersCalls() {
        const Session session = Script("m:1 m:2 m:2>f:7 m:2>f:7 m:2>f:8 m:2 m:3").session;
        COMPARE_TEXT(steps(session, nextLineInto, Forward), "2 3 5 5 6 7 .");
        COMPARE_TEXT(steps(session, nextLineInto, Back), ". 1 2 2 3 5 6");
    }

    void operandBehindItsExpressionIsAnotherRound() {
        // for ...: x = a * b + c
        const Session session = Script("m:2.4-9 m:2.4-13 m:2.4-9 m:2.4-13 m:3").session;
        COMPARE_TEXT(steps(session, nextLine, Forward), "3 3 5 5 .");
        COMPARE_TEXT(steps(session, nextLine, Back), ". . 1 1 3");
        COMPARE_TEXT(steps(session, nextLineInto, Forward), "3 3 5 5 .");
    }

    void operatorsWithoutAPlaceBelongToNoLine() {
        const Session session = Script("m:1 - m:1 - m:2").session;
        COMPARE_TEXT(steps(session, nextLine, Forward), "5 3 5 5 .");
        COMPARE_TEXT(steps(session, nextOp, Forward), "2 3 4 5 .");
    }

    void outOfAFunctionLeadsBehindOrBeforeItsCall() {
        const Session session = Script("m:1 m:2>f:7 m:2>f:8>g:3 m:2>f:9 m:3").session;
        COMPARE_TEXT(steps(session, outOfFunction, Forward), ". 5 4 5 .");
        COMPARE_TEXT(steps(session, outOfFunction, Back), ". 1 2 1 .");
    }

    void secondCallFromTheSamePlaceIsLeftToIfTheSourceHasNoLoop() {
        const std::string source = "def f(x):\n    x = x + 1\n    x = x * 2\n    return x\n"
                                   "def g(x):\n    for i in range(2):\n        x = x + 1\n        x = x * 2\n";
        const Session straight = Script("m:12>f:2 m:12>f:3 m:12>f:2 m:12>f:3 m:14", source).session;
        COMPARE_TEXT(steps(straight, outOfFunction, Forward), "3 3 5 5 .");
        COMPARE_TEXT(steps(straight, outOfFunction, Back), ". . 2 2 .");
        const Session loop = Script("m:12>g:7 m:12>g:8 m:12>g:7 m:12>g:8 m:14", source).session;
        COMPARE_TEXT(steps(loop, outOfFunction, Forward), "5 5 5 5 .");
        const Session unknown = Script("m:12>f:2 m:12>f:3 m:12>f:2 m:12>f:3 m:14").session;
        COMPARE_TEXT(steps(unknown, outOfFunction, Forward), "5 5 5 5 .");
    }

    void cellsAreLeftAndFollowedByScope() {
        const Session session =
            Script("m:1@D m:1@D/net m:1@D/net/fc m:1@D/net/fc m:1@D/net/act m:1@D/net m:1@D/net2").session;
        COMPARE_TEXT(steps(session, outOfCell, Forward), ". 7 5 5 6 7 .");
        COMPARE_TEXT(steps(session, outOfCell, Back), ". 1 2 2 4 1 6");
        COMPARE_TEXT(steps(session, nextInCell, Forward), ". 6 4 . . . .");
        COMPARE_TEXT(steps(session, nextInCell, Back), ". . . 3 . 2 .");
    }

    void operatorsOfALineAreFoundFromAnywhere() {
        const Session session = Script("m:1 m:2 m:1>f:9 m:2 m:3").session;
        QCOMPARE(nextAtLine(session, 0, "a.py", 2, Forward), int64_t(2));
        QCOMPARE(nextAtLine(session, 2, "a.py", 2, Forward), int64_t(4));
        QCOMPARE(nextAtLine(session, 6, "a.py", 2, Back), int64_t(4));
        QCOMPARE(nextAtLine(session, 0, "b.py", 2, Forward), int64_t(-1));
    }

    void liveEndStandsWhereItStopped() {
        Session session = Script("m:1 m:2 m:2>f:7 m:2>f:8").session;
        QCOMPARE(nextLine(session, 5, Back), int64_t(4)); // without a stop: the last line
        session.stops.push_back({5, "step", {{"f", {"a.py", 8, 8, 0, 0, ""}}, {"m", {"a.py", 2, 2, 0, 0, ""}}}, {}});
        QCOMPARE(nextLine(session, 5, Back), int64_t(3));
        session.stops.push_back({5, "step", {{"m", {"a.py", 3, 3, 0, 0, ""}}}, {}});
        QCOMPARE(nextLine(session, 5, Back), int64_t(2));
        QVERIFY(stopAt(session, 5) == &session.stops[1]);
        QVERIFY(stopAt(session, 4) == nullptr);
    }

    void graphNodesStandInsideOfTheirCall() {
        Session session = Script("m:1 f:7 f:8 f:7 f:8 m:4").session;
        session.stacks.push_back({{"m", {"a.py", 3, 3, 0, 0, ""}}});
        const int caller = int(session.stacks.size()) - 1;
        session.graphCalls = {{1, "f", 0, 0, 0, caller}, {2, "f", 0, 0, 0, caller}};
        for (const int64_t number : {2, 3, 4, 5})
            session.ops.change(size_t(number - 1), [&](OpEvent &op) { op.graphCall = number < 4 ? 1 : 2; });
        COMPARE_TEXT(steps(session, nextLine, Forward), "2 3 4 5 6 .");
        COMPARE_TEXT(steps(session, outOfFunction, Forward), ". 4 4 6 6 .");
    }

    void writersAndReadersAreFound() {
        Session session = Script("m:1 m:2 m:3 m:4").session;
        // #1 gives 0; #2 writes 0 in place: 1; #3 reads a view of the same memory: 4; #4 reads 0 again.
        const Tensor memory = Tensor::zeros({2}, DType::Float32);
        const RecordedValue written(memory);
        session.tensors.change(1, [&](TensorRecord &tensor) { tensor.value = written; });
        session.tensors.push_back({4, DType::Float32, {1}, RecordedValue(written.storage(), memory), ""});
        session.ops.change(1, [&](OpEvent &op) {
            op.inputs = {0};
            op.writes = true;
        });
        session.ops.change(2, [&](OpEvent &op) { op.inputs = {4}; });
        session.ops.change(3, [&](OpEvent &op) { op.inputs = {0}; });
        session.linkTensors();
        QCOMPARE(writerOf(session, 0), int64_t(1));
        QCOMPARE(writerOf(session, 4), int64_t(2));
        QCOMPARE(writerOf(session, 99), int64_t(-1));
        QVERIFY((readersOf(session, 0) == std::vector<int64_t>{2, 4}));
        QCOMPARE(previousVersion(session, 1), int64_t(0));
        QCOMPARE(previousVersion(session, 4), int64_t(-1));
    }

    void previousVersionIsThatOfTheRoundBefore() {
        const Session session = Script("m:1*Mul m:1*Add m:1*Mul m:2 m:1*Mul m:1*Add m:1*Mul").session;
        QCOMPARE(previousVersion(session, 4), int64_t(0));
        QCOMPARE(previousVersion(session, 5), int64_t(1));
        QCOMPARE(previousVersion(session, 6), int64_t(2));
        QCOMPARE(previousVersion(session, 0), int64_t(-1));
        const Session tight = Script("m:1*Mul m:1*Add m:1*Mul m:1*Add m:1*Mul m:1*Add").session;
        QCOMPARE(previousVersion(tight, 5), int64_t(3));
        QCOMPARE(previousVersion(tight, 4), int64_t(2));
    }

    void culpritIsTheOperatorOfTheError() {
        Session session = Script("m:1 m:2>f:7 m:3").session;
        QCOMPARE(culpritOfException(session), int64_t(-1));
        session.problems = {{Severity::Error, "error", "KeyError: 3", {"a.py", 2, 2, 0, 0, ""}}};
        QCOMPARE(culpritOfException(session), int64_t(2));
        session.ops.change(0, [&](OpEvent &op) { op.error = "[Op] caught long ago"; });
        QCOMPARE(culpritOfException(session), int64_t(2));
        session.problems[0].message = "ValueError: [Op] caught long ago";
        QCOMPARE(culpritOfException(session), int64_t(1));
    }

    void nearTargetsOfAMillionOperatorsCostNothing() {
        Session session = Script("m:1 m:2 m:2>f:7 m:2>f:8 m:3").session;
        OpEvent inner = session.ops[2], last = session.ops[4];
        session.ops = {session.ops[0], session.ops[1], session.ops[2]};
        for (inner.number = 4; inner.number < 1000000; ++inner.number) {
            inner.stack = 2 + int(inner.number % 2);
            session.ops.push_back(inner);
        }
        last.number = 1000000;
        session.ops.push_back(last);
        const testing::CpuTime near;
        int64_t found = 0;
        for (int i = 0; i < 1000; ++i)
            found += nextLineInto(session, 500000 + i, Forward) + nextInCell(session, 500000, Back);
        QVERIFY2(near.isBelow(200), qPrintable(QString::number(near.ms())));
        const testing::CpuTime walks;
        QCOMPARE(nextLine(session, 2, Forward), int64_t(1000000));
        QCOMPARE(nextLine(session, 1000000, Back), int64_t(2));
        QVERIFY2(walks.isBelow(5000), qPrintable(QString::number(walks.ms())));
        qInfo() << "two walks over a million:" << walks.ms() << "ms";
    }
};

JITSCOPE_TEST(NavigationTest)

} // namespace jitscope::tst_navigation

#include "tst_navigation.moc"
