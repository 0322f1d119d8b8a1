// SPDX-License-Identifier: GPL-3.0-or-later
// A cut boiled down to as many cells as a picture has room for, and the picture made of it.
#pragma once

#include "app/tensorview/tensorcut.h"

#include <QImage>
#include <functional>

namespace jitscope {
inline namespace tensorview {

/** Neighbouring elements share a cell where there are more than fit. */
struct HeatGrid {
    struct Cell {
        float mean = 0;    ///< of the finite elements
        uint8_t kinds = 0; ///< HeatKind of what else is in it
    };
    enum Kind : uint8_t { Finite = 1, NaN = 2, PositiveInf = 4, NegativeInf = 8 };

    int64_t rows = 0, columns = 0; ///< elements behind it
    int width = 0, height = 0;
    std::vector<Cell> cells; ///< row by row
    bool empty() const { return cells.empty(); }
};

/** At most `limit` cells in a direction; none when `shouldContinue` said no on the way. */
std::optional<HeatGrid> heatGrid(const TensorCut &cut, int limit, const std::function<bool()> &shouldContinue);

/** Which values get the ends of the colour map. */
struct ValueRange {
    double low = 0, high = 1;
    bool operator==(const ValueRange &) const = default;
};
enum class ClipMarks : uint8_t { Hidden, Shown };

/** Viridis over the range, or blue to red around 0 when the range holds both signs. One NaN or infinity colours its
    cell: it must not drown. Clip marks show what is below and above the range in colours of their own. */
QImage heatImage(const HeatGrid &grid, const ValueRange &range, ClipMarks marks = ClipMarks::Hidden);

} // namespace tensorview
} // namespace jitscope
