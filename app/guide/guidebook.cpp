// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/guide/guidebook.h"

#include <QFile>
#include <QFileInfo>
#include <QLocale>
#include <QRegularExpression>
#include <QStringList>

#include <algorithm>

/** Outside of any namespace, because the macro declares a global function. */
static void initGuideResources() {
    Q_INIT_RESOURCE(guide);
}

namespace jitscope {
inline namespace guide {

namespace {

const QString chinese = QStringLiteral("zh_CN");
const QString guideFolder = QStringLiteral(":/guide/");
constexpr int excerptBefore = 40, excerptLength = 140;

const QStringList &pageIds() {
    static const QStringList ids = {QStringLiteral("first-steps"), QStringLiteral("window"), QStringLiteral("stepping"),
                                    QStringLiteral("graph"),       QStringLiteral("passes"), QStringLiteral("profile"),
                                    QStringLiteral("costs"),       QStringLiteral("traces"), QStringLiteral("filters"),
                                    QStringLiteral("whats-new")};
    return ids;
}

QString textOfFile(const QString &path) {
    ::initGuideResources();
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/** "Why is the device idle?" -> "why-is-the-device-idle", as GitHub writes it. */
QString slugOf(const QString &title) {
    static const QRegularExpression sign(QStringLiteral("[^\\w\\- ]"));
    return QString(title.toLower()).remove(sign).replace(QLatin1Char(' '), QLatin1Char('-'));
}

/** The words of a line of Markdown: no marks, no addresses of links, no pictures. */
QString plain(QString line) {
    static const QRegularExpression picture(QStringLiteral("!\\[[^\\]]*\\]\\([^)]*\\)"));
    static const QRegularExpression link(QStringLiteral("\\[([^\\]]*)\\]\\([^)]*\\)"));
    static const QRegularExpression rule(QStringLiteral("^[\\s|:-]+$"));
    static const QRegularExpression mark(QStringLiteral("[*`]|^- |^#+ "));
    line.remove(picture).replace(link, QStringLiteral("\\1")).remove(rule).remove(mark);
    return line.replace(QLatin1Char('|'), QLatin1Char(' ')).simplified();
}

QList<GuideSection> sectionsOf(const QString &markdown) {
    static const QRegularExpression heading(QStringLiteral("^(#{1,3}) (.*)$"));
    QList<GuideSection> sections;
    bool isCode = false;
    for (const QString &line : markdown.split(QLatin1Char('\n'))) {
        if (line.startsWith(QStringLiteral("```"))) isCode = !isCode;
        const auto match = isCode ? QRegularExpressionMatch() : heading.match(line);
        if (match.hasMatch()) {
            const QString title = plain(match.captured(2));
            sections.append({slugOf(title), title, {}, int(match.capturedLength(1))});
        } else if (!sections.isEmpty()) {
            const QString words = plain(line);
            if (!words.isEmpty()) sections.last().text += words + QLatin1Char(' ');
        }
    }
    return sections;
}

GuidePage readPage(const QString &id, const QString &language) {
    const QString own = guideFolder + language + QLatin1Char('/'), file = id + QStringLiteral(".md");
    const QString english = textOfFile(guideFolder + file);
    GuidePage page{id, guideFolder, english, sectionsOf(english)};
    if (language != chinese || !QFile::exists(own + file)) return page;
    page.folder = own;
    page.markdown = textOfFile(own + file);
    QList<GuideSection> translated = sectionsOf(page.markdown);
    // The headings of a translation stand in the order of the English ones.
    for (int i = 0; i < translated.size() && i < page.sections.size(); ++i)
        translated[i].anchor = page.sections[i].anchor;
    page.sections = translated;
    return page;
}

bool holds(const QString &text, const QStringList &words) {
    return std::all_of(words.begin(), words.end(),
                       [&text](const QString &word) { return text.contains(word, Qt::CaseInsensitive); });
}

QString excerptOf(const QString &text, const QStringList &words) {
    qsizetype first = text.size();
    for (const QString &word : words)
        if (const qsizetype at = text.indexOf(word, 0, Qt::CaseInsensitive); at >= 0) first = std::min(first, at);
    if (first == text.size()) first = 0;
    const qsizetype begin = first <= excerptBefore ? 0 : text.lastIndexOf(QLatin1Char(' '), first - excerptBefore) + 1;
    QString excerpt = text.mid(begin, excerptLength).trimmed();
    if (begin > 0) excerpt.prepend(QStringLiteral("… "));
    if (begin + excerptLength < text.size()) excerpt.append(QStringLiteral(" …"));
    return excerpt;
}

} // namespace

const GuideBook &GuideBook::inLanguage(const QString &language) {
    static const GuideBook english(QStringLiteral("en")), translated(chinese);
    return language == chinese ? translated : english;
}

const GuideBook &GuideBook::current() {
    return inLanguage(QLocale().language() == QLocale::Chinese ? chinese : QString());
}

GuideBook::GuideBook(const QString &language) {
    for (const QString &id : pageIds())
        m_pages.append(readPage(id, language));
}

const GuidePage *GuideBook::page(const QString &id) const {
    const auto found =
        std::find_if(m_pages.begin(), m_pages.end(), [&id](const GuidePage &page) { return page.id == id; });
    return found == m_pages.end() ? nullptr : &*found;
}

bool GuideBook::has(const GuidePlace &place) const {
    const GuidePage *found = page(place.page);
    if (!found) return false;
    return place.anchor.isEmpty() ||
           std::any_of(found->sections.begin(), found->sections.end(),
                       [&place](const GuideSection &section) { return section.anchor == place.anchor; });
}

GuidePlace GuideBook::target(const QString &page, const QString &link) const {
    const QString file = link.section(QLatin1Char('#'), 0, 0), anchor = link.section(QLatin1Char('#'), 1);
    if (file.isEmpty()) return {page, anchor};
    const QFileInfo info(file);
    if (file.contains(QLatin1Char(':')) || info.suffix() != QStringLiteral("md")) return {};
    return {info.completeBaseName(), anchor};
}

QList<GuideHit> GuideBook::find(const QString &query) const {
    const QStringList words = query.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    QList<GuideHit> inTitles, inTexts;
    if (words.isEmpty()) return {};
    for (const GuidePage &page : m_pages)
        for (const GuideSection &section : page.sections) {
            if (!holds(section.title + QLatin1Char(' ') + section.text, words)) continue;
            const QString title =
                section.level == 1 ? page.title() : page.title() + QStringLiteral(" › ") + section.title;
            const GuideHit hit{
                {page.id, section.level == 1 ? QString() : section.anchor}, title, excerptOf(section.text, words)};
            (holds(section.title, words) ? inTitles : inTexts).append(hit);
        }
    return inTitles + inTexts;
}

GuidePlace guidePlace(const QString &text) {
    return {text.section(QLatin1Char('#'), 0, 0), text.section(QLatin1Char('#'), 1)};
}

QStringList pointsOf(const GuidePage &page, int limit) {
    QStringList points;
    for (const QString &line : page.markdown.split(QLatin1Char('\n')))
        if (line.startsWith(QStringLiteral("- ")) && points.size() < limit) points.append(line.mid(2));
    return points;
}

} // namespace guide
} // namespace jitscope
