// SPDX-License-Identifier: GPL-3.0-or-later
// `jitscope ir`: the text of a graph, final or around one pass.
#include "app/cli/command.h"
#include "app/cli/source.h"
#include "engine/ir/irtext.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"

namespace jitscope {
inline namespace cli {

namespace {

/** With the numbers that messages and the other commands have. */
void printStage(const Module &module) {
    print(printModule(module, {.isNumberedById = true}));
}

int showIr(const Session &session, const Arguments &arguments) {
    const auto compilation = findCompilation(session, arguments.value("--graph"));
    if (!compilation) return fail(exitUsage, compilation.error().message);
    const Compilation &found = **compilation;
    if (!arguments.has("--before") && !arguments.has("--after")) {
        printStage(found.final);
        return exitGood;
    }
    const bool before = arguments.has("--before");
    const std::string name = arguments.value(before ? "--before" : "--after");
    if (name == "capture") {
        printStage(found.captured);
        return exitGood;
    }
    const auto pass = findPass(found, name);
    if (!pass) return fail(exitUsage, pass.error().message);
    printStage(before ? (*pass)->before : (*pass)->after);
    return exitGood;
}

} // namespace

Subcommand irCommand() {
    return {
        .name = "ir",
        .operands = "SOURCE",
        .summary = "print a graph as IR text",
        .details =
            "The text form of MindSpore's .ir files, with the numbers that messages and other commands have: %12 is\n"
            "one node in all stages of its graph. `--after capture` is the graph as captured. Files as MindSpore\n"
            "writes them, numbered by line: jitscope export --to-ir.",
        .options = sourceOptions({{"--graph", "G", "which graph: its index or function (default: the first)", {}},
                                  {"--before", "P", "as it was before this pass (name or index)", {}},
                                  {"--after", "P", "as it was after this pass (name or index)", {}}}),
        .run =
            [](const Arguments &arguments) {
                if (arguments.has("--before") && arguments.has("--after"))
                    return fail(exitUsage, "ir: give --before or --after, not both");
                return withSource(arguments, [&](const Session &session) { return showIr(session, arguments); });
            },
    };
}

} // namespace cli
} // namespace jitscope
