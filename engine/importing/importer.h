// SPDX-License-Identifier: Apache-2.0
// Readers of files that others wrote. Each is a record; the one that is surest of a file reads it.
#pragma once

#include "engine/base/result.h"
#include "engine/session/session.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace jitscope {

enum class Confidence : uint8_t { No, Maybe, Yes };

struct Importer {
    std::string name;        ///< "mindspore_ir"
    std::string description; ///< "MindSpore IR dumps (.ir files and directories)"
    /** Looks at the path and its first bytes (none for a directory) only. */
    std::function<Confidence(const std::string &path, std::string_view firstBytes)> probe;
    std::function<Result<Session>(const std::string &path)> read;
};

/** Built-in and plugin importers. */
const std::vector<Importer> &importers();
Result<void> registerImporter(Importer importer);

/** Reads a session file or whatever an importer takes. The error says what was tried. */
Result<Session> openPath(const std::string &path);

} // namespace jitscope
