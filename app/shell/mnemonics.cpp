// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/mnemonics.h"

#include <QAction>
#include <QMenu>
#include <QRegularExpression>
#include <QSet>
#include <QVariant>

#include <algorithm>

namespace jitscope {

namespace {

constexpr const char *englishProperty = "english";

bool isUsable(QChar letter) {
    return letter.unicode() < 128 && letter.isLetterOrNumber();
}

/** The label of an entry; the key stands behind a tab. */
QString labelOf(const QString &text) {
    return withoutMnemonic(text.section(QLatin1Char('\t'), 0, 0));
}

/** Letters of `text` in the order in which they are wanted: those that begin words, then the others. */
QString candidates(const QString &text) {
    QString first, others;
    for (int i = 0; i < text.size(); ++i) {
        if (!isUsable(text[i])) continue;
        const bool beginsWord = i == 0 || !text[i - 1].isLetterOrNumber();
        (beginsWord ? first : others).append(text[i].toUpper());
    }
    return first + others + QStringLiteral("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789");
}

/** Where the letter is underlined: at a word's begin rather than inside. -1: the label has no such letter. */
qsizetype placeOf(QChar letter, const QString &label) {
    const bool isForeign = std::any_of(label.begin(), label.end(), [](QChar each) { return each.unicode() >= 0x2E80; });
    if (isForeign) return -1;
    for (qsizetype i = 0; i < label.size(); ++i)
        if (label[i].toUpper() == letter && (i == 0 || !label[i - 1].isLetterOrNumber())) return i;
    return label.indexOf(letter, 0, Qt::CaseInsensitive);
}

QString marked(const QString &label, QChar letter) {
    QString text = label;
    const qsizetype at = placeOf(letter, label);
    if (at < 0) {
        const qsizetype end = label.endsWith(QStringLiteral("...")) ? label.size() - 3 : label.size();
        text.insert(end, QStringLiteral("(\x01%1)").arg(letter));
    } else {
        text.insert(at, QChar(1));
    }
    return text.replace(QLatin1Char('&'), QStringLiteral("&&")).replace(QChar(1), QLatin1Char('&'));
}

} // namespace

QString withoutMnemonic(const QString &text) {
    static const QRegularExpression bracketed(QStringLiteral("\\s*\\(&[^&]\\)"));
    QString plain = text;
    plain.remove(bracketed);
    QString result;
    for (qsizetype i = 0; i < plain.size(); ++i) {
        if (plain[i] == QLatin1Char('&') && i + 1 < plain.size()) ++i;
        result.append(plain[i]);
    }
    return result;
}

void setEnglish(QAction &entry, const QString &text) {
    entry.setProperty(englishProperty, text);
}

void giveMnemonics(const QList<QAction *> &entries) {
    QSet<QChar> taken;
    for (QAction *entry : entries) {
        if (entry->isSeparator() || entry->text().isEmpty()) continue;
        const QString label = labelOf(entry->text());
        const QString english = entry->property(englishProperty).toString();
        const QString wanted = candidates(labelOf(english.isEmpty() ? label : english));
        const auto free =
            std::find_if(wanted.begin(), wanted.end(), [&taken](QChar letter) { return !taken.contains(letter); });
        if (free == wanted.end()) continue;
        taken.insert(*free);
        const QString keys = entry->text().section(QLatin1Char('\t'), 1);
        const QString text = marked(label, *free) + (keys.isEmpty() ? QString() : QLatin1Char('\t') + keys);
        if (text != entry->text()) entry->setText(text);
    }
}

void keepMnemonics(QMenu &menu) {
    giveMnemonics(menu.actions());
    QObject::connect(&menu, &QMenu::aboutToShow, &menu, [&menu] { giveMnemonics(menu.actions()); });
}

} // namespace jitscope
