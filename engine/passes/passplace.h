// SPDX-License-Identifier: Apache-2.0
// Names of single runs of passes: by the pass, its stage, the cycle, and which of several of that name.
#pragma once

#include "engine/passes/pass.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace jitscope::inline passes {

/** Where a pass runs. */
struct PassPlace {
    std::string_view stage, name;
    int cycle = 0; ///< of its stage, from 1; 0 in stages that run once
};

/** Tells which runs a name means as the pipeline goes by: "cse" and "opt_a.cse" every one, "opt_a.r1.cse" those of the
    first cycle, "opt_a.r1.cse#2" the second of that name. */
class PassPlaces {
public:
    /** To be asked at each place in turn; `asker` is a number of who asks for that name. */
    bool isMeant(size_t asker, std::string_view name, const PassPlace &place);

private:
    std::map<size_t, int> m_seen; ///< how many places that name fitted so far
};

/** fullName() with "#2" behind where it is the second of that name: unique in its compilation. */
std::string placeName(const std::vector<PassRecord> &passes, size_t index);

/** The pass of the pipeline that a name of any of its runs means. */
std::optional<PassDef> passCalled(std::string_view name);

/** Whether a run of that name can take place at that level. */
bool isInPipeline(std::string_view name, JitLevel level);

} // namespace jitscope::inline passes
