// SPDX-License-Identifier: GPL-3.0-or-later
// Reads and writes the places of breakpoints.
#include "app/panels/breakpoints/breakpointplace.h"

#include "engine/inspect/query.h"
#include "engine/ops/opdef.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>

namespace jitscope {
inline namespace breakpointspanel {

namespace {

using Kind = Breakpoint::Kind;

QString words(const char *text) {
    return QCoreApplication::translate("BreakpointKinds", text);
}

Error error(const char *text, const QString &argument) {
    return Error{words(text).arg(argument).toStdString()};
}

Error error(const char *text) {
    return Error{words(text).toStdString()};
}

Result<Breakpoint> lineFrom(Breakpoint breakpoint, const QString &text, const QStringList &files) {
    const QString file = text.section(QLatin1Char(':'), 0, -2).trimmed();
    bool isNumber = false;
    const int line = text.section(QLatin1Char(':'), -1).trimmed().toInt(&isNumber);
    if (file.isEmpty() || !isNumber || line < 1)
        return error(QT_TRANSLATE_NOOP("BreakpointKinds", "\"%1\" is no line: write file.py:27"), text);
    const auto known = std::find_if(files.begin(), files.end(), [&](const QString &each) {
        return each == file || each.endsWith(QLatin1Char('/') + file);
    });
    if (known == files.end() && !QFileInfo::exists(file))
        return error(QT_TRANSLATE_NOOP("BreakpointKinds", "There is no file %1"), file);
    breakpoint.file = (known != files.end() ? *known : QFileInfo(file).absoluteFilePath()).toStdString();
    breakpoint.line = line;
    return breakpoint;
}

} // namespace

const std::vector<BreakpointKind> &breakpointKinds() {
    static const std::vector<BreakpointKind> kinds = {
        {Kind::Line, QT_TRANSLATE_NOOP("BreakpointKinds", "line"), QT_TRANSLATE_NOOP("BreakpointKinds", "train.py:27")},
        {Kind::Op, QT_TRANSLATE_NOOP("BreakpointKinds", "operator"),
         QT_TRANSLATE_NOOP("BreakpointKinds", "name, such as MatMul")},
        {Kind::OpNumber, QT_TRANSLATE_NOOP("BreakpointKinds", "operator number"),
         QT_TRANSLATE_NOOP("BreakpointKinds", "number, such as 118")},
        {Kind::Condition, QT_TRANSLATE_NOOP("BreakpointKinds", "condition"),
         QT_TRANSLATE_NOOP("BreakpointKinds", "condition, such as nan(out) or max(abs(out)) > 1e4")},
        {Kind::Node, QT_TRANSLATE_NOOP("BreakpointKinds", "graph node"),
         QT_TRANSLATE_NOOP("BreakpointKinds", "name of a node, such as %12")},
        {Kind::Exception, QT_TRANSLATE_NOOP("BreakpointKinds", "exception"),
         QT_TRANSLATE_NOOP("BreakpointKinds", "any exception")},
    };
    return kinds;
}

QString nameOf(Kind kind) {
    for (const BreakpointKind &each : breakpointKinds())
        if (each.kind == kind) return words(each.name);
    return {};
}

QString placeText(const Breakpoint &breakpoint) {
    switch (breakpoint.kind) {
    case Kind::Line:
        return QFileInfo(QString::fromStdString(breakpoint.file)).fileName() + QLatin1Char(':') +
               QString::number(breakpoint.line);
    case Kind::Op:
    case Kind::Node:
        return QString::fromStdString(breakpoint.op);
    case Kind::OpNumber:
        return QLatin1Char('#') + QString::number(breakpoint.number);
    case Kind::Exception:
        return words(QT_TRANSLATE_NOOP("BreakpointKinds", "any exception"));
    case Kind::Condition:
        return words(QT_TRANSLATE_NOOP("BreakpointKinds", "any operator"));
    }
    return {};
}

QString placeSource(const Breakpoint &breakpoint) {
    if (breakpoint.kind != Kind::Line) return placeText(breakpoint);
    return QString::fromStdString(breakpoint.file) + QLatin1Char(':') + QString::number(breakpoint.line);
}

Result<Breakpoint> placeFrom(Breakpoint breakpoint, const QString &source, const QStringList &files) {
    const QString text = source.trimmed();
    switch (breakpoint.kind) {
    case Kind::Line:
        return lineFrom(std::move(breakpoint), text, files);
    case Kind::Op:
        if (findOp(text.toStdString()) == nullptr)
            return error(QT_TRANSLATE_NOOP("BreakpointKinds", "There is no operator \"%1\""), text);
        breakpoint.op = text.toStdString();
        return breakpoint;
    case Kind::OpNumber: {
        bool isNumber = false;
        breakpoint.number = QString(text).remove(QLatin1Char('#')).toLongLong(&isNumber);
        if (!isNumber || breakpoint.number < 1)
            return error(QT_TRANSLATE_NOOP("BreakpointKinds", "\"%1\" is no number of an operator"), text);
        return breakpoint;
    }
    case Kind::Node:
        if (text.isEmpty()) return error(QT_TRANSLATE_NOOP("BreakpointKinds", "Write the name of a node"));
        breakpoint.op = text.toStdString();
        return breakpoint;
    case Kind::Condition: {
        breakpoint.condition = text.toStdString();
        const Result<void> checked = checkCondition(breakpoint);
        if (!checked) return checked.error();
        return breakpoint;
    }
    case Kind::Exception:
        return breakpoint;
    }
    return breakpoint;
}

Result<void> checkCondition(const Breakpoint &breakpoint) {
    if (breakpoint.kind == Kind::Line) return {};
    if (breakpoint.condition.empty()) {
        if (breakpoint.kind != Kind::Condition) return {};
        return error(QT_TRANSLATE_NOOP("BreakpointKinds", "Write a condition, such as nan(out)"));
    }
    const Result<Query> query = Query::parse(breakpoint.condition);
    return query ? Result<void>() : Result<void>(query.error());
}

QStringList operatorNames() {
    QStringList names;
    for (const OpDef &def : catalogue())
        names.append(QString::fromStdString(def.name));
    names.sort(Qt::CaseInsensitive);
    return names;
}

} // namespace breakpointspanel
} // namespace jitscope
