// SPDX-License-Identifier: GPL-3.0-or-later
// What the editor says behind a line: totals of the whole run, or what the line gave up to the playhead.
#pragma once

#include "app/models/framesource.h"
#include "app/panels/editor/assignednames.h"
#include "app/panels/editor/codeeditor.h"
#include "app/panels/editor/linestats.h"

#include <QHash>

namespace jitscope {
inline namespace editorpanel {

class LineNotes {
public:
    /** All must outlive it. */
    LineNotes(const PanelContext &context, const LineStats &stats, const FrameSource &frames);

    /** The frame that is looked at stands in `editor` now; null when it stands in none that is open. */
    void enter(const CodeEditor *editor);
    /** Whether the line is of the function of the frame that is looked at. */
    bool isNear(const CodeEditor &editor, int line) const;
    LineFacts factsOf(const CodeEditor &editor, int line) const;
    /** What is known of `name` without asking Python: "f32[2,3] (#118)"; "" for nothing. */
    QString recordedValue(const CodeEditor &editor, const QString &name) const;

private:
    bool showsTotals() const;
    int64_t playhead() const;
    QString opNote(const LineStat &stat) const;
    QString valueNote(const QStringList &names) const;
    QString note(const CodeEditor &editor, int line, const LineStat *stat, bool isNear) const;

    const PanelContext &m_context;
    const LineStats &m_stats;
    const FrameSource &m_frames;
    QString m_file;                 ///< of the frame that is looked at
    LineRange m_function;           ///< its function
    QHash<QString, int> m_assigned; ///< how many of its lines assign to a name
};

} // namespace editorpanel
} // namespace jitscope
