// SPDX-License-Identifier: GPL-3.0-or-later
// One question for each kind of breakpoint; any of them stops.
#include "app/shell/breakquestion.h"

#include "engine/ir/nodename.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"

#include <algorithm>

namespace jitscope {
inline namespace shell {

namespace {

using Kind = Breakpoint::Kind;

bool standsOn(const Session &session, const OpEvent &op, const Breakpoint &breakpoint) {
    const StackFrame *frame = userFrame(session, op.stack);
    return frame && frame->span.line == breakpoint.line && frame->span.file == breakpoint.file;
}

/** The first operator of each time that the line ran. */
bool comesToLine(const Session &session, const OpEvent &op, const Breakpoint &breakpoint) {
    if (!standsOn(session, op, breakpoint)) return false;
    const OpEvent *before = session.op(op.number - 1);
    return before == nullptr || !standsOn(session, *before, breakpoint);
}

bool isNode(const Session &session, const OpEvent &op, const Breakpoint &breakpoint) {
    const Compilation *compilation = session.compilation(op.compilation);
    const NodePtr node = compilation ? findNode(compilation->final, op.node) : nullptr;
    if (!node) return false;
    const std::string scope = op.scope.empty() ? std::string() : op.scope + "/";
    return breakpoint.op == nodeName(*node) || breakpoint.op == node->name || breakpoint.op == scope + node->op ||
           breakpoint.op == scope + node->name;
}

bool isMeant(const Session &session, const OpEvent &op, const Breakpoint &breakpoint) {
    switch (breakpoint.kind) {
    case Kind::Line:
        return comesToLine(session, op, breakpoint);
    case Kind::Op:
        return op.op == breakpoint.op;
    case Kind::OpNumber:
        return op.number == breakpoint.number;
    case Kind::Node:
        return isNode(session, op, breakpoint);
    case Kind::Exception:
        return !op.error.empty();
    case Kind::Condition:
        return true;
    }
    return false;
}

struct Asked {
    Breakpoint breakpoint;
    Query condition;
};

} // namespace

BreakQuestion breakQuestion(const std::vector<Breakpoint> &breakpoints) {
    BreakQuestion made;
    std::vector<Asked> asked;
    for (const Breakpoint &each : breakpoints) {
        if (!each.isEnabled || !each.logMessage.empty()) continue;
        const bool isPython = each.kind == Kind::Line;
        made.unasked += isPython && !each.condition.empty();
        const Result<Query> condition = isPython ? Result<Query>(Query()) : Query::parse(each.condition);
        if (condition) asked.push_back({each, *condition});
    }
    made.question = [asked = std::move(asked)](const Session &session, const OpEvent &op) {
        const bool stops = std::any_of(asked.begin(), asked.end(), [&](const Asked &each) {
            return isMeant(session, op, each.breakpoint) &&
                   (each.condition.isEmpty() || ask(each.condition, session, op) == Verdict::Yes);
        });
        return stops ? Verdict::Yes : Verdict::No;
    };
    return made;
}

} // namespace shell
} // namespace jitscope
