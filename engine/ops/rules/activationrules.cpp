// SPDX-License-Identifier: Apache-2.0
// The table of activations that fused operators can end with.
#include "engine/ops/rules/activationrules.h"

#include <algorithm>

namespace jitscope::inline ops {

namespace {

constexpr FusedActivation table[] = {
    {"relu", UnaryOp::ReLU, "ReLU", "np.maximum(x, 0)"},
    {"gelu", UnaryOp::GeLU, "GeLU", "0.5 * x * (1 + np.vectorize(math.erf, otypes=[float])(x / math.sqrt(2)))"},
    {"gelu_tanh", UnaryOp::GeLUTanh, "GeLU",
     "0.5 * x * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x ** 3)))"},
    {"tanh", UnaryOp::Tanh, "Tanh", "np.tanh(x)"},
    {"sigmoid", UnaryOp::Sigmoid, "Sigmoid", "1 / (1 + np.exp(-x))"},
    {"silu", UnaryOp::SiLU, "SiLU", "x / (1 + np.exp(-x))"},
};

const FusedActivation *named(std::string_view text) {
    const auto found = std::ranges::find(table, text, &FusedActivation::text);
    return found == std::end(table) ? nullptr : &*found;
}

} // namespace

std::span<const FusedActivation> fusedActivations() {
    return table;
}

std::optional<UnaryOp> activationOf(const Value &text) {
    const FusedActivation *activation = named(*text.asString());
    return activation ? std::optional(activation->function) : std::nullopt;
}

std::optional<UnaryOp> activationOf(const char *op, TypeSpan arguments, size_t index) {
    const std::string *text = arguments.size() > index ? arguments[index].value.asString() : nullptr;
    if (!text || (!text->empty() && !named(*text)))
        diagnose("For '" + std::string(op) + "', the activation must be '', 'relu', 'gelu', 'gelu_tanh', 'tanh', " +
                 "'sigmoid' or 'silu', but got " + (text ? "'" + *text + "'" : "no text") + ".");
    return activationOf(arguments[index].value);
}

std::string activationInNumpy(size_t index, const std::string &x) {
    std::string text = "{'': lambda x: x";
    for (const FusedActivation &activation : table)
        text += ", '" + std::string(activation.text) + "': lambda x: " + std::string(activation.numpy);
    return text + "}[a[" + std::to_string(index) + "]](" + x + ")";
}

Term activationGradient(Gradient &g, size_t index, Term dout, Term before, Term after) {
    const FusedActivation *activation = named(*g.constant(index).asString());
    if (!activation) return dout;
    switch (activation->function) {
    case UnaryOp::ReLU:
        return g.call("ReluGrad", {dout, after});
    case UnaryOp::Tanh:
        return g.call("TanhGrad", {after, dout});
    case UnaryOp::Sigmoid:
        return g.call("SigmoidGrad", {after, dout});
    case UnaryOp::SiLU:
        return g.call("SiLUGrad", {dout, before});
    default:
        return g.call("GeLUGrad",
                      {dout, before, g.term(activation->function == UnaryOp::GeLU ? Value("none") : Value("tanh"))});
    }
}

} // namespace jitscope::inline ops
