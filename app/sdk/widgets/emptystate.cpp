// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sdk/widgets/emptystate.h"

#include "app/sdk/icons.h"
#include "app/sdk/theme.h"

#include <QEvent>
#include <QLabel>
#include <QVBoxLayout>

namespace jitscope {
inline namespace sdk {

namespace {

constexpr int iconSize = 36;
constexpr int textWidth = 360;

QLabel *centredLabel(const char *role, QWidget *parent) {
    auto *label = new QLabel(parent);
    label->setProperty("role", role);
    label->setAlignment(Qt::AlignCenter);
    label->setWordWrap(true);
    label->setMaximumWidth(textWidth);
    return label;
}

} // namespace

EmptyState::EmptyState(const QString &icon, const QString &sentence, const QString &advice, QWidget *parent)
    : QWidget(parent)
    , m_iconName(icon)
    , m_icon(new QLabel(this))
    , m_sentence(centredLabel("title", this))
    , m_advice(centredLabel("secondary", this)) {
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(metrics::grid * 2, metrics::grid * 2, metrics::grid * 2, metrics::grid * 2);
    column->setSpacing(metrics::grid / 2);
    column->addStretch(2);
    column->addWidget(m_icon, 0, Qt::AlignHCenter);
    column->addSpacing(metrics::grid / 2);
    // Not aligned: an aligned label that wraps takes only the width of its longest word.
    for (QLabel *label : {m_sentence, m_advice}) {
        auto *row = new QHBoxLayout;
        row->addStretch(1);
        row->addWidget(label, 100);
        row->addStretch(1);
        column->addLayout(row);
    }
    column->addStretch(3);
    setTexts(sentence, advice);
    updateIcon();
}

void EmptyState::setTexts(const QString &sentence, const QString &advice) {
    m_sentence->setText(sentence);
    m_advice->setText(advice);
    m_icon->setAccessibleName(sentence); // it says the same
    setAccessibleName(sentence);
    setAccessibleDescription(advice);
}

void EmptyState::changeEvent(QEvent *event) {
    if (event->type() == QEvent::PaletteChange) updateIcon();
    QWidget::changeEvent(event);
}

void EmptyState::updateIcon() {
    const Theme &theme = currentTheme();
    m_icon->setPixmap(iconPixmap(m_iconName, iconSize, blend(theme.text3, theme.panel, 0.7), devicePixelRatioF()));
}

} // namespace sdk
} // namespace jitscope

#include "moc_emptystate.cpp"
