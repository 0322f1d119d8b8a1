// SPDX-License-Identifier: GPL-3.0-or-later
// `jitscope bench`: a function of a script in every way to run it, measured.
#include "app/benchmarks/benchkeeping.h"
#include "app/benchmarks/benchrun.h"
#include "app/benchmarks/benchtext.h"
#include "app/cli/command.h"
#include "app/cli/source.h"
#include "engine/base/file.h"
#include "engine/base/text.h"
#include "engine/session/sessionfile.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <unistd.h>

namespace jitscope {
inline namespace cli {

namespace {

/** A line that is written over; nothing where nobody looks. */
class ProgressLine {
public:
    void show(const std::string &doing, double share) {
        if (!m_isSeen) return;
        std::fprintf(stderr, "\r\033[K%s",
                     doing.empty() ? "" : format("%3.0f %%  %s", 100 * share, doing.c_str()).c_str());
        std::fflush(stderr);
    }

private:
    bool m_isSeen = ::isatty(STDERR_FILENO) != 0;
};

Result<double> secondsOf(const Arguments &arguments) {
    constexpr double usual = 0.5, most = 3600;
    if (!arguments.has("--seconds")) return usual;
    const std::string text = arguments.value("--seconds");
    char *end = nullptr;
    const double seconds = std::strtod(text.c_str(), &end);
    if (end == text.c_str() || *end || !(seconds > 0) || seconds > most)
        return Error{"--seconds takes a number above 0, but got '" + text + "'"};
    return seconds;
}

Result<BenchTask> taskOf(const Arguments &arguments) {
    BenchTask task;
    task.script = arguments.positional.front();
    task.functions = arguments.values("--function");
    task.expression = arguments.value("--expression");
    task.arguments = arguments.rest;
    task.device = arguments.value("--device");
    task.otherPython = arguments.value("--python");
    const auto seconds = secondsOf(arguments);
    if (!seconds) return seconds.error();
    task.seconds = *seconds;
    if (!arguments.has("--rows")) return task;
    auto rows = benchRowsNamed(arguments.value("--rows"));
    if (!rows) return Error{"--rows: " + rows.error().message};
    task.rows = *std::move(rows);
    return task;
}

/** A run of the script that has the matrix, as the window keeps it. */
Result<void> saveMeasured(const BenchReport &report, const BenchTask &task, const std::string &path) {
    RunOptions options;
    options.record = RecordLevel::Ops;
    options.device = task.device;
    options.arguments = task.arguments;
    Source source = runScript(task.script, options, ScriptOutput::ToStderr);
    source.session.info[keptBenchKey] = keptText(report);
    return saveSession(source.session, path);
}

int exitCodeOf(BenchFailure::Kind kind) {
    switch (kind) {
    case BenchFailure::Kind::Usage:
        return exitUsage;
    case BenchFailure::Kind::Unreadable:
        return exitUnreadable;
    case BenchFailure::Kind::Script:
        return exitFinding;
    }
    return exitFinding;
}

int runBench(const Arguments &arguments) {
    const auto task = taskOf(arguments);
    if (!task) return fail(exitUsage, task.error().message);
    if (!std::filesystem::is_regular_file(task->script)) return fail(exitUnreadable, task->script + ": no such script");
    const auto save = placeToSave(arguments.value("--save"));
    if (!save) return fail(exitUsage, save.error().message);
    ProgressLine progress;
    const BenchOutcomeOfRun outcome = measureMatrix(
        *task,
        [&](const BenchReport &, const BenchDoing &doing, double share) {
            progress.show(toString(doing), share);
            return true;
        },
        [] { return true; });
    progress.show("", 1);
    if (outcome.failure) return fail(ExitCode(exitCodeOf(outcome.failure->kind)), outcome.failure->message);
    const BenchReport &report = outcome.report;
    if (arguments.has("--html")) {
        const auto written = writeFile(arguments.value("--html"), toHtml(report));
        if (!written) return fail(exitUnreadable, written.error().message);
    }
    if (!save->empty()) {
        const auto saved = saveMeasured(report, *task, *save);
        if (!saved) return fail(exitUnreadable, saved.error().message);
    }
    print(arguments.has("--json") ? toJson(report) : arguments.has("--csv") ? toCsv(report) : toText(report));
    return report.isScriptGood && !hasDifference(report) ? exitGood : exitFinding;
}

} // namespace

Subcommand benchCommand() {
    return {
        .name = "bench",
        .operands = "SCRIPT.py",
        .summary = "measure a function in every way to run it: eager, captures, levels, fullgraph",
        .details =
            "The script runs until the function was called; what its first call was given is what all rows get. Rows:\n"
            "eager; ast, bytecode and trace at O0, at O1 and for backend GE, with fullgraph; each forward, and "
            "forward\n"
            "+ backward. Each is made anew some times (until its first result) and timed in rounds, all rows in turn.\n"
            "--rows takes words that a row has to have, alternatives between commas: --rows \"ast O1,trace forward\".\n"
            "Rows of GE, the backend of Ascend, are run where the device is one. A row that cannot run says why. Exit "
            "code 1: a row gives other values than eager, or the script fails.",
        .options =
            {{"--function",
              "F",
              "which function of the script; may be given several times (default: the first "
              "that it makes a graph of)",
              {}},
             {"--expression", "E", "an expression of the script's names instead: \"ops.relu(x) * 2\"", {}},
             {"--rows", "WORDS", "only these rows, and eager to hold them against", {}},
             {"--seconds", "S", "how long each row is timed (0.5)", {}},
             {"--python",
              "PYTHON",
              "measure the same in this Python, too, which has MindSpore, or PyTorch: there what was captured of the "
              "function runs as calls of PyTorch, eagerly and by torch.compile; ratios are its times by ours",
              {}},
             {"--device", "DEVICE", "run the script for this device; Ascend is simulated", {"CPU", "Ascend"}},
             {"--json", "", "as JSON, with all times", {}},
             {"--csv", "", "as CSV, a line for each row", {}},
             {"--html", "FILE", "also as a page", {}},
             {"--save", "F.jitscope", "also in a session, with the run of the script: Bench shows it there", {}}},
        .run = runBench,
    };
}

} // namespace cli
} // namespace jitscope
