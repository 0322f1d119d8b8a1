// SPDX-License-Identifier: Apache-2.0
// The events of one piece of a trace file, read into columns. What texts, lanes and counters are called is kept once a
// reader: each thread has its own, and the numbers in the columns are those of the reader that read the piece.
#pragma once

#include "engine/reading/tracejsoncutter.h"
#include "engine/reading/tracejsoninterner.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace jitscope::inline reading::tracejson {

/** The start or end of a slice that is written in two events, in the order of the file. */
struct Bracket {
    uint32_t lane, name, category;
    int64_t timeNs;
    uint64_t offset; ///< of the event
    bool isBegin, hasArguments, hasName;
};

/** A start, step or end of an arrow. Ids that are whole numbers are kept as such, others by the number of their text.
 */
struct FlowPoint {
    uint32_t lane, name, category;
    char phase; ///< 's', 't' or 'f'
    bool bindsToEnclosing, isNumber;
    uint64_t id;
    int64_t timeNs;
    uint64_t offset;
};

/** One number of a counter. */
struct CounterPoint {
    uint32_t series;
    int64_t timeNs;
    double value;
};

/** A name, label or sort index that metadata gives. */
struct Naming {
    enum class Of : uint8_t { ProcessName, ProcessLabels, ProcessOrder, ThreadName, ThreadOrder };
    Of of;
    uint32_t lane; ///< its process alone counts for those of processes
    std::string value;
};

struct PieceEvents {
    int reader = 0, file = 0;
    std::vector<uint32_t> lane, name, category;
    std::vector<int64_t> start, duration;
    std::vector<uint64_t> offset; ///< of the event in its file, + 1; 0 where it has no arguments
    std::vector<Bracket> brackets;
    std::vector<FlowPoint> flows;
    std::vector<CounterPoint> samples;
    std::vector<Naming> namings;
    int64_t events = 0; ///< with a phase
    int64_t memoryBytes() const;
};

/** What is kept of the events. */
struct PieceFilter {
    int64_t beginNs = std::numeric_limits<int64_t>::min(), endNs = std::numeric_limits<int64_t>::max();
    bool hasWindow() const { return beginNs != std::numeric_limits<int64_t>::min(); }
    bool overlaps(int64_t from, int64_t to) const { return from <= endNs && to >= beginNs; }
};

class PieceReader {
public:
    PieceReader(int number, PieceFilter filter);

    PieceEvents read(const Piece &piece);

    const Interner &texts() const { return m_texts; }     ///< as written
    const Interner &lanes() const { return m_lanes; }     ///< pid and tid, joined
    const Interner &series() const { return m_series; }   ///< pid, name and key, joined
    const Interner &flowIds() const { return m_flowIds; } ///< those that are no plain numbers
    const Faults &faults() const { return m_faults; }
    /** The earliest time of a slice or sample, whether it passed the filter or not. */
    int64_t earliestNs() const { return m_earliestNs; }
    int64_t memoryBytes() const;

private:
    void reserveLikeBefore();
    void readEventAt(Cursor &cursor);
    void resumeAfter(Cursor &cursor, const char *begin);
    void take(const RawEvent &event);
    void takeSlice(const RawEvent &event, int64_t timeNs);
    void takeInstant(const RawEvent &event, int64_t timeNs);
    void takeBracket(const RawEvent &event, int64_t timeNs);
    void takeFlow(const RawEvent &event, int64_t timeNs);
    void takeCounter(const RawEvent &event, int64_t timeNs);
    void takeNaming(const RawEvent &event);
    void addSlice(const RawEvent &event, int64_t timeNs, int64_t durationNs);
    void setFlowId(FlowPoint &point, const RawEvent &event);
    uint32_t laneOf(const RawEvent &event);
    uint32_t textOf(const RawValue &value);
    InputPlace place() const { return {m_piece.number, m_offset}; }
    void fault(Fault fault) { m_faults.add(fault, m_piece.file, m_offset); }

    int m_number;
    PieceFilter m_filter;
    Interner m_texts, m_lanes, m_series, m_flowIds;
    Faults m_faults;
    int64_t m_earliestNs = std::numeric_limits<int64_t>::max();

    Piece m_piece;
    PieceEvents m_events;
    int64_t m_offset = 0;  ///< of the event that is read
    std::string m_key;     ///< its lane or series
    size_t m_expected = 0; ///< how many slices a piece has
    std::string m_lastPid, m_lastTid;
    uint32_t m_lastLane = 0;
};

/** The parts of a key that joins several. */
std::vector<std::string> keyParts(std::string_view key);

/** The number that a value of a counter is; nothing for what is none, or infinite. */
std::optional<double> numberOf(const RawValue &value);

} // namespace jitscope::inline reading::tracejson
