// SPDX-License-Identifier: Apache-2.0
// What a process of its own costs a script: from the start to the first operator, for each operator, for looking at a
// tensor; each beside the same in this process, in turn. build/bin/jitscope_bench_processes
#include "engine/inspect/recordedquery.h"
#include "engine/program/childprogram.h"
#include "engine/program/inprocessprogram.h"
#include "engine/session/session.h"
#include "engine/session/sessionfile.h"
#include "tests/support/processmemory.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <filesystem>
#include <malloc.h>
#include <mutex>
#include <thread>
#include <unistd.h>

namespace jitscope {

namespace {

using Clock = std::chrono::steady_clock;
const std::string oneOperator = "import mindspore as ms\nx = ms.Tensor([1.0, 2.0])\ny = x + x\n";

/** 400,000 small operators; prints the nanoseconds of each. */
const std::string manyOperators = "import time\nimport numpy as np\nimport mindspore as ms\n"
                                  "x = ms.Tensor(np.ones((2, 3), np.float32))\ny = x\n"
                                  "for i in range(20000): y = x + x\n"
                                  "n = 400000\nbegin = time.perf_counter_ns()\n"
                                  "for i in range(n): y = x + x\n"
                                  "print('figure', (time.perf_counter_ns() - begin) / n)\n";

/** A program with what it tells. */
class Watched {
public:
    enum class Home { Here, Child };
    explicit Watched(Home home) {
        ProgramEvents events;
        events.output = [this](bool, const std::string &text) { note([&] { m_text += text; }); };
        events.finished = [this](const RunOutcome &) { note([&] { m_isFinished = true; }); };
        if (home == Home::Child)
            m_program = std::make_unique<ChildProgram>(events);
        else
            m_program = std::make_unique<InProcessProgram>(events);
    }
    Program &program() { return *m_program; }

