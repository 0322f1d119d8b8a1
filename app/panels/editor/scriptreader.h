// SPDX-License-Identifier: GPL-3.0-or-later
// Asks Python about the text of a script without running it: what is wrong, where names come from, what a rename does.
#pragma once

#include "engine/base/result.h"
#include "engine/session/records.h"

#include <QJsonObject>
#include <QList>
#include <QObject>
#include <QString>

#include <functional>
#include <map>

class QProcess;

namespace jitscope {
inline namespace editorpanel {

/** Lines from 1, columns in bytes of UTF-8, as both Python's trees and Scintilla count. */
struct ScriptProblem {
    Severity severity = Severity::Note;
    QString message;
    int line = 0, column = 0, endLine = 0, endColumn = 0;
    bool operator==(const ScriptProblem &) const = default;
};

struct ScriptPlace {
    QString path;
    int line = 0, column = 0;
    int length = 0; ///< of the name that stands there, where it is known
    bool operator==(const ScriptPlace &) const = default;
};

/** A process of its own for each question, so that answers come while a program runs and no script can harm us. */
class ScriptReader : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    struct Text {
        QString path, content;
    };
    /** A later question of the same kind takes the place of one that is not answered yet. */
    void check(const Text &text, std::function<void(const QList<ScriptProblem> &)> reply);
    void findDefinition(const Text &text, int line, int column, std::function<void(const Result<ScriptPlace> &)> reply);
    /** All places of a local name, to be replaced by `name`. */
    void findRenames(const Text &text, int line, int column, const QString &name,
                     std::function<void(const Result<QList<ScriptPlace>> &)> reply);
    bool isBusy() const { return !m_running.empty(); }

private:
    void ask(const QString &kind, QJsonObject question, std::function<void(const QJsonObject &)> reply);
    void abandon(const QString &kind);

    std::map<QString, QProcess *> m_running; ///< by the kind of the question
};

} // namespace editorpanel
} // namespace jitscope
