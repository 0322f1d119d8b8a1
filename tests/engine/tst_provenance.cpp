// SPDX-License-Identifier: Apache-2.0
// One thing followed through all of its forms: line, operator, node, pass, kernel, slice.
#include "engine/session/compilation.h"
#include "engine/session/compiledetails.h"
#include "engine/session/provenance.h"
#include "engine/session/session.h"
#include "tests/support/sessions.h"
#include "tests/support/stepsession.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QObject>

namespace jitscope::tst_provenance {

using namespace jitscope;
using namespace jitscope::testing;

class ProvenanceTest : public QObject {
    Q_OBJECT

    const CompiledSample m_sample = compiledSample();
    const Session m_session = sampleSession();

    std::vector<NodeId> after(NodeId node, int from, int to) const {
        return descendants(m_sample.compilation, from, node, to);
    }

private Q_SLOTS:
    void nodeThatNoPassTouchesStaysItself() {
        QCOMPARE(after(m_sample.firstSin->id, -2, 0), (std::vector<NodeId>{m_sample.firstSin->id}));
        QCOMPARE(after(m_sample.x->id, -2, -1), (std::vector<NodeId>{m_sample.x->id}));
    }

    void nodeMergedIntoAnotherBecomesThatOne() {
        QCOMPARE(after(m_sample.secondSin->id, -2, 0), (std::vector<NodeId>{m_sample.firstSin->id}));
        QCOMPARE(after(m_sample.sum->id, -2, 0), (std::vector<NodeId>{m_sample.product->id}));
    }

    void fusedNodeIsTheKernelAndItsMember() {
        const std::vector<NodeId> found = after(m_sample.product->id, -2, -1);
        QCOMPARE(found, (std::vector<NodeId>{m_sample.kernelCall->id, m_sample.kernelProduct->id}));
        QCOMPARE(after(m_sample.secondSin->id, -2, -1),
                 (std::vector<NodeId>{m_sample.kernelCall->id, m_sample.kernelSin->id}));
    }

    void whatComputesComesBeforeConstantsMadeWithIt() {
        const auto node = [](int64_t id, NodeKind kind, std::vector<NodePtr> inputs, std::vector<NodeId> origins) {
            Node made;
            made.id = NodeId{id};
            made.kind = kind;
            made.op = kind == NodeKind::Call ? op::ReLU : OpName();
            made.inputs = std::move(inputs);
            made.origins = std::move(origins);
            return std::make_shared<const Node>(made);
        };
        const auto module = [](const NodePtr &parameter, const NodePtr &call) {
            Graph graph;
            graph.name = "g";
            graph.parameters = {parameter};
            graph.nodes = {call};
            graph.output = call;
            return Module{{std::make_shared<const Graph>(graph)}, {}};
        };
        const NodePtr x = node(1, NodeKind::Parameter, {}, {}), relu = node(2, NodeKind::Call, {x}, {});
        const NodePtr flag = node(3, NodeKind::Constant, {}, {relu->id});
        const NodePtr fused = node(4, NodeKind::Call, {x, flag}, {relu->id});
        Compilation compilation;
        compilation.captured = module(x, relu);
        compilation.final = module(x, fused);
        QCOMPARE(descendants(compilation, -2, relu->id, -1), (std::vector<NodeId>{fused->id, flag->id}));
    }

    void kernelLeadsBackToAllThatItWasMadeFrom() {
        QCOMPARE(ancestors(m_sample.compilation, -1, m_sample.kernelCall->id, -2),
                 (std::vector<NodeId>{m_sample.firstSin->id, m_sample.product->id}));
        QCOMPARE(after(m_sample.kernelCall->id, -1, -2),
                 ancestors(m_sample.compilation, -1, m_sample.kernelCall->id, -2));
    }

    void unknownNodeHasNoRelatives() { QVERIFY(after(NodeId{999}, -2, -1).empty()); }

    void modulesAreFoundByPass() {
        QVERIFY(same(moduleAt(m_sample.compilation, -2), m_sample.compilation.captured));
        QVERIFY(same(moduleAt(m_sample.compilation, -1), m_sample.compilation.final));
        QVERIFY(same(moduleAt(m_sample.compilation, 0), m_sample.compilation.passes[0].after));
    }

