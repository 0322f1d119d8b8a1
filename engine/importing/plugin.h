// SPDX-License-Identifier: Apache-2.0
// Plugins: shared libraries that bring importers, passes, device models and (through app/sdk) panels.
//
// A plugin is a folder-less file `NAME.so` that exports one C function, `jitscope_plugin`, which returns its manifest.
// It is loaded only from the program's own plugin folder or from a folder that the user named.
#pragma once

#include "engine/ascend/devicemodel.h"
#include "engine/importing/importer.h"
#include "engine/passes/pass.h"

#include <functional>
#include <string>
#include <vector>

namespace jitscope {

/** Goes up whenever a type that plugins see changes; a plugin of another version is refused with both numbers. */
constexpr int pluginInterfaceVersion = 2;

enum class PluginKind : uint8_t { Importer, Pass, DeviceModel, Panel };
std::string_view toString(PluginKind kind);

struct PluginManifest {
    int interfaceVersion = pluginInterfaceVersion;
    std::string name;
    std::string version;
    PluginKind kind = PluginKind::Pass;
    std::string summary;
    std::vector<Importer> importers;
    std::vector<PassDef> passes;
    std::vector<DeviceModel> deviceModels;
    /** Panels: `const PanelDef *` of app/sdk/paneldef.h, kept as void so that the engine knows no window. */
    std::vector<const void *> panels;
};

/** A file that was found: loaded, switched off, or why not. */
struct PluginStatus {
    std::string path;
    PluginManifest manifest; ///< as far as it could be read
    bool loaded = false;
    bool isOff = false; ///< nobody wants it: it was not opened, or what it brought was taken back
    std::string error;
};

/** Whether the plugin in that file is wanted; no function: all are. */
using PluginChoice = std::function<bool(const std::string &path)>;

/** Loads the wanted ones of all *.so of `folder` and registers what they bring; the others are only listed, none of
    their code runs. A second load of the same file does nothing. */
std::vector<PluginStatus> loadPlugins(const std::string &folder, const PluginChoice &isWanted = {});
/** Loads one file, also one that was listed as off. */
PluginStatus loadPlugin(const std::string &path);
/** Takes back the passes and device models of a loaded plugin. Its importers and panels stay until the program ends. */
void switchPluginOff(const std::string &path);
/** All files found so far. */
const std::vector<PluginStatus> &pluginStatuses();
/** The panels of all loaded plugins, as `const PanelDef *`. */
std::vector<const void *> pluginPanels();

} // namespace jitscope

/** What a plugin exports: `extern "C" const jitscope::PluginManifest *jitscope_plugin()`. */
#define JITSCOPE_PLUGIN                                                                                                \
    extern "C" __attribute__((visibility("default"))) const jitscope::PluginManifest *jitscope_plugin()
