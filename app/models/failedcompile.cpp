// SPDX-License-Identifier: GPL-3.0-or-later
// A failed capture says so in MindSpore's words below its message: these are looked for where the program's error is.
#include "app/models/failedcompile.h"

#include "engine/session/session.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QRegularExpression>
#include <QStringList>
#include <algorithm>
#include <ranges>

namespace jitscope {
inline namespace models {

namespace {

struct FailureWords {
    Q_DECLARE_TR_FUNCTIONS(FailedCompile)
};

constexpr size_t longestTail = 64 * 1024; ///< a traceback is the last that a program writes

/** The end of what was written to stderr. */
QString errorTail(const Session &session) {
    std::string tail;
    for (const OutputChunk &chunk : session.output | std::views::reverse) {
        if (tail.size() > longestTail) break;
        if (chunk.isError) tail.insert(0, chunk.text);
    }
    return QString::fromStdString(tail);
}

struct Place {
    QString file;
    int line = 0;
};

/** Where the function that was compiled called on, if the error is that of a capture. */
std::optional<Place> outermostPlace(const QString &errors, const QString &message) {
    static const QRegularExpression frame(
        QStringLiteral("- The Traceback of Net Construct Code:\\n-+\\n# 0 In file (.+):(\\d+)(?:~\\d+)?, "));
    const qsizetype at = errors.lastIndexOf(message);
    if (at < 0) return std::nullopt;
    const QRegularExpressionMatch found = frame.match(errors, at);
    if (!found.hasMatch()) return std::nullopt;
    return Place{found.captured(1), found.captured(2).toInt()};
}

int indentOf(const QString &line) {
    const auto isBlank = [](QChar letter) { return letter == QLatin1Char(' ') || letter == QLatin1Char('\t'); };
    return int(std::ranges::find_if_not(line, isBlank) - line.begin());
}

/** The def around a line, with the class around that. */
QString functionAround(const QStringList &lines, int line) {
    static const QRegularExpression head(QStringLiteral("^\\s*(?:async\\s+)?(def|class)\\s+(\\w+)"));
    if (line <= 0 || line > lines.size()) return {};
    QString function;
    int indent = indentOf(lines[line - 1]);
    for (int i = line - 2; i >= 0 && indent > 0; --i) {
        if (lines[i].trimmed().isEmpty() || indentOf(lines[i]) >= indent) continue;
        const QRegularExpressionMatch found = head.match(lines[i]);
        indent = indentOf(lines[i]);
        if (!found.hasMatch()) continue;
        if (!function.isEmpty())
            return found.captured(1) == QLatin1String("class") ? found.captured(2) + QLatin1Char('.') + function
                                                               : function;
        if (found.captured(1) == QLatin1String("class")) return {};
        function = found.captured(2);
    }
    return function;
}

QString functionAt(const Session &session, const Place &place) {
    const SourceFile *source = session.source(place.file.toStdString());
    if (source == nullptr) return {};
    return functionAround(QString::fromStdString(source->text).split(QLatin1Char('\n')), place.line);
}

} // namespace

std::optional<FailedCompile> failedCompile(const Session &session) {
    const auto errors = session.problems | std::views::reverse;
    const auto error = std::ranges::find(errors, "error", &Problem::kind);
    if (error == errors.end()) return std::nullopt;
    const QString reason = QString::fromStdString(error->message).section(QLatin1Char('\n'), 0, 0);
    if (reason.isEmpty()) return std::nullopt;
    const std::optional<Place> place = outermostPlace(errorTail(session), reason);
    if (!place) return std::nullopt;
    FailedCompile failed{functionAt(session, *place), reason, error->span};
    if (failed.span.line <= 0) {
        failed.span.file = place->file.toStdString();
        failed.span.line = place->line;
    }
    if (failed.function.isEmpty()) failed.function = placeOf(failed);
    return failed;
}

QString placeOf(const FailedCompile &failed) {
    return QFileInfo(QString::fromStdString(failed.span.file)).fileName() + QLatin1Char(':') +
           QString::number(failed.span.line);
}

QString failureTitle(const FailedCompile &failed) {
    return FailureWords::tr("%1 could not be compiled").arg(failed.function);
}

QString noGraphTitle(const FailedCompile &failed) {
    return FailureWords::tr("There is no graph of %1").arg(failed.function);
}

QString noGraphAdvice(const FailedCompile &failed) {
    return FailureWords::tr("Its compile ended at %1. Change what stands there and run again (F5).")
        .arg(placeOf(failed));
}

} // namespace models
} // namespace jitscope
