// SPDX-License-Identifier: GPL-3.0-or-later
// Finding and replacing in a script: plain text, whole words, regular expressions with groups.
#pragma once

#include "engine/base/result.h"

#include <QRegularExpression>
#include <QString>

#include <vector>

namespace jitscope {
inline namespace editorpanel {

struct CodeQuery {
    QString text;
    bool matchesCase = false, isWholeWord = false, isExpression = false;
    bool operator==(const CodeQuery &) const = default;
};

/** In bytes of the text as Scintilla counts them. */
struct CodeMatch {
    int begin = 0, end = 0;
    QString replacement; ///< of findAll() with one
    bool operator==(const CodeMatch &) const = default;
};

/** What a query looks for, or what is wrong with the expression it is. */
Result<QRegularExpression> expressionOf(const CodeQuery &query);

/** All places in order, each with what would stand there instead: `replacement` as it is, or of an expression with
    \1 to \9 for its groups, \n and \t. Empty places count only where something can be put there. */
std::vector<CodeMatch> findAll(const QString &text, const CodeQuery &query, const QString *replacement = nullptr);

} // namespace editorpanel
} // namespace jitscope
