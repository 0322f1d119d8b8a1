// SPDX-License-Identifier: Apache-2.0
// Reads the names of dump files: numbered stages, steps inside of them, and what stands beside.
#include "plugins/mindspore_ir/dumpfolder.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <tuple>

namespace jitscope {
inline namespace mindspore_ir {

namespace {

/** The number that is all of `text`, or nothing. */
std::optional<int64_t> number(std::string_view text) {
    int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < 0) return std::nullopt;
    return value;
}

/** Takes "08_" off the front of `text`. */
std::optional<int64_t> takeIndex(std::string_view &text) {
    const size_t underscore = text.find('_');
    if (underscore == std::string_view::npos) return std::nullopt;
    const auto index = number(text.substr(0, underscore));
    if (index) text.remove_prefix(underscore + 1);
    return index;
}

} // namespace

std::optional<DumpFile> dumpFileNamed(const std::string &path) {
    const std::string file = std::filesystem::path(path).filename().string();
    constexpr std::string_view ending = ".ir";
    if (!file.ends_with(ending)) return std::nullopt;
    std::string_view name = file;
    name.remove_suffix(ending.size());

    DumpFile dump{.path = path, .stage = std::string(name)};
    const size_t last = name.rfind('_');
    const auto counter = last == std::string_view::npos ? std::nullopt : number(name.substr(last + 1));
    if (!counter) return dump;
    dump.counter = *counter;
    name = name.substr(0, last);
    dump.stage = std::string(name);
    constexpr std::string_view step = "opt_pass_";
    if (name.starts_with(step)) {
        std::string_view rest = name.substr(step.size());
        dump.isStep = takeIndex(rest).has_value();
        if (dump.isStep) dump.stage = std::string(rest);
        return dump;
    }
    // Stage numbers have two digits; longer ones belong to files of other kinds.
    if (name.size() > 3 && name[2] == '_')
        if (const auto index = takeIndex(name)) {
            dump.index = int(*index);
            dump.stage = std::string(name);
        }
    return dump;
}

DumpFolder dumpFolderOf(const std::vector<std::string> &paths) {
    std::vector<DumpFile> files;
    for (const std::string &path : paths)
        if (auto file = dumpFileNamed(path)) files.push_back(std::move(*file));
    std::sort(files.begin(), files.end(), [](const DumpFile &a, const DumpFile &b) {
        return std::tie(a.counter, a.path) < std::tie(b.counter, b.path);
    });

    DumpFolder folder;
    int lastIndex = -1;
    for (DumpFile &file : files) {
        if (file.stage.starts_with("analyze_fail")) {
            folder.failures.push_back(std::move(file));
        } else if (file.index < 0 && !file.isStep) {
            folder.others.push_back(std::move(file));
        } else {
            const bool starts = folder.runs.empty() || (!file.isStep && file.index <= lastIndex);
            if (starts) folder.runs.emplace_back();
            if (!file.isStep) lastIndex = file.index;
            folder.runs.back().push_back(std::move(file));
        }
    }
    return folder;
}

PassPhase phaseOfStage(std::string_view stage) {
    if (stage.find("graph_kernel") != std::string_view::npos) return PassPhase::GraphKernel;
    for (const std::string_view backend : {"backend_pass", "task_emit", "execute", "hwopt"})
        if (stage.starts_with(backend)) return PassPhase::HardwareOptimization;
    return PassPhase::FrontEnd;
}

} // namespace mindspore_ir
} // namespace jitscope
