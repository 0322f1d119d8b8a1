// SPDX-License-Identifier: Apache-2.0
// The selection tells everyone, resolves the other forms, and remembers the way.
#include "app/sdk/document.h"
#include "app/sdk/selection.h"
#include "engine/session/session.h"
#include "tests/support/samplegraph.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QSignalSpy>

namespace jitscope::tst_selection {

using namespace jitscope;

namespace {

/** Two operators on lines 3 and 4 of /x/net.py, the second on the result of the first. */
Session twoOps() {
    Session session;
    session.sources.push_back({"/x/net.py", "\n\nb = a + a\nc = b * b\n"});
    for (int i = 0; i < 3; ++i) {
        TensorRecord tensor;
        tensor.id = i;
        tensor.shape = {2, 3};
        session.tensors.push_back(tensor);
    }
    for (int i = 0; i < 2; ++i) {
        StackFrame frame;
        frame.function = "<module>";
        frame.span.file = "/x/net.py";
        frame.span.line = 3 + i;
        session.stacks.push_back({frame});
        OpEvent op;
        op.number = i + 1;
        op.op = i == 0 ? "Add" : "Mul";
        op.inputs = {i};
        op.outputs = {i + 1};
        op.stack = i;
        session.ops.push_back(op);
    }
    return session;
}

/** Of a node of a compiled graph that ran twice, and an operator on its own. */
Session withTwoRunsOfANode() {
    Session session = testing::sampleSession();
    const Session ops = twoOps();
    session.sources.insert(session.sources.end(), ops.sources.begin(), ops.sources.end());
    session.tensors = ops.tensors;
    session.stacks = ops.stacks;
    session.ops = {};
    OpEvent run = *ops.op(1);
    run.compilation = 0;
    run.node = session.compilations[0].final.entry()->nodes.front()->id;
    OpEvent again = run, alone = *ops.op(2);
    again.number = 2;
    again.outputs = {2};
    alone.number = 3;
    for (const OpEvent &each : {run, again, alone})
        session.ops.push_back(each);
    return session;
}

} // namespace

class SelectionTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        m_document = std::make_unique<Document>();
        m_selection = std::make_unique<Selection>(*m_document);
        m_document->replace(twoOps());
    }

    void anOperatorBringsItsLineAndTensor() {
        m_selection->selectOp(2);
        QCOMPARE(m_selection->current().line, 4);
        QCOMPARE(m_selection->current().file, std::string("/x/net.py"));
        QCOMPARE(m_selection->current().tensor, int64_t(2));
    }

    void aLineBringsItsOperator() {
        m_selection->selectLine(QStringLiteral("/x/net.py"), 3);
        QCOMPARE(m_selection->current().op, int64_t(1));
    }

    void aTensorOfTheOperatorKeepsTheOperator() {
        m_selection->selectOp(2);
        m_selection->selectTensor(1);
        QCOMPARE(m_selection->current().op, int64_t(2));
        QCOMPARE(m_selection->current().tensor, int64_t(1));
    }

    void anotherTensorBringsTheOperatorThatGaveIt() {
        m_selection->selectOp(2);
        m_selection->selectTensor(0);
        QCOMPARE(m_selection->current().op, int64_t(1));
    }

    void whoAskedIsToldToEveryone() {
        QObject *source = nullptr;
        connect(m_selection.get(), &Selection::changed, this, [&source](const Anchor &, QObject *by) { source = by; });
        m_selection->selectOp(1, this);
        QCOMPARE(source, static_cast<QObject *>(this));
    }

    void theSameAgainIsNotTold() {
        int told = 0;
        connect(m_selection.get(), &Selection::changed, this, [&told] { ++told; });
        m_selection->selectOp(1);
        m_selection->selectOp(1);
        QCOMPARE(told, 1);
    }

    void theWayBackAndForward() {
        QVERIFY(!m_selection->canGoBack());
        m_selection->selectOp(1);
        m_selection->selectOp(2);
        m_selection->goBack();
        QCOMPARE(m_selection->current().op, int64_t(1));
        QVERIFY(m_selection->canGoForward());
        m_selection->goForward();
        QCOMPARE(m_selection->current().op, int64_t(2));
        m_selection->goBack();
        m_selection->selectLine(QStringLiteral("/x/net.py"), 4);
        QVERIFY(!m_selection->canGoForward());
    }

    void anotherSessionForgetsAll() {
        m_selection->selectOp(1);
        m_selection->selectOp(2);
        m_document->replace({});
        QCOMPARE(m_selection->current(), Anchor());
        QVERIFY(!m_selection->canGoBack());
    }

    void aPartKeepsTheSelection() {
        m_selection->selectOp(1);
        Session part;
        OpEvent op;
        op.number = 3;
        op.op = "Neg";
        part.ops.push_back(op);
        m_document->append(std::move(part));
        QCOMPARE(m_selection->current().op, int64_t(1));
        QVERIFY(m_document->isModified());
    }

    /** Who looks at a pass in between wants to find the operator again. */
    void aPassKeepsTheOperatorThatIsOfNoGraph() {
        m_document->replace(withTwoRunsOfANode());
        m_selection->selectOp(3);
        const Anchor before = m_selection->current();
        QCOMPARE(before.compilation, -1);
        m_selection->selectPass(0, -2);
        QCOMPARE(m_selection->current().compilation, 0);
        QCOMPARE(m_selection->current().pass, -2);
        QVERIFY(!m_selection->current().node.valid());
        QCOMPARE(m_selection->current().op, int64_t(3));
        QCOMPARE(m_selection->current().line, before.line);
        QCOMPARE(m_selection->current().tensor, before.tensor);
    }

    void aPassKeepsTheRunOfTheNode() {
        m_document->replace(withTwoRunsOfANode());
        m_selection->selectOp(1);
        m_selection->selectTensor(0);
        m_selection->selectPass(0, 0);
        m_selection->selectPass(0, -1);
        QVERIFY(m_selection->current().node.valid());
        QCOMPARE(m_selection->current().op, int64_t(1));
        QCOMPARE(m_selection->current().tensor, int64_t(0));
    }

    void theNodeOfAnOperatorKeepsItsRun() {
        m_document->replace(withTwoRunsOfANode());
        m_selection->selectOp(1);
        const NodeId node = m_selection->current().node;
        m_selection->selectNode(0, -1, node);
        QCOMPARE(m_selection->current().op, int64_t(1));
        QCOMPARE(m_selection->current().tensor, int64_t(1));
        m_selection->selectOp(3);
        m_selection->selectNode(0, -1, node);
        QCOMPARE(m_selection->current().op, int64_t(2)); // the last one
    }

    void whatIsNotThereSelectsNothing() {
        m_selection->selectOp(99);
        QCOMPARE(m_selection->current().line, 0);
        m_selection->selectPass(7, 0);
        m_selection->selectTensor(55);
        QCOMPARE(m_selection->current().op, int64_t(-1));
    }

private:
    std::unique_ptr<Document> m_document;
    std::unique_ptr<Selection> m_selection;
};

JITSCOPE_WINDOW_TEST(SelectionTest)

} // namespace jitscope::tst_selection

#include "tst_selection.moc"
