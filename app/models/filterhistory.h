// SPDX-License-Identifier: GPL-3.0-or-later
// The filters of a panel as they were before each change, to take changes back one by one.
#pragma once

#include <QElapsedTimer>

#include <optional>
#include <utility>
#include <vector>

namespace jitscope {
inline namespace models {

/** `Filters` has operator== and differsByText(other): letters typed one behind the other are one change. */
template<class Filters> class FilterHistory {
public:
    /** They are like this now. */
    void note(Filters now) {
        if (now == m_now) return;
        constexpr qint64 typingPauseMs = 1000;
        const bool isTyping =
            m_isTyped && m_now.differsByText(now) && m_sinceChange.isValid() && m_sinceChange.elapsed() < typingPauseMs;
        m_isTyped = m_now.differsByText(now);
        if (!isTyping) m_past.push_back(m_now);
        if (m_past.size() > mostRemembered) m_past.erase(m_past.begin());
        m_now = std::move(now);
        m_sinceChange.start();
    }
    /** As they were before the last change; nothing where there was none. What is set by it is no new change. */
    std::optional<Filters> undo() {
        if (m_past.empty()) return std::nullopt;
        m_now = std::move(m_past.back());
        m_past.pop_back();
        m_isTyped = false;
        return m_now;
    }
    /** What comes next is a change of its own: a click and no letter. */
    void endTyping() { m_isTyped = false; }
    /** There are none, and nothing to take back: another session is looked at. */
    void begin(Filters now) {
        m_past.clear();
        m_now = std::move(now);
        m_isTyped = false;
    }

private:
    static constexpr size_t mostRemembered = 100;

    std::vector<Filters> m_past; ///< the last is the one before this
    Filters m_now = {};
    bool m_isTyped = false; ///< the last change was one of text
    QElapsedTimer m_sinceChange;
};

} // namespace models
} // namespace jitscope
