// SPDX-License-Identifier: GPL-3.0-or-later
// How an element is written: as few digits as name it, a fixed number of digits, or its bits.
#pragma once

#include "engine/tensor/tensor.h"

#include <QFontMetricsF>
#include <QString>

namespace jitscope {
inline namespace tensorview {

struct NumberFormat {
    enum class Kind : uint8_t {
        General,    ///< `digits` significant ones, trailing zeros left out
        Shortest,   ///< as few digits as name the number among those of its dtype
        Fixed,      ///< `digits` after the point
        Scientific, ///< one before the point, `digits` after it
        Bits,       ///< hexadecimal
    };
    Kind kind = Kind::General;
    int digits = 6;
    bool operator==(const NumberFormat &) const = default;
};

/** The element at a row-major position. NaN and infinities carry a mark before them, so that colour is not their only
    cue. */
QString elementText(const Tensor &tensor, int64_t element, const NumberFormat &format = {});

/** The same in a cell of that width: where it has no room a number takes three digits and an exponent ("1.17e+18"), and
    what has no room even then ends in an ellipsis: a number that is cut reads as another one. */
QString elementTextWithin(const Tensor &tensor, int64_t element, const NumberFormat &format,
                          const QFontMetricsF &metrics, double width);

/** A number of statistics and ranges: up to five digits. */
QString briefNumber(double value);

} // namespace tensorview
} // namespace jitscope
