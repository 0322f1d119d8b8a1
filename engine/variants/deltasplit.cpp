// SPDX-License-Identifier: Apache-2.0
// Telescopes the total over the list of steps, once from its beginning and once from its end.
#include "engine/variants/deltasplit.h"

#include "engine/variants/pairedtimes.h"
#include "engine/variants/variantplacements.h"

#include <algorithm>
#include <cmath>

namespace jitscope::inline variants {

namespace {

using Kind = DeltaStep::Kind;

bool has(const std::vector<Decision> &decisions, const Decision &decision) {
    return std::ranges::find(decisions, decision) != decisions.end();
}

bool has(const std::vector<DeltaStep> &steps, const DeltaStep &step) {
    return std::ranges::find(steps, step) != steps.end();
}

struct Measured {
    double ratio = 1;     ///< time by that of the first variant
    double halfWidth = 0; ///< of the ratio's interval, or the noise where that is larger
    int launches = 0;
    double bytes = 0;
};

double lengthOf(std::initializer_list<double> parts) {
    double squares = 0;
    for (const double part : parts)
        squares += part * part;
    return std::sqrt(squares);
}

class Splitter {
public:
    Splitter(const VariantBase &base, const VariantSpec &from, const VariantSpec &to, double seconds,
             const std::function<bool()> &shouldContinue)
        : m_base(base)
        , m_to(to)
        , m_steps(stepsBetween(from, to))
        , m_seconds(seconds)
        , m_shouldContinue(shouldContinue)
        , m_first(makeVariant(base, from)) {}

    Result<DeltaSplit> run() {
        if (!m_first.executable || !m_first.error.empty()) return Error{"Without the steps: " + m_first.check.text};
        std::vector<Measured> beginnings, ends; // [i]: the first i steps; all behind the first i
        for (size_t i = 0; i <= m_steps.size(); ++i) {
            const auto at = m_steps.begin() + std::ptrdiff_t(i);
            auto beginning = measured({m_steps.begin(), at});
            if (!beginning) return beginning.error();
            auto end = measured({at, m_steps.end()});
            if (!end) return end.error();
            beginnings.push_back(*beginning);
            ends.push_back(*end);
        }
        return split(beginnings, ends);
    }

private:
    Result<Measured> measured(std::vector<DeltaStep> taken) {
        if (taken.empty()) return Measured{1, 0, m_first.launches, m_first.bytes};
        const Variant variant = makeVariant(m_base, withSteps(m_first.spec, m_to, std::move(taken)));
        if (!variant.executable || !variant.error.empty())
            return Error{"With some of the decisions: " + variant.check.text};
        const auto times = timeVariants(m_base, m_first.spec, variant.spec, m_seconds, m_shouldContinue);
        if (!m_shouldContinue()) return Error{"It was called off."};
        if (!times) return times.error();
        const PairedTimes compared = compareTimes(*times);
        if (m_firstNs == 0) m_firstNs = compared.medianA;
        const double halfWidth = std::max((compared.high - compared.low) / 2, compared.noise);
        return Measured{compared.ratio, halfWidth, variant.launches, variant.bytes};
    }

    /** All of both ways measure the same total; it is shared out as their mean. */
    DeltaSplit split(const std::vector<Measured> &beginnings, const std::vector<Measured> &ends) const {
        DeltaSplit result;
        result.fromNs = m_firstNs;
        for (size_t i = 0; i < m_steps.size(); ++i) {
            const Measured &before = beginnings[i], &behind = beginnings[i + 1], &with = ends[i],
                           &without = ends[i + 1];
            const double added = behind.ratio - before.ratio, taken = with.ratio - without.ratio;
            const double noise = lengthOf({before.halfWidth, behind.halfWidth, with.halfWidth, without.halfWidth}) / 2;
            result.shares.push_back({m_steps[i], m_firstNs * (added + taken) / 2, m_firstNs * noise,
                                     behind.launches - before.launches, behind.bytes - before.bytes});
            result.totalNs += result.shares.back().ns;
            result.launches += result.shares.back().launches;
            result.bytes += result.shares.back().bytes;
        }
        result.noiseNs = m_firstNs * lengthOf({beginnings.back().halfWidth, ends.front().halfWidth}) / 2;
        return result;
    }

    const VariantBase &m_base;
    const VariantSpec &m_to;
    const std::vector<DeltaStep> m_steps;
    double m_seconds;
    const std::function<bool()> &m_shouldContinue;
    const Variant m_first;
    double m_firstNs = 0;
};

} // namespace

bool DecisionShare::isWithinNoise() const {
    return std::abs(ns) <= noiseNs;
}

std::vector<DeltaStep> stepsBetween(const VariantSpec &from, const VariantSpec &to) {
    std::vector<DeltaStep> steps;
    if (from.level != to.level) steps.push_back({Kind::Level, to.level, {}});
    for (const Decision &decision : from.decisions)
        if (!has(to.decisions, decision)) steps.push_back({Kind::GivenUp, to.level, decision});
    for (const Decision &decision : to.decisions)
        if (!has(from.decisions, decision)) steps.push_back({Kind::Added, to.level, decision});
    return steps;
}

VariantSpec withSteps(const VariantSpec &from, const VariantSpec &to, std::vector<DeltaStep> taken) {
    if (taken.empty()) return from;
    VariantSpec spec{has(taken, {Kind::Level, to.level, {}}) ? to.level : from.level, {}};
    for (const Decision &decision : from.decisions)
        if (!has(to.decisions, decision) && !has(taken, {Kind::GivenUp, to.level, decision}))
            spec.decisions.push_back(decision);
    for (const Decision &decision : to.decisions)
        if (has(from.decisions, decision) || has(taken, {Kind::Added, to.level, decision}))
            spec.decisions.push_back(decision);
    return spec;
}

std::string toString(const DeltaStep &step, const Module &captured) {
    if (step.kind == Kind::Level) return step.level == JitLevel::O1 ? "compiled at O1" : "compiled at O0";
    const std::string decision = toString(step.decision, captured);
    return step.kind == Kind::Added ? decision : "given up: " + decision;
}

Result<DeltaSplit> splitDelta(const VariantBase &base, const VariantSpec &from, const VariantSpec &to,
                              double secondsEach, const std::function<bool()> &shouldContinue) {
    return Splitter(base, from, to, secondsEach, shouldContinue).run();
}

} // namespace jitscope::inline variants
