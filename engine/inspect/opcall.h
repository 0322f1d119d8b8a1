// SPDX-License-Identifier: Apache-2.0
// A recorded operator as the call that it was: its tensors by type, its constants by value.
#pragma once

#include "engine/ops/opdef.h"
#include "engine/session/sessionfwd.h"

#include <functional>
#include <optional>

namespace jitscope::inline inspect {

struct OpCall {
    /** One argument; its tensors are inputs[first] to inputs[first + count - 1], none for a constant. */
    struct Argument {
        Abstract type; ///< of a sequence of tensors a tuple; constants hold their value
        size_t first = 0, count = 0;
    };

    const OpDef *op = nullptr;
    std::vector<Argument> arguments;           ///< in the order of op->params
    std::vector<Abstract> inputs;              ///< all tensors that it took
    std::vector<Dims> outputs;                 ///< shapes of all tensors that it gave
    std::function<Tensor(size_t input)> value; ///< undefined where it is not known

    /** The argument of the parameter of that name, or null. */
    const Argument *argument(std::string_view parameter) const;
    /** The constant given for the parameter, or null for a tensor or no such parameter. */
    const Value *constant(std::string_view parameter) const;
    std::vector<Abstract> types() const;
};

/** What the recording says of `op`; nothing for fused kernels, unknown primitives and arguments that are no plain
    constants (the text of the operands is all that is kept of those). */
std::optional<OpCall> callOf(const Session &session, const OpEvent &op);

/** Reads "f32[2,3], (f32[3], f32[3]), axis=-1, keep_dims=True": constants as values, tensors as types in order. */
struct OperandTexts {
    struct Item {
        std::string name; ///< of a constant's parameter, or ""
        std::optional<Value> constant;
        int tensors = 0; ///< how many this argument holds, if it is no constant
        bool isSequence = false;
    };
    std::vector<Item> items;
};
std::optional<OperandTexts> readOperands(std::string_view text);

} // namespace jitscope::inline inspect
