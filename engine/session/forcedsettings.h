// SPDX-License-Identifier: Apache-2.0
// What options of the run forced on a compilation against the script's own words.
#pragma once

#include "engine/session/sessionfwd.h"

#include <string>
#include <vector>

namespace jitscope::inline base {
class JsonWriter;
}

namespace jitscope::inline session {

/** One setting that was forced: "jit_level" ran as `used` though the script says `script`. */
struct ForcedSetting {
    std::string name;         ///< "mode", "jit_level" or "device_target", as scripts call it
    std::string used, script; ///< "O1", "O0"
    bool operator==(const ForcedSetting &) const = default;
};

/** Only where the two differ: an option that says what the script says forces nothing. */
std::vector<ForcedSetting> forcedSettings(const Compilation &compilation);

/** "O1", or "O1, forced; the script says O0". */
std::string levelText(const Compilation &compilation);

/** As the member "forced" of the object that is open: a list of {setting, used, script}. */
void writeForced(JsonWriter &json, const Compilation &compilation);

} // namespace jitscope::inline session
