// SPDX-License-Identifier: Apache-2.0
// Why a function was compiled again: each compilation beside the nearest earlier one, with what differs and what would
// have avoided it.
#pragma once

#include "engine/base/compilenotes.h"
#include "engine/session/compilation.h"
#include "engine/session/sessionfwd.h"

#include <string>
#include <string_view>
#include <vector>

namespace jitscope::inline session {

/** In what way one fact differs between two compilations. */
enum class CompileDifferenceKind : uint8_t {
    Shape,    ///< of a tensor: other sizes of as many axes
    Rank,     ///< of a tensor: another number of axes
    Dtype,    ///< of a tensor
    Number,   ///< a constant: an int or a float
    Constant, ///< a constant that is no number: a text, a bool, None
    Length,   ///< of a list, tuple or dictionary
    Type,     ///< one is a tensor, the other a number, ...
    Object,   ///< another object
    Function, ///< another function object of the same source
    Training, ///< of a layer
    Setting,  ///< jit_level, device, options of jit
    Told      ///< only the reason that was recorded says it
};

/** "shape", "dtype", ... as `--json` has it. */
std::string_view toString(CompileDifferenceKind kind);

struct CompileDifference {
    CompileDifferenceKind kind = CompileDifferenceKind::Told;
    std::string name = {};             ///< "x", "x[1]" for an item, "closure scale", "jit_level"
    std::string before = {}, now = {}; ///< "f32[2,3]"; "" for what is not there
    bool isArgument = false;           ///< the caller gives it
    bool operator==(const CompileDifference &) const = default;
};

/** What would have avoided a compilation. */
enum class CompileRemedy : uint8_t {
    Dynamic,      ///< jit(dynamic=1): one graph for all shapes
    Pad,          ///< pad to the largest size
    OneRank,      ///< give the tensor as many axes each time
    OneDtype,     ///< convert it before the call
    Mutable,      ///< mutable(number): its type counts, not its value
    MakeInput,    ///< pass the constant as an argument, as a Tensor or mutable()
    ClosureInput, ///< hand in as an argument what the function reads from outside
    Stack,        ///< one tensor in the place of a list, or the list padded
    OneType,      ///< pass the same kind of thing each time
    KeepObject,   ///< call with one object each time
    KeepFunction, ///< decorate once, outside of the loop or function
    KeepSetting,  ///< set it once, before the first call
    Expected,     ///< a graph for each of few values is what is wanted
    SetInPlace,   ///< change weights in place
    CompileOnce   ///< nothing is known that avoids it
};

/** "dynamic", "pad", ... */
std::string_view toString(CompileRemedy remedy);

struct CompileAdvice {
    CompileRemedy remedy = CompileRemedy::CompileOnce;
    size_t difference = 0;          ///< its place in Recompilation::differences
    std::vector<size_t> alike = {}; ///< places of further ones of which the same was seen: one change for all
    std::string evidence = {};      ///< the values that were seen: "f32[4,8], f32[5,8], f32[6,8]"
    std::string target = {};        ///< Pad: the size that holds all, "f32[6,8]"
    int kinds = 1;                  ///< Mutable, MakeInput: of values that were seen; each keeps a graph of its own
    int compilations = 0;           ///< how many of the function's differ from their nearest in this alone
    int64_t savedNs = 0;            ///< their compile time together
};

struct Recompilation {
    int compilation = -1;
    int nearest = -1; ///< the earlier compilation of the function that differs least; -1: this is its first
    int number = 1;   ///< of the function's compilations, from 1
    std::vector<CompileDifference> differences;
    std::vector<CompileAdvice> advice; ///< the best first; what is expected has none that avoids it
    int64_t compileNs = 0;
};

/** One for each compilation that is not from a file, in their order. Only what was recorded is compared: where facts
    are not there (recordings of older programs), the key and settings are. */
std::vector<Recompilation> recompilations(const Session &session);

/** A compilation with what it holds for. */
struct FactedCompilation {
    const Compilation *compilation = nullptr;
    std::vector<CompileFact> facts = {};
};

/** What differs between two compilations of one function, `now` being the later one. */
std::vector<CompileDifference> compileDifferences(const FactedCompilation &before, const FactedCompilation &now);

} // namespace jitscope::inline session
