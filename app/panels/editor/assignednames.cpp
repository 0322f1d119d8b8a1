// SPDX-License-Identifier: GPL-3.0-or-later
// Line by line, without a parser: what a line hides in brackets of a line above is not seen, and then nothing is said.
#include "app/panels/editor/assignednames.h"

#include <QRegularExpression>

#include <climits>

namespace jitscope {
inline namespace editorpanel {

namespace {

int indentOf(const QString &line) {
    int width = 0;
    while (width < line.size() && (line[width] == QLatin1Char(' ') || line[width] == QLatin1Char('\t')))
        ++width;
    return width;
}

bool isBlank(const QString &line) {
    const QString text = line.trimmed();
    return text.isEmpty() || text.startsWith(QLatin1Char('#'));
}

/** The end of a def over several lines stands as far left as its beginning. */
bool closesBracket(const QString &line) {
    return line.trimmed().startsWith(QLatin1Char(')'));
}

void addTargets(const QString &targets, QStringList &names) {
    static const QRegularExpression name(QStringLiteral("^[*]?([A-Za-z_][A-Za-z0-9_]*)$"));
    for (QString target : targets.split(QLatin1Char(','))) {
        target = target.section(QLatin1Char(':'), 0, 0).remove(QLatin1Char('(')).remove(QLatin1Char(')')).trimmed();
        const QString found = name.match(target).captured(1);
        if (!found.isEmpty() && !names.contains(found)) names.append(found);
    }
}

} // namespace

QStringList assignedNames(const QString &line) {
    static const QRegularExpression assignment(
        QStringLiteral("^\\s*([A-Za-z_*(][\\w\\s,.*()\\[\\]:]*?)\\s*(?:[-+*/%@&|^]|//|\\*\\*|<<|>>)?=(?!=)"));
    static const QRegularExpression loop(QStringLiteral("^\\s*(?:async\\s+)?for\\s+(.+?)\\s+in\\b"));
    static const QRegularExpression context(QStringLiteral("\\bas\\s+([A-Za-z_]\\w*)"));
    static const QRegularExpression walrus(QStringLiteral("\\(([A-Za-z_]\\w*)\\s*:="));
    QStringList names;
    // A call with keywords is no assignment: the bracket before the = is still open.
    if (const auto match = assignment.match(line);
        match.hasMatch() && match.captured(1).count(QLatin1Char('(')) == match.captured(1).count(QLatin1Char(')')))
        addTargets(match.captured(1), names);
    if (const auto match = loop.match(line); match.hasMatch()) addTargets(match.captured(1), names);
    if (const auto match = context.match(line); match.hasMatch() && line.trimmed().startsWith(QStringLiteral("with ")))
        addTargets(match.captured(1), names);
    if (const auto match = walrus.match(line); match.hasMatch()) addTargets(match.captured(1), names);
    return names;
}

LineRange functionAround(const std::function<QString(int line)> &text, int lineCount, int line) {
    static const QRegularExpression def(QStringLiteral("^\\s*(?:async\\s+)?def\\b"));
    int first = line, indent = isBlank(text(line)) ? INT_MAX : indentOf(text(line));
    for (; first >= 1; --first) {
        const QString current = text(first);
        if (isBlank(current) || closesBracket(current) || (first != line && indentOf(current) >= indent)) continue;
        if (def.match(current).hasMatch()) break;
        indent = indentOf(current);
    }
    if (first < 1) return {1, lineCount};
    const int outer = indentOf(text(first));
    int last = first;
    for (int next = first + 1; next <= lineCount; ++next) {
        const QString current = text(next);
        if (isBlank(current)) continue;
        if (indentOf(current) <= outer && !closesBracket(current)) break;
        last = next;
    }
    return {first, last};
}

} // namespace editorpanel
} // namespace jitscope
