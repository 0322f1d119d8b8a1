// SPDX-License-Identifier: Apache-2.0
// A region of a compilation as a script that anybody can run: inputs and expected outputs as .npy, and a check.
#pragma once

#include "engine/extraction/leadingcalls.h"
#include "engine/extraction/pythonscript.h"
#include "engine/extraction/region.h"
#include "engine/session/sessionfwd.h"
#include "engine/variants/variantcall.h"

namespace jitscope::inline extraction {

/** Which part of a compilation. */
struct CaseSpec {
    int pass = -1; ///< the stage: -2 the captured graph, -1 the final one, else the graph after that pass
    std::vector<NodeId> nodes = {};   ///< of that stage; none: all of it
    std::vector<NodeId> results = {}; ///< of those: whose values are checked; none: all that are used outside
    std::string openKernel = {};      ///< a fused kernel whose members stand in the place of its calls
};

/** Where the outputs that a case expects are from. */
enum class ExpectedFrom : uint8_t {
    Eager,  ///< the captured graph, operator by operator, as eager calls
    Stage,  ///< the graph itself: its nodes have no counterpart in the captured one whose values they take
    Region, ///< the region by itself: it draws random numbers
};

struct TestCase {
    std::string function;
    std::string what;                 ///< "the graph after opt_a.r1.cse, 3 nodes"
    std::vector<VariantInput> inputs; ///< of the function: recorded or random
    ExpectedFrom expectedFrom = ExpectedFrom::Eager;
    std::string script;              ///< the text of case.py
    std::vector<ScriptTensor> files; ///< beside it
};

/** Runs the function on the values of its first recorded call to learn what goes into the region and what comes out;
    for a background thread. The error says why it cannot be taken out. */
Result<TestCase> testCaseOf(const Session &session, const Compilation &compilation, const CaseSpec &spec);

/** The same of a function that stands alone, with what it gives when its operators run one by one. */
Result<TestCase> testCaseOf(const Module &module, const std::vector<Value> &arguments, const std::string &function);

/** Makes `folder` and writes case.py and the tensors into it; gives the path of the script. */
Result<std::string> writeTestCase(const TestCase &testCase, const std::string &folder);

/** "as the function gives eagerly", ... */
std::string_view toString(ExpectedFrom from);

} // namespace jitscope::inline extraction
