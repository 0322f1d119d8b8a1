// SPDX-License-Identifier: GPL-3.0-or-later
// The row of index boxes, one for each axis of a tensor, and the button that turns rows into columns.
#pragma once

#include "app/tensorview/tensorcut.h"

#include <QWidget>
#include <vector>

class QLineEdit;
class QToolButton;

namespace jitscope {
inline namespace tensorview {

class AxisBoxes : public QWidget {
    Q_OBJECT
public:
    explicit AxisBoxes(QWidget *parent = nullptr);

    /** Does not emit changed(). */
    void setChoice(const CutChoice &choice);
    const CutChoice &choice() const { return m_choice; }

Q_SIGNALS:
    /** The user typed another index, or stepped through one with Up and Down or the wheel. */
    void changed();
    /** What was typed cannot be understood; the box shows what was there before. */
    void refused(const QString &reason);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void addBox();
    void take(int axis);
    void step(int axis, int64_t by);
    void apply(const CutChoice &choice);

    CutChoice m_choice;
    std::vector<QLineEdit *> m_boxes; ///< kept between tensors: making widgets is what costs
    QToolButton *m_turn;
};

} // namespace tensorview
} // namespace jitscope