    void lineOfAnEagerOperatorGivesItAndItsTensor() {
        const Anchor anchor = anchorOfLine(m_session, "script.py", 10);
        QCOMPARE(anchor.op, int64_t(1));
        QCOMPARE(anchor.tensor, int64_t(1));
        QVERIFY(anchor.slice.valid());
        QCOMPARE(anchor.line, 10);
    }

    void lineOfACallerGivesTheOperatorBelowIt() { QCOMPARE(anchorOfLine(m_session, "script.py", 20).op, int64_t(1)); }

    void lineOfACompiledFunctionGivesNodeAndKernel() {
        const Anchor anchor = anchorOfLine(m_session, "script.py", 5);
        QCOMPARE(anchor.compilation, 0);
        QCOMPARE(anchor.pass, -1);
        QCOMPARE(anchor.node, m_sample.kernelCall->id);
    }

    void lineWithNothingOnItKeepsTheLine() {
        const Anchor anchor = anchorOfLine(m_session, "script.py", 77);
        QCOMPARE(anchor.line, 77);
        QCOMPARE(anchor.op, int64_t(-1));
        QVERIFY(!anchor.node.valid());
    }

    void operatorOfAGraphGivesNodeKernelAndLine() {
        const Anchor anchor = anchorOfOp(m_session, 2);
        QCOMPARE(anchor.node, m_sample.kernelCall->id);
        QCOMPARE(anchor.kernel, std::string("kernel_sin_mul"));
        QCOMPARE(anchor.file, std::string("script.py"));
        QCOMPARE(anchor.line, 3);
        QCOMPARE(anchor.tensor, int64_t(2));
    }

    void memberOfAKernelRunsWithTheKernel() {
        const Anchor anchor = anchorOfNode(m_session, 0, -1, m_sample.kernelProduct->id);
        QCOMPARE(anchor.kernel, std::string("kernel_sin_mul"));
        QCOMPARE(anchor.op, int64_t(2));
        QCOMPARE(anchor.line, 5);
    }

    void capturedNodeFindsItsRunThroughAllPasses() {
        const Anchor anchor = anchorOfNode(m_session, 0, -2, m_sample.secondSin->id);
        QCOMPARE(anchor.op, int64_t(2));
        QCOMPARE(anchor.line, 4);
        QCOMPARE(anchor.pass, -2);
    }

    void kernelGivesItsCallAndRun() {
        const Anchor anchor = anchorOfKernel(m_session, 0, "kernel_sin_mul");
        QCOMPARE(anchor.node, m_sample.kernelCall->id);
        QCOMPARE(anchor.op, int64_t(2));
        QCOMPARE(anchorOfKernel(m_session, 0, "none"), Anchor());
    }

    void sliceGivesWhatItIsLinkedTo() {
        for (int64_t i = 0; i < m_session.trace.sliceCount(); ++i) {
            const Anchor anchor = anchorOfSlice(m_session, SliceId{i});
            QCOMPARE(anchor.slice, SliceId{i});
            QCOMPARE(anchor.op, m_session.trace.linkOf(SliceId{i}).op);
        }
        const auto pass = [&] {
            for (int64_t i = 0; i < m_session.trace.sliceCount(); ++i)
                if (m_session.trace.nameOf(SliceId{i}) == "graph_kernel_cluster") return SliceId{i};
            return SliceId{};
        }();
        QCOMPARE(anchorOfSlice(m_session, pass).pass, 1);
        QCOMPARE(anchorOfSlice(m_session, pass).compilation, 0);
    }

