// SPDX-License-Identifier: Apache-2.0
#include "engine/reading/tracejsonpiece.h"

#include "engine/base/exactdecimal.h"
#include "engine/base/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>

namespace jitscope::inline reading::tracejson {

namespace {

constexpr char separator = '\x1F';

template<class T> int64_t bytesOf(const std::vector<T> &column) {
    return int64_t(column.capacity() * sizeof(T));
}

/** A plain whole number without leading zeros: the same text always gives the same number and the other way round. */
std::optional<uint64_t> wholeNumber(std::string_view text) {
    if (text.empty() || text.size() > 20 || (text.front() == '0' && text.size() > 1)) return std::nullopt;
    uint64_t value = 0;
    const auto [rest, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (problem != std::errc() || rest != text.data() + text.size()) return std::nullopt;
    return value;
}

/** Digits with at most one point that a double holds exactly, as does the power of ten below them. */
std::optional<double> shortNumber(std::string_view text) {
    constexpr double powers[] = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
    if (text.empty() || text.size() > 16) return std::nullopt;
    int64_t digits = 0;
    size_t count = 0, decimals = 0;
    bool isBehindPoint = false;
    for (const char c : text) {
        if (c == '.' && !isBehindPoint && count > 0) {
            isBehindPoint = true;
            continue;
        }
        if (c < '0' || c > '9') return std::nullopt;
        digits = digits * 10 + (c - '0');
        ++count;
        if (isBehindPoint) ++decimals;
    }
    if (count == 0 || count > 15) return std::nullopt;
    return double(digits) / powers[decimals];
}

/** Adds a part to a key that joins several. */
void appendPart(std::string &key, const RawValue &part) {
    const size_t begin = key.size();
    if (part.isEscaped)
        key += decoded(part).text;
    else
        key += trimmed(part.text);
    if (std::memchr(key.data() + begin, separator, key.size() - begin) != nullptr)
        std::replace(key.begin() + ptrdiff_t(begin), key.end(), separator, ' ');
    key += separator;
}

/** A value's text for keys and numbers: what a string holds, or the token. */
std::string_view plainText(const RawValue &value) {
    return value.isThere() ? trimmed(value.text) : std::string_view();
}

} // namespace

std::optional<double> numberOf(const RawValue &value) {
    const std::string_view text = plainText(value);
    if (const auto number = shortNumber(text)) return number;
    double number = 0;
    const auto [rest, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (problem != std::errc() || rest != text.data() + text.size() || !std::isfinite(number)) return std::nullopt;
    return number;
}

std::vector<std::string> keyParts(std::string_view key) {
    return split(key, separator);
}

int64_t PieceEvents::memoryBytes() const {
    return bytesOf(lane) + bytesOf(name) + bytesOf(category) + bytesOf(start) + bytesOf(duration) + bytesOf(offset) +
           bytesOf(brackets) + bytesOf(flows) + bytesOf(samples) + bytesOf(namings);
}

PieceReader::PieceReader(int number, PieceFilter filter)
    : m_number(number)
    , m_filter(filter) {
    textOf({}); // number 0 is the empty text
}

int64_t PieceReader::memoryBytes() const {
    return m_texts.memoryBytes() + m_lanes.memoryBytes() + m_series.memoryBytes() + m_flowIds.memoryBytes();
}

PieceEvents PieceReader::read(const Piece &piece) {
    m_piece = piece;
    m_events = {};
    m_events.reader = m_number;
    m_events.file = piece.file;
    reserveLikeBefore();
    Cursor cursor{piece.text.data(), piece.text.data() + piece.text.size()};
    while (true) {
        skipSpace(cursor);
        if (cursor.isAtEnd()) break;
        if (*cursor.at == ',') {
            ++cursor.at;
            continue;
        }
        m_offset = m_piece.offset + (cursor.at - m_piece.text.data());
        readEventAt(cursor);
    }
    m_expected = m_events.start.size() + m_events.start.size() / 16;
    return std::move(m_events);
}

/** Pieces of one file resemble each other. */
void PieceReader::reserveLikeBefore() {
    m_events.lane.reserve(m_expected);
    m_events.name.reserve(m_expected);
    m_events.category.reserve(m_expected);
    m_events.start.reserve(m_expected);
    m_events.duration.reserve(m_expected);
    m_events.offset.reserve(m_expected);
}

void PieceReader::readEventAt(Cursor &cursor) {
    const char *begin = cursor.at;
    if (*begin == '{') {
        RawEvent event;
        if (readEvent(cursor, event) == Outcome::Good) return take(event);
        fault(Fault::Damaged);
        return resumeAfter(cursor, begin);
    }
    RawValue item;
    fault(Fault::NoObject);
    if (readValue(cursor, item) != Outcome::Good) resumeAfter(cursor, begin);
}

void PieceReader::resumeAfter(Cursor &cursor, const char *begin) {
    cursor.at = nextEventLike(begin + 1, cursor.end);
}

void PieceReader::take(const RawEvent &event) {
    const std::string_view phase = event.phase.text;
    if (phase.size() != 1) {
        if (phase == "instant" || phase == "Instant") { // written so by some
            ++m_events.events;
            if (const auto time = nanosecondsOf(plainText(event.time))) return takeInstant(event, *time);
            return fault(Fault::NoTime);
        }
        return fault(Fault::NoPhase);
    }
    ++m_events.events;
    if (phase.front() == 'M') return takeNaming(event);
    const auto time = nanosecondsOf(plainText(event.time));
    if (!time) return fault(Fault::NoTime);
    switch (phase.front()) {
    case 'X':
        return takeSlice(event, *time);
    case 'C':
        return takeCounter(event, *time);
    case 's':
    case 't':
    case 'f':
        return takeFlow(event, *time);
    case 'B':
    case 'E':
        return takeBracket(event, *time);
    case 'i':
    case 'I':
    case 'R':
        return takeInstant(event, *time);
    default:
        m_faults.addPhase(phase.front(), m_piece.file, m_offset);
    }
}

void PieceReader::takeSlice(const RawEvent &event, int64_t timeNs) {
    int64_t duration = 0, end = 0;
    if (event.duration.isThere() && event.duration.text != "null") {
        const auto written = nanosecondsOf(plainText(event.duration));
        if (!written) return fault(Fault::BadDuration);
        if (*written < 0) return fault(Fault::NegativeDuration);
        duration = *written;
    } else {
        fault(Fault::NoDuration);
    }
    if (__builtin_add_overflow(timeNs, duration, &end)) return fault(Fault::TimeOverflow);
    addSlice(event, timeNs, duration);
}

void PieceReader::takeInstant(const RawEvent &event, int64_t timeNs) {
    addSlice(event, timeNs, 0);
}

void PieceReader::addSlice(const RawEvent &event, int64_t timeNs, int64_t durationNs) {
    m_earliestNs = std::min(m_earliestNs, timeNs);
    if (!m_filter.overlaps(timeNs, timeNs + durationNs)) return;
    m_events.lane.push_back(laneOf(event));
    m_events.name.push_back(textOf(event.name));
    m_events.category.push_back(textOf(event.category));
    m_events.start.push_back(timeNs);
    m_events.duration.push_back(durationNs);
    const bool hasArguments = event.args.kind == '{' && event.args.text.size() > 2;
    m_events.offset.push_back(hasArguments ? uint64_t(m_offset) + 1 : 0);
}

void PieceReader::takeBracket(const RawEvent &event, int64_t timeNs) {
    const bool isBegin = event.phase.text.front() == 'B';
    if (isBegin) m_earliestNs = std::min(m_earliestNs, timeNs);
    const bool hasArguments = event.args.kind == '{' && event.args.text.size() > 2;
    m_events.brackets.push_back({laneOf(event), textOf(event.name), textOf(event.category), timeNs, uint64_t(m_offset),
                                 isBegin, hasArguments, event.name.isThere()});
}

void PieceReader::takeFlow(const RawEvent &event, int64_t timeNs) {
    if (!event.id.isThere() && !event.id2.isThere()) return fault(Fault::FlowWithoutId);
    if (!m_filter.overlaps(timeNs, timeNs)) return fault(Fault::FlowOutsideWindow);
    FlowPoint point{};
    point.lane = laneOf(event);
    point.category = textOf(event.category);
    point.phase = event.phase.text.front();
    point.bindsToEnclosing = event.bindsToEnclosing;
    point.timeNs = timeNs;
    point.offset = uint64_t(m_offset);
    setFlowId(point, event);
    // A name that is but category and id would be a text of its own for each arrow.
    const std::string_view name = event.name.text, category = event.category.text;
    const bool isJoined = !category.empty() && name.size() == category.size() + event.id.text.size() &&
                          name.starts_with(category) && name.ends_with(event.id.text);
    point.name = isJoined ? point.category : textOf(event.name);
    m_events.flows.push_back(point);
}

/** Ids are global, except where the writer says that they hold within the process alone. */
void PieceReader::setFlowId(FlowPoint &point, const RawEvent &event) {
    if (event.id.isThere()) {
        if (const auto number = wholeNumber(event.id.text)) {
            point.isNumber = true;
            point.id = *number;
            return;
        }
        point.id = m_flowIds.add(event.id.text, place());
        return;
    }
    m_key.clear();
    forEachMember(event.id2.text, [&](const RawValue &key, const RawValue &value) {
        if (key.text == "local") appendPart(m_key, event.pid);
        appendPart(m_key, value);
    });
    point.id = m_flowIds.add(m_key, place());
}

void PieceReader::takeCounter(const RawEvent &event, int64_t timeNs) {
    m_earliestNs = std::min(m_earliestNs, timeNs);
    if (!m_filter.overlaps(timeNs, timeNs)) return;
    const auto addValue = [&](const RawValue &key, const RawValue &value) {
        const auto number = numberOf(value);
        if (!number) return fault(Fault::CounterWithoutNumber);
        m_key.clear();
        appendPart(m_key, event.pid);
        appendPart(m_key, event.name);
        appendPart(m_key, key);
        appendPart(m_key, event.id);
        m_events.samples.push_back({m_series.add(m_key, place()), timeNs, *number});
    };
    const bool isWhole = forEachMember(event.args.text, addValue) == Outcome::Good;
    if (!isWhole) fault(Fault::CounterWithoutNumber);
}

void PieceReader::takeNaming(const RawEvent &event) {
    struct Known {
        std::string_view event, argument;
        Naming::Of of;
    };
    constexpr Known known[] = {
        {"process_name", "name", Naming::Of::ProcessName},
        {"process_labels", "labels", Naming::Of::ProcessLabels},
        {"process_sort_index", "sort_index", Naming::Of::ProcessOrder},
        {"thread_name", "name", Naming::Of::ThreadName},
        {"thread_sort_index", "sort_index", Naming::Of::ThreadOrder},
    };
    for (const Known &each : known) {
        if (event.name.text != each.event) continue;
        forEachMember(event.args.text, [&](const RawValue &key, const RawValue &value) {
            if (key.text == each.argument) m_events.namings.push_back({each.of, laneOf(event), decoded(value).text});
        });
    }
}

/** Neighbouring events are mostly of one lane. */
uint32_t PieceReader::laneOf(const RawEvent &event) {
    if (event.pid.text == m_lastPid && event.tid.text == m_lastTid && m_lanes.size() > 0) return m_lastLane;
    m_lastPid = event.pid.text;
    m_lastTid = event.tid.text;
    m_key.clear();
    appendPart(m_key, event.pid);
    appendPart(m_key, event.tid);
    m_lastLane = m_lanes.add(m_key, place());
    return m_lastLane;
}

uint32_t PieceReader::textOf(const RawValue &value) {
    return m_texts.add(value.text, place(), value.isEscaped);
}

} // namespace jitscope::inline reading::tracejson
