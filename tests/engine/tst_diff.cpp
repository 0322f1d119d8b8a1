// SPDX-License-Identifier: Apache-2.0
// Tests of comparing: what a pass did to the nodes, and texts line by line.
#include "engine/ir/diff.h"
#include "tests/support/irmodules.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QTemporaryDir>

namespace jitscope::tst_diff {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

/** "=MatMul ~BiasAdd -ReLU" and so on: one word a node. */
std::string summary(const ModuleDiff &diff) {
    const auto mark = [](NodeChange change) -> std::string {
        switch (change) {
        case NodeChange::Unchanged:
            return "=";
        case NodeChange::Rewired:
            return ">";
        case NodeChange::Changed:
            return "~";
        case NodeChange::Added:
            return "+";
        case NodeChange::Removed:
            return "-";
        case NodeChange::Fused:
            return "&";
        case NodeChange::Replaced:
            return "*";
        case NodeChange::Folded:
            return "#";
        }
        return "?";
    };
    std::vector<std::string> words;
    for (const NodeDiff &node : diff.nodes)
        words.push_back(mark(node.change) + (node.after ? node.after : node.before)->op + (node.after ? "" : "'"));
    return join(words, " ") + format(" +%d -%d ~%d", diff.added, diff.removed, diff.changed);
}

/** The dense module after `rule`, which sees every call. */
Module changed(const Module &module, const std::function<NodePtr(const NodePtr &)> &rule) {
    return module.with(rewrite(module.entry(), rule));
}

/** Compact text of the rows: "=0,0 ~1,1 -2 +2". */
std::string rowsText(const std::vector<std::string> &left, const std::vector<std::string> &right) {
    std::vector<std::string> words;
    for (const DiffRow &row : diffLines(left, right)) {
        const char *marks = "=+-~";
        std::string word(1, marks[int(row.change)]);
        if (row.left >= 0) word += std::to_string(row.left);
        if (row.left >= 0 && row.right >= 0) word += ",";
        if (row.right >= 0) word += std::to_string(row.right);
        words.push_back(word);
    }
    return join(words, " ");
}

/** "=0,0 >1@3 >@1,3": as rowsText, lines that moved with where they are on the other side. */
std::string printedRows(const Module &left, const Module &right) {
    const PrintOptions options{.detail = PrintOptions::Detail::Brief, .canonicalNames = true};
    std::vector<std::string> words;
    for (const DiffRow &row :
         diffPrinted(printLines(left, options), printLines(right, options), diffModules(left, right))) {
        if (row.change == LineChange::Same) continue;
        std::string word(1, "=+-~>"[int(row.change)]);
        if (row.left >= 0) word += std::to_string(row.left);
        word += ",";
        if (row.right >= 0) word += std::to_string(row.right);
        if (row.elsewhere >= 0) word += "@" + std::to_string(row.elsewhere);
        words.push_back(word);
    }
    return join(words, " ");
}

std::vector<std::string> randomLines(std::mt19937 &random, int count, int kinds) {
    std::vector<std::string> lines;
    for (int i = 0; i < count; ++i)
        lines.push_back("line " + std::to_string(int(random() % unsigned(kinds))));
    return lines;
}

/** Rows name every line of both sides once and in order, and equal lines only as Same. */
bool rowsAreSound(const std::vector<std::string> &left, const std::vector<std::string> &right) {
    int nextLeft = 0, nextRight = 0;
    for (const DiffRow &row : diffLines(left, right)) {
        if (row.left >= 0 && row.left != nextLeft++) return false;
        if (row.right >= 0 && row.right != nextRight++) return false;
        if (row.change == LineChange::Same && left[size_t(row.left)] != right[size_t(row.right)]) return false;
        if ((row.change == LineChange::Added) != (row.left < 0)) return false;
        if ((row.change == LineChange::Removed) != (row.right < 0)) return false;
    }
    return nextLeft == int(left.size()) && nextRight == int(right.size());
}

std::string textOf(const std::vector<std::string> &lines) {
    return lines.empty() ? std::string() : join(lines, "\n") + "\n";
}

} // namespace

