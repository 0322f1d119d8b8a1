// SPDX-License-Identifier: Apache-2.0
// What a plugin is: a manifest that lists what it brings.
//
// A plugin is a folder-less file `NAME.so` that exports one C function, `jitscope_plugin`, which returns its manifest.
// Each kind of thing has its registry where such things are at home, and that makes the entries of the manifest:
// importerExtension() (engine/importing/importer.h), passExtension() (engine/passes/pluginpasses.h),
// deviceModelExtension() (engine/ascend/pluginmodels.h) and panelExtension() (app/sdk/pluginpanels.h).
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace jitscope::inline extension {

/** Goes up whenever a type that plugins see changes; a plugin of another version is refused with both numbers. */
constexpr int pluginInterfaceVersion = 3;

enum class PluginKind : uint8_t { Importer, Pass, DeviceModel, Panel };
std::string_view toString(PluginKind kind);

/** One thing that a plugin brings. */
struct Extension {
    PluginKind kind = PluginKind::Pass;
    std::string name;                                           ///< unique among those of its kind
    std::function<bool()> isTaken;                              ///< there is one of that name already
    std::function<Result<void>(const std::string &plugin)> add; ///< to the registry of its kind
    std::function<void()> takeBack = {};                        ///< none: it stays until the program ends
};

struct PluginManifest {
    int interfaceVersion = pluginInterfaceVersion;
    std::string name;
    std::string version;
    PluginKind kind = PluginKind::Pass;
    std::string summary;
    std::vector<Extension> brings;

    bool bringsAny(PluginKind of) const {
        for (const Extension &extension : brings)
            if (extension.kind == of) return true;
        return false;
    }
};

} // namespace jitscope::inline extension

/** What a plugin exports: `extern "C" const jitscope::PluginManifest *jitscope_plugin()`. */
#define JITSCOPE_PLUGIN                                                                                                \
    extern "C" __attribute__((visibility("default"))) const jitscope::PluginManifest *jitscope_plugin()
