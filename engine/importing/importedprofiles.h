// SPDX-License-Identifier: Apache-2.0
// What importers end with: where a session came from, and what is said when nothing could be read.
#pragma once

#include "engine/extension/plugin.h"
#include "engine/importing/importer.h"
#include "engine/profile/diagnostics.h"
#include "engine/session/session.h"

#include <string>

namespace jitscope::inline importing {

/** The session with who wrote its files and which path was opened. */
Session withOrigin(Session session, std::string producer, const std::string &path);

/** Gathers the profiles of several ranks or kernels, some of which may not be readable. */
struct ImportedProfiles {
    Session session;
    Diagnostics diagnostics;
    std::string firstError; ///< of what could not be read

    void fail(const std::string &message);
    /** Where there is no profile: the first error, or that `path` holds none of `what`. */
    Result<Session> finished(std::string producer, const std::string &path, const std::string &what) &&;
};

/** The manifest of a plugin that brings one importer and has its name. Made in the plugin, so that it tells the version
    that the plugin was built with. */
inline PluginManifest importerPlugin(std::string summary, Importer importer) {
    PluginManifest manifest;
    manifest.name = importer.name;
    manifest.version = "1.0";
    manifest.kind = PluginKind::Importer;
    manifest.summary = std::move(summary);
    manifest.brings = {importerExtension(std::move(importer))};
    return manifest;
}

} // namespace jitscope::inline importing
