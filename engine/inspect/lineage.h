// SPDX-License-Identifier: Apache-2.0
// From a value back: the operators, tensors and elements that an element of a recorded tensor depends on.
#pragma once

#include "engine/session/sessionfwd.h"

#include <functional>
#include <optional>
#include <string>

namespace jitscope::inline inspect {

/** Which elements of a tensor matter. */
struct ElementSet {
    std::vector<int64_t> elements; ///< row-major positions, sorted; not used when `all`
    bool all = false;
    bool isExact = true; ///< false: an operator without a rule for single elements was passed, so `all` of it counts
};

struct LineageTensor {
    int64_t tensor = -1;
    int64_t op = -1; ///< the operator that gave it, -1 for an input of the program
    ElementSet elements;
};

/** Newest first. */
struct Lineage {
    std::vector<LineageTensor> tensors;
    std::vector<int64_t> ops;    ///< sorted, newest first
    std::vector<int64_t> inputs; ///< tensors that no recorded operator gave
    bool isCut = false;          ///< more than `maxTensors`: the oldest were left out
};

struct LineageOptions {
    int64_t maxTensors = 100000;
    std::function<bool()> shouldContinue = nullptr; ///< asked now and then
};

/** Reads values where positions depend on them (Gather, masks), so it belongs in a job. */
Lineage lineageOf(const Session &session, int64_t tensor, int64_t element, const LineageOptions &options = {});

/** The elements of each input of `op` that the given elements of its output depend on. */
std::vector<ElementSet> dependencies(const Session &session, const OpEvent &op, size_t output, const ElementSet &of);

enum class BadKind : uint8_t { NaN, Infinite, TooLarge };

/** The operator at which an element went bad: its result is bad though what it depended on was not. */
struct FirstBad {
    int64_t op = -1, tensor = -1, element = -1;
    BadKind kind = BadKind::NaN;
    double value = 0;
    std::string because; ///< "Log of -0.5 at in[0][3]": the operands' elements that made it
};
/** Follows bad elements back from `element`; `limit` is what counts as too large. None if it was not bad, or came in
    with the inputs: then `op` is -1 and `tensor` the input. */
std::optional<FirstBad> firstBad(const Session &session, int64_t tensor, int64_t element, double limit,
                                 const LineageOptions &options = {});

} // namespace jitscope::inline inspect
