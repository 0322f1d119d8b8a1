// SPDX-License-Identifier: GPL-3.0-or-later
// Two tensors of one shape side by side: what is scrolled, cut or chosen in one is so in the other.
#pragma once

#include "app/tensorview/tensorcut.h"

#include <QWidget>

class QLabel;
class QSplitter;

namespace jitscope {
inline namespace tensorview {

class AxisBoxes;
class TensorGrid;

class TensorPair : public QWidget {
    Q_OBJECT
public:
    explicit TensorPair(QWidget *parent = nullptr);

    struct Side {
        QString title; ///< "Expected: Add %3"
        Tensor tensor;
    };
    /** Tensors of other shapes are shown each by itself. */
    void show(const Side &left, const Side &right);
    /** Looks at that element of both. */
    void goTo(int64_t element);
    int64_t element() const;
    TensorGrid *left() const { return m_left.grid; }
    TensorGrid *right() const { return m_right.grid; }
    QString text() const;

Q_SIGNALS:
    void picked(qint64 element);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    struct Half {
        QLabel *title = nullptr;
        TensorGrid *grid = nullptr;
    };
    Half addHalf(const char *name, const QString &accessibleName);
    void tie(Half &from, Half &to);
    void showCuts();

    Tensor m_first, m_second;
    CutChoice m_choice;
    AxisBoxes *m_axes;
    QSplitter *m_splitter;
    Half m_left, m_right;
};

} // namespace tensorview
} // namespace jitscope
