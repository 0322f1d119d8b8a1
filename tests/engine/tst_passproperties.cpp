// SPDX-License-Identifier: Apache-2.0
// What holds after every single pass, on random programs with functions, branches, loops, writes and prints: the graph
// is sound, running it gives and does the same as before, a second run changes nothing, and every node leads back.
//
// JITSCOPE_PASS_PROGRAMS says how many programs (the test with the label `long` takes more). Every tenth goes through
// the graph kernels too, whose compilation takes most of the time.
#include "engine/ir/irtext.h"
#include "engine/ops/printing.h"
#include "engine/run/executable.h"
#include "tests/support/flowprogram.h"
#include "tests/support/passchecks.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

namespace jitscope::tst_passproperties {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

std::string printed;

void collect(const std::string &lines) {
    printed += lines;
}

/** All that a run shows to the outside. */
struct Outcome {
    Value result;
    Value weights;
    std::string output;
    std::string error;
};

class Runner {
public:
    explicit Runner(const FlowProgram &program)
        : m_weights(program.weights) {
        for (const Tensor &weight : m_weights)
            m_initial.push_back(weight.clone());
        std::mt19937 random(11);
        m_arguments = randomArguments(program.module, random);
    }

    Outcome run(const Module &module) const {
        const auto executable = Executable::prepare(module);
        if (!executable) return {{}, {}, {}, executable.error().message};
        for (size_t i = 0; i < m_weights.size(); ++i) {
            Tensor weight = m_weights[i];
            weight.storage()->beforeWrite();
            std::copy_n(m_initial[i].data<float>(), weight.count(), weight.mutableData<float>());
        }
        printed.clear();
        Outcome outcome;
        try {
            outcome.result = (*executable)->run(m_arguments);
        } catch (const std::invalid_argument &error) {
            outcome.error = error.what();
        }
        outcome.weights = Value::tuple({m_weights[0].clone(), m_weights[1].clone()});
        outcome.output = printed;
        return outcome;
    }

private:
    std::vector<Tensor> m_weights, m_initial;
    std::vector<Value> m_arguments;
};

std::string differenceOf(const Outcome &a, const Outcome &b) {
    if (a.error != b.error) return "error '" + b.error + "' instead of '" + a.error + "'";
    if (!closeValues(a.result, b.result, 1e-4, 1e-4))
        return "result " + toString(b.result) + " instead of " + toString(a.result);
    if (!closeValues(a.weights, b.weights, 1e-4, 1e-4))
        return "weights " + toString(b.weights) + " instead of " + toString(a.weights);
    // Digits may differ, what is printed and how often may not.
    const auto lines = [](const std::string &text) { return std::count(text.begin(), text.end(), '\n'); };
    if (lines(a.output) != lines(b.output)) return "prints '" + b.output + "' instead of '" + a.output + "'";
    return {};
}

/** What is wrong with one run of `pass`, or "". */
std::string faultOf(const PassDef &pass, const Module &before, const Run &run, IdSource &ids) {
    if (const auto faults = verify(run.after); !faults.empty()) return faults.front();
    if (const std::string broken = brokenProvenance(before, run); !broken.empty()) return broken;
    if (const std::string broken = brokenNeed(pass, before, run); !broken.empty()) return broken;
    if (run.rewrites.empty() != same(run.after, before)) return "the log and the change do not fit";
    if (!same(runPass(pass, run.after, ids).after, run.after)) return "a second run changes something";
    return {};
}

int programCount() {
    const QByteArray wished = qgetenv("JITSCOPE_PASS_PROGRAMS");
    return wished.isEmpty() ? 1000 : wished.toInt();
}

} // namespace

class TestPassProperties : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { setPrintSink(collect); }
    void cleanupTestCase() { setPrintSink(nullptr); }

    void everyPassKeepsWhatAProgramDoes() {
        std::map<std::string, int> effective;
        const int first = qgetenv("JITSCOPE_PASS_FIRST").toInt();
        for (int seed = first; seed < first + programCount(); ++seed) {
            FlowProgram program = FlowProgramMaker(unsigned(seed)).make();
            const Runner runner(program);
            const auto faults = verify(program.module);
            if (!faults.empty()) QFAIL(format("seed %d: %s", seed, faults.front().c_str()).c_str());
            const Outcome expected = runner.run(program.module);
            COMPARE_TEXT(expected.error, "");
            Module module = program.module;
            for (int round = 0; round < 2; ++round)
                for (const PassDef &pass : builtinPasses()) {
                    if (pass.phase == PassPhase::GraphKernel && seed % 10 != 0) continue;
                    const Run run = runPass(pass, module, program.ids);
                    std::string fault = faultOf(pass, module, run, program.ids);
                    if (fault.empty() && !same(run.after, module)) {
                        ++effective[pass.name];
                        fault = differenceOf(expected, runner.run(run.after));
                    }
                    if (!fault.empty())
                        QFAIL(format("seed %d, %s: %s\n%s\n-->\n%s", seed, pass.name.c_str(), fault.c_str(),
                                     printModule(module).c_str(), printModule(run.after).c_str())
                                  .c_str());
                    module = run.after;
                }
        }
        for (const auto &[pass, count] : effective)
            qInfo("%6d %s", count, pass.c_str());
    }
};

JITSCOPE_TEST(TestPassProperties)

} // namespace jitscope::tst_passproperties

#include "tst_passproperties.moc"
