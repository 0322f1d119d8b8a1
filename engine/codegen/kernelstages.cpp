// SPDX-License-Identifier: Apache-2.0
// Placing reductions and outputs, greedily and in topological order.
//
// Each goes into the first loop that walks the same elements and begins after all reductions that it needs. A reduction
// of the same nest counts as known if only its own row is looked at; anything else of it (a mean over all rows, a
// transposed use) must wait for a later nest. What several stages compute from the inputs is computed again in each of
// them, or kept in a row buffer where that costs less (looplayout.cpp).
#include "engine/codegen/kernelstages.h"

#include <algorithm>
#include <cassert>

namespace jitscope::inline codegen {
namespace {

Dims longAxes(const Dims &shape) {
    Dims sizes;
    for (int64_t size : shape)
        if (size != 1) sizes.push(size);
    return sizes;
}

/** For each axis of `shape` the next of `places`, or noAxis for axes of size 1. */
View viewAlong(const Dims &shape, const View &places) {
    View view;
    int next = 0;
    for (int64_t size : shape)
        view.push(size == 1 ? noAxis : places[next++]);
    return view;
}

/** One row over all elements. */
IndexSpace flatSpace(const Dims &shape) {
    IndexSpace space;
    space.sizes = space.inner = longAxes(shape);
    for (int axis = 0; axis < space.sizes.rank(); ++axis)
        space.places.push(axis);
    return space;
}

/** Rows are the kept axes; but where the last axis is kept, vectors run along it and it comes last. */
IndexSpace reductionSpace(const Dims &shape, const std::vector<bool> &isReduced) {
    IndexSpace space;
    std::vector<bool> reduced;
    for (int axis = 0; axis < shape.rank(); ++axis) {
        if (shape[axis] == 1) continue;
        space.sizes.push(shape[axis]);
        reduced.push_back(isReduced[size_t(axis)]);
    }
    const int last = space.sizes.rank() - 1;
    space.form = reduced[size_t(last)] ? NestForm::Rows : NestForm::Columns;
    space.places = Dims::filled(space.sizes.rank(), 0);
    int next = 0;
    for (int axis = 0; axis <= last; ++axis) {
        if (reduced[size_t(axis)] || (axis == last && space.form == NestForm::Columns)) continue;
        space.places[axis] = next++;
        space.rows.push(space.sizes[axis]);
    }
    for (int axis = 0; axis <= last; ++axis) {
        if (!reduced[size_t(axis)] && (axis != last || space.form == NestForm::Rows)) continue;
        space.places[axis] = next++;
        space.inner.push(space.sizes[axis]);
    }
    return space;
}

/** Rows so few and long that threads should share each of them: reductions are then cut, one loop a nest. */
bool sharesRows(const IndexSpace &space) {
    constexpr int64_t fewRows = 16, longRow = 1 << 15;
    return space.rows.product() < fewRows && space.inner.product() >= longRow;
}

class StagePlacer {
public:
    explicit StagePlacer(const Graph &kernel)
        : m_kernel(kernel) {}

    KernelStages place() {
        std::vector<const Node *> needed = neededReductions();
        for (const NodePtr &node : m_kernel.nodes)
            if (std::find(needed.begin(), needed.end(), node.get()) != needed.end()) placeReduction(node);
        const std::vector<NodePtr> outputs = outputsOf(m_kernel);
        for (size_t i = 0; i < outputs.size(); ++i)
            if (outputs[i]->abstract->count() != 0) placeOutput(outputs[i], int(i));
        return std::move(m_stages);
    }

private:
    struct Candidate {
        int nest = 0, loop = 0;
        StageRoot root;
    };

    std::vector<const Node *> neededReductions() const {
        std::map<const Node *, bool> isUsed;
        for (const NodePtr &output : outputsOf(m_kernel))
            isUsed[output.get()] = true;
        std::vector<const Node *> reductions;
        for (auto node = m_kernel.nodes.rbegin(); node != m_kernel.nodes.rend(); ++node) {
            if (!isUsed[node->get()] || (*node == m_kernel.output && (*node)->isCallOf(op::MakeTuple))) continue;
            const auto reduction = reductionOf(**node);
            if (reduction && (reduction->count == 0 || (*node)->abstract->count() == 0))
                continue; // a constant, or nothing
            if (reduction) reductions.push_back(node->get());
            for (const NodePtr &input : operandsOf(**node))
                isUsed[input.get()] = true;
        }
        return reductions;
    }

    void placeReduction(const NodePtr &node) {
        const Dims &shape = node->inputs[0]->abstract->shape;
        const IndexSpace space = reductionSpace(shape, reductionOf(*node)->isReduced);
        const StageRoot root{node, -1, *space.wholeView(shape)};
        for (int nest = 0; nest < int(m_stages.nests.size()); ++nest) {
            if (!(spaceOf(nest) == space)) continue;
            if (const int loop = firstLoopFor(root, nest); loop >= 0) return add(root, nest, loop, true);
        }
        m_stages.nests.push_back({space, {}});
        add(root, int(m_stages.nests.size()) - 1, 0, true);
    }

