// SPDX-License-Identifier: GPL-3.0-or-later
// `jitscope reduce`: a function made smaller while a property holds, written as IR and as a script that runs it.
#include "app/cli/command.h"
#include "app/cli/decisionarguments.h"
#include "app/cli/source.h"
#include "engine/base/text.h"
#include "engine/extraction/reducer.h"
#include "engine/session/session.h"
#include "engine/variants/decisionoptions.h"

#include <unistd.h>

namespace jitscope {
inline namespace cli {

namespace {

int showReduction(const Session &session, const Arguments &arguments, const ReduceProperty &property) {
    const auto compilation = findCompilation(session, arguments.value("--graph"));
    if (!compilation) return fail(exitUsage, compilation.error().message);
    const auto spec = decidedSpec(**compilation, arguments);
    if (!spec) return fail(exitUsage, spec.error().message);
    auto task = reduceTask(session, **compilation, *spec, property);
    const bool isAboutRule =
        property.kind == ReduceProperty::Kind::Fires || property.kind == ReduceProperty::Kind::Refused;
    if (task && isAboutRule) {
        const Compilation made = stagesOf(**compilation, *spec);
        const auto whole = withWholeRule(property, made);
        if (!whole) return fail(rulesMeant(property, made).empty() ? exitFinding : exitUsage, whole.error().message);
        task->property = *whole;
    }
    if (!task) return fail(exitUnreadable, task.error().message);
    int told = -1;
    task->progress = [&told](const std::string &what, double share) {
        // Told by the tenth where somebody looks at it.
        const int tenths = int(10 * share);
        if (isatty(STDERR_FILENO) != 0 && tenths != told) tell(format("%s: %d0 %% is gone", what.c_str(), tenths));
        told = tenths;
        return true;
    };
    const auto reduction = reduce(*task);
    if (!reduction) return fail(exitFinding, reduction.error().message);
    const auto files = writeReduction(*reduction, *task, arguments.value("--to"));
    if (!files) return fail(exitUnreadable, files.error().message);
    print(format("%s: %d of %d nodes, %lld of %lld elements are left; %d functions were compiled\n",
                 (*compilation)->function.c_str(), reduction->nodesAfter, reduction->nodesBefore,
                 static_cast<long long>(reduction->elementsAfter), static_cast<long long>(reduction->elementsBefore),
                 reduction->tried));
    for (const std::string &file : *files)
        print(file + "\n");
    if (!spec->decisions.empty())
        print("The property was found in a variant (" + commandText(optionsOf(*spec, **compilation)) +
              "); case.py compiles without such decisions, so by itself it may show nothing.\n");
    return exitGood;
}

int runReduce(const Arguments &arguments) {
    if (!arguments.has("--to")) return fail(exitUsage, "reduce: needs --to DIR");
    const auto property = propertyNamed(arguments.value("--property", "differs"));
    if (!property) return fail(exitUsage, property.error().message);
    // The function is run again with what its first call was given.
    Arguments recording = arguments;
    if (!recording.has("--record")) recording.options["--record"] = {"values"};
    return withSource(recording, [&](const Session &session) { return showReduction(session, arguments, *property); });
}

} // namespace

Subcommand reduceCommand() {
    return {
        .name = "reduce",
        .operands = "SOURCE",
        .summary = "make a function smaller while it still shows something",
        .details =
            "Takes away what it can of the function while the property holds: differs (compiled, it gives something\n"
            "else than eagerly), breaks or breaks:PASS (it does not compile), fires:RULE, refused:RULE. RULE is a\n"
            "rule's text, a part that no other has, or the name of its pass. Writes reduced.ir and case.py with its\n"
            "tensors; case.py --graph compiles what is left. Exit code 1: the function has not the property.",
        .options = sourceOptions([] {
            std::vector<OptionDef> own = decisionOptionDefs();
            own.insert(own.begin(),
                       {{"--graph", "G", "which function: its name or its graph's index (default: the first)", {}},
                        {"--property", "P", "what it must still do (differs)", {}},
                        {"--to", "DIR", "where to write what is left", {}}});
            return own;
        }()),
        .run = runReduce,
    };
}

} // namespace cli
} // namespace jitscope
