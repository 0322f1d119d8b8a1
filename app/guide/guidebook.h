// SPDX-License-Identifier: GPL-3.0-or-later
// The pages of the guide as they are compiled in: their sections, where a link leads, and a search through all of them.
#pragma once

#include <QList>
#include <QString>

namespace jitscope {
inline namespace guide {

struct GuideSection {
    QString anchor; ///< the same in every language, made of the English heading: "call-stack"
    QString title;
    QString text; ///< without marks
    int level = 1;
};

struct GuidePage {
    QString id;     ///< its file without suffix: "stepping"
    QString folder; ///< of its file, with a slash at its end: links and pictures are relative to it
    QString markdown;
    QList<GuideSection> sections; ///< the first is the page itself

    const QString &title() const { return sections.constFirst().title; }
};

/** A place in the guide; an empty anchor is the beginning of the page. */
struct GuidePlace {
    QString page, anchor;

    bool operator==(const GuidePlace &) const = default;
};

struct GuideHit {
    GuidePlace place;
    QString title;   ///< of the page and of the section
    QString excerpt; ///< around the first word that was found
};

class GuideBook {
public:
    /** "zh_CN"; anything else is English. A page that is not translated is the English one. */
    static const GuideBook &inLanguage(const QString &language);
    /** In the language that is in use. */
    static const GuideBook &current();

    const QList<GuidePage> &pages() const { return m_pages; }
    /** Null for an unknown one. */
    const GuidePage *page(const QString &id) const;
    bool has(const GuidePlace &place) const;
    /** Where "filters.md#names" on `page` leads; an empty page for a link that leads out of the guide. */
    GuidePlace target(const QString &page, const QString &link) const;
    /** Sections that hold every word of `query`, those with it in their title first. */
    QList<GuideHit> find(const QString &query) const;

private:
    explicit GuideBook(const QString &language);

    QList<GuidePage> m_pages;
};

/** "stepping#call-stack" as a place. */
GuidePlace guidePlace(const QString &text);

/** The headline points of a page's first list, as Markdown: what the start page tells of a version. */
QStringList pointsOf(const GuidePage &page, int limit);

} // namespace guide
} // namespace jitscope
