// SPDX-License-Identifier: Apache-2.0
#include "engine/reading/tracejsonlanes.h"

#include "engine/reading/laneorder.h"

#include <algorithm>
#include <charconv>
#include <tuple>

namespace jitscope::inline reading::tracejson {

namespace {

/** Numbers of a reader's table that are known by their place in the input. */
struct Appearance {
    InputPlace place;
    size_t reader;
    uint32_t number;
};

/** The entries of one table of all readers, by first appearance. */
template<class TableOf> std::vector<Appearance> byAppearance(const ReadEvents &read, TableOf &&tableOf) {
    std::vector<Appearance> all;
    for (size_t reader = 0; reader < read.readers.size(); ++reader) {
        const Interner &table = tableOf(*read.readers[reader]);
        for (uint32_t number = 0; number < table.size(); ++number)
            all.push_back({table.place(number), reader, number});
    }
    std::sort(all.begin(), all.end(), [](const Appearance &a, const Appearance &b) {
        return std::tie(a.place, a.reader, a.number) < std::tie(b.place, b.reader, b.number);
    });
    return all;
}

std::vector<std::vector<uint32_t>> emptyNumbers(const ReadEvents &read) {
    return std::vector<std::vector<uint32_t>>(read.readers.size());
}

void setNumber(std::vector<std::vector<uint32_t>> &numbers, const Appearance &each, uint32_t number) {
    std::vector<uint32_t> &ofReader = numbers[each.reader];
    if (ofReader.size() <= each.number) ofReader.resize(each.number + 1);
    ofReader[each.number] = number;
}

struct ProcessNames {
    std::string name, labels;
    int order = INT_MAX;
};

struct ThreadNames {
    std::string name;
    int order = INT_MAX;
};

/** What metadata says, the later event before the earlier. */
struct AllNames {
    std::unordered_map<std::string, ProcessNames> processes;
    std::unordered_map<uint32_t, ThreadNames> threads; ///< by lane
};

int orderOf(const std::string &text) {
    int number = INT_MAX;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

AllNames namesIn(const ReadEvents &read, const LaneKeys &lanes) {
    AllNames names;
    for (const PieceEvents &piece : read.pieces)
        for (const Naming &naming : piece.namings) {
            const uint32_t lane = lanes.numberOf[size_t(piece.reader)][naming.lane];
            ProcessNames &process = names.processes[lanes.pids[lane]];
            if (naming.of == Naming::Of::ProcessName) process.name = naming.value;
            if (naming.of == Naming::Of::ProcessLabels) process.labels = naming.value;
            if (naming.of == Naming::Of::ProcessOrder) process.order = orderOf(naming.value);
            if (naming.of == Naming::Of::ThreadName) names.threads[lane].name = naming.value;
            if (naming.of == Naming::Of::ThreadOrder) names.threads[lane].order = orderOf(naming.value);
        }
    return names;
}

/**
 * Ascend profilers pack the process, the order of the heading and the device into the pid. Newer ones by bits, the
 * device in the lowest five (31 stands for the host); before, by decimal digits, the device in the last two; CANN 6
 * without the device. The order, where it is told, says which it is.
 */
int deviceInPid(const std::string &pid, int order) {
    constexpr uint64_t smallestPacked = 1024, hostDevice = 31;
    constexpr uint64_t hundred = 100, mostDevices = 64;
    uint64_t number = 0;
    const auto [rest, problem] = std::from_chars(pid.data(), pid.data() + pid.size(), number);
    if (problem != std::errc() || rest != pid.data() + pid.size()) return -1;
    const bool isOrderKnown = order != INT_MAX;
    const bool isByBits = !isOrderKnown || (number >> 5 & hostDevice) == uint64_t(order);
    if (isByBits && number >= smallestPacked && number <= UINT32_MAX)
        return (number & hostDevice) == hostDevice ? -1 : int(number & hostDevice);
    const bool isByDigits = isOrderKnown && order > 0 && number / hundred % hundred == uint64_t(order);
    return isByDigits && number % hundred < mostDevices ? int(number % hundred) : -1;
}

/** A lane or the lane of a counter, on its way to a track. */
struct Candidate {
    Track track;
    std::string pid, tid;
    int processOrder = INT_MAX, threadOrder = INT_MAX;
    size_t processPlace = 0;
    std::vector<uint32_t> lanes, series; ///< that it is the track of
};

class TrackMaker {
public:
    TrackMaker(const ReadEvents &read, const LaneKeys &lanes, const SeriesKeys &series, int rank)
        : m_read(read)
        , m_lanes(lanes)
        , m_series(series)
        , m_rank(rank)
        , m_names(namesIn(read, lanes)) {}

    MadeTracks make(Trace &trace) {
        for (const uint32_t lane : lanesWithSlices())
            addLane(lane);
        addCounters();
        tellHeadingsApart();
        for (Candidate &each : m_candidates)
            classifyLane(each.track);
        std::stable_sort(m_candidates.begin(), m_candidates.end(),
                         [](const Candidate &a, const Candidate &b) { return orderKey(a) < orderKey(b); });
        tellLanesApart();
        MadeTracks made{std::vector<TrackId>(m_lanes.pids.size()), std::vector<TrackId>(m_series.keys.size())};
        for (Candidate &each : m_candidates) {
            const TrackId track = trace.addTrack(std::move(each.track));
            for (const uint32_t lane : each.lanes)
                made.ofLane[lane] = track;
            for (const uint32_t series : each.series)
                made.ofSeries[series] = track;
        }
        return made;
    }

private:
    std::vector<uint32_t> lanesWithSlices() const {
        std::vector<uint8_t> isUsed(m_lanes.pids.size());
        for (const PieceEvents &piece : m_read.pieces) {
            const std::vector<uint32_t> &numbers = m_lanes.numberOf[size_t(piece.reader)];
            uint32_t last = UINT32_MAX; // neighbours are mostly of one lane
            for (const uint32_t lane : piece.lane)
                if (lane != last) isUsed[numbers[last = lane]] = 1;
            for (const Bracket &bracket : piece.brackets)
                isUsed[numbers[bracket.lane]] = 1;
        }
        std::vector<uint32_t> lanes;
        for (uint32_t lane = 0; lane < isUsed.size(); ++lane)
            if (isUsed[lane]) lanes.push_back(lane);
        return lanes;
    }

    Candidate candidateOf(const std::string &pid) {
        const auto known = m_names.processes.find(pid);
        const ProcessNames names = known == m_names.processes.end() ? ProcessNames() : known->second;
        const ProcessLabel label = parseProcessLabel(names.labels);
        Candidate each;
        each.pid = pid;
        each.track.process = names.name.empty() ? "Process " + pid : names.name;
        each.track.rank = m_rank;
        each.track.simulated = label.isSimulated || parseProcessLabel(names.name).isSimulated;
        each.track.device = label.isDevice && label.device < 0 ? deviceInPid(pid, names.order) : label.device;
        each.processOrder = names.order;
        each.processPlace = m_processPlaces.try_emplace(pid, m_processPlaces.size()).first->second;
        return each;
    }

    void addLane(uint32_t lane) {
        Candidate each = candidateOf(m_lanes.pids[lane]);
        each.tid = m_lanes.tids[lane];
        const auto known = m_names.threads.find(lane);
        const ThreadNames names = known == m_names.threads.end() ? ThreadNames() : known->second;
        each.track.name = !names.name.empty() ? names.name : each.tid.empty() ? "Events" : "Thread " + each.tid;
        each.threadOrder = names.order;
        each.lanes = {lane};
        m_candidates.push_back(std::move(each));
    }

    /** Values of one counter that a process gives under several keys share a lane. */
    void addCounters() {
        std::map<std::pair<std::string, std::string>, size_t> known; // by pid and name
        for (uint32_t series = 0; series < m_series.keys.size(); ++series) {
            const SeriesKeys::Key &key = m_series.keys[series];
            const auto [place, isNew] = known.try_emplace({key.pid, key.name}, m_candidates.size());
            if (isNew) {
                Candidate each = candidateOf(key.pid);
                each.track.name = key.name;
                each.track.kind = LaneKind::Counters;
                m_candidates.push_back(std::move(each));
            }
            m_candidates[place->second].series.push_back(series);
        }
    }

    /** Two processes of one name: by their labels where these differ, else by their pids. */
    void tellHeadingsApart() {
        std::map<std::string, std::set<std::string>> pidsOf;
        for (const Candidate &each : m_candidates)
            pidsOf[each.track.process].insert(each.pid);
        for (const auto &[heading, pids] : pidsOf) {
            if (pids.size() < 2) continue;
            std::set<std::string> labels;
            for (const std::string &pid : pids)
                labels.insert(m_names.processes[pid].labels);
            const bool byLabel = labels.size() == pids.size() && labels.count("") == 0;
            for (Candidate &each : m_candidates)
                if (each.track.process == heading)
                    each.track.process +=
                        byLabel ? " (" + m_names.processes[each.pid].labels + ")" : " [" + each.pid + "]";
        }
    }

    /** Lanes of one name below one heading, such as the planes of several groups. */
    void tellLanesApart() {
        std::map<std::pair<std::string, std::string>, int> counts;
        for (const Candidate &each : m_candidates)
            ++counts[{each.track.process, each.track.name}];
        for (Candidate &each : m_candidates)
            if (counts[{each.track.process, each.track.name}] > 1 && !each.tid.empty())
                each.track.name += " [" + each.tid + "]";
    }

    using OrderKey = std::tuple<int, int, size_t, bool, int>;
    static OrderKey orderKey(const Candidate &each) {
        return {each.track.sortKey, each.processOrder, each.processPlace, !each.series.empty(), each.threadOrder};
    }

    const ReadEvents &m_read;
    const LaneKeys &m_lanes;
    const SeriesKeys &m_series;
    int m_rank;
    AllNames m_names;
    std::map<std::string, size_t> m_processPlaces;
    std::vector<Candidate> m_candidates;
};

} // namespace

LaneKeys joinLanes(const ReadEvents &read) {
    LaneKeys joined{{}, {}, emptyNumbers(read)};
    std::unordered_map<std::string, uint32_t> known;
    const auto tableOf = [](const PieceReader &reader) -> const Interner & { return reader.lanes(); };
    for (const Appearance &each : byAppearance(read, tableOf)) {
        const std::string key(read.readers[each.reader]->lanes().text(each.number));
        const auto [place, isNew] = known.try_emplace(key, uint32_t(joined.pids.size()));
        if (isNew) {
            const std::vector<std::string> parts = keyParts(key);
            joined.pids.push_back(parts[0]);
            joined.tids.push_back(parts[1]);
        }
        setNumber(joined.numberOf, each, place->second);
    }
    return joined;
}

SeriesKeys joinSeries(const ReadEvents &read) {
    SeriesKeys joined{{}, emptyNumbers(read)};
    std::unordered_map<std::string, uint32_t> known;
    const auto tableOf = [](const PieceReader &reader) -> const Interner & { return reader.series(); };
    for (const Appearance &each : byAppearance(read, tableOf)) {
        const std::string key(read.readers[each.reader]->series().text(each.number));
        const auto [place, isNew] = known.try_emplace(key, uint32_t(joined.keys.size()));
        if (isNew) {
            const std::vector<std::string> parts = keyParts(key); // pid, name, key, id
            const std::string id = parts[3].empty() ? std::string() : " [" + parts[3] + "]";
            joined.keys.push_back({parts[0], parts[1] + id, parts[2]});
        }
        setNumber(joined.numberOf, each, place->second);
    }
    return joined;
}

MadeTracks makeTracks(const ReadEvents &read, const LaneKeys &lanes, const SeriesKeys &series, int rank, Trace &trace) {
    return TrackMaker(read, lanes, series, rank).make(trace);
}

} // namespace jitscope::inline reading::tracejson
