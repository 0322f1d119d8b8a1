// SPDX-License-Identifier: GPL-3.0-or-later
// The loop that asks operators, with its looks at the clock and at whether it is still wanted.
#include "app/models/opjudge.h"

#include "engine/inspect/recordedquery.h"
#include "engine/inspect/tensorhealth.h"
#include "engine/session/session.h"

#include <algorithm>
#include <chrono>

namespace jitscope {
inline namespace models {

namespace {

using Clock = std::chrono::steady_clock;

/** Short, so that a running program's parts never wait long for the lease, and first results are soon on the screen. */
constexpr auto longest = std::chrono::milliseconds(30);
constexpr int64_t opsALook = 64;

enum class Finite : uint8_t { No, Yes, Unknown };

Finite finiteness(const Session &session, const IdList &tensors) {
    Finite all = Finite::Yes;
    for (const int64_t id : tensors) {
        const auto record = session.tensor(id);
        const Result<Tensor> tensor = record ? record->value.load() : Result<Tensor>(Error{"not recorded"});
        if (!tensor)
            all = Finite::Unknown;
        else if (hasNonFinite(*tensor))
            return Finite::No;
    }
    return all;
}

Verdict nonFiniteIsNew(const Session &session, const OpEvent &op) {
    const Finite results = finiteness(session, op.outputs);
    if (results == Finite::Yes) return Verdict::No;
    const Finite operands = finiteness(session, op.inputs);
    if (operands == Finite::No) return Verdict::No;
    return results == Finite::No ? Verdict::Yes : Verdict::Unknown;
}

} // namespace

OpQuestion questionOf(const Query &query) {
    return [query](const Session &session) {
        const auto asked = std::make_shared<RecordedQuery>(query, session);
        return [asked](size_t place) { return asked->ask(place); };
    };
}

OpQuestion questionOfEach(std::function<Verdict(const Session &, const OpEvent &)> ask) {
    return [ask = std::move(ask)](const Session &session) {
        return [ask, &session](size_t place) { return ask(session, session.ops[place]); };
    };
}

OpQuestion makesNonFinite() {
    return questionOfEach(nonFiniteIsNew);
}

Judged judge(const SessionLease &lease, const CancelFlag &cancelled, const OpQuestion &question, const OpRange &range,
             Direction direction, JudgeUntil until) {
    const Session &session = lease.session();
    const bool forward = direction == Direction::Forward;
    const Clock::time_point end = Clock::now() + longest;
    const OpVerdict verdictOn = question(session);
    Judged judged;
    int64_t done = 0;
    for (const int64_t count = range.to - range.from; done < count; ++done) {
        const bool look = done % opsALook == 0 && done > 0;
        if (look && (*cancelled || !lease.isCurrent() || Clock::now() > end)) break;
        const int64_t place = forward ? range.from + done : range.to - 1 - done;
        const Verdict verdict = verdictOn(size_t(place));
        judged.unknown += verdict == Verdict::Unknown;
        if (verdict != Verdict::Yes) continue;
        judged.found.push_back(int32_t(place));
        if (until == JudgeUntil::End) continue;
        ++done;
        break;
    }
    judged.range = forward ? OpRange{range.from, range.from + done} : OpRange{range.to - done, range.to};
    if (!forward) std::reverse(judged.found.begin(), judged.found.end());
    return judged;
}

} // namespace models
} // namespace jitscope
