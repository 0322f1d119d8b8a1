// SPDX-License-Identifier: Apache-2.0
// Which elements of its inputs an operator's result depends on: a rule for each kind of operator.
#pragma once

#include "engine/inspect/elementset.h"
#include "engine/inspect/opcall.h"

namespace jitscope::inline inspect {

/** For each input of the call, the elements that the given elements of its output depend on. Operators without a rule
    and calls that a rule does not understand depend on everything, marked as not exact. */
std::vector<ElementSet> dependenciesOf(const OpCall &call, size_t output, const std::vector<int64_t> &positions);

/** One of the rules below for operators of its kind; nothing where it does not apply to the call. */
using DependenceRule = std::optional<std::vector<ElementSet>> (*)(const OpCall &, size_t output,
                                                                  const std::vector<int64_t> &positions);

// Rules by kind of operator. Each lives in the file of its kind.
using Dependences = std::optional<std::vector<ElementSet>>;
Dependences dependElementWise(const OpCall &call, size_t output, const std::vector<int64_t> &positions);
Dependences dependByItem(const OpCall &call, size_t output, const std::vector<int64_t> &positions);
Dependences dependBySgd(const OpCall &call, size_t output, const std::vector<int64_t> &positions);
Dependences dependOnChosen(const OpCall &call, size_t output, const std::vector<int64_t> &positions);    ///< Select
Dependences dependOnSamePlace(const OpCall &call, size_t output, const std::vector<int64_t> &positions); ///< Reshape
Dependences dependOnNothing(const OpCall &call, size_t output, const std::vector<int64_t> &positions);
/** Runs the operator on the numbers of the elements: what comes out says where each came from. */
Dependences dependByMovement(const OpCall &call, size_t output, const std::vector<int64_t> &positions);

Dependences dependOnReduced(const OpCall &call, size_t output, const std::vector<int64_t> &positions);
Dependences dependOnLane(const OpCall &call, size_t output, const std::vector<int64_t> &positions);
Dependences dependOnPrefix(const OpCall &call, size_t output, const std::vector<int64_t> &positions); ///< CumSum
Dependences dependOnRow(const OpCall &call, size_t output, const std::vector<int64_t> &positions);    ///< losses by row
Dependences dependOnLayer(const OpCall &call, size_t output, const std::vector<int64_t> &positions);  ///< LayerNorm
Dependences dependOnLayerGradient(const OpCall &call, size_t output, const std::vector<int64_t> &positions);
Dependences dependOnChannelGradient(const OpCall &call, size_t output, const std::vector<int64_t> &positions);
Dependences dependOnRmsGradient(const OpCall &call, size_t output, const std::vector<int64_t> &positions);
Dependences dependOnGroup(const OpCall &call, size_t output, const std::vector<int64_t> &positions);   ///< GroupNorm
Dependences dependOnSumNorm(const OpCall &call, size_t output, const std::vector<int64_t> &positions); ///< AddLayerNorm
Dependences dependOnLabels(const OpCall &call, size_t output, const std::vector<int64_t> &positions);
Dependences dependOnBiasGradient(const OpCall &call, size_t output, const std::vector<int64_t> &positions);
Dependences dependOnRms(const OpCall &call, size_t output, const std::vector<int64_t> &positions);
Dependences dependOnChannel(const OpCall &call, size_t output, const std::vector<int64_t> &positions); ///< BatchNorm
Dependences dependWithBias(const OpCall &call, size_t output, const std::vector<int64_t> &positions);
Dependences dependOnProduct(const OpCall &call, size_t output, const std::vector<int64_t> &positions);    ///< MatMul
Dependences dependOnFilter(const OpCall &call, size_t output, const std::vector<int64_t> &positions);     ///< Conv2D
Dependences dependOnLineFilter(const OpCall &call, size_t output, const std::vector<int64_t> &positions); ///< Conv1D
Dependences dependOnFilterGradient(const OpCall &call, size_t output, const std::vector<int64_t> &positions);
Dependences dependOnImageGradient(const OpCall &call, size_t output, const std::vector<int64_t> &positions);
Dependences dependOnWindowGradient(const OpCall &call, size_t output, const std::vector<int64_t> &positions);
Dependences dependOnWindow(const OpCall &call, size_t output, const std::vector<int64_t> &positions); ///< pooling

} // namespace jitscope::inline inspect
