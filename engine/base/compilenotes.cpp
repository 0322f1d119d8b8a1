// SPDX-License-Identifier: Apache-2.0
// Keeps whose notes a thread writes.
#include "engine/base/compilenotes.h"

#include "engine/base/clock.h"

#include <utility>

namespace jitscope::inline base {

namespace {

thread_local CompileNotes *currentNotes = nullptr;
thread_local std::vector<int64_t> rewriteTimes;

} // namespace

NoteTaking::NoteTaking(CompileNotes &notes)
    : m_before(std::exchange(currentNotes, &notes)) {
    rewriteTimes.clear();
}

NoteTaking::~NoteTaking() {
    currentNotes = m_before;
    rewriteTimes.clear();
}

CompileNotes *NoteTaking::current() {
    return currentNotes;
}

void NoteTaking::noteRewrite() {
    if (currentNotes) rewriteTimes.push_back(nowNs());
}

std::vector<int64_t> NoteTaking::takeRewriteTimes() {
    return std::exchange(rewriteTimes, {});
}

} // namespace jitscope::inline base
