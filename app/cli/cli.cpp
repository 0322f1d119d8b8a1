// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/cli.h"

#include "app/cli/command.h"
#include "engine/base/text.h"
#include "engine/base/visibletext.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>

namespace jitscope {
inline namespace cli {

namespace {

std::string helpText() {
    std::string text = "JitScope: a visual graph debugger for eager and compiled tensor programs.\n\n"
                       "  jitscope [PATH...]      the window; PATH = script, .jitscope session, .ir file or dump "
                       "directory, trace\n";
    for (const Subcommand &command : commands())
        text += format("  jitscope %-9s %-9s %s\n", command.name.c_str(), command.operands.c_str(),
                       command.summary.c_str());
    return text + "\n  jitscope COMMAND --help  what a command takes\n"
                  "  jitscope --version\n\n"
                  "SOURCE is a session file, a script (which is run first), a dump directory or file, or a trace.\n"
                  "Results go to stdout, messages to stderr. Exit codes: 0 good, 1 finding, difference or error in the "
                  "script,\n2 wrong usage, 3 unreadable input.\n";
}

bool runsScripts(const Subcommand &command) {
    return std::ranges::find(command.options, "--mode", &OptionDef::name) != command.options.end();
}

std::string commandHelp(const Subcommand &command) {
    std::string text = "usage: jitscope " + command.name + " " + command.operands;
    for (const OptionDef &option : command.options)
        text += " [" + option.name + (option.valueName.empty() ? "" : " " + option.valueName) + "]";
    if (runsScripts(command)) text += " [-- ARGUMENT...]";
    text += "\n\n" + command.summary + "\n" + command.details + "\n";
    for (const OptionDef &option : command.options) {
        const std::string head = option.name + (option.valueName.empty() ? "" : " " + option.valueName);
        text += format("  %-28s %s", head.c_str(), option.help.c_str());
        if (!option.choices.empty()) text += " (" + join(option.choices, ", ") + ")";
        text += "\n";
    }
    if (runsScripts(command))
        text += format("  %-28s %s", "-- ARGUMENT...", "what a script that is run has in sys.argv\n");
    return text;
}

/** One sentence: all that the command takes would hide it. */
std::string pointToHelp(const Subcommand &command) {
    return "; `jitscope " + command.name + " --help` lists what it takes";
}

/** A bare word that no file has as its name: a window would only say that it cannot be opened. */
bool isMistypedCommand(const std::string &word) {
    const auto isOfCommands = [](char c) { return (c >= 'a' && c <= 'z') || c == '-'; };
    return !word.empty() && word[0] != '-' && std::ranges::all_of(word, isOfCommands) && !std::filesystem::exists(word);
}

} // namespace

const std::vector<Subcommand> &commands() {
    static const std::vector<Subcommand> all = {
        runCommand(),     graphsCommand(),  passesCommand(), irCommand(),      kernelCommand(),  followCommand(),
        diffCommand(),    bisectCommand(),  opsCommand(),    adviceCommand(),  flameCommand(),   memoryCommand(),
        threadsCommand(), compileCommand(), traceCommand(),  compareCommand(), exportCommand(),  fitCommand(),
        variantCommand(), whynotCommand(),  reduceCommand(), benchCommand(),   snapshotCommand()};
    return all;
}

int fail(ExitCode code, const std::string &message) {
    tell(message);
    return code;
}

void tell(const std::string &message) {
    std::fprintf(stderr, "jitscope: %s\n", visibleText(message).c_str());
}

void print(const std::string &text) {
    const std::string visible = visibleText(text);
    std::fwrite(visible.data(), 1, visible.size(), stdout);
    std::fflush(stdout);
}

void printCsv(const std::string &table) {
    std::vector<std::string> lines = split(table, '\n');
    for (std::string &line : lines)
        if (line.ends_with('\r')) line.pop_back();
    print(join(lines, "\n"));
}

std::optional<int> runCommandLine(int argc, char **argv) {
    if (argc < 2) return std::nullopt;
    const std::string first = argv[1];
    if (first == "--help" || first == "-h" || first == "help") {
        print(helpText());
        return exitGood;
    }
    if (first == "--version") {
        print("jitscope " JITSCOPE_VERSION "\n");
        return exitGood;
    }
    const auto command =
        std::find_if(commands().begin(), commands().end(), [&](const Subcommand &each) { return each.name == first; });
    if (command == commands().end()) {
        if (!isMistypedCommand(first)) return std::nullopt;
        return fail(exitUsage, first + ": neither a command nor a file; `jitscope --help` lists the commands");
    }

    const std::vector<std::string> given(argv + 2, argv + argc);
    const auto rest = std::ranges::find(given, "--"); // what follows is the script's
    if (std::find(given.begin(), rest, "--help") != rest) {
        print(commandHelp(*command));
        return exitGood;
    }
    const auto arguments = parseArguments(given, command->options);
    if (!arguments) return fail(exitUsage, command->name + ": " + arguments.error().message + pointToHelp(*command));
    const int operands = int(arguments->positional.size());
    if (operands < command->operandCount || operands > std::max(command->operandCount, command->mostOperands))
        return fail(exitUsage, command->name + ": needs " + command->operands + pointToHelp(*command));
    return command->run(*arguments);
}

} // namespace cli
} // namespace jitscope
