// SPDX-License-Identifier: Apache-2.0
#include "engine/reading/tracejsonfaults.h"

#include "engine/base/text.h"

#include <algorithm>
#include <iterator>

namespace jitscope::inline reading::tracejson {

namespace {

struct FaultText {
    DiagnosticKind kind;
    const char *message;
};

/** In the order of Fault. */
constexpr FaultText texts[] = {
    {DiagnosticKind::Mended, "the file ends within an event; what stands before it is shown"},
    {DiagnosticKind::Mended, "the closing bracket is missing"},
    {DiagnosticKind::Mended, "several arrays of events follow each other; all are shown"},
    {DiagnosticKind::Skipped, "an event is damaged and left out"},
    {DiagnosticKind::Skipped, "an event is too large to be read"},
    {DiagnosticKind::Skipped, "text that belongs to no event"},
    {DiagnosticKind::Skipped, "an item among the events that is no object"},
    {DiagnosticKind::Skipped, "an event without a phase (ph)"},
    {DiagnosticKind::Skipped, "an event without a readable time (ts)"},
    {DiagnosticKind::Mended, "a slice without a duration (dur) is shown as an instant"},
    {DiagnosticKind::Skipped, "a slice with an unreadable duration (dur)"},
    {DiagnosticKind::Skipped, "a slice with a negative duration (dur)"},
    {DiagnosticKind::Skipped, "a slice whose end lies beyond all times"},
    {DiagnosticKind::Mended, "a text that is not UTF-8; the bytes in question are shown as \xEF\xBF\xBD"},
    {DiagnosticKind::Skipped, "a value of a counter that is no number"},
    {DiagnosticKind::Skipped, "an end (E) without its beginning (B)"},
    {DiagnosticKind::Mended, "a beginning (B) without its end (E) is shown up to the end of its lane"},
    {DiagnosticKind::Skipped, "a flow without an id"},
    {DiagnosticKind::Skipped, "a flow ends that has no beginning"},
    {DiagnosticKind::Skipped, "a flow begins that has no end"},
    {DiagnosticKind::Skipped, "a flow begins or ends where there is no slice"},
    {DiagnosticKind::Note, "a flow leads out of the window of time that was opened"},
    {DiagnosticKind::Note, "the trace has neither slices nor counters"},
};
static_assert(std::size(texts) == size_t(Fault::UnknownPhase));

std::string withCommas(int64_t number) {
    std::string digits = std::to_string(number);
    for (int64_t at = int64_t(digits.size()) - 3; at > 0; at -= 3)
        digits.insert(size_t(at), ",");
    return digits;
}

std::string phaseMessage(int phase) {
    const std::string shown =
        phase > ' ' && phase < 0x7F ? std::string(1, char(phase)) : format("\\x%02x", unsigned(phase));
    return "an event of phase '" + shown + "', which is not shown";
}

} // namespace

void Faults::add(int fault, int file, int64_t offset, int64_t count) {
    Count &known = m_counts.try_emplace({file, fault}, Count{0, offset}).first->second;
    known.count += count;
    known.first = std::min(known.first, offset);
}

void Faults::merge(const Faults &other) {
    for (const auto &[key, count] : other.m_counts)
        add(key.second, key.first, count.first, count.count);
}

int64_t Faults::count(Fault fault) const {
    int64_t sum = 0;
    for (const auto &[key, count] : m_counts)
        if (key.second == int(fault)) sum += count.count;
    return sum;
}

Diagnostics Faults::diagnostics(const std::vector<std::string> &fileNames) const {
    Diagnostics all;
    for (const auto &[key, count] : m_counts) {
        const auto [file, fault] = key;
        const bool isPhase = fault >= int(Fault::UnknownPhase);
        const DiagnosticKind kind = isPhase ? DiagnosticKind::Skipped : texts[fault].kind;
        const std::string message = isPhase ? phaseMessage(fault - int(Fault::UnknownPhase)) : texts[fault].message;
        all.add(kind, fileNames[size_t(file)], "byte " + withCommas(count.first), message, count.count);
    }
    return all;
}

} // namespace jitscope::inline reading::tracejson
