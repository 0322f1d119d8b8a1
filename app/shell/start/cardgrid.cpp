// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/start/cardgrid.h"

#include "app/sdk/theme.h"

#include <QEvent>

#include <algorithm>

namespace jitscope {
inline namespace shell {

namespace {

constexpr int gap = 2 * metrics::grid;
constexpr int cardWidthInLetters = 34; ///< the least, so that cards grow with the text

} // namespace

void CardGrid::add(QWidget *card) {
    card->setParent(this);
    m_cards.append(card);
    arrange();
}

void CardGrid::resizeEvent(QResizeEvent *event) {
    QWidget::resizeEvent(event);
    arrange();
}

void CardGrid::changeEvent(QEvent *event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange) arrange();
}

void CardGrid::arrange() {
    if (m_cards.isEmpty()) return;
    const int least = fontMetrics().averageCharWidth() * cardWidthInLetters;
    const int columns = std::clamp((width() + gap) / (least + gap), 1, int(m_cards.size()));
    const int cardWidth = std::max(1, (width() - gap * (columns - 1)) / columns);
    int height = 0;
    for (const QWidget *card : std::as_const(m_cards))
        height = std::max(height, card->heightForWidth(cardWidth));
    for (int i = 0; i < m_cards.size(); ++i)
        m_cards[i]->setGeometry((i % columns) * (cardWidth + gap), (i / columns) * (height + gap), cardWidth, height);
    const int rows = (int(m_cards.size()) + columns - 1) / columns;
    setFixedHeight(rows * (height + gap) - gap);
}

} // namespace shell
} // namespace jitscope

#include "moc_cardgrid.cpp"
