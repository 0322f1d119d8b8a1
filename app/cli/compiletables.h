// SPDX-License-Identifier: GPL-3.0-or-later
// What `jitscope compile` says besides stages: tables by what is asked for, first calls, recompilations; as text and
// as JSON.
#pragma once

#include "engine/base/json.h"
#include "engine/session/compilecosts.h"
#include "engine/session/firstcalls.h"
#include "engine/session/recompilations.h"
#include "engine/session/session.h"

#include <optional>
#include <string>

namespace jitscope {
inline namespace cli {

/** A line a row, indented by depth: time, share, self time, count. */
std::string compileTableText(const Session &session, CompileGrouping grouping);
/** The same as comma-separated values with a header; the first column is the depth. */
std::string compileTableCsv(const Session &session, CompileGrouping grouping);
/** {"grouping", "total_ns", "rows": [{"kind", "name", "total_ns", ..., "rows"}]} */
std::string compileTableJson(const Session &session, CompileGrouping grouping);

/** "" where nothing of the kind was recorded. */
std::string firstCallsText(const Session &session);
std::string recompilationsText(const Session &session);

/** The members "waterfall", "first_call", "recompilation" and "kernel_origins" of a compilation's object. */
void addCompileMembers(JsonWriter &json, const Session &session, const Compilation &compilation,
                       const Recompilation *recompilation, const FirstCall *firstCall,
                       std::optional<int64_t> preparationNs);

} // namespace cli
} // namespace jitscope