    /** Lines, types and LLVM's passes come with the notes of a compilation, which may come apart from it. */
    void slicesOfACompileSelectItsPassItsLineAndItsKernel() {
        Compilation compilation;
        compilation.index = 0;
        compilation.function = "f";
        compilation.captureMode = "ast";
        compilation.stages = {{"capture", 100, 100}, {"passes", 200, 100}, {"K_fusion", 300, 100}, {"LLVM", 320, 60}};
        compilation.kernels.push_back({.name = "K", .graph = "K_fusion", .members = {}, .llvmIr = {}, .assembly = {}});
        for (int i = 0; i < 4; ++i) {
            PassRecord pass;
            pass.index = i;
            pass.name = i % 2 == 0 ? "cse" : "inline";
            pass.stage = i < 3 ? "opt_a" : "opt_b";
            pass.cycle = i < 2 ? 1 : i < 3 ? 2 : 0;
            pass.startNs = 200 + i * 20;
            pass.timeNs = i == 1 ? 19 : 10;
            compilation.passes.push_back(pass);
        }
        CompileNotes notes;
        notes.frontEnd = "ast";
        notes.lines = {{"/s.py", 7, 110, 50, 10, 2}, {"/s.py", 9, 150, 20, 0, 1}};
        notes.llvm = {{"K_fusion", "licm", 30, 2}};
        notes.runs = {{CompileRun::Kind::Line, 0, 110, 40},
                      {CompileRun::Kind::Inference, 0, 120, 10},
                      {CompileRun::Kind::Line, 1, 150, 20},
                      {CompileRun::Kind::Line, 0, 170, 10},
                      {CompileRun::Kind::LlvmPart, 0, 330, 20},
                      {CompileRun::Kind::Line, 99, 180, 10}}; // of a file that was tampered with
        Session session, later;
        session.compilations.push_back(compilation);
        later.info[compileNotesKey(0)] = compileNotesText(notes);
        addRecordedLanes(session);
        addRecordedLanes(later);
        session.append(std::move(later));
        const auto named = [&](std::string_view name, std::string_view category) {
            for (int64_t i = 0; i < session.trace.sliceCount(); ++i)
                if (session.trace.nameOf(SliceId{i}) == name &&
                    session.trace.texts().text(session.trace.categoryIdOf(SliceId{i})) == category)
                    return SliceId{i};
            return SliceId{};
        };
        const auto anchor = [&](std::string_view name, std::string_view category) {
            return anchorOfSlice(session, named(name, category));
        };
        const SliceId stage = named("opt_a", "pass stage");
        QVERIFY(stage.valid());
        QCOMPARE(session.trace.startOf(stage), int64_t(200));
        QCOMPARE(session.trace.durationOf(stage), int64_t(50));
        QCOMPARE(anchorOfSlice(session, stage).pass, 1); // the longest in it
        QCOMPARE(session.trace.durationOf(named("opt_a, cycle 1", "cycle")), int64_t(39));
        QVERIFY(!named("opt_a, cycle 2", "cycle").valid() && !named("opt_b", "pass stage").valid()); // one pass alone
        QCOMPARE(anchor("s.py:9", "captured line").line, 9);
        QCOMPARE(anchor("s.py:9", "captured line").file, std::string("/s.py"));
        QCOMPARE(anchor("s.py:9", "captured line").compilation, 0);
        QCOMPARE(anchor("type inference", "inference").line, 7);
        QCOMPARE(session.trace.startOf(named("ast", "front end")), int64_t(110));
        QCOMPARE(session.trace.durationOf(named("ast", "front end")), int64_t(70));
        QCOMPARE(anchor("licm", "LLVM pass").kernel, std::string("K"));
        QCOMPARE(anchor("LLVM", "stage").kernel, std::string("K"));
        int lines = 0;
        for (int64_t i = 0; i < session.trace.sliceCount(); ++i)
            lines += session.trace.texts().text(session.trace.categoryIdOf(SliceId{i})) == "captured line";
        QCOMPARE(lines, 3);
        QCOMPARE(readCompileNotes(compileNotesText(notes)), notes);
    }

    void whatIsNotThereGivesAnEmptyAnchor() {
        QCOMPARE(anchorOfOp(m_session, 99), Anchor());
        QCOMPARE(anchorOfNode(m_session, 9, -1, NodeId{1}), Anchor());
        QCOMPARE(anchorOfNode(m_session, 0, 50, NodeId{1}), Anchor());
        QCOMPARE(anchorOfSlice(m_session, SliceId{-1}), Anchor());
        QCOMPARE(anchorOfOp(Session(), 1), Anchor());
    }

    void anIndexThatGrowsWithTheSessionGivesTheSameAnchors() {
        Session session;
        ProvenanceIndex index;
        for (int64_t first = 1; first < 60; first += 7) {
            Session part = testing::loopSession(7, testing::LoopValues::None, first);
            addRecordedLanes(part);
            session.append(std::move(part));
            for (const OpEvent &op : session.ops)
                QCOMPARE(anchorOfOp(session, op.number, index), anchorOfOp(session, op.number));
            for (int line = 1; line < 45; ++line)
                QCOMPARE(anchorOfLine(session, "/home/me/train.py", line, index),
                         anchorOfLine(session, "/home/me/train.py", line));
        }
    }
};

JITSCOPE_TEST(ProvenanceTest)

} // namespace jitscope::tst_provenance

#include "tst_provenance.moc"
