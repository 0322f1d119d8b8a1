// SPDX-License-Identifier: Apache-2.0
// What the editor shows behind lines: counted once each, also when a live run grows.
#include "app/panels/editor/linestats.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <limits>

namespace jitscope::tst_linestats {

using namespace jitscope;

namespace {

void addOp(Session &session, int line, int64_t durationNs, const std::string &result) {
    StackFrame frame;
    frame.function = "<module>";
    frame.span.file = "/x/net.py";
    frame.span.line = line;
    session.stacks.push_back({frame});
    OpEvent op;
    op.number = int64_t(session.ops.size()) + 1;
    op.op = "Add";
    op.durationNs = durationNs;
    op.result = result;
    op.stack = int(session.stacks.size()) - 1;
    session.ops.push_back(op);
}

} // namespace

class LineStatsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void operatorsOfALineAreSummed() {
        Session session;
        addOp(session, 3, 100, "f32[2]");
        addOp(session, 3, 50, "f32[3]");
        addOp(session, 5, 7, "f32[4]");
        LineStats stats;
        stats.update(session);
        const auto &lines = stats.of("/x/net.py");
        QCOMPARE(lines.size(), size_t(2));
        QCOMPARE(lines.at(3).totalNs, int64_t(150));
        QCOMPARE(lines.at(3).count, int64_t(2));
        QCOMPARE(lines.at(3).result, std::string("f32[3]"));
    }

    void aGrowingRunIsNotCountedTwice() {
        Session session;
        LineStats stats;
        addOp(session, 3, 100, "f32[2]");
        stats.update(session);
        addOp(session, 3, 100, "f32[2]");
        stats.update(session);
        stats.update(session);
        QCOMPARE(stats.of("/x/net.py").at(3).count, int64_t(2));
    }

    void aNodeOfAGraphCountsForItsOwnLine() {
        Session session;
        auto node = std::make_shared<Node>();
        node->id = NodeId{4};
        node->op = op::Add;
        SourceSpan span;
        span.file = "/x/net.py";
        span.line = 9;
        node->spans = std::make_shared<const std::vector<SourceSpan>>(std::vector<SourceSpan>{span});
        auto graph = std::make_shared<Graph>();
        graph->name = "main";
        graph->nodes = {node};
        graph->output = node;
        Compilation compilation;
        compilation.index = 0;
        compilation.final.graphs = {graph};
        session.compilations.push_back(compilation);
        addOp(session, 3, 100, "f32[2]");
        session.ops.change(session.ops.size() - 1, [&](OpEvent &op) {
            op.compilation = 0;
            op.node = NodeId{4};
        });
        LineStats stats;
        stats.update(session);
        QCOMPARE(stats.of("/x/net.py").count(9), size_t(1));
        QCOMPARE(stats.of("/x/net.py").count(3), size_t(0));
    }

    void aLineThatHasNotRunHasNoLastOperator() {
        QCOMPARE(LineStat().lastUpTo(std::numeric_limits<int64_t>::max()), int64_t(-1));
        Session session;
        addOp(session, 3, 100, "f32[2]");
        LineStats stats;
        stats.update(session);
        const LineStat &line = stats.of("/x/net.py").at(3);
        QCOMPARE(line.lastUpTo(session.ops[0].number - 1), int64_t(-1));
        QCOMPARE(line.lastUpTo(std::numeric_limits<int64_t>::max()), session.ops[0].number);
    }

    void aFileInWhichNothingRanHasNone() {
        LineStats stats;
        QVERIFY(stats.of("/nowhere.py").empty());
    }
};

JITSCOPE_TEST(LineStatsTest)

} // namespace jitscope::tst_linestats

#include "tst_linestats.moc"
