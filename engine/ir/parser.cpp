// SPDX-License-Identifier: Apache-2.0
// The second half of reading a dump: scanned graphs become connected nodes.
#include "engine/base/text.h"
#include "engine/ir/irlexer.h"
#include "engine/ir/irscan.h"
#include "engine/ir/irtext.h"
#include "engine/ir/irvalue.h"
#include "engine/ops/opdef.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace jitscope::inline ir {

namespace {

using ir::Brackets;
using ir::EraSigns;
using ir::RawDump;
using ir::RawGraph;
using ir::RawNode;
using ir::RawParameter;
using ir::singleLine;
using ir::splitList;

constexpr size_t npos = std::string_view::npos;
/** Larger files are no dumps; lines and positions stay within an int. */
constexpr size_t maxTextBytes = size_t(1) << 30;

std::string eraOf(const EraSigns &signs) {
    struct Rule {
        bool holds;
        const char *era;
    };
    const Rule rules[] = {
        {signs.nodeCounting || signs.fullNames || signs.primFunc || signs.columns, "2.3+"},
        {signs.dat, "1.7-2.0"},
        {signs.bareAttrs && signs.constVector, "1.0-1.1"},
        {signs.constVector, "1.2-1.4"},
        {signs.spacedHeader && signs.instance, "1.7-2.0"},
        {signs.spacedHeader, "1.5-1.6"},
        {signs.header || signs.instance, "2.1-2.2"},
        {signs.bracketNames, "1.5-2.2"},
    };
    for (const Rule &rule : rules)
        if (rule.holds) return rule.era;
    return "unknown";
}

/** "%para12_fc.weight" without "%para12_". */
std::string_view parameterName(std::string_view token) {
    const size_t underscore = token.find('_');
    return underscore == npos ? token : token.substr(underscore + 1);
}

/** "%para12" of "%para12_x": dumps of an early stage print the same parameter with two names. */
std::string_view parameterNumber(std::string_view token) {
    return token.substr(0, token.find('_'));
}

/** "Default/fc-Dense/MatMul-op3" taken apart. */
struct FullName {
    std::string scope;
    int number = -1;
};

FullName splitFullName(std::string_view text, const Node &node) {
    FullName result;
    const size_t slash = text.rfind('/');
    const std::string_view last = slash == npos ? text : text.substr(slash + 1);
    const size_t mark = last.rfind("-op");
    const auto number = mark == npos ? std::nullopt : ir::wholeNumber(last.substr(mark + 3));
    const std::string_view name = number ? last.substr(0, mark) : last;
    const bool isNode = number || name == node.op || name == node.callee;
    if (number && *number >= 0 && *number < (1 << 30)) result.number = int(*number);
    if (isNode) text = slash == npos ? std::string_view() : text.substr(0, slash);
    // Calls of a computed function have no name: their full name is their number in the file.
    if (!ir::wholeNumber(text)) result.scope = std::string(text);
    return result;
}

/** What is applied, without the prefixes and appendices of the versions. */
struct Head {
    std::string op, callee;
    std::string_view function;   ///< "%5" or "$(@g:n)" when it is computed
    std::string_view functions;  ///< "@FuncUnion(@a, @b)"
    std::string_view attributes; ///< of .dat files: "[k=v, ...]"
    char separator = ':';
};

Head readHead(std::string_view text) {
    Head head;
    if (text.starts_with("call @")) {
        head.callee = singleLine(text.substr(6));
        return head;
    }
    if (text.starts_with('%') || text.starts_with("$(")) {
        const size_t bracket = text.find('[');
        head.function = trimmed(text.substr(0, bracket));
        if (bracket != npos && text.ends_with(']'))
            head.functions = text.substr(bracket + 1, text.size() - bracket - 2);
        return head;
    }
    if (const size_t colons = text.find("::"); colons != npos && text.find('{') != npos)
        text.remove_prefix(colons + 2); // "DoSignaturePrimitive::S-Prim-Sub{prim_type=1}[...]"
    const size_t bracket = text.find('[');
    if (bracket != npos && text.ends_with(']')) {
        head.attributes = text.substr(bracket + 1, text.size() - bracket - 2);
        head.separator = head.attributes.find(": ") == npos ? '=' : ':';
        text = text.substr(0, bracket);
    }
    text = text.substr(0, text.find('{'));
    constexpr std::string_view primitive = "PrimFunc_";
    if (text.starts_with(primitive)) text.remove_prefix(primitive.size());
    head.op = singleLine(text);
    return head;
}

class Builder {
public:
    explicit Builder(RawDump dump)
        : m_dump(std::move(dump)) {
        m_result.notes = std::move(m_dump.notes);
    }

