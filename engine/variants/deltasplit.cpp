// SPDX-License-Identifier: Apache-2.0
// Telescopes the total over the list of decisions, once from its beginning and once from its end.
#include "engine/variants/deltasplit.h"

#include "engine/variants/pairedtimes.h"
#include "engine/variants/variantplacements.h"

namespace jitscope::inline variants {

namespace {

struct Measured {
    double ratio = 1; ///< time by that of the variant without decisions
    int launches = 0;
    double bytes = 0;
};

class Splitter {
public:
    Splitter(const VariantBase &base, const VariantSpec &spec, double seconds,
             const std::function<bool()> &shouldContinue)
        : m_base(base)
        , m_spec(spec)
        , m_seconds(seconds)
        , m_shouldContinue(shouldContinue)
        , m_plain(makeVariant(base, {.level = spec.level, .decisions = {}})) {}

    Result<DeltaSplit> run() {
        if (!m_plain.executable || !m_plain.error.empty()) return Error{"Without the decisions: " + m_plain.check.text};
        const size_t count = m_spec.decisions.size();
        std::vector<Measured> beginnings, ends; // [i]: the first i decisions; all behind the first i
        for (size_t i = 0; i <= count; ++i) {
            const auto at = m_spec.decisions.begin() + std::ptrdiff_t(i);
            auto beginning = measured({m_spec.decisions.begin(), at});
            if (!beginning) return beginning.error();
            auto end = measured({at, m_spec.decisions.end()});
            if (!end) return end.error();
            beginnings.push_back(*beginning);
            ends.push_back(*end);
        }
        return split(beginnings, ends);
    }

private:
    Result<Measured> measured(std::vector<Decision> decisions) {
        if (decisions.empty()) return Measured{1, m_plain.launches, m_plain.bytes};
        const Variant variant = makeVariant(m_base, {.level = m_spec.level, .decisions = std::move(decisions)});
        if (!variant.executable || !variant.error.empty())
            return Error{"With some of the decisions: " + variant.check.text};
        const auto times = timeVariants(m_base, m_plain.spec, variant.spec, m_seconds, m_shouldContinue);
        if (!m_shouldContinue()) return Error{"It was called off."};
        if (!times) return times.error();
        const PairedTimes compared = compareTimes(*times);
        if (m_baseNs == 0) m_baseNs = compared.medianA;
        return Measured{compared.ratio, variant.launches, variant.bytes};
    }

    /** All of both ways measure the same total; it is shared out as their mean. */
    DeltaSplit split(const std::vector<Measured> &beginnings, const std::vector<Measured> &ends) const {
        DeltaSplit result{m_baseNs, 0, {}};
        for (size_t i = 0; i + 1 < beginnings.size(); ++i) {
            const double added = beginnings[i + 1].ratio - beginnings[i].ratio,
                         taken = ends[i].ratio - ends[i + 1].ratio;
            result.shares.push_back({m_spec.decisions[i], m_baseNs * (added + taken) / 2,
                                     beginnings[i + 1].launches - beginnings[i].launches,
                                     beginnings[i + 1].bytes - beginnings[i].bytes});
            result.totalNs += result.shares.back().ns;
        }
        return result;
    }

    const VariantBase &m_base;
    const VariantSpec &m_spec;
    double m_seconds;
    const std::function<bool()> &m_shouldContinue;
    const Variant m_plain;
    double m_baseNs = 0;
};

} // namespace

Result<DeltaSplit> splitDelta(const VariantBase &base, const VariantSpec &spec, double secondsEach,
                              const std::function<bool()> &shouldContinue) {
    return Splitter(base, spec, secondsEach, shouldContinue).run();
}

} // namespace jitscope::inline variants
