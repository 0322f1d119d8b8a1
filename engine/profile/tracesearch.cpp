// SPDX-License-Identifier: Apache-2.0
#include "engine/profile/tracesearch.h"

#include "engine/base/threadpool.h"

#include <algorithm>
#include <atomic>
#include <cctype>
#include <memory>
#include <regex>

namespace jitscope {

namespace {

constexpr int64_t blockSlices = 1 << 16;

char lowered(char c) {
    return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c;
}

bool isWordPart(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return std::isalnum(byte) || c == '_' || byte >= 0x80;
}

/** Says of one name whether it matches. */
class NameMatcher {
public:
    explicit NameMatcher(const SliceQuery &query)
        : m_query(query)
        , m_wanted(query.text) {
        if (!query.matchCase) std::transform(m_wanted.begin(), m_wanted.end(), m_wanted.begin(), lowered);
        if (!query.regularExpression) return;
        auto flags = std::regex::ECMAScript | std::regex::optimize;
        if (!query.matchCase) flags |= std::regex::icase;
        m_expression.assign(query.text, flags);
    }

    bool matches(const std::string &name) const {
        if (m_query.regularExpression) {
            try {
                return matchesExpression(name);
            } catch (const std::regex_error &) { // too much work for it
                return false;
            }
        }
        std::string folded;
        if (!m_query.matchCase) {
            folded.resize(name.size());
            std::transform(name.begin(), name.end(), folded.begin(), lowered);
        }
        const std::string &text = m_query.matchCase ? name : folded;
        for (size_t at = text.find(m_wanted); at != std::string::npos; at = text.find(m_wanted, at + 1))
            if (!m_query.wholeWord || isWord(text, at, m_wanted.size())) return true;
        return false;
    }

private:
    /** The library's matcher calls itself once a character: a long name would need too much stack. */
    bool matchesExpression(const std::string &name) const {
        constexpr size_t longest = 4096;
        const std::string text = name.substr(0, longest);
        if (!m_query.wholeWord) return std::regex_search(text, m_expression);
        for (std::sregex_iterator match(text.begin(), text.end(), m_expression), none; match != none; ++match)
            if (isWord(text, size_t(match->position()), size_t(match->length()))) return true;
        return false;
    }

    static bool isWord(const std::string &text, size_t at, size_t size) {
        const bool isOpenLeft = at == 0 || !isWordPart(text[at - 1]);
        return isOpenLeft && (at + size >= text.size() || !isWordPart(text[at + size]));
    }

    const SliceQuery &m_query;
    std::string m_wanted;
    std::regex m_expression;
};

/** Of each text whether it is a name that is looked for. */
Result<std::vector<uint8_t>> matchingTexts(const Trace &trace, const SliceQuery &query) {
    const std::vector<std::string> &texts = trace.texts().all();
    std::vector<uint8_t> isWanted(texts.size());
    try {
        const NameMatcher matcher(query);
        parallelFor(int64_t(texts.size()), 1024, [&](int64_t begin, int64_t end) {
            for (int64_t i = begin; i < end; ++i)
                isWanted[size_t(i)] = matcher.matches(texts[size_t(i)]);
        });
    } catch (const std::regex_error &problem) {
        return Error{"'" + query.text + "' is no regular expression: " + problem.what()};
    }
    return isWanted;
}

struct StartedSlice {
    int64_t start;
    int64_t slice;
    auto operator<=>(const StartedSlice &) const = default;
};

/** Many of them whose memory is first touched by the threads that fill it, which halves the time to get it. */
struct StartedSlices {
    explicit StartedSlices(size_t size)
        : size(size)
        , all(std::make_unique_for_overwrite<StartedSlice[]>(size)) {}
    StartedSlice *begin() const { return all.get(); }
    StartedSlice *end() const { return all.get() + size; }
    const StartedSlice &operator[](size_t at) const { return all[at]; }

