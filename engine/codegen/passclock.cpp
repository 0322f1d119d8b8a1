// SPDX-License-Identifier: Apache-2.0
// Listens to LLVM's pass instrumentation.
#include "engine/codegen/passclock.h"

#include "engine/base/clock.h"

#include <algorithm>

namespace jitscope::inline codegen {

PassClock::PassClock(llvm::PassInstrumentationCallbacks &callbacks) {
    const auto begins = [this](llvm::StringRef name, llvm::Any) { begin(name); };
    const auto ends = [this](llvm::StringRef, llvm::Any) { end(); };
    callbacks.registerBeforeNonSkippedPassCallback(begins);
    callbacks.registerAfterPassCallback([this](llvm::StringRef, llvm::Any, const llvm::PreservedAnalyses &) { end(); });
    callbacks.registerAfterPassInvalidatedCallback([this](llvm::StringRef, const llvm::PreservedAnalyses &) { end(); });
    callbacks.registerBeforeAnalysisCallback(begins);
    callbacks.registerAfterAnalysisCallback(ends);
}

void PassClock::begin(llvm::StringRef name) {
    count();
    auto part = std::ranges::find(m_parts, name.str(), &LlvmPart::name);
    if (part == m_parts.end()) part = m_parts.insert(m_parts.end(), LlvmPart{"", name.str()});
    ++part->count;
    m_open.push_back(size_t(part - m_parts.begin()));
}

void PassClock::end() {
    if (m_open.empty()) return;
    count();
    m_open.pop_back();
}

void PassClock::count() {
    const int64_t now = nowNs();
    if (!m_open.empty()) m_parts[m_open.back()].timeNs += now - m_sinceNs;
    m_sinceNs = now;
}

} // namespace jitscope::inline codegen
