// SPDX-License-Identifier: Apache-2.0
// Lays a nest out from its stages.
//
// A value of a smaller shape is not made larger before it is used: each use says which axis of the nest each of its
// axes runs along (a "view"), and broadcasting or reshaping by axes of size 1 only changes that. Views are collected
// from the outputs down to the inputs, each distinct one of a node is computed once, and at the inputs a view becomes
// strides. A node that is used in two different views (x + x[:, None]) is therefore computed twice, which is what a
// loop over the larger index space must do anyway.
#include "engine/codegen/sweeplayout.h"

#include <algorithm>
#include <cassert>
#include <limits>

namespace jitscope {
namespace {

constexpr int worthABuffer = 8;             ///< simple instructions that cost more than a store and a load
constexpr int64_t bufferElements = 1 << 15; ///< of all row buffers of a nest: they lie on the stack of the thread

/** What a fold over no element at all gives. */
KernelOperand emptyFold(const FoldRecord &record) {
    KernelOperand operand;
    operand.kind = record.element;
    if (record.element == ElementKind::Bool)
        operand.constant = record.kind == FoldKind::Min ? 1 : 0;
    else
        operand.constant = record.isMean ? std::numeric_limits<double>::quiet_NaN() : 0;
    return operand;
}

class NestLayout {
public:
    NestLayout(const Graph &kernel, const KernelStages &stages, int index, KernelPlan &plan)
        : m_kernel(kernel)
        , m_stages(stages)
        , m_index(index)
        , m_planned(stages.nests[size_t(index)])
        , m_space(m_planned.space)
        , m_plan(plan) {}

    LoopNest layOut() {
        m_nest.form = m_space.form;
        m_nest.rows = m_space.rows;
        m_uses.resize(m_planned.sweeps.size());
        for (int sweep = 0; sweep < int(m_planned.sweeps.size()); ++sweep)
            collectUses(sweep);
        for (int sweep = 0; sweep < int(m_planned.sweeps.size()); ++sweep)
            m_nest.sweeps.push_back(layOutSweep(sweep));
        return std::move(m_nest);
    }

private:
    struct Use {
        View view;
        int buffer = -1; ///< the row buffer that it is read from
        KernelOperand operand;
    };
    using Uses = std::map<const Node *, std::vector<Use>>;
    struct Buffer {
        int index = 0;
        int sweep = 0; ///< that fills it
    };

    // --- which values are needed, and how they are seen --------------------------------------------------------------

    static void demand(Uses &uses, const Node &node, const View &view) {
        if (node.isConstant()) return;
        std::vector<Use> &known = uses[&node];
        if (std::none_of(known.begin(), known.end(), [&](const Use &use) { return use.view == view; }))
            known.push_back({view, -1, {}});
    }

    void collectUses(int sweep) {
        Uses &uses = m_uses[size_t(sweep)];
        for (const StageRoot &root : m_planned.sweeps[size_t(sweep)].roots)
            demand(uses, root.output < 0 ? *root.node->inputs[0] : *root.node, root.view);
        for (auto node = m_kernel.nodes.rbegin(); node != m_kernel.nodes.rend(); ++node) {
            const auto found = uses.find(node->get());
            if (found == uses.end() || foldOf(**node)) continue;
            for (size_t i = 0; i < found->second.size(); ++i) {
                found->second[i].buffer = bufferFor(**node, found->second[i].view, sweep);
                if (found->second[i].buffer >= 0) continue;
                const View view = found->second[i].view;
                for (const NodePtr &input : operandsOf(**node))
                    if (!input->isConstant()) demand(uses, *input, *viewOfInput(**node, *input, view));
            }
        }
    }

    /** The row buffer that keeps `node` from an earlier sweep, or -1 if it is not computed there or not worth it. */
    int bufferFor(const Node &node, const View &view, int sweep) {
        if (isView(node) || !m_planned.sweeps[size_t(sweep)].takesWholeRows || kindOf(node) != ElementKind::Number)
            return -1;
        const auto whole = m_space.wholeView(node.abstract.shape);
        if (!whole || !(*whole == view)) return -1;
        if (const auto known = m_buffers.find(&node); known != m_buffers.end()) return known->second.index;
        for (int earlier = 0; earlier < sweep; ++earlier) {
            if (!m_planned.sweeps[size_t(earlier)].takesWholeRows || !isUsed(node, view, earlier)) continue;
            const int64_t size = m_space.inner.product();
            if (workOf(node) < worthABuffer || m_buffered + size > bufferElements) return -1;
            m_buffered += size;
            m_buffers[&node] = {int(m_nest.rowBuffers.size()), earlier};
            m_nest.rowBuffers.push_back(size);
            return m_buffers[&node].index;
        }
        return -1;
    }

