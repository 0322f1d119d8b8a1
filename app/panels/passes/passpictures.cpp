// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/passes/passpictures.h"

#include "app/sdk/theme.h"

#include <QThreadPool>
#include <algorithm>
#include <utility>

namespace jitscope {
inline namespace passespanel {

namespace {
constexpr size_t mostCards = 120000; ///< remembered; about a kilobyte each with its edges and its line of text

/** Many cards and lines take longer to free than a frame. */
template<class Kept> void freeElsewhere(Kept kept) {
    QThreadPool::globalInstance()->start([held = std::move(kept)]() mutable { held = Kept(); });
}
} // namespace

bool PassPair::isSameAs(const PassPair &other) const {
    return reasonsOf.index == other.reasonsOf.index && same(before, other.before) && same(after, other.after) &&
           expanded == other.expanded && fonts == other.fonts;
}

size_t PassPicture::cards() const {
    return pictures.before->graph().nodes.size() + pictures.after->graph().nodes.size();
}

QString cardFonts() {
    return uiFont().toString() + codeFont().toString();
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
    shown->reasons = reasonRows(view.reasonsOf);
    return shown;
}

std::vector<PassPictures::Kept>::iterator PassPictures::placeOf(const PassPair &view) {
    return std::find_if(m_kept.begin(), m_kept.end(), [&](const Kept &kept) { return kept.view.isSameAs(view); });
}

bool PassPictures::has(const PassPair &view) const {
    return std::any_of(m_kept.begin(), m_kept.end(), [&](const Kept &kept) { return kept.view.isSameAs(view); });
}

PassPicturePtr PassPictures::find(const PassPair &view) {
    const auto found = placeOf(view);
    if (found == m_kept.end()) return nullptr;
    std::rotate(found, found + 1, m_kept.end());
    return m_kept.back().picture;
}

void PassPictures::keep(const PassPair &view, PassPicturePtr picture) {
    if (has(view) || !picture->text) return;
    m_kept.push_back({view, std::move(picture)});
    size_t cards = 0;
    for (const Kept &kept : m_kept)
        cards += kept.picture->cards();
    while (m_kept.size() > 1 && cards > mostCards) {
        cards -= m_kept.front().picture->cards();
        freeElsewhere(std::exchange(m_kept.front(), {}));
        m_kept.erase(m_kept.begin());
    }
}

void PassPictures::clear() {
    if (!m_kept.empty()) freeElsewhere(std::exchange(m_kept, {}));
}

bool PassPictures::hasRoomBeside(const PassPicture &picture) {
    return 3 * picture.cards() <= mostCards;
}

} // namespace passespanel
} // namespace jitscope
