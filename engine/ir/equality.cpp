// SPDX-License-Identifier: Apache-2.0
// Compares modules part by part, pairing the nodes that stand at the same place.
#include "engine/ir/equality.h"

#include "engine/base/text.h"
#include "engine/ir/irvalue.h"
#include "engine/ir/nodetables.h"

namespace jitscope::inline ir {

namespace {

/** Says how two things differ, or nothing. */
std::string differing(const char *what, const std::string &a, const std::string &b) {
    return a == b ? std::string() : std::string(what) + " is " + a + " in one and " + b + " in the other";
}

/** The first of several findings that found something. */
std::string firstOf(std::initializer_list<std::string> findings) {
    for (const std::string &finding : findings)
        if (!finding.empty()) return finding;
    return {};
}

std::string spansText(const SpanList &spans) {
    std::vector<std::string> pieces;
    if (spans)
        for (const SourceSpan &span : *spans)
            pieces.push_back(format("%s:%d~%d,%d~%d %s", span.file.c_str(), span.line, span.endLine, span.column,
                                    span.endColumn, span.text.c_str()));
    return join(pieces, "; ");
}

class GraphComparison {
public:
    GraphComparison(const Graph &a, const Graph &b)
        : m_a(a)
        , m_b(b) {}

    std::string run() {
        std::string found =
            firstOf({differing("the name", m_a.name, m_b.name), differing("the parent", m_a.parent, m_b.parent),
                     count("parameters", m_a.parameters.size(), m_b.parameters.size()),
                     count("calls", m_a.nodes.size(), m_b.nodes.size()),
                     differing("the list of attributes", ir::attributesText(m_a.attrs), ir::attributesText(m_b.attrs)),
                     differing("the source", spansText(m_a.spans), spansText(m_b.spans))});
        for (size_t i = 0; found.empty() && i < m_a.parameters.size(); ++i)
            found = pair(format("parameter %zu", i + 1), m_a.parameters[i], m_b.parameters[i]);
        for (size_t i = 0; found.empty() && i < m_a.nodes.size(); ++i)
            found = pair(format("call %zu", i), m_a.nodes[i], m_b.nodes[i]);
        if (found.empty()) found = reference("the output", m_a.output, m_b.output);
        return found.empty() ? found : "@" + m_a.name + ": " + found;
    }

private:
    static std::string count(const char *what, size_t a, size_t b) {
        return a == b ? std::string() : format("%zu %s in one and %zu in the other", a, what, b);
    }

    /** Two nodes that stand at the same place; from here on each stands for the other. */
    std::string pair(const std::string &place, const NodePtr &a, const NodePtr &b) {
        std::string found = firstOf({
            a->kind == b->kind ? "" : "the kind differs",
            a->isParameter() ? differing("the name", a->name, b->name) : "",
            differing("the operator", a->op + a->callee, b->op + b->callee),
            differing("the type", ir::typeText(ir::printedType(*a)), ir::typeText(ir::printedType(*b))),
            differing("primitive_attrs", ir::attributesText(a->primitiveAttrs), ir::attributesText(b->primitiveAttrs)),
            differing("cnode_attrs", ir::attributesText(a->attrs), ir::attributesText(b->attrs)),
            differing("cnode_primal_attrs", ir::attributesText(a->dumpText().primalAttrs),
                      ir::attributesText(b->dumpText().primalAttrs)),
            differing("the instance name", a->dumpText().instanceName, b->dumpText().instanceName),
            a->isCall() ? differing("the scope", a->scope, b->scope) : "",
            a->isCall() ? differing("the source", spansText(a->spans), spansText(b->spans)) : "",
            count("inputs", a->inputs.size(), b->inputs.size()),
            reference("the function", a->function, b->function),
        });
        for (size_t i = 0; found.empty() && i < a->inputs.size(); ++i)
            found = reference(format("input %zu", i).c_str(), a->inputs[i], b->inputs[i]);
        m_partner[a.get()] = b.get();
        return found.empty() ? found : place + " (" + (a->op.empty() ? a->name : a->op) + "): " + found;
    }

    /** Two uses: of nodes that were paired, or of equal constants. Free variables are compared by name. */
    std::string reference(const char *what, const NodePtr &a, const NodePtr &b) const {
        if (!a || !b) return a == b ? std::string() : std::string(what) + " is missing in one";
        if (a->kind != b->kind) return std::string(what) + " is another kind of node";
        if (a->isConstant()) return differing(what, ir::valueText(a->value), ir::valueText(b->value));
        const auto partner = m_partner.find(a.get());
        if (partner == m_partner.end()) return differing(what, a->name, b->name);
        return partner->second == b.get() ? std::string() : std::string(what) + " is another node";
    }

    const Graph &m_a;
    const Graph &m_b;
    NodeMap<const Node *> m_partner;
};

} // namespace

std::string structuralDifference(const Module &a, const Module &b) {
    if (a.graphs.size() != b.graphs.size())
        return format("%zu graphs in one and %zu in the other", a.graphs.size(), b.graphs.size());
    const std::string found =
        differing("the list of attributes", ir::attributesText(a.attrs), ir::attributesText(b.attrs));
    if (!found.empty()) return found;
    for (size_t i = 0; i < a.graphs.size(); ++i) {
        const std::string inGraph = GraphComparison(*a.graphs[i], *b.graphs[i]).run();
        if (!inGraph.empty()) return inGraph;
    }
    return {};
}

} // namespace jitscope::inline ir
