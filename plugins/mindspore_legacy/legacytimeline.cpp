// SPDX-License-Identifier: Apache-2.0
// Kernels are the slices of device lanes; their arguments have the full name of the node and its operands.
#include "plugins/mindspore_legacy/legacytimeline.h"

#include "engine/base/text.h"
#include "engine/profile/profile.h"
#include "engine/reading/jsondocument.h"

#include <algorithm>
#include <charconv>

namespace jitscope {
inline namespace mindspore_legacy {

namespace {

/** Process numbers that stand for a kind of lane; smaller ones are device ids. */
struct ProcessMeaning {
    int64_t pid;
    const char *heading;
    LaneKind kind;
    int sortKey;
};
constexpr int64_t firstSpecialPid = 9000;
constexpr ProcessMeaning meanings[] = {
    {9000, "AI CPU", LaneKind::Stream, 15},
    {10000, "Communication", LaneKind::Communication, 16},
    {11000, "CPU OP", LaneKind::Framework, 2},
    {12000, "Overlap Analysis", LaneKind::Overlap, 31},
};
constexpr int hardwareSortKey = 14;

/** The number at the end of a text, -1 for none. */
int64_t numberAtEnd(const std::string &text) {
    const size_t last = text.find_last_not_of("0123456789");
    const size_t begin = last == std::string::npos ? 0 : last + 1;
    int64_t number = -1;
    std::from_chars(text.data() + begin, text.data() + text.size(), number);
    return number;
}

Track named(Track track) {
    const int64_t pid = numberAtEnd(track.process), lane = numberAtEnd(track.name);
    if (track.kind != LaneKind::Other || pid < 0) return track;
    track.number = lane;
    for (const ProcessMeaning &meaning : meanings) {
        if (meaning.pid != pid) continue;
        track.process = meaning.heading;
        track.kind = meaning.kind;
        track.sortKey = meaning.sortKey;
        return track;
    }
    if (pid >= firstSpecialPid) return track;
    track.process = "Ascend Hardware";
    track.kind = LaneKind::Stream;
    track.sortKey = hardwareSortKey;
    track.device = int(pid);
    if (lane >= 0) track.name = "Stream " + std::to_string(lane);
    return track;
}

/** Operands of one side, as columns of the kernel table write them. */
struct Operands {
    std::vector<std::string> shapes, types, formats;
    void add(const JsonValue &operand) {
        const JsonValue shape = operand["shape"];
        std::string dims = shape.text();
        if (shape.kind() == JsonKind::Array) {
            std::vector<std::string> sizes;
            for (const JsonValue &size : shape.items())
                sizes.push_back(size.text());
            dims = join(sizes, ",");
        }
        shapes.push_back(dims);
        std::string type = operand["data_type"].text();
        if (type.starts_with("NUMBER_TYPE_")) type = type.substr(12);
        types.push_back(type);
        formats.push_back(operand["format"].text());
    }
};

class KernelRows {
public:
    explicit KernelRows(const std::map<std::string, LegacyKernel> &known)
        : m_known(known)
        , m_table(makeTable("kernels")) {}

    void add(const Trace &trace, SliceId slice, const Track &track, int64_t wait) {
        const int64_t row = m_table.addRow();
        const auto arguments = trace.argumentsOf(slice);
        const std::string shortName = trace.texts().text(TextId{trace.columns().name[size_t(slice.value)]});
        const std::string *fullName = argument(arguments, "fullname"), *type = argument(arguments, "type");
        const std::string &name = fullName != nullptr ? *fullName : shortName;
        const auto known = m_known.find(name);
        text(row, "name", name);
        text(row, "type", type != nullptr ? *type : known != m_known.end() ? known->second.type : shortName);
        text(row, "core", track.process == "AI CPU" ? "AI_CPU" : "AI_CORE");
        integer(row, "device", track.device < 0 ? missingInteger : track.device);
        integer(row, "stream", track.number < 0 ? missingInteger : track.number);
        integer(row, "start", trace.startOf(slice));
        integer(row, "duration", trace.durationOf(slice));
        integer(row, "wait", wait);
        if (known != m_known.end()) {
            integer(row, "task", known->second.task);
            integer(row, "blocks", known->second.blocks);
        }
        setOperands(row, arguments, "input");
        setOperands(row, arguments, "output");
    }
    DataTable take() { return std::move(m_table); }

private:
    static const std::string *argument(const SliceArguments &arguments, std::string_view name) {
        for (const auto &[key, value] : arguments)
            if (key == name) return &value;
        return nullptr;
    }
    void setOperands(int64_t row, const SliceArguments &arguments, const std::string &side) {
        Operands operands;
        for (const auto &[key, value] : arguments) {
            if (!key.starts_with(side + "_")) continue;
            if (const auto document = JsonDocument::parse(value)) operands.add(document->root());
        }
        if (operands.shapes.empty()) return;
        text(row, (side + "_shapes").c_str(), join(operands.shapes, ";"));
        text(row, (side + "_types").c_str(), join(operands.types, ";"));
        text(row, (side + "_formats").c_str(), join(operands.formats, ";"));
    }
    void text(int64_t row, const char *column, const std::string &value) {
        m_table.setText(row, m_table.column(column), value);
    }
    void integer(int64_t row, const char *column, int64_t value) {
        m_table.setInteger(row, m_table.column(column), value);
    }

    const std::map<std::string, LegacyKernel> &m_known;
    DataTable m_table;
};

} // namespace

Trace withLegacyLanes(const Trace &from, int rank) {
    Trace trace;
    for (Track track : from.tracks()) {
        track = named(std::move(track));
        track.rank = rank;
        trace.addTrack(std::move(track));
    }
    for (const std::string &text : from.texts().all())
        trace.addText(text);
    for (const auto &source : from.argumentSources())
        trace.addArgumentSource(source);
    trace.addSlices(from.columns());
    for (const Counter &counter : from.counters())
        trace.addCounter(counter);
    for (const Flow &flow : from.flows())
        trace.addFlow(flow);
    trace.arrange();
    return trace;
}

std::map<std::string, LegacyKernel> kernelsIn(const DataTable &frameworkRaw) {
    const auto column = [&](std::initializer_list<const char *> names) {
        for (const char *name : names)
            if (const int found = frameworkRaw.column(name); found >= 0) return found;
        return -1;
    };
    const auto whole = [&](int64_t row, int at) {
        int64_t value = missingInteger;
        if (at < 0) return value;
        const std::string cell = frameworkRaw.cell(row, at);
        std::from_chars(cell.data(), cell.data() + cell.size(), value);
        return value;
    };
    const int name = column({"full_kernel_name", "full_op_name"}), type = column({"kernel_type", "op_type"});
    const int task = column({"task_id"}), blocks = column({"block_dim", "block_num"});
    std::map<std::string, LegacyKernel> kernels;
    if (name < 0) return kernels;
    for (int64_t row = 0; row < frameworkRaw.rowCount(); ++row) {
        LegacyKernel kernel;
        kernel.task = whole(row, task);
        kernel.blocks = whole(row, blocks);
        if (type >= 0) kernel.type = frameworkRaw.cell(row, type);
        kernels.emplace(frameworkRaw.cell(row, name), std::move(kernel));
    }
    return kernels;
}

DataTable kernelTable(const Trace &trace, const std::map<std::string, LegacyKernel> &known, const Progress *progress) {
    KernelRows rows(known);
    std::map<int64_t, int64_t> ends; // by track, of the slice before
    for (const LaneRow &lane : trace.laneRows()) {
        const Track &track = trace.trackAt(lane.track);
        if (track.kind != LaneKind::Stream) continue;
        for (int64_t i = lane.first; i < lane.first + lane.count; ++i) {
            if (i % 4096 == 0 && progress != nullptr && progress->isCancelled()) return rows.take();
            const SliceId slice{i};
            const auto before = ends.find(lane.track.value);
            const int64_t wait = before == ends.end() ? 0 : std::max<int64_t>(0, trace.startOf(slice) - before->second);
            rows.add(trace, slice, track, wait);
            ends[lane.track.value] = trace.endOf(slice);
        }
    }
    return rows.take();
}

} // namespace mindspore_legacy
} // namespace jitscope
