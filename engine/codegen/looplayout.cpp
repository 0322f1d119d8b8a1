// SPDX-License-Identifier: Apache-2.0
// Lays a nest out from its stages.
//
// A value of a smaller shape is not made larger before it is used: each use says which axis of the nest each of its
// axes runs along (a "view"), and broadcasting or reshaping by axes of size 1 only changes that. Views are collected
// from the outputs down to the inputs, each distinct one of a node is computed once, and at the inputs a view becomes
// strides. A node that is used in two different views (x + x[:, None]) is therefore computed twice, which is what a
// loop over the larger index space must do anyway.
#include "engine/codegen/looplayout.h"

#include <algorithm>
#include <cassert>
#include <limits>

namespace jitscope::inline codegen {
namespace {

constexpr int worthABuffer = 8;             ///< simple instructions that cost more than a store and a load
constexpr int64_t bufferElements = 1 << 15; ///< of all row buffers of a nest: they lie on the stack of the thread

/** What a reduction over no element at all gives. */
KernelOperand emptyReduction(const ReductionRecord &record) {
    KernelOperand operand;
    operand.kind = record.element;
    if (record.element == ElementKind::Bool)
        operand.constant = record.kind == ReductionKind::Min ? 1 : 0;
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
        m_uses.resize(m_planned.loops.size());
        for (int loop = 0; loop < int(m_planned.loops.size()); ++loop)
            collectUses(loop);
        for (int loop = 0; loop < int(m_planned.loops.size()); ++loop)
            m_nest.loops.push_back(layOutLoop(loop));
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
        int loop = 0; ///< that fills it
    };

    // --- which values are needed, and how they are seen --------------------------------------------------------------

    static void demand(Uses &uses, const Node &node, const View &view) {
        if (node.isConstant()) return;
        std::vector<Use> &known = uses[&node];
        if (std::none_of(known.begin(), known.end(), [&](const Use &use) { return use.view == view; }))
            known.push_back({view, -1, {}});
    }

    void collectUses(int loop) {
        Uses &uses = m_uses[size_t(loop)];
        for (const StageRoot &root : m_planned.loops[size_t(loop)].roots)
            demand(uses, root.output < 0 ? *root.node->inputs[0] : *root.node, root.view);
        for (auto node = m_kernel.nodes.rbegin(); node != m_kernel.nodes.rend(); ++node) {
            const auto found = uses.find(node->get());
            if (found == uses.end() || reductionOf(**node)) continue;
            for (size_t i = 0; i < found->second.size(); ++i) {
                found->second[i].buffer = bufferFor(**node, found->second[i].view, loop);
                if (found->second[i].buffer >= 0) continue;
                const View view = found->second[i].view;
                for (const NodePtr &input : operandsOf(**node))
                    if (!input->isConstant()) demand(uses, *input, *viewOfInput(**node, *input, view));
            }
        }
    }

    /** The row buffer that keeps `node` from an earlier loop, or -1 if it is not computed there or not worth it. */
    int bufferFor(const Node &node, const View &view, int loop) {
        if (isView(node) || !m_planned.loops[size_t(loop)].takesWholeRows || kindOf(node) != ElementKind::Number)
            return -1;
        const auto whole = m_space.wholeView(node.abstract->shape);
        if (!whole || !(*whole == view)) return -1;
        if (const auto known = m_buffers.find(&node); known != m_buffers.end()) return known->second.index;
        for (int earlier = 0; earlier < loop; ++earlier) {
            if (!m_planned.loops[size_t(earlier)].takesWholeRows || !isUsed(node, view, earlier)) continue;
            const int64_t size = m_space.inner.product();
            if (workOf(node) < worthABuffer || m_buffered + size > bufferElements) return -1;
            m_buffered += size;
            m_buffers[&node] = {int(m_nest.rowBuffers.size()), earlier};
            m_nest.rowBuffers.push_back(size);
            return m_buffers[&node].index;
        }
        return -1;
    }

    bool isUsed(const Node &node, const View &view, int loop) const {
        const auto found = m_uses[size_t(loop)].find(&node);
        if (found == m_uses[size_t(loop)].end()) return false;
        return std::any_of(found->second.begin(), found->second.end(),
                           [&](const Use &use) { return use.view == view; });
    }

