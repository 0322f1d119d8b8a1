// SPDX-License-Identifier: GPL-3.0-or-later
// What is shown of a pass, made in jobs.
#pragma once

#include "app/graphview/irdiffview.h"
#include "app/graphview/keptpictures.h"
#include "app/graphview/passcompare.h"
#include "app/panels/passes/passreasons.h"

#include <memory>
#include <set>

namespace jitscope {
inline namespace passespanel {

/** What is asked for. */
struct PassPair {
    Module before, after;
    int pass = -1;                               ///< whose reasons stand beside them; below 0: none
    std::shared_ptr<const PassRecord> reasonsOf; ///< that pass, for who makes the picture; null: none
    std::set<std::string> expanded;
    QString fonts;

    bool isSameAs(const PassPair &other) const;
};

struct PassPicture {
    PaintedUnion pictures;
    ModuleDiff diff;
    std::shared_ptr<const IrDiff> text; ///< null where the work was cancelled
    std::shared_ptr<const std::vector<ReasonRow>> reasons;

    size_t cards() const { return pictures.cards(); }
    bool isWhole() const { return text != nullptr; }
};

using PassPictures = KeptPictures<PassPair, PassPicture>;
using PassPicturePtr = PassPictures::PicturePtr;

/** Takes as long as laying out both graphs; for jobs. */
PassPicturePtr picturesOf(const PassPair &view, const CancelFlag &cancelled);

} // namespace passespanel
} // namespace jitscope