    ParsedModule run() {
        m_result.era = eraOf(m_dump.signs);
        if (m_dump.graphs.empty() || !m_dump.loose.nodes.empty()) addExcerpt();
        uniteNames();
        m_entry = entryIndex();
        m_built.resize(m_dump.graphs.size());
        for (const size_t index : parentsFirst())
            build(index);
        assemble();
        return std::move(m_result);
    }

private:
    void note(int line, std::string message) {
        if (m_result.notes.size() < 200) m_result.notes.push_back({line, std::move(message)});
    }

    // --- the set of graphs -----------------------------------------------------------------------------------------

    /** Nodes that stand outside of any graph become a graph of their own. */
    void addExcerpt() {
        m_dump.loose.name = "excerpt";
        m_dump.graphs.push_back(std::move(m_dump.loose));
        if (m_dump.failedNode >= 0 && m_dump.failedGraph < 0) m_dump.failedGraph = int(m_dump.graphs.size()) - 1;
    }

    /** An analyze_fail.ir shows one function several times; each graph needs a name of its own. */
    void uniteNames() {
        std::unordered_set<std::string> taken;
        for (const RawGraph &graph : m_dump.graphs) {
            std::string name(graph.name);
            for (int copy = 2; !taken.insert(name).second; ++copy)
                name = std::string(graph.name) + format(".%d", copy);
            if (name != graph.name) note(graph.line, "a second subgraph @" + std::string(graph.name));
            m_names.push_back(std::move(name));
        }
        for (size_t i = 0; i < m_names.size(); ++i)
            m_indexOf.emplace(m_dump.graphs[i].name, i);
    }

    /** A graph uses nodes of its parents, so these are built before. */
    std::vector<size_t> parentsFirst() const {
        std::vector<size_t> order;
        std::vector<bool> seen(m_dump.graphs.size());
        for (size_t start = 0; start < m_dump.graphs.size(); ++start) {
            std::vector<size_t> chain;
            for (size_t index = start; !seen[index];) {
                seen[index] = true;
                chain.push_back(index);
                const auto parent = m_indexOf.find(m_dump.graphs[index].parent);
                if (parent == m_indexOf.end()) break;
                index = parent->second;
            }
            order.insert(order.end(), chain.rbegin(), chain.rend());
        }
        return order;
    }

    /** The entry that the header names, else the first graph that no other refers to. */
    size_t entryIndex() const {
        if (const auto found = m_indexOf.find(m_dump.entry); found != m_indexOf.end()) return found->second;
        std::unordered_set<std::string_view> referred;
        for (const RawGraph &graph : m_dump.graphs)
            for (const RawNode &node : graph.nodes)
                for (const std::string_view text : {node.head, node.arguments})
                    for (size_t at = text.find('@'); at != npos; at = text.find('@', at + 1))
                        referred.insert(text.substr(at + 1, text.find_first_of("), ", at + 1) - at - 1));
        for (size_t i = 0; i < m_names.size(); ++i)
            if (!referred.contains(m_dump.graphs[i].name)) return i;
        return 0;
    }

    void assemble() {
        m_result.module.graphs.push_back(m_built[m_entry]);
        for (size_t i = 0; i < m_built.size(); ++i)
            if (i != m_entry) m_result.module.graphs.push_back(m_built[i]);
        for (const auto &[key, value] : m_dump.attrs)
            m_result.module.attrs.emplace_back(singleLine(key), ir::parseBare(value));
    }

    // --- one graph -------------------------------------------------------------------------------------------------

