// SPDX-License-Identifier: Apache-2.0
// A kernel's plan as loops that a person reads. The code's own key is another text (kernelplantext.cpp), as names and
// comments must not make two kernels of one.
#include "engine/base/text.h"
#include "engine/codegen/kernellisting.h"
#include "engine/codegen/servedmembers.h"

#include <algorithm>
#include <bit>
#include <cctype>

namespace jitscope::inline codegen {
namespace {

/** "fc.bias" as a name of code: "fc_bias". */
std::string identifier(std::string_view name) {
    std::string text;
    for (const char c : name)
        text += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
    return text;
}

const char *dtypeName(DType dtype) {
    return info(dtype).brief.data();
}

class LoopText {
public:
    LoopText(const KernelPlan &plan, const Graph &kernel, unsigned floatLanes)
        : m_plan(plan)
        , m_kernel(kernel)
        , m_floatLanes(int64_t(floatLanes)) {}

    std::string text() {
        for (size_t i = 0; i < m_plan.nests.size(); ++i) {
            if (i > 0) m_text += "\n";
            write(m_plan.nests[i]);
        }
        return std::move(m_text);
    }

private:
    // --- lines -------------------------------------------------------------------------------------------------------

    void line(const std::string &code, const std::string &comment = {}) {
        std::string text(size_t(m_depth) * 2, ' ');
        text += code;
        if (!comment.empty()) {
            constexpr size_t column = 56;
            text.resize(std::max(text.size() + 2, column), ' ');
            text += "# " + comment;
        }
        m_text += text + "\n";
    }
    void remark(const std::string &text) { line("# " + text); }

    std::string tag(int member, const KernelAccess &access = {}) const { return memberTag(m_plan, member + 1, access); }

    // --- names -------------------------------------------------------------------------------------------------------

    std::string memoryName(KernelMemory memory, int index) const {
        switch (memory) {
        case KernelMemory::Input:
            return inputName(index);
        case KernelMemory::Output:
            return format("out%d", index);
        case KernelMemory::Scratch:
            return format("scratch%d", index);
        case KernelMemory::RowBuffer:
            break;
        }
        return format("row_buffer%d", index);
    }

    std::string inputName(int index) const {
        const auto &parameters = m_kernel.parameters;
        const std::string name = size_t(index) < parameters.size() ? parameters[size_t(index)]->name : std::string();
        return format("in%d", index) + (name.empty() ? "" : "_" + identifier(name));
    }

    static std::string rowName(int axis, int count) { return count == 1 ? "row" : format("row%d", axis); }
    static std::string axisName(int axis, int count) {
        return count <= 3 ? std::string(1, char('i' + axis)) : format("i%d", axis);
    }

    /** "16 * row + i". */
    std::string place(const LoopNest &nest, const KernelLoop &loop, const Dims &strides) const {
        const int rows = nest.rows.rank();
        std::vector<std::string> parts;
        for (int axis = 0; axis < strides.rank(); ++axis) {
            if (strides[axis] == 0) continue;
            const std::string name = axis < rows ? rowName(axis, rows) : axisName(axis - rows, loop.shape.rank());
            parts.push_back(
                strides[axis] == 1 ? name : format("%lld * %s", static_cast<long long>(strides[axis]), name.c_str()));
        }
        return parts.empty() ? "0" : join(parts, " + ");
    }

    std::string loadName(const KernelLoop &loop, size_t load) const {
        const KernelLoad &at = loop.loads[load];
        const auto sameMemory = [&](const KernelLoad &other) {
            return other.from == at.from && other.index == at.index;
        };
        const bool isOnly = std::count_if(loop.loads.begin(), loop.loads.end(), sameMemory) == 1;
        const std::string name = at.from == KernelMemory::Input       ? format("x%d", at.index)
                                 : at.from == KernelMemory::RowBuffer ? format("b%d", at.index)
                                                                      : format("s%d", at.index);
        return isOnly ? name : name + format("_%zu", load);
    }

    std::string stepName(const KernelLoop &loop, size_t step) const {
        const int member = loop.steps[step].member;
        const auto sameMember = [&](const KernelStep &other) { return other.member == member; };
        const bool isOnly = std::count_if(loop.steps.begin(), loop.steps.end(), sameMember) == 1;
        return format("t%d", member + 1) + (isOnly ? "" : format("_%zu", step));
    }

    std::string operandText(const KernelLoop &loop, const KernelOperand &operand) const {
        switch (operand.source) {
        case KernelOperand::Source::Load:
            return loadName(loop, size_t(operand.index));
        case KernelOperand::Source::Step:
            return stepName(loop, size_t(operand.index));
        case KernelOperand::Source::Reduction:
            return reductionName(operand.index);
        case KernelOperand::Source::Constant:
            break;
        }
        if (operand.kind == ElementKind::Bool) return operand.constant != 0 ? "true" : "false";
        return shortestNumber(operand.constant);
    }

    /** In nests of columns each column has its own. */
    std::string reductionName(int number) const { return format("r%d", number) + m_column; }

    // --- loops -------------------------------------------------------------------------------------------------------