    bool isUsed(const Node &node, const View &view, int sweep) const {
        const auto found = m_uses[size_t(sweep)].find(&node);
        if (found == m_uses[size_t(sweep)].end()) return false;
        return std::any_of(found->second.begin(), found->second.end(),
                           [&](const Use &use) { return use.view == view; });
    }

    /** Of computing the node from inputs and folds. */
    int workOf(const Node &node) {
        if (!node.isCall() || foldOf(node) || m_buffers.count(&node)) return 0;
        if (const auto known = m_work.find(&node); known != m_work.end()) return known->second;
        int work = isView(node) ? 0 : emitterOf(node)->work;
        for (const NodePtr &input : operandsOf(node))
            work = std::min(work + workOf(*input), 1000);
        return m_work[&node] = work;
    }

    // --- loads, steps, folds, stores ---------------------------------------------------------------------------------

    KernelSweep layOutSweep(int index) {
        const PlannedSweep &planned = m_planned.sweeps[size_t(index)];
        KernelSweep sweep;
        if (planned.takesWholeRows) sweep.shape = m_space.inner;
        if (sweep.shape.empty()) sweep.shape.push(1);
        for (size_t i = 0; i < m_kernel.parameters.size(); ++i)
            for (Use *use : usesOf(*m_kernel.parameters[i], index))
                use->operand = loaded(sweep, KernelMemory::Input, int(i), *m_kernel.parameters[i], use->view);
        for (size_t i = 0; i < m_kernel.nodes.size(); ++i)
            for (Use *use : usesOf(*m_kernel.nodes[i], index))
                use->operand = computed(sweep, index, int(i), *use);
        for (const auto &[node, buffer] : m_buffers)
            if (buffer.sweep == index) storeBuffer(sweep, index, *node, buffer.index);
        for (const StageRoot &root : planned.roots)
            root.output < 0 ? addFold(sweep, index, *root.node, root.view) : addStore(sweep, index, root);
        return sweep;
    }

    std::vector<Use *> usesOf(const Node &node, int sweep) {
        std::vector<Use *> result;
        const auto found = m_uses[size_t(sweep)].find(&node);
        if (found == m_uses[size_t(sweep)].end()) return result;
        for (Use &use : found->second)
            result.push_back(&use);
        return result;
    }

    KernelOperand operand(const Node &node, const View &view, int sweep) {
        if (node.isConstant()) return *constantOperand(node.value);
        for (const Use *use : usesOf(node, sweep))
            if (use->view == view) return use->operand;
        assert(false && "every view was demanded before");
        return {};
    }

    KernelOperand computed(KernelSweep &sweep, int index, int member, const Use &use) {
        const Node &node = *m_kernel.nodes[size_t(member)];
        if (const auto fold = foldOf(node)) return foldResult(sweep, node, *fold, use.view);
        if (use.buffer >= 0) return loadedBuffer(sweep, use.buffer);
        std::vector<KernelOperand> operands;
        const auto inputs = operandsOf(node);
        for (size_t i = 0; i < inputs.size(); ++i)
            operands.push_back(inputs[i]->isConstant()
                                   ? constantInput(node, i)
                                   : operand(*inputs[i], *viewOfInput(node, *inputs[i], use.view), index));
        if (isView(node)) return operands.front();
        const Emitter *emitter = emitterOf(node);
        sweep.steps.push_back({emitter, member, node.abstract.dtype, std::move(operands)});
        return {KernelOperand::Source::Step, emitter->result, int(sweep.steps.size()) - 1, 0};
    }

    KernelOperand foldResult(KernelSweep &sweep, const Node &node, const MemberFold &fold, const View &view) {
        if (fold.count == 0) return emptyFold(*fold.record);
        const FoldPlace &place = m_stages.folds.at(&node);
        if (place.nest == m_index) return {KernelOperand::Source::Fold, fold.record->element, m_numbers.at(&node), 0};
        KernelOperand result = loaded(sweep, KernelMemory::Scratch, scratchOf(node, place), node, view);
        if (fold.record->element == ElementKind::Bool) sweep.loads[size_t(result.index)].dtype = DType::Bool;
        result.kind = fold.record->element;
        return result;
    }

