// SPDX-License-Identifier: Apache-2.0
// Decisions of all kinds about a program that nobody has seen before.
#pragma once

#include "engine/passes/decisions.h"

#include <random>

namespace jitscope::testing {

enum class DecisionsOf : uint8_t {
    Passes, ///< what is fused and which passes run: the same values come out
    All,    ///< dtypes too: other values may come out
};

/** A run of a pass of the built-in pipeline, named in one of the ways that there are. */
inline std::string randomPlace(std::mt19937 &random) {
    const auto below = [&](size_t count) { return std::uniform_int_distribution<size_t>(0, count - 1)(random); };
    const PassDef &pass = builtinPasses()[below(builtinPasses().size())];
    if (pass.stage.empty() || below(2) == 0) return pass.name;
    const bool isRepeated = mostCycles(pass.stage) > 1 && below(2) == 0;
    return pass.stage + (isRepeated ? ".r1." : ".") + pass.name;
}

/** A decision about some of the calls of `graph`, or about passes. */
inline Decision randomDecision(const Graph &graph, DecisionsOf kind, std::mt19937 &random) {
    using Kind = Decision::Kind;
    const auto below = [&](size_t count) { return std::uniform_int_distribution<size_t>(0, count - 1)(random); };
    constexpr Kind kinds[] = {Kind::Refuse, Kind::KeepOut, Kind::Fuse, Kind::SwitchOff, Kind::Duplicate,
                              Kind::Repeat, Kind::Move,    Kind::End,  Kind::Dtype};
    Decision decision{kinds[below(std::size(kinds) - (kind == DecisionsOf::Passes ? 1 : 0))], {}, {}};
    if (decision.kind == Kind::SwitchOff || decision.kind == Kind::End) decision.name = randomPlace(random);
    if (decision.kind == Kind::Repeat || decision.kind == Kind::Move) {
        decision.name = randomPlace(random);
        decision.behind = randomPlace(random);
    }
    if (!decision.name.empty()) return decision;
    if (decision.kind == Kind::Dtype) {
        constexpr const char *dtypes[] = {"float16", "bfloat16", "float32", "float64"};
        decision.name = dtypes[below(std::size(dtypes))];
    }
    for (size_t count = 1 + below(3); count > 0; --count)
        decision.nodes.push_back(graph.nodes[below(graph.nodes.size())]->id);
    return decision;
}

} // namespace jitscope::testing
