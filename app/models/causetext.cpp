// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/causetext.h"

#include "engine/base/text.h"

#include <QCoreApplication>

namespace jitscope {
inline namespace models {

namespace {

QString translated(const char *context, const char *text) {
    return QCoreApplication::translate(context, text);
}

/** Patterns with %1, %2: what is put in may hold signs of its own. */
QString put(const QString &pattern, const std::vector<std::string> &arguments) {
    return QString::fromStdString(filled(pattern.toStdString(), arguments));
}

struct CertaintyName {
    Certainty certainty;
    const char *name;
};
constexpr CertaintyName certaintyNames[] = {{Certainty::None, QT_TRANSLATE_NOOP("CauseText", "not known")},
                                            {Certainty::Possible, QT_TRANSLATE_NOOP("CauseText", "possible")},
                                            {Certainty::Likely, QT_TRANSLATE_NOOP("CauseText", "likely")},
                                            {Certainty::Certain, QT_TRANSLATE_NOOP("CauseText", "certain")}};

struct DifferenceName {
    DifferenceKind kind;
    const char *name;
};
constexpr DifferenceName differenceNames[] = {{DifferenceKind::Same, QT_TRANSLATE_NOOP("CauseText", "same")},
                                              {DifferenceKind::Slower, QT_TRANSLATE_NOOP("CauseText", "slower")},
                                              {DifferenceKind::Faster, QT_TRANSLATE_NOOP("CauseText", "faster")},
                                              {DifferenceKind::Missing, QT_TRANSLATE_NOOP("CauseText", "missing")},
                                              {DifferenceKind::New, QT_TRANSLATE_NOOP("CauseText", "new")},
                                              {DifferenceKind::Moved, QT_TRANSLATE_NOOP("CauseText", "moved")}};

struct MatchName {
    MatchedBy by;
    const char *name;
};
constexpr MatchName matchNames[] = {
    {MatchedBy::Nothing, QT_TRANSLATE_NOOP("CauseText", "no partner")},
    {MatchedBy::Identity, QT_TRANSLATE_NOOP("CauseText", "operator or node")},
    {MatchedBy::FullName, QT_TRANSLATE_NOOP("CauseText", "full name")},
    {MatchedBy::TypeAndOrder, QT_TRANSLATE_NOOP("CauseText", "type and shapes, in order")},
    {MatchedBy::NameAndOrder, QT_TRANSLATE_NOOP("CauseText", "name without numbers, in order")}};

} // namespace

QString relativeTime(const Trace &trace, int64_t timeNs) {
    const int64_t ns = timeNs - trace.beginNs();
    const QString digits = QStringLiteral("%1").arg(qlonglong(std::abs(ns) % 1'000'000), 6, 10, QLatin1Char('0'));
    return (ns < 0 ? QStringLiteral("-") : QString()) + QString::number(qlonglong(std::abs(ns) / 1'000'000)) +
           QLatin1Char('.') + digits.left(3) + QChar(0x2009) + digits.mid(3) + QStringLiteral(" ms");
}

QString durationText(int64_t ns) {
    return ns < 0 ? QStringLiteral("-") + QString::fromStdString(humanTime(-ns))
                  : QString::fromStdString(humanTime(ns));
}

QString percentOf(double share) {
    return QString::number(share * 100, 'f', 1) + QStringLiteral(" %");
}

QString deviceName(const DeviceKey &device) {
    if (device.rank >= 0) return QCoreApplication::translate("CauseText", "Rank %1").arg(device.rank);
    if (device.device >= 0) return QCoreApplication::translate("CauseText", "Device %1").arg(device.device);
    return QCoreApplication::translate("CauseText", "The device");
}

QString certaintyText(Certainty certainty) {
    return translated("CauseText", certaintyNames[size_t(certainty)].name);
}
QString differenceText(DifferenceKind kind) {
    return translated("CauseText", differenceNames[size_t(kind)].name);
}
QString matchText(MatchedBy by) {
    return translated("CauseText", matchNames[size_t(by)].name);
}

QString causeTitle(IdleCauseKind kind) {
    return translated("IdleCauses", wordsOf(kind).title);
}
QString causeSentence(const IdleCause &cause) {
    return put(translated("IdleCauses", wordsOf(cause.kind).pattern),
               {cause.name, put(translated("IdleCauses", cause.peer.pattern), cause.peer.arguments).toStdString()});
}
QString causeMeaning(IdleCauseKind kind) {
    return translated("IdleCauses", wordsOf(kind).meaning);
}
QString evidenceText(const char *what) {
    return translated("IdleCauses", what);
}

QString findingTitle(const AdviceRule &rule) {
    return translated("Advice", rule.title);
}
QString findingSentence(const Finding &finding) {
    return put(translated("Advice", patternOf(finding)), finding.measured.arguments);
}
QString lackText(const Phrase &lacks) {
    return put(translated("Advice", lacks.pattern), lacks.arguments);
}
QString findingAdvice(const AdviceRule &rule) {
    return translated("Advice", rule.advice);
}
QString thresholdText(const AdviceRule &rule) {
    return QCoreApplication::translate("CauseText", "from %1 %2 on (%3)")
        .arg(rule.threshold)
        .arg(QLatin1String(rule.unit), translated("Advice", rule.source));
}

QString originText(const std::string &text) {
    return translated("SliceOrigin", text.c_str());
}
QString matchReasonText(const Phrase &how) {
    return put(translated("SliceOrigin", how.pattern), how.arguments);
}
QString workProblemText(const Phrase &problem) {
    return put(translated("KernelBound", problem.pattern), problem.arguments);
}
QString parameterText(const char *text) {
    return translated("DeviceParameters", text);
}

} // namespace models
} // namespace jitscope
