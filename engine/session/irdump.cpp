// SPDX-License-Identifier: Apache-2.0
#include "engine/session/irdump.h"

#include "engine/base/file.h"
#include "engine/base/text.h"
#include "engine/ir/irtext.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"

#include <algorithm>
#include <filesystem>

namespace jitscope::inline session {

namespace {

struct Stage {
    std::string name;
    const Module *module;
};

std::vector<Stage> stagesOf(const Compilation &compilation) {
    std::vector<Stage> stages = {{"type_inference", &compilation.captured}};
    for (const PassRecord &pass : compilation.passes)
        stages.push_back({fullName(pass), &pass.after});
    stages.push_back({"execute", &compilation.final});
    return stages;
}

} // namespace

int nextDumpCounter(const std::string &folder) {
    int next = 0;
    std::error_code failed;
    // Files with and without an extension, also those in folders inside, count through.
    for (std::filesystem::recursive_directory_iterator entry(folder, failed), end; !failed && entry != end;
         entry.increment(failed)) {
        const std::string extension = entry->path().extension().string();
        const std::string name = entry->path().stem().string();
        const size_t underscore = name.rfind('_');
        std::error_code unknown;
        const bool isDump = extension == ".ir" || extension == ".dot" || extension.empty();
        if (!isDump || underscore == std::string::npos || entry->is_directory(unknown)) continue;
        const std::string digits = name.substr(underscore + 1);
        const bool isNumber =
            !digits.empty() && digits.size() < 9 &&
            std::all_of(digits.begin(), digits.end(), [](unsigned char c) { return std::isdigit(c); });
        if (isNumber) next = std::max(next, std::stoi(digits) + 1);
    }
    return next;
}

Result<std::vector<std::string>> writeIrDump(const Compilation &compilation, const std::string &folder) {
    std::error_code failed;
    std::filesystem::create_directories(folder, failed);
    if (failed) return Error{folder + ": cannot be made: " + failed.message()};
    std::vector<std::string> paths;
    int counter = nextDumpCounter(folder), number = 0;
    for (const Stage &stage : stagesOf(compilation)) {
        if (stage.module->graphs.empty()) continue;
        const std::string path = folder + "/" + format("%02d_", number++) + stage.name + format("_%04d.ir", counter++);
        if (const auto written = writeFile(path, printModule(*stage.module)); !written) return written.error();
        paths.push_back(path);
    }
    return paths;
}

Result<std::vector<std::string>> writeIrDump(const Session &session, const std::string &folder) {
    std::vector<std::string> all;
    for (const Compilation &compilation : session.compilations) {
        auto paths = writeIrDump(compilation, folder);
        if (!paths) return paths.error();
        all.insert(all.end(), paths->begin(), paths->end());
    }
    return all;
}

} // namespace jitscope::inline session
