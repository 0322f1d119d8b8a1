// SPDX-License-Identifier: Apache-2.0
// Which registers each instruction uses (lrm*.data of msprof op): records of tag, length and value, one in another.
#pragma once

#include "engine/profile/datatable.h"
#include "engine/profile/diagnostics.h"

#include <string>
#include <string_view>

namespace jitscope {
inline namespace msprof_op {

/** Whether these are the first bytes of such a file of `fileBytes`. */
bool looksLikeRegisters(std::string_view firstBytes, int64_t fileBytes);

/** A row an instruction and register, as table "op_registers"; what is damaged is counted under `name`. */
DataTable registersIn(std::string_view bytes, const std::string &name, Diagnostics &diagnostics);

} // namespace msprof_op
} // namespace jitscope
