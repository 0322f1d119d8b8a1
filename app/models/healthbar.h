// SPDX-License-Identifier: GPL-3.0-or-later
// The health of a tensor as a bar: -inf, negative, zero, positive, +inf and NaN, each a length, a colour and a mark.
#pragma once

#include "engine/inspect/tensorhealth.h"

#include <QColor>
#include <QString>

#include <vector>

class QPainter;
class QRect;

namespace jitscope {
inline namespace models {

/** One kind of elements. */
struct HealthPart {
    QString name; ///< "NaN", for tool tips
    QString mark; ///< "N": stands in the bar where the colour alone would have to speak; "" for the usual kinds
    QColor colour;
    int64_t count = 0;
};

/** All six kinds in the order of the bar, those of no elements too. */
std::vector<HealthPart> healthParts(const TensorHealth &health);

/** "24 elements: 3 negative, 20 positive, 1 NaN". */
QString healthText(const TensorHealth &health);

/** In the middle of `room`. What must not be overlooked (NaN, infinities) is wide enough for its mark, however few. */
void paintHealthBar(QPainter &painter, const QRect &room, const TensorHealth &health);

} // namespace models
} // namespace jitscope
