// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever a subcommand is asked about, as a session: a saved one, an imported file, or the run of a script.
#pragma once

#include "app/cli/arguments.h"
#include "engine/base/result.h"
#include "engine/importing/importer.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"
#include "engine/stepping/runstate.h"

#include <functional>

namespace jitscope {
inline namespace cli {

/** A session and how the script that made it ended (good for files). */
struct Source {
    Session session;
    RunOutcome outcome;
};

/** Where a script's output goes while it runs. */
enum class ScriptOutput : uint8_t { Through, ToStderr };

/** Loads the program's own plugins, those of the folders named by --plugins, and the user's device models; says which
    failed. */
void loadAllPlugins(const Arguments &arguments);
/** Takes the device model that --device-model names for simulated runs. */
Result<void> chooseModel(const Arguments &arguments);

/** The path as it is meant now: the script may go to another folder. A file that cannot be written is said before the
    run and not after it. "" stays "". */
Result<std::string> placeToSave(const std::string &path);

/** Runs a script to its end and gathers what was recorded, with host lanes and, on Ascend, the simulated device. */
Source runScript(const std::string &path, const RunOptions &options, ScriptOutput output);

/** The session of `path`. Scripts are run with `options`; the error names the file and the reason. */
Result<Source> loadSource(const std::string &path, const RunOptions &options, const ImportOptions &reading = {});

/** The compilation that `name` means: its index, its function, or the function's last part. */
Result<const Compilation *> findCompilation(const Session &session, const std::string &name);

/** The pass that `name` means in `compilation`: its index or its name (the last run of that name that changed
    something, else the last). */
Result<const PassRecord *> findPass(const Compilation &compilation, const std::string &name);

/** Options of every subcommand that takes a SOURCE. */
std::vector<OptionDef> sourceOptions(std::vector<OptionDef> own);
RunOptions runOptions(const Arguments &arguments);

/** Loads the one SOURCE, says what went wrong, and runs `use` on the session; an error in the script makes the exit
   code 1 after `use` has shown what was recorded. */
int withSource(const Arguments &arguments, const std::function<int(const Session &)> &use);

} // namespace cli
} // namespace jitscope
