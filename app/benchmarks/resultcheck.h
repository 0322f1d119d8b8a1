// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a row gives what eager gives, by the files that the measuring process wrote.
#pragma once

#include "app/benchmarks/benchreport.h"
#include "engine/tensor/value.h"

#include <QJsonArray>

namespace jitscope {
inline namespace benchmarks {

/** What one call gave: tensors, numbers, and weights that it wrote. */
struct CallOutcome {
    std::vector<Value> values;
    std::vector<bool> areSmallFloats; ///< of 16 bits, though the file has 32
};

/** What a row gave. */
struct BenchOutcome {
    CallOutcome first;
    CallOutcome changed; ///< for tensors of other values; empty where that could not be called
};

/** Reads and removes the files of an answer. The error names one that cannot be read. */
Result<BenchOutcome> readOutcome(const QJsonArray &results);

/** By `usualTolerance`, plus some roundings of the largest number of all: a sum of large numbers may be next to 0. What
    agrees for the first call alone has a result of that call built in. */
BenchValues checkOutcome(const BenchOutcome &expected, const BenchOutcome &actual);

} // namespace benchmarks
} // namespace jitscope
