// SPDX-License-Identifier: GPL-3.0-or-later
// The view of the event list: rows of one height, so that a million of them cost what the twenty in sight do.
#pragma once

#include <QAbstractItemView>

class QHeaderView;

namespace jitscope {
inline namespace eventspanel {

class EventModel;

/**
 * Qt's own table and tree views keep something for every row and go over all of it when rows are added. Here a row's
 * place follows from its number.
 */
class EventView : public QAbstractItemView {
    Q_OBJECT
public:
    explicit EventView(QWidget *parent = nullptr);

    void setEvents(EventModel *model);
    QHeaderView *header() const { return m_header; }
    /** The row of the operator that is looked at, marked by an arrow; -1 for none. */
    void setViewedRow(int row);
    int viewedRow() const { return m_viewed; }
    /** The one after it, with a dashed frame; -1 for none. */
    void setNextRow(int row);
    /** Live: who looks at the end goes on looking at it, whatever comes. */
    enum class Pace : uint8_t { Live, Past };
    void setPace(Pace pace) { m_pace = pace; }
    /** Makes a row current as if by itself: nothing is emitted that a choice of the user would. */
    void followRow(int row);
    bool isFollowing() const { return m_following; }
    int rowHeight() const;
    /** Opens or closes the heading in that row. */
    void setExpanded(int row, bool expanded);

    QRect visualRect(const QModelIndex &index) const override;
    void scrollTo(const QModelIndex &index, ScrollHint hint = EnsureVisible) override;
    QModelIndex indexAt(const QPoint &point) const override;

public Q_SLOTS:
    void updateRow(int row);

Q_SIGNALS:
    /** The End key. */
    void liveWanted();
    /** A digit was typed: the beginning of a number to go to. */
    void numberTyped(const QString &digits);

protected:
    QModelIndex moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers) override;
    int horizontalOffset() const override;
    int verticalOffset() const override;
    bool isIndexHidden(const QModelIndex &) const override { return false; }
    void setSelection(const QRect &rect, QItemSelectionModel::SelectionFlags flags) override;
    QRegion visualRegionForSelection(const QItemSelection &selection) const override;
    void updateGeometries() override;
    void scrollContentsBy(int dx, int dy) override;
    void rowsInserted(const QModelIndex &parent, int start, int end) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;
    bool viewportEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    int rowCount() const;
    QRect rowRect(int row) const;
    void goLeft();
    void goRight();
    void onRowsRemoved();
    bool isOnArrow(const QPoint &point, int row) const;

    EventModel *m_events = nullptr;
    QHeaderView *m_header;
    Pace m_pace = Pace::Live;
    int m_viewed = -1, m_next = -1, m_hovered = -1;
    bool m_following = false, m_isLayingOut = false;
    bool m_showedCurrent = false; ///< when it was hidden last
};

} // namespace eventspanel
} // namespace jitscope
