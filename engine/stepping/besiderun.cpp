// SPDX-License-Identifier: Apache-2.0
// Counts how deep a thread is in computations beside the program.
#include "engine/stepping/besiderun.h"

#include "engine/eager/optracer.h"

namespace jitscope::inline stepping {

namespace detail {

constinit thread_local int besideRuns = 0;

} // namespace detail

BesideRun::BesideRun() {
    ++detail::besideRuns;
}
BesideRun::~BesideRun() {
    --detail::besideRuns;
}

Untraced::Untraced()
    : m_before(setCurrentTracer(nullptr)) {}
Untraced::~Untraced() {
    setCurrentTracer(m_before);
}

} // namespace jitscope::inline stepping
