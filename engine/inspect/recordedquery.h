// SPDX-License-Identifier: Apache-2.0
// Asks one query of many operators of a recording, one after the other. A run is made of loops, so what operators of a
// kind agree in is asked once, and a million of them take little more than a look at each.
#pragma once

#include "engine/inspect/query.h"
#include "engine/session/records.h"
#include "engine/session/sessionfwd.h"

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace jitscope::inline inspect {

/** For as long as the session does not change. Answers as `inspect::ask` does, and reads values where that would. */
class RecordedQuery {
public:
    RecordedQuery(const Query &query, const Session &session);

    Verdict ask(size_t place);

private:
    /** What is known of the operators of one kind. */
    struct Kind {
        OpEvent example;                ///< one of them; its number and times are those of the one asked last
        Verdict common = Verdict::Yes;  ///< of the terms that they answer alike
        std::vector<uint32_t> types;    ///< of the tensors of the one whose types were asked last
        std::optional<Verdict> ofTypes; ///< what that one answered
    };

    Kind &kindAt(uint32_t number, size_t place);
    Verdict askRow(Kind &kind, size_t place) const;
    Verdict askTypes(Kind &kind, size_t place);
    Verdict askAll(size_t place) const;
    bool findTypes(size_t place);

    Query m_query, m_common;
    QuerySight m_sight;
    const Session &m_session;
    std::unordered_map<uint32_t, Kind> m_kinds;
    std::vector<uint32_t> m_types; ///< what findTypes() found
    int64_t m_originNs = 0;
};

} // namespace jitscope::inline inspect
