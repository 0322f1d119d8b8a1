// SPDX-License-Identifier: Apache-2.0
// Which results of a graph would be the memory of something else, though they are new tensors.
//
// `x * 1` is simplified to x, two equal sums to one, a sum of constants to a constant. Who writes to such a result
// would write to the argument, to the other result, or to the graph itself. What a function gives back is the caller's
// own in any case, as in MindSpore, also where it returns `x, y`: only a function whose one result is an argument that
// nobody wrote to gives the argument itself, the very object. Its elements are its own, too: a row broadcast to many
// would be one in memory, which no operator may write to in place.
#pragma once

#include "engine/ir/graph.h"

#include <string_view>
#include <vector>

namespace jitscope::inline run {

/** Operators whose result may be a view of their first input. */
bool givesView(std::string_view op);

enum class OutputUse : uint8_t {
    OfCaller,  ///< a function gives them back
    OfProgram, ///< the program goes on with them: what shares memory in it goes on doing so
};

/** Places in the tuple of results, or `whole` of a graph that returns one value. */
struct OutputCopies {
    static constexpr size_t whole = size_t(-1);

    std::vector<size_t> always;      ///< their tensors are copied before they are handed out
    std::vector<size_t> whereShared; ///< what the run chose: so are those whose memory somebody else has, too

    bool empty() const { return always.empty() && whereShared.empty(); }
};

/** The parameter of the entry, which may be a weight, that is the one result and that nobody wrote to; or null. */
const Node *givenBack(const Module &captured);

OutputCopies outputsToCopy(const Module &captured, const Module &optimized, OutputUse use);

/** The `result` of a run with the copies that it needs. Nobody else may hold it meanwhile: who holds its tensors is
    counted. */
Value withCopies(const Value &result, const OutputCopies &copies);

} // namespace jitscope::inline run
