// SPDX-License-Identifier: Apache-2.0
#include "engine/importing/plugin.h"

#include "engine/ascend/pluginmodels.h"
#include "engine/base/text.h"
#include "engine/passes/pluginpasses.h"

#include <algorithm>
#include <dlfcn.h>
#include <exception>
#include <filesystem>
#include <memory>

namespace jitscope {

namespace {

namespace fs = std::filesystem;

struct CloseLibrary {
    void operator()(void *library) const { ::dlclose(library); }
};
using Library = std::unique_ptr<void, CloseLibrary>;

std::vector<PluginStatus> &statuses() {
    static std::vector<PluginStatus> statuses;
    return statuses;
}

const PluginStatus *loadedPlugin(const std::string &name) {
    for (const PluginStatus &status : statuses())
        if (status.loaded && status.manifest.name == name) return &status;
    return nullptr;
}

PluginStatus *statusOf(const std::string &path) {
    const auto found = std::find_if(statuses().begin(), statuses().end(),
                                    [&](const PluginStatus &status) { return status.path == path; });
    return found == statuses().end() ? nullptr : &*found;
}

/** Whether it is or was loaded: the manifest then holds functions of the library, which stays open. */
bool isMapped(const PluginStatus &status) {
    return status.loaded || (status.isOff && !status.manifest.name.empty());
}

/** What the loader says, without the path in front, which the status has anyway. */
std::string loaderError(const std::string &path) {
    const char *text = ::dlerror();
    std::string message = text != nullptr ? text : "unknown error";
    if (message.starts_with(path + ": ")) message.erase(0, path.size() + 2);
    return message;
}

/** The first thing of the plugin whose name is taken, before anything of it is registered; "" for none. */
std::string takenName(const PluginManifest &manifest) {
    for (const Importer &importer : manifest.importers)
        for (const Importer &each : importers())
            if (each.name == importer.name) return "there is an importer '" + importer.name + "' already";
    const std::vector<PassDef> known = pipeline();
    for (const PassDef &pass : manifest.passes)
        for (const PassDef &each : known)
            if (each.name == pass.name) return "there is a pass '" + pass.name + "' already";
    const std::vector<DeviceModel> models = deviceModels();
    for (const DeviceModel &model : manifest.deviceModels)
        for (const DeviceModel &each : models)
            if (each.name == model.name) return "there is a device model '" + model.name + "' already";
    return {};
}

Result<void> registerAll(const PluginManifest &manifest) {
    if (const std::string taken = takenName(manifest); !taken.empty()) return Error{taken};
    for (const Importer &importer : manifest.importers)
        if (const auto done = registerImporter(importer); !done) return done;
    for (PassDef pass : manifest.passes) {
        // Wherever the pass is shown, it is seen to be no pass of ours.
        pass.summary = "Plugin " + manifest.name + ": " + pass.summary;
        if (const auto done = registerPass(std::move(pass)); !done) return done;
    }
    for (const DeviceModel &model : manifest.deviceModels)
        if (const auto done = registerDeviceModel(model); !done) return done;
    return {};
}

/** Fills the manifest and registers what it lists. Nothing but the version is read of a plugin of another version:
    the rest may stand elsewhere in its manifest. */
Result<void> take(void *library, PluginStatus &status) {
    using Entry = const PluginManifest *(*)();
    const auto entry = reinterpret_cast<Entry>(::dlsym(library, "jitscope_plugin"));
    if (entry == nullptr) return Error{"is no plugin: it has no function jitscope_plugin"};
    const PluginManifest *manifest = entry();
    if (manifest == nullptr) return Error{"its jitscope_plugin gave no manifest"};
    if (manifest->interfaceVersion != pluginInterfaceVersion) {
        status.manifest.interfaceVersion = manifest->interfaceVersion;
        return Error{format("was built for plugin interface %d, this program has %d", manifest->interfaceVersion,
                            pluginInterfaceVersion)};
    }
    status.manifest = *manifest;
    if (manifest->name.empty()) return Error{"its manifest has no name"};
    if (const PluginStatus *other = loadedPlugin(manifest->name))
        return Error{"a plugin named '" + manifest->name + "' was loaded from " + other->path};
    return registerAll(*manifest);
}

PluginStatus load(const std::string &path) {
    PluginStatus status;
    status.path = path;
    Library library(::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL));
    if (!library) {
        status.error = "cannot be loaded: " + loaderError(path);
        return status;
    }
    try {
        const auto taken = take(library.get(), status);
        status.loaded = taken.ok();
        if (!taken) status.error = taken.error().message;
    } catch (const std::exception &problem) {
        status.error = std::string("failed while loading: ") + problem.what();
    }
    // Even a refused plugin stays mapped: its status may hold functions of its manifest.
    (void)library.release();
    return status;
}

/** A plugin that was switched off: its importers are still there, its passes and device models come back. */
PluginStatus registeredAgain(PluginStatus status) {
    PluginManifest takenBack = status.manifest;
    takenBack.importers.clear();
    const auto done = registerAll(takenBack);
    status.isOff = false;
    status.loaded = done.ok();
    status.error = done ? std::string() : done.error().message;
    return status;
}

/** The plugin files of a folder by name, so that the order does not depend on the file system. */
std::vector<std::string> pluginFiles(const std::string &folder, std::error_code &problem) {
    std::vector<std::string> paths;
    for (fs::directory_iterator entry(folder, problem), end; !problem && entry != end; entry.increment(problem)) {
        if (entry->path().extension() != ".so") continue;
        // A link must not lead out of the folder that was trusted.
        const fs::path real = fs::weakly_canonical(entry->path(), problem);
        if (!problem && real.parent_path() == fs::weakly_canonical(folder, problem)) paths.push_back(real.string());
        problem.clear();
    }
    std::sort(paths.begin(), paths.end());
    paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
    return paths;
}

} // namespace

