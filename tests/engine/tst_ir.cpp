// SPDX-License-Identifier: Apache-2.0
// Tests of graphs and of their text: rewriting, printing, reading back, faults.
#include "engine/ir/equality.h"
#include "engine/ir/irlexer.h"
#include "engine/ir/irtext.h"
#include "engine/ir/irvalue.h"
#include "engine/ir/nodetables.h"
#include "engine/ir/verifier.h"
#include "tests/support/irmodules.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

namespace jitscope::tst_ir {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

/** A chain of `length` calls of Neg. */
Module chain(int length) {
    NodeMaker make;
    const NodePtr x = make.parameter("x", matrix());
    auto graph = std::make_shared<Graph>();
    graph->name = "chain";
    graph->parameters = {x};
    NodePtr last = x;
    for (int i = 0; i < length; ++i) {
        last = make.call("Neg", {last}, matrix());
        graph->nodes.push_back(last);
    }
    graph->output = last;
    Module module;
    module.graphs = {graph};
    return module;
}

Module parsed(const std::string &text) {
    auto result = parseModule(text, "file.ir");
    return result ? result->module : Module();
}

/** What reading back what was printed changes, in words; "" for nothing. */
std::string roundTripDifference(const Module &module) {
    const std::string text = printModule(module);
    const auto again = parseModule(text, "file.ir");
    if (!again) return again.error().message;
    const std::string difference = structuralDifference(module, again->module);
    if (!difference.empty()) return difference;
    return firstDifference(printModule(again->module), text);
}

const char *const smallDump = R"(# IR entry: @f
# Total subgraphs: 1

# Total params: 1
# Params:
%para1_x: <Tensor[Float32], (2, 3)> : [2, 3]

subgraph attr:
subgraph instance: f : 0x1
subgraph @f() {
  %0(CNode_1) = PrimFunc_Neg(%para1_x)
      : (<Tensor[Float32], (2, 3)>) -> (<Tensor[Float32], (2, 3)>)
  Return(%0)
      : (<Tensor[Float32], (2, 3)>)
}
)";

} // namespace

