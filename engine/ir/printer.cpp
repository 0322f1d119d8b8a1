// SPDX-License-Identifier: Apache-2.0
// Graphs as the text of MindSpore's .ir files in the form of 2.3 and later.
#include "engine/base/text.h"
#include "engine/ir/irlexer.h"
#include "engine/ir/irtext.h"
#include "engine/ir/irvalue.h"
#include "engine/ops/opdef.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>

namespace jitscope::inline ir {

namespace {

using ir::attributesText;
using ir::bareText;
using ir::locationText;
using ir::printedType;
using ir::typeText;
using ir::valueText;

/** Primitives of the graph's own structure; MindSpore prints them bare, and those that compute as PrimFunc_Name. */
constexpr std::string_view structuralPrimitives[] = {
    "MakeTuple",   "TupleGetItem", "MakeList",
    "ListGetItem", "Load",         "Depend",
    "UpdateState", "Partial",      "Switch",
    "Return",      "StopGradient", "MakeDict",
    "J",           "SwitchLayer",  "EnvironCreate",
    "EnvironGet",  "EnvironSet",   "VirtualDataset",
    "AllReduce",   "AllGather",    "ReduceScatter",
    "Send",        "Receive",      "InsertGradientOf",
    "PyExecute",   "PyInterpret",  "UnpackCall-unpack_call",
};

/** How the operator of a call is written. Names that no primitive of a kernel has (resolve, S-Prim-Add) stay bare. */
std::string operatorText(const std::string &op) {
    const bool plain = !op.empty() && std::isupper(static_cast<unsigned char>(op[0])) &&
                       std::all_of(op.begin(), op.end(), [](unsigned char c) { return std::isalnum(c) || c == '_'; });
    const bool structural = std::find(std::begin(structuralPrimitives), std::end(structuralPrimitives), op) !=
                            std::end(structuralPrimitives);
    return (plain && !structural ? "PrimFunc_" : "") + op;
}

/** "Default/fc-Dense" and "MatMul-op3" as one path. */
std::string scopedName(const std::string &scope, const std::string &name) {
    return scope.empty() ? name : scope + "/" + name;
}

class ModulePrinter {
public:
    ModulePrinter(const Module &module, const PrintOptions &options)
        : m_module(module)
        , m_options(options) {}

    std::vector<PrintedLine> run() {
        nameParameters();
        noteImportedNumbers();
        if (m_options.detail != PrintOptions::Detail::Brief) header();
        for (size_t i = 0; i < m_module.graphs.size(); ++i)
            graph(*m_module.graphs[i], i == 0);
        return std::move(m_lines);
    }

private:
    bool brief() const { return m_options.detail == PrintOptions::Detail::Brief; }
    bool withSource() const { return m_options.detail == PrintOptions::Detail::Full; }

    // --- names -----------------------------------------------------------------------------------------------------

    /** Parameters are numbered through all graphs, as MindSpore does. */
    void nameParameters() {
        int number = 0;
        for (const GraphPtr &graph : m_module.graphs)
            for (const NodePtr &parameter : graph->parameters)
                m_names[parameter.get()] = format("%%para%d_", ++number) + parameter->name;
    }

    /** Numbers that a dump gave ("MatMul-op3") are kept, and new nodes are numbered behind them. */
    void noteImportedNumbers() {
        for (const GraphPtr &graph : m_module.graphs)
            for (const NodePtr &node : graph->nodes)
                if (node->dumpText().opNumber >= 0) {
                    int &next = m_nextNumber[calledName(*node)];
                    next = std::max(next, node->dumpText().opNumber + 1);
                }
    }

    static std::string calledName(const Node &node) {
        if (!node.op.empty()) return node.op;
        return node.callee.empty() ? "call" : node.callee;
    }

    std::string numberedName(const std::string &name, int importedNumber) {
        if (m_options.canonicalNames) return name;
        const int number = importedNumber >= 0 ? importedNumber : m_nextNumber[name]++;
        return name + format("-op%d", number);
    }

    /** "%12": the line's place in its graph, or the node's id. */
    std::string numberText(const Node &node, size_t place) const {
        const bool isById = m_options.isNumberedById || m_options.canonicalNames;
        return format("%%%lld", isById ? static_cast<long long>(node.id.value) : static_cast<long long>(place));
    }

    using Names = std::unordered_map<const Node *, std::string>;

    /** How each node is called in graphs other than its own: by its name, or by its number where that is not its own.
        Most modules have no such use. */
    const Names &freeNames() const {
        if (!m_freeNames) m_freeNames = namesOfFreeVariables();
        return *m_freeNames;
    }

