// SPDX-License-Identifier: Apache-2.0
// What being recorded and watched costs a program: the same loop and the same training step with and without. A program
// of its own, since it runs scripts as the window does. Times are what the script measures of itself.
#include "engine/python/interpreter.h"
#include "engine/session/recorder.h"
#include "engine/session/records.h"

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <mutex>
#include <string>
#include <vector>

namespace jitscope {

namespace {

/** Prints the nanoseconds of one `work()`: the best of several rounds, as other programs disturb. */
const std::string timing = R"(
import time
import numpy as np
import mindspore as ms
from mindspore import Tensor, nn

def randn(*shape):
    return Tensor(np.random.randn(*shape).astype(np.float32))

def figure(work, count, rounds):
    best = float("inf")
    for _ in range(rounds):
        begin = time.perf_counter_ns()
        work(count)
        best = min(best, (time.perf_counter_ns() - begin) / count)
    print("figure", best)
)";

const std::string addLoop = timing + R"(
a, b = randn(2, 3), randn(2, 3)

def work(count):
    for _ in range(count):
        a + b

figure(work, 20000, 25)
)";

const std::string trainStep = timing + R"(
net = nn.SequentialCell(nn.Dense(1024, 1024), nn.ReLU())
loss_fn = nn.MSELoss()
optimizer = nn.Momentum(net.trainable_params(), learning_rate=0.1, momentum=0.9)

def forward(data, label):
    logits = net(data)
    return loss_fn(logits, label), logits

grad_fn = ms.value_and_grad(forward, None, optimizer.parameters, has_aux=True)
data, label = randn(32, 1024), randn(32, 1024)

def work(count):
    for _ in range(count):
        (loss, _), grads = grad_fn(data, label)
        optimizer(grads)

work(5)
figure(work, 5, 12)
)";

struct Row {
    const char *name;
    const std::string *script;
    RecordLevel level;
    bool hasBreakpoints = false;
};

const Row rows[] = {
    {"recording/add/none", &addLoop, RecordLevel::None},
    {"recording/add/breakpoints", &addLoop, RecordLevel::None, true},
    {"recording/add/ops", &addLoop, RecordLevel::Ops},
    {"recording/add/ops_breakpoints", &addLoop, RecordLevel::Ops, true},
    {"recording/add/values", &addLoop, RecordLevel::Values},
    {"recording/train_step/none", &trainStep, RecordLevel::None},
    {"recording/train_step/ops", &trainStep, RecordLevel::Ops},
    {"recording/train_step/values", &trainStep, RecordLevel::Values},
};

/** What scripts printed since it was last asked. */
class Printed {
public:
    void add(const std::string &text) {
        const std::lock_guard lock(m_mutex);
        m_text += text;
    }
    std::string take() {
        const std::lock_guard lock(m_mutex);
        return std::exchange(m_text, {});
    }

private:
    std::mutex m_mutex;
    std::string m_text;
};

Printed &printed() {
    static Printed printed;
    return printed;
}

ProgramEvents events() {
    ProgramEvents events;
    events.output = [](bool, const std::string &text) { printed().add(text); };
    return events;
}

Interpreter &interpreter() {
    static Interpreter interpreter(events());
    return interpreter;
}

/** Breakpoints that the program never comes to. */
std::vector<Breakpoint> missedBreakpoints() {
    Breakpoint op, number;
    op.kind = Breakpoint::Kind::Op;
    op.op = "MatMul";
    number.kind = Breakpoint::Kind::OpNumber;
    number.number = int64_t(1) << 40;
    return {op, number};
}

void time(benchmark::State &state, const Row &row) {
    Interpreter &python = interpreter();
    python.setBreakpoints(row.hasBreakpoints ? missedBreakpoints() : std::vector<Breakpoint>());
    for (auto _ : state) {
        Recorder::instance().restart();
        RunOptions options;
        options.record = row.level;
        python.runScript("/bench.py", *row.script, options);
        const RunOutcome outcome = python.wait();
        const std::string text = printed().take();
        const size_t place = text.find("figure ");
        if (place == std::string::npos) {
            state.SkipWithError(("the script failed: " + text + outcome.problem.message).c_str());
            return;
        }
        state.SetIterationTime(std::strtod(text.c_str() + place + 7, nullptr) * 1e-9);
    }
}

} // namespace

} // namespace jitscope

int main(int argc, char **argv) {
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
    for (const jitscope::Row &row : jitscope::rows)
        benchmark::RegisterBenchmark(row.name, [&row](benchmark::State &state) { jitscope::time(state, row); })
            ->UseManualTime()
            ->Iterations(1);
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}
