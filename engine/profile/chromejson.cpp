// SPDX-License-Identifier: Apache-2.0
// Traces as Chrome trace JSON. A time is an exact decimal number of microseconds made from the integer nanoseconds: a
// double could not hold the nanoseconds of a time since 1970.
#include "engine/profile/trace.h"

#include "engine/base/text.h"

#include <cmath>
#include <map>

namespace jitscope::inline profile {

namespace {

std::string microseconds(int64_t ns) {
    const uint64_t magnitude = ns < 0 ? uint64_t(0) - uint64_t(ns) : uint64_t(ns);
    return format("%s%llu.%03u", ns < 0 ? "-" : "", (unsigned long long)(magnitude / 1000), unsigned(magnitude % 1000));
}

/** Which pid and tid stand for each track: headings count from 1, lanes go on through all headings. */
class Numbering {
public:
    explicit Numbering(const Trace &trace) {
        for (const Track &track : trace.tracks())
            m_pids.try_emplace(track.process, int(m_pids.size()) + 1);
    }
    int pid(const Track &track) const { return m_pids.at(track.process); }
    static long long tid(const Track &track) { return (long long)track.id.value + 1; }
    std::string place(const Track &track) const { return format("\"pid\":%d,\"tid\":%lld", pid(track), tid(track)); }

private:
    std::map<std::string, int> m_pids;
};

void appendMetadata(std::vector<std::string> &events, const Trace &trace, const Numbering &numbering) {
    const auto metadata = [&](const Track &track, const char *kind, const std::string &argument) {
        events.push_back(format("{\"ph\":\"M\",\"name\":\"%s\",", kind) + numbering.place(track) + ",\"args\":{" +
                         argument + "}}");
    };
    std::map<std::string, bool> described;
    for (const Track &track : trace.tracks()) {
        if (described.try_emplace(track.process, true).second) {
            metadata(track, "process_name", "\"name\":" + jsonQuoted(track.process));
            if (track.simulated) metadata(track, "process_labels", "\"labels\":\"simulated\"");
            metadata(track, "process_sort_index", format("\"sort_index\":%d", track.sortKey));
        }
        metadata(track, "thread_name", "\"name\":" + jsonQuoted(track.name));
        metadata(track, "thread_sort_index", format("\"sort_index\":%lld", (long long)track.id.value));
    }
}

std::string sliceEvent(const Trace &trace, const Slice &slice, const std::string &place) {
    std::string event = "{\"ph\":\"X\",\"name\":" + jsonQuoted(trace.texts().text(slice.name)) +
                        ",\"cat\":" + jsonQuoted(trace.texts().text(slice.category)) + "," + place +
                        ",\"ts\":" + microseconds(slice.startNs) + ",\"dur\":" + microseconds(slice.durationNs) +
                        ",\"args\":{";
    for (size_t i = 0; i < slice.args.size(); ++i) {
        if (i > 0) event += ",";
        event += jsonQuoted(slice.args[i].first) + ":" + jsonQuoted(slice.args[i].second);
    }
    return event + "}}";
}

std::string flowEnd(const char *phase, const std::string &name, size_t number, const std::string &place,
                    int64_t timeNs) {
    return format("{\"ph\":\"%s\",\"bp\":\"e\",\"id\":\"%zu\",\"name\":", phase, number) + jsonQuoted(name) +
           ",\"cat\":\"flow\"," + place + ",\"ts\":" + microseconds(timeNs) + "}";
}

} // namespace

std::string toChromeJson(const Trace &trace) {
    const Numbering numbering(trace);
    std::vector<std::string> events;
    appendMetadata(events, trace, numbering);
    const auto placeOf = [&](TrackId id) { return numbering.place(trace.tracks()[size_t(id.value)]); };
    for (int64_t i = 0; i < trace.sliceCount(); ++i) {
        const Slice slice = trace.slice(SliceId{i});
        events.push_back(sliceEvent(trace, slice, placeOf(slice.track)));
    }
    for (const Counter &counter : trace.counters())
        for (const CounterSample &sample : counter.samples) {
            if (!std::isfinite(sample.value)) continue; // JSON has no word for it
            events.push_back("{\"ph\":\"C\",\"name\":" + jsonQuoted(counter.name) + "," + placeOf(counter.track) +
                             ",\"ts\":" + microseconds(sample.timeNs) + ",\"args\":{" +
                             jsonQuoted(counter.unit.empty() ? "value" : counter.unit) + ":" +
                             shortestNumber(sample.value) + "}}");
        }
    for (size_t i = 0; i < trace.flows().size(); ++i) {
        const Flow &flow = trace.flows()[i];
        const std::string &name = trace.texts().text(flow.name);
        events.push_back(flowEnd("s", name, i, placeOf(trace.trackOf(flow.from)), trace.startOf(flow.from)));
        events.push_back(flowEnd("f", name, i, placeOf(trace.trackOf(flow.to)), trace.startOf(flow.to)));
    }
    return "[\n" + join(events, ",\n") + "\n]\n";
}

} // namespace jitscope::inline profile