    void build(size_t index) {
        const RawGraph &raw = m_dump.graphs[index];
        auto graph = std::make_shared<Graph>();
        m_built[index] = graph;
        m_graph = graph.get();
        m_numbered.clear();
        m_parameters.clear();
        m_isExcerpt = raw.line == 0;
        graph->name = m_names[index];
        graph->parent = std::string(raw.parent);
        graph->spans = spansOf(raw.spans);
        const std::string instance = singleLine(raw.instance);
        if (instance != graph->name) graph->instance = instance;
        for (const auto &[key, value] : raw.attrs)
            graph->attrs.emplace_back(singleLine(key), ir::parseBare(value));
        addParameters(raw, index == m_entry);
        for (size_t i = 0; i < raw.nodes.size(); ++i)
            add(raw.nodes[i], int(index) == m_dump.failedGraph && int(i) == m_dump.failedNode);
    }

    /** The entry's parameters stand in the file's header, those of others in their own line with types above it. */
    void addParameters(const RawGraph &raw, bool isEntry) {
        if (raw.parameters.empty() && (isEntry || m_isExcerpt)) {
            for (const RawParameter &parameter : m_dump.parameters)
                addParameter(parameter.token, typeOf(parameter.type));
            return;
        }
        std::vector<std::string_view> types;
        if (raw.parameterTypes.size() > 2)
            types = splitList(raw.parameterTypes.substr(1, raw.parameterTypes.size() - 2), Brackets::WithAngles);
        for (size_t i = 0; i < raw.parameters.size(); ++i) {
            const RawParameter &parameter = raw.parameters[i];
            std::string_view type = parameter.type;
            if (type.empty() && i < types.size()) type = types[i];
            if (type.empty()) type = headerType(parameter.token);
            addParameter(parameter.token, typeOf(type));
        }
    }

    std::string_view headerType(std::string_view token) const {
        for (const RawParameter &parameter : m_dump.parameters)
            if (parameter.token == token) return parameter.type;
        return {};
    }

    NodePtr addParameter(std::string_view token, Abstract type) {
        auto node = std::make_shared<Node>();
        node->id = m_ids.next();
        node->kind = NodeKind::Parameter;
        node->name = singleLine(parameterName(token));
        node->abstract = std::move(type);
        m_graph->parameters.push_back(node);
        m_parameters[token] = node;
        m_parameters.emplace(parameterNumber(token), node);
        m_allParameters[token] = node;
        m_allParameters.emplace(parameterNumber(token), node);
        return node;
    }

    // --- one node --------------------------------------------------------------------------------------------------

    void add(const RawNode &raw, bool failed) {
        const auto arguments = splitList(raw.arguments);
        std::vector<std::string_view> types;
        for (const std::string_view group : raw.inputTypes)
            for (const std::string_view type : splitList(group, Brackets::WithAngles))
                types.push_back(type);
        const Head head = readHead(raw.head);
        const auto inputAt = [&](size_t i) {
            // The list of types is of use only where it has one for each argument.
            const std::string_view type = types.size() == arguments.size() ? types[i] : std::string_view();
            return input(arguments[i], type, raw, takesDType(head.op, i));
        };
        if (raw.isReturn) {
            if (arguments.size() > 1) note(raw.line, "Return of several values: the first is kept");
            m_graph->output = arguments.empty() ? constant(Value(), {}) : inputAt(0);
            return;
        }
        auto node = std::make_shared<Node>();
        node->name = singleLine(raw.name);
        node->op = OpName(head.op);
        node->callee = head.callee;
        if (!head.function.empty()) setFunction(*node, head.function, raw);
        for (size_t i = 0; i < arguments.size(); ++i)
            node->inputs.push_back(inputAt(i));
        node->id = m_ids.next();
        node->abstract = typeOf(raw.outputType);
        node->primitiveAttrs = attributesOf(raw.primitiveAttrs);
        if (!head.attributes.empty()) node->primitiveAttrs = ir::parseAttributes(head.attributes, head.separator);
        node->attrs = attributesOf(raw.attrs);
        node->spans = spansOf(raw.spans);
        FullName name = splitFullName(raw.scope, *node);
        node->scope = std::move(name.scope);
        const DumpText dump = {.primalAttrs = attributesOf(raw.primalAttrs),
                               .instanceName = singleLine(raw.instanceName),
                               .opNumber = name.number,
                               .extraText = extraText(raw, head)};
        if (dump != DumpText()) node->dump = std::make_shared<const DumpText>(dump);
        if (failed) {
            m_result.failed = node->id;
            m_result.failedLine = raw.line;
        }
        if (!m_numbered.insert_or_assign(raw.number, node).second)
            note(raw.line, "%" + std::string(raw.number) + " is defined a second time");
        m_graph->nodes.push_back(std::move(node));
    }