    Names namesOfFreeVariables() const {
        Names names;
        if (m_module.graphs.size() < 2) return names;
        for (const GraphPtr &graph : m_module.graphs) {
            if (graph != m_module.entry())
                for (const NodePtr &parameter : graph->parameters)
                    names[parameter.get()] = "$(@" + graph->name + ":" + m_names.at(parameter.get()).substr(1) + ")";
            std::unordered_map<std::string, int> uses;
            for (const NodePtr &node : graph->nodes)
                ++uses[displayName(*node)];
            for (size_t i = 0; i < graph->nodes.size(); ++i) {
                const std::string name = displayName(*graph->nodes[i]);
                names[graph->nodes[i].get()] =
                    "$(@" + graph->name + ":" + (uses[name] == 1 ? name : numberText(*graph->nodes[i], i)) + ")";
            }
        }
        return names;
    }

    static std::string displayName(const Node &node) {
        return node.name.empty() ? format("CNode_%lld", (long long)(node.id.value)) : node.name;
    }

    /** A use of a node: its number here, its name if it belongs to an enclosing graph, or its value. */
    std::string use(const NodePtr &node) const {
        if (!node) return "None";
        if (node->isConstant()) return valueText(node->value);
        if (node->isCall() || m_ownParameters.contains(node.get()))
            if (const auto found = m_names.find(node.get()); found != m_names.end()) return found->second;
        if (const auto found = freeNames().find(node.get()); found != freeNames().end()) return found->second;
        const auto found = m_names.find(node.get());
        return found == m_names.end() ? "$(@?:" + displayName(*node) + ")" : found->second;
    }

    /** Arguments that name a dtype are printed as its number, as MindSpore's primitives take them. */
    std::string argument(const Node &call, size_t index) const {
        const NodePtr &input = call.inputs[index];
        const DType *dtype = input->isConstant() ? input->value->asDType() : nullptr;
        return dtype && takesDType(call, index) ? format("I64(%d)", info(*dtype).typeId) : use(input);
    }

    std::string argumentType(const Node &call, size_t index) const {
        const Node &input = *call.inputs[index];
        if (input.isConstant() && input.value->asDType() && takesDType(call, index)) return "<Int64, NoShape>";
        return typeText(printedType(input));
    }

    static bool takesDType(const Node &call, size_t index) {
        const OpDef *op = findOp(call.op);
        if (!op || index >= op->params.size()) return false;
        return op->params[index].kind == ParamKind::DType || op->params[index].kind == ParamKind::DTypeOrNone;
    }

    // --- lines -----------------------------------------------------------------------------------------------------

    /** Text that holds line breaks (arrays of rank 2 and more) becomes several lines of the same node. */
    void line(const std::string &text, NodeId node = {}) {
        for (std::string &part : split(text, '\n'))
            m_lines.push_back({std::move(part), node, m_graph});
    }

    void sources(const SpanList &spans, const char *indent, NodeId node = {}) {
        if (!spans || !withSource()) return;
        // A dump tells the call chain from the outside in.
        for (auto span = spans->rbegin(); span != spans->rend(); ++span)
            line(indent + ("# In file " + locationText(*span)), node);
    }

    void attributeLines(const Attributes &attributes) {
        for (const auto &[key, value] : attributes)
            line(key + ": " + bareText(value));
    }

    void header() {
        line("# IR entry: @" + m_module.entry()->name);
        line(format("# Total subgraphs: %zu", m_module.graphs.size()));
        line("");
        if (!m_module.attrs.empty()) {
            line("# Attrs:");
            attributeLines(m_module.attrs);
            line("");
        }
        const auto &parameters = m_module.entry()->parameters;
        line(format("# Total params: %zu", parameters.size()));
        line("# Params:");
        for (const NodePtr &parameter : parameters)
            line(parameterLine(*parameter), parameter->id);
        line("");
        if (!m_options.canonicalNames) counting();
    }

    std::string parameterLine(const Node &parameter) const {
        const Abstract type = printedType(parameter);
        const std::string start = m_names.at(&parameter) + ": " + typeText(type);
        if (!type.referenceKey.empty()) return start + "  :  has_default";
        if (!type.isTensor()) return start;
        std::vector<std::string> sizes;
        for (const int64_t size : type.shape)
            sizes.push_back(std::to_string(size));
        return start + " : [" + join(sizes, ", ") + "]";
    }

    void counting() {
        size_t calls = 0, others = 0;
        for (const GraphPtr &graph : m_module.graphs) {
            std::unordered_set<const Node *> constants;
            for (const NodePtr &node : graph->nodes)
                for (const NodePtr &input : node->inputs)
                    if (input->isConstant()) constants.insert(input.get());
            calls += graph->nodes.size() + (graph->output ? 1 : 0);
            others += graph->parameters.size() + constants.size();
        }
        line("Node counting information:");
        line(format("Total number of nodes: %zu", calls + others));
        line(format("Total number of cnodes: %zu", calls));
        line("");
    }

    // --- graphs and nodes ------------------------------------------------------------------------------------------

