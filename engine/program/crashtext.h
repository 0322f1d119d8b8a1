// SPDX-License-Identifier: Apache-2.0
// Finds in what a dying Python writes (faulthandler's text) where it was.
#pragma once

#include "engine/base/source.h"

#include <mutex>
#include <string>

namespace jitscope::inline program {

/** From any thread. */
class CrashText {
public:
    void add(const std::string &text) {
        constexpr size_t kept = 1 << 16;
        const std::lock_guard lock(m_mutex);
        m_text += text;
        if (m_text.size() > kept) m_text.erase(0, m_text.size() - kept);
    }
    /** The innermost frame of the thread that crashed; an empty span when the text tells of no crash. */
    SourceSpan place() const;

private:
    mutable std::mutex m_mutex;
    std::string m_text;
};

} // namespace jitscope::inline program
