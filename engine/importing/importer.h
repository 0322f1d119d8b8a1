// SPDX-License-Identifier: Apache-2.0
// Readers of files that others wrote. Each is a record; the one that is surest of a file reads it.
#pragma once

#include "engine/base/progress.h"
#include "engine/base/result.h"
#include "engine/session/sessionfwd.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jitscope::inline extension {
struct Extension;
}

namespace jitscope::inline importing {

enum class Confidence : uint8_t { No, Maybe, Yes };

/** A stretch of a trace, in nanoseconds from its first event. */
struct TimeWindow {
    int64_t beginNs = 0, endNs = 0;
};

/** How a file is to be read; all of it can be left as it is. */
struct ImportOptions {
    Progress *progress = nullptr; ///< told how far it is, asked whether to go on; null for neither
    /** What the session may take in memory; 0 for three quarters of what is free. A file that needs more is refused
       with a reason that names a window which would fit. */
    int64_t memoryBytes = 0;
    std::optional<TimeWindow> window; ///< read only what overlaps it
    int rank = -1;                    ///< the rank of what is read, where the input itself names none
    std::string cacheFolder;          ///< where importers may keep what they parsed for the next time; "" for nowhere
};

struct Importer {
    std::string name;        ///< "mindspore_ir"
    std::string description; ///< "MindSpore IR dumps (.ir files and directories)"
    /** Looks at the path and its first bytes (none for a directory) only. */
    std::function<Confidence(const std::string &path, std::string_view firstBytes)> probe;
    /** A cancelled read gives the error cancelledError(). */
    std::function<Result<Session>(const std::string &path, const ImportOptions &options)> read;
};

Error cancelledError();
inline bool isCancelled(const ImportOptions &options) {
    return options.progress != nullptr && options.progress->isCancelled();
}
/** The memory that a read with these options may take, in bytes. */
int64_t memoryLimit(const ImportOptions &options);

/** Built-in and plugin importers. */
const std::vector<Importer> &importers();
Result<void> registerImporter(Importer importer);
/** For the manifest of a plugin; it stays until the program ends. */
Extension importerExtension(Importer importer);

/** Reads a session file or whatever an importer takes. The error says what was tried. */
Result<Session> openPath(const std::string &path, const ImportOptions &options = {});
/** Several at once (ranks of a cluster), as one session: traces side by side, one profile each. */
Result<Session> openPaths(const std::vector<std::string> &paths, const ImportOptions &options = {});

} // namespace jitscope::inline importing
