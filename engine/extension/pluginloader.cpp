// SPDX-License-Identifier: Apache-2.0
#include "engine/extension/pluginloader.h"

#include "engine/base/text.h"

#include <algorithm>
#include <dlfcn.h>
#include <exception>
#include <filesystem>
#include <memory>

namespace jitscope::inline extension {

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

std::string_view article(PluginKind kind) {
    return kind == PluginKind::Importer ? "an" : "a";
}

/** Nothing is added where one name is taken. */
Result<void> addAll(const std::vector<Extension> &extensions, const std::string &plugin) {
    for (const Extension &each : extensions)
        if (each.isTaken())
            return Error{"there is " + std::string(article(each.kind)) + " " + std::string(toString(each.kind)) + " '" +
                         each.name + "' already"};
    for (const Extension &each : extensions)
        if (const auto done = each.add(plugin); !done) return done;
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
    return addAll(manifest->brings, manifest->name);
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

/** A plugin that was switched off: what was taken back comes again, the rest is still there. */
PluginStatus addedAgain(PluginStatus status) {
    std::vector<Extension> takenBack = status.manifest.brings;
    std::erase_if(takenBack, [](const Extension &each) { return !each.takeBack; });
    const auto done = addAll(takenBack, status.manifest.name);
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
    PluginStatus status = known != nullptr && isMapped(*known) ? addedAgain(*known) : load(path);
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
    for (const Extension &each : known->manifest.brings)
        if (each.takeBack) each.takeBack();
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

} // namespace jitscope::inline extension
