// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/stages/stagepictures.h"

#include "engine/session/compilation.h"
#include "engine/session/provenance.h"

#include <algorithm>
#include <iterator>

namespace jitscope {
inline namespace stagespanel {

namespace {

constexpr size_t mostOpened = 2000; ///< cards; beyond, what is closed stays so until somebody opens it

/** Fused kernels stay closed: a frame around the calls of the other side stands for them. */
std::set<std::string> closedCalls(const DisplayGraph &graph) {
    std::set<std::string> keys;
    for (const DisplayNode &node : graph.nodes)
        if (node.kind == CardKind::GraphCall && node.isExpandable) keys.insert(node.key);
    return keys;
}

std::set<std::string> openCalls(const DisplayGraph &graph) {
    std::set<std::string> keys;
    for (const DisplayGroup &group : graph.groups)
        if (group.kind == DisplayGroup::Kind::Expanded) keys.insert(group.key);
    return keys;
}

/** Those of `side` that the other one has neither closed nor open. */
void addLacking(std::set<std::string> &found, const DisplayGraph &side, const DisplayGraph &other) {
    const std::set<std::string> closed = closedCalls(other), open = openCalls(other);
    for (const std::string &key : closedCalls(side))
        if (!closed.contains(key) && !open.contains(key)) found.insert(key);
}

} // namespace

bool StageView::isSameAs(const StageView &other) const {
    const auto left = [](const ComparedStages &each) { return moduleAt(*each.left, each.stages.left.pass); };
    const auto right = [](const ComparedStages &each) { return moduleAt(*each.right, each.stages.right.pass); };
    return compared.stages == other.compared.stages && toggled == other.toggled && fonts == other.fonts &&
           same(left(compared), left(other.compared)) && same(right(compared), right(other.compared));
}

std::set<std::string> callsToOpen(const Module &left, const Module &right) {
    DisplayOptions options;
    for (;;) {
        const DisplayGraph a = displayGraph(left, options), b = displayGraph(right, options);
        std::set<std::string> found = options.expanded;
        addLacking(found, a, b);
        addLacking(found, b, a);
        if (found == options.expanded || a.nodes.size() + b.nodes.size() > mostOpened) return options.expanded;
        options.expanded = std::move(found);
    }
}

StagePicturePtr picturesOf(const StageView &view, const CancelFlag &cancelled) {
    const ComparedStages &compared = view.compared;
    auto shown = std::make_shared<StagePicture>();
    shown->match = matchStages({compared.left.get(), compared.stages.left.pass},
                               {compared.right.get(), compared.stages.right.pass});
    shown->diff = diffOf(shown->match);
    DisplayOptions options;
    std::ranges::set_symmetric_difference(callsToOpen(shown->match.left, shown->match.right), view.toggled,
                                          std::inserter(options.expanded, options.expanded.end()));
    shown->pictures = unionLayout(displayGraph(shown->match.left, options), displayGraph(shown->match.right, options),
                                  shown->diff, {}, cancelled);
    if (cancelled->load()) return shown;
    shown->nodes = matchRows(shown->match);
    shown->kernels = kernelPairs(shown->match);
    shown->text = std::make_shared<const IrDiff>(irDiff(shown->match.left, shown->match.right));
    return shown;
}

} // namespace stagespanel
} // namespace jitscope
