// SPDX-License-Identifier: Apache-2.0
// The language of filters and conditions: what is read, what it means, what is refused and how fast it is asked.
#include "engine/inspect/query.h"
#include "engine/inspect/querysyntax.h"
#include "engine/inspect/recordedquery.h"
#include "engine/inspect/tensorhealth.h"
#include "engine/inspect/watchmeasures.h"
#include "engine/session/session.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QObject>

#include <cmath>
#include <random>

namespace jitscope::tst_query {

using namespace jitscope;

namespace {

const float NaN = std::nanf("");

/** A MatMul on line 27 of construct with two operands and a result that holds one NaN. */
struct Sample {
    Sample() {
        session.tensors = {{0, DType::Float32, {2, 3}, Tensor::of({2, 3}, std::vector<float>{1, 2, 3, 4, 5, 6}), "x"},
                           {1, DType::Float32, {3}, Tensor::of({3}, std::vector<float>{1, 2, 3}), ""},
                           {2, DType::Float16, {2, 3}, Tensor::of({2, 3}, std::vector<float>{0, -9, NaN, 4, 0, 1}), ""},
                           {3, DType::Int32, {4, 32}, Tensor(), ""}};
        session.stacks = {
            {{"Net.construct", {"train.py", 27, 27, 4, 20, ""}}, {"<module>", {"train.py", 90, 90, 0, 9, ""}}}};
        OpEvent op;
        op.number = 118;
        op.op = "MatMul";
        op.inputs = {0, 1};
        op.outputs = {2};
        op.operands = "f32[2,3], f32[3], transpose_b=True";
        op.result = "f16[2,3]";
        op.durationNs = 1500000;
        op.startNs = 900;
        op.scope = "Default/network-Net/fc1-Dense";
        op.stack = 0;
        session.ops = {op};
    }
    Session session;
    OpEvent op() const { return session.ops.front(); }
    void setOutputs(IdList outputs) {
        OpEvent changed = op();
        changed.outputs = std::move(outputs);
        session.ops.set(0, changed);
    }
    std::string ask(const std::string &text) {
        const auto query = Query::parse(text);
        if (!query) return query.error().message;
        switch (jitscope::ask(*query, session, op())) {
        case Verdict::Yes:
            return "yes";
        case Verdict::No:
            return "no";
        case Verdict::Unknown:
            break;
        }
        return "unknown";
    }
};

std::string errorOf(const std::string &text) {
    const auto query = Query::parse(text);
    return query ? "no error" : query.error().message;
}

} // namespace

class QueryTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void answers_data() {
        QTest::addColumn<QString>("verdict");
        for (const char *yes : {"",
                                "MatMul",
                                "matmul",
                                "op:MatMul",
                                "op == \"MatMul\"",
                                "op == MatMul",
                                "\"Mul\"",
                                "op ~ \"mat\"",
                                "-Reshape",
                                "not Reshape",
                                "!Reshape",
                                "MatMul -scope:head",
                                "scope:fc",
                                "scope:fc1-Dense",
                                "#118",
                                "number:118",
                                "line:27",
                                "line == 27",
                                "file:train",
                                "function:construct",
                                "function == \"Net.construct\"",
                                "time > 1ms",
                                "time == 1500us",
                                "time < 2s",
                                "time / 2 > 700000ns",
                                "1ms < time < 2ms",
                                "MatMul time > 1us",
                                "(Add or MatMul) and not kernel",
                                "Add || MatMul",
                                "MatMul && graph == False",
                                "op in [\"Add\", \"MatMul\"]",
                                "number in [1, 118]",
                                "\"fc1\" in scope",
                                "phase:forward",
                                "phase == \"forward\"",
                                "not error",
                                "error == None",
                                "error == \"\"",
                                "operands ~ \"transpose_b=True\"",
                                "result:f16",
                                "start == 0",
                                "-1 < number",
                                "-(Add or Sub)",
                                "MatMul (Add or line:27)",
                                "number - 18 == 100",
                                "number % 2 == 0",
                                "shape(out) == [2, 3]",
                                "shape(out)[0] == 2",
                                "shape(out)[-1] == 3",
                                "rank(in[1]) == 1",
                                "size(out) == 6",
                                "3 in shape(out)",
                                "dtype(out) == float16",
                                "dtype(out) == Float16",
                                "dtype(in[0]) == f32",
                                "dtype(out) in [float16, bfloat16]",
                                "nan(out)",
                                "not inf(out)",
                                "not finite(out)",
                                "any(nan(out))",
                                "sum(nan(out)) == 1",
                                "sum(zero(out)) == 2",
                                "finite(in[0])",
                                "max(out) == 4",
                                "min(out) == -9",
                                "max(abs(out)) == 9",
                                "min(abs(out)) == 0",
                                "max(abs(out)) > 8 and op == \"MatMul\"",
                                "mean(in[1]) == 2",
                                "sum(in[0]) == 21",
                                "norm(in[1]) * norm(in[1]) - 14 < 0.001",
                                "l2(in[1]) > 3.7",
                                "std(in[1]) > 0.81",
                                "std(in[1]) < 0.82",
                                "any(in[0] > 5)",
                                "all(in[0] >= 1)",
                                "not all(in[0] > 1)",
                                "max(in[0] - in[1]) == 3",
                                "max(abs(in[0] - 1)) == 5",
                                "max(in[0]) / mean(in[0]) > 1.7",
                                "any(in[0] == in[1])",
                                "mean(zero(out)) > 0.3",
                                "abs(number - 120) == 2",
                                "all(zero(in[0] - in[0]))",
                                "True"})
            QTest::newRow(yes) << "yes";
        for (const char *no : {"Add",
                               "-MatMul",
                               "op == \"matmul\"",
                               "op != \"MatMul\"",
                               "scope:head",
                               "#117",
                               "time > 2ms",
                               "kernel",
                               "graph",
                               "error",
                               "line:28",
                               "nan(in[0])",
                               "nan(in[7])",
                               "inf(out)",
                               "shape(out)[2] == 3",
                               "shape(out)[2] != 3",
                               "max(in[0]) > 6",
                               "zero(out)",
                               "shape(out) == [3, 2]",
                               "dtype(out) == float32",
                               "any(in[0] > 6)",
                               "phase:backward",
                               "False",
                               "Add or Sub",
                               "max(in[5]) != 0"})
            QTest::newRow(no) << "no";
    }
    void answers() {
        QFETCH(QString, verdict);
        COMPARE_TEXT(Sample().ask(QTest::currentDataTag()), verdict.toStdString());
    }

