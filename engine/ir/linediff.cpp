// SPDX-License-Identifier: Apache-2.0
// Two texts line by line.
//
// The shortest edit script by Myers' greedy O(ND) algorithm ("An O(ND) Difference Algorithm and Its Variations", 1986),
// with the furthest points of each round kept for the way back. That needs memory for the square of the number of
// changes, so it is bounded. Texts that differ more are first cut at lines that occur once in both (as patience diff
// does) and the stretches between are compared on their own; a stretch that is still too different counts as replaced.
#include "engine/ir/diff.h"

#include "engine/base/text.h"

#include <algorithm>
#include <optional>
#include <span>
#include <unordered_map>

namespace jitscope::inline ir {

namespace {

constexpr int maxEdits = 1500;

/** Lines as numbers: equal lines, equal numbers. */
using Lines = std::span<const int>;

/** Pairs of equal lines, ascending on both sides; all else was removed or added. */
using Matches = std::vector<std::pair<int, int>>;

/** Where round `edits` of the search had got on diagonal `k` = left - right. */
class Rounds {
public:
    int &at(int k) { return m_current[size_t(k + maxEdits + 1)]; }
    void keep(int edits) {
        const auto middle = m_current.begin() + maxEdits + 1;
        m_kept.emplace_back(middle - edits, middle + edits + 1);
    }
    int kept(int edits, int k) const { return m_kept[size_t(edits)][size_t(k + edits)]; }

private:
    std::vector<int> m_current = std::vector<int>(2 * maxEdits + 3, 0);
    std::vector<std::vector<int>> m_kept;
};

/** From the end back to the start through the kept rounds. */
Matches traced(const Rounds &rounds, int edits, int left, int right) {
    Matches matches;
    for (; edits > 0; --edits) {
        const int k = left - right;
        const auto before = [&](int diagonal) {
            return std::abs(diagonal) > edits - 1 ? -1 : rounds.kept(edits - 1, diagonal);
        };
        const bool down = k == -edits || (k != edits && before(k - 1) < before(k + 1));
        const int previous = down ? k + 1 : k - 1;
        const int previousLeft = before(previous), previousRight = previousLeft - previous;
        for (; left > previousLeft && right > previousRight; --left, --right)
            matches.emplace_back(left - 1, right - 1);
        left = previousLeft;
        right = previousRight;
    }
    for (; left > 0 && right > 0; --left, --right)
        matches.emplace_back(left - 1, right - 1);
    std::reverse(matches.begin(), matches.end());
    return matches;
}

/** Myers' search; nothing if more than maxEdits lines differ. */
std::optional<Matches> shortestScript(Lines left, Lines right) {
    const int n = int(left.size()), m = int(right.size());
    if (n == 0 || m == 0) return Matches{};
    Rounds rounds;
    for (int edits = 0; edits <= std::min(maxEdits, n + m); ++edits) {
        for (int k = -edits; k <= edits; k += 2) {
            const bool down = k == -edits || (k != edits && rounds.at(k - 1) < rounds.at(k + 1));
            int x = edits == 0 ? 0 : down ? rounds.at(k + 1) : rounds.at(k - 1) + 1;
            int y = x - k;
            while (x < n && y < m && left[size_t(x)] == right[size_t(y)])
                ++x, ++y;
            rounds.at(k) = x;
            if (x >= n && y >= m) {
                rounds.keep(edits);
                return traced(rounds, edits, n, m);
            }
        }
        rounds.keep(edits);
    }
    return std::nullopt;
}

/** Lines that occur once on each side, the longest run of them that ascends on both. */
Matches anchors(Lines left, Lines right) {
    struct Occurrence {
        int leftCount = 0, rightCount = 0, right = -1;
    };
    std::unordered_map<int, Occurrence> occurrences;
    for (const int line : left)
        ++occurrences[line].leftCount;
    for (size_t i = 0; i < right.size(); ++i) {
        Occurrence &occurrence = occurrences[right[i]];
        ++occurrence.rightCount;
        occurrence.right = int(i);
    }
    Matches unique;
    for (size_t i = 0; i < left.size(); ++i) {
        const Occurrence &occurrence = occurrences[left[i]];
        if (occurrence.leftCount == 1 && occurrence.rightCount == 1) unique.emplace_back(int(i), occurrence.right);
    }
    // The longest ascending run, by the smallest end of a run of each length.
    std::vector<int> ends, previous(unique.size(), -1);
    for (size_t i = 0; i < unique.size(); ++i) {
        const auto place = std::lower_bound(ends.begin(), ends.end(), unique[i].second,
                                            [&](int end, int value) { return unique[size_t(end)].second < value; });
        if (place != ends.begin()) previous[i] = *(place - 1);
        if (place == ends.end()) {
            ends.push_back(int(i));
        } else {
            *place = int(i);
        }
    }
    Matches run;
    for (int at = ends.empty() ? -1 : ends.back(); at >= 0; at = previous[size_t(at)])
        run.push_back(unique[size_t(at)]);
    std::reverse(run.begin(), run.end());
    return run;
}

Matches matchedBetweenAnchors(Lines left, Lines right) {
    Matches matches;
    Matches stops = anchors(left, right);
    stops.emplace_back(int(left.size()), int(right.size()));
    int leftStart = 0, rightStart = 0;
    for (const auto &[leftStop, rightStop] : stops) {
        const auto part = shortestScript(left.subspan(size_t(leftStart), size_t(leftStop - leftStart)),
                                         right.subspan(size_t(rightStart), size_t(rightStop - rightStart)));
        if (part)
            for (const auto &[a, b] : *part)
                matches.emplace_back(a + leftStart, b + rightStart);
        if (leftStop < int(left.size())) matches.emplace_back(leftStop, rightStop);
        leftStart = leftStop + 1;
        rightStart = rightStop + 1;
    }
    return matches;
}

Matches matched(Lines left, Lines right) {
    size_t prefix = 0, suffix = 0;
    const size_t shorter = std::min(left.size(), right.size());
    while (prefix < shorter && left[prefix] == right[prefix])
        ++prefix;
    while (suffix < shorter - prefix && left[left.size() - 1 - suffix] == right[right.size() - 1 - suffix])
        ++suffix;
    const Lines leftMiddle = left.subspan(prefix, left.size() - prefix - suffix);
    const Lines rightMiddle = right.subspan(prefix, right.size() - prefix - suffix);
    auto middle = shortestScript(leftMiddle, rightMiddle);
    if (!middle) middle = matchedBetweenAnchors(leftMiddle, rightMiddle);

    Matches all;
    for (size_t i = 0; i < prefix; ++i)
        all.emplace_back(int(i), int(i));
    for (const auto &[a, b] : *middle)
        all.emplace_back(a + int(prefix), b + int(prefix));
    for (size_t i = suffix; i > 0; --i)
        all.emplace_back(int(left.size() - i), int(right.size() - i));
    return all;
}

/** Rows of a stretch that has no equal lines: paired as far as both sides reach. */
void appendChanged(std::vector<DiffRow> &rows, int left, int leftEnd, int right, int rightEnd) {
    for (; left < leftEnd && right < rightEnd; ++left, ++right)
        rows.push_back({LineChange::Modified, left, right});
    for (; left < leftEnd; ++left)
        rows.push_back({LineChange::Removed, left, -1});
    for (; right < rightEnd; ++right)
        rows.push_back({LineChange::Added, -1, right});
}

/** A stretch of rows that is printed as one hunk. */
struct Hunk {
    size_t begin = 0, end = 0;
};

std::vector<Hunk> hunksOf(const std::vector<DiffRow> &rows, size_t context) {
    std::vector<Hunk> hunks;
    for (size_t i = 0; i < rows.size(); ++i) {
        if (rows[i].change == LineChange::Same) continue;
        const size_t begin = i > context ? i - context : 0, end = std::min(rows.size(), i + context + 1);
        if (!hunks.empty() && begin <= hunks.back().end) {
            hunks.back().end = end;
        } else {
            hunks.push_back({begin, end});
        }
    }
    return hunks;
}

/** "12,3": where a side of a hunk starts, from 1, and how many lines it has; an empty side names the line before it. */
std::string hunkRange(int start, int count) {
    return format("%d,%d", count == 0 ? start : start + 1, count);
}

} // namespace

std::vector<DiffRow> diffLines(const std::vector<std::string> &left, const std::vector<std::string> &right) {
    std::unordered_map<std::string_view, int> numbers;
    const auto numbered = [&](const std::vector<std::string> &lines) {
        std::vector<int> result;
        result.reserve(lines.size());
        for (const std::string &line : lines)
            result.push_back(numbers.emplace(line, int(numbers.size())).first->second);
        return result;
    };
    const std::vector<int> leftLines = numbered(left), rightLines = numbered(right);

    std::vector<DiffRow> rows;
    int leftDone = 0, rightDone = 0;
    for (const auto &[a, b] : matched(leftLines, rightLines)) {
        appendChanged(rows, leftDone, a, rightDone, b);
        rows.push_back({LineChange::Same, a, b});
        leftDone = a + 1;
        rightDone = b + 1;
    }
    appendChanged(rows, leftDone, int(left.size()), rightDone, int(right.size()));
    return rows;
}

namespace {

/** Numbers for printed lines: equal numbers, the same line. */
class LineNumbers {
public:
    explicit LineNumbers(const ModuleDiff &changes) {
        for (const NodeDiff &node : changes.nodes) {
            const bool isSuccessor = node.change == NodeChange::Replaced && node.after && node.partners.size() == 1;
            if (isSuccessor && m_successors[node.partners.front()]++ == 0)
                m_predecessor[node.after->id] = node.partners.front();
        }
    }

