// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/tensorview/cutview.h"

#include "app/tensorview/numberformat.h"

namespace jitscope {
inline namespace tensorview {

QString CutView::numberOf(int64_t element) const {
    return elementText(m_cut.tensor(), element);
}

QString CutView::textOf(int64_t element) const {
    return indexText(m_cut.tensor().shape(), element) + QStringLiteral(" = ") + numberOf(element);
}

std::optional<PickView::Cell> CutView::cellOf(int64_t element) const {
    const auto place = m_cut.placeOf(element);
    return place ? std::optional<Cell>({place->row, place->column}) : std::nullopt;
}

} // namespace tensorview
} // namespace jitscope

#include "moc_cutview.cpp"