    void whatHasNoValuesIsNeitherTrueNorFalse() {
        Sample sample;
        sample.setOutputs({3});
        COMPARE_TEXT(sample.ask("nan(out)"), "unknown");
        COMPARE_TEXT(sample.ask("not nan(out)"), "unknown");
        COMPARE_TEXT(sample.ask("max(out) > 3 or MatMul"), "yes");
        COMPARE_TEXT(sample.ask("max(out) > 3 and Add"), "no");
        COMPARE_TEXT(sample.ask("max(out) > 3 and MatMul"), "unknown");
        COMPARE_TEXT(sample.ask("max(out - in[0]) > 3"), "unknown");
        COMPARE_TEXT(sample.ask("shape(out)[1] == 32"), "yes");
        COMPARE_TEXT(sample.ask("dtype(out) == int32"), "yes");
        COMPARE_TEXT(sample.ask("any(zero(out))"), "unknown");
    }

    void errorsNameThePlace_data() {
        QTest::addColumn<QString>("error");
        const auto row = [](const char *query, const char *error) { QTest::newRow(query) << error; };
        row("op ==", "column 6: expected a value after \"==\"");
        row("op = \"Add\"", "column 4: \"=\" compares as \"==\" here");
        row("op > \"Add\"", "column 4: a text is compared with == or !=");
        row("time > 3kg", "column 9: \"kg\" is no unit of time; there are ns, us, ms and s");
        row("time", "column 1: a number is no condition; compare it, as in \"time > 1ms\"");
        row("max(out", "column 8: expected \")\", not the end");
        row("(Add or", "column 8: expected a name, a value or \"(\", not the end");
        row("out > 3", "column 1: a tensor is neither true nor false; say any(...) or all(...), or compare max(...)");
        row("shape(out) > 3", "column 12: a list cannot be compared with a number");
        row("shape(3)", "column 7: shape(...) needs a tensor: out, out[1] or in[0]");
        row("max(3) > 1", "column 5: max(...) needs a tensor, not a number");
        row("in[x] > 1", "column 4: expected the number of an operand or result, from 0, as in in[1]");
        row("frobnicate(out)",
            "column 1: there is no function \"frobnicate\"; there are shape, dtype, size, rank, nan, "
            "inf, finite, zero, any, all, max, min, mean, std, abs, sum and norm");
        row("colour:red",
            "column 1: there is no \"colour:\" to filter by; there are op:, scope:, file:, line:, function:, "
            "phase:, operands:, result:, error: and number:");
        row("line:x", "column 1: expected a number after \"line:\"");
        row("scope:", "column 7: expected a value after \"scope:\"");
        row("\"Add", "column 1: expected a closing \" for the text that begins here");
        row("Add )", "column 5: expected \"and\", \"or\" or the end, not \")\"");
        row("dtype(out) == float17", "column 15: there is no dtype \"float17\"");
        row("time in 3", "column 6: \"in\" needs a list behind it, as in op in [\"Add\", \"Mul\"]");
        row("[] != [a]",
            "column 4: lists of texts cannot be compared; ask with \"in\", as in op in [\"Add\", \"Mul\"]");
        row("[a] == shape(out)",
            "column 5: lists of texts cannot be compared; ask with \"in\", as in op in [\"Add\", \"Mul\"]");
        row("number in [1, a]", "column 15: a list holds numbers or texts, not both");
        row("op + 3 == 1", "column 1: \"+\" needs numbers, not a text");
        row("#x", "column 2: expected a number after \"#\"");
        row("Add ; Sub", "column 5: \";\" means nothing here");
        row("and Add", "column 1: expected a name or a value before \"and\"");
        row("1e999 < time", "column 1: this number is too large or too small");
    }
    void errorsNameThePlace() {
        QFETCH(QString, error);
        COMPARE_TEXT(errorOf(QTest::currentDataTag()), error.toStdString());
    }

