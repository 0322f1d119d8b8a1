// SPDX-License-Identifier: Apache-2.0
// Emitters of activation functions and of their slopes; most of them are the formulas that eager loops compute by, too.
#include "engine/codegen/emitterfamilies.h"
#include "engine/ops/formulas/activations.h"

namespace jitscope::inline codegen {
namespace {

using namespace emitting;

constexpr auto relu = [](Lanes x) { return choose(x < 0, x.number(0), x); };
constexpr auto silu = [](Lanes x) { return formulas::siluOf(x); };
constexpr auto gelu = [](Lanes x) { return formulas::geluOf(x); };
constexpr auto geluByTanh = [](Lanes x) { return formulas::geluByTanhOf(x); };

// --- formulas --------------------------------------------------------------------------------------------------------

/** The text argument that a formula is for, where its operator has one. */
template<class Formula> constexpr std::string_view optionOf() {
    if constexpr (requires { Formula::option; })
        return Formula::option;
    else
        return "";
}

template<class Formula> Emitter emitterOf() {
    constexpr Formula formula;
    size_t operands = 3;
    if constexpr (requires(Lanes lane) { formula(lane); })
        operands = 1;
    else if constexpr (requires(Lanes lane) { formula(lane, lane); })
        operands = 2;
    return {Formula::op, std::vector(operands, N), N, lanewise<formula>, optionOf<Formula>(), Formula::work};
}

template<class... All> void addFormulas(std::vector<Emitter> &emitters, const std::tuple<All...> *) {
    (emitters.push_back(emitterOf<All>()), ...);
}

} // namespace

std::vector<Emitter> activationEmitters() {
    std::vector<Emitter> emitters = {
        {"ReLU", {N}, N, lanewise<relu>, "", 2},
        {"SiLU", {N}, N, lanewise<silu>, "", functionWork},
        {"GeLU", {N}, N, lanewise<gelu>, "none", longWork},
        {"GeLU", {N}, N, lanewise<geluByTanh>, "tanh", functionWork},
    };
    addFormulas(emitters, static_cast<const formulas::Activations *>(nullptr));
    addFormulas(emitters, static_cast<const formulas::Slopes *>(nullptr));
    return emitters;
}

} // namespace jitscope::inline codegen
