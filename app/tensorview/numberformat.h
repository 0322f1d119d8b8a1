// SPDX-License-Identifier: GPL-3.0-or-later
// How an element is written: as few digits as name it, a fixed number of digits, or its bits.
#pragma once

#include "engine/tensor/tensor.h"

#include <QString>

namespace jitscope {

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

/** A number of statistics and ranges: up to five digits. */
QString briefNumber(double value);

} // namespace jitscope
