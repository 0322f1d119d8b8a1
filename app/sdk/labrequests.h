// SPDX-License-Identifier: GPL-3.0-or-later
// What any panel can ask of the panel Culprit: to look for the pass that leaves the right values; and what it found.
#pragma once

#include "app/sdk/panelid.h"
#include "app/sdk/stagepair.h"
#include "engine/variants/variant.h"

#include <QObject>
#include <QString>
#include <optional>
#include <vector>

namespace jitscope {
inline namespace sdk {

class Selection;
struct PanelContext;

namespace panels {
inline constexpr PanelId culprit("culprit");
}

/** Where a search ended. */
struct CulpritPlace {
    StagePair
        stages;    ///< the one before the pass and the one after it; the variant that was searched is the right one's
    NodeId node;   ///< of the right stage; none where no single one is to blame
    QString title; ///< "wrong_rewrite, Sub %12"

    bool isOf(int compilation, const std::optional<VariantSpec> &variant) const {
        return stages.right.compilation == compilation && stages.right.variant == variant;
    }
};

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
    /** Takes the place of what an earlier search of the same found; forgotten with the recording. */
    void keepCulprit(const CulpritPlace &place);
    /** Null where no search ended at one. */
    const CulpritPlace *culpritOf(int compilation, const std::optional<VariantSpec> &variant) const;
    void dropCulprits(int compilation, const std::optional<VariantSpec> &variant);
    void dropAllCulprits();

Q_SIGNALS:
    void culpritsChanged();
    void culpritWanted(int compilation, const std::optional<jitscope::VariantSpec> &variant);

private:
    using QObject::QObject;

    std::vector<CulpritPlace> m_culprits;
};

/** Shows the panel and has it search. */
void findCulprit(const PanelContext &context, int compilation, const std::optional<VariantSpec> &variant = {});

/** Shows it: in the Passes panel where it is of the recording, else in Compare stages. */
void showCulprit(const PanelContext &context, const CulpritPlace &place);

} // namespace sdk
} // namespace jitscope
