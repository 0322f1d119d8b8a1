// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of compared graphs that were made in jobs, remembered: graphs never change, so the same two are never
// compared twice.
#pragma once

#include <QString>
#include <QThreadPool>
#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace jitscope {
inline namespace graphview {

/** The names of the fonts that cards are laid out with: cards are as wide as their texts. */
QString cardFonts();

/** The pictures that were asked for last, as many as memory is meant for. A `View` is what was asked for and has
    isSameAs(); a `Picture` has cards() and isWhole(). */
template<class View, class Picture> class KeptPictures {
public:
    using PicturePtr = std::shared_ptr<const Picture>;

    /** Null for what is not there. */
    PicturePtr find(const View &view) {
        const auto found = placeOf(view);
        if (found == m_kept.end()) return nullptr;
        std::rotate(found, found + 1, m_kept.end());
        return m_kept.back().picture;
    }
    bool has(const View &view) const { return std::ranges::any_of(m_kept, isOf(view)); }
    void keep(const View &view, PicturePtr picture) {
        if (has(view) || !picture->isWhole()) return;
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
    /** Another recording takes the place of the one that they are of. */
    void clear() {
        if (!m_kept.empty()) freeElsewhere(std::exchange(m_kept, {}));
    }
    /** Whether neighbours of such a picture can be kept beside it. */
    static bool hasRoomBeside(const Picture &picture) { return 3 * picture.cards() <= mostCards; }

private:
    static constexpr size_t mostCards = 120000; ///< about a kilobyte each with its edges and its line of text

    struct Kept {
        View view;
        PicturePtr picture;
    };
    static auto isOf(const View &view) {
        return [&view](const Kept &kept) { return kept.view.isSameAs(view); };
    }
    typename std::vector<Kept>::iterator placeOf(const View &view) { return std::ranges::find_if(m_kept, isOf(view)); }

    /** Many cards and lines take longer to free than a frame. */
    template<class Freed> static void freeElsewhere(Freed freed) {
        QThreadPool::globalInstance()->start([held = std::move(freed)]() mutable { held = Freed(); });
    }

    std::vector<Kept> m_kept; ///< the last one that was used at the end
};

} // namespace graphview
} // namespace jitscope
