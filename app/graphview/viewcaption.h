// SPDX-License-Identifier: GPL-3.0-or-later
// A few lines in the corner of a graph: how much of it is shown and what the marks on the cards mean.
#pragma once

#include <QStringList>
#include <QWidget>

namespace jitscope {
inline namespace graphview {

class ViewCaption : public QWidget {
    Q_OBJECT
public:
    explicit ViewCaption(QWidget *view);
    /** Hidden without lines. */
    void setLines(const QStringList &lines);
    const QStringList &lines() const { return m_lines; }
    void updatePlace();

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QStringList m_lines;
};

} // namespace graphview
} // namespace jitscope
