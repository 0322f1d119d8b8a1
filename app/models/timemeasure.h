// SPDX-License-Identifier: GPL-3.0-or-later
// How a time was measured, in one word for each way: a kernel has several times, and all of them are right.
#pragma once

#include <QString>
#include <cstdint>

namespace jitscope {
inline namespace models {

enum class TimeMeasure : uint8_t {
    Wall,       ///< of one run, as recorded
    MeanWall,   ///< of all its recorded runs
    MedianWall, ///< of all its recorded runs
    Cpu,        ///< of one run when it is run by itself, over and over
};

/** "wall time". */
QString measureName(TimeMeasure measure);
/** What is measured, as a sentence. */
QString measureMeaning(TimeMeasure measure);
/** "mean wall time 12.3 µs". */
QString measuredTime(TimeMeasure measure, int64_t ns);

} // namespace models
} // namespace jitscope
