// SPDX-License-Identifier: Apache-2.0
// Advice on a profile: rules that each look at one thing, say what they measured against which threshold, and name the
// rows and slices that show it. A rule is one record of the list in advicerules.h.
#pragma once

#include "engine/analysis/device/idlecause.h"
#include "engine/analysis/ranks/rankwaits.h"
#include "engine/session/sessionfwd.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace jitscope::inline analysis {

/** Something that a rule found. */
struct Measured {
    std::vector<std::string> arguments; ///< for %1, %2, ... of the pattern
    const char *pattern = nullptr;      ///< where what was found needs other words than the rule's
    double value = 0;                   ///< in the unit of the threshold
    int64_t gainNs = 0;                 ///< time of the device that it concerns, an upper limit of what can be won
    std::vector<SliceId> slices;        ///< that show it, the clearest first
    std::string table;                  ///< and rows of this table of the profile
    std::vector<int64_t> rows;          ///< the clearest first, not all of them
    int64_t rowCount = 0;               ///< all of them; 0: `rows` are all
    int64_t count() const { return rowCount > 0 ? rowCount : int64_t(rows.size()); }
};

struct AdviceInput {
    const Session &session;
    const LaneIndex &lanes;
    const TaskRoles &roles;
    const FlowIndex &flows;
    DeviceKey device;
    const Profile *profile = nullptr; ///< null: only the timeline is there
    IdleTime idle;
    std::vector<IdleCause> causes; ///< of idle.longest, as far as it goes
    RankWaits waits;
    std::vector<SlowRankOfGroup> slowRanks; ///< by tables, of groups all of whose ranks are open
};

struct AdviceRule {
    const char *id;
    const char *title;
    const char *pattern; ///< what was measured, with %1, %2, ...
    const char *advice;  ///< what to do
    double threshold;    ///< above which (below which where the text says so) it is told
    const char *unit;    ///< "%", "us"
    const char *source;  ///< where the threshold is from
    const char *needs;   ///< table of the profile without which nothing can be said, "" for the timeline alone
    std::optional<Measured> (*measure)(const AdviceInput &input, double threshold);
    /** What is missing so that the rule cannot be measured; empty where it can. May be null: nothing can miss. */
    Phrase (*lacks)(const AdviceInput &input) = nullptr;
    /** Other patterns than `pattern`, and those of what may be missing. */
    std::vector<const char *> otherTexts = {};
};

/** Of all rules; windows translate title, pattern, advice, source and what is missing by the context "Advice". */
const std::vector<AdviceRule> &adviceRules();

struct Finding {
    const AdviceRule *rule = nullptr;
    Measured measured;
};

/** A rule of which nobody can say whether it holds. */
struct Unchecked {
    const AdviceRule *rule = nullptr;
    Phrase lacks; ///< why; empty: its table is missing
};

struct Advice {
    std::vector<Finding> findings;          ///< by falling gain
    std::vector<const AdviceRule *> passed; ///< looked at, nothing found
    std::vector<Unchecked> unchecked;
};

/** What rules look at, for the device of a session. */
AdviceInput adviceInput(const Session &session, const LaneIndex &lanes, const TaskRoles &roles, const FlowIndex &flows,
                        const DeviceKey &device, const IdleOptions &options = {});
Advice adviceOn(const AdviceInput &input);

const char *patternOf(const Finding &finding);
/** In English, from the pattern. */
std::string sentence(const Finding &finding);
/** Why a rule was not checked. */
std::string sentence(const Unchecked &unchecked);

/** All about the idle time of a device, as values. */
struct IdleReport {
    DeviceKey device;
    IdleTime idle;
    std::vector<IdleCause> causes; ///< of idle.longest, as far as it goes
    Advice advice;
};
IdleReport idleReport(const Session &session, const DeviceKey &device, const IdleOptions &options = {});
/** "rank 1", "rank 0, device 3", "device 0"; "the device" where nothing is known. */
std::string nameOf(const DeviceKey &device);

} // namespace jitscope::inline analysis
