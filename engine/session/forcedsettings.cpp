// SPDX-License-Identifier: Apache-2.0
#include "engine/session/forcedsettings.h"

#include "engine/base/json.h"
#include "engine/session/compilation.h"

namespace jitscope::inline session {

std::vector<ForcedSetting> forcedSettings(const Compilation &compilation) {
    const ScriptSettings &script = compilation.script;
    std::vector<ForcedSetting> forced;
    if (!script.mode.empty()) forced.push_back({"mode", script.mode == "graph" ? "pynative" : "graph", script.mode});
    if (!script.jitLevel.empty()) forced.push_back({"jit_level", compilation.jitLevel, script.jitLevel});
    if (!script.device.empty()) forced.push_back({"device_target", compilation.device, script.device});
    return forced;
}

std::string levelText(const Compilation &compilation) {
    if (compilation.script.jitLevel.empty()) return compilation.jitLevel;
    return compilation.jitLevel + ", forced; the script says " + compilation.script.jitLevel;
}

void writeForced(JsonWriter &json, const Compilation &compilation) {
    json.key("forced").beginArray();
    for (const ForcedSetting &each : forcedSettings(compilation)) {
        json.beginObject().member("setting", each.name).member("used", each.used);
        json.member("script", each.script).endObject();
    }
    json.endArray();
}

} // namespace jitscope::inline session
