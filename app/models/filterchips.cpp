// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/filterchips.h"

#include "app/models/operatorsource.h"
#include "app/models/operatorwords.h"
#include "app/sdk/document.h"
#include "app/sdk/paneldef.h"
#include "app/sdk/theme.h"
#include "engine/session/session.h"

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
}

QStringList FilterChips::texts() const {
    QStringList texts;
    for (const OpCondition &condition : m_source.filter())
        texts << conditionText(condition, m_originNs());
    return texts;
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
        connect(button, &QToolButton::clicked, this, [this, i] { m_source.remove(i); });
        m_row->addWidget(button);
    }
    if (chips.size() > 1) {
        auto *all = chip(QStringLiteral("clearFilters"), tr("Clear"), tr("Take away all filters"), this);
        connect(all, &QToolButton::clicked, this, [this] { m_source.removeAll(); });
        m_row->addWidget(all);
    }
    m_row->addStretch(1);
    setVisible(!chips.isEmpty());
}

} // namespace models
} // namespace jitscope
