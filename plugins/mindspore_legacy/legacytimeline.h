// SPDX-License-Identifier: Apache-2.0
// The timeline of MindSpore's profiler up to 2.2, whose lanes have numbers instead of names, and the kernels in it.
#pragma once

#include "engine/base/progress.h"
#include "engine/profile/datatable.h"
#include "engine/profile/trace.h"

#include <map>
#include <string>

namespace jitscope {
inline namespace mindspore_legacy {

/** The same trace with its lanes named: process numbers are the device's, or stand for a kind of lane. */
Trace withLegacyLanes(const Trace &from, int rank);

/** What the table framework_raw knows of a kernel. */
struct LegacyKernel {
    int64_t task = missingInteger, blocks = missingInteger;
    std::string type, shapes, types, formats;
};
/** By full name. */
std::map<std::string, LegacyKernel> kernelsIn(const DataTable &frameworkRaw);

/** The table "kernels" of the device's slices. Stops early when the progress is cancelled. */
DataTable kernelTable(const Trace &trace, const std::map<std::string, LegacyKernel> &known, const Progress *progress);

} // namespace mindspore_legacy
} // namespace jitscope
