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
    : FilterChips(context, Of::Operators, parent) {}

FilterChips::FilterChips(const PanelContext &context, Of of, QWidget *parent)
    : QWidget(parent)
    , m_source(OperatorSource::of(context))
    , m_of(of)
    , m_originNs([&document = context.document] { return document.session().trace.beginNs(); })
    , m_row(new QHBoxLayout(this)) {
    setObjectName(QStringLiteral("filterChips"));
    m_row->setContentsMargins(metrics::grid, 0, metrics::grid, 0);
    m_row->setSpacing(metrics::grid / 2);
    connect(&m_source, &OperatorSource::filterChanged, this, &FilterChips::fill);
    fill();
    if (parent == nullptr || of != Of::Operators) return;
    auto *undo = new QAction(this); // fields of text within have an undo of their own, which comes first
    undo->setShortcut(QKeySequence::Undo);
    undo->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(undo, &QAction::triggered, &m_source, &OperatorSource::undo);
    parent->addAction(undo);
}

void FilterChips::setText(const QString &text) {
    const QStringList words = text.split(QLatin1Char(' '), Qt::SkipEmptyParts); // as tables take them
    if (words == m_words) return;
    m_words = words;
    fill();
}

void FilterChips::setChosen(const QStringList &chosen) {
    if (chosen == m_chosen) return;
    m_chosen = chosen;
    fill();
}

/** The places of the conditions that count here. */
std::vector<int> FilterChips::conditions() const {
    std::vector<int> places;
    for (int place = 0; place < int(m_source.filter().size()); ++place) {
        const bool isTime = m_source.filter()[size_t(place)].kind == OpCondition::Kind::Time;
        if (m_of == Of::Operators || (m_of == Of::Times && isTime)) places.push_back(place);
    }
    return places;
}

QStringList FilterChips::texts() const {
    QStringList texts;
    for (const int place : conditions())
        texts << conditionText(m_source.filter()[size_t(place)], m_originNs());
    texts << m_chosen;
    for (const QString &word : m_words)
        texts << tr("rows with “%1”").arg(word);
    return texts;
}

/** The conditions come first, then what was chosen, then the words. */
void FilterChips::takeBack(int place) {
    const std::vector<int> shared = conditions();
    const int sharedCount = int(shared.size()), chosenCount = int(m_chosen.size());
    if (place < sharedCount) return m_source.remove(shared[size_t(place)]);
    if (place < sharedCount + chosenCount) {
        Q_EMIT chosenRemoved(place - sharedCount);
        return;
    }
    QStringList left = m_words;
    left.removeAt(place - sharedCount - chosenCount);
    Q_EMIT textLeft(left.join(QLatin1Char(' ')));
}

void FilterChips::clear() {
    if (!m_words.isEmpty()) Q_EMIT textLeft({});
    for (int place = int(m_chosen.size()); place-- > 0;)
        Q_EMIT chosenRemoved(place);
    if (m_of == Of::Operators) return m_source.removeAll();
    const std::vector<int> shared = conditions();
    for (auto each = shared.rbegin(); each != shared.rend(); ++each)
        m_source.remove(*each);
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
        connect(all, &QToolButton::clicked, this, &FilterChips::clear);
        m_row->addWidget(all);
    }
    m_row->addStretch(1);
    setVisible(!chips.isEmpty());
}

} // namespace models
} // namespace jitscope

#include "moc_filterchips.cpp"
