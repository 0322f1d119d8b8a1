// SPDX-License-Identifier: Apache-2.0
// A pass that is wrong on purpose: what a search for the first wrong pass must find.
#pragma once

#include "engine/passes/pass.h"

#include <memory>
#include <string>

namespace jitscope::testing {

/**
 * While it lives, one compilation in this process gets one node rewritten wrongly: the first Add (of the entry, and of
 * the type of its first input) becomes a Sub, right behind the pass of the given name.
 */
class PlantedRewrite {
public:
    /** `behind`: the name of a built-in pass, or "" for the end of the front end. */
    explicit PlantedRewrite(const std::string &behind)
        : m_state(std::make_shared<State>()) {
        static int count = 0;
        m_name = count == 0 ? "planted_wrong_rewrite" : "planted_wrong_rewrite_" + std::to_string(count + 1);
        ++count;
        PassDef pass{m_name, PassPhase::FrontEnd, "Turns an addition into a subtraction.",
                     [state = m_state](const Module &module, PassContext &context) {
                         return state->isArmed ? state->rewritten(module, context) : module;
                     }};
        pass.behind = behind;
        m_isRegistered = registerPass(std::move(pass)).ok();
    }
    ~PlantedRewrite() { m_state->isArmed = false; }
    PlantedRewrite(const PlantedRewrite &) = delete;
    PlantedRewrite &operator=(const PlantedRewrite &) = delete;

    bool isRegistered() const { return m_isRegistered; }
    const std::string &name() const { return m_name; }
    /** The Add that was rewritten, and the Sub in its place; not valid before. */
    NodeId before() const { return m_state->before; }
    NodeId after() const { return m_state->after; }
    /** The next compilation is to get it again. */
    void arm() { m_state->isArmed = true; }

private:
    /** Outlives the object: a registered pass stays for the life of the process. */
    struct State {
        bool isArmed = true;
        NodeId before, after;

        Module rewritten(const Module &module, PassContext &context) {
            const GraphPtr graph = rewrite(module.entry(), [&](const NodePtr &node) -> NodePtr {
                const bool fits = node->isCallOf(op::Add) && sameType(node->inputs[0]->abstract, node->abstract);
                if (!isArmed || !fits) return node;
                isArmed = false;
                auto wrong = std::make_shared<Node>(*node);
                wrong->op = op::Sub;
                wrong->id = context.ids.next();
                wrong->origins = {node->id};
                before = node->id;
                after = wrong->id;
                context.rewrites.push_back({"x + y -> x - y", {before}, after});
                return wrong;
            });
            return module.with(graph);
        }
    };

    std::shared_ptr<State> m_state;
    std::string m_name;
    bool m_isRegistered = false;
};

} // namespace jitscope::testing
