// SPDX-License-Identifier: GPL-3.0-or-later
// The scripts that are open, with their unsaved text: kept over a quit without a question, and over a crash.
#pragma once

#include "app/panels/editor/editorpanel.h"

#include <QTimer>

namespace jitscope {
inline namespace shell {

class ScriptMemory : public QObject {
    Q_OBJECT
public:
    explicit ScriptMemory(EditorPanel &editor, QObject *parent = nullptr);

    /** Opens what was open the last time, as it was. */
    void restore();
    /** Writes what is open now; also done by itself every few seconds. */
    Result<void> keep();

private:
    EditorPanel &m_editor;
    QList<OpenScript> m_kept; ///< as they stand in the file
    QTimer m_timer;
};

} // namespace shell
} // namespace jitscope
