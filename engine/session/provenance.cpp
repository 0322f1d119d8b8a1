// SPDX-License-Identifier: Apache-2.0
#include "engine/session/provenance.h"

#include "engine/session/compilation.h"
#include "engine/session/session.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <unordered_map>
#include <unordered_set>

namespace jitscope::inline session {

namespace {

constexpr int capturedPass = -2, finalPass = -1;

/** Calls `visit` once for every node of the graphs: parameters, calls, and the constants that they use. */
void forEachNode(const std::vector<GraphPtr> &graphs, const std::function<void(const Node &)> &visit) {
    std::unordered_set<const Node *> seen;
    const auto once = [&](const NodePtr &node) {
        if (node && seen.insert(node.get()).second) visit(*node);
    };
    for (const GraphPtr &graph : graphs) {
        for (const NodePtr &parameter : graph->parameters)
            once(parameter);
        for (const NodePtr &node : graph->nodes) {
            for (const NodePtr &input : node->inputs)
                once(input);
            once(node);
        }
        once(graph->output);
    }
}

std::unordered_set<NodeId> idsOf(const Module &module) {
    std::unordered_set<NodeId> ids;
    forEachNode(module.graphs, [&](const Node &node) { ids.insert(node.id); });
    return ids;
}

/** What each node of a compilation replaced, over all passes; from the nodes, and from the rewrites of each pass, which
    also know nodes that came and went within one pass. */
class Lineage {
public:
    explicit Lineage(const Compilation &compilation) {
        std::vector<GraphPtr> graphs;
        std::unordered_set<const Graph *> seen;
        const auto gather = [&](const Module &module) {
            for (const GraphPtr &graph : module.graphs)
                if (seen.insert(graph.get()).second) graphs.push_back(graph);
        };
        for (const PassRecord &pass : compilation.passes) {
            gather(pass.after);
            for (const Rewrite &rewrite : pass.rewrites)
                for (const NodeId before : rewrite.before)
                    if (before != rewrite.after) m_origins[rewrite.after].push_back(before);
        }
        gather(compilation.final);
        forEachNode(graphs, [&](const Node &node) {
            auto &origins = m_origins[node.id];
            origins.insert(origins.end(), node.origins.begin(), node.origins.end());
        });
    }

