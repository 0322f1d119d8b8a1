// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/operators/updatenodes.h"

#include "engine/ops/opdef.h"
#include "engine/session/session.h"

#include <algorithm>
#include <unordered_map>

namespace jitscope::inline analysis {

namespace {

/** Writes to weights and has no counterpart without that: the record of an optimizer. */
bool isUpdate(const OpEvent &op) {
    const OpDef *def = findOp(op.op.str());
    return def != nullptr && def->effect == Effect::Writes && def->functional.empty() &&
           def->category == OpCategory::Other;
}

bool isWrite(const OpEvent &op) {
    const OpDef *def = findOp(op.op.str());
    return op.writes || (def != nullptr && def->effect == Effect::Writes);
}

bool isOfGradient(const OpEvent &op) {
    return op.scope.starts_with("Gradients/");
}

/** One call of a graph. */
class Call {
public:
    explicit Call(const std::vector<OpEvent> &ops)
        : m_ops(ops)
        , m_isUpdate(ops.size()) {
        for (size_t i = 0; i < ops.size(); ++i)
            for (const int64_t tensor : ops[i].inputs)
                m_users[tensor].push_back(i);
    }

    std::set<NodeOfGraph> updates() {
        std::set<int> lines;
        for (const OpEvent &op : m_ops)
            if (isUpdate(op)) lines.insert(op.stack);
        const auto backward = std::ranges::find_if(m_ops, isOfGradient);
        for (size_t i = 0; i < m_ops.size(); ++i) {
            const OpEvent &op = m_ops[i];
            const bool isBehind = m_ops.begin() + int64_t(i) > backward;
            m_isUpdate[i] = !isOfGradient(op) &&
                            (isUpdate(op) || (op.stack >= 0 && lines.contains(op.stack)) || (isBehind && isWrite(op)));
        }
        std::set<NodeOfGraph> nodes;
        for (size_t i = m_ops.size(); i-- > 0;) { // users stand behind what they use
            const bool canFeed = backward == m_ops.end() || m_ops.begin() + int64_t(i) > backward;
            if (canFeed && !isOfGradient(m_ops[i]) && onlyFeedsUpdates(i)) m_isUpdate[i] = true;
            if (m_isUpdate[i]) nodes.emplace(m_ops[i].compilation, m_ops[i].node);
        }
        return nodes;
    }

private:
    bool onlyFeedsUpdates(size_t place) const {
        bool isUsed = false;
        for (const int64_t tensor : m_ops[place].outputs) {
            const auto users = m_users.find(tensor);
            if (users == m_users.end()) continue;
            isUsed = true;
            if (!std::ranges::all_of(users->second, [&](size_t user) { return user == place || m_isUpdate[user]; }))
                return false;
        }
        return isUsed;
    }

    const std::vector<OpEvent> &m_ops;
    std::vector<bool> m_isUpdate;
    std::unordered_map<int64_t, std::vector<size_t>> m_users; ///< by tensor
};

} // namespace

std::map<int64_t, std::vector<OpEvent>> firstRecordedCalls(const Session &session) {
    std::map<int64_t, std::vector<OpEvent>> calls;
    std::set<int> seen;
    for (const GraphCall &call : session.graphCalls)
        if (call.compilation >= 0 && seen.insert(call.compilation).second) calls[call.number];
    if (calls.empty()) return calls;
    const OpLog &ops = session.ops;
    for (size_t place = 0; place < ops.size(); ++place) {
        const int64_t number = ops.kind(place) ? ops.graphCall(place) : ops[place].graphCall;
        if (number < 0) continue;
        const auto call = calls.find(number);
        if (call != calls.end()) call->second.push_back(ops[place]);
    }
    return calls;
}

std::set<NodeOfGraph> updateNodes(const Session &session) {
    std::set<NodeOfGraph> nodes;
    for (const auto &[number, ops] : firstRecordedCalls(session))
        nodes.merge(Call(ops).updates());
    return nodes;
}

} // namespace jitscope::inline analysis
