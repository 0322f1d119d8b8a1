// SPDX-License-Identifier: Apache-2.0
// One way to carry a function's call out, with all that it holds for: `_jitscope.GraphEntry`.
#pragma once

#include "engine/python/gradientcall.h"
#include "engine/python/graphobject.h"
#include "engine/python/jitguard.h"

#include <optional>

namespace jitscope::inline python {

class JitEntry {
public:
    /** Fills itself from the arguments of GraphEntry(...); false with an exception set. */
    bool initialise(PyObject *arguments, PyObject *named);

    /** Whether a call with these arguments may be carried out this way. */
    bool holds(std::span<PyObject *const> arguments);
    /** Whether the arguments alone are those that it is for. */
    bool takes(std::span<PyObject *const> arguments) const;
    /** Carries it out; a new reference, or null with an exception set. */
    PyObject *run(std::span<PyObject *const> arguments);
    /** What its graph would be run with; throws PythonError. Only where there is a graph. */
    std::vector<Value> inputsOf(std::span<PyObject *const> arguments) const;
    /** It will hold for nothing any more: weights of its graph were given other data, or an argument is gone. */
    bool isStale() const { return m_isReleased || (m_graph && m_graph->replacedWeight()); }
    /** Why it does not hold, each reason as part of a sentence; none if it does. */
    std::vector<std::string> differences(std::span<PyObject *const> arguments);

    /** Shows Python's garbage collection the objects that it holds; lets go of them. */
    int traverse(visitproc visit, void *arg) const;
    void clear();

    /** Lets go of what it holds, `self` being its object, as soon as an argument that counts by identity is gone; false
        with an exception set. */
    bool releaseWithArguments(PyObject *self);
    /** It holds for nothing any more. */
    void release();

    /** How often it was run. */
    int64_t calls() const { return m_calls; }
    /** The graph or the Python function; borrowed, null when it is released. */
    PyObject *callable() const { return m_run.get(); }

    /** Whether the function's settings (level, device) are those that it was made with; kept by the function. */
    bool isCurrent = true;
    Ref settings;

private:
    /** A layer inside, and whether it was in training. */
    struct Mode {
        WeakRef cell; ///< where it is an argument
        Ref held;     ///< where it is not
        bool isTraining;
    };

    bool readArguments(PyObject *arguments);
    bool readSources(PyObject *inputs, PyObject *given);
    bool readGuards(PyObject *guards);
    bool readModes(PyObject *modes);
    bool isArgument(PyObject *object) const;
    bool readGradient(PyObject *gradient);
    bool fitsTapes(std::span<PyObject *const> arguments) const;
    bool inModes();
    PyObject *runGraph(std::span<PyObject *const> arguments) const;
    Value runFollowed(std::span<PyObject *const> arguments) const;
    Value runHolding(std::span<PyObject *const> arguments) const;
    Value runBorrowing(std::span<PyObject *const> arguments) const;
    PyObject *finished(Value result, std::span<PyObject *const> arguments) const;
    PyObject *givenObject(std::span<PyObject *const> arguments) const;
    PyObject *rebuiltWithGiven(PyObject *result, std::span<PyObject *const> arguments) const;

    Ref m_run;
    bool m_isReleased = false;
    std::vector<Ref> m_watches; ///< weak references whose callback releases
    int64_t m_calls = 0;
    CompiledGraph *m_graph = nullptr;       ///< of m_run; null when that is a Python function
    const Node *m_givenBack = nullptr;      ///< of its parameters: the one result (run::givenBack) of a function
    std::optional<GradientCall> m_gradient; ///< of calls that tapes follow
    std::vector<ArgumentKey> m_keys;
    std::optional<size_t> m_count; ///< of the arguments; nothing when the guards alone decide
    std::vector<GuardSource> m_inputs;
    bool m_hasInputs = false;
    bool m_takesFewTensors = false; ///< each argument is a tensor, and there are at most `fewTensors`
    std::vector<Guard> m_guards;
    std::vector<Mode> m_modes;
    uint64_t m_modeChanges = 0;
    std::vector<GuardSource> m_given; ///< what of the arguments m_rebuild gets besides the results
    Ref m_rebuild, m_lines;
};

/** The entry inside a GraphEntry, or null with TypeError set. */
JitEntry *entryOf(PyObject *object);

/** While true, functions with graphs run as they are written. */
extern bool isEverythingEager;

/** Grows whenever a layer changes its mode, or what holds for compilations was set anew. */
extern uint64_t modeChanges, contextChanges;

} // namespace jitscope::inline python
