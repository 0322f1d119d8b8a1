// SPDX-License-Identifier: Apache-2.0
// The text of analyze_fail.ir from the graphs that were open when an inference failed.
#include "engine/capture/analyzefail.h"

#include "engine/base/text.h"
#include "engine/ir/irtext.h"

#include <algorithm>
#include <climits>

namespace jitscope::inline capture {

namespace {

const std::string rule = "# " + std::string(95, '=') + "\n";

/** A comment between two rules. */
std::string banner(const std::vector<std::string> &lines) {
    std::string text = rule;
    for (const std::string &line : lines)
        text += "# " + line + "\n";
    return text + rule;
}

/** The call of the next graph, or what failed, as a node whose result is not known. */
NodePtr unfinished(Node node, int64_t id) {
    node.id = NodeId{id};
    node.kind = NodeKind::Call;
    node.abstract = Abstract();
    node.abstract.write().text = "null";
    return std::make_shared<const Node>(std::move(node));
}

/** "CNode_3", "param_x", "ValueNode<...>": a node in the list of the order. */
std::string orderName(const Node &node) {
    if (node.isParameter()) return "param_" + node.name;
    if (node.isConstant()) return "ValueNode<Value> " + toString(node.value);
    return node.name;
}

std::string orderText(const Graph &graph) {
    std::string text = "# Order:\n";
    int number = 0;
    for (const NodePtr &node : graph.nodes) {
        const std::string called =
            node->op.empty() ? "ValueNode<FuncGraph> " + node->callee : "ValueNode<Primitive> " + node->op;
        text += format("#%4d: @", ++number) + graph.name + ":" + orderName(*node) + "{[0]: " + called;
        int place = 0;
        for (const NodePtr &input : node->inputs)
            text += format(", [%d]: ", ++place) + orderName(*input);
        text += "}\n";
    }
    return text;
}

/** "      # Fullname with scope: (Default/fc/Add-op0)" as "      #scope: (Default/fc)". */
std::string scopeLine(const std::string &line) {
    constexpr std::string_view title = "# Fullname with scope: (";
    const size_t start = line.find(title), slash = line.rfind('/');
    if (start == std::string::npos) return line;
    if (slash == std::string::npos || slash < start) return line.substr(0, start) + "#scope: (Default)";
    return line.substr(0, start) + "#scope: (" + line.substr(start + title.size(), slash - start - title.size()) + ")";
}

/** The printed graphs with a marker before the last node of each, and the order of the nodes behind each. */
std::string markedText(const Module &module) {
    std::string text;
    int depth = 0;
    NodeId marked;
    for (const PrintedLine &line : printLines(module)) {
        const GraphPtr graph = module.find(line.graph);
        const NodeId last = graph && !graph->nodes.empty() ? graph->nodes.back()->id : NodeId();
        if (graph && line.node == last && marked != last) {
            text += format("\n#------------------------> %d\n", depth++);
            marked = last;
        }
        text += scopeLine(line.text) + "\n";
        if (graph && line.text == "}") text += orderText(*graph);
    }
    return text;
}

std::string logText(const std::string &message) {
    const std::string line(52, '-');
    return banner({"The following shows the last analyze fail log message."}) + "\n" + line +
           "\n- Caught exception:\n" + line + "\n" + message + "\n\n";
}

} // namespace

std::string analyzeFailText(std::vector<OpenCall> calls, const Node &failed, const std::string &message) {
    Module module;
    int64_t id = LLONG_MAX; // no node of a capture has such a number
    for (size_t i = 0; i < calls.size(); ++i) {
        Node next = failed;
        if (i + 1 < calls.size()) {
            next = Node();
            next.callee = calls[i + 1].graph.name;
            next.inputs = calls[i + 1].inputs;
            next.spans = calls[i + 1].graph.spans;
            next.scope = "Default";
        }
        if (next.name.empty()) next.name = format("CNode_%zu_failed", i);
        calls[i].graph.nodes.push_back(unfinished(std::move(next), id--));
        module.graphs.push_back(std::make_shared<const Graph>(std::move(calls[i].graph)));
    }
    if (module.graphs.empty()) return {};
    return logText(message) +
           banner({"The following shows the IR when the function graphs evaluation fails to help locate the problem.",
                   "You can search the last ------------------------> to the node which is evaluated failure.",
                   "Refer to https://www.mindspore.cn/search?inputValue=analyze_fail.ir to get more instructions."}) +
           "\n" + markedText(module) +
           banner({format("The total of function graphs in evaluation stack: %zu", module.graphs.size())}) + "\n\n" +
           banner({"The rest function graphs are the following:"}) + "No more function graphs.\n\n";
}

} // namespace jitscope::inline capture