    void deepAndLongTextsAreRefused() {
        QVERIFY(errorOf(std::string(5000, '(') + "a" + std::string(5000, ')')).ends_with("nested too deeply"));
        QVERIFY(errorOf(std::string(9000, '-') + "1 < number").ends_with("nested too deeply"));
        std::string sum = "number";
        for (int i = 0; i < 3000; ++i)
            sum += "+1";
        QVERIFY(errorOf(sum + " > 0").ends_with("nested too deeply"));
        std::string words;
        for (int i = 0; i < 3000; ++i)
            words += "a ";
        COMPARE_TEXT(errorOf(words), "no error");
        QVERIFY(errorOf(std::string(30000, 'a')).ends_with("the query is too long"));
    }

    void needsAndOnlyOpAreKnown() {
        const auto text = [](const char *query) {
            const Query parsed = *Query::parse(query);
            const QueryNeeds needs = parsed.needs();
            return std::string(needs.values ? "values " : "") + (needs.results ? "results " : "") +
                   (needs.stack ? "stack " : "") + parsed.onlyOp();
        };
        COMPARE_TEXT(text("op == \"MatMul\" and max(abs(out)) > 1e4"), "values results MatMul");
        COMPARE_TEXT(text("shape(in[0])[0] != 32"), "");
        COMPARE_TEXT(text("shape(out)[0] != 32"), "results ");
        COMPARE_TEXT(text("nan(in[0])"), "values ");
        COMPARE_TEXT(text("line:3 and op in [\"Add\"]"), "stack Add");
        COMPARE_TEXT(text("MatMul"), "");
        COMPARE_TEXT(text("op == \"A\" or op == \"B\""), "");
        COMPARE_TEXT(text("op == \"A\" or op == \"A\" and line:3"), "stack A");
        COMPARE_TEXT(text("not op == \"A\""), "");
        COMPARE_TEXT(text("time > 1ms"), "results ");
    }

    void termsAreExplained() {
        const auto words = [](const char *query) { return join(Query::parse(query)->explain(), "; "); };
        COMPARE_TEXT(words("MatMul -scope:head time > 1us"),
                     "operator's name contains \"MatMul\"; not: scope contains \"head\"; time is above 1.0 µs");
        COMPARE_TEXT(words("op == \"Add\" or line:27"), "operator's name is \"Add\" or line is 27");
        COMPARE_TEXT(words("max(abs(out)) > 1e4"), "max(abs(out)) is above 10000");
        COMPARE_TEXT(words("kernel"), "is a fused kernel");
        COMPARE_TEXT(words(""), "");
    }

