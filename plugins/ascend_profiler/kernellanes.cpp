// SPDX-License-Identifier: Apache-2.0
#include "plugins/ascend_profiler/kernellanes.h"

#include "engine/analysis/taskkinds.h"
#include "engine/reading/laneorder.h"

#include <algorithm>
#include <map>

namespace jitscope {
inline namespace ascend_profiler {

namespace {

/** What a row of the table of kernels says. */
class KernelArguments : public ArgumentSource {
public:
    explicit KernelArguments(ProfilePtr profile)
        : m_profile(std::move(profile)) {}

    Result<SliceArguments> read(uint64_t offset) const override {
        const DataTable *table = m_profile->table("kernels");
        if (table == nullptr || offset >= uint64_t(table->rowCount())) return Error{"the row is not there"};
        SliceArguments arguments;
        for (int i = 0; i < table->columnCount(); ++i) {
            const DataColumn &column = table->columns()[size_t(i)];
            const bool isShown = column.name == "name" || column.name == "start" || column.name == "duration";
            const std::string value = isShown ? std::string() : table->cell(int64_t(offset), i);
            if (value.empty()) continue;
            arguments.emplace_back(column.name, column.unit.empty() ? value : value + " " + column.unit);
        }
        return arguments;
    }
    std::string file() const override { return m_profile->folder; }

private:
    ProfilePtr m_profile;
};

class LaneMaker {
public:
    LaneMaker(const ProfilePtr &profile, std::optional<TimeWindow> window)
        : m_profile(profile)
        , m_kernels(*profile->table("kernels"))
        , m_window(window) {
        if (const DataTable *ops = profile->table("communication_ops"))
            for (int64_t row = 0; row < ops->rowCount(); ++row)
                m_groups[ops->text(row, ops->column("name"))] = ops->text(row, ops->column("group"));
    }

    KernelLanes make() {
        const int source = m_trace.addArgumentSource(std::make_shared<KernelArguments>(m_profile));
        const int start = m_kernels.column("start");
        int64_t first = std::numeric_limits<int64_t>::max();
        for (int64_t row = 0; row < m_kernels.rowCount(); ++row)
            if (m_kernels.integer(row, start) != missingInteger) first = std::min(first, m_kernels.integer(row, start));
        for (int64_t row = 0; row < m_kernels.rowCount(); ++row)
            add(row, first, source);
        if (m_trace.sliceCount() > 0) m_trace.arrange();
        return {std::move(m_trace), m_withoutTime};
    }

private:
    void add(int64_t row, int64_t first, int source) {
        const int64_t start = m_kernels.integer(row, m_start), duration = m_kernels.integer(row, m_duration);
        int64_t end = 0, fromFirst = 0;
        if (start == missingInteger || duration < 0 || __builtin_add_overflow(start, duration, &end) ||
            __builtin_sub_overflow(end, first, &fromFirst)) {
            ++m_withoutTime;
            return;
        }
        if (m_window && (start - first >= m_window->endNs || fromFirst < m_window->beginNs)) return;
        const SliceId slice =
            m_trace.addSlice(laneOf(row), m_kernels.text(row, m_name), m_kernels.text(row, m_core), start, duration);
        m_trace.setArgumentPlace(slice, {source, uint64_t(row)});
    }

    TrackId laneOf(int64_t row) {
        const bool isCommunication =
            taskKind(m_kernels.text(row, m_core), m_kernels.text(row, m_name)) == TaskKind::Communication;
        const int64_t device = m_kernels.integer(row, m_device);
        const int64_t stream = m_kernels.integer(row, m_stream);
        const std::string group = isCommunication ? m_groups[m_kernels.text(row, m_name)] : std::string();
        const auto [lane, isNew] = m_lanes.try_emplace({isCommunication, device, isCommunication ? -1 : stream, group});
        if (isNew) lane->second = addLane(isCommunication, device, stream, group);
        return lane->second;
    }

    TrackId addLane(bool isCommunication, int64_t device, int64_t stream, const std::string &group) {
        Track track;
        track.process = isCommunication ? "Communication" : "Ascend Hardware";
        track.name = isCommunication ? (group.empty() ? "Communication" : "Group " + group + " Communication")
                     : stream == missingInteger ? "kernels of unknown streams"
                                                : "Stream " + std::to_string(stream);
        track.rank = m_profile->rank;
        track.device = device == missingInteger ? m_profile->device : int(device);
        track.simulated = m_profile->simulated;
        classifyLane(track);
        track.kind = isCommunication ? LaneKind::Communication : LaneKind::Stream;
        if (!isCommunication) track.number = stream == missingInteger ? -1 : stream;
        return m_trace.addTrack(std::move(track));
    }

    using Lane = std::tuple<bool, int64_t, int64_t, std::string>;
    ProfilePtr m_profile;
    const DataTable &m_kernels;
    std::optional<TimeWindow> m_window;
    const int m_start = m_kernels.column("start"), m_duration = m_kernels.column("duration");
    const int m_name = m_kernels.column("name"), m_core = m_kernels.column("core");
    const int m_device = m_kernels.column("device"), m_stream = m_kernels.column("stream");
    std::map<std::string, std::string> m_groups; ///< of a communication operator, by its name
    std::map<Lane, TrackId> m_lanes;
    Trace m_trace;
    int64_t m_withoutTime = 0;
};

} // namespace

KernelLanes kernelLanes(const ProfilePtr &profile, std::optional<TimeWindow> window) {
    return profile->table("kernels") ? LaneMaker(profile, window).make() : KernelLanes();
}

} // namespace ascend_profiler
} // namespace jitscope
