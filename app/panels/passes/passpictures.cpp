// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/passes/passpictures.h"

namespace jitscope {
inline namespace passespanel {

bool PassPair::isSameAs(const PassPair &other) const {
    return pass == other.pass && same(before, other.before) && same(after, other.after) && expanded == other.expanded &&
           fonts == other.fonts;
}

PassPicturePtr picturesOf(const PassPair &view, const CancelFlag &cancelled) {
    DisplayOptions options;
    options.expanded = view.expanded;
    auto shown = std::make_shared<PassPicture>();
    shown->diff = diffModules(view.before, view.after);
    shown->pictures =
        unionLayout(displayGraph(view.before, options), displayGraph(view.after, options), shown->diff, {}, cancelled);
    if (cancelled->load()) return shown;
    shown->text = std::make_shared<const IrDiff>(irDiff(view.before, view.after));
    shown->reasons = std::make_shared<const std::vector<ReasonRow>>(view.reasonsOf ? reasonRows(*view.reasonsOf)
                                                                                   : std::vector<ReasonRow>());
    return shown;
}

} // namespace passespanel
} // namespace jitscope
