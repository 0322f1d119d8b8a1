// SPDX-License-Identifier: GPL-3.0-or-later
// A subcommand as a record, and the exit codes that all of them share.
#pragma once

#include "app/cli/arguments.h"

#include <functional>
#include <string>
#include <vector>

namespace jitscope {
inline namespace cli {

enum ExitCode : int {
    exitGood = 0,
    exitFinding = 1,    ///< a finding, a difference, or an error in the user's script
    exitUsage = 2,      ///< the command line was wrong
    exitUnreadable = 3, ///< an input could not be read, or an output not be written
};

struct Subcommand {
    std::string name;
    std::string operands;     ///< "SOURCE", "SCRIPT.py"
    std::string summary;      ///< one line for the list of commands
    std::string details = {}; ///< further lines for `jitscope COMMAND --help`
    int operandCount = 1;
    int mostOperands = 0; ///< where more may follow; 0: no more than operandCount
    std::vector<OptionDef> options;
    std::function<int(const Arguments &)> run;
};

/** All subcommands, in the order of the help text. */
const std::vector<Subcommand> &commands();

Subcommand runCommand();
Subcommand graphsCommand();
Subcommand passesCommand();
Subcommand irCommand();
Subcommand kernelCommand();
Subcommand followCommand();
Subcommand diffCommand();
Subcommand opsCommand();
Subcommand adviceCommand();
Subcommand flameCommand();
Subcommand memoryCommand();
Subcommand threadsCommand();
Subcommand compileCommand();
Subcommand traceCommand();
Subcommand compareCommand();
Subcommand bisectCommand();
Subcommand benchCommand();
Subcommand variantCommand();
Subcommand whynotCommand();
Subcommand reduceCommand();
Subcommand exportCommand();
Subcommand fitCommand();
Subcommand snapshotCommand();

/** Says `message` on stderr behind the program's name; returns `code` so that a command can end with it. */
int fail(ExitCode code, const std::string &message);
/** `message` on stderr behind the program's name. Names in files are not obeyed by the terminal, here and in print().
 */
void tell(const std::string &message);
/** `text` to stdout. */
void print(const std::string &text);
/** A table in CSV on stdout; its lines end as those of other texts there, not as in files (RFC 4180). */
void printCsv(const std::string &table);

} // namespace cli
} // namespace jitscope
