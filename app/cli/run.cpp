// SPDX-License-Identifier: GPL-3.0-or-later
// `jitscope run`: a script as Python would run it, recorded and saved where asked.
#include "app/cli/command.h"
#include "app/cli/source.h"
#include "engine/base/text.h"
#include "engine/session/session.h"
#include "engine/session/sessionfile.h"

#include <filesystem>

namespace jitscope {
inline namespace cli {

namespace {

int runScriptCommand(const Arguments &arguments) {
    const std::string &path = arguments.positional.front();
    if (!std::filesystem::exists(path)) return fail(exitUnreadable, path + ": no such file");
    if (std::filesystem::is_directory(path)) return fail(exitUnreadable, path + ": is a directory, not a script");
    RunOptions options = runOptions(arguments);
    const auto save = placeToSave(arguments.value("--save"));
    if (!save) return fail(exitUsage, save.error().message);
    if (!arguments.has("--record") && save->empty()) options.record = RecordLevel::None; // nobody will look at it

    loadAllPlugins(arguments);
    if (const auto chosen = chooseModel(arguments); !chosen) return fail(exitUsage, chosen.error().message);
    const Source source = runScript(path, options, ScriptOutput::Through);
    for (const Problem &problem : source.session.problems)
        if (problem.kind == "portability" || problem.kind == "gradient")
            tell(format("note: %s:%d: %s", problem.span.file.c_str(), problem.span.line, problem.message.c_str()));
    if (!save->empty()) {
        if (const auto saved = saveSession(source.session, *save); !saved)
            return fail(exitUnreadable, saved.error().message);
    }
    return source.outcome.exitCode;
}

} // namespace

Subcommand runCommand() {
    return {
        .name = "run",
        .operands = "SCRIPT.py",
        .summary = "run a script in either mode; save what was recorded",
        .details =
            "Its output goes to stdout and stderr as it comes. Exit code: the script's own, 1 for an error in it; 2, "
            "before it runs, where F.jitscope cannot be written.",
        .options = sourceOptions({{"--save", "F.jitscope", "write the recorded session there", {}}}),
        .run = runScriptCommand,
    };
}

} // namespace cli
} // namespace jitscope
