// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/editor/codesearch.h"

namespace jitscope {
inline namespace editorpanel {

namespace {

QString filledIn(const QString &replacement, const QRegularExpressionMatch &match) {
    QString made;
    for (qsizetype i = 0; i < replacement.size(); ++i) {
        const QChar next = i + 1 < replacement.size() ? replacement[i + 1] : QChar();
        if (replacement[i] != QLatin1Char('\\') || next.isNull()) {
            made += replacement[i];
            continue;
        }
        ++i;
        if (next.isDigit())
            made += match.captured(next.digitValue());
        else
            made += next == QLatin1Char('n') ? QLatin1Char('\n') : next == QLatin1Char('t') ? QLatin1Char('\t') : next;
    }
    return made;
}

} // namespace

Result<QRegularExpression> expressionOf(const CodeQuery &query) {
    QString pattern = query.isExpression ? query.text : QRegularExpression::escape(query.text);
    if (query.isWholeWord) pattern = QStringLiteral("\\b(?:%1)\\b").arg(pattern);
    QRegularExpression::PatternOptions options =
        QRegularExpression::MultilineOption | QRegularExpression::UseUnicodePropertiesOption;
    if (!query.matchesCase) options |= QRegularExpression::CaseInsensitiveOption;
    const QRegularExpression expression(pattern, options);
    if (!expression.isValid()) return Error{expression.errorString().toStdString()};
    return expression;
}

std::vector<CodeMatch> findAll(const QString &text, const CodeQuery &query, const QString *replacement) {
    std::vector<CodeMatch> found;
    const auto expression = expressionOf(query);
    if (query.text.isEmpty() || !expression) return found;
    qsizetype counted = 0; // characters up to which bytes are counted
    int bytes = 0;
    const auto bytesUpTo = [&](qsizetype place) {
        bytes += int(QStringView(text).mid(counted, place - counted).toUtf8().size());
        counted = place;
        return bytes;
    };
    auto matches = expression->globalMatch(text);
    while (matches.hasNext()) {
        const QRegularExpressionMatch match = matches.next();
        if (match.capturedLength() == 0 && !replacement) continue;
        const int begin = bytesUpTo(match.capturedStart()), end = bytesUpTo(match.capturedEnd());
        found.push_back({begin, end, {}});
        if (replacement) found.back().replacement = query.isExpression ? filledIn(*replacement, match) : *replacement;
    }
    return found;
}

} // namespace editorpanel
} // namespace jitscope
