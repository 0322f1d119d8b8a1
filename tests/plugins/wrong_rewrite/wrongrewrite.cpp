// SPDX-License-Identifier: Apache-2.0
// A pass that is wrong on purpose, for the tests of `jitscope bisect`: behind the pass that JITSCOPE_WRONG_BEHIND names
// it turns the first Add of each compilation into a Sub.
#include "engine/passes/pluginpasses.h"

#include <cstdlib>

using namespace jitscope;

namespace {

/** The Sub in the place of an Add; `module` itself where there is none. */
Module rewriteWrongly(const Module &module, PassContext &context) {
    bool isDone = false;
    const GraphPtr graph = rewrite(module.entry(), [&](const NodePtr &node) -> NodePtr {
        if (isDone || !node->isCallOf(op::Add)) return node;
        isDone = true;
        auto wrong = std::make_shared<Node>(*node);
        wrong->op = op::Sub;
        wrong->id = context.ids.next();
        wrong->origins = {node->id};
        context.rewrites.push_back({"x + y -> x - y", {node->id}, wrong->id});
        return wrong;
    });
    return isDone ? module.with(graph) : module;
}

PluginManifest manifest() {
    PluginManifest manifest;
    manifest.name = "wrong_rewrite";
    manifest.version = "1.0";
    manifest.kind = PluginKind::Pass;
    manifest.summary = "Turns an addition into a subtraction.";
    PassDef pass{"wrong_rewrite", PassPhase::FrontEnd, manifest.summary, rewriteWrongly};
    if (const char *behind = std::getenv("JITSCOPE_WRONG_BEHIND")) pass.behind = behind;
    manifest.brings = {passExtension(pass)};
    return manifest;
}

} // namespace

JITSCOPE_PLUGIN {
    static const PluginManifest theManifest = manifest();
    return &theManifest;
}
