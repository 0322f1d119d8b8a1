// SPDX-License-Identifier: Apache-2.0
#include "engine/profile/trace.h"

#include "engine/base/text.h"
#include "engine/base/threadpool.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <climits>
#include <functional>
#include <limits>
#include <queue>

namespace jitscope::inline profile {

TextId TextPool::add(std::string_view text) {
    if (const auto known = m_ids.find(text); known != m_ids.end()) return TextId{known->second};
    const TextId id{int64_t(m_texts.size())};
    m_ids.emplace(std::string(text), id.value);
    m_texts.emplace_back(text);
    return id;
}

TextId TextPool::find(std::string_view text) const {
    const auto known = m_ids.find(text);
    return known == m_ids.end() ? TextId() : TextId{known->second};
}

std::string_view toString(LaneKind kind) {
    constexpr std::string_view names[] = {"other",         "compile", "framework", "scope",    "host api", "stream",
                                          "communication", "plane",   "overlap",   "counters", "core"};
    return names[size_t(kind)];
}

TrackId Trace::addTrack(Track track) {
    track.id = TrackId{int64_t(m_tracks.size())};
    m_tracks.push_back(std::move(track));
    return m_tracks.back().id;
}

TrackId Trace::addTrack(std::string process, std::string name, int sortKey, bool simulated) {
    Track track;
    track.process = std::move(process);
    track.name = std::move(name);
    track.sortKey = sortKey;
    track.simulated = simulated;
    return addTrack(std::move(track));
}

TrackId Trace::track(const std::string &process, const std::string &name, int sortKey, bool simulated) {
    for (const Track &track : m_tracks)
        if (track.rank < 0 && track.process == process && track.name == name) return track.id;
    return addTrack(process, name, sortKey, simulated);
}

void Trace::cover(int64_t beginNs, int64_t endNs) {
    m_beginNs = std::min(m_beginNs, beginNs);
    m_endNs = std::max(m_endNs, endNs);
}

SliceId Trace::addSlice(TrackId track, std::string_view name, std::string_view category, int64_t startNs,
                        int64_t durationNs, const SliceLink &link) {
    assert(track.valid() && size_t(track.value) < m_tracks.size() && durationNs >= 0);
    const SliceId id{sliceCount()};
    m_columns.track.push_back(uint32_t(track.value));
    m_columns.name.push_back(uint32_t(m_texts.add(name).value));
    m_columns.category.push_back(uint32_t(m_texts.add(category).value));
    m_columns.start.push_back(startNs);
    m_columns.duration.push_back(durationNs);
    if (!m_columns.place.empty()) m_columns.place.push_back(0);
    if (link != SliceLink()) setLink(id, link);
    cover(startNs, startNs + durationNs);
    return id;
}

void Trace::setLink(SliceId slice, const SliceLink &link) {
    assert(slice.valid() && slice.value < sliceCount());
    const size_t place = size_t(slice.value);
    if (place >= m_linkOps.size()) {
        m_linkOps.resize(place + 1, -1);
        m_linkPlaces.resize(place + 1);
    }
    if (link.op >= -1 && link.op <= std::numeric_limits<int32_t>::max()) {
        m_linkOps[place] = int32_t(link.op);
        m_linkPlaces[place] = m_places.numberOf(link);
        return;
    }
    m_linkOps[place] = int32_t(m_wideLinks.size());
    m_linkPlaces[place] = LinkPlaces::wide;
    m_wideLinks.push_back(link);
}

SliceLink Trace::linkOf(SliceId id) const {
    const size_t place = size_t(id.value);
    if (place >= m_linkOps.size()) return {};
    if (m_linkPlaces[place] == LinkPlaces::wide) return m_wideLinks[size_t(m_linkOps[place])];
    return m_places.link(m_linkPlaces[place], m_linkOps[place]);
}

size_t Trace::LinkPlaces::Hash::operator()(const SliceLink &link) const {
    const size_t hash = std::hash<int64_t>{}(link.node) * 0x9e3779b97f4a7c15U;
    return hash ^ size_t(link.compilation) << 32 ^ size_t(uint32_t(link.pass));
}

uint32_t Trace::LinkPlaces::numberOf(const SliceLink &link) {
    SliceLink place = link;
    place.op = -1;
    if (place == m_last) return m_lastNumber;
    const auto [entry, isNew] = m_numbers.try_emplace(place, uint32_t(m_links.size()));
    if (isNew) m_links.push_back(place);
    m_last = place;
    return m_lastNumber = entry->second;
}

SliceLink Trace::LinkPlaces::link(uint32_t number, int64_t op) const {
    SliceLink link = m_links[number];
    link.op = op;
    return link;
}

void Trace::addSlices(SliceColumns columns) {
    const size_t count = columns.start.size();
    assert(columns.track.size() == count && columns.name.size() == count && columns.category.size() == count &&
           columns.duration.size() == count && (columns.place.empty() || columns.place.size() == count));
    for (size_t i = 0; i < count; ++i)
        cover(columns.start[i], columns.start[i] + columns.duration[i]);
    if (sliceCount() == 0) {
        m_columns = std::move(columns);
        return;
    }
    if (!columns.place.empty() || !m_columns.place.empty()) {
        m_columns.place.resize(size_t(sliceCount()));
        columns.place.resize(count);
    }
    const auto extend = [](auto &mine, const auto &more) { mine.insert(mine.end(), more.begin(), more.end()); };
    extend(m_columns.track, columns.track);
    extend(m_columns.name, columns.name);
    extend(m_columns.category, columns.category);
    extend(m_columns.start, columns.start);
    extend(m_columns.duration, columns.duration);
    extend(m_columns.place, columns.place);
}

ArgumentPlace Trace::placeOf(SliceId id) const {
    return m_columns.place.empty() ? ArgumentPlace() : ArgumentPlace::unpack(m_columns.place[size_t(id.value)]);
}

void Trace::setArgumentPlace(SliceId slice, ArgumentPlace place) {
    if (m_columns.place.empty()) m_columns.place.resize(size_t(sliceCount()));
    m_columns.place[size_t(slice.value)] = place.packed();
}

/** Each argument names the one after it; the slice's place names the first. */
void Trace::addArgument(SliceId slice, std::string_view key, std::string_view value) {
    const ArgumentPlace first = placeOf(slice);
    assert(first.source == 0);
    m_ownArguments.push_back({uint32_t(m_texts.add(key).value), uint32_t(m_texts.add(value).value), 0});
    const uint64_t added = m_ownArguments.size(); // its index + 1
    if (first.offset == 0) {
        setArgumentPlace(slice, {0, added});
        return;
    }
    uint64_t last = first.offset;
    while (m_ownArguments[last - 1].next != 0)
        last = m_ownArguments[last - 1].next;
    m_ownArguments[last - 1].next = added;
}

int Trace::addArgumentSource(std::shared_ptr<const ArgumentSource> source) {
    m_sources.push_back(std::move(source));
    return int(m_sources.size());
}

SliceArguments Trace::argumentsOf(SliceId id) const {
    const ArgumentPlace place = placeOf(id);
    SliceArguments arguments;
    if (place.source == 0) {
        for (uint64_t at = place.offset; at != 0; at = m_ownArguments[at - 1].next)
            arguments.emplace_back(m_texts.text(TextId{m_ownArguments[at - 1].key}),
                                   m_texts.text(TextId{m_ownArguments[at - 1].value}));
        return arguments;
    }
    auto read = m_sources[size_t(place.source) - 1]->read(place.offset);
    if (!read) return {{"arguments", "not available: " + read.error().message}};
    return *std::move(read);
}

void Trace::addCounter(Counter counter) {
    for (const CounterSample &sample : counter.samples)
        cover(sample.timeNs, sample.timeNs);
    m_counters.push_back(std::move(counter));
}

void Trace::addFlow(SliceId from, SliceId to, std::string_view name, std::string_view category) {
    m_flows.push_back({from, to, m_texts.add(name), m_texts.add(category)});
}

void Trace::append(const Trace &other) {
    if (m_tracks.empty() && sliceCount() == 0 && m_texts.all().empty() && m_counters.empty()) {
        *this = other;
        return;
    }
    std::vector<uint32_t> tracks;
    for (const Track &each : other.m_tracks) {
        const auto known = std::find_if(m_tracks.begin(), m_tracks.end(), [&](const Track &mine) {
            return mine.rank == each.rank && mine.process == each.process && mine.name == each.name;
        });
        tracks.push_back(uint32_t((known == m_tracks.end() ? addTrack(each) : known->id).value));
    }
    std::vector<uint32_t> texts; // each is looked up once, not once a slice
    for (const std::string &text : other.m_texts.all())
        texts.push_back(uint32_t(m_texts.add(text).value));
    const int64_t firstSlice = sliceCount();
    const uint64_t firstOwn = m_ownArguments.size();
    const int firstSource = int(m_sources.size());

    SliceColumns columns = other.m_columns;
    for (uint32_t &track : columns.track)
        track = tracks[track];
    for (uint32_t &name : columns.name)
        name = texts[name];
    for (uint32_t &category : columns.category)
        category = texts[category];
    for (uint64_t &packed : columns.place) {
        ArgumentPlace place = ArgumentPlace::unpack(packed);
        if (place.source == 0 && place.offset == 0) continue;
        if (place.source == 0)
            place.offset += firstOwn;
        else
            place.source += firstSource;
        packed = place.packed();
    }
    addSlices(std::move(columns));
    for (OwnArgument each : other.m_ownArguments)
        m_ownArguments.push_back({texts[each.key], texts[each.value], each.next == 0 ? 0 : each.next + firstOwn});
    m_sources.insert(m_sources.end(), other.m_sources.begin(), other.m_sources.end());
    for (size_t i = 0; i < other.m_linkOps.size(); ++i)
        setLink(SliceId{firstSlice + int64_t(i)}, other.linkOf(SliceId{int64_t(i)}));
    for (const Counter &each : other.m_counters) {
        const TrackId track{tracks[size_t(each.track.value)]};
        const auto mine = std::find_if(m_counters.begin(), m_counters.end(), [&](const Counter &counter) {
            return counter.track == track && counter.name == each.name && counter.unit == each.unit;
        });
        if (mine == m_counters.end())
            m_counters.push_back({track, each.name, each.unit, each.samples});
        else
            mine->samples.insert(mine->samples.end(), each.samples.begin(), each.samples.end());
    }
    for (const Flow &each : other.m_flows)
        m_flows.push_back({SliceId{firstSlice + each.from.value}, SliceId{firstSlice + each.to.value},
                           TextId{texts[size_t(each.name.value)]}, TextId{texts[size_t(each.category.value)]}});
    if (other.m_beginNs <= other.m_endNs) cover(other.m_beginNs, other.m_endNs);
}

Slice Trace::slice(SliceId id) const {
    assert(id.valid() && id.value < sliceCount());
    return {id, trackOf(id), nameIdOf(id), categoryIdOf(id), startOf(id), durationOf(id), linkOf(id), argumentsOf(id)};
}

int64_t Trace::memoryBytes() const {
    const auto bytes = [](const auto &column) { return int64_t(column.capacity() * sizeof(column[0])); };
    int64_t sum = bytes(m_columns.track) + bytes(m_columns.name) + bytes(m_columns.category) + bytes(m_columns.start) +
                  bytes(m_columns.duration) + bytes(m_columns.place) + bytes(m_linkOps) + bytes(m_linkPlaces) +
                  bytes(m_wideLinks) + bytes(m_ownArguments) + bytes(m_flows) + bytes(m_rows);
    for (const Counter &counter : m_counters)
        sum += bytes(counter.samples);
    return sum;
}

namespace {

/** `column` in the order of `order`. */
template<class T> void permute(LongVector<T> &column, const LongVector<uint32_t> &order) {
    LongVector<T> moved(order.size());
    for (size_t i = 0; i < order.size(); ++i)
        moved[i] = column[order[i]];
    column = std::move(moved);
}

/** The rows of slices that are sorted by start, the longer first: see layoutSlices. */
class RowAssigner {
public:
    int rowFor(int64_t start, int64_t duration) {
        while (!m_open.empty() && m_open.top().first <= start) {
            m_free.push(m_open.top().second);
            m_open.pop();
        }
        int row = m_rows;
        if (m_free.empty()) {
            ++m_rows;
        } else {
            row = m_free.top();
            m_free.pop();
        }
        const int64_t length = std::max<int64_t>(duration, 1);
        m_open.emplace(start > INT64_MAX - length ? INT64_MAX : start + length, row);
        return row;
    }
    int rows() const { return m_rows; }

private:
    using Open = std::pair<int64_t, int>; // end and row
    std::priority_queue<Open, std::vector<Open>, std::greater<>> m_open;
    std::priority_queue<int, std::vector<int>, std::greater<>> m_free;
    int m_rows = 0;
};

/** The slices of each track, in the order in which they stand. */
std::vector<LongVector<uint32_t>> slicesByTrack(const SliceColumns &columns, size_t trackCount) {
    std::vector<size_t> counts(trackCount);
    for (const uint32_t track : columns.track)
        ++counts[track];
    std::vector<LongVector<uint32_t>> byTrack(trackCount);
    for (size_t i = 0; i < trackCount; ++i)
        byTrack[i].reserve(counts[i]);
    for (size_t i = 0; i < columns.track.size(); ++i)
        byTrack[columns.track[i]].push_back(uint32_t(i));
    return byTrack;
}

/** By start, the longer first, else as they stand. Most files have them so already. */
void sortByStart(LongVector<uint32_t> &slices, const SliceColumns &columns) {
    const auto before = [&](uint32_t a, uint32_t b) {
        if (columns.start[a] != columns.start[b]) return columns.start[a] < columns.start[b];
        return columns.duration[a] > columns.duration[b];
    };
    if (!std::is_sorted(slices.begin(), slices.end(), before)) std::stable_sort(slices.begin(), slices.end(), before);
}

/** Whether the slices are all of the row's track, each begins at or after the end of the one before it. */
bool isOrderedRow(const SliceColumns &columns, const LaneRow &row) {
    const size_t begin = size_t(row.first), end = size_t(row.first + row.count);
    bool isOrdered = columns.track[begin] == uint32_t(row.track.value);
    for (size_t i = begin + 1; i < end; ++i)
        isOrdered &= columns.track[i] == uint32_t(row.track.value) &&
                     columns.start[i] >= columns.start[i - 1] + columns.duration[i - 1];
    return isOrdered;
}

} // namespace

void Trace::arrange() {
    assert(sliceCount() <= int64_t(UINT32_MAX));
    std::vector<LongVector<uint32_t>> byTrack = slicesByTrack(m_columns, m_tracks.size());
    std::vector<std::vector<LongVector<uint32_t>>> rows(m_tracks.size()); // of each track, of each row
    parallelFor(int64_t(m_tracks.size()), 1, [&](int64_t begin, int64_t end) {
        for (size_t track = size_t(begin); track < size_t(end); ++track) {
            sortByStart(byTrack[track], m_columns);
            RowAssigner assigner;
            for (const uint32_t slice : byTrack[track]) {
                const size_t row = size_t(assigner.rowFor(m_columns.start[slice], m_columns.duration[slice]));
                if (row >= rows[track].size()) rows[track].resize(row + 1);
                rows[track][row].push_back(slice);
            }
            byTrack[track] = {};
        }
    });
    LongVector<uint32_t> order;
    order.reserve(size_t(sliceCount()));
    m_rows.clear();
    for (size_t track = 0; track < rows.size(); ++track)
        for (size_t row = 0; row < rows[track].size(); ++row) {
            m_rows.push_back(
                {TrackId{int64_t(track)}, int(row), int64_t(order.size()), int64_t(rows[track][row].size())});
            order.insert(order.end(), rows[track][row].begin(), rows[track][row].end());
            rows[track][row] = {};
        }
    m_arranged = sliceCount();
    if (std::is_sorted(order.begin(), order.end())) return; // they stood so

    if (!m_linkOps.empty()) {
        m_linkOps.resize(order.size(), -1);
        m_linkPlaces.resize(order.size());
        permute(m_linkOps, order);
        permute(m_linkPlaces, order);
    }
    permute(m_columns.track, order);
    permute(m_columns.name, order);
    permute(m_columns.category, order);
    permute(m_columns.start, order);
    permute(m_columns.duration, order);
    if (!m_columns.place.empty()) permute(m_columns.place, order);
    if (m_flows.empty()) return;
    LongVector<uint32_t> newIds(order.size());
    for (size_t i = 0; i < order.size(); ++i)
        newIds[order[i]] = uint32_t(i);
    for (Flow &flow : m_flows) {
        flow.from.value = newIds[size_t(flow.from.value)];
        flow.to.value = newIds[size_t(flow.to.value)];
    }
}

bool Trace::setRows(std::vector<LaneRow> rows) {
    int64_t covered = 0;
    std::pair<int64_t, int> before{-1, -1};
    for (const LaneRow &row : rows) {
        const std::pair<int64_t, int> key{row.track.value, row.row};
        const bool isNext = row.first == covered && row.count > 0 && row.count <= sliceCount() - covered;
        if (!isNext || key <= before || row.track.value >= int64_t(m_tracks.size())) return false;
        covered += row.count;
        before = key;
    }
    if (covered != sliceCount()) return false;
    std::atomic<bool> isOrdered = true;
    parallelFor(int64_t(rows.size()), 1, [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i)
            if (!isOrderedRow(m_columns, rows[size_t(i)])) isOrdered = false;
    });
    if (!isOrdered) return false;
    m_rows = std::move(rows);
    m_arranged = covered;
    return true;
}

