// SPDX-License-Identifier: GPL-3.0-or-later
// Where jumps in scripts began, to go back there and forward again.
#pragma once

#include "app/panels/editor/scriptreader.h"

namespace jitscope {
inline namespace editorpanel {

class JumpList {
public:
    /** A jump begins at `from`. */
    void leave(const ScriptPlace &from) {
        m_behind.append(from);
        if (m_behind.size() > most) m_behind.removeFirst();
        m_ahead.clear();
    }
    bool canGoBack() const { return !m_behind.isEmpty(); }
    bool canGoForward() const { return !m_ahead.isEmpty(); }
    /** Where to go; `now` is where one stands. Only when canGoBack(). */
    ScriptPlace back(const ScriptPlace &now) {
        m_ahead.append(now);
        return m_behind.takeLast();
    }
    ScriptPlace forward(const ScriptPlace &now) {
        m_behind.append(now);
        return m_ahead.takeLast();
    }

private:
    static constexpr qsizetype most = 200;
    QList<ScriptPlace> m_behind, m_ahead;
};

} // namespace editorpanel
} // namespace jitscope
