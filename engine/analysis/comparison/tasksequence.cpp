// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/comparison/tasksequence.h"

#include "engine/base/text.h"
#include "engine/session/session.h"

#include <algorithm>
#include <cctype>

namespace jitscope::inline analysis {

namespace {

struct Step {
    int64_t beginNs, endNs;
    std::string name;
};

/** Of the table of steps, else of the slices "ProfilerStep#50" of the host. */
std::vector<Step> stepsOf(const Session &session, const LaneIndex &lanes, const TaskRoles &roles, int rank) {
    std::vector<Step> steps;
    for (const ProfilePtr &profile : session.profiles) {
        const DataTable *table = profile->rank == rank ? profile->table("steps") : nullptr;
        if (table == nullptr) continue;
        for (int64_t row = 0; row < table->rowCount(); ++row) {
            const int64_t begin = table->integer(row, table->column("start"));
            const int64_t end = table->integer(row, table->column("end"));
            if (begin != missingInteger && end != missingInteger)
                steps.push_back({begin, end, table->text(row, table->column("step"))});
        }
    }
    if (steps.empty())
        for (const TrackId track : lanes.tracksOf(rank, LaneKind::Framework))
            for (const LaneLine &line : lanes.linesOf(track).first(std::min<size_t>(2, lanes.linesOf(track).size())))
                for (int64_t place = 0; place < line.count; ++place) {
                    const SliceId slice = line.at(place);
                    if (roles.host(slice) != HostRole::Step) continue;
                    const std::string_view name = lanes.trace().nameOf(slice);
                    steps.push_back({lanes.trace().startOf(slice), lanes.trace().endOf(slice),
                                     std::string(name.substr(name.rfind('#') + 1))});
                }
    std::sort(steps.begin(), steps.end(), [](const Step &a, const Step &b) { return a.beginNs < b.beginNs; });
    return steps;
}

class SequenceMaker {
public:
    SequenceMaker(const TraceSide &side, KeyNumbers &keys)
        : m_session(*side.session)
        , m_trace(side.session->trace)
        , m_device(side.device)
        , m_keys(keys)
        , m_lanes(m_trace)
        , m_roles(m_trace)
        , m_steps(stepsOf(m_session, m_lanes, m_roles, side.device.rank)) {
        indexKernels();
        m_byName.resize(m_trace.texts().all().size());
        for (const Step &step : m_steps)
            m_sequences.steps.push_back(step.name);
    }

    TaskSequences make() {
        size_t streams = 0, groups = 0;
        for (const TrackId track : m_lanes.tracksOf(m_device, LaneKind::Stream)) {
            const int64_t number = m_trace.trackAt(track).number;
            add(track, number >= 0 ? format("stream %lld", (long long)number) : format("stream.%zu", streams));
            ++streams;
        }
        for (const TrackId track : m_lanes.tracksOf(m_device, LaneKind::Communication))
            add(track, format("group.%zu", groups++));
        return std::move(m_sequences);
    }

private:
    struct NameKeys {
        int32_t identity = -1, coarse = -1, type = -1;
        MatchedBy by = MatchedBy::NameAndOrder;
    };

    /** Kernels by start: times of a device are all but unique, and the stream settles the rest. */
    void indexKernels() {
        for (const ProfilePtr &profile : m_session.profiles)
            if (profile->rank == m_device.rank && m_kernels == nullptr) m_kernels = profile->table("kernels");
        if (m_kernels == nullptr) return;
        m_start = m_kernels->column("start"), m_stream = m_kernels->column("stream");
        m_type = m_kernels->column("type"), m_shapes = m_kernels->column("input_shapes");
        m_rows.resize(size_t(m_kernels->rowCount()));
        for (size_t row = 0; row < m_rows.size(); ++row)
            m_rows[row] = int64_t(row);
        std::sort(m_rows.begin(), m_rows.end(), [&](int64_t a, int64_t b) {
            return m_kernels->integer(a, m_start) < m_kernels->integer(b, m_start);
        });
    }

    int64_t kernelRow(SliceId slice) const {
        if (m_kernels == nullptr) return -1;
        const int64_t start = m_trace.startOf(slice), stream = m_trace.trackAt(m_trace.trackOf(slice)).number;
        auto at = std::lower_bound(m_rows.begin(), m_rows.end(), start,
                                   [&](int64_t row, int64_t time) { return m_kernels->integer(row, m_start) < time; });
        for (; at != m_rows.end() && m_kernels->integer(*at, m_start) == start; ++at) {
            const int64_t of = m_kernels->integer(*at, m_stream);
            if (of == stream || of == missingInteger || stream < 0) return *at;
        }
        return -1;
    }

