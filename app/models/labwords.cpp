// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/labwords.h"

#include "engine/base/text.h"
#include "engine/ir/nodename.h"
#include "engine/run/valuedifference.h"
#include "engine/variants/fusereason.h"
#include "engine/variants/namedecision.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <array>

namespace jitscope {
inline namespace models {

namespace {

const std::string unnamed = "Variant "; ///< variants are numbered

struct LabPhrases {
    Q_DECLARE_TR_FUNCTIONS(LabWords)
};

QString text(std::string_view value) {
    return QString::fromUtf8(value.data(), qsizetype(value.size()));
}

/** A text of the engine's records: forms of predicates, what they compare, why there is no change. */
QString ofRecords(const std::string &value) {
    return value.empty() ? QString() : QCoreApplication::translate("Predicates", value.c_str());
}

using Part = std::pair<QLatin1String, QString>; ///< a placeholder and what stands for it

/** What is put in may hold signs of its own. */
QString filledIn(const QString &pattern, std::initializer_list<Part> parts) {
    QString filled;
    for (qsizetype at = 0; at < pattern.size();) {
        const auto part = std::ranges::find_if(
            parts, [&](const Part &each) { return QStringView(pattern).mid(at).startsWith(each.first); });
        filled += part == parts.end() ? QString(pattern[at]) : part->second;
        at += part == parts.end() ? 1 : part->first.size();
    }
    return filled;
}

/** "MatMul" of "MatMul %12"; parameters and constants have no operator. */
QString operatorOf(const Predicate &predicate) {
    const size_t end = predicate.subject.find(" %");
    if (end != std::string::npos) return text(std::string_view(predicate.subject).substr(0, end));
    return predicate.node.valid() ? LabPhrases::tr("an input") : text(predicate.subject);
}

int numberIn(const std::string &counted) {
    return int(std::strtol(counted.c_str(), nullptr, 10));
}

/** "[1] of f32[4,4]": the shapes alone are no words. */
QString reductionText(const std::string &reduction) {
    const QStringList shapes = text(reduction).split(QLatin1String(" reduced to "));
    return shapes.size() == 2 ? LabPhrases::tr("%1 reduced to %2").arg(shapes[0], shapes[1]) : text(reduction);
}

QString objectText(const Predicate &predicate) {
    if (predicate.kind == PredicateKind::CutTime)
        return LabPhrases::tr("%n thread(s)", nullptr, numberIn(predicate.object));
    return ofRecords(predicate.object);
}

QString detailText(const Predicate &predicate) {
    if (predicate.kind == PredicateKind::CutTime)
        return LabPhrases::tr("%n kernel(s)", nullptr, numberIn(predicate.detail));
    return ofRecords(predicate.detail);
}

QString titleOf(const Module &module, NodeId id) {
    const NodePtr node = findNode(module, id);
    return text(node ? nodeTitle(*node) : nodeName(id));
}

QString titlesOf(const Module &module, const std::vector<NodeId> &nodes) {
    QStringList titles;
    for (const NodeId id : nodes)
        titles << titleOf(module, id);
    return titles.join(QStringLiteral(", "));
}

/** A kind of decision as a sentence: {name}, {nodes} and {behind} stand for the decision's own. */
struct DecisionWords {
    Decision::Kind kind;
    const char *sentence, *ofAll; ///< where it has no name; null: it always has one
    const char *ofOne = nullptr;  ///< where it is about one node, if that is another sentence
};
constexpr std::array<DecisionWords, 9> decisionWords = {{
    {Decision::Kind::SwitchOff, QT_TRANSLATE_NOOP("LabWords", "{name} is switched off"), nullptr},
    {Decision::Kind::Refuse, QT_TRANSLATE_NOOP("LabWords", "{name} is refused at {nodes}"),
     QT_TRANSLATE_NOOP("LabWords", "every rule is refused at {nodes}")},
    {Decision::Kind::KeepOut, QT_TRANSLATE_NOOP("LabWords", "{nodes}: kept out of kernels"), nullptr},
    {Decision::Kind::Fuse, QT_TRANSLATE_NOOP("LabWords", "{nodes}: to be one kernel"), nullptr,
     QT_TRANSLATE_NOOP("LabWords", "{nodes}: to be expanded into kernels")},
    {Decision::Kind::Repeat, QT_TRANSLATE_NOOP("LabWords", "{name} runs again behind {behind}"), nullptr},
    {Decision::Kind::Move, QT_TRANSLATE_NOOP("LabWords", "{name} is moved behind {behind}"), nullptr},
    {Decision::Kind::End, QT_TRANSLATE_NOOP("LabWords", "no pass runs behind {name}"), nullptr},
    {Decision::Kind::Dtype, QT_TRANSLATE_NOOP("LabWords", "{nodes}: computed in {name}"), nullptr},
    {Decision::Kind::Duplicate,
     QT_TRANSLATE_NOOP("LabWords", "{nodes}: used by each other alone, copied for all others"), nullptr},
}};

/** The sentence of the engine, of the refusal that it was made of. */
std::optional<QString> sentenceAmong(const Compilation &compilation, const std::string &reason) {
    for (const PassRecord &pass : compilation.passes)
        for (const Refusal &refusal : pass.refusals)
            if (refusal.reason() + "." == reason)
                return LabPhrases::tr("%1.").arg(predicateSentence(refusal.predicate));
    return {};
}

QString percentText(double share) {
    return QString::number(100 * share, 'f', 1) + QStringLiteral(" %");
}

QString figure(double value) {
    return QString::number(value, 'g', 3);
}

QString nameList(const QStringList &names) {
    constexpr qsizetype most = 4;
    const QString shown = names.mid(0, most).join(QStringLiteral(", "));
    return names.size() <= most ? shown : LabPhrases::tr("%1 and %2 more").arg(shown).arg(names.size() - most);
}

} // namespace

QString predicateName(const Predicate &predicate) {
    if (predicate.kind == PredicateKind::Stated) return ofRecords(predicate.stated);
    return filledIn(
        ofRecords(std::string(formOf(predicate.kind).name)),
        {{QLatin1String("{operator}"), operatorOf(predicate)}, {QLatin1String("{detail}"), detailText(predicate)}});
}

QString predicateSentence(const Predicate &predicate) {
    if (predicate.kind == PredicateKind::Stated) return ofRecords(predicate.stated);
    return filledIn(ofRecords(std::string(formOf(predicate.kind).sentence)),
                    {{QLatin1String("{subject}"), text(predicate.subject)},
                     {QLatin1String("{actual}"), actualText(predicate)},
                     {QLatin1String("{required}"), requiredText(predicate)},
                     {QLatin1String("{object}"), objectText(predicate)},
                     {QLatin1String("{detail}"), detailText(predicate)}});
}

QString actualText(const Predicate &predicate) {
    // Nobody counted on behind the limit.
    const bool isUncounted = predicate.kind == PredicateKind::WayBetween || predicate.kind == PredicateKind::LoopRounds;
    if (isUncounted) return LabPhrases::tr("more than %1").arg(predicate.required.number);
    if (predicate.kind == PredicateKind::SameReduction) return reductionText(predicate.actual.text);
    return ofRecords(predicate.actual.text);
}

QString requiredText(const Predicate &predicate) {
    if (predicate.kind == PredicateKind::SameReduction) return reductionText(predicate.required.text);
    return ofRecords(predicate.required.text);
}

QString relationText(const Predicate &predicate) {
    const std::string_view relation = formOf(predicate.kind).relation;
    if (relation == "<=") return QStringLiteral("\u2264");
    if (relation == ">=") return QStringLiteral("\u2265");
    if (relation == "!=") return QStringLiteral("\u2260");
    return ofRecords(std::string(relation));
}

QString subjectText(PredicateGroup group) {
    return ofRecords(std::string(toString(group)));
}

namespace {

QString askedText(const AskedNode &asked, const Module &captured) {
    const QString title = text(asked.title), titles = titlesOf(captured, asked.captured);
    if (asked.pass.empty())
        return LabPhrases::tr("%1 stands for %2: the decision is about what was captured.").arg(title, titles);
    return LabPhrases::tr("%1 was put by %2 (%3) in the place of %4: the decision is about what was captured.")
        .arg(title, text(asked.pass), text(asked.rule), titles);
}

QString choiceText(const DecisionReading &reading) {
    switch (reading.rule) {
    case RuleChoice::AsWritten:
        return {};
    case RuleChoice::OneApplied:
        return LabPhrases::tr("No rule was named: it is the only one that was applied there.");
    case RuleChoice::SeveralApplied:
        return LabPhrases::tr("No rule was named, and several were applied there (%1): every rule is refused.")
            .arg(text(join(reading.applied, "; ")));
    case RuleChoice::NoneApplied:
        return LabPhrases::tr("No rule was named, and none was applied there: every rule is refused.");
    case RuleChoice::OtherLevel:
        return reading.level == JitLevel::O0 ? LabPhrases::tr("Only O1 knows this rule: it has no effect at O0.")
                                             : LabPhrases::tr("Only O0 knows this rule: it has no effect at O1.");
    }
    return {};
}

} // namespace

QString readingText(const DecisionReading &reading, const Module &captured) {
    QStringList sentences;
    for (const AskedNode &asked : reading.nodes)
        sentences << askedText(asked, captured);
    sentences << choiceText(reading);
    sentences.removeAll(QString());
    return sentences.join(QLatin1Char(' '));
}

QString decisionText(const Decision &decision, const Module &captured) {
    const DecisionWords &words = *std::ranges::find(decisionWords, decision.kind, &DecisionWords::kind);
    const bool isOfAll = decision.name.empty() && words.ofAll;
    const bool isOfOne = decision.nodes.size() == 1 && words.ofOne;
    return filledIn(LabPhrases::tr(isOfAll   ? words.ofAll
                                   : isOfOne ? words.ofOne
                                             : words.sentence),
                    {{QLatin1String("{name}"), text(decision.name)},
                     {QLatin1String("{nodes}"), titlesOf(captured, decision.nodes)},
                     {QLatin1String("{behind}"), text(decision.behind)}});
}

QString changeText(const Counterfactual &change, const Module &captured) {
    if (!change.exists()) return ofRecords(change.whyNone);
    QStringList parts;
    if (change.level)
        parts << (*change.level == JitLevel::O1 ? LabPhrases::tr("compiled at O1") : LabPhrases::tr("compiled at O0"));
    for (const Decision &decision : change.decisions)
        parts << decisionText(decision, captured);
    const QString text = parts.join(QStringLiteral("; "));
    return change.launches ? LabPhrases::tr("%1 (operators and kernels: %2 then, %3 now)")
                                 .arg(text)
                                 .arg(change.launches->after)
                                 .arg(change.launches->before)
                           : text;
}

QString fateText(const Compilation &variant, const RefusedCandidate &candidate) {
    const CandidateFate::Kind kind = fateIn(variant, candidate).kind;
    if (kind == CandidateFate::Kind::Joined) {
        const WhyNot found = whyNotTogether(variant, {candidate.captured.front()}, {candidate.captured.back()});
        if (found.joined.empty()) return LabPhrases::tr("Joined");
        const JoinedNodes &by = found.joined.back();
        const QString joined =
            LabPhrases::tr("Joined by %1, rule %2").arg(text(fullName(variant.passes[by.pass])), text(by.rule));
        const std::string parts = partsOutside(variant, capturedOrigins(variant), candidate.captured);
        return parts.empty() ? joined : joined + QStringLiteral(". ") + text(parts);
    }
    const bool isSame = kind == CandidateFate::Kind::StillFails;
    for (const RefusedCandidate &each : refusedCandidates(variant)) {
        const Predicate &failed = each.refusal.predicate;
        if (each.captured != candidate.captured || kind == CandidateFate::Kind::NotMet) continue;
        if (isSame && (failed.kind != candidate.refusal.predicate.kind || each.refusal.rule != candidate.refusal.rule))
            continue;
        return (isSame ? LabPhrases::tr("Still refused: %1") : LabPhrases::tr("Now refused for another reason: %1"))
            .arg(predicateSentence(failed));
    }
    return LabPhrases::tr("No pass looked at these nodes together");
}

QString whyWithout(const DecisionUse &use, const Compilation *variant) {
    const auto said = variant ? sentenceAmong(*variant, use.reason) : std::nullopt;
    if (said) return *said;
    constexpr std::string_view gone = " is not computed any more when kernels are made: a pass took it away before.";
    if (!use.reason.ends_with(gone)) return ofRecords(use.reason);
    return LabPhrases::tr("%1 is not computed any more when kernels are made: a pass took it away before.")
        .arg(text(use.reason.substr(0, use.reason.size() - gone.size())));
}

QString sentenceOfRecord(const std::string &sentence) {
    return ofRecords(sentence);
}

namespace {

QString sentenceOf(VariantVerdict verdict, double maxAbsolute, const QString &failure) {
    switch (verdict) {
    case VariantVerdict::Equal:
        return LabPhrases::tr("Equal to eager, bit for bit.");
    case VariantVerdict::Close:
        return LabPhrases::
            tr("Close to eager: off by %1 at most, within %2 of each tensor's largest element and what rounding does.")
                .arg(figure(maxAbsolute), figure(usualTolerance));
    case VariantVerdict::Differs:
        return maxAbsolute == 0 ? LabPhrases::tr("Differs from eager: in shape, in dtype or in the number of results.")
                                : LabPhrases::tr("Differs from eager: off by %1 at most, more than %2 of the tensor's "
                                                 "largest element and rounding.")
                                      .arg(figure(maxAbsolute), figure(usualTolerance));
    case VariantVerdict::Broken:
        break;
    }
    return failure;
}

} // namespace

std::string unnamedVariant(int number) {
    return unnamed + std::to_string(number);
}

QString variantName(const std::string &name) {
    const std::string number = name.starts_with(unnamed) ? name.substr(unnamed.size()) : std::string();
    const bool isNumber = !number.empty() && std::ranges::all_of(number, [](char c) { return c >= '0' && c <= '9'; });
    return isNumber ? LabPhrases::tr("Variant %1").arg(QString::fromStdString(number)) : QString::fromStdString(name);
}

QString verdictSentence(const VariantRecord &record) {
    return sentenceOf(record.verdict, record.maxAbsolute,
                      record.error.empty() ? text(record.verdictText)
                                           : LabPhrases::tr("It does not compile: %1").arg(text(record.error)));
}

QString verdictSentence(const VariantCheck &check) {
    return sentenceOf(check.verdict, check.maxAbsolute, text(check.text));
}

QString timesSentence(const PairedTimes &times) {
    constexpr int fewest = 6;
    if (times.pairs < fewest) return LabPhrases::tr("too few measurements to tell");
    if (times.isUndecided())
        return LabPhrases::tr("no verdict: the same function differs from itself by up to %1 here, too much to decide; "
                              "measure longer, with nothing else running")
            .arg(percentText(times.noise));
    if (!times.isDifferent)
        return LabPhrases::tr("no difference (within the noise of %1)").arg(percentText(times.noise));
    if (times.ratio < 1)
        return LabPhrases::tr("%1 less time (99 %: %2 to %3)")
            .arg(percentText(1 - times.ratio), percentText(1 - times.high), percentText(1 - times.low));
    return LabPhrases::tr("%1 more time (99 %: %2 to %3)")
        .arg(percentText(times.ratio - 1), percentText(times.low - 1), percentText(times.high - 1));
}

QString inputsText(const std::vector<VariantInput> &inputs) {
    const std::pair<InputSource, QString> sources[] = {
        {InputSource::Recorded, LabPhrases::tr("%1: as recorded in the first call")},
        {InputSource::Weight, LabPhrases::tr("%1: weights as they are now")},
        {InputSource::Random, LabPhrases::tr("%1: random (values were not recorded)")}};
    QStringList parts;
    for (const auto &[source, pattern] : sources) {
        QStringList names;
        for (const VariantInput &input : inputs)
            if (input.source == source) names << text(input.parameter);
        if (!names.isEmpty()) parts << pattern.arg(nameList(names));
    }
    return parts.join(QStringLiteral("; "));
}

} // namespace models
} // namespace jitscope
