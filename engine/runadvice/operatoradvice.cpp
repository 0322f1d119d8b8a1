// SPDX-License-Identifier: Apache-2.0
// Operators that compute nothing: what moves elements and what converts them.
#include "engine/ops/opdef.h"
#include "engine/runadvice/runadvicerules.h"
#include "engine/session/session.h"

namespace jitscope::inline runadvice {

namespace {

template<class IsMeant> std::optional<RunMeasured> measuredOf(const RunAdviceInput &input, IsMeant isMeant) {
    const OpColumns &columns = input.columns;
    std::vector<uint32_t> places;
    for (size_t place = 0; place < columns.size(); ++place)
        if (columns.bytes[place] > 0 && isMeant(place)) places.push_back(uint32_t(place));
    if (places.empty()) return std::nullopt;
    RunMeasured found;
    found.concernsNs = selfOf(columns, places);
    found.value = percentOf(double(found.concernsNs), double(input.operatorsNs));
    found.arguments = {std::to_string(places.size()), percentText(found.value)};
    found.evidence = byOperator(columns, places);
    return found;
}

bool isConversion(const OpEvent &op) {
    return op.op == std::string_view("Cast");
}

/** What sorts, searches or tests elements counts as work. */
std::optional<RunMeasured> movedElements(const RunAdviceInput &input) {
    return measuredOf(input, [&](size_t place) {
        const OpEvent &op = input.session.ops[place];
        const OpDef *def = op.isKernel ? nullptr : findOp(op.op.str());
        return def != nullptr && def->category == OpCategory::DataMovement && op.cost.flops == 0 && !isConversion(op);
    });
}

std::optional<RunMeasured> conversions(const RunAdviceInput &input) {
    return measuredOf(input, [&](size_t place) { return isConversion(input.session.ops[place]); });
}

} // namespace

std::vector<RunRule> operatorAdvice() {
    return {
        {.id = "moved_elements",
         .title = "Copies and transposes",
         .pattern = "Operators that only move elements: %1; they take %2 of the operators' time.",
         .advice = "Keep one layout through the function, transpose weights once before it, join what is concatenated "
                   "each time, and prefer views (reshape, slices) to copies.",
         .threshold = 15,
         .base = "of the operators' time",
         .check = RunCheck::Place,
         .measure = movedElements},
        {.id = "conversions",
         .title = "Conversions between dtypes",
         .pattern = "Conversions (Cast): %1; they take %2 of the operators' time.",
         .advice = "Keep weights and inputs in the dtype that is computed in, or convert once before the loop.",
         .threshold = 5,
         .base = "of the operators' time",
         .check = RunCheck::Place,
         .measure = conversions},
    };
}

} // namespace jitscope::inline runadvice
