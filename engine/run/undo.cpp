// SPDX-License-Identifier: Apache-2.0
// Copies of the weights and the random state, put back on request and at the end.
#include "engine/run/undo.h"

#include "engine/ops/opdef.h"

namespace jitscope::inline run {

Undo::Undo(std::vector<Tensor> weights)
    : m_random(randomState())
    , m_weights(std::move(weights)) {
    for (const Tensor &weight : m_weights)
        m_before.push_back(weight.clone());
}

Undo::~Undo() {
    restore();
}

void Undo::restore() {
    setRandomState(m_random);
    for (size_t i = 0; i < m_weights.size(); ++i) {
        if (identical(m_weights[i], m_before[i])) continue;
        const Value arguments[] = {m_weights[i], m_before[i]};
        findOp("Assign")->eval(std::span<const Value>(arguments, 2));
    }
}

} // namespace jitscope::inline run
