// SPDX-License-Identifier: GPL-3.0-or-later
// Walks over the elements once; colours come from a table of 256.
#include "app/tensorview/heatgrid.h"

#include "app/sdk/theme.h"
#include "app/tensorview/colourmap.h"
#include "engine/tensor/elements.h"

#include <array>
#include <cmath>

namespace jitscope {
inline namespace tensorview {

namespace {

constexpr int shades = 256;

struct Sum {
    double finite = 0;
    int64_t count = 0;
    uint8_t kinds = 0;

    void add(double value) {
        if (std::isfinite(value)) {
            finite += value;
            ++count;
            kinds |= HeatGrid::Finite;
        } else {
            kinds |= std::isnan(value) ? HeatGrid::NaN : value > 0 ? HeatGrid::PositiveInf : HeatGrid::NegativeInf;
        }
    }
};

/** Elements of a line that go into one cell; where the line repeats one element, that stands for all. */
struct Stretch {
    int64_t from = 0, to = 0;
};
Stretch stretchOf(int64_t elements, int cell, int cells, int64_t stride) {
    const auto begin = [&](int64_t at) { return elements / cells * at + elements % cells * at / cells; };
    const Stretch all{begin(cell), begin(cell + 1)};
    return stride == 0 ? Stretch{all.from, std::min(all.from + 1, all.to)} : all;
}

/** The number that is shown by colour: of a complex one how large it is. */
template<class T> double shade(T element) {
    if constexpr (isComplexElement<T>)
        return double(std::abs(element));
    else
        return convertElement<double>(element);
}

template<class T> bool fill(HeatGrid &grid, const TensorCut &cut, const std::function<bool()> &shouldContinue) {
    const auto *base = reinterpret_cast<const T *>(cut.tensor().rawData()) + cut.offset();
    std::vector<Sum> line;
    for (int y = 0; y < grid.height; ++y) {
        line.assign(size_t(grid.width), {});
        const Stretch rows = stretchOf(grid.rows, y, grid.height, cut.rowStride());
        for (int64_t row = rows.from; row < rows.to; ++row) {
            const T *values = base + row * cut.rowStride();
            const int64_t columns = cut.columnsOf(row);
            for (int x = 0; x < grid.width; ++x) {
                const Stretch wanted = stretchOf(grid.columns, x, grid.width, cut.columnStride());
                for (int64_t column = wanted.from; column < std::min(columns, wanted.to); ++column)
                    line[size_t(x)].add(shade(values[column * cut.columnStride()]));
            }
            if (!shouldContinue()) return false;
        }
        for (const Sum &sum : line)
            grid.cells.push_back({float(sum.count > 0 ? sum.finite / double(sum.count) : 0), sum.kinds});
    }
    return true;
}

} // namespace

std::optional<HeatGrid> heatGrid(const TensorCut &cut, int limit, const std::function<bool()> &shouldContinue) {
    HeatGrid grid;
    grid.rows = cut.rows();
    grid.columns = cut.columns();
    grid.width = int(std::min<int64_t>(grid.columns, limit));
    grid.height = int(std::min<int64_t>(grid.rows, limit));
    if (grid.width == 0 || grid.height == 0) return grid;
    grid.cells.reserve(size_t(grid.width) * size_t(grid.height));
    const bool isWhole =
        visitAnyDType(cut.tensor().dtype(), [&]<class T>(TypeTag<T>) { return fill<T>(grid, cut, shouldContinue); });
    return isWhole ? std::optional(std::move(grid)) : std::nullopt;
}

QImage heatImage(const HeatGrid &grid, const ValueRange &range, ClipMarks marks) {
    if (grid.empty()) return {};
    const Theme &theme = currentTheme();
    const bool isSigned = range.low < 0 && range.high > 0;
    // Around zero the map is symmetric, so that its middle is zero whatever the range.
    const double extent = std::max(std::abs(range.low), std::abs(range.high));
    const double low = isSigned ? -extent : range.low, high = isSigned ? extent : range.high;
    std::array<QRgb, shades> colours;
    for (int i = 0; i < shades; ++i) {
        const double position = double(i) / (shades - 1);
        colours[size_t(i)] = isSigned ? diverging(position * 2 - 1) : viridis(position);
    }
    const double scale = high > low ? (shades - 1) / (high - low) : 0;
    const double middle = high > low ? 0 : shades / 2.0; // equal values get the middle of the map
    const QRgb bad = theme.nan.rgb(), none = theme.panel.rgb();
    const QRgb below = theme.accent.rgb(), above = theme.warning.rgb();
    QImage image(grid.width, grid.height, QImage::Format_RGB32);
    for (int y = 0; y < grid.height; ++y) {
        auto *line = reinterpret_cast<QRgb *>(image.scanLine(y));
        for (int x = 0; x < grid.width; ++x) {
            const HeatGrid::Cell &cell = grid.cells[size_t(y) * size_t(grid.width) + size_t(x)];
            if (cell.kinds != HeatGrid::Finite) {
                line[x] = cell.kinds == 0 ? none : bad;
            } else if (marks == ClipMarks::Shown && (double(cell.mean) < range.low || double(cell.mean) > range.high)) {
                line[x] = double(cell.mean) < range.low ? below : above;
            } else {
                const double place = (double(cell.mean) - low) * scale + middle;
                line[x] = colours[size_t(std::clamp(place, 0.0, double(shades - 1)))];
            }
        }
    }
    return image;
}

} // namespace tensorview
} // namespace jitscope