    void placeOutput(const NodePtr &node, int output) {
        if (const auto reduction = m_stages.reductions.find(node.get()); reduction != m_stages.reductions.end())
            return reduction->second.outputs.push_back(output);
        const Dims &shape = node->abstract->shape;
        for (int nest = 0; nest < int(m_stages.nests.size()); ++nest) {
            if (const auto view = spaceOf(nest).wholeView(shape)) {
                const StageRoot root{node, output, *view};
                if (const int loop = firstLoopFor(root, nest); loop >= 0) return add(root, nest, loop, true);
            }
            if (const auto view = spaceOf(nest).keptView(shape)) {
                const StageRoot root{node, output, *view};
                const int loop = firstLoopFor(root, nest);
                if (loop > 0) return add(root, nest, loop, false); // 0: it needs nothing of this nest
            }
        }
        const IndexSpace space = flatSpace(shape);
        m_stages.nests.push_back({space, {}});
        add({node, output, *space.wholeView(shape)}, int(m_stages.nests.size()) - 1, 0, true);
    }

    const IndexSpace &spaceOf(int nest) const { return m_stages.nests[size_t(nest)].space; }

    /** The first loop of `nest` at which all reductions that `root` needs are known; -1 if there is none. */
    int firstLoopFor(const StageRoot &root, int nest) const {
        const IndexSpace &space = spaceOf(nest);
        const bool hasSeveralLoops = space.form == NestForm::Rows && !sharesRows(space);
        int first = 0;
        for (const auto &[node, views] : viewsFrom(m_kernel, root)) {
            const auto reduction =
                node == root.node.get() && root.output < 0 ? m_stages.reductions.end() : m_stages.reductions.find(node);
            if (reduction == m_stages.reductions.end() || reduction->second.nest < nest) continue;
            if (reduction->second.nest > nest || !hasSeveralLoops) return -1;
            for (const View &view : views)
                if (!isOfSameRow(space, *node, view)) return -1;
            first = std::max(first, reduction->second.loop + 1);
        }
        return first;
    }

    /** Joins the first loop from `loop` on that walks the same elements, or adds one. */
    void add(const StageRoot &root, int nest, int loop, bool takesWholeRows) {
        std::vector<PlannedLoop> &loops = m_stages.nests[size_t(nest)].loops;
        while (loop < int(loops.size()) && loops[size_t(loop)].takesWholeRows != takesWholeRows)
            ++loop;
        if (loop == int(loops.size())) loops.push_back({takesWholeRows, {}});
        loops[size_t(loop)].roots.push_back(root);
        if (root.output < 0) m_stages.reductions[root.node.get()] = {nest, loop, {}};
    }

    const Graph &m_kernel;
    KernelStages m_stages;
};

} // namespace

std::optional<View> IndexSpace::wholeView(const Dims &shape) const {
    if (!(longAxes(shape) == sizes)) return std::nullopt;
    return viewAlong(shape, places);
}

std::optional<View> IndexSpace::keptView(const Dims &shape) const {
    View kept;
    Dims keptSizes;
    for (int axis = 0; axis < sizes.rank(); ++axis) {
        if (!isKept(places[axis])) continue;
        kept.push(places[axis]);
        keptSizes.push(sizes[axis]);
    }
    if (!(longAxes(shape) == keptSizes)) return std::nullopt;
    return viewAlong(shape, kept);
}

bool IndexSpace::isKept(int64_t axis) const {
    return axis < rows.rank() || (form == NestForm::Columns && axis == sizes.rank() - 1);
}

KernelStages stagesOf(const Graph &kernel) {
    return StagePlacer(kernel).place();
}

NodeViews viewsFrom(const Graph &kernel, const StageRoot &root) {
    NodeViews views;
    const auto demand = [&](const Node &node, const View &view) {
        if (node.isConstant()) return;
        std::vector<View> &known = views[&node];
        if (std::find(known.begin(), known.end(), view) == known.end()) known.push_back(view);
    };
    const Node &first = root.output < 0 ? *root.node->inputs[0] : *root.node;
    demand(first, root.view);
    for (auto node = kernel.nodes.rbegin(); node != kernel.nodes.rend(); ++node) {
        const auto found = views.find(node->get());
        if (found == views.end() || reductionOf(**node)) continue;
        const std::vector<View> seen = found->second;
        for (const View &view : seen)
            for (const NodePtr &input : operandsOf(**node))
                if (!input->isConstant()) demand(*input, *viewOfInput(**node, *input, view));
    }
    return views;
}

bool isOfSameRow(const IndexSpace &space, const Node &reduction, const View &view) {
    const auto kept = space.keptView(reduction.abstract->shape);
    return kept && *kept == view;
}

} // namespace jitscope::inline codegen
