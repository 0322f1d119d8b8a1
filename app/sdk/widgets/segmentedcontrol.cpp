// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sdk/widgets/segmentedcontrol.h"

#include "app/sdk/theme.h"

#include <QHBoxLayout>
#include <QToolButton>

namespace jitscope {
inline namespace sdk {

SegmentedControl::SegmentedControl(const QString &name, const QList<Segment> &segments, QWidget *parent)
    : QFrame(parent) {
    setProperty("role", "segments");
    setAccessibleName(name);
    setFixedHeight(metrics::controlHeight);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(1, 1, 1, 1);
    row->setSpacing(0);
    for (const Segment &segment : segments) {
        auto *button = new QToolButton(this);
        button->setProperty("role", "segment");
        button->setObjectName(segment.id);
        button->setText(segment.text);
        button->setToolTip(segment.toolTip);
        button->setAccessibleName(name + QStringLiteral(": ") + segment.text);
        button->setCheckable(true);
        button->setFocusPolicy(Qt::TabFocus);
        button->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Expanding);
        connect(button, &QToolButton::clicked, this, [this, id = segment.id] { choose(id); });
        m_buttons.append(button);
        row->addWidget(button);
    }
    if (!segments.isEmpty()) m_current = segments.constFirst().id;
    updateButtons();
}

void SegmentedControl::setCurrent(const QString &id) {
    m_current = id;
    updateButtons();
}

void SegmentedControl::setSegmentText(const QString &id, const QString &text) {
    for (QToolButton *button : m_buttons) {
        if (button->objectName() != id || button->text() == text) continue;
        button->setText(text);
        button->setAccessibleName(accessibleName() + QStringLiteral(": ") + text);
    }
}

void SegmentedControl::setSegmentEnabled(const QString &id, bool enabled) {
    for (QToolButton *button : m_buttons)
        if (button->objectName() == id) button->setEnabled(enabled);
}

void SegmentedControl::choose(const QString &id) {
    const bool again = id == m_current;
    m_current = id;
    updateButtons();
    if (!again) Q_EMIT changed(m_current);
}

void SegmentedControl::updateButtons() {
    for (QToolButton *button : m_buttons)
        button->setChecked(button->objectName() == m_current);
}

} // namespace sdk
} // namespace jitscope

#include "moc_segmentedcontrol.cpp"
