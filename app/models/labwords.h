// SPDX-License-Identifier: GPL-3.0-or-later
// What passes refused, what was decided of them and what came of it, in the user's language: made of the engine's
// records, not of its sentences.
#pragma once

#include "engine/session/variantrecord.h"
#include "engine/variants/counterfactual.h"
#include "engine/variants/decisionreading.h"
#include "engine/variants/pairedtimes.h"
#include "engine/variants/variantcheck.h"

#include <QString>

namespace jitscope {
inline namespace models {

/** "users of MatMul" */
QString predicateName(const Predicate &predicate);
/** "MatMul %12 has 2 users, needs 1" */
QString predicateSentence(const Predicate &predicate);
/** What it saw, and what it needs: "2", "f32[4,4]", "training". */
QString actualText(const Predicate &predicate);
QString requiredText(const Predicate &predicate);
/** How what a predicate saw should be to what it needs: "=", "≤", "one of". */
QString relationText(const Predicate &predicate);
/** What predicates are about: "shape". */
QString subjectText(PredicateGroup group);

/** How what was asked for was understood; "" where it is as it was asked. */
QString readingText(const DecisionReading &reading, const Module &captured);

/** "cse is switched off"; nodes are those of `captured`. */
QString decisionText(const Decision &decision, const Module &captured);
/** The smallest change, or why there is none for the candidate. */
QString changeText(const Counterfactual &change, const Module &captured);
/** What became of a refused candidate in a variant. */
QString fateText(const Compilation &variant, const RefusedCandidate &candidate);
/** Why a decision did not come about: a sentence of the engine about what a pass of the variant refused. */
QString whyWithout(const DecisionUse &use, const Compilation *variant);

/** A whole sentence of the engine. */
QString sentenceOfRecord(const std::string &sentence);

/** Of a variant that nobody has named, as records have it: "Variant 3". */
std::string unnamedVariant(int number);
/** As it is shown: what nobody has named is called so in the user's language. */
QString variantName(const std::string &name);

/** Whether and how far it is off from eager. */
QString verdictSentence(const VariantRecord &record);
QString verdictSentence(const VariantCheck &check);
/** "12 % less time (99 %: 10 to 14 %)" */
QString timesSentence(const PairedTimes &times);
/** "x, mask: as recorded in the first call" */
QString inputsText(const std::vector<VariantInput> &inputs);

} // namespace models
} // namespace jitscope