    /** A function that an excerpt does not show is an operator of its own: "call %5". */
    void setFunction(Node &node, std::string_view text, const RawNode &raw) {
        const NodePtr function = input(text, {}, raw, false);
        if (function->isConstant()) {
            node.op = OpName("call " + singleLine(text));
        } else {
            node.function = function;
        }
    }

    static std::string extraText(const RawNode &raw, const Head &head) {
        std::vector<std::string> lines;
        if (!head.functions.empty()) lines.push_back(singleLine(head.functions));
        for (const std::string_view line : raw.extra)
            lines.push_back(singleLine(line));
        return join(lines, "\n");
    }

    static bool takesDType(const std::string &primitive, size_t index) {
        const OpDef *op = findOp(primitive);
        if (!op || index >= op->params.size()) return false;
        return op->params[index].kind == ParamKind::DType || op->params[index].kind == ParamKind::DTypeOrNone;
    }

    NodePtr constant(Value value, std::string_view type) {
        auto node = std::make_shared<Node>();
        node->id = m_ids.next();
        node->kind = NodeKind::Constant;
        // A value that is known says more of its type than the dump, which elides it.
        node->abstract = value.asOpaque() ? typeOf(type) : Abstract::constant(value);
        node->value = std::move(value);
        return node;
    }

    NodePtr input(std::string_view text, std::string_view type, const RawNode &raw, bool isDType) {
        if (text.starts_with("%para")) return parameter(text, type, raw);
        if (text.starts_with('%')) return numbered(text, type, raw);
        if (text.starts_with("$(@")) return freeVariable(text, type, raw);
        Value value = valueOf(text);
        if (isDType && value.asInt())
            if (const auto dtype = dtypeWithTypeId(*value.asInt())) value = Value(*dtype);
        return constant(std::move(value), type);
    }

    NodePtr parameter(std::string_view token, std::string_view type, const RawNode &raw) {
        for (const std::string_view name : {token, parameterNumber(token)})
            for (const auto *scope : {&m_parameters, &m_allParameters})
                if (const auto found = scope->find(name); found != scope->end()) return found->second;
        if (m_isExcerpt || m_dump.parameters.empty()) return addParameter(token, typeOf(type));
        note(raw.line, std::string(token) + " is not a parameter of any graph");
        return constant(Value(Opaque{std::string(token)}), type);
    }

    /** What an excerpt does not show stays as the text of its use. */
    NodePtr numbered(std::string_view text, std::string_view type, const RawNode &raw) {
        if (const auto found = m_numbered.find(text.substr(1)); found != m_numbered.end()) return found->second;
        if (!m_isExcerpt) note(raw.line, singleLine(text.substr(0, 80)) + " is not defined before it is used");
        return constant(Value(Opaque{singleLine(text)}), type);
    }

    /** "$(@graph:name)": a node or parameter of an enclosing graph. */
    NodePtr freeVariable(std::string_view text, std::string_view type, const RawNode &raw) {
        const size_t colon = text.rfind(':');
        if (colon != npos && text.ends_with(')')) {
            const std::string_view graph = text.substr(3, colon - 3);
            const std::string_view name = text.substr(colon + 1, text.size() - colon - 2);
            if (NodePtr found = nodeOf(graph, name)) return found;
        }
        if (!m_isExcerpt) note(raw.line, singleLine(text.substr(0, 80)) + " is not a node of an enclosing graph");
        return constant(Value(Opaque{singleLine(text)}), type);
    }

    NodePtr nodeOf(std::string_view graphName, std::string_view name) {
        const auto index = m_indexOf.find(graphName);
        if (index == m_indexOf.end() || !m_built[index->second]) return nullptr;
        const std::string token = "%" + std::string(name);
        if (const auto found = m_allParameters.find(token); found != m_allParameters.end()) return found->second;
        const Graph &graph = *m_built[index->second];
        if (name.starts_with('%')) {
            const auto number = ir::wholeNumber(name.substr(1));
            const bool exists = number && *number >= 0 && *number < int64_t(graph.nodes.size());
            return exists ? graph.nodes[size_t(*number)] : nullptr;
        }
        auto &names = m_nodesByName[index->second];
        if (names.empty())
            for (const NodePtr &node : graph.nodes)
                names.emplace(node->name, node);
        const auto found = names.find(std::string(name));
        return found == names.end() ? nullptr : found->second;
    }

