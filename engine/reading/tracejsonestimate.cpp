// SPDX-License-Identifier: Apache-2.0
#include "engine/reading/tracejsonestimate.h"

#include "engine/base/text.h"

#include <algorithm>

namespace jitscope::inline reading::tracejson {

namespace {

constexpr int samplesOfFile = 64;
constexpr int64_t sampleBytes = 256 * 1024;
// With what stands in memory at once while columns are joined and arranged.
constexpr int64_t bytesOfSlice = 60, bytesOfFlowPoint = 150, bytesOfCounterPoint = 56;

/** What samples tell of the whole. */
struct Estimate {
    int64_t bytes = 0;
    std::vector<int64_t> times; ///< of the slices and samples of counters, sorted
};

void addSample(const FilePart &part, int64_t offset, Estimate &estimate, int64_t &sampled) {
    const int64_t size = std::min(sampleBytes, part.end - offset);
    auto text = part.file->read(offset, size);
    if (!text || text->empty()) return;
    sampled += int64_t(text->size());
    const size_t written = text->size();
    text->append(padding, '\0');
    const char *end = text->data() + written;
    const char *begin = nextEventLike(text->data(), end);
    PieceReader reader(0, {});
    const PieceEvents events = reader.read({0, 0, offset, {begin, size_t(end - begin)}});
    estimate.bytes += int64_t(events.start.size() + events.brackets.size() / 2) * bytesOfSlice +
                      int64_t(events.flows.size()) * bytesOfFlowPoint +
                      int64_t(events.samples.size()) * bytesOfCounterPoint;
    estimate.times.insert(estimate.times.end(), events.start.begin(), events.start.end());
    for (const CounterPoint &point : events.samples)
        estimate.times.push_back(point.timeNs);
}

Estimate estimateOf(const std::vector<FilePart> &parts) {
    Estimate estimate;
    int64_t sampled = 0, whole = 0;
    for (const FilePart &part : parts) {
        const int64_t bytes = part.end - part.begin;
        whole += bytes;
        for (int i = 0; i < samplesOfFile; ++i)
            addSample(part, part.begin + int64_t(double(bytes) / samplesOfFile * i), estimate, sampled);
    }
    if (sampled > 0) estimate.bytes = int64_t(double(estimate.bytes) * (double(whole) / double(sampled)));
    std::sort(estimate.times.begin(), estimate.times.end());
    return estimate;
}

/** The part of the samples that lies in the window. */
double shareOf(const Estimate &estimate, const PieceFilter &filter) {
    if (!filter.hasWindow() || estimate.times.empty()) return 1;
    const auto first = std::lower_bound(estimate.times.begin(), estimate.times.end(), filter.beginNs);
    const auto last = std::upper_bound(first, estimate.times.end(), filter.endNs);
    return double(last - first) / double(estimate.times.size());
}

Error refusal(const std::string &path, const Estimate &estimate, double needed, int64_t memoryBytes) {
    std::string text = path + ": takes about " + humanBytes(int64_t(needed)) + " of memory, and " +
                       humanBytes(memoryBytes) + " are left for it; open a window of time";
    if (estimate.times.size() < 2) return {text};
    // With room to spare, as samples tell the whole only roughly.
    constexpr double roughness = 0.7;
    const double share = roughness * double(memoryBytes) / double(std::max<int64_t>(1, estimate.bytes));
    const size_t last = std::min(estimate.times.size() - 1, size_t(share * double(estimate.times.size())));
    int64_t whole = 0, fitting = 0;
    if (__builtin_sub_overflow(estimate.times.back(), estimate.times.front(), &whole) ||
        __builtin_sub_overflow(estimate.times[last], estimate.times.front(), &fitting))
        return {text};
    return {text + ", such as the first " + humanTime(fitting) + " of " + humanTime(whole)};
}

} // namespace

Result<void> checkFits(const std::vector<FilePart> &parts, const PieceFilter &filter, int64_t memoryBytes) {
    int64_t whole = 0;
    for (const FilePart &part : parts)
        whole += part.end - part.begin;
    if (memoryBytes <= 0 || whole < memoryBytes / 4) return {}; // even the shortest events fit
    const Estimate estimate = estimateOf(parts);
    const double needed = double(estimate.bytes) * shareOf(estimate, filter);
    if (needed <= double(memoryBytes)) return {};
    return refusal(parts.front().file->path(), estimate, needed, memoryBytes);
}

Error tooLarge(const std::vector<FilePart> &parts, const PieceFilter &filter, int64_t memoryBytes) {
    const Estimate estimate = estimateOf(parts);
    const double needed = double(estimate.bytes) * shareOf(estimate, filter);
    return refusal(parts.front().file->path(), estimate, std::max(needed, double(memoryBytes) * 1.1), memoryBytes);
}

} // namespace jitscope::inline reading::tracejson