    void write(const LoopNest &nest) {
        m_depth = 0;
        if (unitsOf(nest) > 1)
            remark(format("%lld units that threads may share", static_cast<long long>(unitsOf(nest))));
        if (nest.chunk != 0)
            remark(format("the first axis in %lld ranges of %lld, each reduced apart",
                          static_cast<long long>(chunksOf(nest)), static_cast<long long>(nest.chunk)));
        if (nest.block != 0)
            remark(format("the last axis in %lld ranges of %lld", static_cast<long long>(blocksOf(nest)),
                          static_cast<long long>(nest.block)));
        for (int axis = 0; axis < nest.rows.rank(); ++axis) {
            line(format("for %s in 0..%lld:", rowName(axis, nest.rows.rank()).c_str(),
                        static_cast<long long>(nest.rows[axis])));
            ++m_depth;
        }
        const int depth = m_depth;
        for (const KernelLoop &loop : nest.loops) {
            m_depth = depth;
            const bool isColumns = nest.form == NestForm::Columns;
            m_column = isColumns ? "[" + axisName(loop.shape.rank() - 1, loop.shape.rank()) + "]" : "";
            m_home = isColumns ? "[:]" : nest.rows.empty() ? "[0]" : nest.rows.rank() == 1 ? "[row]" : "[row0, ...]";
            write(nest, loop);
        }
    }

    void write(const LoopNest &nest, const KernelLoop &loop) {
        for (const KernelReduction &reduction : loop.reductions)
            line(format("r%d = %s", reduction.number, startOf(reduction.kind)), tag(reduction.member));
        if (isLongSum(nest, loop))
            line(format("# a lane adds up %lld numbers in float32, the sums of these go on in float64",
                        static_cast<long long>(mostAdditions)));
        const int depth = m_depth, rank = loop.shape.rank();
        for (int axis = 0; axis < rank; ++axis) {
            const bool isLast = axis + 1 == rank;
            line(format("for %s in 0..%lld:", axisName(axis, rank).c_str(), static_cast<long long>(loop.shape[axis])),
                 isLast ? format("%lld at a time", static_cast<long long>(lanesOf(loop, m_floatLanes)))
                        : std::string());
            ++m_depth;
        }
        writeBody(nest, loop);
        m_depth = depth;
        for (const KernelReduction &reduction : loop.reductions)
            writeResult(reduction);
    }

    bool isLongSum(const LoopNest &nest, const KernelLoop &loop) const {
        const auto isSum = [](const KernelReduction &each) { return each.kind == ReductionKind::Sum; };
        return nest.form != NestForm::Columns && std::ranges::any_of(loop.reductions, isSum) &&
               additionsOfLane(nest, loop, m_floatLanes) > mostAdditions;
    }

    static const char *startOf(ReductionKind kind) {
        return kind == ReductionKind::Sum ? "0" : kind == ReductionKind::Max ? "-inf" : "inf";
    }

    void writeBody(const LoopNest &nest, const KernelLoop &loop) {
        for (size_t i = 0; i < loop.loads.size(); ++i) {
            const KernelLoad &load = loop.loads[i];
            line(format("%s = %s[%s]%s", loadName(loop, i).c_str(), memoryName(load.from, load.index).c_str(),
                        place(nest, loop, load.strides).c_str(), conversion(load.dtype).c_str()),
                 tag(memberOfLoad(loop, i), accessTo(load.from, load.index)));
        }
        for (size_t i = 0; i < loop.steps.size(); ++i)
            writeStep(loop, i);
        for (const KernelReduction &reduction : loop.reductions)
            line(reductionName(reduction.number) + " = " + combined(loop, reduction), tag(reduction.member));
        for (const KernelStore &store : loop.stores)
            line(format("%s[%s] = %s%s", memoryName(store.to, store.index).c_str(),
                        place(nest, loop, store.strides).c_str(), operandText(loop, store.value).c_str(),
                        conversion(store.dtype).c_str()),
                 tag(memberOfStore(loop, store), accessTo(store.to, store.index)));
    }

    /** "" for float32, which numbers are computed in. */
    static std::string conversion(DType dtype) {
        return dtype == DType::Float32 ? "" : std::string(" as ") + dtypeName(dtype);
    }

    void writeStep(const KernelLoop &loop, size_t index) {
        const KernelStep &step = loop.steps[index];
        std::vector<std::string> operands;
        for (const KernelOperand &operand : step.operands)
            operands.push_back(operandText(loop, operand));
        std::string name(step.emitter->op);
        if (!step.emitter->option.empty()) name.append(".").append(step.emitter->option);
        const bool isRounded = step.emitter->result == ElementKind::Number && step.dtype != DType::Float32;
        line(format("%s = %s(%s)%s", stepName(loop, index).c_str(), name.c_str(), join(operands, ", ").c_str(),
                    isRounded ? conversion(step.dtype).c_str() : ""),
             tag(step.member));
    }

    std::string combined(const KernelLoop &loop, const KernelReduction &reduction) const {
        const std::string value = operandText(loop, reduction.value);
        const std::string sum = reductionName(reduction.number);
        if (reduction.kind == ReductionKind::Sum) return sum + " + " + value;
        return (reduction.kind == ReductionKind::Max ? "max(" : "min(") + sum + ", " + value + ")";
    }

    void writeResult(const KernelReduction &reduction) {
        if (reduction.divisor != 1)
            line(format("r%d = r%d / %lld", reduction.number, reduction.number,
                        static_cast<long long>(reduction.divisor)),
                 tag(reduction.member));
        for (const ReductionHome &home : reduction.homes)
            line(format("%s%s = r%d", memoryName(home.to, home.index).c_str(), m_home.c_str(), reduction.number),
                 tag(reduction.member, accessTo(home.to, home.index)));
    }

    const KernelPlan &m_plan;
    const Graph &m_kernel;
    const int64_t m_floatLanes;
    std::string m_text, m_column, m_home;
    int m_depth = 0;
};

} // namespace

std::string listLoops(const KernelPlan &plan, const Graph &kernel, unsigned floatLanes) {
    return LoopText(plan, kernel, floatLanes).text();
}

} // namespace jitscope::inline codegen
