// SPDX-License-Identifier: Apache-2.0
// A small real pass as a plugin: copy this folder to write your own.
//
// Rules
//   -(x - y)  ->  y - x
// It runs at the end of the front end phase, behind the built-in passes, and shows up in the Passes panel like them.
#include "engine/passes/pluginpasses.h"
#include "engine/passes/support/rewriter.h"

using namespace jitscope;

namespace {

/** What stands for `node`: itself, or the difference the other way round. */
NodePtr swapped(const NodePtr &node, Rewriter &rewriter) {
    if (!node->isCallOf(op::Neg)) return node;
    const NodePtr &difference = node->inputs[0];
    if (!difference->isCallOf(op::Sub)) return node;
    const std::vector<NodePtr> replaced = {difference, node};
    const NodePtr result = rewriter.call("Sub", {difference->inputs[1], difference->inputs[0]}, replaced);
    if (!result || !sameType(result->abstract, node->abstract)) return node;
    return rewriter.log("-(x - y) -> y - x", replaced, result);
}

Module swapNegatedDifferences(const Module &module, PassContext &context) {
    Rewriter rewriter(context);
    return rewriteGraphs(module, [&](const NodePtr &node) { return swapped(node, rewriter); });
}

PluginManifest manifest() {
    PluginManifest manifest;
    manifest.name = "example_pass";
    manifest.version = "1.0";
    manifest.kind = PluginKind::Pass;
    manifest.summary = "Writes a negated difference as the difference the other way round.";
    manifest.brings = {
        passExtension({"example_negated_difference", PassPhase::FrontEnd, manifest.summary, swapNegatedDifferences})};
    return manifest;
}

} // namespace

JITSCOPE_PLUGIN {
    static const PluginManifest theManifest = manifest();
    return &theManifest;
}
