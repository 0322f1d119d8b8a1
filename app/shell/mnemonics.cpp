// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/mnemonics.h"

#include <QAction>
#include <QHash>
#include <QMenu>
#include <QRegularExpression>
#include <QSet>
#include <QStringList>
#include <QVariant>

#include <algorithm>

namespace jitscope {
inline namespace shell {

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
QString lettersOf(const QString &text) {
    QString first, others;
    for (int i = 0; i < text.size(); ++i) {
        if (!isUsable(text[i])) continue;
        const bool beginsWord = i == 0 || !text[i - 1].isLetterOrNumber();
        (beginsWord ? first : others).append(text[i].toUpper());
    }
    return first + others;
}

/** Who of the entries of a menu has which letter. An entry whose letters are all taken makes an owner of one take
   another (a matching by augmenting paths), so that strange letters are given only where nothing else is left. */
class Letters {
public:
    explicit Letters(QStringList wanted)
        : m_wanted(std::move(wanted)) {
        for (int entry = 0; entry < m_wanted.size(); ++entry) {
            QSet<QChar> tried;
            if (!takeFree(entry) && !take(entry, tried)) m_without.append(entry);
        }
        m_wanted.fill(QStringLiteral("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"));
        for (int entry : std::as_const(m_without))
            takeFree(entry);
    }
    /** By entry; null for one too many. */
    QHash<int, QChar> byEntry() const {
        QHash<int, QChar> letters;
        for (auto owner = m_owners.begin(); owner != m_owners.end(); ++owner)
            letters.insert(owner.value(), owner.key());
        return letters;
    }

private:
    bool takeFree(int entry) {
        for (QChar letter : std::as_const(m_wanted[entry]))
            if (!m_owners.contains(letter)) {
                m_owners.insert(letter, entry);
                return true;
            }
        return false;
    }
    bool take(int entry, QSet<QChar> &tried) {
        for (QChar letter : std::as_const(m_wanted[entry])) {
            if (tried.contains(letter)) continue;
            tried.insert(letter);
            if (m_owners.contains(letter) && !take(m_owners.value(letter), tried)) continue;
            m_owners.insert(letter, entry);
            return true;
        }
        return false;
    }

    QStringList m_wanted;
    QHash<QChar, int> m_owners;
    QList<int> m_without;
};

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
    QList<QAction *> named;
    QStringList wanted;
    for (QAction *entry : entries) {
        if (entry->isSeparator() || entry->text().isEmpty()) continue;
        const QString english = entry->property(englishProperty).toString();
        named.append(entry);
        wanted.append(lettersOf(labelOf(english.isEmpty() ? entry->text() : english)));
    }
    const QHash<int, QChar> letters = Letters(wanted).byEntry();
    for (auto letter = letters.begin(); letter != letters.end(); ++letter) {
        QAction *entry = named[letter.key()];
        const QString keys = entry->text().section(QLatin1Char('\t'), 1);
        QString text = marked(labelOf(entry->text()), letter.value());
        if (!keys.isEmpty()) text += QLatin1Char('\t') + keys;
        if (text != entry->text()) entry->setText(text);
    }
}

void keepMnemonics(QMenu &menu) {
    giveMnemonics(menu.actions());
    QObject::connect(&menu, &QMenu::aboutToShow, &menu, [&menu] { giveMnemonics(menu.actions()); });
}

} // namespace shell
} // namespace jitscope
