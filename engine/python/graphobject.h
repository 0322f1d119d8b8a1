// SPDX-License-Identifier: Apache-2.0
// A compiled graph as Python holds it.
#pragma once

#include "engine/ops/opdef.h"
#include "engine/python/builtinmemory.h"
#include "engine/python/objects.h"

#include "engine/run/compile.h"
#include "engine/run/graphwatcher.h"

#include <span>
#include <vector>

namespace jitscope::inline python {

/** A parameter of the model and what of it was built into the graph. */
struct BoundWeight {
    Ref parameter;
    BuiltInMemory memory;
};

/** All of a compiled graph; the Python object only holds it. */
struct CompiledGraph {
    std::shared_ptr<const Executable> executable;
    Compilation record;
    std::vector<BoundWeight> weights;
    OpDef announced;      ///< stands for a call of this graph when the listener is asked to let it begin
    int compilation = -1; ///< its number in the recording, or -1
    /** How many of its results are the function's, where others follow that a gradient needs. */
    std::optional<size_t> ownResults = {};
    std::optional<Value> expected; ///< what the eager function gave, where that was asked
    bool isBisected = false;

    /** Runs it, moving the arguments out of where they stand; recorded and announced where someone listens. Throws as
        Executable::run. */
    Value run(std::span<Value> arguments);
    /** Whether a call now is nothing but a run of a graph that may borrow its arguments (Executable::runBorrowing). */
    bool mayBorrow() const;
    /** The same without telling the watcher, who may be null, of the graph as a whole. */
    Value runHere(std::span<Value> arguments, GraphWatcher *watcher);
    bool isRecorded() const;
    /** A parameter whose data was replaced since the graph was built, or null. */
    PyObject *replacedWeight() const {
        for (const BoundWeight &weight : weights)
            if (tensorOf(weight.parameter.get()).storage() != weight.memory.storage()) [[unlikely]]
                return weight.parameter.get();
        return nullptr;
    }
};

/** The graph inside a `_jitscope.Graph`, or null (without an exception) for anything else. */
CompiledGraph *graphOf(PyObject *object);

} // namespace jitscope::inline python
