// SPDX-License-Identifier: GPL-3.0-or-later
// A picture of items of which one is current: what QAbstractItemView is to models, for what is painted by hand. Mouse,
// keys, tool tips, words for screen readers and scrolling stand here; a view says where its items are and paints them.
#pragma once

#include <QAbstractScrollArea>
#include <QString>
#include <optional>

namespace jitscope {
inline namespace sdk {

class PickView : public QAbstractScrollArea {
    Q_OBJECT
public:
    static constexpr int64_t none = -1;

    int64_t current() const { return m_current; }
    /** Scrolls to it. Emits nothing. */
    void setCurrent(int64_t item);
    /** Items have the numbers 0, 1, ... */
    virtual int64_t count() const = 0;
    /** In words: what is read out when it becomes current; "" where there is nothing to tell. */
    virtual QString textOf(int64_t item) const = 0;
    /** Each item as a line. */
    QString asText() const;
    /** Places are those of the viewport. */
    virtual int64_t itemAt(const QPointF &place) const = 0;
    virtual QRectF rectOf(int64_t item) const = 0;
    /** "" for none. */
    QString toolTipAt(const QPointF &place) const;

Q_SIGNALS:
    /** The user made it the current one, by mouse or keys. */
    void picked(qint64 item);
    /** The mouse is over this item, or over none; only where the viewport tracks the mouse. */
    void hovered(qint64 item);

protected:
    /** `arrows`: the directions in which the arrow keys walk. A list takes one of them and leaves the others to what
        it stands in; Home and End go to its ends. In a grid they go to the ends of a row, with Ctrl to those of all. */
    explicit PickView(Qt::Orientations arrows, QWidget *parent);

    struct Cell {
        int64_t row = 0, column = 0;
    };
    /** How items lie for the keys; lists of items in their order need none of this. */
    virtual int64_t rows() const;
    virtual int64_t columnsOf(int64_t row) const;
    /** `none` where the picture has no item. */
    virtual int64_t itemIn(const Cell &cell) const;
    virtual std::optional<Cell> cellOf(int64_t item) const;
    /** How many the page keys go over; 0: they scroll. */
    virtual int64_t rowsOfPage() const { return 0; }

    /** Whether it can be the current one although it has no place now. */
    virtual bool isKept(int64_t) const { return false; }
    virtual QString toolTipOf(int64_t item) const { return textOf(item); }
    /** Of places without an item. */
    virtual QString toolTipBeside() const { return {}; }
    /** The edges that do not scroll: heads, legends. */
    virtual QMargins heads() const { return {}; }
    virtual void reveal(int64_t item);
    /** After another size, font or other colours: measures anew. */
    virtual void arrange() {}
    virtual void paint(QPainter &painter, const QRect &dirty) = 0;

    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) final;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    bool viewportEvent(QEvent *event) override;

private:
    std::optional<Cell> cellByKey(const QKeyEvent &event) const;
    void pick(int64_t item);

    Qt::Orientations m_arrows;
    int64_t m_current = none;
};

} // namespace sdk
} // namespace jitscope
