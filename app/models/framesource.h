// SPDX-License-Identifier: GPL-3.0-or-later
// The Python frames at the playhead with their names: of the paused program, or as they were recorded.
#pragma once

#include "app/sdk/paneldef.h"
#include "engine/session/sessionfwd.h"
#include "engine/stepping/frameview.h"

#include <QObject>
#include <QTimer>

namespace jitscope {
inline namespace models {

class FrameSource : public QObject {
    Q_OBJECT
public:
    enum class Kind : uint8_t {
        None,     ///< nothing ran, or it runs freely
        Live,     ///< of the paused program
        Recorded, ///< of the operator that is looked at, with the names recorded where the program stopped there
        Bare,     ///< of the operator that is looked at, which frames but not which names is known
    };

    FrameSource(const PanelContext &context, QObject *parent);

    Kind kind() const { return m_kind; }
    /** Innermost first. The names of a live stack come a moment later than its frames, see hasVariables(). */
    const std::vector<FrameView> &frames() const { return m_frames; }
    bool hasVariables() const { return m_hasVariables; }
    /** The frame that the playhead has chosen; null without frames. */
    const FrameView *chosen() const;
    int chosenIndex() const;
    /** The same frame at the stop before this one: what it held then tells what changed. Null when the program did not
        stop in it before. */
    const std::vector<Variable> *before(int frame) const;
    /** What is shown and as of when; "" when live. */
    QString sentence() const { return m_sentence; }
    /** Of the chosen frame; null when it has none of that name or its names are not known. */
    const Variable *find(const std::string &name) const;

Q_SIGNALS:
    /** Other frames, other names, or another frame was chosen. */
    void changed();

private:
    void update();
    void showLive();
    void showOp(const OpEvent &op);
    int64_t presentStop() const;
    void ask();
    void clear(Kind kind);

    PanelContext m_context;
    Kind m_kind = Kind::None;
    std::vector<FrameView> m_frames;
    int64_t m_stop =
        -1; ///< index into Session::stops of what is shown; its size for a stop that is not recorded, -1 for none
    int64_t m_shownOp = -1;
    bool m_hasVariables = false;
    bool m_isStale = true; ///< another stop or another session: the same operator means something else now
    QString m_sentence;
    QTimer m_timer; ///< several signals tell of one change
};

/** The lines of `stack` that are the user's own, innermost first. */
std::vector<StackFrame> userFrames(const Session &session, int stack);

} // namespace models
} // namespace jitscope
