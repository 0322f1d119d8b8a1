// SPDX-License-Identifier: Apache-2.0
// All operators: the families joined, and looked up by name.
#include "engine/ops/families.h"
#include "engine/ops/kernels/complexmath.h"

#include <algorithm>
#include <cassert>
#include <unordered_map>

namespace jitscope::inline ops {

namespace {

std::vector<OpDef> joined() {
    std::vector<OpDef> all;
    for (const auto family : {arithmeticOps,
                              comparisonOps,
                              functionOps,
                              activationOps,
                              activationGradientOps,
                              lossOps,
                              decompositionOps,
                              triangleOps,
                              statisticOps,
                              piecewiseOps,
                              boundOps,
                              bitwiseOps,
                              pairOps,
                              specialOps,
                              matmulOps,
                              reductionOps,
                              normalisationOps,
                              layerNormOps,
                              batchNormOps,
                              convolutionOps,
                              poolingOps,
                              adaptivePoolingOps,
                              shapeOps,
                              sliceOps,
                              indexingOps,
                              gatherOps,
                              maskOps,
                              scatterOps,
                              splitOps,
                              repeatOps,
                              sortingOps,
                              scanOps,
                              joinOps,
                              creationOps,
                              rangeOps,
                              randomOps,
                              randomChoiceOps,
                              sequenceOps,
                              scalarOps,
                              copyOps,
                              collectiveOps,
                              inplaceOps,
                              optimizerOps,
                              fusedMatmulOps,
                              fusedConvolutionOps,
                              fusedNormOps,
                              attentionOps,
                              combinedOptimizerOps,
                              complexOps,
                              fourierOps})
        for (OpDef &op : family())
            all.push_back(std::move(op));
    for (OpDef &op : all)
        if (complexFunction(op.name)) op.computesComplex = true;
    return all;
}

using Index = std::unordered_map<std::string_view, const OpDef *>;

Index primitives() {
    Index index;
    for (const OpDef &op : catalogue()) {
        [[maybe_unused]] const bool isNew = index.emplace(op.name, &op).second;
        assert(isNew && "two operators with one primitive name");
    }
    return index;
}

Index functions() {
    Index index;
    const auto add = [&index](std::string_view name, const OpDef &op) {
        [[maybe_unused]] const bool isNew = index.emplace(name, &op).second;
        assert(isNew && "two operators with one function name");
    };
    for (const OpDef &op : catalogue()) {
        if (!op.function.empty()) add(op.function, op);
        for (const std::string &alias : op.aliases)
            add(alias, op);
    }
    return index;
}

const OpDef *found(const Index &index, std::string_view name) {
    const auto entry = index.find(name);
    return entry == index.end() ? nullptr : entry->second;
}

/** Of all tensors in it. */
double elementsOf(const Abstract &part) {
    double count = part.isTensor() ? double(part.count()) : 0;
    for (const Abstract &item : part.items)
        count += elementsOf(item);
    return count;
}

/** What the record says, or what its kind takes: an elementary function is a polynomial and the reduction before it. */
double operationsOfElement(const OpDef &op) {
    constexpr double ofFunction = 12;
    if (op.use.operations.each > 0) return op.use.operations.each;
    if (op.category != OpCategory::ElementWise) return 1;
    if (op.use.kernel.work == KernelWork::Expensive) return ofFunction;
    switch (op.use.device) {
    case DeviceKernel::Trigonometric:
    case DeviceKernel::Transcendental:
    case DeviceKernel::Activation:
        return ofFunction;
    default:
        return 1;
    }
}

} // namespace

const std::vector<OpDef> &catalogue() {
    static const std::vector<OpDef> all = joined();
    return all;
}

const OpDef *findOp(std::string_view primitive) {
    static const Index index = primitives();
    return found(index, primitive);
}

const OpDef *findOp(OpName primitive) {
    static const std::unordered_map<OpName, const OpDef *> index = [] {
        std::unordered_map<OpName, const OpDef *> found;
        for (const OpDef &op : catalogue())
            found.emplace(OpName(op.name), &op);
        return found;
    }();
    const auto entry = index.find(primitive);
    return entry == index.end() ? nullptr : entry->second;
}

const OpDef *findOpByFunction(std::string_view function) {
    static const Index index = functions();
    return found(index, function);
}

OpCost costOf(const OpDef &op, std::span<const Abstract> arguments, const Abstract &result) {
    if (op.cost) return op.cost(arguments, result);
    OpCost cost;
    cost.bytes = double(result.bytes());
    for (const Abstract &argument : arguments)
        cost.bytes += double(argument.bytes());
    double elements = elementsOf(result);
    if (op.category == OpCategory::Reduction) // each element that is reduced counts
        for (const Abstract &argument : arguments)
            elements = std::max(elements, elementsOf(argument));
    cost.flops = operationsOfElement(op) * elements;
    return cost;
}

} // namespace jitscope::inline ops
