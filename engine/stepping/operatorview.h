// SPDX-License-Identifier: Apache-2.0
// An operator, or a node of a compiled graph, as the stepper meets it: what conditions are asked of.
#pragma once

#include "engine/inspect/query.h"
#include "engine/ir/graph.h"
#include "engine/session/recorder.h"

#include <functional>
#include <span>

namespace jitscope::inline stepping {

/** Lives as long as the call that it is about. */
struct OperatorView {
    std::string_view name;      ///< the primitive, or what a call calls
    const OpDef *op = nullptr;  ///< null for a kernel, and for a node of no known operator
    const Node *node = nullptr; ///< of a compiled graph
    bool isGraphCall = false;   ///< of a whole graph, whose nodes are told one by one
    bool isKernel = false;
    std::span<const Value> arguments;
    const Value *result = nullptr; ///< null before it ran, and when it failed
    int64_t number = -1;           ///< that it has, or will get
    int64_t startNs = 0, endNs = 0;

    static OperatorView of(const OpDef &op, std::span<const Value> arguments);
    static OperatorView of(const Node &node, bool isKernel, std::span<const Value> arguments);
};

/** All tensors in the values, also those in tuples. */
std::vector<Tensor> tensorsIn(std::span<const Value> values);

/** The name, "scope/name" or "scope/op" is `text`. */
bool isNodeNamed(const Node &node, std::string_view text);

/** A query with what it needs to be asked: places and texts are only made when it speaks of them. */
struct OpQuestion {
    Query query;
    bool usesPlace = false, usesTexts = false;

    OpQuestion() = default;
    explicit OpQuestion(Query query);
};

/** Asks now; `place` tells where the program stands. With the GIL held. */
Verdict ask(const OpQuestion &question, const OperatorView &sight, const std::function<const Place &()> &place);

} // namespace jitscope::inline stepping
