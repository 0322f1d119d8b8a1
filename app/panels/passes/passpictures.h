// SPDX-License-Identifier: GPL-3.0-or-later
// What is shown of a pass, made in jobs and remembered: graphs never change, so the same two are never compared twice.
#pragma once

#include "app/graphview/irdiffview.h"
#include "app/graphview/passcompare.h"
#include "app/panels/passes/passreasons.h"

#include <memory>
#include <set>

namespace jitscope {
inline namespace passespanel {

/** What is asked for. */
struct PassPair {
    Module before, after;
    PassRecord reasonsOf; ///< empty for none
    std::set<std::string> expanded;
    QString fonts; ///< cards are as wide as their texts

    bool isSameAs(const PassPair &other) const;
};

struct PassPicture {
    PaintedUnion pictures;
    ModuleDiff diff;
    std::shared_ptr<const IrDiff> text;
    std::vector<ReasonRow> reasons;

    size_t cards() const;
};

using PassPicturePtr = std::shared_ptr<const PassPicture>;

/** Takes as long as laying out both graphs; for jobs. */
PassPicturePtr picturesOf(const PassPair &view, const CancelFlag &cancelled);

/** The names of the fonts that cards are laid out with. */
QString cardFonts();

/** The pictures that were asked for last, as many as memory is meant for. */
class PassPictures {
public:
    /** Null for what is not there. */
    PassPicturePtr find(const PassPair &view);
    bool has(const PassPair &view) const;
    void keep(const PassPair &view, PassPicturePtr picture);
    /** Another recording takes the place of the one that they are of. */
    void clear();
    /** Whether neighbours of such a picture can be kept beside it. */
    static bool hasRoomBeside(const PassPicture &picture);

private:
    struct Kept {
        PassPair view;
        PassPicturePtr picture;
    };
    std::vector<Kept>::iterator placeOf(const PassPair &view);

    std::vector<Kept> m_kept; ///< the last one that was used at the end
};

} // namespace passespanel
} // namespace jitscope
