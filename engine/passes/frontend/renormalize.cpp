// SPDX-License-Identifier: Apache-2.0
// Infers all types again after the graphs have changed.
//
// Rules
//   an operator whose result is known by now  ->  the same, with that value in its type
// A type that is another one than recorded is a mistake of a pass before, and is reported as that.
#include "engine/ops/complexuse.h"
#include "engine/ops/opdef.h"
#include "engine/passes/passes.h"

#include "engine/base/text.h"
#include "engine/ir/nodename.h"
#include "engine/passes/support/callfamilies.h"
#include "engine/passes/support/rewriter.h"

#include <stdexcept>

namespace jitscope::inline passes {

namespace {

[[noreturn]] void mismatch(const Node &node, const Abstract &inferred) {
    throw std::logic_error(nodeTitle(node) + " is recorded as " + brief(node.abstract) + ", but its inputs give " +
                           brief(inferred) + "; this is a mistake of JitScope's");
}

bool isKnown(const Abstract &abstract) {
    return abstract.kind != Abstract::Kind::Unknown && abstract.text.empty();
}

/** Whether two types cannot be those of one value; of a value that only Python knows, in a tuple too, nothing is. */
bool contradict(const Abstract &a, const Abstract &b) {
    if (!isKnown(a) || !isKnown(b)) return false;
    if (a.kind != b.kind || a.items.empty() || a.items.size() != b.items.size()) return !sameType(a, b);
    for (size_t i = 0; i < a.items.size(); ++i)
        if (contradict(a.items[i], b.items[i])) return true;
    return false;
}

/** The type that the inputs give, or nothing where that cannot be said. */
std::optional<Abstract> inferredType(const Node &node) {
    const OpDef *op = findOp(node.op);
    if (!op || !op->infer || node.inputs.size() < op->params.size()) return {};
    std::vector<Abstract> arguments = inputAbstracts(node);
    if (arguments.size() > op->params.size() + 1) return {};
    arguments.resize(op->params.size()); // the token behind them
    for (const Abstract &argument : arguments)
        if (!isKnown(argument)) return {};
    auto type = inferredType(*op, arguments);
    if (!type)
        throw std::logic_error(nodeTitle(node) + ": " + type.error().message + " (this is a mistake of JitScope's)");
    return *std::move(type);
}

NodePtr normalized(const NodePtr &node, Rewriter &rewriter) {
    if (!node->isCall() || node->op.empty() || !isKnown(node->abstract)) return node;
    const auto type = inferredType(*node);
    if (!type) return node;
    if (!sameType(*type, node->abstract)) mismatch(*node, *type);
    if (!type->isConstant || node->abstract->isConstant) return node;
    auto known = std::make_shared<Node>(*node);
    known->abstract = *type;
    return rewriter.log(node->op + " of known value -> its type says so", {node}, known);
}

/** Calls pass what the graphs take, and get what they give. */
void checkCalls(const Module &module) {
    const CallFamilies families(module);
    for (const CallFamily &family : families.all())
        for (const CallSite &site : family.sites)
            for (size_t member : family.members) {
                const Graph &callee = *module.graphs[member];
                if (callee.output && contradict(callee.output->abstract, site.call->abstract))
                    mismatch(*site.call, callee.output->abstract);
                for (size_t i = 0; i < callee.parameters.size() && i < site.call->inputs.size(); ++i) {
                    const Abstract &given = site.call->inputs[i]->abstract;
                    const Node &taken = *callee.parameters[i];
                    if (contradict(given, taken.abstract)) mismatch(taken, given);
                }
            }
}

} // namespace

Module renormalize(const Module &module, PassContext &context) {
    if (module.graphs.size() > 1) checkCalls(module);
    Rewriter rewriter(context);
    return rewriteGraphs(module, [&](const NodePtr &node) { return normalized(node, rewriter); });
}

} // namespace jitscope::inline passes
