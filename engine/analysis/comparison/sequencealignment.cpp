// SPDX-License-Identifier: Apache-2.0
// Equal ends are cut off, then the shortest edit script is looked for (E. Myers, 1986) within a budget; beyond it the
// sequences are split at fixed points: keys, then runs of 4 and 16 keys, that occur once in both.
#include "engine/analysis/comparison/sequencealignment.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace jitscope::inline analysis {

namespace {

constexpr std::array<size_t, 3> runLengths = {1, 4, 16};
constexpr int64_t editBudget = 40'000'000; ///< steps of the search for an edit script
constexpr int64_t fewestEdits = 64, mostEdits = 2000;

struct Stretch {
    size_t beginA, endA, beginB, endB;
    size_t lengthA() const { return endA - beginA; }
    size_t lengthB() const { return endB - beginB; }
};

class Aligner {
public:
    Aligner(const std::vector<int32_t> &a, const std::vector<int32_t> &b, const std::function<bool()> &shouldContinue)
        : m_a(a)
        , m_b(b)
        , m_shouldContinue(shouldContinue) {}

    AlignedPairs align() {
        alignStretch({0, m_a.size(), 0, m_b.size()}, 0);
        std::sort(m_pairs.begin(), m_pairs.end());
        return std::move(m_pairs);
    }

private:
    /** `level` is the kind of fixed points that is tried next; it bounds the recursion. */
    void alignStretch(Stretch part, size_t level) {
        while (part.lengthA() > 0 && part.lengthB() > 0 && m_a[part.beginA] == m_b[part.beginB])
            m_pairs.push_back({part.beginA++, part.beginB++});
        while (part.lengthA() > 0 && part.lengthB() > 0 && m_a[part.endA - 1] == m_b[part.endB - 1])
            m_pairs.push_back({--part.endA, --part.endB});
        if (part.lengthA() == 0 || part.lengthB() == 0 || !m_shouldContinue()) return;
        if (byEdits(part)) return;
        for (; level < runLengths.size(); ++level) {
            const AlignedPairs fixed = fixedPoints(part, runLengths[level]);
            if (fixed.empty()) continue;
            Stretch between = part;
            for (const auto &[a, b] : fixed) {
                between.endA = a;
                between.endB = b;
                alignStretch(between, level + 1);
                m_pairs.push_back({a, b});
                between.beginA = a + 1;
                between.beginB = b + 1;
            }
            between.endA = part.endA;
            between.endB = part.endB;
            return alignStretch(between, level + 1);
        }
        inOrder(part);
    }

    /** The shortest edit script, unless it is longer than the budget allows. */
    bool byEdits(const Stretch &part) {
        const int64_t n = int64_t(part.lengthA()), m = int64_t(part.lengthB());
        const int64_t limit = std::min(std::clamp(editBudget / (n + m), fewestEdits, mostEdits), n + m);
        if (std::abs(n - m) > limit) return false;
        std::vector<std::vector<int64_t>> history; // how far each diagonal came with so many edits
        const auto at = [&](std::vector<int64_t> &of, int64_t diagonal, int64_t edits) -> int64_t & {
            return of[size_t(diagonal + edits + 1)];
        };
        std::vector<int64_t> before;
        for (int64_t edits = 0; edits <= limit; ++edits) {
            std::vector<int64_t> now(size_t(2 * edits + 3), -1);
            for (int64_t k = -edits; k <= edits; k += 2) {
                const Move move = edits == 0 ? Move{0, false} : moveTo(before, k, edits, n, m);
                if (move.x < 0) continue;
                int64_t x = move.x;
                int64_t y = x - k;
                while (x < n && y < m && m_a[part.beginA + size_t(x)] == m_b[part.beginB + size_t(y)])
                    ++x, ++y;
                at(now, k, edits) = x;
                if (x == n && y == m) {
                    walkBack(part, history, now, edits);
                    return true;
                }
            }
            before = now;
            history.push_back(std::move(now));
            if ((edits & 15) == 0 && !m_shouldContinue()) return true;
        }
        return false;
    }

    /** Where a diagonal is entered by one more edit, the farther of both ways; x -1 for neither. */
    struct Move {
        int64_t x;
        bool goesDown; ///< an item of b is left over, not one of a
    };
    static Move moveTo(const std::vector<int64_t> &before, int64_t k, int64_t edits, int64_t n, int64_t m) {
        int64_t down = reached(before, k + 1, edits - 1), right = reached(before, k - 1, edits - 1);
        if (down - k > m) down = -1;
        right = right < 0 || right + 1 > n ? -1 : right + 1;
        return down >= right ? Move{down, true} : Move{right, false};
    }

