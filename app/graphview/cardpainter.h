// SPDX-License-Identifier: GPL-3.0-or-later
// The look of one card and one hull: sizes before the layout, paint after it.
#pragma once

#include "app/graphview/graphmodel.h"
#include "app/sdk/theme.h"

#include <QPainter>
#include <QRectF>
#include <QSizeF>

namespace jitscope {
inline namespace graphview {

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
    Current = 16, ///< the operator that is looked at
    Next = 32,    ///< the one after it, or about to run: a dashed ring
};
Q_DECLARE_FLAGS(CardStates, CardState)

/** To be called on a thread before it measures or paints many cards: fonts may have changed. */
void prepareCards();

/** The size of a card with its texts, in pixels at 100 %. May be called on any thread. */
QSizeF cardSize(const DisplayNode &node);
double groupTitleWidth(const DisplayGroup &group);

/** The sizes and edges of a graph for a layout engine. */
LayoutInput layoutInput(const DisplayGraph &graph);

QColor cardColour(const DisplayNode &node, const Theme &theme);
QColor changeColour(NodeChange change, const Theme &theme);

/** With `detail` Full or Title; the title of the latter comes with drawPixelTitle. */
void drawCard(QPainter &painter, const DisplayNode &node, const QRectF &box, double zoom, CardDetail detail,
              CardStates states, const Theme &theme);
/** The title alone in `box`, which is in pixels. */
void drawPixelTitle(QPainter &painter, const DisplayNode &node, const QRectF &box, CardStates states,
                    const Theme &theme);
/** The card as a coloured box, and that colour. */
void drawBox(QPainter &painter, const DisplayNode &node, const QRectF &box, CardStates states, const Theme &theme);
QColor boxColour(const DisplayNode &node, const Theme &theme);
void drawHull(QPainter &painter, const DisplayGroup &group, const QRectF &box, double zoom, const Theme &theme);
/** The title alone, for a hull at `box`, which may be in pixels. */
void drawHullTitle(QPainter &painter, const DisplayGroup &group, const QRectF &box, const Theme &theme);

QRectF toRect(const LayoutBox &box);

} // namespace graphview
} // namespace jitscope

Q_DECLARE_OPERATORS_FOR_FLAGS(jitscope::CardStates)
