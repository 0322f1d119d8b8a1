// SPDX-License-Identifier: GPL-3.0-or-later
// The list that opens over the window and narrows while one types: the command palette and "go to anything".
#pragma once

#include <QFrame>
#include <QList>
#include <QPointer>

#include <functional>

class QLabel;
class QLineEdit;
class QListView;

namespace jitscope {
inline namespace shell {

struct FinderItem {
    QString kind;   ///< "operator", "pass": what the row is, at its left
    QString title;  ///< what is matched first
    QString detail; ///< behind the title, quieter
    QString hint;   ///< at the right: a shortcut, a time
    std::function<void()> activate;
};

/** The items that fit a query, best first, `limit` at most. */
using FinderSource = std::function<QList<FinderItem>(const QString &query, int limit)>;

/** How well a query fits: 0 = the title begins so, 1 = contains it, 2 = all words of `query` are somewhere in `title`
   or `detail`, 3 = or in `words`, which nobody sees; -1 = no match. */
int matchRank(const QString &query, const QString &title, const QString &detail, const QString &words = {});
constexpr int matchRanks = 4;

class FinderModel;

class Finder : public QFrame {
    Q_OBJECT
public:
    explicit Finder(QWidget *window);
    /** Opens at the top of the window. `name` is the placeholder and what a screen reader says. */
    void open(const QString &name, FinderSource source);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void update(const QString &query);
    void activateCurrent();
    void closeAndReturn();
    void moveBy(int rows);

    FinderSource m_source;
    QLineEdit *m_query;
    QListView *m_list;
    QLabel *m_empty;
    FinderModel *m_model;
    QPointer<QWidget> m_before; ///< had the focus, and gets it back
};

} // namespace shell
} // namespace jitscope
