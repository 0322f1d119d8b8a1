// SPDX-License-Identifier: GPL-3.0-or-later
// What any panel can ask of the panel Culprit: to look for the pass that leaves the right values.
#pragma once

#include "app/sdk/panelid.h"
#include "engine/variants/variant.h"

#include <QObject>
#include <optional>

namespace jitscope {
inline namespace sdk {

class Selection;
struct PanelContext;

namespace panels {
inline constexpr PanelId culprit("culprit");
}

class LabRequests : public QObject {
    Q_OBJECT
public:
    /** That of the window. */
    static LabRequests &of(Selection &selection);

    /** Has the panel search: the passes of the compilation as they were recorded or, with `variant`, those that other
        decisions lead to. The panel must be shown. */
    void wantCulprit(int compilation, const std::optional<VariantSpec> &variant = {}) {
        Q_EMIT culpritWanted(compilation, variant);
    }

Q_SIGNALS:
    void culpritWanted(int compilation, const std::optional<jitscope::VariantSpec> &variant);

private:
    using QObject::QObject;
};

/** Shows the panel and has it search. */
void findCulprit(const PanelContext &context, int compilation, const std::optional<VariantSpec> &variant = {});

} // namespace sdk
} // namespace jitscope
