// SPDX-License-Identifier: GPL-3.0-or-later
// One Python file: breakpoints, the line where the program stands, heat and results beside the lines that ran.
#pragma once

#include "app/panels/editor/linestats.h"
#include "app/sdk/widgets/codeview.h"

#include <QHash>
#include <QSet>

namespace jitscope {

class CodeEditor : public CodeView {
    Q_OBJECT
public:
    /** `path` is absolute; an unsaved script has the path that it would get, see isUntitled(). */
    CodeEditor(QString path, const QString &content, QWidget *parent = nullptr);

    QString path() const { return m_path; }
    void setPath(const QString &path);
    bool isUntitled() const { return m_isUntitled; }
    void setUntitled(bool untitled) { m_isUntitled = untitled; }
    /** The text that a session recorded, where the file on disk is absent or another one by now. */
    bool isRecorded() const { return m_isRecorded; }
    void setRecorded();

    int currentLine() const; ///< from 1
    void goToLine(int line);
    QSet<int> breakpointLines() const;
    void setBreakpointLines(const QSet<int> &lines);
    /** 0 for none. */
    void setPausedLine(int line);

    enum class Notes : uint8_t { None = 0, Values = 1, Heat = 2, Both = 3 };
    void setStats(const std::map<int, LineStat> &stats, Notes notes);

Q_SIGNALS:
    /** A click into the text, without selecting any. */
    void lineClicked(int line);
    void breakpointWanted(int line);
    /** Lines were added or removed, and the breakpoints moved with their text. */
    void breakpointsMoved();

protected:
    void mouseReleaseEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void applyMarkers();
    void updateHeat(const std::map<int, LineStat> &stats);

    QString m_path;
    bool m_isUntitled = false, m_isRecorded = false;
    int m_pausedLine = 0;
    QHash<int, QString> m_annotations; ///< by line, painted behind its text
};

} // namespace jitscope
