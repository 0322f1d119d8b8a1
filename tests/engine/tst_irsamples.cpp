// SPDX-License-Identifier: Apache-2.0
// Tests of the reader on dumps that real MindSpore wrote, of every version since 1.0. They stand beside the checkout in
// the reference material; without it these tests are skipped.
#include "engine/ir/equality.h"
#include "engine/ir/irtext.h"
#include "tests/support/testing.h"

using namespace jitscope;
using namespace jitscope::testing;

namespace {

/** A row of INDEX.tsv: what a simple count of lines found in one sample. */
struct Sample {
    std::string path, entry;
    int blocks = 0, calls = 0, returns = 0, markers = 0;
};

std::vector<Sample> samples() {
    std::vector<Sample> all;
    const std::string folder = sharedPath("data/ir");
    if (folder.empty()) return all;
    const auto lines = split(readText(folder + "/INDEX.tsv"), '\n');
    for (size_t i = 1; i < lines.size(); ++i) {
        const auto fields = split(lines[i], '\t');
        if (fields.size() < 8) continue;
        all.push_back({folder + "/" + fields[0], fields[1], std::atoi(fields[3].c_str()), std::atoi(fields[5].c_str()),
                       std::atoi(fields[6].c_str()), std::atoi(fields[7].c_str())});
    }
    return all;
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
        if (all.empty()) QSKIP("no reference material beside this checkout");
        for (size_t i = 0; i < all.size(); ++i)
            QTest::newRow(std::filesystem::path(all[i].path).filename().c_str()) << int(i);
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
        for (const Sample &sample : samples()) {
            if (sample.path.find("18_execute_0161") == std::string::npos) continue;
            const auto result = parseModule(readText(sample.path), sample.path);
            VERIFY_RESULT(result);
            const Graph &graph = *result->module.entry();
            COMPARE_TEXT(result->era, "2.3+");
            COMPARE_TEXT(graph.nodes[0]->op, "Sub");
            COMPARE_TEXT(graph.nodes[0]->scope, "Default");
            QCOMPARE(graph.nodes[0]->opNumber, 1);
            QCOMPARE(graph.nodes[0]->inputs[0], graph.parameters[0]);
            QVERIFY(graph.nodes[0]->inputs[1]->value == Value(Tensor::scalar(1, DType::Float32)));
            COMPARE_TEXT(graph.nodes[0]->spans->back().file, "t6.py");
            COMPARE_TEXT(graph.nodes[3]->inputs[0]->value.asGraph()->name, "20_4_✓__main___Net_construct_311");
            QCOMPARE(graph.nodes[6]->function, graph.nodes[5]);
            COMPARE_TEXT(graph.nodes[6]->extraText,
                         "@FuncUnion(@20_4_✓__main___Net_construct_311, @21_14_✗__main___Net_construct_314)");
            return;
        }
        QSKIP("no reference material beside this checkout");
    }

    void noSampleCutAnywhereCanCrashTheReader() {
        const auto all = samples();
        if (all.empty()) QSKIP("no reference material beside this checkout");
        for (const Sample &sample : all) {
            const std::string text = readText(sample.path);
            for (size_t length = 0; length < text.size(); length += 7) {
                const auto result = parseModule(std::string_view(text).substr(0, length), "cut.ir");
                if (result) QVERIFY(!printModule(result->module).empty());
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestIrSamples)
#include "tst_irsamples.moc"
