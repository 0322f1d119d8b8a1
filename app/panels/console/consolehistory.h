// SPDX-License-Identifier: GPL-3.0-or-later
// What was entered at the prompt, over restarts too, and how it is found again.
#pragma once

#include <QString>
#include <QStringList>

#include <optional>

namespace jitscope {
inline namespace consolepanel {

class ConsoleHistory {
public:
    /** `path` of the file that keeps it; "" keeps nothing. Windows that are open together all add to it. */
    explicit ConsoleHistory(QString path);

    void add(const QString &input);
    /** Oldest first, each once. */
    const QStringList &entries() const { return m_entries; }
    /** The next older (-1) or newer (1) entry that begins like what was typed before walking; nothing there, nullopt.
        Behind the newest stands what was typed. */
    std::optional<QString> walk(int direction, const QString &typed);
    /** The next walk begins at the newest. */
    void stopWalking();
    /** Newest first, those that contain `text` in any case. */
    QStringList search(const QString &text) const;

private:
    void read();
    void insert(const QString &input);

    QString m_path;
    QStringList m_entries;
    qsizetype m_at = -1; ///< where one is while walking, -1 for not
    QString m_typed;
};

} // namespace consolepanel
} // namespace jitscope
