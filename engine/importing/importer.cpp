// SPDX-License-Identifier: Apache-2.0
#include "engine/importing/importer.h"

#include "engine/base/text.h"
#include "engine/extension/plugin.h"
#include "engine/session/session.h"
#include "engine/session/sessionfile.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <exception>
#include <fstream>
#include <sys/stat.h>

namespace jitscope::inline importing {

namespace {

constexpr size_t probedBytes = 4096;

std::vector<Importer> &registry() {
    static std::vector<Importer> importers;
    return importers;
}

/** The first bytes of a file; none of a directory. */
Result<std::string> beginning(const std::string &path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) {
        if (errno == ENOENT) return Error{path + ": there is no such file or directory"};
        return Error{path + ": cannot be read: " + std::strerror(errno)};
    }
    if (S_ISDIR(status.st_mode)) return std::string();
    if (!S_ISREG(status.st_mode)) return Error{path + ": is neither a file nor a directory"};
    std::ifstream file(path, std::ios::binary);
    if (!file) return Error{path + ": cannot be read: " + std::strerror(errno)};
    std::string bytes(probedBytes, '\0');
    file.read(bytes.data(), std::streamsize(bytes.size()));
    bytes.resize(size_t(file.gcount()));
    return bytes;
}

/** A session by its content; by its name too, so that a damaged one is told apart from a file of no known kind. */
bool isSession(const std::string &path, std::string_view bytes) {
    const bool isDatabase = bytes.starts_with(std::string_view("SQLite format 3\0", 16));
    if (path.ends_with(".jitscope")) return !bytes.empty();
    constexpr size_t applicationIdAt = 68;
    return isDatabase && bytes.size() >= applicationIdAt + 4 && bytes.substr(applicationIdAt, 4) == "JSCP";
}

/** What an importer of a plugin throws is its fault and not the end of the program. */
Confidence probe(const Importer &importer, const std::string &path, std::string_view bytes) {
    try {
        return importer.probe(path, bytes);
    } catch (const std::exception &) {
        return Confidence::No;
    }
}

Result<Session> read(const Importer &importer, const std::string &path, const ImportOptions &options) {
    try {
        return importer.read(path, options);
    } catch (const std::exception &problem) {
        return Error{path + ": the importer " + importer.name + " failed: " + problem.what()};
    }
}

bool isThere(const std::string &name) {
    return std::ranges::any_of(registry(), [&](const Importer &each) { return each.name == name; });
}

std::string whatWasTried() {
    std::vector<std::string> tried{"JitScope sessions (.jitscope)"};
    for (const Importer &importer : registry())
        tried.push_back(importer.description);
    return join(tried, "; ");
}

} // namespace

const std::vector<Importer> &importers() {
    return registry();
}

Result<void> registerImporter(Importer importer) {
    if (importer.name.empty() || !importer.probe || !importer.read)
        return Error{"an importer needs a name, a probe and a reader"};
    if (isThere(importer.name)) return Error{"there is an importer '" + importer.name + "' already"};
    registry().push_back(std::move(importer));
    return {};
}

Extension importerExtension(Importer importer) {
    return {.kind = PluginKind::Importer,
            .name = importer.name,
            .isTaken = [name = importer.name] { return isThere(name); },
            .add = [importer](const std::string &) { return registerImporter(importer); }};
}

Error cancelledError() {
    return {"opening was cancelled"};
}

int64_t memoryLimit(const ImportOptions &options) {
    if (options.memoryBytes > 0) return options.memoryBytes;
    std::ifstream file("/proc/meminfo");
    for (std::string key, unit; file >> key;) {
        int64_t kilobytes = 0;
        file >> kilobytes;
        std::getline(file, unit);
        if (key == "MemAvailable:") return kilobytes * 1024 / 4 * 3;
    }
    return int64_t(4) << 30;
}

Result<Session> openPaths(const std::vector<std::string> &paths, const ImportOptions &options) {
    if (paths.size() == 1) return openPath(paths.front(), options);
    Session all;
    for (size_t i = 0; i < paths.size(); ++i) {
        ImportOptions each = options;
        each.rank = int(i);
        auto one = openPath(paths[i], each);
        if (!one) return one;
        all.append(*std::move(one));
    }
    if (all.trace.sliceCount() > 0) all.trace.arrange();
    return all;
}

Result<Session> openPath(const std::string &path, const ImportOptions &options) {
    const auto bytes = beginning(path);
    if (!bytes) return bytes.error();
    if (isSession(path, *bytes)) return loadSession(path);
    const Importer *best = nullptr;
    Confidence surest = Confidence::No;
    for (const Importer &importer : registry()) {
        const Confidence confidence = probe(importer, path, *bytes);
        if (confidence <= surest) continue;
        surest = confidence;
        best = &importer;
    }
    if (best != nullptr) return read(*best, path, options);
    struct stat status {};
    const bool isEmpty = ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) && status.st_size == 0;
    if (isEmpty) return Error{path + ": the file is empty"};
    return Error{path + ": is of no kind that can be opened (tried: " + whatWasTried() + ")"};
}

} // namespace jitscope::inline importing