    const NameKeys &keysOfName(SliceId slice, bool isCollective) {
        NameKeys &known = m_byName[size_t(m_trace.nameIdOf(slice).value)];
        if (known.identity >= 0) return known;
        const std::string name(m_trace.nameOf(slice));
        const std::string loose = withoutNumbers(name);
        const bool isFull = name.find('/') != std::string::npos;
        const std::string last = name.substr(name.rfind('/') + 1);
        known.identity = m_keys.of(isFull ? name : loose);
        known.by = isFull ? MatchedBy::FullName : MatchedBy::NameAndOrder;
        known.coarse = m_keys.of(withoutNumbers(last));
        std::string type = last.substr(0, last.find("-op"));
        while (!type.empty() && (std::isdigit(static_cast<unsigned char>(type.back())) || type.back() == '_'))
            type.pop_back();
        if (type.empty()) type = last;
        known.type = m_keys.of("type " + type);
        m_sequences.typeNames[known.type] = type;
        if (isCollective) m_sequences.collectiveNames[known.coarse] = withoutNumbers(last);
        return known;
    }

    DeviceTask taskOf(SliceId slice, bool isCollective) {
        const NameKeys &name = keysOfName(slice, isCollective);
        DeviceTask task{slice,   name.identity, name.coarse, name.type, stepAt(m_trace.startOf(slice)),
                        name.by, isCollective};
        if (const int64_t row = isCollective ? -1 : kernelRow(slice); row >= 0) {
            const std::string &type = m_kernels->text(row, m_type);
            if (!type.empty()) {
                task.type = m_keys.of("type " + type);
                m_sequences.typeNames[task.type] = type;
                task.coarse = m_keys.of(type + "(" + m_kernels->text(row, m_shapes));
                if (task.by == MatchedBy::NameAndOrder && !m_kernels->text(row, m_shapes).empty()) {
                    task.identity = task.coarse;
                    task.by = MatchedBy::TypeAndOrder;
                }
            }
        }
        if (const std::string own = ownKey(m_trace.linkOf(slice)); !own.empty()) {
            task.identity = m_keys.of(own);
            task.by = MatchedBy::Identity;
        }
        return task;
    }

    /** A node by its graph, an eager operator by its line: numbers of operators change from run to run. */
    std::string ownKey(const SliceLink &link) const {
        if (link.compilation >= 0 && link.node >= 0)
            return format("node %d %lld", link.compilation, (long long)link.node);
        const auto op = m_session.op(link.op);
        if (!op) return {};
        const StackFrame *frame = userFrame(m_session, op->stack);
        return "op " + op->op.str() + "(" + op->operands.str() + ")" + op->scope.str() +
               (frame ? format(":%d", frame->span.line) : std::string());
    }

    int32_t stepAt(int64_t timeNs) const {
        auto behind = std::upper_bound(m_steps.begin(), m_steps.end(), timeNs,
                                       [](int64_t time, const Step &step) { return time < step.beginNs; });
        if (behind == m_steps.begin()) return -1;
        --behind;
        return timeNs <= behind->endNs ? int32_t(behind - m_steps.begin()) : -1;
    }

    void add(TrackId track, const std::string &key) {
        const bool isCollective = m_trace.trackAt(track).kind == LaneKind::Communication;
        std::vector<DeviceTask> tasks;
        for (const LaneLine &line : m_lanes.linesOf(track))
            for (int64_t place = 0; place < line.count; ++place)
                if (isBusy(m_roles.task(line.at(place)))) tasks.push_back(taskOf(line.at(place), isCollective));
        std::stable_sort(tasks.begin(), tasks.end(), [&](const DeviceTask &a, const DeviceTask &b) {
            return m_trace.startOf(a.slice) < m_trace.startOf(b.slice);
        });
        m_sequences.lanes.push_back(std::move(tasks));
        m_sequences.laneKeys.push_back(key);
    }

    const Session &m_session;
    const Trace &m_trace;
    DeviceKey m_device;
    KeyNumbers &m_keys;
    LaneIndex m_lanes;
    TaskRoles m_roles;
    std::vector<Step> m_steps;
    const DataTable *m_kernels = nullptr;
    int m_start = -1, m_stream = -1, m_type = -1, m_shapes = -1;
    std::vector<int64_t> m_rows;
    std::vector<NameKeys> m_byName;
    TaskSequences m_sequences;
};

} // namespace

TaskSequences taskSequences(const TraceSide &side, KeyNumbers &keys) {
    return SequenceMaker(side, keys).make();
}

std::string withoutNumbers(std::string_view name) {
    std::string text;
    for (const char c : name) {
        const bool isDigit = std::isdigit(static_cast<unsigned char>(c)) != 0;
        if (!isDigit)
            text += c;
        else if (text.empty() || text.back() != '#')
            text += '#';
    }
    return text;
}

} // namespace jitscope::inline analysis