/*
 * Each slice takes the lowest row that is free at its start. In order of start, the longer first, this is the usual
 * nesting: the slices that are open form a stack and the next row is the one below them. The difference shows where
 * slices overlap without nesting. A stack would draw one over the other there; a row that is merely free does not.
 * An instant counts as one nanosecond long, so that two at the same time do not hide each other.
 */
LaneRows layoutSlices(const Trace &trace, std::vector<SliceId> slices) {
    LaneRows lane;
    lane.slices = std::move(slices);
    std::stable_sort(lane.slices.begin(), lane.slices.end(), [&](SliceId a, SliceId b) {
        if (trace.startOf(a) != trace.startOf(b)) return trace.startOf(a) < trace.startOf(b);
        return trace.durationOf(a) > trace.durationOf(b);
    });
    RowAssigner assigner;
    lane.depth.reserve(lane.slices.size());
    for (const SliceId slice : lane.slices)
        lane.depth.push_back(assigner.rowFor(trace.startOf(slice), trace.durationOf(slice)));
    lane.rows = assigner.rows();
    return lane;
}

LaneRows layoutTrack(const Trace &trace, TrackId track) {
    std::vector<SliceId> slices;
    for (int64_t i = 0; i < trace.sliceCount(); ++i)
        if (trace.trackOf(SliceId{i}) == track) slices.push_back(SliceId{i});
    return layoutSlices(trace, std::move(slices));
}

