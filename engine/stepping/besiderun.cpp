// SPDX-License-Identifier: Apache-2.0
// Counts how deep a thread is in computations beside the program.
#include "engine/stepping/besiderun.h"

#include "engine/eager/optracer.h"

namespace jitscope::inline stepping {

namespace {

thread_local int depth = 0;

} // namespace

BesideRun::BesideRun() {
    ++depth;
}
BesideRun::~BesideRun() {
    --depth;
}

bool BesideRun::isHere() {
    return depth > 0;
}

Untraced::Untraced()
    : m_before(setCurrentTracer(nullptr)) {}
Untraced::~Untraced() {
    setCurrentTracer(m_before);
}

} // namespace jitscope::inline stepping
