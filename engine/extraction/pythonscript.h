// SPDX-License-Identifier: Apache-2.0
// Graphs as plain MindSpore Python: a function for each graph, a line for each node.
#pragma once

#include "engine/base/result.h"
#include "engine/ir/graph.h"

namespace jitscope::inline extraction {

/** A tensor that a script reads from a file beside it. */
struct ScriptTensor {
    std::string name; ///< of the file, without ".npy"
    Tensor tensor;
};

struct PythonScript {
    std::string helpers;                 ///< functions for operators that MindSpore calls otherwise (plainprimitives.h)
    std::string functions;               ///< `def`s; they use `call`, `ops`, `ms`, and the names below
    std::string globals;                 ///< lines that load what the functions use: weights, constants
    std::string entry;                   ///< the function to call
    std::vector<std::string> parameters; ///< of the entry, those that are no weights
    std::vector<std::string> weights;    ///< names of the weights, in the order of the entry's parameters
    std::vector<ScriptTensor> files;
    bool callsItself = false; ///< a loop: Python's limit of nested calls is too low for it
    bool hasBranches = false; ///< it asks values which function to call
};

/** How operators are called. */
enum class OperatorForm {
    Functions, ///< as scripts do: `ops.exp(x)`, `call("Gather", x, y, 0)` where there is no such function
    Primitives ///< all as `call("Exp", x)` with all their arguments, for who knows primitives alone
};

/** The error names a node that Python cannot run by itself: a part that ran in Python, an unknown operator. */
Result<PythonScript> pythonOf(const Module &module, OperatorForm form = OperatorForm::Functions);

/** A value as Python writes it; tensors become files of that name (with a number, in tuples), which `load` reads. The
    error names what has no such form. */
Result<std::string> pythonLiteral(const Value &value, const std::string &name, std::vector<ScriptTensor> &files);

/** `load("name", ms.float32)` */
std::string loadCall(const ScriptTensor &file);

} // namespace jitscope::inline extraction