    static int64_t reached(const std::vector<int64_t> &of, int64_t diagonal, int64_t edits) {
        const int64_t place = diagonal + edits + 1;
        return place < 0 || place >= int64_t(of.size()) ? -1 : of[size_t(place)];
    }

    void walkBack(const Stretch &part, const std::vector<std::vector<int64_t>> &history,
                  const std::vector<int64_t> &last, int64_t edits) {
        int64_t x = int64_t(part.lengthA()), y = int64_t(part.lengthB());
        const std::vector<int64_t> *now = &last;
        for (int64_t d = edits; d >= 0; --d) {
            const int64_t k = x - y;
            int64_t fromX = 0, fromY = 0;
            if (d > 0) {
                const std::vector<int64_t> &before = history[size_t(d - 1)];
                const Move move = moveTo(before, k, d, int64_t(part.lengthA()), int64_t(part.lengthB()));
                fromX = move.goesDown ? move.x : move.x - 1;
                fromY = fromX - (move.goesDown ? k + 1 : k - 1);
                const int64_t startX = move.x;
                takeDiagonal(part, startX, reached(*now, k, d), k);
                now = &before;
            } else {
                takeDiagonal(part, 0, reached(*now, k, d), k);
            }
            x = fromX;
            y = fromY;
        }
    }

    void takeDiagonal(const Stretch &part, int64_t fromX, int64_t toX, int64_t k) {
        for (int64_t x = fromX; x < toX; ++x)
            m_pairs.push_back({part.beginA + size_t(x), part.beginB + size_t(x - k)});
    }

    /** Begins of runs of `length` keys that occur once in both, as far as they are in the same order. */
    AlignedPairs fixedPoints(const Stretch &part, size_t length) const {
        struct Seen {
            size_t countA = 0, countB = 0, a = 0, b = 0;
        };
        if (part.lengthA() < length || part.lengthB() < length) return {};
        std::unordered_map<uint64_t, Seen> runs;
        for (size_t i = part.beginA; i + length <= part.endA; ++i) {
            Seen &seen = runs[hashOf(m_a, i, length)];
            ++seen.countA;
            seen.a = i;
        }
        for (size_t i = part.beginB; i + length <= part.endB; ++i) {
            const auto found = runs.find(hashOf(m_b, i, length));
            if (found == runs.end()) continue;
            ++found->second.countB;
            found->second.b = i;
        }
        AlignedPairs unique;
        for (const auto &[hash, seen] : runs)
            if (seen.countA == 1 && seen.countB == 1 && m_a[seen.a] == m_b[seen.b]) unique.push_back({seen.a, seen.b});
        std::sort(unique.begin(), unique.end());
        return rising(unique);
    }

    static uint64_t hashOf(const std::vector<int32_t> &keys, size_t begin, size_t length) {
        uint64_t hash = 1469598103934665603ULL;
        for (size_t i = begin; i < begin + length; ++i)
            hash = (hash ^ uint64_t(uint32_t(keys[i]))) * 1099511628211ULL;
        return hash;
    }

    /** The longest part of pairs, sorted by the first, that rises in the second too. */
    static AlignedPairs rising(const AlignedPairs &pairs) {
        std::vector<size_t> tails, previous(pairs.size(), SIZE_MAX);
        for (size_t i = 0; i < pairs.size(); ++i) {
            const auto place = std::lower_bound(tails.begin(), tails.end(), pairs[i].second,
                                                [&](size_t tail, size_t b) { return pairs[tail].second < b; });
            if (place != tails.begin()) previous[i] = *(place - 1);
            if (place == tails.end())
                tails.push_back(i);
            else
                *place = i;
        }
        AlignedPairs longest;
        for (size_t i = tails.empty() ? SIZE_MAX : tails.back(); i != SIZE_MAX; i = previous[i])
            longest.push_back(pairs[i]);
        std::reverse(longest.begin(), longest.end());
        return longest;
    }

    /** Where nothing else helps: the next equal key that is not far. */
    void inOrder(const Stretch &part) {
        constexpr size_t farthest = 256;
        size_t b = part.beginB;
        for (size_t a = part.beginA; a < part.endA; ++a)
            for (size_t at = b; at < std::min(part.endB, b + farthest); ++at)
                if (m_a[a] == m_b[at]) {
                    m_pairs.push_back({a, at});
                    b = at + 1;
                    break;
                }
    }

    const std::vector<int32_t> &m_a, &m_b;
    const std::function<bool()> &m_shouldContinue;
    AlignedPairs m_pairs;
};

} // namespace

AlignedPairs alignSequences(const std::vector<int32_t> &a, const std::vector<int32_t> &b,
                            const std::function<bool()> &shouldContinue) {
    return Aligner(a, b, shouldContinue).align();
}

} // namespace jitscope::inline analysis
