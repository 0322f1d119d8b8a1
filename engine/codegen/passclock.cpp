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
    m_open.push_back({size_t(part - m_parts.begin()), m_sinceNs});
}

void PassClock::end() {
    if (m_open.empty()) return;
    count();
    const auto [part, startNs] = m_open.back();
    m_open.pop_back();
    constexpr int64_t shortest = 1000; // of thousands of analyses that do nothing
    if (m_sinceNs - startNs >= shortest)
        m_runs.push_back({CompileRun::Kind::LlvmPart, int64_t(part), startNs, m_sinceNs - startNs});
}

void PassClock::count() {
    const int64_t now = nowNs();
    if (!m_open.empty()) m_parts[m_open.back().part].timeNs += now - m_sinceNs;
    m_sinceNs = now;
}

} // namespace jitscope::inline codegen