    void completionsFitThePlace() {
        const auto text = [](const char *query) { return join(queryCompletions(query), " "); };
        COMPARE_TEXT(text("sc"), "scope");
        COMPARE_TEXT(text("MatMul a"), "and any( all( abs(");
        COMPARE_TEXT(text("max(o"), "op operands out");
        COMPARE_TEXT(text("op == \"Add\" and sh"), "shape(");
        COMPARE_TEXT(text("scope:f"), "");
        QVERIFY(queryCompletions("").size() > 20);
    }

    void printedQueriesReadBackEqual() {
        answers_data();
        for (const char *query :
             {"MatMul -scope:head time > 1us", "1 < number < 3 or not (Add Mul)", "max(abs(out - in[0])) > 1e-3",
              "op in [Add, Mul] shape(out)[-1] == 3", "\"a\\\"b\" -(time - 3 > -2)"}) {
            const std::string once = printed(**parseQuery(query));
            const auto again = parseQuery(once);
            VERIFY_RESULT(again);
            COMPARE_TEXT(printed(**again), once);
        }
    }

    void randomTextsNeverCrash() {
        static const std::vector<std::string> words = {
            "op",       "out",    "in",   "[",      "]",    "0",    "(",    ")",         "max(",
            "shape(",   "nan(",   "==",   "!=",     "<",    ">=",   "~",    "-",         "+",
            "*",        "and",    "or",   "not",    "!",    "#",    "1ms",  "3",         "\"x\"",
            "scope:fc", "MatMul", "time", "kernel", ",",    "any(", "abs(", " ",         "dtype(",
            "float16",  "%",      "/",    "line:3", "True", "None", "'",    "\xC2\xB5s", "."};
        std::mt19937 random(7);
        Sample sample;
        int good = 0;
        for (int i = 0; i < 60000; ++i) {
            std::string text;
            for (unsigned k = random() % 12; k > 0; --k)
                text += words[random() % words.size()] + (random() % 3 ? " " : "");
            if (random() % 8 == 0 && !text.empty()) text[random() % text.size()] = char(random());
            const auto query = Query::parse(text);
            if (!query) {
                QVERIFY2(query.error().message.starts_with("column "), text.c_str());
                continue;
            }
            ++good;
            jitscope::ask(*query, sample.session, sample.op());
            if (query->isEmpty()) continue;
            const std::string once = printed(**parseQuery(text));
            const auto again = parseQuery(once);
            QVERIFY2(again.ok(), (text + " -> " + once).c_str());
            COMPARE_TEXT(printed(**again), once);
        }
        QVERIFY2(good > 2000, qPrintable(QString::number(good)));
    }

    void manyAreAnsweredAsEachByItself() {
        static const std::vector<std::string> terms = {
            "MatMul",         "not scope:head",       "time > 1us",
            "start < 40",     "number > 130",         "line:27",
            "rank(out) == 2", "shape(in[1])[0] == 3", "dtype(out) == float16",
            "max(out) > 3",   "size(in[2]) > 1",      "error"};
        std::mt19937 random(11);
        Sample sample;
        for (int i = 1; i < 60; ++i) {
            OpEvent op = sample.op();
            op.number = 118 + i;
            op.op = random() % 2 ? "MatMul" : "Add";
            op.scope = random() % 2 ? "Default/head" : "Default/fc";
            op.startNs = int64_t(random() % 100);
            op.durationNs = random() % 8 ? int64_t(random() % 3000) : int64_t(1) << 40; // which stands alone
            op.inputs = random() % 2 ? IdList{0, 1} : IdList{2, 99, 3};                 // 99 was not recorded
            op.outputs = {int64_t(random() % 4)};
            op.stack = int(random() % 2) - 1;
            sample.session.ops.push_back(op);
        }
        for (int i = 0; i < 2000; ++i) {
            std::string text = terms[random() % terms.size()];
            for (unsigned more = random() % 3; more > 0; --more)
                text += (random() % 3 ? " " : " or ") + terms[random() % terms.size()];
            const auto query = Query::parse(text);
            VERIFY_RESULT(query);
            RecordedQuery asked(*query, sample.session);
            for (size_t place = 0; place < sample.session.ops.size(); ++place)
                QVERIFY2(asked.ask(place) == jitscope::ask(*query, sample.session, sample.session.ops[place]),
                         text.c_str());
        }
    }