    std::vector<int> of(const std::vector<PrintedLine> &lines) {
        std::vector<int> numbers;
        numbers.reserve(lines.size());
        m_nodes.reserve(lines.size());
        std::unordered_map<NodeId, int> seen;
        seen.reserve(lines.size());
        for (const PrintedLine &line : lines)
            numbers.push_back(line.isReturn       ? ofText("return of " + line.graph)
                              : line.node.valid() ? ofNode(line.node, seen)
                                                  : ofText(line.text));
        return numbers;
    }

private:
    int next() { return m_count++; }
    int ofText(const std::string &text) {
        const auto [found, isNew] = m_texts.emplace(text, 0);
        if (isNew) found->second = next();
        return found->second;
    }
    int ofNode(NodeId node, std::unordered_map<NodeId, int> &seen) {
        const auto before = m_predecessor.find(node);
        const NodeId key = before == m_predecessor.end() ? node : before->second;
        NodeLines &lines = m_nodes[key];
        const int line = seen[key]++;
        if (line == 0) return lines.first = lines.first < 0 ? next() : lines.first;
        if (size_t(line) > lines.further.size()) lines.further.push_back(next());
        return lines.further[size_t(line) - 1];
    }

    /** One number for each line of a node; most have a single one. */
    struct NodeLines {
        int first = -1;
        std::vector<int> further;
    };