    size_t size;
    std::unique_ptr<StartedSlice[]> all;
};

/** Two runs that stand one behind the other and where their merge goes, as places in the vectors. */
struct RunPair {
    size_t begin, middle, end;
};

/** A pair as two pairs of halves that can be merged at once: what is below a key, and the rest. */
struct MergePart {
    size_t left, leftEnd, right, rightEnd, to;
};

std::vector<MergePart> partsOf(const StartedSlices &from, const RunPair &pair) {
    const size_t leftMiddle = pair.begin + (pair.middle - pair.begin) / 2;
    if (leftMiddle == pair.begin) return {{pair.begin, pair.middle, pair.middle, pair.end, pair.begin}};
    const StartedSlice *right = from.begin() + pair.middle, *rightEnd = from.begin() + pair.end;
    const size_t rightMiddle = size_t(std::lower_bound(right, rightEnd, from[leftMiddle]) - from.begin());
    const size_t to = leftMiddle + (rightMiddle - pair.middle);
    return {{pair.begin, leftMiddle, pair.middle, rightMiddle, pair.begin},
            {leftMiddle, pair.middle, rightMiddle, pair.end, to}};
}

/** Sorts what consists of few sorted runs, as the rows of an arranged trace do: neighbours are merged on all cores. */
StartedSlices sortedRuns(StartedSlices slices) {
    std::vector<size_t> bounds{0};
    for (size_t i = 1; i < slices.size; ++i)
        if (slices[i] < slices[i - 1]) bounds.push_back(i);
    bounds.push_back(slices.size);
    constexpr size_t fewSlices = 16; // runs so short are none
    if (slices.size / bounds.size() < fewSlices) {
        std::sort(slices.begin(), slices.end());
        return slices;
    }
    if (bounds.size() == 2) return slices;
    StartedSlices merged(slices.size);
    while (bounds.size() > 2) {
        std::vector<MergePart> parts;
        std::vector<size_t> next{0};
        for (size_t i = 0; i + 1 < bounds.size(); i += 2) {
            const size_t middle = bounds[i + 1], end = i + 2 < bounds.size() ? bounds[i + 2] : middle;
            const std::vector<MergePart> halves = partsOf(slices, {bounds[i], middle, end});
            parts.insert(parts.end(), halves.begin(), halves.end());
            next.push_back(end);
        }
        parallelFor(int64_t(parts.size()), 1, [&](int64_t begin, int64_t end) {
            const auto at = [&](size_t place) { return slices.begin() + place; };
            for (size_t i = size_t(begin); i < size_t(end); ++i)
                std::merge(at(parts[i].left), at(parts[i].leftEnd), at(parts[i].right), at(parts[i].rightEnd),
                           merged.begin() + parts[i].to);
        });
        std::swap(slices, merged);
        bounds = std::move(next);
    }
    return slices;
}

/** What the blocks found, by start. */
std::vector<SliceId> byStart(const Trace &trace, const std::vector<std::vector<SliceId>> &found) {
    std::vector<size_t> offsets{0};
    for (const auto &block : found)
        offsets.push_back(offsets.back() + block.size());
    StartedSlices started(offsets.back());
    parallelFor(int64_t(found.size()), 1, [&](int64_t begin, int64_t end) {
        for (size_t block = size_t(begin); block < size_t(end); ++block)
            std::transform(found[block].begin(), found[block].end(), started.begin() + offsets[block],
                           [&](SliceId slice) {
                               return StartedSlice{trace.startOf(slice), slice.value};
                           });
    });
    started = sortedRuns(std::move(started));
    std::vector<SliceId> result(started.size);
    parallelFor(int64_t(started.size), blockSlices, [&](int64_t begin, int64_t end) {
        for (size_t i = size_t(begin); i < size_t(end); ++i)
            result[i] = SliceId{started[i].slice};
    });
    return result;
}

} // namespace

Result<std::vector<SliceId>> findSlices(const Trace &trace, const SliceQuery &query,
                                        const std::function<bool()> &isCancelled) {
    if (query.text.empty()) return std::vector<SliceId>();
    const auto isWanted = matchingTexts(trace, query);
    if (!isWanted) return isWanted.error();
    std::vector<uint8_t> isTrackWanted(trace.tracks().size(), query.tracks.empty());
    for (const TrackId track : query.tracks)
        isTrackWanted[size_t(track.value)] = 1;
    const SliceColumns &columns = trace.columns();
    const auto [first, last] = query.range.value_or(std::pair(INT64_MIN, INT64_MAX));

    const int64_t count = trace.sliceCount(), blocks = (count + blockSlices - 1) / blockSlices;
    std::vector<std::vector<SliceId>> found(static_cast<size_t>(blocks));
    std::atomic<bool> cancelled = false;
    parallelFor(blocks, 1, [&](int64_t begin, int64_t end) {
        for (int64_t block = begin; block < end && !cancelled; ++block) {
            if (isCancelled && isCancelled()) cancelled = true;
            const size_t stop = size_t(std::min(count, (block + 1) * blockSlices));
            for (size_t i = size_t(block * blockSlices); i < stop; ++i)
                if ((*isWanted)[columns.name[i]] && isTrackWanted[columns.track[i]] && columns.start[i] <= last &&
                    columns.start[i] + columns.duration[i] >= first)
                    found[size_t(block)].push_back(SliceId{int64_t(i)});
        }
    });
    if (cancelled) return Error{"searching was cancelled"};

    return byStart(trace, found);
}

int64_t nextAfter(const Trace &trace, const std::vector<SliceId> &found, int64_t timeNs) {
    if (found.empty()) return -1;
    const auto next = std::upper_bound(found.begin(), found.end(), timeNs,
                                       [&](int64_t time, SliceId slice) { return time < trace.startOf(slice); });
    return next == found.end() ? 0 : next - found.begin();
}

int64_t lastBefore(const Trace &trace, const std::vector<SliceId> &found, int64_t timeNs) {
    if (found.empty()) return -1;
    const auto next = std::lower_bound(found.begin(), found.end(), timeNs,
                                       [&](SliceId slice, int64_t time) { return trace.startOf(slice) < time; });
    return (next == found.begin() ? int64_t(found.size()) : next - found.begin()) - 1;
}

} // namespace jitscope
