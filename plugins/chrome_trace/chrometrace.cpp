// SPDX-License-Identifier: Apache-2.0
// Importer of Chrome trace JSON as browsers, PyTorch, JAX, Perfetto and the Ascend profiler write it.
//
// Lanes go by the names that metadata gives them, and metadata may come after the events that it names: so all events
// are read first, then the lanes are made, then slices, counters and flows.
#include "engine/base/text.h"
#include "engine/importing/plugin.h"
#include "plugins/chrome_trace/traceevents.h"

#include <algorithm>
#include <charconv>
#include <climits>
#include <map>
#include <set>

namespace jitscope {

namespace {

using LaneKey = std::pair<std::string, std::string>; // pid and tid

struct ProcessNames {
    std::string name, labels;
    int sortIndex = INT_MAX;
};

/** What metadata says of processes and threads. */
struct Names {
    std::map<std::string, ProcessNames> processes;
    std::map<LaneKey, std::string> threads;
    std::map<LaneKey, int> threadOrder;
};

const std::string *argument(const TraceEvent &event, std::string_view key) {
    for (const auto &[name, value] : event.args)
        if (name == key) return &value;
    return nullptr;
}

int wholeNumber(const std::string *text, int otherwise) {
    int number = otherwise;
    if (text != nullptr) std::from_chars(text->data(), text->data() + text->size(), number);
    return number;
}

Names namesIn(const std::vector<TraceEvent> &events) {
    Names names;
    for (const TraceEvent &event : events) {
        if (event.phase != 'M') continue;
        ProcessNames &process = names.processes[event.pid];
        const std::string *name = argument(event, "name");
        if (event.name == "process_name" && name != nullptr) process.name = *name;
        if (event.name == "thread_name" && name != nullptr) names.threads[{event.pid, event.tid}] = *name;
        if (event.name == "process_labels" && argument(event, "labels")) process.labels = *argument(event, "labels");
        if (event.name == "process_sort_index") process.sortIndex = wholeNumber(argument(event, "sort_index"), INT_MAX);
        if (event.name == "thread_sort_index")
            names.threadOrder[{event.pid, event.tid}] = wholeNumber(argument(event, "sort_index"), INT_MAX);
    }
    return names;
}

bool isShown(char phase) {
    return phase == 'X' || phase == 'B' || phase == 'i' || phase == 'I';
}

/** Makes the trace of all events; what cannot be shown is counted. */
class Builder {
public:
    explicit Builder(TraceEvents read)
        : m_events(std::move(read.events))
        , m_skipped(std::move(read.skipped))
        , m_names(namesIn(m_events)) {}

    Trace build() {
        makeLanes();
        for (const TraceEvent &event : m_events)
            add(event);
        for (auto &[lane, open] : m_open)
            if (!open.empty()) m_skipped["of phase B without their E"] += int64_t(open.size());
        for (auto &[key, counter] : m_counters)
            m_trace.addCounter(std::move(counter));
        indexSlices();
        addFlows();
        return std::move(m_trace);
    }
    const std::map<std::string, int64_t> &skipped() const { return m_skipped; }

private:
    /** Headings by their sort index, lanes by theirs, both then as they appear. */
    void makeLanes() {
        std::vector<LaneKey> lanes;
        std::map<std::string, size_t> processPlace;
        std::set<LaneKey> seen;
        for (const TraceEvent &event : m_events) {
            if (!isShown(event.phase) || !seen.insert({event.pid, event.tid}).second) continue;
            processPlace.try_emplace(event.pid, processPlace.size());
            lanes.emplace_back(event.pid, event.tid);
        }
        const auto order = [&](const LaneKey &lane) {
            const auto thread = m_names.threadOrder.find(lane);
            return std::tuple(processOrder(lane.first), processPlace[lane.first],
                              thread == m_names.threadOrder.end() ? INT_MAX : thread->second);
        };
        std::stable_sort(lanes.begin(), lanes.end(),
                         [&](const LaneKey &a, const LaneKey &b) { return order(a) < order(b); });
        for (const LaneKey &lane : lanes)
            m_tracks[lane] = addLane(heading(lane.first), laneName(lane), lane);
    }

    int processOrder(const std::string &pid) const {
        const auto process = m_names.processes.find(pid);
        return process == m_names.processes.end() ? INT_MAX : process->second.sortIndex;
    }

