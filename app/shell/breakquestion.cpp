// SPDX-License-Identifier: GPL-3.0-or-later
// One question for each kind of breakpoint; any of them stops.
#include "app/shell/breakquestion.h"

#include "engine/ir/nodename.h"
#include "engine/run/linenodes.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>

namespace jitscope {
inline namespace shell {

namespace {

using Kind = Breakpoint::Kind;

/** Which nodes of the session's graphs stand on a line; found out once for each graph. */
class GraphLine {
public:
    explicit GraphLine(const Breakpoint &breakpoint)
        : m_file(breakpoint.file)
        , m_line(breakpoint.line) {}

    bool holds(const Session &session, const OpEvent &op) {
        const auto [nodes, isNew] = m_nodes.try_emplace(op.compilation);
        const Compilation *compilation = isNew ? session.compilation(op.compilation) : nullptr;
        if (compilation && !compilation->final.graphs.empty())
            for (const NodeOnLine &each : LineNodes(*compilation).on(m_file, m_line))
                nodes->second.insert(each.running);
        return nodes->second.contains(op.node);
    }

private:
    std::string m_file;
    int m_line;
    std::map<int, std::set<NodeId>> m_nodes; ///< by compilation
};

bool standsOn(const Session &session, const OpEvent &op, const Breakpoint &breakpoint, GraphLine &graphs) {
    if (op.compilation >= 0) return graphs.holds(session, op);
    const StackFrame *frame = userFrame(session, op.stack);
    return frame && frame->span.line == breakpoint.line && frame->span.file == breakpoint.file;
}

/** The first operator of each time that the line ran. */
bool comesToLine(const Session &session, const OpEvent &op, const Breakpoint &breakpoint, GraphLine &graphs) {
    if (!standsOn(session, op, breakpoint, graphs)) return false;
    const auto before = session.op(op.number - 1);
    return !before || !standsOn(session, *before, breakpoint, graphs);
}

bool isNode(const Session &session, const OpEvent &op, const Breakpoint &breakpoint) {
    const Compilation *compilation = session.compilation(op.compilation);
    const NodePtr node = compilation ? findNode(compilation->final, op.node) : nullptr;
    if (!node) return false;
    const std::string scope = op.scope.empty() ? std::string() : op.scope + "/";
    return breakpoint.op == nodeName(*node) || breakpoint.op == node->name || breakpoint.op == scope + node->op ||
           breakpoint.op == scope + node->name;
}

bool isMeant(const Session &session, const OpEvent &op, const Breakpoint &breakpoint, GraphLine &graphs) {
    switch (breakpoint.kind) {
    case Kind::Line:
        return comesToLine(session, op, breakpoint, graphs);
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
    std::shared_ptr<GraphLine> graphs;
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
        if (condition) asked.push_back({each, *condition, std::make_shared<GraphLine>(each)});
    }
    made.question = questionOfEach([asked = std::move(asked)](const Session &session, const OpEvent &op) {
        const bool stops = std::any_of(asked.begin(), asked.end(), [&](const Asked &each) {
            return isMeant(session, op, each.breakpoint, *each.graphs) &&
                   (each.condition.isEmpty() || ask(each.condition, session, op) == Verdict::Yes);
        });
        return stops ? Verdict::Yes : Verdict::No;
    });
    return made;
}

} // namespace shell
} // namespace jitscope
