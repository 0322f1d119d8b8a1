// SPDX-License-Identifier: Apache-2.0
// Kernel plans as text: what a reader sees, and the key under which machine code is kept.
#include "engine/codegen/kernelplan.h"

#include "engine/base/text.h"

namespace jitscope::inline codegen {
namespace {

std::string printed(const KernelOperand &operand) {
    switch (operand.source) {
    case KernelOperand::Source::Load:
        return format("load %d", operand.index);
    case KernelOperand::Source::Step:
        return format("step %d", operand.index);
    case KernelOperand::Source::Reduction:
        return format("reduction %d", operand.index);
    case KernelOperand::Source::Constant:
        break;
    }
    if (operand.kind == ElementKind::Bool) return operand.constant != 0 ? "true" : "false";
    return shortestNumber(operand.constant);
}

std::string placed(KernelMemory memory, int index) {
    constexpr const char *names[] = {"input", "output", "scratch", "row buffer"};
    return format("%s %d", names[size_t(memory)], index);
}

/** "" for float32, which most are. */
std::string typed(DType dtype) {
    return dtype == DType::Float32 ? "" : " " + std::string(info(dtype).brief);
}

constexpr const char *kindNames[] = {"number", "truth", "int32", "int64"};

std::string printed(const KernelStep &step) {
    std::vector<std::string> operands;
    for (const KernelOperand &operand : step.operands)
        operands.push_back(printed(operand));
    std::string name(step.emitter->op);
    if (!step.emitter->option.empty()) name.append(" ").append(step.emitter->option);
    const bool isNumber = step.emitter->result == ElementKind::Number;
    return format("[%d] %s(%s) -> %s%s", step.member + 1, name.c_str(), join(operands, ", ").c_str(),
                  kindNames[size_t(step.emitter->result)], isNumber ? typed(step.dtype).c_str() : "");
}

std::string printed(const KernelReduction &reduction) {
    constexpr const char *names[] = {"sum", "max", "min"};
    std::string text =
        format("[%d] %s of %s", reduction.member + 1, names[size_t(reduction.kind)], printed(reduction.value).c_str());
    if (reduction.divisor != 1) text += format(" / %lld", static_cast<long long>(reduction.divisor));
    text += format(" -> %s%s", kindNames[size_t(reduction.result)], typed(reduction.dtype).c_str());
    for (const ReductionHome &home : reduction.homes)
        text += ", " + placed(home.to, home.index);
    return text;
}

std::string printed(const KernelLoop &loop) {
    std::string text = "  loop " + toString(loop.shape) + "\n";
    for (size_t i = 0; i < loop.loads.size(); ++i) {
        const KernelLoad &load = loop.loads[i];
        text += format("    load %zu: %s%s, strides %s\n", i, placed(load.from, load.index).c_str(),
                       typed(load.dtype).c_str(), toString(load.strides).c_str());
    }
    for (size_t i = 0; i < loop.steps.size(); ++i)
        text += format("    step %zu: %s\n", i, printed(loop.steps[i]).c_str());
    for (const KernelReduction &reduction : loop.reductions)
        text += format("    reduction %d: %s\n", reduction.number, printed(reduction).c_str());
    for (const KernelStore &store : loop.stores)
        text += format("    %s%s = %s, strides %s\n", placed(store.to, store.index).c_str(), typed(store.dtype).c_str(),
                       printed(store.value).c_str(), toString(store.strides).c_str());
    return text;
}

std::string printed(const LoopNest &nest) {
    std::string text = nest.form == NestForm::Columns ? "columns" : "rows";
    text += " " + toString(nest.rows);
    if (nest.chunk != 0) text += format(", first axis by %lld", static_cast<long long>(nest.chunk));
    if (nest.block != 0) text += format(", last axis by %lld", static_cast<long long>(nest.block));
    for (size_t i = 0; i < nest.rowBuffers.size(); ++i)
        text += format(", row buffer %zu of %lld", i, static_cast<long long>(nest.rowBuffers[i]));
    text += "\n";
    for (const KernelLoop &loop : nest.loops)
        text += printed(loop);
    return text;
}

} // namespace

std::string toString(const KernelPlan &plan) {
    std::string text;
    for (const LoopNest &nest : plan.nests)
        text += printed(nest);
    for (size_t i = 0; i < plan.scratch.size(); ++i)
        text += format("scratch %zu of %lld\n", i, static_cast<long long>(plan.scratch[i]));
    return text;
}

} // namespace jitscope::inline codegen
