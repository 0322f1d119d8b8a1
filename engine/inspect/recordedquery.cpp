// SPDX-License-Identifier: Apache-2.0
#include "engine/inspect/recordedquery.h"

#include "engine/session/session.h"

#include <limits>

namespace jitscope::inline inspect {

namespace {

constexpr uint32_t notRecorded = std::numeric_limits<uint32_t>::max(); ///< no kind has that number

} // namespace

RecordedQuery::RecordedQuery(const Query &query, const Session &session)
    : m_query(query)
    , m_common(query.ofKinds())
    , m_sight(query.dependsOn())
    , m_session(session)
    , m_originNs(session.ops.empty() ? 0 : session.ops.front().startNs) {}

Verdict RecordedQuery::ask(size_t place) {
    const std::optional<uint32_t> number = m_session.ops.kind(place);
    if (!number) return askAll(place);
    Kind &kind = kindAt(*number, place);
    if (kind.common == Verdict::No) return Verdict::No;
    switch (m_sight) {
    case QuerySight::Kind:
        return kind.common;
    case QuerySight::Row:
        return askRow(kind, place);
    case QuerySight::Types:
        return askTypes(kind, place);
    case QuerySight::All:
        break;
    }
    return askAll(place);
}

RecordedQuery::Kind &RecordedQuery::kindAt(uint32_t number, size_t place) {
    const auto [found, isNew] = m_kinds.try_emplace(number);
    if (isNew) {
        found->second.example = m_session.ops[place];
        found->second.common = inspect::ask(m_common, m_session, found->second.example);
    }
    return found->second;
}

Verdict RecordedQuery::askRow(Kind &kind, size_t place) const {
    OpEvent &op = kind.example;
    op.number = m_session.ops.numberOf(place);
    op.startNs = m_session.ops.startNs(place);
    op.durationNs = m_session.ops.durationNs(place);
    QuerySubject subject{op, nullptr, {}, {}};
    subject.originNs = m_originNs;
    if (m_query.needs().stack && op.stack >= 0) subject.frame = userFrame(m_session, op.stack);
    return m_query.ask(subject);
}

Verdict RecordedQuery::askTypes(Kind &kind, size_t place) {
    if (!findTypes(place)) return askAll(place);
    if (kind.ofTypes && kind.types == m_types) return *kind.ofTypes;
    kind.types = m_types;
    kind.ofTypes = askAll(place);
    return *kind.ofTypes;
}

Verdict RecordedQuery::askAll(size_t place) const {
    return inspect::ask(m_query, m_session, m_session.ops[place]);
}

/** The number of its inputs, and the kinds of all its tensors; false where one stands alone. */
bool RecordedQuery::findTypes(size_t place) {
    m_types.assign(1, uint32_t(m_session.ops.inputs(place)));
    for (const int64_t id : m_session.ops.tensors(place)) {
        const int64_t tensor = m_session.tensors.placeOf(id);
        const bool isThere = tensor >= 0 && tensor < int64_t(m_session.tensors.size());
        const std::optional<uint32_t> kind = isThere ? m_session.tensors.kind(size_t(tensor)) : notRecorded;
        if (!kind) return false;
        m_types.push_back(*kind);
    }
    return true;
}

} // namespace jitscope::inline inspect