    /** Of computing the node from inputs and reductions. */
    int workOf(const Node &node) {
        if (!node.isCall() || reductionOf(node) || m_buffers.count(&node)) return 0;
        if (const auto known = m_work.find(&node); known != m_work.end()) return known->second;
        int work = isView(node) ? 0 : emitterOf(node)->work;
        for (const NodePtr &input : operandsOf(node))
            work = std::min(work + workOf(*input), 1000);
        return m_work[&node] = work;
    }

    // --- loads, steps, reductions, stores
    // ---------------------------------------------------------------------------------

    KernelLoop layOutLoop(int index) {
        const PlannedLoop &planned = m_planned.loops[size_t(index)];
        KernelLoop loop;
        if (planned.takesWholeRows) loop.shape = m_space.inner;
        if (loop.shape.empty()) loop.shape.push(1);
        for (size_t i = 0; i < m_kernel.parameters.size(); ++i)
            for (Use *use : usesOf(*m_kernel.parameters[i], index))
                use->operand = loaded(loop, KernelMemory::Input, int(i), *m_kernel.parameters[i], use->view);
        for (size_t i = 0; i < m_kernel.nodes.size(); ++i)
            for (Use *use : usesOf(*m_kernel.nodes[i], index))
                use->operand = computed(loop, index, int(i), *use);
        for (const auto &[node, buffer] : m_buffers)
            if (buffer.loop == index) storeBuffer(loop, index, *node, buffer.index);
        for (const StageRoot &root : planned.roots)
            root.output < 0 ? addReduction(loop, index, *root.node, root.view) : addStore(loop, index, root);
        return loop;
    }

    std::vector<Use *> usesOf(const Node &node, int loop) {
        std::vector<Use *> result;
        const auto found = m_uses[size_t(loop)].find(&node);
        if (found == m_uses[size_t(loop)].end()) return result;
        for (Use &use : found->second)
            result.push_back(&use);
        return result;
    }

    KernelOperand operand(const Node &node, const View &view, int loop) {
        if (node.isConstant()) return *constantOperand(node.value);
        for (const Use *use : usesOf(node, loop))
            if (use->view == view) return use->operand;
        assert(false && "every view was demanded before");
        return {};
    }

    KernelOperand computed(KernelLoop &loop, int index, int member, const Use &use) {
        const Node &node = *m_kernel.nodes[size_t(member)];
        if (const auto reduction = reductionOf(node)) return reductionResult(loop, node, *reduction, use.view);
        if (use.buffer >= 0) return loadedBuffer(loop, use.buffer);
        std::vector<KernelOperand> operands;
        const auto inputs = operandsOf(node);
        for (size_t i = 0; i < inputs.size(); ++i)
            operands.push_back(inputs[i]->isConstant()
                                   ? constantInput(node, i)
                                   : operand(*inputs[i], *viewOfInput(node, *inputs[i], use.view), index));
        if (isView(node)) return operands.front();
        const Emitter *emitter = emitterOf(node);
        loop.steps.push_back({emitter, member, node.abstract->dtype, std::move(operands)});
        return {KernelOperand::Source::Step, emitter->result, int(loop.steps.size()) - 1, 0};
    }

    KernelOperand reductionResult(KernelLoop &loop, const Node &node, const MemberReduction &reduction,
                                  const View &view) {
        if (reduction.count == 0) return emptyReduction(*reduction.record);
        const ReductionPlace &place = m_stages.reductions.at(&node);
        if (place.nest == m_index)
            return {KernelOperand::Source::Reduction, reduction.record->element, m_numbers.at(&node), 0};
        KernelOperand result = loaded(loop, KernelMemory::Scratch, scratchOf(node, place), node, view);
        if (reduction.record->element == ElementKind::Bool) loop.loads[size_t(result.index)].dtype = DType::Bool;
        result.kind = reduction.record->element;
        return result;
    }

    /** The scratch block with the result of a reduction of an earlier nest. */
    int scratchOf(const Node &node, const ReductionPlace &place) {
        for (KernelReduction &reduction : m_plan.nests[size_t(place.nest)].loops[size_t(place.loop)].reductions) {
            if (m_plan.members[size_t(reduction.member)].get() != &node) continue;
            for (const ReductionHome &home : reduction.homes)
                if (home.to == KernelMemory::Scratch) return home.index;
            m_plan.scratch.push_back(node.abstract->count());
            reduction.homes.push_back({KernelMemory::Scratch, int(m_plan.scratch.size()) - 1});
            return reduction.homes.back().index;
        }
        assert(false && "a reduction comes before its uses");
        return 0;
    }