class TestIr : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // --- graphs ----------------------------------------------------------------------------------------------------

    void unchangedGraphIsTold() {
        const Module module = denseModule();
        const GraphPtr graph = rewrite(module.entry(), [](const NodePtr &node) { return node; });
        QCOMPARE(graph, module.entry());
        QVERIFY(same(module, module.with(graph)));
    }

    void replacedNodeKeepsTheIdsOfItsUsers() {
        const Module module = denseModule();
        const auto &old = module.entry()->nodes;
        const GraphPtr graph = rewrite(module.entry(), [&](const NodePtr &node) {
            if (!node->isCallOf(op::BiasAdd)) return node;
            auto copy = std::make_shared<Node>(*node);
            copy->id = NodeId{100};
            copy->origins = {node->id};
            return NodePtr(copy);
        });
        QCOMPARE(graph->nodes.size(), size_t(3));
        QCOMPARE(graph->nodes[0], old[0]);
        QCOMPARE(graph->nodes[1]->id, NodeId{100});
        QCOMPARE(graph->nodes[2]->id, old[2]->id);
        QVERIFY(graph->nodes[2] != old[2]);
        QVERIFY(!same(module, module.with(graph)));
    }

    void copiesOfSharedFieldsKeepWhatTheyHave() {
        Node node;
        QVERIFY(node.abstract->kind == Abstract::Kind::Unknown && !node.weight->defined() && node.value->isNone());
        node.abstract = Abstract::tensor(DType::Float32, {2, 3});
        const Node before = node;
        QCOMPARE(&*before.abstract, &*node.abstract);
        node.abstract.write().dtype = DType::Int32;
        QCOMPARE(before.abstract->dtype, DType::Float32);
        QCOMPARE(node.abstract->dtype, DType::Int32);
        const Abstract *own = &*node.abstract;
        node.abstract.write().dtype = DType::Bool; // nobody shares it any more
        QCOMPARE(&*node.abstract, own);
    }

    void nodesThatNothingNeedsFallAway() {
        const Module module = denseModule();
        const GraphPtr graph = withOutput(*module.entry(), module.entry()->nodes[1]);
        QCOMPARE(graph->nodes.size(), size_t(2));
        QCOMPARE(graph->parameters.size(), size_t(3));
        QCOMPARE(callCount(module), 3);
        QCOMPARE(useCounts(*graph).at(graph->nodes[0].get()), 1);
        QCOMPARE(findNode(module, module.entry()->nodes[2]->id), module.entry()->nodes[2]);
        QCOMPARE(findNode(module, NodeId{12345}), NodePtr());
    }

    void nodesOfAnEnclosingGraphAreNotTakenOver() {
        const Module module = branchModule();
        const GraphPtr inner = module.find("✗f");
        const GraphPtr graph = rewrite(inner, [](const NodePtr &node) {
            auto copy = std::make_shared<Node>(*node);
            copy->op = op::Add;
            return NodePtr(copy);
        });
        QCOMPARE(graph->nodes.size(), size_t(1));
        QVERIFY(verify(module.with(graph)).empty());
    }

    void aHundredThousandNodesNeedNoRecursion() {
        const Module module = chain(100000);
        QCOMPARE(callsOf(module.entry()->output).size(), size_t(100000));
        const GraphPtr graph = rewrite(module.entry(), [](const NodePtr &node) {
            auto copy = std::make_shared<Node>(*node);
            copy->op = op::Abs;
            return NodePtr(copy);
        });
        QCOMPARE(graph->nodes.size(), size_t(100000));
        QVERIFY(verify(module).empty());
        QVERIFY(roundTripDifference(module).empty());
    }

    // --- printing --------------------------------------------------------------------------------------------------

    void printedTextIsThatOfCurrentMindSpore() {
        COMPARE_FILE(printModule(denseModule()), "ir/dense.ir");
        COMPARE_FILE(printModule(branchModule()), "ir/branches.ir");
    }

    void briefTextIsOneLineANode() {
        const std::string text = printModule(denseModule(), {.detail = PrintOptions::Detail::Brief});
        COMPARE_TEXT(text, "subgraph @1_construct(%para1_x, %para2_fc.weight, %para3_fc.bias) {\n"
                           "  %0(CNode_6) = PrimFunc_MatMul(%para1_x, %para2_fc.weight, Bool(0), Bool(1))\n"
                           "  %1(CNode_7) = PrimFunc_BiasAdd(%0, %para3_fc.bias)\n"
                           "  %2(CNode_8) = PrimFunc_ReLU(%1)\n"
                           "  Return(%2)\n"
                           "}\n\n\n");
    }

    void canonicalLinesOfKeptNodesStayTheSame() {
        const Module before = denseModule();
        const auto &nodes = before.entry()->nodes;
        const GraphPtr shorter = withOutput(*before.entry(), withInputs(*nodes[2], {nodes[0]}));
        const PrintOptions options{.detail = PrintOptions::Detail::NoSource, .canonicalNames = true};
        const std::string left = printModule(before, options), right = printModule(before.with(shorter), options);
        const std::string product = "  %6 = PrimFunc_MatMul(";
        QVERIFY(left.find(product) != std::string::npos);
        QVERIFY(right.find(product) != std::string::npos);
        QVERIFY(left.find("# In file") == std::string::npos);
        QVERIFY(right.find("  %8 = PrimFunc_ReLU(%6)") != std::string::npos);
    }

    void everyLineNamesItsNode() {
        const Module module = denseModule();
        std::map<NodeId, int> lines;
        for (const PrintedLine &line : printLines(module))
            ++lines[line.node];
        for (const NodePtr &node : module.entry()->nodes)
            QVERIFY(lines[node->id] >= 4);
        QCOMPARE(lines[module.entry()->parameters[1]->id], 1);
    }

    // --- reading back ----------------------------------------------------------------------------------------------

    void printedModulesReadBackEqual() {
        COMPARE_TEXT(roundTripDifference(denseModule()), "");
        COMPARE_TEXT(roundTripDifference(branchModule()), "");
        for (unsigned seed = 1; seed <= 200; ++seed) {
            const std::string difference = roundTripDifference(randomModule(seed, 1 + int(seed % 40)));
            QVERIFY2(difference.empty(), (format("seed %u: ", seed) + difference).c_str());
        }
    }

    void readModulesAreSound() {
        for (const char *name : {"ir/dense.ir", "ir/branches.ir"}) {
            const Module module = parsed(readText(dataPath(name)));
            COMPARE_TEXT(join(verify(module), "\n"), "");
        }
    }

    void dtypeArgumentsAreTheirNumbers() {
        NodeMaker make;
        const NodePtr x = make.parameter("x", matrix());
        const auto cast =
            make.call("Cast", {x, make.constant(DType::Float16)}, Abstract::tensor(DType::Float16, {2, 3}));
        Module module;
        module.graphs = {graphOf("f", {x}, cast)};
        QVERIFY(printModule(module).find("PrimFunc_Cast(%para1_x, I64(42))") != std::string::npos);
        COMPARE_TEXT(roundTripDifference(module), "");
        QCOMPARE(*parsed(printModule(module)).entry()->nodes[0]->inputs[1]->value->asDType(), DType::Float16);
    }

    void constantsReadBack_data() {
        QTest::addColumn<QString>("text");
        for (const char *text :
             {"None",
              "Bool(1)",
              "I64(-3)",
              "F32(0.1)",
              "F32(1e-05)",
              "\"a \\\"b\\\" \\\\ , )\"",
              "Float32",
              "@20_4_✓f",
              "UMonad[U]",
              "IOMonad[IO]",
              "()",
              "(I64(1), I64(2))",
              "[None, (I64(1))]",
              "U64(64)",
              "f:s",
              "NameSpace[Entry: '__main__.Net.construct']",
              "Tensor(shape=[], dtype=Float32, value=1)",
              "Tensor(shape=[3], dtype=Bool, value=[ True False  True])",
              "Tensor(shape=[30], dtype=Int64, value=[...])",
              "Tensor(shape=[2, 3], dtype=Float32, value=\n[[ 0.00000000e+00  1.00000000e+00  2.00000000e+00]\n"
              " [ 3.00000000e+00  4.00000000e+00  3.33333343e-01]])"})
            QTest::newRow(text) << text;
    }
    void constantsReadBack() {
        QFETCH(QString, text);
        const std::string expected = text.toStdString();
        COMPARE_TEXT(ir::valueText(ir::parseValue(expected)), expected);
    }

    void oldSpellingsAreUnderstood() {
        QVERIFY(ir::parseValue("true") == Value(true));
        QVERIFY(ir::parseValue("0.000100") == Value(0.0001));
        QVERIFY(ir::parseValue("(1, 2)") == Value::ints({1, 2}));
        QVERIFY(ir::parseValue("U") == Value(Monad::U));
        const Abstract type = ir::parseType("<Ref[Tensor(F32)]x[const vector][6, 1, 5, 5]>");
        QVERIFY(sameType(type, Abstract::tensor(DType::Float32, {6, 1, 5, 5})));
        QVERIFY(sameType(ir::parseType("<Tensor[Float16]x()>"), Abstract::tensor(DType::Float16, {})));
    }

    void typesReadBack_data() {
        QTest::addColumn<QString>("text");
        for (const char *text :
             {"<Tensor[Float32], (2, 3)>", "<Tensor[BFloat16], ()>", "<Int64, NoShape>", "<Func, NoShape>", "<null>",
              "<UMonad, NoShape>", "<Ref[Tensor[Float32]], (512, 784), ref_key=fc.weight, is_parameter>",
              "<Tuple[Tensor[Float32]*2,Int64], TupleShape((2), (3), NoShape)>",
              "<Tuple[Tensor[Float32]*4], TupleShape((10, 512), (512, 784), (512), (10)), "
              "elements_use_flags={[const vector]{1, 1, 1, 1}}>",
              "<Dictionary[[a,],[Tensor[Float32]]], NoShape>", "<Any(Tensor)[Float64], (-2)>", "<String, NoShape>"})
            QTest::newRow(text) << text;
    }
    void typesReadBack() {
        QFETCH(QString, text);
        COMPARE_TEXT(ir::typeText(ir::parseType(text.toStdString())), text.toStdString());
    }

    void sourceLocationsOfAllVersionsAreRead_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("current");
        QTest::newRow("2.3") << "t6.py:15~20, 4~16/    def f(x):/"
                             << "t6.py:15~20, 4~16/    def f(x):/";
        QTest::newRow("shared") << "a/t.py:16, 12~19/  a / b/<~~This line of code can be shared"
                                << "a/t.py:16, 12~19/  a / b/";
        QTest::newRow("2.1") << "/d/t2.py:14/  f(x)/"
                             << "/d/t2.py:14/  f(x)/";
        QTest::newRow("1.x") << "/d/conv.py(253)/   output = self.conv2d(x)/"
                             << "/d/conv.py:253/   output = self.conv2d(x)/";
    }
    void sourceLocationsOfAllVersionsAreRead() {
        QFETCH(QString, text);
        QFETCH(QString, current);
        const auto span = ir::parseLocation(text.toStdString());
        QVERIFY(span);
        COMPARE_TEXT(ir::locationText(*span), current.toStdString());
    }

    void callChainsAreInnermostFirst() {
        const Module module = parsed(readText(dataPath("ir/dense.ir")));
        const auto &spans = *module.entry()->nodes[0]->spans;
        QCOMPARE(spans.size(), size_t(2));
        QCOMPARE(spans[0].file, std::string("dense.py"));
        QCOMPARE(spans[1].endLine, 6);
    }

    // --- what can be wrong -----------------------------------------------------------------------------------------

    void damagedFilesAreRefusedWithAReason_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("message");
        const QString dump = smallDump;
        QTest::newRow("in a graph") << dump.left(dump.indexOf("Return"))
                                    << "file.ir:13: the file ends inside subgraph @f: it was cut off";
        QTest::newRow("in a graph's title")
            << dump.left(dump.indexOf("@f()") + 3) << "file.ir:10: the file ends inside subgraph @f: it was cut off";
        QTest::newRow("before the graph") << dump.left(dump.indexOf("subgraph attr"))
                                          << "file.ir:8: the file ends before its first subgraph: it was cut off";
        QString two = dump;
        two.replace("subgraphs: 1", "subgraphs: 2");
        QTest::newRow("between graphs") << two << "file.ir:16: the file ends after 1 of 2 subgraphs: it was cut off";
        QTest::newRow("other text") << "import mindspore\nprint(1)\n"
                                    << "file.ir: no MindSpore IR in it";
        QTest::newRow("nothing") << ""
                                 << "file.ir: no MindSpore IR in it";
    }
    void damagedFilesAreRefusedWithAReason() {
        QFETCH(QString, text);
        QFETCH(QString, message);
        const auto result = parseModule(text.toStdString(), "file.ir");
        QVERIFY(!result);
        COMPARE_TEXT(result.error().message, message.toStdString());
    }

    void oddLinesAreNotedAndTheRestIsRead() {
        std::string text = smallDump;
        text.insert(text.find("  Return"), "  %1(CNode_2) = PrimFunc_Exp(%7)\n  what is this\n");
        const auto result = parseModule(text, "file.ir");
        VERIFY_RESULT(result);
        QCOMPARE(callCount(result->module), 2);
        QCOMPARE(result->notes.size(), size_t(2));
        COMPARE_TEXT(result->notes[0].message, "not understood: what is this");
        COMPARE_TEXT(result->notes[1].message, "%7 is not defined before it is used");
        QCOMPARE(result->notes[1].line, 13);
    }

    void theFailedNodeIsTheOneBehindTheLastMarker() {
        std::string text = smallDump;
        text.insert(text.find("  %0"), "\n#------------------------> 0\n");
        const auto result = parseModule(text, "analyze_fail.ir");
        VERIFY_RESULT(result);
        QCOMPARE(result->failed, result->module.entry()->nodes[0]->id);
        QCOMPARE(result->failedLine, 13);
    }

    void noCutCanCrashTheReader() {
        for (const std::string &text : {printModule(denseModule()), printModule(branchModule())})
            for (size_t length = 0; length < text.size(); ++length) {
                const auto result = parseModule(std::string_view(text).substr(0, length), "file.ir");
                if (result) QVERIFY(!printModule(result->module).empty());
            }
    }

    void noFlippedByteCanCrashTheReader() {
        std::mt19937 random(7);
        const std::string original = printModule(branchModule());
        for (int round = 0; round < 2000; ++round) {
            std::string text = original;
            for (int flips = 1 + int(random() % 8); flips > 0; --flips)
                text[random() % text.size()] = char(random());
            const auto result = parseModule(text, "file.ir");
            if (result) QVERIFY(!printModule(result->module).empty());
        }
    }

    void deepNestingIsCutNotFollowed() {
        const std::string open(100000, '('), close(100000, ')');
        QVERIFY(!ir::valueText(ir::parseValue(open + close)).empty());
        const std::string types = [] {
            std::string text;
            for (int i = 0; i < 100000; ++i)
                text += "Tuple[";
            return text;
        }();
        QCOMPARE(ir::parseType("<" + types + ">").kind, Abstract::Kind::Unknown);
    }

    // --- faults of graphs ------------------------------------------------------------------------------------------

    void soundModulesHaveNoFault() {
        COMPARE_TEXT(join(verify(denseModule()), "\n"), "");
        COMPARE_TEXT(join(verify(branchModule()), "\n"), "");
    }

    void everyFaultIsNamed() {
        NodeMaker make;
        const NodePtr x = make.parameter("x", matrix());
        const auto first = make.call("Neg", {x}, matrix());
        const auto second = make.call("Neg", {first}, matrix());
        const auto faultsOf = [&](const std::function<void(Graph &)> &spoil) {
            auto graph = std::make_shared<Graph>();
            graph->name = "f";
            graph->parameters = {x};
            graph->nodes = {first, second};
            graph->output = second;
            spoil(*graph);
            Module module;
            module.graphs = {graph};
            return join(verify(module), "\n");
        };
        COMPARE_TEXT(faultsOf([](Graph &) {}), "");
        COMPARE_TEXT(faultsOf([&](Graph &graph) {
                         graph.nodes = {second, first};
                     }),
                     "@f: Neg %3: input 0, Neg %2, is not computed before it is used");
        COMPARE_TEXT(faultsOf([](Graph &graph) { graph.output = nullptr; }), "@f: the output is missing");
        COMPARE_TEXT(faultsOf([](Graph &graph) { graph.nodes.pop_back(); }),
                     "@f: the output Neg %3 is no node of the graph");
        COMPARE_TEXT(faultsOf([](Graph &graph) { graph.parent = "g"; }), "@f: the parent @g is not in the module");
        COMPARE_TEXT(faultsOf([&](Graph &graph) {
                         auto twin = std::make_shared<Node>(*second);
                         graph.nodes.push_back(twin);
                     }),
                     "@f: Neg %3 has the id of another node, Neg %3");
        COMPARE_TEXT(faultsOf([&](Graph &graph) {
                         auto constant = std::make_shared<Node>();
                         constant->id = second->id;
                         constant->kind = NodeKind::Constant;
                         graph.nodes.push_back(make.call("Depend", {second, constant}, matrix()));
                         graph.output = graph.nodes.back();
                     }),
                     "@f: None has the id of another node, Neg %3");
        COMPARE_TEXT(faultsOf([&](Graph &graph) {
                         auto call = make.call("", {second}, matrix());
                         call->id = NodeId{9};
                         call->callee = "g";
                         graph.nodes.push_back(call);
                     }),
                     "@f: node 9 calls graph @g, which is not in the module");
        COMPARE_TEXT(faultsOf([&](Graph &graph) {
                         auto wrong = make.call("Neg", {x}, matrix(5, 5));
                         wrong->id = NodeId{9};
                         graph.nodes.push_back(wrong);
                     }),
                     "@f: Neg %9 is recorded as f32[5,5], but its inputs give f32[2,3]");
    }
};

JITSCOPE_TEST(TestIr)

} // namespace jitscope::tst_ir

#include "tst_ir.moc"