    void graph(const Graph &graph, bool isEntry) {
        m_graph = graph.name;
        m_ownParameters.clear();
        for (const NodePtr &parameter : graph.parameters)
            m_ownParameters.insert(parameter.get());
        for (size_t i = 0; i < graph.nodes.size(); ++i)
            m_names[graph.nodes[i].get()] = numberText(*graph.nodes[i], i);
        if (!brief()) graphHead(graph, isEntry);
        line(graphLine(graph, isEntry));
        for (const NodePtr &node : graph.nodes)
            call(*node);
        if (graph.output) returned(graph);
        line("}");
        line("");
        line("");
        for (const NodePtr &node : graph.nodes)
            m_names.erase(node.get());
        m_graph.clear();
    }

    void graphHead(const Graph &graph, bool isEntry) {
        line("subgraph attr:");
        attributeLines(graph.attrs);
        line("subgraph instance: " + (graph.instance.empty() ? graph.name : graph.instance));
        if (!isEntry) {
            std::vector<std::string> types;
            for (const NodePtr &parameter : graph.parameters)
                types.push_back(typeText(printedType(*parameter)));
            line(format("# Parameters: %zu, (", types.size()) + join(types, ", ") + ")");
        }
        sources(graph.spans, "");
    }

    /** The entry's parameters stand in the header, so its own list is empty. */
    std::string graphLine(const Graph &graph, bool isEntry) const {
        std::vector<std::string> parameters;
        if (!isEntry || brief())
            for (const NodePtr &parameter : graph.parameters)
                parameters.push_back(m_names.at(parameter.get()));
        const std::string parent = graph.parent.empty() ? "" : " parent: [subgraph @" + graph.parent + "]";
        return "subgraph @" + graph.name + parent + "(" + join(parameters, ", ") + ") {";
    }

    /** `%5[@FuncUnion(@a, @b)]`: what a dump knows of the functions that a computed one may be. */
    static std::string unionText(const Node &node) {
        for (const std::string &text : split(node.dumpText().extraText, '\n'))
            if (text.starts_with("@FuncUnion(")) return "[" + text + "]";
        return {};
    }

    std::string applied(const Node &node) const {
        if (node.function) return use(node.function) + unionText(node);
        return node.callee.empty() ? operatorText(node.op) : "call @" + node.callee;
    }

    std::string callLine(const Node &node) const {
        std::string text = "  " + m_names.at(&node);
        if (!m_options.canonicalNames) text += "(" + displayName(node) + ")";
        std::vector<std::string> arguments;
        for (size_t i = 0; i < node.inputs.size(); ++i)
            arguments.push_back(argument(node, i));
        text += " = " + applied(node) + "(" + join(arguments, ", ") + ")";
        if (brief()) return text;
        const DumpText &dump = node.dumpText();
        if (!dump.instanceName.empty()) text += " {instance name: " + dump.instanceName + "}";
        if (!node.primitiveAttrs.empty()) text += " primitive_attrs: " + attributesText(node.primitiveAttrs);
        if (!node.attrs.empty()) text += " cnode_attrs: " + attributesText(node.attrs);
        if (!dump.primalAttrs.empty()) text += " cnode_primal_attrs: " + attributesText(dump.primalAttrs);
        return text;
    }

    void call(const Node &node) {
        line(callLine(node), node.id);
        if (brief()) return;
        std::vector<std::string> inputs;
        for (size_t i = 0; i < node.inputs.size(); ++i)
            inputs.push_back(argumentType(node, i));
        line("      : (" + join(inputs, ", ") + ") -> (" + typeText(node.abstract) + ")", node.id);
        for (const std::string &text : split(node.dumpText().extraText, '\n'))
            if (text.starts_with("(")) line("      : " + text, node.id);
        const std::string name = scopedName(node.scope, numberedName(calledName(node), node.dumpText().opNumber));
        line("      # Fullname with scope: (" + name + ")", node.id);
        sources(node.spans, "      ", node.id);
    }

    void returned(const Graph &graph) {
        const NodeId id = graph.output->id;
        line("  Return(" + use(graph.output) + ")", id);
        m_lines.back().isReturn = true;
        if (brief()) return;
        line("      : (" + typeText(printedType(*graph.output)) + ")", id);
        line("      # Fullname with scope: (" + scopedName("Default", numberedName("Return", -1)) + ")", id);
    }

    const Module &m_module;
    PrintOptions m_options;
    std::vector<PrintedLine> m_lines;
    std::string m_graph;
    Names m_names;
    mutable std::optional<Names> m_freeNames;         ///< made when the first is looked up
    std::unordered_set<const Node *> m_ownParameters; ///< of the graph being printed
    std::unordered_map<std::string, int> m_nextNumber;
};

} // namespace

std::vector<PrintedLine> printLines(const Module &module, const PrintOptions &options) {
    if (module.graphs.empty()) return {};
    return ModulePrinter(module, options).run();
}

std::string printModule(const Module &module, const PrintOptions &options) {
    std::string text;
    for (const PrintedLine &line : printLines(module, options)) {
        text += line.text;
        text += '\n';
    }
    return text;
}

} // namespace jitscope::inline ir
