// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/wordmatch.h"

namespace jitscope {
inline namespace models {

namespace {

bool isAlike(QChar a, QChar b) {
    return a.toCaseFolded() == b.toCaseFolded();
}

bool isWordStart(QStringView name, qsizetype at) {
    return at == 0 || !name[at - 1].isLetterOrNumber();
}

/** With the first letter at `at` or at the beginning of a later word. */
bool matchesFrom(QStringView letters, QStringView name, qsizetype at) {
    if (letters.isEmpty()) return true;
    for (qsizetype place = at; place < name.size(); ++place) {
        const bool canStand = (place == at && at > 0) || isWordStart(name, place);
        if (canStand && isAlike(letters[0], name[place]) && matchesFrom(letters.mid(1), name, place + 1)) return true;
    }
    return false;
}

} // namespace

bool matchesWords(QStringView letters, QStringView name) {
    return name.contains(letters, Qt::CaseInsensitive) || matchesFrom(letters, name, 0);
}

} // namespace models
} // namespace jitscope