    int m_count = 0;
    std::unordered_map<std::string, int> m_texts;
    std::unordered_map<NodeId, NodeLines> m_nodes;
    std::unordered_map<NodeId, NodeId> m_predecessor;
    std::unordered_map<NodeId, int> m_successors; ///< how many
};

/** Of lines that have no partner in their place: where the same line stands on the other side, -1 for nowhere. */
std::vector<int> placesElsewhere(Lines own, Lines other, const std::vector<PrintedLine> &ownLines,
                                 const std::vector<PrintedLine> &otherLines) {
    const int largest = other.empty() ? -1 : *std::ranges::max_element(other);
    std::vector<int> places(size_t(largest) + 1, -1); // by the number of the line
    for (size_t i = other.size(); i-- > 0;)
        if (otherLines[i].node.valid()) places[size_t(other[i])] = int(i);
    std::vector<int> result(own.size(), -1);
    for (size_t i = 0; i < own.size(); ++i) {
        const int place = own[i] <= largest ? places[size_t(own[i])] : -1;
        const bool isNode = ownLines[i].node.valid() && place >= 0;
        // What went into a kernel is not a line that moved: there it is something else.
        if (isNode && otherLines[size_t(place)].graph == ownLines[i].graph) result[i] = place;
    }
    return result;
}

class PrintedRows {
public:
    PrintedRows(const std::vector<PrintedLine> &left, const std::vector<PrintedLine> &right, const ModuleDiff &changes)
        : m_left(left)
        , m_right(right) {
        LineNumbers numbers(changes);
        m_leftLines = numbers.of(left);
        m_rightLines = numbers.of(right);
        m_leftElsewhere = placesElsewhere(m_leftLines, m_rightLines, left, right);
        m_rightElsewhere = placesElsewhere(m_rightLines, m_leftLines, right, left);
    }

