// SPDX-License-Identifier: GPL-3.0-or-later
// `jitscope flame`: where the run's time went by what called the operators, as a tree, as JSON or as folded stacks.
#include "app/cli/command.h"
#include "app/cli/source.h"
#include "engine/analysis/operators/flametree.h"
#include "engine/analysis/operators/opfilter.h"
#include "engine/analysis/operators/sliceflame.h"
#include "engine/base/json.h"
#include "engine/base/text.h"
#include "engine/session/session.h"

namespace jitscope {
inline namespace cli {

namespace {

const char *kindText(FlameKind kind) {
    constexpr const char *names[] = {"all",    "function", "graph",   "scope", "operator",
                                     "kernel", "unknown",  "process", "lane",  "slice"};
    return names[size_t(kind)];
}

/** A frame a row, in the order of a walk: the parent of a row is the last one before it of one depth less. */
std::string asJson(const FlameTree &tree) {
    JsonWriter json;
    json.beginArray();
    for (const FlameFrame &frame : tree.frames) {
        json.beginObject().member("depth", int(frame.depth)).member("kind", kindText(frame.kind));
        json.member("name", frame.name);
        if (frame.kind == FlameKind::Function) json.member("file", frame.file).member("line", frame.line);
        json.member("total_us", double(frame.totalNs) / 1e3).member("self_us", double(frame.selfNs) / 1e3);
        json.member("count", frame.count).endObject();
    }
    return json.endArray().text();
}

std::string asText(const FlameTree &tree) {
    std::string text = format("%10s %10s %7s %8s  %s\n", "total", "self", "share", "count", "frame");
    const double all = double(std::max<int64_t>(tree.totalNs(), 1));
    for (const FlameFrame &frame : tree.frames)
        text += format("%10s %10s %6.1f%% %8lld  ", humanTime(frame.totalNs).c_str(), humanTime(frame.selfNs).c_str(),
                       100 * double(frame.totalNs) / all, static_cast<long long>(frame.count)) +
                std::string(2 * size_t(frame.depth), ' ') + titleOf(frame) + "\n";
    return text;
}

/** What others recorded has slices instead of operators. */
FlameTree treeOf(const Session &session, FlameBy by, FlameOrder order) {
    if (session.ops.empty()) return sliceFlame(session.trace, {everything, {}, {}}, order, [] { return false; });
    const OpColumns columns = opColumns(session);
    return flameTree(session, columns, placesOf(columns, {}), by, order);
}

int showFlame(const Session &session, const Arguments &arguments) {
    const FlameBy by = arguments.value("--by", "stack") == "scope" ? FlameBy::Scope : FlameBy::Stack;
    const FlameOrder order = arguments.has("--bottom-up") ? FlameOrder::BottomUp : FlameOrder::TopDown;
    const FlameTree tree = treeOf(session, by, order);
    if (arguments.has("--json"))
        print(asJson(tree));
    else if (arguments.has("--folded"))
        print(foldedFlame(tree));
    else if (tree.frames.size() == 1)
        print("Neither operators nor slices were recorded.\n");
    else
        print(asText(tree));
    return exitGood;
}

} // namespace

Subcommand flameCommand() {
    return {
        .name = "flame",
        .operands = "SOURCE",
        .summary = "the operators' times below what called them",
        .details = "Frames are the functions of the Python stack with their lines, then graphs, the lines of their\n"
                   "code and operators; or the cells that operators ran in. A frame's total is the sum of what is\n"
                   "below it and of its own; the root has what `jitscope ops` has in all rows together. Of what\n"
                   "another program recorded, frames are the lanes and their slices, as those are nested.",
        .options = sourceOptions({{"--by", "FRAMES", "what frames are", {"stack", "scope"}},
                                  {"--bottom-up", "", "operators first, below each those who called it", {}},
                                  {"--folded", "", "a stack a line with its ns, as flame graph programs read it", {}},
                                  {"--json", "", "as JSON, a frame a row", {}}}),
        .run =
            [](const Arguments &arguments) {
                return withSource(arguments, [&](const Session &session) { return showFlame(session, arguments); });
            },
    };
}

} // namespace cli
} // namespace jitscope
