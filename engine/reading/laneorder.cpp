// SPDX-License-Identifier: Apache-2.0
#include "engine/reading/laneorder.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <string>

namespace jitscope::inline reading {

namespace {

struct Heading {
    std::string_view name;
    LaneKind kind; ///< of its lanes, unless their names tell more
};

/** In the order in which they stand below each other. */
constexpr Heading headings[] = {
    {"Steps", LaneKind::Framework},
    {"Python", LaneKind::Framework},
    {"MindSpore", LaneKind::Framework},
    {"CPU OP", LaneKind::Framework},
    {"Scope Layer", LaneKind::Scope},
    {"MSTX", LaneKind::Framework},
    {"CANN", LaneKind::HostApi},
    {"Ascend Hardware", LaneKind::Stream},
    {"Communication", LaneKind::Communication},
    {"Overlap Analysis", LaneKind::Overlap},
    {"AI Core Freq", LaneKind::Counters},
    {"AI Core Utilization", LaneKind::Counters},
    {"NPU MEM", LaneKind::Counters},
    {"HBM", LaneKind::Counters},
    {"DDR", LaneKind::Counters},
    {"LLC", LaneKind::Counters},
    {"SIO", LaneKind::Counters},
    {"HCCS", LaneKind::Counters},
    {"PCIe", LaneKind::Counters},
    {"NIC", LaneKind::Counters},
    {"RoCE", LaneKind::Counters},
    {"UB", LaneKind::Counters},
    {"CCU", LaneKind::Counters},
    {"QoS", LaneKind::Counters},
    {"Acc PMU", LaneKind::Counters},
    {"Stars Soc Info", LaneKind::Counters},
    {"Stars Chip Trans", LaneKind::Counters},
    {"Biu Perf", LaneKind::Counters},
    {"CPU Usage", LaneKind::Counters},
    {"Memory Usage", LaneKind::Counters},
    {"Disk Usage", LaneKind::Counters},
    {"Network Usage", LaneKind::Counters},
    {"OS Runtime API", LaneKind::HostApi},
};

/** What older and other releases call them. */
struct OldName {
    std::string_view old, present;
};
constexpr OldName oldNames[] = {
    {"HCCL", "Communication"}, {"Hccl", "Communication"}, {"AscendCL", "CANN"}, {"Task Scheduler", "Ascend Hardware"},
    {"NPU_MEM", "NPU MEM"},    {"PCIE", "PCIe"},          {"ROCE", "RoCE"},
};

constexpr std::string_view overlapLanes[] = {"Computing", "Communication", "Communication(Not Overlapped)", "Free"};

// Room for the lanes of sixteen devices below each heading.
constexpr int keysOfDevice = 60'000, keysOfHeading = 1'000'000;
constexpr int mostDevices = 16;

char lowered(char c) {
    return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c;
}

bool equalsIgnoringCase(std::string_view a, std::string_view b) {
    return a.size() == b.size() &&
           std::equal(a.begin(), a.end(), b.begin(), [](char x, char y) { return lowered(x) == lowered(y); });
}

/** The number behind `word` at the beginning of `text`: "Stream 3", "stream #13(compute)"; -1 for none. */
int64_t numberAfter(std::string_view text, std::string_view word) {
    if (text.size() <= word.size() || !equalsIgnoringCase(text.substr(0, word.size()), word)) return -1;
    text.remove_prefix(word.size());
    while (!text.empty() && (text.front() == ' ' || text.front() == '#'))
        text.remove_prefix(1);
    int64_t number = -1;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

bool contains(std::string_view text, std::string_view word) {
    const auto found = std::search(text.begin(), text.end(), word.begin(), word.end(),
                                   [](char a, char b) { return lowered(a) == lowered(b); });
    return found != text.end();
}

/** The heading without what was put behind it to tell two of one name apart: "Ascend Hardware (NPU 1)". */
std::string_view bareHeading(std::string_view process) {
    for (const std::string_view opening : {" (", " ["})
        if (const size_t at = process.rfind(opening); at != std::string_view::npos && at > 0)
            process = process.substr(0, at);
    return process;
}

/** "core0.veccore1": a core of operator tuning. */
bool isCore(std::string_view process) {
    return numberAfter(process, "core") >= 0 && (contains(process, "veccore") || contains(process, "cubecore"));
}

int laneKey(const Track &track) {
    if (track.kind == LaneKind::Overlap) {
        const auto known = std::find(std::begin(overlapLanes), std::end(overlapLanes), track.name);
        return int(known - std::begin(overlapLanes));
    }
    if (track.kind == LaneKind::Stream) return int(std::clamp<int64_t>(track.number, 0, keysOfDevice - 2));
    return track.kind == LaneKind::Counters ? keysOfDevice - 1 : 0; // below the slices of their heading
}

void classifyLaneByName(Track &track) {
    if (const int64_t plane = numberAfter(track.name, "Plane "); plane >= 0 && track.kind == LaneKind::Communication) {
        track.kind = LaneKind::Plane;
        track.number = plane;
        return;
    }
    const int64_t stream = numberAfter(track.name, "Stream ");
    if (stream >= 0 && (track.kind == LaneKind::Other || track.kind == LaneKind::Stream)) {
        track.kind = LaneKind::Stream;
        track.number = stream;
        return;
    }
    if (track.kind == LaneKind::Stream) track.kind = LaneKind::Other; // "Step Trace(Model ID:2)"
    for (const std::string_view word : {"Thread ", "Group "})
        if (const int64_t number = numberAfter(track.name, word); number >= 0) track.number = number;
}

} // namespace

void classifyLane(Track &track) {
    for (const OldName &each : oldNames)
        if (bareHeading(track.process) == each.old)
            track.process = std::string(each.present) + track.process.substr(each.old.size());
    const std::string_view bare = bareHeading(track.process);
    const auto known =
        std::find_if(std::begin(headings), std::end(headings), [&](const Heading &each) { return each.name == bare; });
    const bool isCounter = track.kind == LaneKind::Counters;
    if (known != std::end(headings)) track.kind = known->kind;
    if (isCore(track.process)) track.kind = LaneKind::Core;
    classifyLaneByName(track);
    if (isCounter) track.kind = LaneKind::Counters;
    if (known == std::end(headings)) {
        track.sortKey = unknownHeadingKey;
        return;
    }
    const int heading = int(known - std::begin(headings)), device = std::clamp(track.device, 0, mostDevices - 1);
    track.sortKey = heading * keysOfHeading + device * keysOfDevice + laneKey(track);
}

ProcessLabel parseProcessLabel(std::string_view labels) {
    ProcessLabel label;
    label.isSimulated = contains(labels, "simulated");
    for (const std::string_view word : {"NPU", "GPU", "TPU"}) {
        const auto found = labels.find(word);
        if (found == std::string_view::npos) continue;
        label.isDevice = true;
        label.device = int(std::min<int64_t>(numberAfter(labels.substr(found), word), INT32_MAX));
        break;
    }
    return label;
}

} // namespace jitscope::inline reading