class TestDiff : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // --- printed modules -------------------------------------------------------------------------------------------

    void aLineThatOthersOvertookMoved() {
        const auto lineOf = [](const Module &module, const char *op) {
            const auto lines = printLines(module, {.detail = PrintOptions::Detail::Brief, .canonicalNames = true});
            for (size_t i = 0; i < lines.size(); ++i)
                if (lines[i].text.find(op) != std::string::npos) return int(i);
            return -1;
        };
        const Module left = fourCalls({0, 1, 2, 3}), right = fourCalls({1, 2, 3, 0});
        const int from = lineOf(left, "Exp"), to = lineOf(right, "Exp");
        COMPARE_TEXT(printedRows(left, right), format(">%d,@%d >,%d@%d", from, to, to, from));
    }

    void aLineThatMovedAndChangedSaysSo() {
        const Module left = fourCalls({0, 1, 2, 3}), right = fourCalls({3, 0, 1, 2}, "Sigmoid");
        const std::string rows = printedRows(left, right);
        QVERIFY2(rows.find('>') == std::string::npos, rows.c_str());
        QCOMPARE(std::count(rows.begin(), rows.end(), '~'), 2);
        QCOMPARE(std::count(rows.begin(), rows.end(), '@'), 2);
    }

    void aNodeThatTookAPlaceStandsOppositeOfIt() {
        const Module module = denseModule();
        const Module after = changed(module, [](const NodePtr &node) {
            if (!node->isCallOf(op::BiasAdd)) return node;
            auto other = std::make_shared<Node>(*node);
            other->id = NodeId{50};
            other->op = OpName("Add");
            other->origins = {node->id};
            return NodePtr(other);
        });
        const std::string rows = printedRows(module, after);
        QCOMPARE(std::count(rows.begin(), rows.end(), '~'), 2); // it, and its user
        QVERIFY2(rows.find_first_of("+->") == std::string::npos, rows.c_str());
    }

    void everyLineOfBothTextsIsInOneRow() {
        const Module left = fourCalls({0, 1, 2, 3}), right = fourCalls({3, 1, 0, 2}, "Sigmoid");
        const PrintOptions options{.detail = PrintOptions::Detail::NoSource, .canonicalNames = true};
        const auto a = printLines(left, options), b = printLines(right, options);
        int nextLeft = 0, nextRight = 0;
        for (const DiffRow &row : diffPrinted(a, b, diffModules(left, right))) {
            if (row.left >= 0) QCOMPARE(row.left, nextLeft++);
            if (row.right >= 0) QCOMPARE(row.right, nextRight++);
        }
        QCOMPARE(nextLeft, int(a.size()));
        QCOMPARE(nextRight, int(b.size()));
    }

    // --- modules ---------------------------------------------------------------------------------------------------

    void unchangedModulesHaveNoDifference() {
        const Module module = denseModule();
        COMPARE_TEXT(summary(diffModules(module, module)), "=MatMul =BiasAdd =ReLU +0 -0 ~0");
    }

    void aNodeThatGoesAwayRewiresItsUsers() {
        const Module module = denseModule();
        const Module after =
            changed(module, [](const NodePtr &node) { return node->isCallOf(op::BiasAdd) ? node->inputs[0] : node; });
        COMPARE_TEXT(summary(diffModules(module, after)), "=MatMul -BiasAdd' >ReLU +0 -1 ~1");
    }

    void aNodeOfSeveralOriginsIsAFusion() {
        const Module module = denseModule();
        const Module after = changed(module, [](const NodePtr &node) {
            if (!node->isCallOf(op::BiasAdd)) return node;
            const NodePtr &product = node->inputs[0];
            auto fused = std::make_shared<Node>(*node);
            fused->id = NodeId{50};
            fused->op = OpName("FusedMatMulBiasAdd");
            fused->inputs = {product->inputs[0], product->inputs[1], node->inputs[1]};
            fused->origins = {product->id, node->id};
            return NodePtr(fused);
        });
        const ModuleDiff diff = diffModules(module, after);
        COMPARE_TEXT(summary(diff), "&MatMul' &BiasAdd' &FusedMatMulBiasAdd >ReLU +1 -2 ~1");
        QCOMPARE(diff.nodes[0].partners, (std::vector<NodeId>{NodeId{50}}));
        QCOMPARE(diff.nodes[2].partners.size(), size_t(2));
    }

    void aNodeOfOneOriginTakesItsPlace() {
        const Module module = denseModule();
        const Module after = changed(module, [](const NodePtr &node) {
            if (!node->isCallOf(op::ReLU)) return node;
            auto other = std::make_shared<Node>(*node);
            other->id = NodeId{50};
            other->op = OpName("Tanh");
            other->origins = {node->id};
            return NodePtr(other);
        });
        COMPARE_TEXT(summary(diffModules(module, after)), "=MatMul =BiasAdd *ReLU' *Tanh +1 -1 ~0");
    }

    void aCallThatBecameAConstantIsFolded() {
        NodeMaker make;
        const NodePtr x = make.parameter("x", matrix());
        const auto sum = make.call("Add", {make.constant(1), make.constant(2)}, Abstract::of(Value(3)));
        const auto result = make.call("Mul", {x, sum}, matrix());
        Module before;
        before.graphs = {graphOf("f", {x}, result)};
        auto three = std::make_shared<Node>(*make.constant(3));
        three->origins = {sum->id};
        const Module after = before.with(withOutput(*before.entry(), withInputs(*result, {x, three})));
        const ModuleDiff diff = diffModules(before, after);
        COMPARE_TEXT(summary(diff), "#Add' >Mul +0 -1 ~1");
        QCOMPARE(diff.nodes[0].partners, (std::vector<NodeId>{three->id}));
    }

    void otherAttributesAreAChange() {
        const Module module = denseModule();
        const Module after = changed(module, [](const NodePtr &node) {
            if (!node->isCallOf(op::ReLU)) return node;
            auto other = std::make_shared<Node>(*node);
            other->attrs = {{"recompute", Value(true)}};
            return NodePtr(other);
        });
        COMPARE_TEXT(summary(diffModules(module, after)), "=MatMul =BiasAdd ~ReLU +0 -0 ~1");
    }

    // --- lines -----------------------------------------------------------------------------------------------------

    void linesArePairedWhereTheyChanged() {
        COMPARE_TEXT(rowsText({"a", "b", "c"}, {"a", "b", "c"}), "=0,0 =1,1 =2,2");
        COMPARE_TEXT(rowsText({"a", "b", "c"}, {"a", "x", "c"}), "=0,0 ~1,1 =2,2");
        COMPARE_TEXT(rowsText({"a", "b", "c"}, {"a", "c"}), "=0,0 -1 =2,1");
        COMPARE_TEXT(rowsText({"a", "c"}, {"a", "b", "c"}), "=0,0 +1 =1,2");
        COMPARE_TEXT(rowsText({}, {"a"}), "+0");
        COMPARE_TEXT(rowsText({"a"}, {}), "-0");
        COMPARE_TEXT(rowsText({}, {}), "");
        COMPARE_TEXT(rowsText({"a", "b", "c", "a", "b", "b", "a"}, {"c", "b", "a", "b", "a", "c"}),
                     "-0 -1 =2,0 +1 =3,2 =4,3 -5 =6,4 +5");
    }

    void rowsCoverBothSides() {
        std::mt19937 random(3);
        for (int round = 0; round < 300; ++round)
            QVERIFY(
                rowsAreSound(randomLines(random, int(random() % 40), 6), randomLines(random, int(random() % 40), 6)));
    }

    void hugeDifferencesStayQuick() {
        std::mt19937 random(5);
        const auto left = randomLines(random, 60000, 1000000), right = randomLines(random, 60000, 1000000);
        const testing::CpuTime effort;
        QVERIFY(rowsAreSound(left, right));
        QVERIFY(effort.isBelow(5000));
    }

    void patchTurnsOneTextIntoTheOther() {
        if (QStandardPaths::findExecutable("patch").isEmpty()) QSKIP("the program patch is not installed");
        QTemporaryDir folder;
        const std::string file = folder.path().toStdString() + "/a.txt", patch = folder.path().toStdString() + "/p";
        std::mt19937 random(11);
        for (int round = 0; round < 25; ++round) {
            const auto left = randomLines(random, 5 + int(random() % 60), 20);
            auto right = left;
            for (int edits = 1 + int(random() % 6); edits > 0; --edits) {
                const auto at = right.begin() + long(random() % right.size());
                if (random() % 2) {
                    right.insert(at, "new " + std::to_string(edits));
                } else if (right.size() > 1) {
                    right.erase(at);
                }
            }
            VERIFY_RESULT(writeFile(file, textOf(left)));
            const std::string diff = unifiedDiff(left, right, "a.txt", "a.txt");
            QCOMPARE(diff.empty(), left == right);
            if (diff.empty()) continue;
            VERIFY_RESULT(writeFile(patch, diff));
            const auto file8 = QString::fromStdString(file), patch8 = QString::fromStdString(patch);
            QCOMPARE(QProcess::execute("patch", {"--silent", "--fuzz=0", file8, patch8}), 0);
            COMPARE_TEXT(readText(file), textOf(right));
        }
    }

    void unifiedTextIsTheUsualOne() {
        COMPARE_TEXT(unifiedDiff({"a", "b", "c", "d", "e", "f"}, {"a", "b", "c", "D", "e", "f", "g"}, "before.ir",
                                 "after.ir", 1),
                     "--- before.ir\n+++ after.ir\n@@ -3,4 +3,5 @@\n c\n-d\n+D\n e\n f\n+g\n");
        COMPARE_TEXT(unifiedDiff({}, {"a"}, "x", "y"), "--- x\n+++ y\n@@ -0,0 +1,1 @@\n+a\n");
        COMPARE_TEXT(unifiedDiff({"a"}, {"a"}, "x", "y"), "");
    }
};

JITSCOPE_TEST(TestDiff)

} // namespace jitscope::tst_diff

#include "tst_diff.moc"
