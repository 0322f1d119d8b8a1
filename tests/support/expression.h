// SPDX-License-Identifier: Apache-2.0
// Graphs as one line of text, for tests: "t = Exp(x); Add(t, Mul(y, 2))" is read into a graph and printed from one.
//
// The names x y (f32[2,3]), row (f32[3]), column (f32[2,1]), s (f32[]), m n (f32[3,3]), i j (i32[2,3]) and
// image (f32[2,3,1,4]) are parameters; those that occur become parameters of the graph, in this order.
#pragma once

#include "engine/base/text.h"
#include "engine/capture/graphcapture.h"
#include "engine/ir/nodetables.h"
#include "engine/ops/opdef.h"

#include <cctype>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace jitscope::testing {

struct KnownParameter {
    const char *name;
    DType dtype;
    Dims shape;
};

inline const std::vector<KnownParameter> &knownParameters() {
    static const std::vector<KnownParameter> all = {
        {"x", DType::Float32, {2, 3}},           {"y", DType::Float32, {2, 3}}, {"row", DType::Float32, {3}},
        {"column", DType::Float32, {2, 1}},      {"s", DType::Float32, {}},     {"m", DType::Float32, {3, 3}},
        {"n", DType::Float32, {3, 3}},           {"i", DType::Int32, {2, 3}},   {"j", DType::Int32, {2, 3}},
        {"image", DType::Float32, {2, 3, 1, 4}},
    };
    return all;
}

/** Reads statements "name = expression" separated by ';'; the last one, without a name, is the result. */
class ExpressionReader {
public:
    explicit ExpressionReader(std::string text)
        : m_text(std::move(text)) {}

    Module read(GraphCapture &capture) {
        m_capture = &capture;
        capture.openGraph("test", nullptr);
        for (const KnownParameter &known : knownParameters())
            if (mentions(known.name))
                m_names[known.name] = capture.addParameter(known.name, Abstract::tensor(known.dtype, known.shape));
        NodePtr last;
        while (true) {
            const size_t start = m_at;
            const std::string name = word();
            const bool isNamed = !name.empty() && take('=');
            if (!isNamed) m_at = start;
            last = expression(isNamed ? name : std::string());
            if (isNamed) m_names[name] = last;
            if (!take(';')) break;
        }
        skipSpace();
        if (m_at != m_text.size()) fail("what is this?");
        capture.closeGraph(last);
        return capture.finish();
    }

private:
    [[noreturn]] void fail(const std::string &why) const {
        throw std::invalid_argument(why + " at '" + m_text.substr(m_at) + "' in " + m_text);
    }
    bool mentions(const std::string &name) const {
        const auto isPart = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
        for (size_t at = m_text.find(name); at != std::string::npos; at = m_text.find(name, at + 1)) {
            const bool starts = at == 0 || !isPart(m_text[at - 1]);
            const size_t end = at + name.size();
            if (starts && (end == m_text.size() || !isPart(m_text[end]))) return true;
        }
        return false;
    }
    void skipSpace() {
        while (m_at < m_text.size() && m_text[m_at] == ' ')
            ++m_at;
    }
    bool take(char wanted) {
        skipSpace();
        if (m_at == m_text.size() || m_text[m_at] != wanted) return false;
        ++m_at;
        return true;
    }
    std::string word() {
        skipSpace();
        const size_t start = m_at;
        while (m_at < m_text.size() && (std::isalnum(static_cast<unsigned char>(m_text[m_at])) || m_text[m_at] == '_'))
            ++m_at;
        if (m_at > start && std::isdigit(static_cast<unsigned char>(m_text[start]))) m_at = start;
        return m_text.substr(start, m_at - start);
    }

    /** A number, True, False, None, a dtype ("float32"), a text in single quotes, or a tuple of those. */
    Value constant() {
        skipSpace();
        if (take('\'')) {
            const size_t end = m_text.find('\'', m_at);
            if (end == std::string::npos) fail("a quote is missing");
            const std::string text = m_text.substr(m_at, end - m_at);
            m_at = end + 1;
            return text;
        }
        if (take('(')) {
            std::vector<Value> items;
            while (!take(')')) {
                items.push_back(constant());
                take(',');
            }
            return Value::tuple(std::move(items));
        }
        const size_t start = m_at;
        while (m_at < m_text.size() && (std::isalnum(static_cast<unsigned char>(m_text[m_at])) ||
                                        std::string("+-._").find(m_text[m_at]) != std::string::npos))
            ++m_at;
        const std::string token = m_text.substr(start, m_at - start);
        if (token == "True" || token == "False") return token == "True";
        if (token == "None") return {};
        if (const auto dtype = dtypeNamed(token)) return *dtype;
        if (token.empty()) fail("a constant is missing");
        if (token.find_first_of(".einf") != std::string::npos) return std::stod(token);
        return int64_t(std::stoll(token));
    }