    int spaceRank(const KernelLoop &loop) const { return m_nest.rows.rank() + loop.shape.rank(); }

    Dims stridesOf(const KernelLoop &loop, const Dims &shape, const View &view) const {
        const Dims own = contiguousStrides(shape);
        Dims strides = Dims::filled(spaceRank(loop), 0);
        for (int axis = 0; axis < view.rank(); ++axis)
            if (view[axis] != noAxis) strides[int(view[axis])] = own[axis];
        return strides;
    }

    Dims bufferStrides(const KernelLoop &loop) const {
        Dims strides = Dims::filled(m_nest.rows.rank(), 0);
        for (int64_t stride : contiguousStrides(loop.shape))
            strides.push(stride);
        return strides;
    }

    KernelOperand loaded(KernelLoop &loop, KernelMemory from, int index, const Node &node, const View &view) const {
        const bool isScratch = from == KernelMemory::Scratch;
        loop.loads.push_back({from, index, isScratch ? DType::Float32 : node.abstract->dtype,
                              stridesOf(loop, node.abstract->shape, view)});
        return {KernelOperand::Source::Load, *kindOf(node), int(loop.loads.size()) - 1, 0};
    }

    KernelOperand loadedBuffer(KernelLoop &loop, int buffer) const {
        for (size_t i = 0; i < loop.loads.size(); ++i)
            if (loop.loads[i].from == KernelMemory::RowBuffer && loop.loads[i].index == buffer)
                return {KernelOperand::Source::Load, ElementKind::Number, int(i), 0};
        loop.loads.push_back({KernelMemory::RowBuffer, buffer, DType::Float32, bufferStrides(loop)});
        return {KernelOperand::Source::Load, ElementKind::Number, int(loop.loads.size()) - 1, 0};
    }

    void storeBuffer(KernelLoop &loop, int index, const Node &node, int buffer) {
        const View whole = *m_space.wholeView(node.abstract->shape);
        loop.stores.push_back(
            {KernelMemory::RowBuffer, buffer, DType::Float32, bufferStrides(loop), operand(node, whole, index)});
    }

    void addStore(KernelLoop &loop, int index, const StageRoot &root) {
        const Abstract &type = root.node->abstract;
        loop.stores.push_back({KernelMemory::Output, root.output, type.dtype, stridesOf(loop, type.shape, root.view),
                               operand(*root.node, root.view, index)});
    }

    void addReduction(KernelLoop &loop, int index, const Node &node, const View &view) {
        const auto known = *reductionOf(node);
        const auto member = std::find_if(m_kernel.nodes.begin(), m_kernel.nodes.end(),
                                         [&](const NodePtr &other) { return other.get() == &node; });
        KernelReduction reduction;
        reduction.kind = known.record->kind;
        reduction.member = int(member - m_kernel.nodes.begin());
        reduction.number = int(m_numbers.size());
        reduction.result = known.record->element;
        reduction.dtype = node.abstract->dtype;
        reduction.divisor = known.record->isMean ? known.count : 1;
        reduction.value = operand(*node.inputs[0], view, index);
        for (int output : m_stages.reductions.at(&node).outputs)
            reduction.homes.push_back({KernelMemory::Output, output});
        m_numbers[&node] = reduction.number;
        loop.reductions.push_back(std::move(reduction));
    }

    const Graph &m_kernel;
    const KernelStages &m_stages;
    const int m_index;
    const PlannedNest &m_planned;
    const IndexSpace &m_space;
    KernelPlan &m_plan;
    LoopNest m_nest;
    std::vector<Uses> m_uses; ///< of each loop
    std::map<const Node *, Buffer> m_buffers;
    std::map<const Node *, int> m_work, m_numbers;
    int64_t m_buffered = 0;
};

} // namespace

LoopNest layOutNest(const Graph &kernel, const KernelStages &stages, int index, KernelPlan &plan) {
    return NestLayout(kernel, stages, index, plan).layOut();
}

} // namespace jitscope::inline codegen
