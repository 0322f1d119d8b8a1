// SPDX-License-Identifier: Apache-2.0
// Pairs of equal values in order, then the rest between them.
#include "engine/run/eagerpairs.h"

#include <algorithm>
#include <map>

namespace jitscope::inline run {

namespace {

constexpr size_t none = size_t(-1);
/** How far ahead an equal value is looked for: gradients of a graph stand in another order than those of a tape. */
constexpr size_t mostTries = 200;
/** The captured graph computes with the same kernels; only composed operators may round otherwise. */
constexpr double equalRelative = 1e-5, equalAbsolute = 1e-7;

/** The steps of one primitive that have no partner yet. */
class Waiting {
public:
    void add(size_t step) { m_steps.push_back(step); }
    /** The first that gives `value`; it waits no more. */
    size_t take(const Value &value, const std::vector<CapturedStep> &captured) {
        size_t tries = 0;
        for (size_t i = m_first; i < m_steps.size() && tries < mostTries; ++i) {
            if (m_steps[i] == none) continue;
            ++tries;
            if (compare(value, *captured[m_steps[i]].value).exceeds(equalRelative, equalAbsolute)) continue;
            const size_t found = m_steps[i];
            m_steps[i] = none;
            while (m_first < m_steps.size() && m_steps[m_first] == none)
                ++m_first;
            return found;
        }
        return none;
    }

private:
    std::vector<size_t> m_steps;
    size_t m_first = 0;
};

/** Pairs what is left of `eager` in [first, last) with what is left of `captured` in its range, by primitive. */
void pairRest(const std::vector<EagerStep> &eager, size_t first, size_t last, const std::vector<CapturedStep> &captured,
              size_t capturedFirst, size_t capturedLast, std::vector<size_t> &pairs, const std::vector<bool> &isTaken) {
    std::map<std::string, std::vector<size_t>> lonely, free;
    for (size_t i = first; i < last; ++i)
        if (pairs[i] == none) lonely[eager[i].primitive].push_back(i);
    for (size_t i = capturedFirst; i < capturedLast; ++i)
        if (!isTaken[i]) free[captured[i].primitive].push_back(i);
    for (const auto &[primitive, steps] : lonely) {
        const auto others = free.find(primitive);
        if (others == free.end() || others->second.size() != steps.size()) continue;
        for (size_t i = 0; i < steps.size(); ++i)
            if (compare(eager[steps[i]].result, *captured[others->second[i]].value).structure.empty())
                pairs[steps[i]] = others->second[i];
    }
}

/** The pairs that stand in the same order on both sides: the longest rising run of partners. */
std::vector<size_t> risingPairs(const std::vector<size_t> &pairs) {
    std::vector<size_t> tails, before(pairs.size(), none);
    for (size_t i = 0; i < pairs.size(); ++i) {
        if (pairs[i] == none) continue;
        const auto place =
            std::lower_bound(tails.begin(), tails.end(), i, [&](size_t a, size_t b) { return pairs[a] < pairs[b]; });
        before[i] = place == tails.begin() ? none : *(place - 1);
        if (place == tails.end())
            tails.push_back(i);
        else
            *place = i;
    }
    std::vector<size_t> rising;
    for (size_t i = tails.empty() ? none : tails.back(); i != none; i = before[i])
        rising.push_back(i);
    std::reverse(rising.begin(), rising.end());
    return rising;
}

} // namespace

std::vector<size_t> pairSteps(const std::vector<EagerStep> &eager, const std::vector<CapturedStep> &captured) {
    std::map<std::string, Waiting> waiting;
    for (size_t i = 0; i < captured.size(); ++i)
        waiting[captured[i].primitive].add(i);
    std::vector<size_t> pairs(eager.size(), none);
    std::vector<bool> isTaken(captured.size(), false);
    for (size_t i = 0; i < eager.size(); ++i) {
        const auto known = waiting.find(eager[i].primitive);
        if (known == waiting.end()) continue;
        pairs[i] = known->second.take(eager[i].result, captured);
        if (pairs[i] != none) isTaken[pairs[i]] = true;
    }
    size_t first = 0, capturedFirst = 0;
    for (const size_t anchor : risingPairs(pairs)) {
        const size_t partner = pairs[anchor];
        pairRest(eager, first, anchor, captured, capturedFirst, partner, pairs, isTaken);
        first = anchor + 1;
        capturedFirst = partner + 1;
    }
    pairRest(eager, first, eager.size(), captured, capturedFirst, captured.size(), pairs, isTaken);
    return pairs;
}

} // namespace jitscope::inline run
