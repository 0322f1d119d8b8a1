// SPDX-License-Identifier: Apache-2.0
// Sampling a fused kernel: every sample leads to a member, the expensive member has most, and the process is left as it
// was.
#include "engine/codegen/instructionsampler.h"
#include "engine/codegen/kernelplan.h"
#include "engine/codegen/kernelsamples.h"
#include "engine/codegen/kerneltexts.h"
#include "tests/support/kernelgraph.h"
#include "tests/support/randomkernel.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <array>
#include <csignal>
#include <random>
#include <thread>

namespace jitscope::tst_kernelsamples {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

/** An Add, then a Tanh, which takes many times as long. */
const Graph &addAndTanh(KernelGraph &builder, int64_t elements) {
    const NodePtr x = builder.parameter({elements}), y = builder.parameter({elements});
    return builder.finish(builder.call("Tanh", {builder.call("Add", {x, y}, 6)}, 7));
}

std::vector<Tensor> onesFor(const Graph &kernel) {
    std::vector<Tensor> inputs;
    for (const NodePtr &parameter : kernel.parameters)
        inputs.push_back(Tensor::full(parameter->abstract->shape, 0.75, parameter->abstract->dtype));
    return inputs;
}

/** Of all signals that a sampler could take. */
std::vector<bool> handledSignals() {
    std::vector<bool> handled;
    for (int signal = SIGRTMIN; signal <= SIGRTMAX; ++signal) {
        struct sigaction action = {};
        sigaction(signal, nullptr, &action);
        handled.push_back((action.sa_flags & SA_SIGINFO) || action.sa_handler != SIG_DFL);
    }
    return handled;
}

} // namespace

