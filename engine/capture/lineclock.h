// SPDX-License-Identifier: Apache-2.0
// Says of each line of the user's code how long its capture took, without what it called.
#pragma once

#include "engine/base/compilenotes.h"
#include "engine/base/source.h"

#include <map>
#include <string>
#include <vector>

namespace jitscope::inline capture {

/** Told of each change of the line; between two of them all time is that of one line. */
class LineClock {
public:
    LineClock();

    /** Time from now on is that of `place`. `inferenceNs` is how long types were inferred since the clock was made. */
    void enter(const SourceSpan &place, int64_t inferenceNs);
    /** So is the time since the last change: the line is known only when it is done. */
    void claim(const SourceSpan &place, int64_t inferenceNs);
    /** Time outside of all lines that has a name: reading the source, making guards. Stands among the lines with that
        name for a file and line 0, and is no run of the time axis. */
    void addStage(const std::string &name, int64_t startNs, int64_t timeNs);
    /** The lines in the order of their first turns; time before the first of them is in none. */
    const std::vector<CaptureLine> &lines() const { return m_lines; }
    /** When each of them was at work. */
    const std::vector<CompileRun> &runs() const { return m_runs; }

private:
    size_t lineOf(const SourceSpan &place, int64_t startNs);
    void count(int64_t nowNs, int64_t inferenceNs);
    void addRun(int64_t nowNs);

    std::vector<CaptureLine> m_lines;
    std::vector<CompileRun> m_runs;
    std::map<std::string, std::map<int, size_t>> m_places; ///< by file and line
    size_t m_line;                                         ///< that is at work; none: before the first
    int64_t m_sinceNs, m_inferenceNs = 0;                  ///< of the last change
};

} // namespace jitscope::inline capture
