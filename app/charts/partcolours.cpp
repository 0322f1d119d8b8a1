// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/partcolours.h"

#include "app/sdk/theme.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace jitscope {
inline namespace charts {

namespace {

struct Part {
    PartRole role;
    QColor Theme::*colour;
    Qt::BrushStyle hatch;
};
constexpr Part parts[] = {
    {PartRole::Computing, &Theme::matmul, Qt::NoBrush},
    {PartRole::Communication, &Theme::dataMovement, Qt::NoBrush},
    {PartRole::NotOverlapped, &Theme::dataMovement, Qt::NoBrush},
    {PartRole::Overlapped, &Theme::normalisation, Qt::BDiagPattern},
    {PartRole::Free, &Theme::track, Qt::FDiagPattern},
    {PartRole::Transit, &Theme::elementWise, Qt::NoBrush},
    {PartRole::Wait, &Theme::reduction, Qt::BDiagPattern},
    {PartRole::Synchronization, &Theme::warning, Qt::Dense6Pattern},
    {PartRole::Idle, &Theme::track, Qt::FDiagPattern},
};

constexpr std::array<QColor Theme::*, 6> curves = {&Theme::matmul,    &Theme::elementWise,   &Theme::reduction,
                                                   &Theme::parameter, &Theme::normalisation, &Theme::dataMovement};
constexpr std::array<Qt::PenStyle, 3> dashes = {Qt::SolidLine, Qt::DashLine, Qt::DotLine};

const Part &partOf(PartRole role) {
    return *std::find_if(std::begin(parts), std::end(parts), [role](const Part &part) { return part.role == role; });
}

} // namespace

QColor partColour(PartRole role) {
    return currentTheme().*partOf(role).colour;
}

QBrush partHatch(PartRole role) {
    const Part &part = partOf(role);
    if (part.hatch == Qt::NoBrush) return {};
    return QBrush(blend(inkOn(partColour(role)), partColour(role), 0.25), part.hatch);
}

QColor curveColour(int index) {
    return currentTheme().*curves[size_t(index) % curves.size()];
}

Qt::PenStyle curveDashes(int index) {
    return dashes[size_t(index) / curves.size() % dashes.size()];
}

} // namespace charts
} // namespace jitscope