    /** The scratch block with the result of a fold of an earlier nest. */
    int scratchOf(const Node &node, const FoldPlace &place) {
        for (KernelFold &fold : m_plan.nests[size_t(place.nest)].sweeps[size_t(place.sweep)].folds) {
            if (m_plan.members[size_t(fold.member)].get() != &node) continue;
            for (const FoldHome &home : fold.homes)
                if (home.to == KernelMemory::Scratch) return home.index;
            m_plan.scratch.push_back(node.abstract.count());
            fold.homes.push_back({KernelMemory::Scratch, int(m_plan.scratch.size()) - 1});
            return fold.homes.back().index;
        }
        assert(false && "a fold comes before its uses");
        return 0;
    }

    int spaceRank(const KernelSweep &sweep) const { return m_nest.rows.rank() + sweep.shape.rank(); }

    Dims stridesOf(const KernelSweep &sweep, const Dims &shape, const View &view) const {
        const Dims own = contiguousStrides(shape);
        Dims strides = Dims::filled(spaceRank(sweep), 0);
        for (int axis = 0; axis < view.rank(); ++axis)
            if (view[axis] != noAxis) strides[int(view[axis])] = own[axis];
        return strides;
    }

    Dims bufferStrides(const KernelSweep &sweep) const {
        Dims strides = Dims::filled(m_nest.rows.rank(), 0);
        for (int64_t stride : contiguousStrides(sweep.shape))
            strides.push(stride);
        return strides;
    }

    KernelOperand loaded(KernelSweep &sweep, KernelMemory from, int index, const Node &node, const View &view) const {
        const bool isScratch = from == KernelMemory::Scratch;
        sweep.loads.push_back({from, index, isScratch ? DType::Float32 : node.abstract.dtype,
                               stridesOf(sweep, node.abstract.shape, view)});
        return {KernelOperand::Source::Load, *kindOf(node), int(sweep.loads.size()) - 1, 0};
    }

    KernelOperand loadedBuffer(KernelSweep &sweep, int buffer) const {
        for (size_t i = 0; i < sweep.loads.size(); ++i)
            if (sweep.loads[i].from == KernelMemory::RowBuffer && sweep.loads[i].index == buffer)
                return {KernelOperand::Source::Load, ElementKind::Number, int(i), 0};
        sweep.loads.push_back({KernelMemory::RowBuffer, buffer, DType::Float32, bufferStrides(sweep)});
        return {KernelOperand::Source::Load, ElementKind::Number, int(sweep.loads.size()) - 1, 0};
    }

    void storeBuffer(KernelSweep &sweep, int index, const Node &node, int buffer) {
        const View whole = *m_space.wholeView(node.abstract.shape);
        sweep.stores.push_back(
            {KernelMemory::RowBuffer, buffer, DType::Float32, bufferStrides(sweep), operand(node, whole, index)});
    }

    void addStore(KernelSweep &sweep, int index, const StageRoot &root) {
        const Abstract &type = root.node->abstract;
        sweep.stores.push_back({KernelMemory::Output, root.output, type.dtype, stridesOf(sweep, type.shape, root.view),
                                operand(*root.node, root.view, index)});
    }

    void addFold(KernelSweep &sweep, int index, const Node &node, const View &view) {
        const auto known = *foldOf(node);
        const auto member = std::find_if(m_kernel.nodes.begin(), m_kernel.nodes.end(),
                                         [&](const NodePtr &other) { return other.get() == &node; });
        KernelFold fold;
        fold.kind = known.record->kind;
        fold.member = int(member - m_kernel.nodes.begin());
        fold.number = int(m_numbers.size());
        fold.result = known.record->element;
        fold.dtype = node.abstract.dtype;
        fold.divisor = known.record->isMean ? known.count : 1;
        fold.value = operand(*node.inputs[0], view, index);
        for (int output : m_stages.folds.at(&node).outputs)
            fold.homes.push_back({KernelMemory::Output, output});
        m_numbers[&node] = fold.number;
        sweep.folds.push_back(std::move(fold));
    }

    const Graph &m_kernel;
    const KernelStages &m_stages;
    const int m_index;
    const PlannedNest &m_planned;
    const IndexSpace &m_space;
    KernelPlan &m_plan;
    LoopNest m_nest;
    std::vector<Uses> m_uses; ///< of each sweep
    std::map<const Node *, Buffer> m_buffers;
    std::map<const Node *, int> m_work, m_numbers;
    int64_t m_buffered = 0;
};

} // namespace

LoopNest layOutNest(const Graph &kernel, const KernelStages &stages, int index, KernelPlan &plan) {
    return NestLayout(kernel, stages, index, plan).layOut();
}

} // namespace jitscope
