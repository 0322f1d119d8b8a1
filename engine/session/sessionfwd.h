// SPDX-License-Identifier: Apache-2.0
// The names of what is recorded, for headers that only pass it on.
#pragma once

#include <cstdint>

namespace jitscope::inline session {

struct Session;
struct OpEvent;
struct TensorRecord;
struct GraphCall;
struct StackFrame;
struct StopRecord;
struct Variable;
struct WatchHit;
struct Compilation;
struct KernelRecord;
struct VariantRecord;
enum class RecordLevel : uint8_t;
enum class OpPhase : uint8_t;
enum class Severity : uint8_t;

} // namespace jitscope::inline session
