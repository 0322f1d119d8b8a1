// SPDX-License-Identifier: Apache-2.0
// One function compiled for one set of argument types, with its graph before and after each pass.
#pragma once

#include "engine/base/codeorigin.h"
#include "engine/base/lazytext.h"
#include "engine/passes/pass.h"

#include <string>
#include <vector>

namespace jitscope::inline session {

/** A stretch of the compile: "capture", "passes", "codegen", ...; stages may hold others by time. */
struct StageTime {
    std::string name;
    int64_t startNs = 0, durationNs = 0;
    bool operator==(const StageTime &) const = default;
};

/** A fused kernel that was compiled. */
struct KernelRecord {
    std::string name;  ///< "GraphKernel_Mul_Add_fusion"
    std::string graph; ///< its sub-graph in the final module
    std::vector<NodeId> members;
    LazyText llvmIr, assembly; ///< LLVM works for them only when they are asked for
    int64_t compileNs = 0;     ///< until it could run, whether compiled or found
    CodeOrigin origin = CodeOrigin::Unknown;
    int64_t codeBytes = -1; ///< of its machine code; -1: not known
};

/** What a script says of the settings that its graphs depend on, where options of the run forced something else; "" for
    what was not forced. */
struct ScriptSettings {
    std::string mode, jitLevel, device; ///< "pynative" or "graph"; "O0"; "CPU"
    bool operator==(const ScriptSettings &) const = default;
};

/** One function compiled for one set of argument types; or a graph that was read from a file. One whose capture failed
    has no graphs at all. */
struct Compilation {
    int index = -1;
    std::string function; ///< "fast_compute", "Network.construct", or the entry's name in a dump
    std::string key;      ///< what the compile depended on: "f32[512,512], f32[512,512]"
    std::string captureMode, jitLevel, device;
    ScriptSettings script; ///< see forcedsettings.h
    std::string options;   ///< what else jit() was given: "backend GE, fullgraph"
    std::string reason;    ///< why it was compiled: "first call", "argument x: f32[2,3] instead of f32[4,3]"
    SpanList spans;        ///< where the function stands
    Module captured;
    std::vector<PassRecord> passes;
    Module final;
    std::vector<KernelRecord> kernels;
    std::vector<StageTime> stages;
    bool imported = false;
};

} // namespace jitscope::inline session
