// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/filterchips.h"

#include "app/models/operatorsource.h"
#include "app/models/operatorwords.h"
#include "app/sdk/document.h"
#include "app/sdk/paneldef.h"
#include "app/sdk/theme.h"
#include "engine/session/session.h"

#include <QAction>
#include <QHBoxLayout>
#include <QToolButton>

namespace jitscope {
inline namespace models {

namespace {

constexpr int widestChip = 260;

QToolButton *chip(const QString &id, const QString &text, const QString &toolTip, QWidget *parent) {
    auto *button = new QToolButton(parent);
    button->setObjectName(id);
    button->setProperty("role", QStringLiteral("flat"));
    button->setFocusPolicy(Qt::StrongFocus);
    button->setText(button->fontMetrics().elidedText(text, Qt::ElideMiddle, widestChip));
    button->setToolTip(toolTip);
    button->setAccessibleName(toolTip);
    return button;
}

} // namespace

FilterChips::FilterChips(const PanelContext &context, QWidget *parent)
    : QWidget(parent)
    , m_source(OperatorSource::of(context))
    , m_originNs([&document = context.document] { return document.session().trace.beginNs(); })
    , m_row(new QHBoxLayout(this)) {
    setObjectName(QStringLiteral("filterChips"));
    m_row->setContentsMargins(metrics::grid, 0, metrics::grid, 0);
    m_row->setSpacing(metrics::grid / 2);
    connect(&m_source, &OperatorSource::filterChanged, this, &FilterChips::fill);
    fill();
    if (parent == nullptr) return;
    auto *undo = new QAction(this); // fields of text within have an undo of their own, which comes first
    undo->setShortcut(QKeySequence::Undo);
    undo->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(undo, &QAction::triggered, &m_source, &OperatorSource::undo);
    parent->addAction(undo);
}

void FilterChips::setText(const QString &text) {
    if (text == m_text) return;
    m_text = text;
    fill();
}

QStringList FilterChips::texts() const {
    QStringList texts;
    for (const OpCondition &condition : m_source.filter())
        texts << conditionText(condition, m_originNs());
    if (!m_text.isEmpty()) texts << tr("rows with “%1”").arg(m_text);
    return texts;
}

/** The condition at that place; the text stands behind all of them. */
void FilterChips::takeBack(int place) {
    if (place < int(m_source.filter().size())) return m_source.remove(place);
    Q_EMIT textRemoved();
}

void FilterChips::takeAllBack() {
    if (!m_text.isEmpty()) Q_EMIT textRemoved();
    m_source.removeAll();
}

/** Made anew behind the click that asks for it: the chip that was clicked goes away. */
void FilterChips::fill() {
    while (QLayoutItem *item = m_row->takeAt(0)) {
        if (item->widget()) item->widget()->deleteLater();
        delete item;
    }
    const QStringList chips = texts();
    for (int i = 0; i < chips.size(); ++i) {
        auto *button = chip(QStringLiteral("chip%1").arg(i), chips[i] + QStringLiteral("  ✕"),
                            tr("Take away the filter: %1").arg(chips[i]), this);
        connect(button, &QToolButton::clicked, this, [this, i] { takeBack(i); });
        m_row->addWidget(button);
    }
    if (chips.size() > 1) {
        auto *all = chip(QStringLiteral("clearFilters"), tr("Clear"), tr("Take away all filters"), this);
        connect(all, &QToolButton::clicked, this, &FilterChips::takeAllBack);
        m_row->addWidget(all);
    }
    m_row->addStretch(1);
    setVisible(!chips.isEmpty());
}

} // namespace models
} // namespace jitscope