    void reductionsOfLargeTensorsAgreeWithThePlainLoop() {
        std::mt19937 random(3);
        std::normal_distribution<float> normal;
        Tensor large({1000, 37}, DType::Float32);
        for (int64_t i = 0; i < large.count(); ++i)
            large.mutableData<float>()[i] = i % 97 == 0 ? NaN : normal(random);
        const Tensor turned = large.permuted({1, 0}); // takes the general way
        OpEvent op;
        for (const char *reduction : {"max(%s)", "min(%s)", "max(abs(%s))", "min(abs(%s))", "sum(%s)", "mean(%s)",
                                      "norm(%s)", "mean(abs(%s))", "std(%s)", "sum(nan(%s))"}) {
            const std::string text = format(reduction, "out") + " - " + format(reduction, "in[0]");
            const auto query = Query::parse("abs(" + text + ") <= 1e-6 * abs(" + format(reduction, "out") + ")");
            VERIFY_RESULT(query);
            const QuerySubject subject{op, nullptr, {&turned, 1}, {&large, 1}};
            QVERIFY2(query->ask(subject) == Verdict::Yes, text.c_str());
        }
    }

    /** A broadcast mask may stand for more elements than any machine can hold. */
    void viewsLargerThanMemoryAreAsked() {
        Tensor row({8}, DType::Float32);
        for (int64_t i = 0; i < 8; ++i)
            row.mutableData<float>()[i] = float(i) - 1;
        const Tensor wide = row.broadcastTo({int64_t(1) << 40, 8});
        OpEvent op;
        const QuerySubject subject{op, nullptr, {&wide, 1}, {&wide, 1}};
        for (const char *text :
             {"max(abs(out)) == 6", "not any(nan(out))", "mean(out) == 2.5", "any(out - in[0] + 1 > 0)",
              "size(out) > 1e12", "sum(zero(out)) > 1e12", "std(out) > 2", "finite(out)"})
            QVERIFY2(Query::parse(text)->ask(subject) == Verdict::Yes, text);
        QCOMPARE(healthOf(wide).zero, int64_t(1) << 40);
        QVERIFY(!hasNonFinite(wide));
        QCOMPARE(measured(wide, 0, 1).inRange, int64_t(2) << 40);
        QCOMPARE(changed(wide, wide, {}).compared, int64_t(8) << 40);
    }

    void aMillionOperatorsAreFilteredQuickly() {
        Sample sample;
        Session &session = sample.session;
        const char *ops[] = {"MatMul", "Add", "ReLU", "Reshape", "BatchMatMul"};
        const char *scopes[] = {"Default/net/fc", "Default/net/head-Dense", "Default/net/block/attention"};
        OpEvent op = sample.op();
        for (int i = 1; i < 1000000; ++i) {
            op.number = 118 + i;
            op.op = ops[i % 5];
            op.scope = scopes[i % 3];
            op.durationNs = i % 3000;
            session.ops.push_back(op);
        }
        const auto answersBelow = [&](int limitMs, const char *text) {
            const Query query = *Query::parse(text);
            const testing::CpuTime effort;
            RecordedQuery asked(query, session);
            int64_t found = 0;
            for (size_t place = 0; place < session.ops.size(); ++place)
                found += asked.ask(place) == Verdict::Yes;
            qInfo() << text << found << "of a million in" << effort.ms() << "ms";
            return effort.isBelow(limitMs);
        };
        QVERIFY(answersBelow(5000, "MatMul -scope:head time > 1us"));
        QVERIFY(answersBelow(5000, "op == \"MatMul\" and time > 1us"));
        QVERIFY(answersBelow(5000, "function:construct line > 20"));
        QVERIFY(answersBelow(15000, "shape(out)[0] != 2"));
    }

    void largestMagnitudeReadsAtTheSpeedOfMemory() {
        const Tensor large = Tensor::full({16, 1024, 1024}, 0.5, DType::Float32);
        OpEvent op;
        const QuerySubject subject{op, nullptr, {}, {&large, 1}};
        for (const char *text : {"max(abs(out)) > 1e4", "nan(out)", "mean(out) > 3", "any(out > 3)"}) {
            const Query query = *Query::parse(text);
            QElapsedTimer timer;
            timer.start();
            QCOMPARE(query.ask(subject), Verdict::No);
            qInfo() << text << "of 64 MB:" << timer.nsecsElapsed() / 1000 << "us";
        }
    }
};

JITSCOPE_TEST(QueryTest)

} // namespace jitscope::tst_query

#include "tst_query.moc"