std::string printTrace(const Trace &trace) {
    std::string text;
    for (const Track &track : trace.tracks()) {
        if (track.rank >= 0) text += format("rank %d / ", track.rank);
        text += track.process + " / " + track.name + (track.simulated ? " [simulated]\n" : "\n");
        const LaneRows lane = layoutTrack(trace, track.id);
        for (size_t i = 0; i < lane.slices.size(); ++i) {
            const Slice slice = trace.slice(lane.slices[i]);
            text += std::string(size_t(lane.depth[i] + 1) * 2, ' ') + trace.texts().text(slice.name);
            if (const std::string &category = trace.texts().text(slice.category); !category.empty())
                text += " (" + category + ")";
            text += format(" %lld +%lld", (long long)slice.startNs, (long long)slice.durationNs);
            for (const auto &[key, value] : slice.args)
                text += " " + key + "=" + value;
            text += "\n";
        }
        for (const Counter &counter : trace.counters()) {
            if (counter.track != track.id) continue;
            text += "  counter " + counter.name + " [" + counter.unit + "]";
            for (const CounterSample &sample : counter.samples)
                text += format(" %lld:", (long long)sample.timeNs) + shortestNumber(sample.value);
            text += "\n";
        }
    }
    for (const Flow &flow : trace.flows())
        text += "flow " + trace.texts().text(flow.name) + ": " + std::string(trace.nameOf(flow.from)) + " -> " +
                std::string(trace.nameOf(flow.to)) + "\n";
    return text;
}

} // namespace jitscope::inline profile