    void begin(const std::string &text, RecordLevel level) {
        m_isFinished = false;
        m_text.clear();
        (void)m_program->beginRecording({});
        RunOptions options;
        options.record = level;
        m_program->runScript("/bench.py", text, options);
    }
    /** Takes parts as the window does, until `isEnough`. */
    template<class IsEnough> Session take(IsEnough isEnough) {
        Session session;
        while (!isEnough(session)) {
            std::optional<Session> part = m_program->takeReady();
            if (part && !part->empty())
                session.append(std::move(*part));
            else
                std::this_thread::sleep_for(std::chrono::microseconds(200));
        }
        return session;
    }
    Session takeAll() {
        Session session = take([this](const Session &) {
            const std::lock_guard lock(m_mutex);
            return m_isFinished;
        });
        // All is there when the end is told, but not yet taken.
        for (std::optional<Session> part = m_program->takeReady(); !part || !part->empty();
             part = m_program->takeReady())
            if (part) session.append(std::move(*part));
        return session;
    }
    std::string text() {
        const std::lock_guard lock(m_mutex);
        return m_text;
    }

private:
    template<class Change> void note(Change change) {
        const std::lock_guard lock(m_mutex);
        change();
    }
    std::mutex m_mutex;
    std::string m_text;
    bool m_isFinished = false;
    std::unique_ptr<Program> m_program;
};

double secondsSince(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

void waitUntilReady(const ChildProgram &child) {
    while (!child.isReady())
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

void firstOperator(benchmark::State &state, bool isWarm) {
    for (auto _ : state) {
        auto begin = Clock::now();
        Watched watched(Watched::Home::Child);
        if (isWarm) {
            waitUntilReady(static_cast<ChildProgram &>(watched.program()));
            begin = Clock::now();
        }
        watched.begin(oneOperator, RecordLevel::Ops);
        watched.take([](const Session &session) { return !session.ops.empty(); });
        state.SetIterationTime(secondsSince(begin));
        watched.takeAll();
    }
}

Watched &here() {
    static Watched watched(Watched::Home::Here);
    return watched;
}

/** Iterations of both homes alternate: run with --benchmark_repetitions and interleaving. */
void operators(benchmark::State &state, Watched::Home home, RecordLevel level) {
    for (auto _ : state) {
        std::unique_ptr<Watched> child;
        if (home == Watched::Home::Child) {
            child = std::make_unique<Watched>(home);
            waitUntilReady(static_cast<ChildProgram &>(child->program()));
        }
        Watched &watched = child ? *child : here();
        watched.begin(manyOperators, level);
        watched.takeAll();
        const std::string text = watched.text();
        const size_t place = text.find("figure ");
        if (place == std::string::npos) return state.SkipWithError(text.c_str());
        state.SetIterationTime(std::strtod(text.c_str() + place + 7, nullptr) * 1e-9);
    }
}

/** What a process holds in memory of its own, in bytes. */
double ownMemory(int process) {
    return double(testing::memoryOf(std::to_string(process)).own);
}

/** A million operators: what each costs the process that ran it, and the one that holds its record. Large values are
    shared memory, which neither has of its own; these are small, and are held here. */
void memoryOfOperators(benchmark::State &state, RecordLevel level) {
    constexpr int count = 1'000'000;
    const std::string text = "import mindspore as ms, numpy as np\nx = ms.Tensor(np.ones((2, 3), np.float32))\n"
                             "for i in range(" +
                             std::to_string(count) + "): y = x + x\n";
    for (auto _ : state) {
        Watched watched(Watched::Home::Child);
        const auto &child = static_cast<ChildProgram &>(watched.program());
        waitUntilReady(child);
        const double childBefore = ownMemory(child.process()), before = ownMemory(::getpid());
        watched.begin(text, level);
        const Session session = watched.takeAll();
        state.counters["operators"] = double(session.ops.size());
        state.counters["bytes_an_operator_here"] = (ownMemory(::getpid()) - before) / count;
        state.counters["bytes_an_operator_in_the_child"] = (ownMemory(child.process()) - childBefore) / count;
        state.counters["bytes_of_records"] = sizeof(OpEvent) + sizeof(TensorRecord);
    }
}

/** A session file that is gone with this. */
struct TemporaryFile {
    std::string path =
        (std::filesystem::temp_directory_path() / ("jitscope_bench_" + std::to_string(::getpid()) + ".jitscope"))
            .string();
    ~TemporaryFile() {
        std::error_code ignored;
        std::filesystem::remove(path, ignored);
    }
};

int64_t matches(const Session &session, const Query &query) {
    RecordedQuery asked(query, session);
    int64_t found = 0;
    for (size_t place = 0; place < session.ops.size(); ++place)
        found += asked.ask(place) == Verdict::Yes;
    return found;
}

/** Ten million operators recorded, filtered, saved and opened again: the memory of both processes and the seconds. */
void tenMillionOperators(benchmark::State &state, RecordLevel level) {
    const std::string text = "import mindspore as ms, numpy as np\nx = ms.Tensor(np.ones((2, 3), np.float32))\n"
                             "for i in range(5_000_000):\n    y = x + x\n    z = y * x\n";
    const Query query = *Query::parse("op == \"Mul\" and time > 2us");
    constexpr double gigabyte = 1e9;
    for (auto _ : state) {
        const double before = ownMemory(::getpid());
        const auto grown = [&] { return (ownMemory(::getpid()) - before) / gigabyte; };
        const TemporaryFile file;
        Watched watched(Watched::Home::Child);
        const auto &child = static_cast<ChildProgram &>(watched.program());
        waitUntilReady(child);
        auto begin = Clock::now();
        const auto seconds = [&] { return secondsSince(std::exchange(begin, Clock::now())); };
        testing::resetPeak();
        watched.begin(text, level);
        Session session = watched.takeAll();
        state.counters["seconds_to_run"] = seconds();
        state.counters["operators"] = double(session.ops.size());
        state.counters["gigabytes_here"] = grown();
        state.counters["gigabytes_in_the_child"] = ownMemory(child.process()) / gigabyte;
        begin = Clock::now();
        state.counters["found"] = double(matches(session, query));
        state.counters["seconds_to_filter"] = seconds();
        if (const auto saved = saveSession(session, file.path); !saved)
            return state.SkipWithError(saved.error().message.c_str());
        state.counters["seconds_to_save"] = seconds();
        state.counters["gigabytes_peak_until_saved"] = double(testing::memoryOf("self").peak) / gigabyte;
        session = {};
        ::malloc_trim(0);
        testing::resetPeak();
        begin = Clock::now();
        auto opened = loadSession(file.path);
        if (!opened) return state.SkipWithError(opened.error().message.c_str());
        state.counters["seconds_to_open"] = seconds();
        state.counters["gigabytes_opened"] = grown();
        state.counters["gigabytes_peak_until_opened"] = double(testing::memoryOf("self").peak) / gigabyte;
    }
}

/** From asking to having all of 100 MB, whose first and last element are read; and what this process has of its own
    while it looks, which a copy would add a hundred to. */
void lookAt100Megabytes(benchmark::State &state) {
    Watched watched(Watched::Home::Child);
    watched.begin("import mindspore as ms, numpy as np\nx = ms.Tensor(np.ones(25_000_000, np.float32))\ny = x + x\n"
                  "del x\n",
                  RecordLevel::Values);
    Session session = watched.takeAll();
    const double before = ownMemory(::getpid());
    double most = before;
    for (auto _ : state) {
        const Result<Tensor> value = session.tensor(session.ops.back().outputs[0])->value.load();
        if (!value) return state.SkipWithError(value.error().message.c_str());
        const auto *elements = reinterpret_cast<const float *>(value->rawData());
        benchmark::DoNotOptimize(elements[0] + elements[24'999'999]);
        state.PauseTiming();
        most = std::max(most, ownMemory(::getpid()));
        state.ResumeTiming();
    }
    state.counters["megabytes_of_its_own"] = (most - before) / 1e6;
}

void registerRows() {
    const auto manual = [](benchmark::internal::Benchmark *row) {
        row->UseManualTime()->Iterations(1)->Repetitions(5)->ReportAggregatesOnly(true);
    };
    manual(benchmark::RegisterBenchmark("process/first_op/warm", [](auto &state) { firstOperator(state, true); }));
    manual(benchmark::RegisterBenchmark("process/first_op/cold", [](auto &state) { firstOperator(state, false); }));
    const std::pair<const char *, RecordLevel> levels[] = {{"none", RecordLevel::None}, {"ops", RecordLevel::Ops}};
    for (const auto &[name, level] : levels)
        for (const auto home : {Watched::Home::Here, Watched::Home::Child}) {
            const std::string where = home == Watched::Home::Here ? "here" : "child";
            manual(benchmark::RegisterBenchmark(("process/operator/" + std::string(name) + "/" + where).c_str(),
                                                [home, level = level](auto &state) { operators(state, home, level); }));
        }
    for (const auto &[name, level] : {levels[1], std::pair("values", RecordLevel::Values)}) {
        const std::string end = "/" + std::string(name);
        benchmark::RegisterBenchmark(("process/memory" + end).c_str(), [level = level](auto &state) {
            memoryOfOperators(state, level);
        })->Iterations(1);
        benchmark::RegisterBenchmark(("process/ten_million" + end).c_str(), [level = level](auto &state) {
            tenMillionOperators(state, level);
        })->Iterations(1);
    }
    benchmark::RegisterBenchmark("process/look_at_100_MB", lookAt100Megabytes)->UseRealTime();
}

} // namespace

} // namespace jitscope

int main(int argc, char **argv) {
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
    jitscope::registerRows();
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}
