// SPDX-License-Identifier: GPL-3.0-or-later
// The look of one card and one hull: sizes before the layout, paint after it.
#pragma once

#include "app/graphview/graphmodel.h"
#include "app/sdk/theme.h"

#include <QPainter>
#include <QRectF>
#include <QSizeF>

namespace jitscope {

/** How much of a card is worth painting at a zoom (1 = 100 %). */
enum class CardDetail : uint8_t {
    Full,    ///< title, type, note, pill
    Title,   ///< the title alone, larger than on the full card
    Box,     ///< the coloured box
    Density, ///< no cards at all
};
CardDetail detailAt(double zoom);

enum class CardState : uint8_t {
    Plain = 0,
    Selected = 1, ///< solid ring in the accent
    Hovered = 2,
    Found = 4,    ///< matches the search
    Faded = 8,    ///< does not, while others do
    Current = 16, ///< the operator at which the program stands
};
Q_DECLARE_FLAGS(CardStates, CardState)

/** The size of a card with its texts, in pixels at 100 %. May be called on any thread. */
QSizeF cardSize(const DisplayNode &node);
double groupTitleWidth(const DisplayGroup &group);

/** The sizes and edges of a graph for a layout engine. */
LayoutInput layoutInput(const DisplayGraph &graph);

QColor cardColour(const DisplayNode &node, const Theme &theme);
QColor changeColour(NodeChange change, const Theme &theme);

void drawCard(QPainter &painter, const DisplayNode &node, const QRectF &box, double zoom, CardStates states,
              const Theme &theme);
void drawHull(QPainter &painter, const DisplayGroup &group, const QRectF &box, double zoom, const Theme &theme);

QRectF toRect(const LayoutBox &box);

} // namespace jitscope

Q_DECLARE_OPERATORS_FOR_FLAGS(jitscope::CardStates)
