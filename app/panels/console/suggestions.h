// SPDX-License-Identifier: GPL-3.0-or-later
// The list that pops up over the prompt: names that fit, or earlier input, with what is known of the chosen one beside.
#pragma once

#include <QFrame>
#include <QStringList>

#include <functional>

class QLabel;
class QListWidget;

namespace jitscope {
inline namespace consolepanel {

struct SuggestionHelp {
    QString title; ///< a signature
    QString text;  ///< a documentation
};

/** Never takes the focus: the prompt hands it the keys that are its own. */
class Suggestions : public QFrame {
    Q_OBJECT
public:
    enum class Kind : uint8_t { Names, History };

    /** A child of `window`, so that it may reach over the panel's edge. */
    explicit Suggestions(QWidget *window);

    using Describe = std::function<SuggestionHelp(const QString &suggestion)>;
    /** Shown below `line` (of the screen), or above it where there is no room; hidden when there is nothing to show. */
    void suggest(Kind kind, const QStringList &suggestions, const QRect &line, Describe describe);
    Kind kind() const { return m_kind; }
    QString current() const;
    /** Takes a key that moves in the list; false for others. */
    bool takeKey(int key);
    void moveBy(int rows);

Q_SIGNALS:
    void accepted(const QString &suggestion);

private:
    void describeCurrent();
    void place(const QRect &line);

    Kind m_kind = Kind::Names;
    QStringList m_suggestions;
    Describe m_describe;
    QRect m_line;
    QListWidget *m_list;
    QWidget *m_help;
    QLabel *m_title, *m_text;
};

} // namespace consolepanel
} // namespace jitscope
