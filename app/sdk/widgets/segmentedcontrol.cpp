// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sdk/widgets/segmentedcontrol.h"

#include "app/sdk/theme.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QToolButton>

namespace jitscope {

SegmentedControl::SegmentedControl(const QString &name, const QList<Segment> &segments, QWidget *parent)
    : QFrame(parent)
    , m_buttons(new QButtonGroup(this)) {
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
        m_buttons->addButton(button);
        row->addWidget(button);
    }
    m_buttons->setExclusive(true);
    if (!m_buttons->buttons().isEmpty()) m_buttons->buttons().constFirst()->setChecked(true);
    connect(m_buttons, &QButtonGroup::buttonClicked, this,
            [this](QAbstractButton *button) { Q_EMIT changed(button->objectName()); });
}

QString SegmentedControl::current() const {
    const QAbstractButton *checked = m_buttons->checkedButton();
    return checked ? checked->objectName() : QString();
}

void SegmentedControl::setCurrent(const QString &id) {
    for (QAbstractButton *button : m_buttons->buttons())
        if (button->objectName() == id) button->setChecked(true);
}

void SegmentedControl::setSegmentEnabled(const QString &id, bool enabled) {
    for (QAbstractButton *button : m_buttons->buttons())
        if (button->objectName() == id) button->setEnabled(enabled);
}

} // namespace jitscope