std::string_view toString(PluginKind kind) {
    switch (kind) {
    case PluginKind::Importer:
        return "importer";
    case PluginKind::Pass:
        return "pass";
    case PluginKind::DeviceModel:
        return "device model";
    case PluginKind::Panel:
        return "panel";
    }
    return {};
}

PluginStatus loadPlugin(const std::string &path) {
    PluginStatus *known = statusOf(path);
    if (known != nullptr && !known->isOff) return *known;
    PluginStatus status = known != nullptr && isMapped(*known) ? registeredAgain(*known) : load(path);
    if (known == nullptr) {
        statuses().push_back(status);
    } else {
        *known = status;
    }
    return status;
}

void switchPluginOff(const std::string &path) {
    PluginStatus *known = statusOf(path);
    if (known == nullptr || !known->loaded) return;
    for (const PassDef &pass : known->manifest.passes)
        unregisterPass(pass.name);
    for (const DeviceModel &model : known->manifest.deviceModels)
        unregisterDeviceModel(model.name);
    known->loaded = false;
    known->isOff = true;
}

std::vector<PluginStatus> loadPlugins(const std::string &folder, const PluginChoice &isWanted) {
    std::error_code problem;
    const std::vector<std::string> paths = pluginFiles(folder, problem);
    if (problem)
        return {
            {.path = folder, .manifest = {}, .error = "cannot be read as a folder of plugins: " + problem.message()}};
    std::vector<PluginStatus> looked;
    for (const std::string &path : paths) {
        const PluginStatus *known = statusOf(path);
        if (known == nullptr && isWanted && !isWanted(path)) {
            PluginStatus off;
            off.path = path;
            off.isOff = true;
            statuses().push_back(std::move(off));
            known = &statuses().back();
        }
        looked.push_back(known != nullptr ? *known : loadPlugin(path));
    }
    return looked;
}

const std::vector<PluginStatus> &pluginStatuses() {
    return statuses();
}

std::vector<const void *> pluginPanels() {
    std::vector<const void *> panels;
    for (const PluginStatus &status : statuses())
        if (status.loaded) panels.insert(panels.end(), status.manifest.panels.begin(), status.manifest.panels.end());
    return panels;
}

} // namespace jitscope
