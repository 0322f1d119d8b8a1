// SPDX-License-Identifier: Apache-2.0
// Sums the time between changes of the line.
#include "engine/capture/lineclock.h"

#include "engine/base/clock.h"

namespace jitscope::inline capture {

namespace {

constexpr size_t none = size_t(-1);

} // namespace

LineClock::LineClock()
    : m_line(none)
    , m_sinceNs(nowNs()) {}

void LineClock::enter(const SourceSpan &place, int64_t inferenceNs) {
    const int64_t now = nowNs();
    count(now, inferenceNs);
    const size_t before = m_line;
    m_line = lineOf(place, now);
    if (m_line != before && m_line != none) ++m_lines[m_line].turns;
}

void LineClock::claim(const SourceSpan &place, int64_t inferenceNs) {
    const size_t before = m_line;
    m_line = lineOf(place, m_sinceNs);
    if (m_line != before && m_line != none) ++m_lines[m_line].turns;
    count(nowNs(), inferenceNs);
}

void LineClock::addStage(const std::string &name, int64_t startNs, int64_t timeNs) {
    m_lines.push_back({.file = name, .startNs = startNs, .timeNs = timeNs, .turns = 1});
}

size_t LineClock::lineOf(const SourceSpan &place, int64_t startNs) {
    if (place.line <= 0) return none;
    if (m_line != none && m_lines[m_line].line == place.line && m_lines[m_line].file == place.file) return m_line;
    const auto [known, isNew] = m_places[place.file].try_emplace(place.line, m_lines.size());
    if (isNew) m_lines.push_back({.file = place.file, .line = place.line, .startNs = startNs});
    return known->second;
}

/** Until now, the line that is at work was. */
void LineClock::addRun(int64_t nowNs) {
    if (nowNs <= m_sinceNs) return;
    CompileRun *last = m_runs.empty() ? nullptr : &m_runs.back();
    if (last && last->place == int64_t(m_line) && last->startNs + last->timeNs == m_sinceNs)
        last->timeNs += nowNs - m_sinceNs;
    else
        m_runs.push_back({CompileRun::Kind::Line, int64_t(m_line), m_sinceNs, nowNs - m_sinceNs});
}

void LineClock::count(int64_t nowNs, int64_t inferenceNs) {
    if (m_line != none) {
        m_lines[m_line].timeNs += nowNs - m_sinceNs;
        m_lines[m_line].inferenceNs += inferenceNs - m_inferenceNs;
        addRun(nowNs);
    }
    m_sinceNs = nowNs;
    m_inferenceNs = inferenceNs;
}

} // namespace jitscope::inline capture
