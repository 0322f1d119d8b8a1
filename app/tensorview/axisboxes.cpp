// SPDX-License-Identifier: GPL-3.0-or-later
// Reads what is typed, steps with keys and wheel, and keeps the boxes of earlier tensors for later ones.
#include "app/tensorview/axisboxes.h"

#include "app/sdk/theme.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QToolButton>
#include <QWheelEvent>
#include <algorithm>

namespace jitscope {
inline namespace tensorview {

namespace {
constexpr int boxWidth = 46;
} // namespace

AxisBoxes::AxisBoxes(QWidget *parent)
    : QWidget(parent)
    , m_turn(new QToolButton(this)) {
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(metrics::grid / 2);
    m_turn->setObjectName(QStringLiteral("turnCut"));
    m_turn->setText(QStringLiteral("⇄"));
    m_turn->setCheckable(true);
    m_turn->setProperty("ofContent", true);
    m_turn->setProperty("role", QStringLiteral("flat"));
    m_turn->setToolTip(tr("Swap rows and columns"));
    m_turn->setAccessibleName(m_turn->toolTip());
    connect(m_turn, &QToolButton::clicked, this, [this](bool checked) {
        CutChoice next = m_choice;
        next.isTurned = checked;
        apply(next);
    });
    row->addWidget(m_turn);
}

void AxisBoxes::addBox() {
    const int axis = int(m_boxes.size());
    auto *box = new QLineEdit(this);
    box->setObjectName(QStringLiteral("axis%1").arg(axis));
    box->setFixedWidth(boxWidth);
    box->setFont(codeFont());
    box->setAlignment(Qt::AlignCenter);
    box->installEventFilter(this);
    connect(box, &QLineEdit::editingFinished, this, [this, axis] { take(axis); });
    static_cast<QHBoxLayout *>(layout())->insertWidget(axis, box);
    if (axis > 0) setTabOrder(m_boxes.back(), box);
    m_boxes.push_back(box);
}

void AxisBoxes::setChoice(const CutChoice &choice) {
    m_choice = choice;
    const auto rank = size_t(choice.shape.rank());
    while (m_boxes.size() < rank)
        addBox();
    for (size_t axis = 0; axis < m_boxes.size(); ++axis) {
        QLineEdit *box = m_boxes[axis];
        box->setVisible(axis < rank);
        if (axis >= rank) continue;
        const int64_t size = choice.shape[int(axis)];
        const QString text = textOf(choice.axes[axis], size);
        if (box->text() != text) box->setText(text);
        box->setModified(false);
        const QString name = tr("Axis %1 of %2, size %3").arg(axis).arg(rank).arg(size);
        if (box->accessibleName() == name) continue;
        box->setAccessibleName(name);
        box->setToolTip(name + QLatin1Char('\n') + tr("An index (3, -1) or a range (:, 2:5); Up and Down step"));
    }
    m_turn->setVisible(rank >= 2);
    m_turn->setChecked(choice.isTurned);
}

void AxisBoxes::take(int axis) {
    QLineEdit *box = m_boxes[size_t(axis)];
    if (!box->isModified()) return;
    const auto index = parseAxisIndex(box->text(), m_choice.shape[axis]);
    if (!index) {
        setChoice(m_choice);
        Q_EMIT refused(QString::fromStdString(index.error().message));
        return;
    }
    apply(m_choice.with(axis, *index));
}

void AxisBoxes::step(int axis, int64_t by) {
    AxisIndex index = m_choice.axes[size_t(axis)];
    const int64_t size = m_choice.shape[axis], length = index.stop - index.start;
    index.start = std::clamp<int64_t>(index.start + by, 0, std::max<int64_t>(size - length, 0));
    index.stop = index.start + length;
    CutChoice next = m_choice;
    next.axes[size_t(axis)] = index;
    apply(next);
}

void AxisBoxes::apply(const CutChoice &choice) {
    const bool isNew = !(choice == m_choice);
    setChoice(choice);
    if (isNew) Q_EMIT changed();
}

bool AxisBoxes::eventFilter(QObject *watched, QEvent *event) {
    const auto found = std::find(m_boxes.begin(), m_boxes.end(), watched);
    if (found == m_boxes.end()) return QWidget::eventFilter(watched, event);
    const int axis = int(found - m_boxes.begin());
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent *>(event)->key();
        if (key == Qt::Key_Up || key == Qt::Key_Down) {
            step(axis, key == Qt::Key_Up ? 1 : -1);
            return true;
        }
    }
    if (event->type() == QEvent::Wheel && (*found)->hasFocus()) {
        step(axis, static_cast<QWheelEvent *>(event)->angleDelta().y() > 0 ? 1 : -1);
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace tensorview
} // namespace jitscope

#include "moc_axisboxes.cpp"
