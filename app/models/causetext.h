// SPDX-License-Identifier: GPL-3.0-or-later
// What the engine found out about a timeline, in the user's language: causes, findings, how sure something is.
#pragma once

#include "engine/analysis/advice/advice.h"
#include "engine/analysis/comparison/tracecomparison.h"

#include <QString>

namespace jitscope {
inline namespace models {

/** "12.345 678 ms" after the first event of the trace: times since 1970 say nothing to anyone. */
QString relativeTime(const Trace &trace, int64_t timeNs);
QString durationText(int64_t ns);
QString percentOf(double share);

QString deviceName(const DeviceKey &device);
QString certaintyText(Certainty certainty);
QString differenceText(DifferenceKind kind);
QString matchText(MatchedBy by);

QString causeTitle(IdleCauseKind kind);
QString causeSentence(const IdleCause &cause);
QString causeMeaning(IdleCauseKind kind);
QString evidenceText(const char *what);

QString findingTitle(const AdviceRule &rule);
QString findingSentence(const Finding &finding);
/** What is missing so that something cannot be told. */
QString lackText(const Phrase &lacks);
QString findingAdvice(const AdviceRule &rule);
/** "above 10 %; our own choice" */
QString thresholdText(const AdviceRule &rule);

/** A step of the origin of a slice: how it was found, and sentences about what is missing. */
QString originText(const std::string &text);
/** By what the node of a kernel was found, or why it was not. */
QString matchReasonText(const Phrase &how);
/** Why the work of a kernel does not follow from its shapes. */
QString workProblemText(const Phrase &problem);
/** Name, meaning or source of a parameter of a device model. */
QString parameterText(const char *text);

} // namespace models
} // namespace jitscope