    // --- texts that recur in thousands of nodes are read once -----------------------------------------------------

    const Abstract &typeOf(std::string_view text) {
        const auto [known, isNew] = m_types.try_emplace(text);
        if (isNew) known->second = ir::parseType(text);
        return known->second;
    }

    const Value &valueOf(std::string_view text) {
        const auto [known, isNew] = m_values.try_emplace(text);
        if (isNew) known->second = ir::parseValue(text);
        return known->second;
    }

    const Attributes &attributesOf(std::string_view text) {
        const auto [known, isNew] = m_attributes.try_emplace(text);
        if (isNew) known->second = ir::parseAttributes(text);
        return known->second;
    }

    // --- source lines ----------------------------------------------------------------------------------------------

    /** One list for all nodes that carry the same text. */
    SpanList spansOf(std::string_view block) {
        if (block.empty()) return nullptr;
        SpanList &known = m_spans[block];
        if (!known) known = readSpans(block);
        return known;
    }

    SpanList readSpans(std::string_view block) const {
        auto spans = std::make_shared<std::vector<SourceSpan>>();
        while (!block.empty()) {
            const size_t end = std::min(block.find('\n'), block.size());
            const std::string_view line = block.substr(0, end);
            block.remove_prefix(std::min(end + 1, block.size()));
            constexpr std::string_view title = "In file ";
            const size_t start = line.find(title);
            if (start == npos || line.find('#') > start) continue;
            if (auto span = ir::parseLocation(line.substr(start + title.size()))) spans->push_back(std::move(*span));
        }
        // From 2.3 on a dump tells the call chain from the outside in; before, from the inside out.
        if (m_result.era == "2.3+") std::reverse(spans->begin(), spans->end());
        return spans->empty() ? nullptr : SpanList(std::move(spans));
    }

    RawDump m_dump;
    ParsedModule m_result;
    IdSource m_ids;
    size_t m_entry = 0;
    std::vector<std::string> m_names; ///< of the graphs, each its own
    std::unordered_map<std::string_view, size_t> m_indexOf;
    std::vector<std::shared_ptr<Graph>> m_built;
    std::unordered_map<std::string_view, SpanList> m_spans;
    std::unordered_map<std::string_view, Abstract> m_types;
    std::unordered_map<std::string_view, Value> m_values;
    std::unordered_map<std::string_view, Attributes> m_attributes;
    std::unordered_map<std::string_view, NodePtr> m_allParameters;
    std::unordered_map<size_t, std::unordered_map<std::string, NodePtr>> m_nodesByName;

    Graph *m_graph = nullptr; ///< being built
    bool m_isExcerpt = false;
    std::unordered_map<std::string_view, NodePtr> m_numbered;
    std::unordered_map<std::string_view, NodePtr> m_parameters;
};

Error errorAt(const std::string &path, int line, const std::string &message) {
    return Error{format("%s:%d: ", path.c_str(), line) + message};
}

} // namespace

Result<ParsedModule> parseModule(std::string_view text, const std::string &path) {
    if (text.size() > maxTextBytes) return Error{path + ": larger than 1 GB, which no IR dump is"};
    RawDump dump = ir::scan(text);
    if (!dump.recognized) return Error{path + ": no MindSpore IR in it"};
    for (const RawGraph &graph : dump.graphs)
        if (&graph == &dump.graphs.back() && !graph.closed)
            return errorAt(path, dump.lines,
                           "the file ends inside subgraph @" + std::string(graph.name) + ": it was cut off");
    const int printed = int(dump.graphs.size());
    if (dump.declaredGraphs > 0 && printed == 0)
        return errorAt(path, dump.lines, "the file ends before its first subgraph: it was cut off");
    if (dump.declaredGraphs > printed)
        return errorAt(path, dump.lines,
                       format("the file ends after %d of %d subgraphs: it was cut off", printed, dump.declaredGraphs));
    return Builder(std::move(dump)).run();
}

} // namespace jitscope::inline ir