    bool isSimulated(const std::string &pid) const {
        const auto process = m_names.processes.find(pid);
        return process != m_names.processes.end() && (process->second.labels.find("simulated") != std::string::npos ||
                                                      process->second.name.find("simulated") != std::string::npos);
    }

    /** "Ascend Hardware (NPU 0)"; with the pid behind where two processes share a name. */
    std::string heading(const std::string &pid) {
        const auto known = m_headings.find(pid);
        if (known != m_headings.end()) return known->second;
        const auto process = m_names.processes.find(pid);
        std::string name = process == m_names.processes.end() ? std::string() : process->second.name;
        if (name.empty()) name = "Process " + pid;
        const std::string labels = process == m_names.processes.end() ? std::string() : process->second.labels;
        if (!labels.empty() && name.find(labels) == std::string::npos) name += " (" + labels + ")";
        for (const auto &[other, taken] : m_headings)
            if (taken == name) {
                name += " [" + pid + "]";
                break;
            }
        return m_headings[pid] = name;
    }

    std::string laneName(const LaneKey &lane) const {
        const auto thread = m_names.threads.find(lane);
        return thread == m_names.threads.end() ? "Thread " + lane.second : thread->second;
    }

    TrackId addLane(const std::string &process, const std::string &name, const LaneKey &lane) {
        const bool isTaken = std::any_of(m_trace.tracks().begin(), m_trace.tracks().end(), [&](const Track &track) {
            return track.process == process && track.name == name;
        });
        return m_trace.addTrack(process, isTaken ? name + " [" + lane.second + "]" : name, processOrder(lane.first),
                                isSimulated(lane.first));
    }

    void add(const TraceEvent &event) {
        switch (event.phase) {
        case 'M':
            break;
        case 'X':
        case 'i':
        case 'I':
            addSlice(event, event.durationNs);
            break;
        case 'B':
            m_open[{event.pid, event.tid}].push_back(&event);
            break;
        case 'E':
            close(event);
            break;
        case 'C':
            addSample(event);
            break;
        case 's':
        case 't':
        case 'f':
            m_flowEnds.push_back(&event);
            break;
        default:
            ++m_skipped[std::string("of phase '") + event.phase + "', which is not shown"];
        }
    }

    SliceId addSlice(const TraceEvent &event, int64_t durationNs) {
        const SliceId slice =
            m_trace.addSlice(m_tracks.at({event.pid, event.tid}), event.name, event.category, event.timeNs, durationNs);
        for (const auto &[key, value] : event.args)
            m_trace.addArgument(slice, key, value);
        return slice;
    }

    /** An E ends the last B of its lane. */
    void close(const TraceEvent &end) {
        auto &open = m_open[{end.pid, end.tid}];
        if (open.empty()) {
            ++m_skipped["of phase E without their B"];
            return;
        }
        const TraceEvent &begin = *open.back();
        open.pop_back();
        if (end.timeNs < begin.timeNs) {
            ++m_skipped["of phase E before their B"];
            return;
        }
        const SliceId slice = addSlice(begin, end.timeNs - begin.timeNs);
        for (const auto &[key, value] : end.args)
            m_trace.addArgument(slice, key, value);
    }

