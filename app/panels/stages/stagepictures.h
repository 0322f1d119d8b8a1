// SPDX-License-Identifier: GPL-3.0-or-later
// What is shown of two compared stages, made in jobs.
#pragma once

#include "app/graphview/irdiffview.h"
#include "app/graphview/keptpictures.h"
#include "app/graphview/passcompare.h"
#include "app/models/stagepicker.h"
#include "app/panels/stages/stagerows.h"

#include <memory>
#include <set>

namespace jitscope {
inline namespace stagespanel {

/** What is asked for. */
struct StageView {
    ComparedStages compared;
    std::set<std::string> toggled; ///< keys of calls that somebody opened, or closed where they are open by themselves
    QString fonts;

    bool isSameAs(const StageView &other) const;
};

struct StagePicture {
    StageMatch match;
    ModuleDiff diff;
    PaintedUnion pictures;
    std::shared_ptr<const IrDiff> text; ///< null where the work was cancelled
    std::vector<MatchRow> nodes;
    std::vector<KernelPair> kernels;

    size_t cards() const { return pictures.cards(); }
    bool isWhole() const { return text != nullptr; }
};

using StagePictures = KeptPictures<StageView, StagePicture>;
using StagePicturePtr = StagePictures::PicturePtr;

/** Takes as long as matching and laying out both graphs; for jobs. */
StagePicturePtr picturesOf(const StageView &view, const CancelFlag &cancelled);

/** The calls that one side has and the other does not, as they were inlined: what they call is what is compared. */
std::set<std::string> callsToOpen(const Module &left, const Module &right);

} // namespace stagespanel
} // namespace jitscope
