// SPDX-License-Identifier: Apache-2.0
// Reverse-mode differentiation of eager code: a tape takes down the operators that the followed tensors pass through,
// and walks them backwards.
//
// A followed tensor has an identity, a number that no other value of the process has. An operator with a followed
// argument is taken down, and its result gets an identity of its own. Gradients of gradients need nothing more: the
// rules of an inner tape call operators as everybody does, and an outer tape takes those down.
#pragma once

#include "engine/eager/eagerthread.h"
#include "engine/ops/opdef.h"

#include <functional>
#include <memory>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace jitscope::inline eager {

/** Gradients of the arguments from gradients of the result's items; None where nothing flows. */
using CustomGradient = std::function<std::vector<Value>(const std::vector<Value> &gradients)>;

class Tape {
public:
    Tape() = default;
    ~Tape();
    Tape(const Tape &) = delete;
    Tape &operator=(const Tape &) = delete;

    /** While it is open, operators of this thread are taken down. Tapes close in the reverse order of their opening. */
    void open();
    void close();
    bool isOpen() const { return m_isOpen; }

    /** The same elements as a value of its own that this tape follows, and open tapes that follow `tensor`. */
    Tensor watch(const Tensor &tensor);
    /** Follows it under the identity that it has, which stands for the elements of that version of the storage. */
    void follow(uint64_t identity, uint64_t version = 0) { m_followed[identity] = version; }
    bool follows(const Value &value) const;
    /** `hook` changes the whole gradient of what this tape follows and has an operator for, before it goes on to that
        operator's arguments. Sources have none: their gradients are the caller's. */
    void hook(uint64_t identity, CustomGradient hook) { m_hooks[identity].push_back(std::move(hook)); }
    /** The operator that was taken down last is the one that a recording knows by this number. */
    void nameLast(int64_t number);

    /** The places of the tensors that went into what was taken down, in the order in which they first did. */
    std::vector<size_t> usedOf(std::span<const Value> tensors) const;
    /** The gradients of `sources` (watched tensors) given those of `outputs`: for each source a tensor of its shape and
        dtype, or None where no operator leads from it to an output. The tape is empty then. Throws
       std::invalid_argument with the operator's name where a rule is missing or an argument was changed in place since.
     */
    std::vector<Value> gradients(std::span<const Value> outputs, std::span<const Value> seeds,
                                 std::span<const Tensor> sources);

private:
    friend Value evaluateFollowed(const OpDef &, std::span<const Value>);
    friend Value evaluateVisible(const OpDef &, std::span<const Value>);
    friend Value recordCustom(std::span<const Value>, const Value &, CustomGradient);

    struct Entry {
        const OpDef *op = nullptr; ///< null for a custom gradient
        std::vector<Value> arguments;
        std::vector<uint64_t> versions; ///< of the storages of the arguments, then of the items of a result that
                                        ///< has some, to notice later writes
        Value result;
        uint64_t resultVersion = 0;
        CustomGradient custom = {};
        int64_t number = -1; ///< in the recording
    };
    using Flowing = std::unordered_map<uint64_t, Value>;

    void add(const OpDef *op, std::span<const Value> arguments, const Value &result, CustomGradient custom = {});
    void passBack(const Entry &entry, Flowing &flowing) const;
    void changeByHooks(const Tensor &tensor, Value &gradient) const;
    std::vector<Value> argumentGradients(const Entry &entry, const std::vector<Value> &incoming) const;
    void accumulate(const Value &argument, const Value &gradient, Flowing &flowing) const;

    bool m_isOpen = false;
    bool m_isLastNamed = true;
    std::vector<Entry> m_entries;
    /** Refuses what was followed before its elements were changed through another tensor over the same memory. */
    void checkFresh(const OpDef &op, const Value &argument) const;

    std::unordered_map<uint64_t, uint64_t> m_followed; ///< identity -> version of the storage that it stands for
    std::unordered_map<uint64_t, std::vector<CustomGradient>> m_hooks;
    std::unordered_map<uint64_t, uint64_t> m_rewritten; ///< storage -> its version after the last followed write
};

/** An identity that nobody has. */
uint64_t newIdentity();

/** Evaluates; taken down by the open tapes of this thread that follow an argument. */
Value evaluateFollowed(const OpDef &op, std::span<const Value> arguments);

/** `result`, of which a gradient goes back to `arguments` by `custom`; for layers with a bprop, and for hooks. The same
    values as they are when no open tape follows an argument. */
Value recordCustom(std::span<const Value> arguments, const Value &result, CustomGradient custom);

/** `hook` (one gradient in, one out) is called by the open tapes of this thread that computed `tensor`. */
void hookGradient(const Tensor &tensor, const CustomGradient &hook);

/** The operator of this thread that ran last has this number in a recording: gradients will tell whose they are. */
void nameTakenDown(int64_t number);

/** Whether an open tape of this thread follows the value. */
bool isFollowed(const Value &value);

/** Whether operators of this thread may be taken down now. */
bool isTapeOpen();

/** While one lives, this thread runs the operators of a function that would be a graph: what is followed and was made
    before counts as a constant, as it does in graphs, unless it is one of the weights. */
class GraphCall {
public:
    /** Identities above `before` are of this call. */
    GraphCall(uint64_t before, std::unordered_set<uint64_t> weights);
    ~GraphCall();
    GraphCall(const GraphCall &) = delete;
    GraphCall &operator=(const GraphCall &) = delete;

private:
    std::unordered_set<uint64_t> m_weights;
    EagerThread m_before;
};

bool isInGraphCall();

/** While one lives, no tape of this thread takes anything down. */
class GradientPause {
public:
    GradientPause();
    ~GradientPause();
    GradientPause(const GradientPause &) = delete;
    GradientPause &operator=(const GradientPause &) = delete;
};

} // namespace jitscope::inline eager
