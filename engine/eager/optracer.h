// SPDX-License-Identifier: Apache-2.0
// One who follows values through the operators of a thread while these compute: the trace capture builds its graph so.
#pragma once

#include "engine/ops/opdef.h"

#include <span>

namespace jitscope::inline eager {

class OpTracer {
public:
    using Evaluate = Value (*)(const OpDef &, std::span<const Value>);

    virtual ~OpTracer() = default;
    /** Carries the operator out by `evaluate` and gives its result, with identities by which the tracer knows it. */
    virtual Value run(const OpDef &op, std::span<const Value> arguments, Evaluate evaluate) = 0;
    /** A tape gave a value an identity of its own: `renamed` stands for the same elements as `original`. */
    virtual void renamed(const Value &original, const Value &renamed) = 0;
};

/** The tracer of this thread, or null. Not owned. */
OpTracer *currentTracer();
/** Returns the one before. */
OpTracer *setCurrentTracer(OpTracer *tracer);

} // namespace jitscope::inline eager