    NodePtr expression(const std::string &variable) {
        const size_t start = m_at;
        const std::string name = word();
        if (const auto known = m_names.find(name); known != m_names.end()) return known->second;
        if (name.empty() || !take('(')) {
            m_at = start;
            return m_capture->constant(constant());
        }
        std::vector<NodePtr> inputs;
        while (!take(')')) {
            inputs.push_back(expression({}));
            take(',');
        }
        if (name == "MakeTuple") return m_capture->makeTuple(std::move(inputs), nullptr, {});
        if (name == "TupleGetItem") return m_capture->getItem(inputs.at(0), *inputs.at(1)->value->asInt(), nullptr, {});
        const OpDef *op = findOp(name);
        if (!op) fail("no operator " + name);
        for (size_t i = inputs.size(); i < op->params.size(); ++i)
            inputs.push_back(m_capture->constant(op->params[i].defaultValue));
        auto call = m_capture->addCall(*op, std::move(inputs), variable, nullptr, "Default");
        if (!call) fail(call.error().message);
        return *call;
    }

    std::string m_text;
    size_t m_at = 0;
    GraphCapture *m_capture = nullptr;
    std::map<std::string, NodePtr> m_names;
};

/** Prints a graph the way ExpressionReader reads it; trailing default arguments are left out, shared calls named t1...
 */
class ExpressionPrinter {
public:
    explicit ExpressionPrinter(const Graph &graph)
        : m_graph(graph)
        , m_uses(useCounts(graph)) {}

    std::string print() {
        for (const NodePtr &node : m_graph.nodes) {
            const std::string text = textOfCall(*node);
            const auto uses = m_uses.find(node.get());
            const int count = uses == m_uses.end() ? 0 : uses->second;
            if (count == 1) {
                m_texts[node.get()] = text;
                continue;
            }
            const std::string name = count == 0 ? "unused" : format("t%d", ++m_shared);
            m_statements += name + " = " + text + "; ";
            m_texts[node.get()] = name;
        }
        return m_statements + textOf(*m_graph.output);
    }

private:
    std::string textOf(const Node &node) const {
        if (node.isParameter()) return node.name;
        return node.isConstant() ? textOfValue(node.value) : m_texts.at(&node);
    }

    std::string textOfCall(const Node &node) const {
        size_t count = node.inputs.size();
        if (const OpDef *op = node.op.empty() ? nullptr : findOp(node.op))
            while (count > 0 && count <= op->params.size() && op->params[count - 1].hasDefault &&
                   node.inputs[count - 1]->isConstant() &&
                   node.inputs[count - 1]->value == op->params[count - 1].defaultValue)
                --count;
        std::vector<std::string> inputs;
        for (size_t i = 0; i < count; ++i)
            inputs.push_back(textOf(*node.inputs[i]));
        return (node.callee.empty() ? node.op : node.callee) + "(" + join(inputs, ", ") + ")";
    }

    static std::string textOfValue(const Value &value) {
        if (const int64_t *number = value.asInt()) return std::to_string(*number);
        if (const double *number = value.asDouble()) return textOfDouble(*number);
        if (const bool *truth = value.asBool()) return *truth ? "True" : "False";
        if (const std::string *text = value.asString()) return "'" + *text + "'";
        if (const DType *dtype = value.asDType()) return std::string(info(*dtype).python);
        if (const Tensor *tensor = value.asTensor()) return textOfTensor(*tensor);
        std::vector<std::string> items;
        if (const Sequence *sequence = value.asSequence())
            for (const Value &item : sequence->items)
                items.push_back(textOfValue(item));
        return value.isNone() ? "None" : "(" + join(items, ", ") + ")";
    }

    /** "2.0" for 2, so that it reads back as a double. */
    static std::string textOfDouble(double number) {
        const std::string text = shortestNumber(number);
        return text.find_first_of(".ein") == std::string::npos ? text + ".0" : text;
    }

    static std::string textOfTensor(const Tensor &tensor) {
        std::vector<std::string> elements;
        for (int64_t i = 0; i < std::min<int64_t>(tensor.count(), 8); ++i)
            elements.push_back(shortestNumber(tensor.at(i)));
        return std::string(info(tensor.dtype()).brief) + toString(tensor.shape()) + "{" + join(elements, " ") + "}";
    }

    const Graph &m_graph;
    NodeMap<int> m_uses;
    std::unordered_map<const Node *, std::string> m_texts;
    std::string m_statements;
    int m_shared = 0;
};

inline Module readExpression(const std::string &text, GraphCapture &capture) {
    return ExpressionReader(text).read(capture);
}

/** The entry as text; further graphs follow, one a line, as "name: text". */
inline std::string expressionOf(const Module &module) {
    std::string text = ExpressionPrinter(*module.entry()).print();
    for (size_t i = 1; i < module.graphs.size(); ++i)
        text += "\n" + module.graphs[i]->name + ": " + ExpressionPrinter(*module.graphs[i]).print();
    return text;
}

} // namespace jitscope::testing
