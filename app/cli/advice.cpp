// SPDX-License-Identifier: GPL-3.0-or-later
// `jitscope advice`: what a run did that it need not have, with what was measured, and which variant checks it.
#include "app/cli/command.h"
#include "app/cli/source.h"
#include "engine/runadvice/runadvice.h"
#include "engine/session/session.h"

namespace jitscope {
inline namespace cli {

namespace {

int showRunAdvice(const Session &session, const Arguments &arguments) {
    if (session.ops.empty())
        return fail(exitUnreadable, session.profiles.empty() && session.trace.sliceCount() == 0
                                        ? "no operators were recorded"
                                        : "nothing ran here: advice on the profile of a device is "
                                          "`jitscope trace SOURCE --advice`");
    const RunAdvice advice = adviceOn(runAdviceInput(session));
    print(arguments.has("--json") ? asJson(advice) : asText(advice));
    return advice.findings.empty() ? exitGood : exitFinding;
}

} // namespace

Subcommand adviceCommand() {
    return {
        .name = "advice",
        .operands = "SOURCE",
        .summary = "what the run did that it need not have: small calls, fallbacks, copies, recompilations, ...",
        .details =
            "Each finding says what was measured, above which limit it is told, what to do, and which lines, "
            "functions\n"
            "and refusals show it. The time at stake is what the finding is about: no more than this can be won. In\n"
            "the window the panel Run advice compiles and measures the variant that checks a finding.",
        .options = sourceOptions({{"--json", "", "as JSON", {}}}),
        .run =
            [](const Arguments &arguments) {
                return withSource(arguments, [&](const Session &session) { return showRunAdvice(session, arguments); });
            },
    };
}

} // namespace cli
} // namespace jitscope