    /** The nearest ids among `wanted` that `node` is or was made from, in order of discovery. */
    std::vector<NodeId> sources(NodeId node, const std::unordered_set<NodeId> &wanted) const {
        std::vector<NodeId> found, open{node};
        std::unordered_set<NodeId> seen{node};
        while (!open.empty()) {
            const NodeId each = open.back();
            open.pop_back();
            if (wanted.count(each) > 0) {
                found.push_back(each);
                continue;
            }
            const auto origins = m_origins.find(each);
            if (origins == m_origins.end()) continue;
            for (auto origin = origins->second.rbegin(); origin != origins->second.rend(); ++origin)
                if (seen.insert(*origin).second) open.push_back(*origin);
        }
        return found;
    }

private:
    std::unordered_map<NodeId, std::vector<NodeId>> m_origins;
};

/** The nodes of `module` whose nearest source among `known` ids is `node`. */
std::vector<NodeId> madeFrom(const Lineage &lineage, const Module &module, const std::unordered_set<NodeId> &known,
                             NodeId node) {
    std::vector<NodeId> found, constants;
    forEachNode(module.graphs, [&](const Node &candidate) {
        const std::vector<NodeId> sources = lineage.sources(candidate.id, known);
        if (std::find(sources.begin(), sources.end(), node) == sources.end()) return;
        (candidate.isConstant() ? constants : found).push_back(candidate.id);
    });
    // A fusion may make constants for its arguments; what computes is the better answer, so it comes first.
    found.insert(found.end(), constants.begin(), constants.end());
    return found;
}

/** The nodes that took the place of `node` in any rewrite. */
std::vector<NodeId> mergedInto(const Compilation &compilation, NodeId node) {
    std::vector<NodeId> found;
    for (const PassRecord &pass : compilation.passes)
        for (const Rewrite &rewrite : pass.rewrites)
            if (rewrite.after.valid() &&
                std::find(rewrite.before.begin(), rewrite.before.end(), node) != rewrite.before.end())
                found.push_back(rewrite.after);
    return found;
}

/** Where a pass stands in the order of modules; captured first, final last. */
size_t position(const Compilation &compilation, int pass) {
    if (pass == capturedPass) return 0;
    return pass == finalPass ? compilation.passes.size() + 1 : size_t(pass) + 1;
}

bool isPass(const Compilation &compilation, int pass) {
    return pass >= capturedPass && pass < int(compilation.passes.size());
}

/** The kernel graph of `module` that `node` is a member of, or null. */
const Graph *kernelHolding(const Module &module, NodeId node) {
    for (const GraphPtr &graph : module.graphs) {
        if (!graph->isKernel()) continue;
        for (const NodePtr &member : graph->nodes)
            if (member->id == node) return graph.get();
    }
    return nullptr;
}

/** The call of the graph of that name, or none. */
NodeId callOf(const Module &module, const std::string &graphName) {
    for (const GraphPtr &graph : module.graphs)
        for (const NodePtr &node : graph->nodes)
            if (node->callee == graphName) return node->id;
    return {};
}

const KernelRecord *kernelOfGraph(const Compilation &compilation, const std::string &graph) {
    for (const KernelRecord &kernel : compilation.kernels)
        if (kernel.graph == graph) return &kernel;
    return nullptr;
}

std::string kernelName(const Compilation &compilation, const std::string &graph) {
    const KernelRecord *kernel = kernelOfGraph(compilation, graph);
    return kernel != nullptr ? kernel->name : graph;
}

/** How surely an operator's stack belongs to a line. */
enum class LineMatch : uint8_t { None, Caller, Innermost };

LineMatch matchLine(const Session &session, int stack, const std::string &file, int line) {
    const auto covers = [&](const SourceSpan &span) {
        return span.file == file && span.line <= line && line <= std::max(span.line, span.endLine);
    };
    const StackFrame *user = userFrame(session, stack);
    if (user == nullptr) return LineMatch::None;
    if (covers(user->span)) return LineMatch::Innermost;
    const std::vector<StackFrame> &frames = session.stacks[size_t(stack)];
    const bool calls =
        std::any_of(frames.begin(), frames.end(), [&](const StackFrame &frame) { return covers(frame.span); });
    return calls ? LineMatch::Caller : LineMatch::None;
}

/** The operator that ran last on that line. */
std::optional<OpEvent> lastOpOfLine(const Session &session, ProvenanceIndex &index, const std::string &file, int line) {
    int64_t last[] = {-1, -1, -1};
    for (size_t stack = 0; stack < session.stacks.size(); ++stack)
        if (const LineMatch match = matchLine(session, int(stack), file, line); match != LineMatch::None)
            last[size_t(match)] = std::max(last[size_t(match)], index.lastOpOfStack(session, int(stack)));
    for (const LineMatch wanted : {LineMatch::Innermost, LineMatch::Caller})
        if (const auto op = session.op(last[size_t(wanted)])) return op;
    return std::nullopt;
}

/** Completes an anchor that has a line but no node: looks through the compilations, the latest first. */
void findNodeOfLine(const Session &session, ProvenanceIndex &index, Anchor &anchor, const std::string &primitive) {
    if (anchor.line == 0) return;
    for (auto compilation = session.compilations.rbegin(); compilation != session.compilations.rend(); ++compilation) {
        const NodeId captured = index.capturedNodeOn(session, *compilation, anchor.file, anchor.line, primitive);
        if (!captured.valid()) continue;
        const std::vector<NodeId> &now = index.finalOf(*compilation, captured);
        anchor.compilation = compilation->index;
        anchor.pass = now.empty() ? capturedPass : finalPass;
        anchor.node = now.empty() ? captured : now.front();
        if (const Graph *kernel = kernelHolding(compilation->final, anchor.node))
            anchor.kernel = kernelName(*compilation, kernel->name);
        return;
    }
}

void findLineOfStack(const Session &session, Anchor &anchor, int stack) {
    const StackFrame *frame = userFrame(session, stack);
    if (frame == nullptr) return;
    anchor.file = frame->span.file;
    anchor.line = frame->span.line;
}

/** The last run of one of these nodes of a final module. */
std::optional<OpEvent> lastRunOf(const Session &session, ProvenanceIndex &index, int compilation,
                                 const std::vector<NodeId> &nodes) {
    int64_t last = -1;
    for (const NodeId node : nodes)
        last = std::max(last, index.lastRunOf(session, compilation, node));
    return session.op(last);
}

void takeRun(const Session &session, ProvenanceIndex &index, Anchor &anchor, const OpEvent &op) {
    anchor.op = op.number;
    if (!op.outputs.empty()) anchor.tensor = op.outputs.front();
    anchor.slice = index.sliceOfOp(session, op.number);
}

} // namespace

Anchor anchorOfLine(const Session &session, const std::string &file, int line, ProvenanceIndex &index) {
    Anchor anchor;
    if (const auto op = lastOpOfLine(session, index, file, line)) anchor = anchorOfOp(session, op->number, index);
    anchor.file = file;
    anchor.line = line;
    if (!anchor.node.valid()) findNodeOfLine(session, index, anchor, {});
    return anchor;
}

Anchor anchorOfOp(const Session &session, int64_t number, ProvenanceIndex &index) {
    const auto op = session.op(number);
    if (!op) return {};
    Anchor anchor;
    findLineOfStack(session, anchor, op->stack);
    takeRun(session, index, anchor, *op);
    anchor.compilation = op->compilation;
    anchor.node = op->node;
    if (op->compilation < 0) findNodeOfLine(session, index, anchor, op->op);
    if (op->isKernel) anchor.kernel = op->op;
    return anchor;
}

Anchor anchorOfNode(const Session &session, int number, int pass, NodeId node, ProvenanceIndex &index) {
    const Compilation *compilation = session.compilation(number);
    if (compilation == nullptr || !isPass(*compilation, pass)) return {};
    const NodePtr found = findNode(moduleAt(*compilation, pass), node);
    if (!found) return {};
    Anchor anchor;
    anchor.compilation = number;
    anchor.pass = pass;
    anchor.node = node;
    if (const SourceSpan *span = userSpan(session, found->spans)) {
        anchor.file = span->file;
        anchor.line = span->line;
    }

    std::vector<NodeId> runs = descendants(*compilation, pass, node, finalPass);
    for (NodeId &run : runs) {
        const Graph *kernel = kernelHolding(compilation->final, run);
        if (kernel == nullptr) continue;
        anchor.kernel = kernelName(*compilation, kernel->name);
        run = callOf(compilation->final, kernel->name);
    }
    if (const GraphPtr callee = found->callee.empty() ? nullptr : compilation->final.find(found->callee);
        callee && callee->isKernel())
        anchor.kernel = kernelName(*compilation, callee->name);
    if (const auto op = lastRunOf(session, index, number, runs)) takeRun(session, index, anchor, *op);
    return anchor;
}

Anchor anchorOfKernel(const Session &session, int number, const std::string &name, ProvenanceIndex &index) {
    const Compilation *compilation = session.compilation(number);
    if (compilation == nullptr) return {};
    for (const KernelRecord &kernel : compilation->kernels) {
        if (kernel.name != name) continue;
        Anchor anchor = anchorOfNode(session, number, finalPass, callOf(compilation->final, kernel.graph), index);
        anchor.compilation = number;
        anchor.kernel = name;
        return anchor;
    }
    return {};
}

namespace {

std::string argumentOf(const Trace &trace, SliceId slice, std::string_view name) {
    for (const auto &[each, value] : trace.argumentsOf(slice))
        if (each == name) return value;
    return {};
}

/** Of a slice of a compilation: its kernel, or the line that was captured; the compilation alone where it has neither.
 */
Anchor anchorOfCompiling(const Session &session, SliceId slice, int number, ProvenanceIndex &index) {
    const Compilation *compilation = session.compilation(number);
    const std::string kernel = argumentOf(session.trace, slice, "kernel");
    if (compilation && !kernel.empty())
        if (Anchor anchor = anchorOfKernel(session, number, kernelName(*compilation, kernel), index);
            anchor.compilation >= 0)
            return anchor;
    Anchor anchor;
    const std::string line = argumentOf(session.trace, slice, "line"), file = argumentOf(session.trace, slice, "file");
    const int at = std::atoi(line.c_str());
    if (at > 0 && !file.empty()) anchor = anchorOfLine(session, file, at, index);
    if (at > 0 && anchor.compilation != number) {
        anchor = {}; // what is known of the line is of another compilation
        anchor.file = file;
        anchor.line = at;
    }
    anchor.compilation = number;
    return anchor;
}

} // namespace

Anchor anchorOfSlice(const Session &session, SliceId slice, ProvenanceIndex &index) {
    if (!slice.valid() || slice.value >= session.trace.sliceCount()) return {};
    const SliceLink &link = session.trace.linkOf(slice);
    Anchor anchor;
    if (link.op >= 0)
        anchor = anchorOfOp(session, link.op, index);
    else if (link.node >= 0)
        anchor = anchorOfNode(session, link.compilation, finalPass, NodeId{link.node}, index);
    else if (session.trace.trackAt(session.trace.trackOf(slice)).kind == LaneKind::Compile)
        anchor = anchorOfCompiling(session, slice, link.compilation, index);
    else
        anchor.compilation = link.compilation;
    if (link.pass >= 0) anchor.pass = link.pass;
    anchor.slice = slice;
    return anchor;
}

Anchor anchorOfLine(const Session &session, const std::string &file, int line) {
    ProvenanceIndex index;
    return anchorOfLine(session, file, line, index);
}

Anchor anchorOfOp(const Session &session, int64_t op) {
    ProvenanceIndex index;
    return anchorOfOp(session, op, index);
}

Anchor anchorOfNode(const Session &session, int compilation, int pass, NodeId node) {
    ProvenanceIndex index;
    return anchorOfNode(session, compilation, pass, node, index);
}

Anchor anchorOfKernel(const Session &session, int compilation, const std::string &kernel) {
    ProvenanceIndex index;
    return anchorOfKernel(session, compilation, kernel, index);
}

Anchor anchorOfSlice(const Session &session, SliceId slice) {
    ProvenanceIndex index;
    return anchorOfSlice(session, slice, index);
}

const Module &moduleAt(const Compilation &compilation, int pass) {
    assert(isPass(compilation, pass));
    if (pass == capturedPass) return compilation.captured;
    return pass == finalPass ? compilation.final : compilation.passes[size_t(pass)].after;
}

std::vector<NodeId> descendants(const Compilation &compilation, int fromPass, NodeId node, int toPass) {
    if (position(compilation, toPass) < position(compilation, fromPass))
        return ancestors(compilation, fromPass, node, toPass);
    const Lineage lineage(compilation);
    const Module &module = moduleAt(compilation, toPass);
    std::unordered_set<NodeId> known = idsOf(moduleAt(compilation, fromPass));
    std::unordered_set<NodeId> seen{node};
    std::vector<NodeId> open{node}, found;
    while (found.empty() && !open.empty()) {
        const NodeId each = open.back();
        open.pop_back();
        known.insert(each);
        found = madeFrom(lineage, module, known, each);
        // A node that was merged into one that was there before has left no origin; the rewrite tells where it went.
        if (found.empty())
            for (const NodeId merged : mergedInto(compilation, each))
                if (seen.insert(merged).second) open.push_back(merged);
    }
    return found;
}

std::vector<NodeId> ancestors(const Compilation &compilation, int fromPass, NodeId node, int toPass) {
    if (position(compilation, toPass) > position(compilation, fromPass))
        return descendants(compilation, fromPass, node, toPass);
    return Lineage(compilation).sources(node, idsOf(moduleAt(compilation, toPass)));
}

} // namespace jitscope::inline session