    /** Every number among the arguments is a series of its own. */
    void addSample(const TraceEvent &event) {
        for (const auto &[key, text] : event.args) {
            double value = 0;
            const auto [rest, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
            if (problem != std::errc() || rest != text.data() + text.size()) {
                ++m_skipped["values of counters that are no numbers"];
                continue;
            }
            Counter &counter = m_counters[{event.pid, event.name, key}];
            if (!counter.track.valid()) {
                counter = {
                    m_trace.track(heading(event.pid), event.name, processOrder(event.pid), isSimulated(event.pid)),
                    event.name,
                    key,
                    {}};
            }
            counter.samples.push_back({event.timeNs, value});
        }
    }

    void indexSlices() {
        for (int64_t i = 0; i < m_trace.sliceCount(); ++i)
            m_byTrack[m_trace.trackOf(SliceId{i})].push_back(SliceId{i});
        for (auto &[track, slices] : m_byTrack)
            std::stable_sort(slices.begin(), slices.end(),
                             [&](SliceId a, SliceId b) { return m_trace.startOf(a) < m_trace.startOf(b); });
    }

    /** The slice that an arrow's end stands on: the one that starts there, else the last begun that lasts so long. */
    SliceId sliceAt(const TraceEvent &event) const {
        const auto track = m_tracks.find({event.pid, event.tid});
        if (track == m_tracks.end()) return {};
        const auto found = m_byTrack.find(track->second);
        if (found == m_byTrack.end()) return {};
        const std::vector<SliceId> &slices = found->second;
        auto after = std::upper_bound(slices.begin(), slices.end(), event.timeNs,
                                      [&](int64_t time, SliceId slice) { return time < m_trace.startOf(slice); });
        // Far back the chance to find an enclosing slice is small and the search would be long.
        for (int steps = 0; after != slices.begin() && steps < 1000; ++steps) {
            --after;
            if (m_trace.startOf(*after) + m_trace.durationOf(*after) >= event.timeNs) return *after;
        }
        return {};
    }

    /** Arrows go by category and id. The start that belongs to an end is the last one before it with the same id; ends
        can lie a little before their start, as the clocks of host and device agree only nearly. */
    void addFlows() {
        std::map<std::pair<std::string, std::string>, std::vector<const TraceEvent *>> starts;
        for (const TraceEvent *event : m_flowEnds)
            if (event->phase == 's') starts[{event->category, event->id}].push_back(event);
        for (auto &[key, events] : starts)
            std::stable_sort(events.begin(), events.end(),
                             [](const TraceEvent *a, const TraceEvent *b) { return a->timeNs < b->timeNs; });
        for (const TraceEvent *end : m_flowEnds) {
            if (end->phase == 's') continue;
            const auto found = starts.find({end->category, end->id});
            if (found == starts.end()) {
                ++m_skipped["ends of arrows without their start"];
                continue;
            }
            auto after =
                std::upper_bound(found->second.begin(), found->second.end(), end,
                                 [](const TraceEvent *a, const TraceEvent *b) { return a->timeNs < b->timeNs; });
            const TraceEvent *start = after == found->second.begin() ? *after : *(after - 1);
            const SliceId from = sliceAt(*start), to = sliceAt(*end);
            if (from.valid() && to.valid())
                m_trace.addFlow({from, to, end->name});
            else
                ++m_skipped["arrows that begin or end on no slice"];
        }
    }

    std::vector<TraceEvent> m_events;
    std::map<std::string, int64_t> m_skipped;
    Names m_names;
    Trace m_trace;
    std::map<LaneKey, TrackId> m_tracks;
    std::map<std::string, std::string> m_headings;
    std::map<LaneKey, std::vector<const TraceEvent *>> m_open;
    std::map<std::tuple<std::string, std::string, std::string>, Counter> m_counters;
    std::vector<const TraceEvent *> m_flowEnds;
    std::map<TrackId, std::vector<SliceId>> m_byTrack;
};

Confidence probe(const std::string &path, std::string_view bytes) {
    if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
    const std::string_view start = trimmed(bytes);
    if (!start.starts_with('[') && !start.starts_with('{')) return Confidence::No;
    const bool hasEvents =
        start.find("\"ph\"") != std::string_view::npos || start.find("\"traceEvents\"") != std::string_view::npos;
    if (hasEvents) return Confidence::Yes;
    return path.ends_with(".json") && start.starts_with('[') ? Confidence::Maybe : Confidence::No;
}

Result<Session> read(const std::string &path) {
    auto events = readTraceEvents(path);
    if (!events) return events.error();
    Session session;
    session.info["producer"] = "Chrome trace";
    session.info["source"] = path;
    if (!events->cutOff.empty())
        session.problems.push_back(
            {Severity::Warning, "import", path + ": only a part could be read: " + events->cutOff, {}});
    Builder builder(*std::move(events));
    session.trace = builder.build();
    for (const auto &[reason, count] : builder.skipped())
        session.problems.push_back(
            {Severity::Warning, "import", path + format(": left out %lld events ", (long long)count) + reason, {}});
    return session;
}

} // namespace

} // namespace jitscope

JITSCOPE_PLUGIN {
    static const jitscope::PluginManifest manifest{
        .name = "chrome_trace",
        .version = "1.0",
        .kind = jitscope::PluginKind::Importer,
        .summary = "Opens Chrome trace JSON of browsers, PyTorch, JAX, Perfetto and the Ascend profiler",
        .importers = {{"chrome_trace", "Chrome trace JSON (.json)", jitscope::probe, jitscope::read}},
        .passes = {},
        .deviceModels = {},
        .panels = {},
    };
    return &manifest;
}
