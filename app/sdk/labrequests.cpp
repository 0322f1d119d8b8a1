// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sdk/labrequests.h"

#include "app/sdk/paneldef.h"
#include "app/sdk/selection.h"

#include <algorithm>

namespace jitscope {
inline namespace sdk {

LabRequests &LabRequests::of(Selection &selection) {
    auto *known = selection.findChild<LabRequests *>(QString(), Qt::FindDirectChildrenOnly);
    return known ? *known : *new LabRequests(&selection);
}

void LabRequests::keepCulprit(const CulpritPlace &place) {
    dropCulprits(place.stages.right.compilation, place.stages.right.variant);
    m_culprits.push_back(place);
    Q_EMIT culpritsChanged();
}

const CulpritPlace *LabRequests::culpritOf(int compilation, const std::optional<VariantSpec> &variant) const {
    const auto found =
        std::ranges::find_if(m_culprits, [&](const CulpritPlace &place) { return place.isOf(compilation, variant); });
    return found == m_culprits.end() ? nullptr : &*found;
}

void LabRequests::dropCulprits(int compilation, const std::optional<VariantSpec> &variant) {
    std::erase_if(m_culprits, [&](const CulpritPlace &place) { return place.isOf(compilation, variant); });
    Q_EMIT culpritsChanged();
}

void LabRequests::dropAllCulprits() {
    m_culprits.clear();
    Q_EMIT culpritsChanged();
}

void findCulprit(const PanelContext &context, int compilation, const std::optional<VariantSpec> &variant) {
    context.show(panels::culprit);
    LabRequests::of(context.selection).wantCulprit(compilation, variant);
}

void showCulprit(const PanelContext &context, const CulpritPlace &place) {
    const StageRef &stage = place.stages.right;
    context.show(stage.variant ? panels::stages : panels::passes);
    if (stage.variant)
        context.selection.compareAt(place.stages, place.node);
    else if (place.node.valid())
        context.selection.selectNode(stage.compilation, stage.pass, place.node);
    else
        context.selection.selectPass(stage.compilation, stage.pass);
}

} // namespace sdk
} // namespace jitscope

#include "moc_labrequests.cpp"
