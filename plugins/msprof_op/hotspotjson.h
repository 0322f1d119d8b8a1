// SPDX-License-Identifier: Apache-2.0
// Source lines and instructions with their cost, as operator tuning writes them.
#pragma once

#include "plugins/msprof_op/jsonfields.h"
#include "plugins/msprof_op/visualizetables.h"

namespace jitscope {
inline namespace msprof_op {

/** A row a line and core into "op_hot_lines". */
void addHotLines(KernelTables &tables, const JsonValue &json);
/** A row an instruction and core into "op_hot_spots". */
void addHotSpots(KernelTables &tables, const JsonValue &json);

/** The member "Address Range" ([["0x0","0x8"], ...] or one list a core) as "0x0-0x8, 0x20-0x24". */
std::string addressRanges(const JsonValue &object);

} // namespace msprof_op
} // namespace jitscope
