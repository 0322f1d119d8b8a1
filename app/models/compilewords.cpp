// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/compilewords.h"

#include "engine/base/text.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QStringList>
#include <algorithm>
#include <array>
#include <span>
#include <string_view>

namespace jitscope {
inline namespace models {

namespace {

struct CompilePhrases {
    Q_DECLARE_TR_FUNCTIONS(CompileWords)
};

QString text(const std::string &value) {
    return QString::fromStdString(value);
}

/** Time of a capture that is of no line, as engine/python/mindspore names it. */
constexpr std::array stageNames = {
    QT_TRANSLATE_NOOP("CompileWords", "compare with earlier graphs"),
    QT_TRANSLATE_NOOP("CompileWords", "load the front end"),
    QT_TRANSLATE_NOOP("CompileWords", "read the source"),
    QT_TRANSLATE_NOOP("CompileWords", "make parameters"),
    QT_TRANSLATE_NOOP("CompileWords", "capture that began anew"),
    QT_TRANSLATE_NOOP("CompileWords", "make gradients"),
    QT_TRANSLATE_NOOP("CompileWords", "return results"),
    QT_TRANSLATE_NOOP("CompileWords", "describe the call"),
    QT_TRANSLATE_NOOP("CompileWords", "read the bytecode"),
    QT_TRANSLATE_NOOP("CompileWords", "make guards and results"),
};

QString lineName(const CompileRow &row) {
    if (row.line <= 0) {
        const std::string name = row.name.substr(0, row.name.rfind(':'));
        const auto known = std::ranges::find(stageNames, std::string_view(name));
        return known == stageNames.end() ? text(name) : CompilePhrases::tr(*known);
    }
    return QFileInfo(text(row.file)).fileName() + QLatin1Char(':') + QString::number(row.line);
}

/** What a part is called in a recording, and what it is called where it stands as a row. */
struct PartName {
    std::string_view name;
    const char *shown;
};

/** Stages of a compile and what kernels' consist of; a fused kernel's have its name. */
constexpr PartName partNames[] = {
    {"capture", QT_TRANSLATE_NOOP("CompileWords", "capture")},
    {"verify", QT_TRANSLATE_NOOP("CompileWords", "verify")},
    {"passes", QT_TRANSLATE_NOOP("CompileWords", "passes")},
    {"check", QT_TRANSLATE_NOOP("CompileWords", "checks")},
    {"snapshots", QT_TRANSLATE_NOOP("CompileWords", "snapshots")},
    {"codegen", QT_TRANSLATE_NOOP("CompileWords", "codegen")},
    {"plan", QT_TRANSLATE_NOOP("CompileWords", "plan")},
    {"loops", QT_TRANSLATE_NOOP("CompileWords", "loops")},
    {"cache", QT_TRANSLATE_NOOP("CompileWords", "cache")},
    {"link", QT_TRANSLATE_NOOP("CompileWords", "link")},
};

/** LLVM's own steps besides its passes. */
constexpr PartName llvmSteps[] = {
    {"build", QT_TRANSLATE_NOOP("CompileWords", "build")},
    {"emit", QT_TRANSLATE_NOOP("CompileWords", "emit")},
};

QString shownName(std::span<const PartName> names, const std::string &name) {
    const auto known = std::ranges::find(names, std::string_view(name), &PartName::name);
    return known == names.end() ? text(name) : CompilePhrases::tr(known->shown);
}

constexpr std::array kindNames = {
    QT_TRANSLATE_NOOP("CompileWords", "function"),
    QT_TRANSLATE_NOOP("CompileWords", "compilation"),
    QT_TRANSLATE_NOOP("CompileWords", "part"),
    QT_TRANSLATE_NOOP("CompileWords", "stage of passes"),
    QT_TRANSLATE_NOOP("CompileWords", "cycle"),
    QT_TRANSLATE_NOOP("CompileWords", "pass"),
    QT_TRANSLATE_NOOP("CompileWords", "rule: from the rewrite before to that of the rule, search and replacement"),
    QT_TRANSLATE_NOOP("CompileWords", "search that ended without a rewrite"),
    QT_TRANSLATE_NOOP("CompileWords", "fused kernel"),
    QT_TRANSLATE_NOOP("CompileWords", "LLVM's own pass, analysis or step"),
    QT_TRANSLATE_NOOP("CompileWords", "line of the code while it was captured, without what it called"),
    QT_TRANSLATE_NOOP("CompileWords", "of no line: reading the source, making guards"),
    QT_TRANSLATE_NOOP("CompileWords", "the types of the nodes of that line"),
    QT_TRANSLATE_NOOP("CompileWords", "measured by none of the parts beside it")};

constexpr std::array groupingNames = {
    QT_TRANSLATE_NOOP("CompileWords", "Waterfall"), QT_TRANSLATE_NOOP("CompileWords", "Function"),
    QT_TRANSLATE_NOOP("CompileWords", "Stage"),     QT_TRANSLATE_NOOP("CompileWords", "Pass"),
    QT_TRANSLATE_NOOP("CompileWords", "Cycle"),     QT_TRANSLATE_NOOP("CompileWords", "Rule"),
    QT_TRANSLATE_NOOP("CompileWords", "Line")};

constexpr std::array differenceNames = {QT_TRANSLATE_NOOP("CompileWords", "shape"),
                                        QT_TRANSLATE_NOOP("CompileWords", "number of axes"),
                                        QT_TRANSLATE_NOOP("CompileWords", "dtype"),
                                        QT_TRANSLATE_NOOP("CompileWords", "number"),
                                        QT_TRANSLATE_NOOP("CompileWords", "constant"),
                                        QT_TRANSLATE_NOOP("CompileWords", "number of items"),
                                        QT_TRANSLATE_NOOP("CompileWords", "type"),
                                        QT_TRANSLATE_NOOP("CompileWords", "object"),
                                        QT_TRANSLATE_NOOP("CompileWords", "function object"),
                                        QT_TRANSLATE_NOOP("CompileWords", "training mode"),
                                        QT_TRANSLATE_NOOP("CompileWords", "setting"),
                                        QT_TRANSLATE_NOOP("CompileWords", "other")};

/** What the engine calls a value that is not there, or a layer's mode. */
QString valueText(const std::string &value) {
    if (value.empty()) return CompilePhrases::tr("nothing");
    if (value == "in training") return CompilePhrases::tr("in training");
    if (value == "not in training") return CompilePhrases::tr("not in training");
    return text(value);
}

/** "x", "x[0] and x[1]", "x[0], x[1] and 4 more". */
QString namesText(const CompileAdvice &advice, const std::vector<CompileDifference> &differences) {
    const QString first = text(differences.at(advice.difference).name);
    if (advice.alike.empty()) return first;
    const QString second = text(differences.at(advice.alike.front()).name);
    if (advice.alike.size() == 1) return CompilePhrases::tr("%1 and %2").arg(first, second);
    return CompilePhrases::tr("%1, %2 and %3 more").arg(first, second, QString::number(advice.alike.size() - 1));
}

QString remedyText(const CompileAdvice &advice, const QString &name, const Compilation &compilation) {
    const QString seen = text(advice.evidence);
    switch (advice.remedy) {
    case CompileRemedy::Dynamic:
        return (compilation.captureMode == "ast"
                    ? CompilePhrases::tr(
                          "jit(dynamic=1) makes one graph for all shapes of %1 from the second shape on, unless "
                          "what is computed depends on them (seen: %2).")
                    : CompilePhrases::tr(
                          "jit(capture_mode=\"ast\", dynamic=1) makes one graph for all shapes of %1 from the "
                          "second shape on, unless what is computed depends on them (seen: %2)."))
            .arg(name, seen);
    case CompileRemedy::Pad:
        if (advice.target.empty())
            return CompilePhrases::tr(
                       "Pad %1 before the call to one size that holds all that you pass. Which sizes ran in the "
                       "graph with free dimensions is not recorded (compiled for: %2).")
                .arg(name, seen);
        return CompilePhrases::tr("Pad %1 to %2 before the call, which holds all sizes that were compiled (%3).")
            .arg(name, text(advice.target), seen);
    case CompileRemedy::OneRank:
        return CompilePhrases::tr("Give %1 the same number of axes each time (seen: %2).").arg(name, seen);
    case CompileRemedy::OneDtype:
        return CompilePhrases::tr("Convert %1 to one dtype before the call, with astype() (seen: %2).").arg(name, seen);
    case CompileRemedy::Mutable:
        return CompilePhrases::tr("Pass mutable(%1): its type counts then, not its value (seen: %2).").arg(name, seen);
    case CompileRemedy::MakeInput:
        return CompilePhrases::tr("Or pass %1 as a Tensor: the constant becomes an input of the graph (seen: %2).")
            .arg(name, seen);
    case CompileRemedy::ClosureInput:
        return CompilePhrases::tr(
                   "Hand in %1 as an argument, as a Tensor or mutable(), instead of reading it from outside of "
                   "the function (seen: %2).")
            .arg(name, seen);
    case CompileRemedy::Stack:
        return CompilePhrases::tr(
                   "Stack the items of %1 into one tensor, or fill them up to one number of items (seen: %2).")
            .arg(name, seen);
    case CompileRemedy::OneType:
        return CompilePhrases::tr("Pass one kind of value for %1 each time (seen: %2).").arg(name, seen);
    case CompileRemedy::KeepObject:
        return CompilePhrases::tr("Call with one object as %1: a graph is made for each (seen: %2).").arg(name, seen);
    case CompileRemedy::KeepFunction:
        return CompilePhrases::tr(
                   "Decorate the function once, outside of the loop or function that makes it: each new function "
                   "object is compiled anew (seen: %1).")
            .arg(seen);
    case CompileRemedy::KeepSetting:
        return CompilePhrases::tr("Set %1 once, before the first call (seen: %2).").arg(name, seen);
    case CompileRemedy::Expected:
        return CompilePhrases::tr(
                   "One graph for each value of %1 is what it is for, while the values come back (seen: %2).")
            .arg(name, seen);
    case CompileRemedy::SetInPlace:
        return CompilePhrases::tr("Change weights in place, as ops.assign() does: set_data() gives them other memory.");
    case CompileRemedy::CompileOnce:
        break;
    }
    return CompilePhrases::tr("Nothing is known that would have avoided it.");
}

} // namespace

QString compileRowName(const CompileRow &row, const QString &title) {
    switch (row.kind) {
    case CompileRowKind::Compilation:
        return title;
    case CompileRowKind::NoRule:
        return CompilePhrases::tr("no rewrite");
    case CompileRowKind::NoLine:
        return CompilePhrases::tr("outside of lines");
    case CompileRowKind::Inference:
        return CompilePhrases::tr("type inference");
    case CompileRowKind::Unaccounted:
        return CompilePhrases::tr("unaccounted");
    case CompileRowKind::Line:
        return lineName(row);
    case CompileRowKind::Part:
        return compileStageName(row.name);
    case CompileRowKind::LlvmPart:
        return llvmStepName(row.name);
    default:
        return text(row.name);
    }
}

QString compileStageName(const std::string &name) {
    return shownName(partNames, name);
}

QString llvmStepName(const std::string &name) {
    return shownName(llvmSteps, name);
}

QString compileRowKindName(CompileRowKind kind) {
    return CompilePhrases::tr(kindNames[size_t(kind)]);
}

QString compileGroupingName(CompileGrouping grouping) {
    return CompilePhrases::tr(groupingNames[size_t(grouping)]);
}

QString differenceKindName(CompileDifferenceKind kind) {
    return CompilePhrases::tr(differenceNames[size_t(kind)]);
}

QString differenceSentence(const CompileDifference &difference) {
    const QString now = valueText(difference.now), before = valueText(difference.before);
    if (difference.kind == CompileDifferenceKind::Told) return text(difference.now);
    if (difference.kind == CompileDifferenceKind::Function)
        return CompilePhrases::tr("another function object of the same source: %1 instead of %2").arg(now, before);
    const QString pattern = difference.isArgument ? CompilePhrases::tr("argument %1: %2 instead of %3")
                                                  : CompilePhrases::tr("%1: %2 instead of %3");
    return pattern.arg(text(difference.name), now, before);
}

QString differencesSentence(const Recompilation &recompilation) {
    if (recompilation.nearest < 0) return CompilePhrases::tr("first compilation of the function");
    QStringList sentences;
    for (const CompileDifference &each : recompilation.differences)
        sentences << differenceSentence(each);
    return sentences.join(QStringLiteral("; "));
}

QString adviceSentence(const CompileAdvice &advice, const Recompilation &recompilation,
                       const Compilation &compilation) {
    const QString sentence = remedyText(advice, namesText(advice, recompilation.differences), compilation);
    const bool avoids = advice.remedy != CompileRemedy::Expected && advice.remedy != CompileRemedy::CompileOnce;
    if (!avoids || advice.compilations <= 0) return sentence;
    return sentence + QLatin1Char(' ') +
           CompilePhrases::tr("It saves %1 of the run's compilations, %2.")
               .arg(QString::number(advice.compilations), timeWords(double(advice.savedNs)));
}

QString kernelOriginsText(const KernelOrigins &origins) {
    QStringList parts;
    const auto add = [&](int count, const QString &pattern) {
        if (count > 0) parts << pattern.arg(count);
    };
    add(origins.compiled, CompilePhrases::tr("%1 compiled"));
    add(origins.memory, CompilePhrases::tr("%1 from memory"));
    add(origins.disk, CompilePhrases::tr("%1 from disk"));
    add(origins.notCompiled, CompilePhrases::tr("%1 not compiled"));
    add(origins.unknown, CompilePhrases::tr("%1 of unknown origin"));
    return parts.isEmpty() ? CompilePhrases::tr("no kernels") : parts.join(QStringLiteral(", "));
}

QString timeWords(double ns) {
    return QString::fromStdString(humanTime(int64_t(ns)));
}

} // namespace models
} // namespace jitscope
