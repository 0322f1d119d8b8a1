// SPDX-License-Identifier: Apache-2.0
// Tests of the reader on dumps that real MindSpore wrote: those of our own scripts, and on the reference material dumps
// of every version since 1.0.
#include "engine/ir/equality.h"
#include "engine/ir/irtext.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

namespace jitscope::tst_irsamples {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

/** What a plain count of lines found in one dump. */
struct Sample {
    std::string path, entry;
    int blocks = 0, calls = 0, returns = 0, markers = 0;
};

std::vector<Sample> samples() {
    const std::string folder = samplePath(isOnReference() ? "ir" : "mindspore/dumps");
    const auto lines = split(readText(folder + (isOnReference() ? "/INDEX.tsv" : "/counts.tsv")), '\n');
    const auto headings = split(lines[0], '\t');
    std::vector<Sample> all;
    for (size_t i = 1; i < lines.size(); ++i) {
        const auto cells = split(lines[i], '\t');
        if (cells.size() < headings.size()) continue;
        const auto cell = [&](const char *heading) {
            return cells.at(size_t(std::find(headings.begin(), headings.end(), heading) - headings.begin()));
        };
        all.push_back({folder + "/" + cell("file"), cell("entry"), std::stoi(cell("subgraph_blocks")),
                       std::stoi(cell("cnodes")), std::stoi(cell("returns")), std::stoi(cell("fail_markers"))});
    }
    return all;
}

/** The branch in the loop of samples/mindspore/scripts/branches.py. */
void checkOurBranch(const Module &module) {
    const auto named = [&](const std::string &name) {
        const auto found = std::find_if(module.graphs.begin(), module.graphs.end(),
                                        [&](const GraphPtr &graph) { return graph->name == name; });
        return found == module.graphs.end() ? nullptr : found->get();
    };
    const Graph *loop = named("48_4_↻settled_206"), *taken = named("50_8_✓↻settled_199");
    QVERIFY(loop != nullptr && taken != nullptr);
    COMPARE_TEXT(loop->nodes[0]->op, "SumExt");
    COMPARE_TEXT(loop->nodes[0]->scope, "Default");
    QCOMPARE(loop->nodes[0]->dumpText().opNumber, 1);
    QCOMPARE(loop->nodes[0]->inputs[0], loop->parameters[1]);
    QVERIFY(loop->nodes[1]->inputs[1]->value == Value(Tensor::scalar(0, DType::Float32)));
    COMPARE_TEXT(loop->nodes[2]->op, "Partial");
    COMPARE_TEXT(loop->nodes[2]->inputs[0]->value->asGraph()->name, taken->name);
    QCOMPARE(loop->nodes[5]->function, loop->nodes[4]);
    COMPARE_TEXT(loop->nodes[5]->dumpText().extraText, "@FuncUnion(@50_8_✓↻settled_199, @51_12_✗↻settled_200)");
    const auto &spans = *taken->nodes[0]->spans;
    QVERIFY(std::any_of(spans.begin(), spans.end(), [](const auto &span) {
        return span.file == "/home/user/project/branches.py" && span.line == 14;
    }));
}

void checkBranchOfTheReference(const Graph &graph) {
    COMPARE_TEXT(graph.nodes[0]->op, "Sub");
    COMPARE_TEXT(graph.nodes[0]->scope, "Default");
    QCOMPARE(graph.nodes[0]->dumpText().opNumber, 1);
    QCOMPARE(graph.nodes[0]->inputs[0], graph.parameters[0]);
    QVERIFY(graph.nodes[0]->inputs[1]->value == Value(Tensor::scalar(1, DType::Float32)));
    COMPARE_TEXT(graph.nodes[0]->spans->back().file, "t6.py");
    COMPARE_TEXT(graph.nodes[3]->inputs[0]->value->asGraph()->name, "20_4_✓__main___Net_construct_311");
    QCOMPARE(graph.nodes[6]->function, graph.nodes[5]);
    COMPARE_TEXT(graph.nodes[6]->dumpText().extraText,
                 "@FuncUnion(@20_4_✓__main___Net_construct_311, @21_14_✗__main___Net_construct_314)");
}

bool isSimplified(const Sample &sample) {
    return sample.path.find("__simplified__") != std::string::npos;
}

} // namespace

class TestIrSamples : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everySampleIsRead_data() {
        QTest::addColumn<int>("index");
        const auto all = samples();
        QVERIFY(all.size() >= 40);
        for (size_t i = 0; i < all.size(); ++i) {
            const std::filesystem::path path = all[i].path;
            QTest::newRow((path.parent_path().filename() / path.filename()).c_str()) << int(i);
        }
    }
    void everySampleIsRead() {
        QFETCH(int, index);
        const Sample sample = samples()[size_t(index)];
        const auto result = parseModule(readText(sample.path), sample.path);
        VERIFY_RESULT(result);
        QCOMPARE(callCount(result->module), sample.calls);
        QCOMPARE(int(result->module.graphs.size()), std::max(1, sample.blocks));
        QCOMPARE(int(std::count_if(result->module.graphs.begin(), result->module.graphs.end(),
                                   [](const GraphPtr &graph) { return graph->output != nullptr; })),
                 sample.returns);
        QCOMPARE(result->failed.valid(), sample.markers > 0);
        if (!sample.entry.empty()) COMPARE_TEXT(result->module.entry()->name, sample.entry);
        if (!isSimplified(sample)) QVERIFY(result->notes.size() <= 1);
    }

    void whatWasReadIsPrintedAndReadBackEqual_data() { everySampleIsRead_data(); }
    void whatWasReadIsPrintedAndReadBackEqual() {
        QFETCH(int, index);
        const Sample sample = samples()[size_t(index)];
        const auto result = parseModule(readText(sample.path), sample.path);
        VERIFY_RESULT(result);
        const auto again = parseModule(printModule(result->module), "printed.ir");
        VERIFY_RESULT(again);
        COMPARE_TEXT(structuralDifference(result->module, again->module), "");
    }

    void aBranchIsReadInFull() {
        const std::string part = isOnReference() ? "18_execute_0161" : "branches/31_validate";
        const auto all = samples();
        const auto sample = std::find_if(all.begin(), all.end(),
                                         [&](const Sample &each) { return each.path.find(part) != std::string::npos; });
        QVERIFY(sample != all.end());
        const auto result = parseModule(readText(sample->path), sample->path);
        VERIFY_RESULT(result);
        COMPARE_TEXT(result->era, "2.3+");
        if (isOnReference())
            checkBranchOfTheReference(*result->module.entry());
        else
            checkOurBranch(result->module);
    }

    void noSampleCutAnywhereCanCrashTheReader() {
        for (const Sample &sample : samples()) {
            const std::string text = readText(sample.path);
            for (size_t length = 0; length < text.size(); length += 7) {
                const auto result = parseModule(std::string_view(text).substr(0, length), "cut.ir");
                if (result) QVERIFY(!printModule(result->module).empty());
            }
        }
    }
};

JITSCOPE_TEST(TestIrSamples)

} // namespace jitscope::tst_irsamples

#include "tst_irsamples.moc"
