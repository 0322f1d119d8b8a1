// SPDX-License-Identifier: Apache-2.0
// Loads plugins, only from the program's own plugin folder or from a folder that the user named.
#pragma once

#include "engine/extension/plugin.h"

#include <functional>
#include <string>
#include <vector>

namespace jitscope::inline extension {

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
/** Takes back what a loaded plugin brought, as far as it can be (Extension::takeBack). */
void switchPluginOff(const std::string &path);
/** All files found so far. */
const std::vector<PluginStatus> &pluginStatuses();

} // namespace jitscope::inline extension
