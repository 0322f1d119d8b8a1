// SPDX-License-Identifier: Apache-2.0
#include "engine/passes/passplace.h"

#include "engine/base/text.h"

#include <algorithm>
#include <charconv>

namespace jitscope::inline passes {

namespace {

/** "opt_a.r1.cse#2" in its parts. */
struct ReadName {
    std::string_view name;
    int number = 0; ///< 0: every one
};

ReadName readName(std::string_view text) {
    const size_t mark = text.rfind('#');
    if (mark == std::string_view::npos) return {text};
    int number = 0;
    const auto [end, error] = std::from_chars(text.data() + mark + 1, text.data() + text.size(), number);
    const bool isNumber = error == std::errc() && end == text.data() + text.size() && number > 0;
    return isNumber ? ReadName{text.substr(0, mark), number} : ReadName{text};
}

/** With `cycle` 0, names of no cycle. */
bool isCalled(std::string_view name, std::string_view stage, std::string_view pass, int cycle) {
    if (name == pass) return true;
    if (stage.empty()) return false;
    const std::string prefix = std::string(stage) + ".";
    if (!name.starts_with(prefix)) return false;
    name.remove_prefix(prefix.size());
    return name == pass || (cycle > 0 && name == format("r%d.", cycle) + std::string(pass));
}

/** A run of the pass in any of the cycles that its stage can have. */
bool canBeCalled(const PassDef &pass, std::string_view name) {
    const int most = mostCycles(pass.stage);
    if (isCalled(name, pass.stage, pass.name, 0)) return true;
    for (int cycle = 1; most > 1 && cycle <= most; ++cycle)
        if (isCalled(name, pass.stage, pass.name, cycle)) return true;
    return false;
}

} // namespace

bool PassPlaces::isMeant(size_t asker, std::string_view name, const PassPlace &place) {
    const ReadName read = readName(name);
    if (!isCalled(read.name, place.stage, place.name, place.cycle)) return false;
    const int seen = ++m_seen[asker];
    return read.number == 0 || read.number == seen;
}

std::string placeName(const std::vector<PassRecord> &passes, size_t index) {
    const std::string name = fullName(passes[index]);
    const auto isAlike = [&](const PassRecord &pass) { return fullName(pass) == name; };
    const auto before = std::count_if(passes.begin(), passes.begin() + std::ptrdiff_t(index), isAlike);
    const auto all = std::ranges::count_if(passes, isAlike);
    return all == 1 ? name : format("%s#%d", name.c_str(), int(before) + 1);
}

std::optional<PassDef> passCalled(std::string_view name) {
    const std::string_view read = readName(name).name;
    const std::vector<PassDef> all = pipeline();
    const auto found = std::ranges::find_if(all, [&](const PassDef &pass) { return canBeCalled(pass, read); });
    return found == all.end() ? std::nullopt : std::optional(*found);
}

bool isInPipeline(std::string_view name, JitLevel level) {
    const std::string_view read = readName(name).name;
    const std::vector<PassDef> all = pipeline();
    return std::ranges::any_of(
        all, [&](const PassDef &pass) { return pass.minimumLevel <= level && canBeCalled(pass, read); });
}

} // namespace jitscope::inline passes
