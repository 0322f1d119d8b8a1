// SPDX-License-Identifier: Apache-2.0
// The first half of reading a dump: its text cut into graphs, nodes and their parts, not yet connected.
//
// All string views point into the text that was scanned. Nothing is rejected here; what is not understood is noted.
#pragma once

#include "engine/ir/irtext.h"

#include <string_view>
#include <vector>

namespace jitscope::inline ir {

/** "%para1_x: <Tensor[Float32], (2)>  :  has_default" */
struct RawParameter {
    std::string_view token; ///< "%para1_x"
    std::string_view type;  ///< with its angle brackets; empty where it is not given
};

/** "%3(name) = Op(arguments) ..." and the lines below it. */
struct RawNode {
    int line = 0;
    bool isReturn = false;
    std::string_view number; ///< "3"; empty for Return
    std::string_view name;
    std::string_view head; ///< what is applied: "PrimFunc_Add", "call @f", "%5[@FuncUnion(@a, @b)]"
    std::string_view arguments;
    std::string_view primitiveAttrs, attrs, primalAttrs; ///< without braces
    std::string_view instanceName;
    std::vector<std::string_view> inputTypes; ///< usually one list, without its brackets
    std::string_view outputType;              ///< the same
    std::string_view scope;                   ///< as written, with or without "/MatMul-op3"
    std::string_view spans;                   ///< from the first "# In file" line to the last
    std::vector<std::string_view> extra;      ///< strategies and the lines of device formats
};

struct RawGraph {
    int line = 0;
    std::string_view name, parent, instance;
    std::string_view parameterTypes; ///< of "# Parameters: n, (...)"
    std::string_view spans;
    std::vector<RawParameter> parameters;
    std::vector<RawNode> nodes;
    std::vector<std::pair<std::string_view, std::string_view>> attrs;
    bool closed = false;
};

/** What the text shows of the version that wrote it. */
struct EraSigns {
    bool nodeCounting = false, fullNames = false, primFunc = false; ///< 2.3 and later
    bool columns = false;                                           ///< "a.py:16, 4~42", 2.3 and later
    bool bracketNames = false;                                      ///< "[CNode]12", up to 2.2
    bool spacedHeader = false;                                      ///< "#IR entry      :", up to 2.0
    bool header = false;                                            ///< "# IR entry:", from 2.1
    bool instance = false;                                          ///< "subgraph instance", from 1.7
    bool constVector = false;                                       ///< "]x[const vector][2, 3]", up to 1.4
    bool bareAttrs = false;                                         ///< " {k: v}" without a title, up to 1.1
    bool dat = false;                                               ///< "Primitive::Return{prim_type=1}"
};

struct RawDump {
    std::string_view entry;
    int declaredGraphs = 0; ///< of "# Total subgraphs:"; 0 where it is not said
    int lines = 0;
    bool recognized = false; ///< at least one line of a dump was seen
    std::vector<std::pair<std::string_view, std::string_view>> attrs;
    std::vector<RawParameter> parameters;
    std::vector<RawGraph> graphs;
    RawGraph loose;                        ///< nodes outside any graph: the text is an excerpt
    int failedGraph = -1, failedNode = -1; ///< the node behind the last "#---> k" marker
    EraSigns signs;
    std::vector<ParseNote> notes;
};

RawDump scan(std::string_view text);

} // namespace jitscope::inline ir
