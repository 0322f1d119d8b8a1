// SPDX-License-Identifier: Apache-2.0
// Writes graphs whose nodes others use (closures) inside of the function that computes these.
#include "engine/extraction/pythonscript.h"

#include "engine/base/text.h"
#include "engine/extraction/plainprimitives.h"
#include "engine/ir/nodename.h"
#include "engine/ops/opdef.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <set>
#include <unordered_map>

namespace jitscope::inline extraction {

namespace {

/** Operators whose function under `ops` is one of Python's own with other parameters: these are called by the name of
    their primitive, as graphs do. */
constexpr std::array<std::string_view, 19> primitivesOnly = {
    "AdaptiveAvgPool1D", "BatchMatMul",    "Bernoulli",    "Div",      "Dropout",
    "LogSpace",          "MatMul",         "Multinomial",  "NonZero",  "RandomCategorical",
    "RandomGamma",       "RandomPoisson",  "RandpermV2",   "Softmax",  "Square",
    "StandardLaplace",   "StandardNormal", "StopGradient", "Transpose"};

constexpr std::array<std::string_view, 58> takenNames = {
    "main",     "leaves", "numbers",  "differs", "FOLDER", "TOLERANCE", "INPUTS",    "EXPECTED", "AFTERWARDS",
    "ROUNDING", "False",  "None",     "True",    "and",    "as",        "assert",    "async",    "await",
    "break",    "class",  "continue", "def",     "del",    "elif",      "else",      "except",   "finally",
    "for",      "from",   "global",   "if",      "import", "in",        "is",        "lambda",   "nonlocal",
    "not",      "or",     "pass",     "raise",   "return", "try",       "while",     "with",     "yield",
    "np",       "ms",     "ops",      "os",      "sys",    "Tensor",    "Parameter", "load",     "call",
    "print",    "bool",   "tuple",    "list"};

std::string quoted(const std::string &text) {
    std::string all = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') all += '\\';
        if (c == '\n')
            all += "\\n";
        else if (static_cast<unsigned char>(c) < 0x20)
            all += format("\\x%02x", static_cast<unsigned>(static_cast<unsigned char>(c)));
        else
            all += c;
    }
    return all + '"';
}

std::string numberText(double value) {
    if (std::isnan(value)) return "float(\"nan\")";
    if (std::isinf(value)) return value > 0 ? "float(\"inf\")" : "-float(\"inf\")";
    const std::string text = shortestNumber(value);
    return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

std::string dtypeText(DType dtype) {
    return "ms." + std::string(info(dtype).python);
}

/** Letters, digits and underscores, none of `taken`. */
std::string freeName(const std::string &wish, std::set<std::string> &taken) {
    std::string name;
    for (const char c : wish)
        name += std::isalnum(static_cast<unsigned char>(c)) && static_cast<unsigned char>(c) < 0x80 ? c : '_';
    if (name.empty() || std::isdigit(static_cast<unsigned char>(name.front()))) name = "v" + name;
    const auto isTaken = [&](const std::string &text) {
        return taken.contains(text) || hasPlainForm(text) || std::ranges::find(takenNames, text) != takenNames.end();
    };
    std::string free = name;
    for (int i = 2; isTaken(free); ++i)
        free = name + "_" + std::to_string(i);
    taken.insert(free);
    return free;
}

/** "Net_construct" of "2_Net_construct": the number only tells graphs of one name apart. */
std::string withoutNumber(const std::string &graph) {
    const size_t end = graph.find_first_not_of("0123456789");
    return end != std::string::npos && end > 0 && graph[end] == '_' && end + 1 < graph.size() ? graph.substr(end + 1)
                                                                                              : graph;
}

/** Arguments in brackets; a tuple of one has a comma. */
std::string bracketed(const std::vector<std::string> &items, SequenceKind kind) {
    if (kind == SequenceKind::List) return "[" + join(items, ", ") + "]";
    return "(" + join(items, ", ") + (items.size() == 1 ? ",)" : ")");
}

/** Where the user wrote it, as a comment; "" if not known. */
std::string placeComment(const Node &node) {
    if (!node.spans || node.spans->empty()) return {};
    const SourceSpan &span = node.spans->front();
    std::string file = std::filesystem::path(span.file).filename().string();
    std::ranges::replace(file, '\n', ' ');
    return format("  # %s:%d", file.c_str(), span.line);
}

/** In which function each graph is written. A graph sees the values of its parent wherever it is called below it; in
    Python a function must stand inside of the one whose names it uses, and so must all that name it. */
class Nesting {
public:
    explicit Nesting(const Module &module) {
        for (const GraphPtr &graph : module.graphs)
            m_homes[graph->name] = module.find(graph->parent) ? graph->parent : "";
        bool isChanged = true;
        while (isChanged) {
            isChanged = false;
            for (const GraphPtr &graph : module.graphs)
                for (const std::string &named : namedIn(*graph))
                    isChanged = sink(graph->name, homeOf(named)) || isChanged;
        }
    }

    std::string homeOf(const std::string &graph) const {
        const auto found = m_homes.find(graph);
        return found == m_homes.end() ? "" : found->second;
    }

private:
    bool isWithin(std::string graph, const std::string &outer) const {
        for (size_t depth = 0; !graph.empty() && depth <= m_homes.size(); ++depth, graph = homeOf(graph))
            if (graph == outer) return true;
        return outer.empty();
    }

    /** Puts `graph` into `home` where that lies deeper than it stands. */
    bool sink(const std::string &graph, const std::string &home) {
        if (home.empty() || isWithin(graph, home) || isWithin(home, graph) || !isWithin(home, homeOf(graph)))
            return false;
        m_homes[graph] = home;
        return true;
    }

    static std::vector<std::string> namedIn(const Graph &graph) {
        std::vector<std::string> names;
        const auto look = [&](const NodePtr &operand) {
            if (const GraphReference *named = operand->value->asGraph()) names.push_back(named->name);
        };
        for (const NodePtr &node : graph.nodes) {
            if (!node->callee.empty()) names.push_back(node->callee);
            std::ranges::for_each(node->inputs, look);
        }
        if (graph.output) look(graph.output);
        return names;
    }

    std::unordered_map<std::string, std::string> m_homes;
};

class ScriptWriter {
public:
    ScriptWriter(const Module &module, OperatorForm form)
        : m_module(module)
        , m_form(form)
        , m_nesting(module) {}

    Result<PythonScript> write() {
        for (const GraphPtr &graph : m_module.graphs)
            m_functions.emplace(graph->name, freeName(withoutNumber(graph->name), m_taken));
        for (const GraphPtr &graph : m_module.graphs)
            nameNodes(*graph);
        for (const GraphPtr &graph : m_module.graphs)
            if (m_nesting.homeOf(graph->name).empty()) writeGraph(*graph, "");
        if (!m_error.empty()) return Error{m_error};
        m_script.helpers = plainForms(m_plain);
        const Graph &entry = *m_module.entry();
        m_script.entry = m_functions.at(entry.name);
        for (const NodePtr &parameter : entry.parameters)
            (parameter->weight->defined() ? m_script.weights : m_script.parameters).push_back(nameOf(*parameter));
        return std::move(m_script);
    }

private:
    void nameNodes(const Graph &graph) {
        for (const NodePtr &parameter : graph.parameters) {
            if (m_names.contains(parameter->id)) continue;
            const std::string name = freeName(parameter->name, m_taken);
            m_names.emplace(parameter->id, name);
            if (!parameter->weight->defined()) continue;
            m_script.files.push_back({"weight_" + name, parameter->weight->clone()});
            m_script.globals +=
                name + " = Parameter(" + loadCall(m_script.files.back()) + ", name=" + quoted(parameter->name) + ")\n";
        }
        for (const NodePtr &node : graph.nodes) {
            const std::string variable = variableName(*node), number = std::to_string(node->id.value);
            const std::string wish = variable.empty()             ? "v" + number
                                     : m_taken.contains(variable) ? variable + "_" + number
                                                                  : variable;
            m_names.emplace(node->id, freeName(wish, m_taken));
        }
    }

    const std::string &nameOf(const Node &node) {
        static const std::string unknown = "None";
        const auto found = m_names.find(node.id);
        if (found != m_names.end()) return found->second;
        fail(nodeTitle(node) + " is used and computed nowhere.");
        return unknown;
    }

    void fail(std::string message) {
        if (m_error.empty()) m_error = std::move(message);
    }

    void writeGraph(const Graph &graph, const std::string &indent) {
        std::vector<std::string> parameters;
        for (const NodePtr &parameter : graph.parameters)
            if (!parameter->weight->defined()) parameters.push_back(nameOf(*parameter));
        std::string &text = m_script.functions;
        text += indent + "def " + m_functions.at(graph.name) + "(" + join(parameters, ", ") + "):\n";
        const std::string inner = indent + "    ";
        for (const GraphPtr &nested : m_module.graphs)
            if (m_nesting.homeOf(nested->name) == graph.name) writeGraph(*nested, inner);
        for (const NodePtr &node : graph.nodes)
            text += inner + nameOf(*node) + " = " + callText(*node) + placeComment(*node) + "\n";
        if (!graph.output) return fail("The graph " + graph.name + " returns nothing.");
        text += inner + "return " + operand(*graph.output) + "\n" + (indent.empty() ? "\n\n" : "\n");
    }

    std::string operand(const Node &node) {
        if (!node.isConstant()) return nameOf(node);
        if (const GraphReference *graph = node.value->asGraph()) return functionOf(graph->name);
        const size_t before = m_script.files.size();
        auto literal = pythonLiteral(node.value, "constant_" + std::to_string(node.id.value), m_script.files);
        if (!literal) {
            fail(literal.error().message);
            return "None";
        }
        if (m_script.files.size() == before) return *literal;
        // Loaded once, whoever uses it how often.
        const auto [place, isNew] = m_constants.emplace(node.id, "");
        if (!isNew) {
            m_script.files.resize(before);
            return place->second;
        }
        place->second = freeName("constant_" + std::to_string(node.id.value), m_taken);
        m_script.globals += place->second + " = " + *literal + "\n";
        return place->second;
    }

    std::string functionOf(const std::string &graph) {
        const auto found = m_functions.find(graph);
        if (found != m_functions.end()) return found->second;
        fail("The graph @" + graph + " is called and not there.");
        return "None";
    }

    std::vector<std::string> operands(std::span<const NodePtr> inputs) {
        std::vector<std::string> all;
        for (const NodePtr &input : inputs)
            all.push_back(operand(*input));
        return all;
    }

    std::string callText(const Node &node) {
        if (node.function) {
            m_script.hasBranches = true;
            return operand(*node.function) + "(" + join(operands(node.inputs), ", ") + ")";
        }
        if (!node.callee.empty()) return calleeText(node);
        if (const OpDef *op = findOp(node.op)) return operatorText(*op, node);
        return structuralText(node);
    }

    std::string calleeText(const Node &node) {
        const GraphPtr callee = m_module.find(node.callee);
        const auto calls = [&](const NodePtr &each) { return each->callee == node.callee || each->function; };
        if (callee && std::ranges::any_of(callee->nodes, calls)) m_script.callsItself = true;
        return functionOf(node.callee) + "(" + join(operands(node.inputs), ", ") + ")";
    }

    std::string operatorText(const OpDef &op, const Node &node) {
        const size_t count = std::min(op.params.size(), node.inputs.size());
        std::span<const NodePtr> inputs(node.inputs.data(), count);
        const bool isPrimitive = m_form == OperatorForm::Primitives;
        if (!isPrimitive && hasPlainForm(op.name)) {
            m_plain.insert(op.name);
            return op.name + "(" + join(operands(inputs), ", ") + ")";
        }
        const bool isFunction =
            !isPrimitive && !op.function.empty() && std::ranges::find(primitivesOnly, op.name) == primitivesOnly.end();
        if (!isFunction) {
            const std::string arguments = join(operands(inputs), ", ");
            return "call(" + quoted(op.name) + (arguments.empty() ? "" : ", ") + arguments + ")";
        }
        while (!inputs.empty() && isDefault(op.params[inputs.size() - 1], *inputs.back()))
            inputs = inputs.first(inputs.size() - 1);
        return "ops." + op.function + "(" + join(operands(inputs), ", ") + ")";
    }

    static bool isDefault(const ParamDef &param, const Node &input) {
        return param.hasDefault && input.isConstant() && !input.value->asTensor() && input.value == param.defaultValue;
    }

    std::string structuralText(const Node &node) {
        const auto first = [&] { return node.inputs.empty() ? std::string("None") : operand(*node.inputs.front()); };
        if (node.op == op::MakeTuple) return bracketed(operands(node.inputs), SequenceKind::Tuple);
        if (node.op == op::MakeList) return bracketed(operands(node.inputs), SequenceKind::List);
        if (node.op == op::Depend || node.op == op::Return) return first();
        const bool isCopied = m_form == OperatorForm::Functions && node.abstract->isTensor();
        if (node.op == op::Load) return first() + (isCopied ? ".copy()" : "");
        if (node.op == op::UpdateState) return "None";
        if ((node.op == op::TupleGetItem || node.op == op::ListGetItem) && node.inputs.size() >= 2)
            return first() + "[" + operand(*node.inputs[1]) + "]";
        if (node.op == op::Switch && node.inputs.size() >= 3) {
            m_script.hasBranches = m_script.callsItself = true;
            return operand(*node.inputs[1]) + " if bool(" + first() + ") else " + operand(*node.inputs[2]);
        }
        fail(node.op == op::PyExecute ? nodeTitle(node) + " is a part of the function that Python ran: there is no "
                                                          "operator to write for it. Choose nodes without it."
                                      : nodeTitle(node) + " is no operator that a script could call.");
        return "None";
    }

    const Module &m_module;
    OperatorForm m_form;
    Nesting m_nesting;
    PythonScript m_script;
    std::set<std::string> m_taken, m_plain;
    std::unordered_map<std::string, std::string> m_functions; ///< by the names of graphs
    std::unordered_map<NodeId, std::string> m_names, m_constants;
    std::string m_error;
};

} // namespace

std::string loadCall(const ScriptTensor &file) {
    return "load(" + quoted(file.name) + ", " + dtypeText(file.tensor.dtype()) + ")";
}

Result<std::string> pythonLiteral(const Value &value, const std::string &name, std::vector<ScriptTensor> &files) {
    if (const Tensor *tensor = value.asTensor()) {
        if (!tensor->defined()) return Error{name + " is a tensor without elements of which only the type is known."};
        files.push_back({name, tensor->contiguous()});
        return loadCall(files.back());
    }
    if (const Sequence *sequence = value.asSequence()) {
        std::vector<std::string> items;
        for (size_t i = 0; i < sequence->items.size(); ++i) {
            auto item = pythonLiteral(sequence->items[i], name + "_" + std::to_string(i), files);
            if (!item) return item.error();
            items.push_back(*std::move(item));
        }
        return bracketed(items, sequence->kind);
    }
    if (value.isNone() || value.asMonad()) return std::string("None");
    if (const bool *flag = value.asBool()) return std::string(*flag ? "True" : "False");
    if (const int64_t *integer = value.asInt()) return std::to_string(*integer);
    if (const double *number = value.asDouble()) return numberText(*number);
    if (const std::string *text = value.asString()) return quoted(*text);
    if (const DType *dtype = value.asDType()) return dtypeText(*dtype);
    return Error{name + ": " + toString(value) + " has no form that a script could hold."};
}

Result<PythonScript> pythonOf(const Module &module, OperatorForm form) {
    return ScriptWriter(module, form).write();
}

} // namespace jitscope::inline extraction