    std::vector<DiffRow> run() {
        for (const auto &[a, b] : matched(m_leftLines, m_rightLines)) {
            addUnmatched(a, b);
            m_rows.push_back({changeBetween(a, b, LineChange::Same), a, b});
            m_leftDone = a + 1;
            m_rightDone = b + 1;
        }
        addUnmatched(int(m_left.size()), int(m_right.size()));
        return std::move(m_rows);
    }

private:
    LineChange changeBetween(int left, int right, LineChange ofEqual) const {
        return m_left[size_t(left)].text == m_right[size_t(right)].text ? ofEqual : LineChange::Modified;
    }

    /** Lines that moved stand alone, the others opposite of each other as far as both sides reach. */
    void addUnmatched(int leftEnd, int rightEnd) {
        while (m_leftDone < leftEnd || m_rightDone < rightEnd) {
            const int left = m_leftDone < leftEnd ? m_leftDone : -1, right = m_rightDone < rightEnd ? m_rightDone : -1;
            const int leftPlace = left < 0 ? -1 : m_leftElsewhere[size_t(left)];
            const int rightPlace = right < 0 ? -1 : m_rightElsewhere[size_t(right)];
            if (leftPlace >= 0) {
                m_rows.push_back({changeBetween(left, leftPlace, LineChange::Moved), left, -1, leftPlace});
                ++m_leftDone;
            } else if (rightPlace >= 0) {
                m_rows.push_back({changeBetween(rightPlace, right, LineChange::Moved), -1, right, rightPlace});
                ++m_rightDone;
            } else {
                const LineChange change = left < 0    ? LineChange::Added
                                          : right < 0 ? LineChange::Removed
                                                      : LineChange::Modified;
                m_rows.push_back({change, left, right});
                m_leftDone += left >= 0;
                m_rightDone += right >= 0;
            }
        }
    }

    const std::vector<PrintedLine> &m_left, &m_right;
    std::vector<int> m_leftLines, m_rightLines, m_leftElsewhere, m_rightElsewhere;
    int m_leftDone = 0, m_rightDone = 0;
    std::vector<DiffRow> m_rows;
};

} // namespace

std::vector<DiffRow> diffPrinted(const std::vector<PrintedLine> &left, const std::vector<PrintedLine> &right,
                                 const ModuleDiff &changes) {
    return PrintedRows(left, right, changes).run();
}

std::string unifiedDiff(const std::vector<std::string> &left, const std::vector<std::string> &right,
                        const std::string &leftName, const std::string &rightName, int context) {
    const std::vector<DiffRow> rows = diffLines(left, right);
    std::string text;
    int leftDone = 0, rightDone = 0;
    size_t row = 0;
    for (const Hunk &hunk : hunksOf(rows, size_t(std::max(context, 0)))) {
        for (; row < hunk.begin; ++row)
            ++leftDone, ++rightDone; // only equal lines stand between hunks
        std::string body, added;
        int leftCount = 0, rightCount = 0;
        for (; row < hunk.end; ++row) {
            const DiffRow &line = rows[row];
            if (line.change == LineChange::Same) {
                // `patch` wants all removed lines of a change before the added ones.
                body += added + " " + left[size_t(line.left)] + "\n";
                added.clear();
            } else {
                if (line.left >= 0) body += "-" + left[size_t(line.left)] + "\n";
                if (line.right >= 0) added += "+" + right[size_t(line.right)] + "\n";
            }
            leftCount += line.left >= 0;
            rightCount += line.right >= 0;
        }
        text += "@@ -" + hunkRange(leftDone, leftCount) + " +" + hunkRange(rightDone, rightCount) + " @@\n";
        text += body + added;
        leftDone += leftCount;
        rightDone += rightCount;
    }
    if (text.empty()) return text;
    return "--- " + leftName + "\n+++ " + rightName + "\n" + text;
}

} // namespace jitscope::inline ir