class TestKernelSamples : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theExpensiveMemberHasMostSamples() {
        KernelGraph builder;
        const Graph &kernel = addAndTanh(builder, 1 << 14);
        const auto samples = sampleKernel(kernel, onesFor(kernel), {0.5, 0, {}});
        VERIFY_RESULT(samples);
        QCOMPARE(samples->ofMember.size(), size_t(3));
        QVERIFY2(samples->inside() > fewestSamples, howMeasured(*samples).c_str());
        QVERIFY2(samples->ofMember[2] > 2 * samples->ofMember[1], howMeasured(*samples).c_str());
        QVERIFY(samples->runs > 0);
        QVERIFY(samples->cpuNs > 0 && double(samples->cpuNs) <= samples->seconds * 1.05e9);
        QVERIFY(samples->elsewhere < samples->inside());
    }

    void samplesOfLinesAddUpToThoseOfMembers() {
        KernelGraph builder;
        const Graph &kernel = addAndTanh(builder, 1 << 12);
        const auto samples = sampleKernel(kernel, onesFor(kernel), {0.2, 0, {}});
        VERIFY_RESULT(samples);
        const auto lines = kernelLines(kernelTexts(kernel)->assembly);
        QCOMPARE(samples->ofLine.size(), lines.size());
        std::vector<int64_t> byMember(samples->ofMember.size(), 0);
        for (size_t i = 0; i < lines.size(); ++i)
            if (samples->ofLine[i] > 0) byMember[size_t(lines[i].member)] += samples->ofLine[i];
        QCOMPARE(byMember, samples->ofMember);
    }

    void aTinyKernelIsMeasuredInItsLoop() {
        KernelGraph builder;
        const Graph &kernel = addAndTanh(builder, 4);
        const auto samples = sampleKernel(kernel, onesFor(kernel), {0.2, 0, {}});
        VERIFY_RESULT(samples);
        QVERIFY(samples->runs > 1000);
    }

    void itEndsWhenItIsCancelled() {
        KernelGraph builder;
        const Graph &kernel = addAndTanh(builder, 1 << 16);
        int asked = 0;
        const auto samples = sampleKernel(kernel, onesFor(kernel), {3600, 0, [&](double) { return ++asked < 2; }});
        VERIFY_RESULT(samples);
        QVERIFY(samples->seconds < 60);
    }

    void inputsOfAnotherTypeAreRefused() {
        KernelGraph builder;
        const Graph &kernel = addAndTanh(builder, 16);
        QVERIFY(!sampleKernel(kernel, {}, {}));
        std::vector<Tensor> inputs = onesFor(kernel);
        inputs[1] = Tensor::full({15}, 1, DType::Float32);
        QVERIFY(!sampleKernel(kernel, inputs, {}));
    }

    void signalsAreAsTheyWere() {
        const auto before = handledSignals();
        sigset_t maskBefore, maskAfter;
        pthread_sigmask(SIG_SETMASK, nullptr, &maskBefore);
        {
            auto sampler = InstructionSampler::start(50'000, 1000);
            VERIFY_RESULT(sampler);
            QVERIFY(handledSignals() != before);
            volatile double sum = 0;
            for (int i = 0; i < 20'000'000; ++i)
                sum = sum + i;
            const auto addresses = (*sampler)->stop();
            QVERIFY(!addresses.empty());
            QVERIFY((*sampler)->stop().empty());
        }
        QCOMPARE(handledSignals(), before);
        pthread_sigmask(SIG_SETMASK, nullptr, &maskAfter);
        for (int signal = 1; signal <= SIGRTMAX; ++signal)
            QCOMPARE(sigismember(&maskAfter, signal), sigismember(&maskBefore, signal));
    }

    void severalThreadsMeasureOneAfterTheOther() {
        std::vector<std::thread> threads;
        std::array<bool, 3> worked = {};
        for (size_t i = 0; i < worked.size(); ++i)
            threads.emplace_back([&worked, i] {
                KernelGraph builder;
                const Graph &kernel = addAndTanh(builder, 1 << 12);
                const auto samples = sampleKernel(kernel, onesFor(kernel), {0.05, 0, {}});
                worked[i] = samples.ok() && samples->runs > 0;
            });
        for (std::thread &thread : threads)
            thread.join();
        for (const bool each : worked)
            QVERIFY(each);
    }

    /** The processor is interrupted where it waits for the division, never in it: samples alone would name others. */
    void theDivisionCostsMost() {
        KernelGraph builder;
        const NodePtr x = builder.parameter({4096}), y = builder.parameter({4096});
        const NodePtr sum = builder.call("Add", {x, builder.constant(1.0)}, 1);
        const NodePtr quotient = builder.call("Div", {sum, y}, 2);
        const NodePtr square = builder.call("Sqrt", {quotient}, 3);
        const Graph &kernel =
            builder.finish(builder.call("Mul", {builder.call("Abs", {square}, 4), builder.constant(0.5)}, 5));
        const auto samples = sampleKernel(kernel, onesFor(kernel), {0.1, 0.5, {}});
        VERIFY_RESULT(samples);
        const MemberCosts &costs = samples->costs;
        QCOMPARE(costs.members.size(), size_t(5));
        const auto felt = [&](size_t member) { return costs.isFelt(costs.members[member - 1]); };
        QVERIFY(felt(2) || felt(3));
        for (const size_t cheap : {1, 4, 5})
            QVERIFY2(!felt(cheap) || costs.members[cheap - 1].share < 0.3,
                     format("%zu: %g", cheap, costs.members[cheap - 1].share).c_str());
    }

    void aMemberIsLeftOutAlone() {
        int made = 0;
        for (unsigned seed = 1; seed <= 200; ++seed) {
            RandomKernel random(seed);
            const GraphPtr used = withOutput(random.graph(), random.graph().output);
            const Graph &kernel = *used;
            for (size_t place = 0; place < kernel.nodes.size(); ++place) {
                const GraphPtr without = withoutMember(kernel, place);
                if (!without) continue;
                ++made;
                VERIFY_RESULT(planKernel(*without));
                QCOMPARE(without->parameters.size(), kernel.parameters.size());
                QVERIFY(without->output->abstract->shape == kernel.output->abstract->shape);
                const auto isThere = [&](const NodePtr &node) {
                    return node->id == kernel.nodes[place]->id ||
                           std::ranges::find(without->nodes, node->id, &Node::id) != without->nodes.end();
                };
                QVERIFY(std::ranges::all_of(kernel.nodes, isThere));
            }
        }
        QVERIFY2(made > 150, std::to_string(made).c_str());
    }

    void whatMeasuringDoesAloneIsNotFelt() {
        struct Same : KernelTimer {
            std::mt19937 random{5};
            double runNs(size_t) override { return std::normal_distribution(100.0, 3.0)(random); }
        };
        int felt = 0;
        for (unsigned seed = 1; seed <= 100; ++seed) {
            Same timer;
            timer.random.seed(seed);
            int rounds = 0;
            const MemberCosts costs = compareVersions(timer, 3, {0, 1, 2}, 3600, [&](double) { return ++rounds < 2; });
            QVERIFY(costs.members.empty()); // given up
            const MemberCosts all = compareVersions(timer, 3, {0, 1, 2}, 0.002, {});
            for (const MemberCost &cost : all.members)
                felt += all.isFelt(cost);
        }
        QVERIFY2(felt <= 12, std::to_string(felt).c_str());
    }
    /** The listing and the object are walked side by side, and mnemonics agree to the last instruction; an error would
        say where they do not. */
    void everyInstructionOfRandomKernelsHasItsPlace() {
        int measured = 0;
        for (unsigned seed = 1; seed <= 60; ++seed) {
            RandomKernel random(seed);
            const auto samples = sampleKernel(random.graph(), random.inputs(), {0.002, 0, {}});
            const std::string problem = samples ? "" : samples.error().message;
            const bool isEmpty = problem.find("has no loops") != std::string::npos;
            measured += samples.ok();
            QVERIFY2(samples.ok() || isEmpty, problem.c_str());
        }
        QVERIFY(measured > 50);
    }
};

JITSCOPE_TEST(TestKernelSamples)

} // namespace jitscope::tst_kernelsamples

#include "tst_kernelsamples.moc"
