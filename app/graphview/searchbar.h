// SPDX-License-Identifier: GPL-3.0-or-later
// The search field over a graph, with how many cards match and steps to the next and the one before.
#pragma once

#include <QFrame>

class QLabel;
class QLineEdit;

namespace jitscope {
inline namespace graphview {

class GraphView;

class SearchBar : public QFrame {
    Q_OBJECT
public:
    explicit SearchBar(GraphView &view);

    void open();
    void updatePlace();
    /** "3 of 12", "no match", or nothing without a query. */
    void showCount(int at, int count);
    QString query() const;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void close();

    GraphView &m_view;
    QLineEdit *m_edit;
    QLabel *m_count;
};

} // namespace graphview
} // namespace jitscope
