// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sdk/labrequests.h"

#include "app/sdk/paneldef.h"
#include "app/sdk/selection.h"

namespace jitscope {
inline namespace sdk {

LabRequests &LabRequests::of(Selection &selection) {
    auto *known = selection.findChild<LabRequests *>(QString(), Qt::FindDirectChildrenOnly);
    return known ? *known : *new LabRequests(&selection);
}

void findCulprit(const PanelContext &context, int compilation, const std::optional<VariantSpec> &variant) {
    context.show(panels::culprit);
    LabRequests::of(context.selection).wantCulprit(compilation, variant);
}

} // namespace sdk
} // namespace jitscope
