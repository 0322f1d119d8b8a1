// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/editor/findbar.h"

#include "app/sdk/icons.h"
#include "app/sdk/theme.h"
#include "app/sdk/widgets/filteredit.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

namespace jitscope {

FindBar::FindBar(QWidget *parent)
    : QWidget(parent)
    , m_text(new FilterEdit(tr("Find"), this))
    , m_message(new QLabel(this)) {
    m_text->setMaximumWidth(280);
    m_message->setProperty("role", "hint");
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(metrics::grid, 4, metrics::grid, 4);
    row->setSpacing(4);
    row->addWidget(m_text, 1);
    const auto addButton = [this, row](const char *icon, const QString &name, auto action) {
        auto *button = new QToolButton(this);
        button->setProperty("role", "flat");
        button->setIcon(themedIcon(QLatin1String(icon)));
        button->setToolTip(name);
        button->setAccessibleName(name);
        button->setFocusPolicy(Qt::TabFocus);
        connect(button, &QToolButton::clicked, this, action);
        row->addWidget(button);
    };
    addButton("up", tr("Previous match"), [this] { Q_EMIT searchWanted(FindDirection::Backward, false); });
    addButton("down", tr("Next match"), [this] { Q_EMIT searchWanted(FindDirection::Forward, false); });
    row->addWidget(m_message);
    row->addStretch(1);
    addButton("close", tr("Close the search"), [this] { Q_EMIT closed(); });
    connect(m_text, &QLineEdit::textChanged, this, [this] { Q_EMIT searchWanted(FindDirection::Forward, true); });
    connect(m_text, &QLineEdit::returnPressed, this, [this] { Q_EMIT searchWanted(FindDirection::Forward, false); });
    hide();
}

void FindBar::open(const QString &text) {
    show();
    if (!text.isEmpty()) m_text->setText(text);
    m_text->selectAll();
    m_text->setFocus(Qt::ShortcutFocusReason);
}

QString FindBar::text() const {
    return m_text->text();
}

void FindBar::setFound(bool found) {
    m_message->setText(found || text().isEmpty() ? QString() : tr("not found"));
}

void FindBar::keyPressEvent(QKeyEvent *event) {
    if (event->key() == Qt::Key_Escape) {
        Q_EMIT closed();
        return;
    }
    QWidget::keyPressEvent(event);
}

void FindBar::paintEvent(QPaintEvent *) {
    QPainter painter(this);
    painter.fillRect(rect(), currentTheme().panel);
    painter.fillRect(QRect(0, 0, width(), 1), currentTheme().line);
}

} // namespace jitscope
