// SPDX-License-Identifier: Apache-2.0
#include "engine/profile/tracesearch.h"

#include "engine/base/threadpool.h"

#include <algorithm>
#include <atomic>
#include <cctype>
#include <memory>
#include <numeric>
#include <regex>

namespace jitscope::inline profile {

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

/** Ids in memory that is first touched by the threads that fill it. */
struct FoundIds {
    explicit FoundIds(size_t size)
        : size(size)
        , all(std::make_unique_for_overwrite<int64_t[]>(size)) {}
    int64_t *begin() const { return all.get(); }
    int64_t operator[](size_t at) const { return all[at]; }

    size_t size;
    std::unique_ptr<int64_t[]> all;
};

/** Merges runs with their neighbours until one is left. */
void mergeRuns(std::vector<StartedSlice> &slices, std::vector<size_t> bounds) {
    std::vector<StartedSlice> merged(slices.size());
    const auto at = [&](size_t place) { return slices.begin() + std::ptrdiff_t(place); };
    while (bounds.size() > 2) {
        std::vector<size_t> next{0};
        for (size_t i = 0; i + 1 < bounds.size(); i += 2) {
            const size_t end = bounds[std::min(i + 2, bounds.size() - 1)];
            std::merge(at(bounds[i]), at(bounds[i + 1]), at(bounds[i + 1]), at(end),
                       merged.begin() + std::ptrdiff_t(bounds[i]));
            next.push_back(end);
        }
        slices.swap(merged);
        bounds = std::move(next);
    }
}

/** Sorts ids by start that consist of few sorted runs, as the rows of an arranged trace do: in parts that fit a core's
    cache, on all cores. */
class IdSorter {
public:
    IdSorter(const Trace &trace, const FoundIds &ids)
        : m_trace(trace)
        , m_ids(ids)
        , m_bounds{0} {
        for (size_t i = 1; i < ids.size; ++i)
            if (slice(i) < slice(i - 1)) m_bounds.push_back(i);
        m_bounds.push_back(ids.size);
    }

    std::vector<SliceId> sorted() const {
        std::vector<SliceId> result(m_ids.size);
        constexpr size_t fewSlices = 16; // runs so short are none
        const bool isRuns = m_ids.size / m_bounds.size() >= fewSlices;
        const auto parts = isRuns ? partBegins() : Begins{{0}, {m_ids.size}};
        std::vector<size_t> places{0}; // of the parts in the result
        for (size_t part = 0; part + 1 < parts.size(); ++part) {
            places.push_back(places.back());
            for (size_t run = 0; run < parts[part].size(); ++run)
                places.back() += parts[part + 1][run] - parts[part][run];
        }
        parallelFor(int64_t(parts.size()) - 1, 1, [&](int64_t begin, int64_t end) {
            for (size_t part = size_t(begin); part < size_t(end); ++part) {
                auto [slices, runs] = gathered(parts[part], parts[part + 1]);
                if (isRuns)
                    mergeRuns(slices, std::move(runs));
                else
                    std::sort(slices.begin(), slices.end());
                std::transform(slices.begin(), slices.end(), result.begin() + std::ptrdiff_t(places[part]),
                               [](const StartedSlice &each) { return SliceId{each.slice}; });
            }
        });
        return result;
    }

private:
    using Begins = std::vector<std::vector<size_t>>; ///< of each part, where in each run it begins; then all ends

    StartedSlice slice(size_t at) const { return {m_trace.startOf(SliceId{m_ids[at]}), m_ids[at]}; }

    /** Cuts all runs at the same times. */
    Begins partBegins() const {
        constexpr size_t partSlices = 1 << 15, samplesOfPart = 16;
        const size_t parts = m_ids.size / partSlices + 1, step = m_ids.size / (parts * samplesOfPart);
        std::vector<StartedSlice> samples;
        for (size_t i = 0; i < parts * samplesOfPart; ++i)
            samples.push_back(slice(i * step));
        std::sort(samples.begin(), samples.end());
        Begins begins{{m_bounds.begin(), m_bounds.end() - 1}};
        for (size_t part = 1; part < parts; ++part) {
            std::vector<size_t> begin;
            for (size_t run = 0; run + 1 < m_bounds.size(); ++run)
                begin.push_back(firstFrom(samples[part * samplesOfPart], begins.back()[run], m_bounds[run + 1]));
            begins.push_back(std::move(begin));
        }
        begins.emplace_back(m_bounds.begin() + 1, m_bounds.end());
        return begins;
    }

    size_t firstFrom(const StartedSlice &cut, size_t begin, size_t end) const {
        while (begin < end) {
            const size_t middle = begin + (end - begin) / 2;
            if (slice(middle) < cut)
                begin = middle + 1;
            else
                end = middle;
        }
        return begin;
    }

    struct Part {
        std::vector<StartedSlice> slices; ///< run behind run
        std::vector<size_t> runs;         ///< where they begin, and the size
    };

    Part gathered(const std::vector<size_t> &begins, const std::vector<size_t> &ends) const {
        Part part{{}, {0}};
        auto &[slices, runs] = part;
        for (size_t run = 0; run < begins.size(); ++run) {
            for (size_t at = begins[run]; at < ends[run]; ++at)
                slices.push_back(slice(at));
            if (slices.size() > runs.back()) runs.push_back(slices.size());
        }
        return part;
    }

    const Trace &m_trace;
    const FoundIds &m_ids;
    std::vector<size_t> m_bounds; ///< where the runs begin, and the size
};

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

    const bool isEverywhere = query.tracks.empty() && !query.range;
    const auto isFound = [&](size_t i) {
        return (*isWanted)[columns.name[i]] &&
               (isEverywhere || (isTrackWanted[columns.track[i]] && columns.start[i] <= last &&
                                 columns.start[i] + columns.duration[i] >= first));
    };
    const int64_t count = trace.sliceCount(), blocks = (count + blockSlices - 1) / blockSlices;
    std::atomic<bool> cancelled = false;
    const auto eachBlock = [&](const std::function<void(size_t block, size_t begin, size_t end)> &look) {
        parallelFor(blocks, 1, [&](int64_t begin, int64_t end) {
            for (int64_t block = begin; block < end && !cancelled; ++block) {
                if (isCancelled && isCancelled()) cancelled = true;
                look(size_t(block), size_t(block * blockSlices), size_t(std::min(count, (block + 1) * blockSlices)));
            }
        });
    };
    // Twice over the columns is quicker than lists that grow.
    std::vector<size_t> places(size_t(blocks) + 1);
    eachBlock([&](size_t block, size_t begin, size_t end) {
        for (size_t i = begin; i < end; ++i)
            places[block + 1] += isFound(i);
    });
    std::partial_sum(places.begin(), places.end(), places.begin());
    FoundIds found(cancelled ? 0 : places.back());
    if (found.size > 0)
        eachBlock([&](size_t block, size_t begin, size_t end) {
            int64_t *next = found.begin() + places[block];
            if (places[block] == places[block + 1]) return;
            for (size_t i = begin; i < end; ++i)
                if (isFound(i)) *next++ = int64_t(i);
        });
    if (cancelled) return Error{"searching was cancelled"};
    return IdSorter(trace, found).sorted();
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

} // namespace jitscope::inline profile
