// SPDX-License-Identifier: Apache-2.0
// All graphs of one compilation as bytes: what its passes share is stored once, and is shared again when read back.
#pragma once

#include "engine/base/result.h"
#include "engine/ir/graph.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jitscope::inline session {

/** Stores the elements of a tensor somewhere and returns where. */
using TensorSink = std::function<int64_t(const Tensor &tensor)>;
/** The tensor of that type stored there, or nothing if there is none or it has another size. */
using TensorSource = std::function<std::optional<Tensor>(int64_t place, DType dtype, const Dims &shape)>;

/** The modules of a compilation, in an order that the caller knows, and the spans of the compilation itself. */
struct PackedGraphs {
    std::vector<Module> modules;
    SpanList spans;
};

std::string packGraphs(const PackedGraphs &graphs, const TensorSink &sink);

/** The reverse. Nodes, graphs and span lists that were one object are one object again. */
Result<PackedGraphs> unpackGraphs(std::string_view bytes, const TensorSource &source);

} // namespace jitscope::inline session
