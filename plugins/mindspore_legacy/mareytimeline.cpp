// SPDX-License-Identifier: Apache-2.0
// Times are microseconds from when the host began, as decimal numbers of a double.
#include "plugins/mindspore_legacy/mareytimeline.h"

#include "engine/base/exactdecimal.h"
#include "engine/reading/jsondocument.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>

namespace jitscope {
inline namespace mindspore_legacy {

namespace {

constexpr int64_t nsPerUs = 1000;
constexpr int hardwareSortKey = 14, communicationSortKey = 16;
/** How names of operators between devices begin. */
constexpr std::array<std::string_view, 9> communicationStarts = {"AllReduce", "AllGather",        "ReduceScatter",
                                                                 "Broadcast", "AllToAll",         "Send",
                                                                 "Receive",   "NeighborExchange", "Reduce-op"};

bool isCommunication(std::string_view name) {
    return std::any_of(communicationStarts.begin(), communicationStarts.end(),
                       [&](std::string_view start) { return name.starts_with(start); });
}

/** "device3" is 3; -1 for anything else. */
int deviceNumber(std::string_view key) {
    if (!key.starts_with("device")) return -1;
    key.remove_prefix(6);
    int number = -1;
    const auto [rest, problem] = std::from_chars(key.data(), key.data() + key.size(), number);
    return problem == std::errc() && rest == key.data() + key.size() && number >= 0 && number < 1'000'000 ? number : -1;
}

/** By the device's key: "stage1". */
std::map<std::string, std::string> stagesOf(const JsonValue &root) {
    std::map<std::string, std::string> stages;
    for (const auto &[stage, value] : root["stage_data"].members())
        for (const JsonValue &device : value["devices"].items())
            stages[device.text()] = stage;
    return stages;
}

class DeviceReader {
public:
    DeviceReader(Trace &trace, int device)
        : m_trace(trace)
        , m_device(device)
        , m_table(makeTable("kernels")) {}

    /** False where it has no time. */
    bool add(const std::string &name, const JsonValue &times) {
        const auto start = scaledDecimal(times["st"].digits(), nsPerUs);
        const auto end = scaledDecimal(times["ed"].digits(), nsPerUs);
        if (!start || !end || *end < *start) return false;
        // The end was rounded as a sum; the duration stands beside it with fewer digits lost.
        const int64_t duration = scaledDecimal(times["dur"].digits(), nsPerUs).value_or(*end - *start);
        if (duration < 0) return false;
        const bool isTalk = isCommunication(name);
        m_trace.addSlice(lane(isTalk), name, isTalk ? "communication" : "operator", *start, duration);
        const int64_t row = m_table.addRow();
        m_table.setText(row, m_table.column("name"), name);
        m_table.setText(row, m_table.column("type"), name.substr(0, name.rfind("-op")));
        m_table.setText(row, m_table.column("core"), isTalk ? "COMMUNICATION" : "");
        m_table.setInteger(row, m_table.column("device"), m_device);
        m_table.setInteger(row, m_table.column("start"), *start);
        m_table.setInteger(row, m_table.column("duration"), duration);
        return true;
    }

    Profile profile(const std::string &stage) {
        Profile profile;
        profile.rank = profile.device = m_device;
        profile.label = "device " + std::to_string(m_device) + (stage.empty() ? "" : ", " + stage);
        profile.producer = "MindInsight (Marey timeline)";
        profile.info["source"] = "text";
        if (!stage.empty()) profile.info["stage"] = stage;
        profile.tables.push_back(std::move(m_table));
        return profile;
    }

private:
    TrackId lane(bool isTalk) {
        TrackId &lane = m_lanes[isTalk ? 1 : 0];
        if (lane.valid()) return lane;
        Track track;
        track.process = isTalk ? "Communication" : "Ascend Hardware";
        track.name = isTalk ? "Communication" : "Operators";
        track.kind = isTalk ? LaneKind::Communication : LaneKind::Stream;
        track.sortKey = isTalk ? communicationSortKey : hardwareSortKey;
        track.rank = track.device = m_device;
        return lane = m_trace.addTrack(std::move(track));
    }

    Trace &m_trace;
    int m_device;
    DataTable m_table;
    std::array<TrackId, 2> m_lanes;
};

} // namespace

Result<MareyTimeline> mareyTimeline(std::string text, const std::string &fileName, Diagnostics &diagnostics) {
    const auto document = JsonDocument::parse(std::move(text));
    if (!document) return document.error();
    const JsonValue root = document->root();
    const std::map<std::string, std::string> stages = stagesOf(root);
    MareyTimeline read;
    int64_t withoutTime = 0;
    for (const auto &[key, operators] : root["maps"].members()) {
        const int device = deviceNumber(key);
        if (device < 0) {
            diagnostics.add(DiagnosticKind::Skipped, fileName, key, "is not the name of a device");
            continue;
        }
        DeviceReader reader(read.trace, device);
        for (const auto &[name, times] : operators.members())
            if (!reader.add(name, times)) ++withoutTime;
        const auto stage = stages.find(key);
        read.profiles.push_back(reader.profile(stage == stages.end() ? std::string() : stage->second));
    }
    if (withoutTime > 0)
        diagnostics.add(DiagnosticKind::Skipped, fileName, "", "an operator without a readable begin and end",
                        withoutTime);
    if (!document->problem().empty())
        diagnostics.add(DiagnosticKind::Mended, fileName, std::to_string(document->problemAt()),
                        "is not whole (" + document->problem() + "): what stands before is shown");
    if (read.trace.sliceCount() == 0) return Error{"holds no times of operators (\"maps\", \"device0\")"};
    std::sort(read.profiles.begin(), read.profiles.end(),
              [](const Profile &a, const Profile &b) { return a.rank < b.rank; });
    read.trace.arrange();
    return read;
}

} // namespace mindspore_legacy
} // namespace jitscope
