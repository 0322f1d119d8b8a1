// SPDX-License-Identifier: Apache-2.0
// Says of each of LLVM's passes and analyses how long it took, without those inside of it.
#pragma once

#include "engine/base/compilenotes.h"

#include <llvm/IR/PassInstrumentation.h>

#include <vector>

namespace jitscope::inline codegen {

/** Must outlive the pipeline that it listens to. */
class PassClock {
public:
    explicit PassClock(llvm::PassInstrumentationCallbacks &callbacks);
    PassClock(const PassClock &) = delete;
    PassClock &operator=(const PassClock &) = delete;

    /** In the order in which each began first. */
    const std::vector<LlvmPart> &parts() const { return m_parts; }
    /** When each of them ran, by its place in parts(); without the shortest. */
    const std::vector<CompileRun> &runs() const { return m_runs; }

private:
    void begin(llvm::StringRef name);
    void end();
    void count();

    std::vector<LlvmPart> m_parts;
    /** A pass at work. */
    struct Open {
        size_t part = 0; ///< its place in m_parts
        int64_t startNs = 0;
    };

    std::vector<CompileRun> m_runs;
    std::vector<Open> m_open; ///< outermost first
    int64_t m_sinceNs = 0;
};

} // namespace jitscope::inline codegen
