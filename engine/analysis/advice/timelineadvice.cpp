// SPDX-License-Identifier: Apache-2.0
// Advice that the timeline gives: idle time, waiting, communication that nothing overlaps.
#include "engine/analysis/advice/advicerules.h"

#include "engine/base/text.h"
#include "engine/session/session.h"

#include <algorithm>
#include <map>

namespace jitscope::inline analysis {

namespace {

constexpr size_t shownSlices = 50;

constexpr const char *hostNotRecorded = "%1 of the time the device is idle because its next task was not launched yet; "
                                        "what the host did meanwhile is not recorded.";
constexpr const char *atLeastWaiting = "At least %1 of the time a collective stands and waits for other ranks while "
                                       "nothing else works; of some collectives no task is recorded.";
constexpr const char *noLaneOfCommunication = "the profiler counted communication, but the timeline has no lane of it";
constexpr const char *nothingTellsWaits =
    "of the collectives neither tasks (planes, level 1 on) nor a table (communication.json) are there, so that %1 of "
    "the time may be waiting or not";

/** Of the explained gaps, those of some causes. */
Measured gapsWith(const AdviceInput &input, const std::vector<IdleCauseKind> &kinds) {
    Measured measured;
    for (size_t i = 0; i < input.causes.size(); ++i) {
        if (std::find(kinds.begin(), kinds.end(), input.causes[i].kind) == kinds.end()) continue;
        measured.gainNs += input.idle.longest[i].length();
        if (!input.causes[i].evidence.empty() && measured.slices.size() < shownSlices)
            measured.slices.push_back(input.causes[i].evidence.front().slice);
    }
    measured.value = 100 * shareOf(measured.gainNs, input.idle.extent.length());
    return measured;
}

/** A share of the explained gaps is a lower limit where noticeable time lies in gaps that are not explained. */
std::string gapShareText(const AdviceInput &input, const Measured &measured) {
    constexpr double noticeable = 0.0005;
    int64_t explained = 0;
    for (size_t i = 0; i < input.causes.size(); ++i)
        explained += input.idle.longest[i].length();
    const int64_t left = input.idle.freeNs + input.idle.waitNs - explained;
    const std::string text = percentText(measured.value / 100);
    return shareOf(left, input.idle.extent.length()) < noticeable ? text : "\u2265 " + text;
}

std::optional<Measured> aboveThreshold(Measured measured, double threshold, std::vector<std::string> arguments) {
    if (measured.value < threshold) return std::nullopt;
    measured.arguments = std::move(arguments);
    return measured;
}

/** What the host was in most often, over all explained gaps of some causes; "" where no cause names a call. */
std::string mostFrequentCall(const AdviceInput &input, const std::vector<IdleCauseKind> &kinds) {
    std::map<std::string_view, int64_t> counts;
    for (const IdleCause &cause : input.causes)
        if (!cause.name.empty() && std::find(kinds.begin(), kinds.end(), cause.kind) != kinds.end())
            ++counts[cause.name];
    const auto most = std::max_element(counts.begin(), counts.end(),
                                       [](const auto &a, const auto &b) { return a.second < b.second; });
    return most == counts.end() ? std::string() : std::string(most->first);
}

std::optional<Measured> hostBound(const AdviceInput &input, double threshold) {
    const std::vector<IdleCauseKind> kinds = {IdleCauseKind::HostOperator, IdleCauseKind::HostUnknown};
    Measured measured = gapsWith(input, kinds);
    const std::string call = mostFrequentCall(input, kinds);
    if (call.empty()) measured.pattern = hostNotRecorded;
    const std::string share = gapShareText(input, measured);
    return aboveThreshold(std::move(measured), threshold, {share, call});
}

std::optional<Measured> dataInput(const AdviceInput &input, double threshold) {
    Measured measured = gapsWith(input, {IdleCauseKind::DataInput});
    const std::string share = gapShareText(input, measured);
    return aboveThreshold(std::move(measured), threshold, {share});
}

std::optional<Measured> synchronizing(const AdviceInput &input, double threshold) {
    const std::vector<IdleCauseKind> kinds = {IdleCauseKind::Synchronization, IdleCauseKind::HostCopy};
    Measured measured = gapsWith(input, kinds);
    const std::string share = gapShareText(input, measured);
    return aboveThreshold(std::move(measured), threshold, {share, mostFrequentCall(input, kinds)});
}

std::optional<Measured> longestGap(const AdviceInput &input, double threshold) {
    if (input.idle.longest.empty() || input.causes.empty()) return std::nullopt;
    Measured measured;
    measured.gainNs = input.idle.longest.front().length();
    measured.value = 100 * shareOf(measured.gainNs, input.idle.extent.length());
    for (const IdleEvidence &evidence : input.causes.front().evidence)
        measured.slices.push_back(evidence.slice);
    const std::string share = percentText(measured.value / 100);
    const std::string length = humanTime(measured.gainNs);
    return aboveThreshold(std::move(measured), threshold, {length, share, sentence(input.causes.front())});
}

std::optional<Measured> waiting(const AdviceInput &input, double threshold) {
    Measured measured;
    measured.gainNs = input.idle.waitNs;
    measured.value = 100 * shareOf(measured.gainNs, input.idle.extent.length());
    for (const IdleGap &gap : input.idle.longest)
        if (gap.collective.valid() && measured.slices.size() < shownSlices) measured.slices.push_back(gap.collective);
    const std::string share = percentText(measured.value / 100);
    if (input.idle.isWaitAtLeast()) measured.pattern = atLeastWaiting;
    return aboveThreshold(std::move(measured), threshold, {share});
}

Phrase waitingLacks(const AdviceInput &input) {
    if (input.idle.lacksCollectives) return {noLaneOfCommunication, {}};
    if (input.idle.waits()) return {};
    return {nothingTellsWaits, {percentText(shareOf(input.idle.unknownNs, input.idle.extent.length()))}};
}

constexpr const char *slowByTables =
    "Rank %1 makes the others of its group (ranks %2) wait: over %3 operators it waited %4 itself, the others %5 "
    "(median), by the table of communication.";

Phrase slowRankLacks(const AdviceInput &input) {
    if (!input.slowRanks.empty()) return {};
    const bool communicates = !input.lanes.tracksOf(input.device, LaneKind::Communication).empty();
    return communicates ? whyNoSlowRank(input.waits) : Phrase();
}

/** The latest of all groups; the tables' own limits decide, not the share. */
Measured slowRankByTables(const SlowRankOfGroup &found) {
    Measured measured;
    measured.pattern = slowByTables;
    measured.value = 100 * shareOf(found.slow.late(), found.slow.othersWait);
    measured.gainNs = found.slow.late();
    std::vector<std::string> ranks;
    for (const int rank : found.open)
        ranks.push_back(std::to_string(rank));
    measured.arguments = {std::to_string(found.slow.rank), join(ranks, ", "), std::to_string(found.slow.operators),
                          humanTime(found.slow.ownWait), humanTime(found.slow.othersWait)};
    return measured;
}

std::vector<const char *> allSlowRankTexts() {
    std::vector<const char *> texts = slowRankTexts();
    texts.push_back(slowByTables);
    return texts;
}

std::optional<Measured> slowRank(const AdviceInput &input, double threshold) {
    if (!input.slowRanks.empty()) return slowRankByTables(input.slowRanks.front());
    if (input.waits.slowRank < 0) return std::nullopt;
    for (const RankWait &wait : input.waits.ranks) {
        if (wait.rank != input.waits.slowRank) continue;
        Measured measured;
        measured.value = 100 * shareOf(wait.causedNs, input.waits.waitedNs);
        measured.gainNs = wait.causedNs;
        measured.slices = {wait.worst};
        std::vector<std::string> arguments = {std::to_string(wait.rank),
                                              format("%lld of %lld", (long long)wait.last, (long long)wait.collectives),
                                              percentText(measured.value / 100), humanTime(wait.causedNs)};
        return aboveThreshold(std::move(measured), threshold, std::move(arguments));
    }
    return std::nullopt;
}

/** What works on a lane. */
Intervals workOn(const AdviceInput &input, TrackId track) {
    Intervals work;
    for (const LaneLine &line : input.lanes.linesOf(track))
        for (int64_t place = 0; place < line.count; ++place) {
            const SliceId slice = line.at(place);
            if (!isBusy(input.roles.task(slice))) continue;
            work.push_back({input.session.trace.startOf(slice), input.session.trace.endOf(slice)});
        }
    return unite(std::move(work));
}

/** Streams on which collectives stand have their transfers as tasks: these are no computing. */
bool carriesTransfers(const AdviceInput &input, TrackId track) {
    for (const LaneLine &line : input.lanes.linesOf(track))
        for (int64_t place = 0; place < line.count; ++place) {
            const TaskRole role = input.roles.task(line.at(place));
            if (role == TaskRole::Transfer || role == TaskRole::RankWait) return true;
        }
    return false;
}

std::optional<Measured> notOverlapped(const AdviceInput &input, double threshold) {
    Intervals collectives, computing;
    const auto add = [&](Intervals &to, TrackId track) {
        const Intervals more = workOn(input, track);
        to.insert(to.end(), more.begin(), more.end());
    };
    for (const TrackId track : input.lanes.tracksOf(input.device, LaneKind::Communication))
        add(collectives, track);
    if (collectives.empty()) return std::nullopt;
    for (const TrackId track : input.lanes.tracksOf(input.device, LaneKind::Stream))
        if (!carriesTransfers(input, track)) add(computing, track);
    collectives = unite(std::move(collectives));
    Measured measured;
    measured.gainNs = totalLength(difference(collectives, unite(std::move(computing))));
    measured.value = 100 * shareOf(measured.gainNs, input.idle.extent.length());
    for (const IdleGap &gap : input.idle.longest)
        if (gap.collective.valid() && measured.slices.size() < shownSlices) measured.slices.push_back(gap.collective);
    const std::string share = percentText(measured.value / 100);
    const std::string part = percentText(shareOf(measured.gainNs, totalLength(collectives)));
    return aboveThreshold(std::move(measured), threshold, {share, part});
}

std::optional<Measured> tinyKernels(const AdviceInput &input, double threshold) {
    constexpr int64_t tinyNs = 10'000;
    Measured measured;
    int64_t count = 0, tiny = 0;
    for (const TrackId track : input.lanes.tracksOf(input.device, LaneKind::Stream))
        for (const LaneLine &line : input.lanes.linesOf(track))
            for (int64_t place = 0; place < line.count; ++place) {
                const SliceId slice = line.at(place);
                if (input.roles.task(slice) != TaskRole::Work) continue;
                ++count;
                if (input.session.trace.durationOf(slice) >= tinyNs) continue;
                ++tiny;
                if (measured.slices.size() < shownSlices) measured.slices.push_back(slice);
            }
    constexpr int64_t fewest = 100;
    if (count < fewest) return std::nullopt;
    // They matter where the device waits for launches.
    const Measured late = gapsWith(input, {IdleCauseKind::HostOperator, IdleCauseKind::HostUnknown});
    measured.value = 100 * double(tiny) / double(count);
    measured.gainNs = late.gainNs;
    if (late.value < 5) return std::nullopt;
    const std::string share = percentText(measured.value / 100);
    return aboveThreshold(std::move(measured), threshold, {share, std::to_string(count)});
}

std::optional<Measured> compiling(const AdviceInput &input, double threshold) {
    Measured measured;
    int64_t calls = 0;
    std::string name;
    for (const LaneKind kind : {LaneKind::HostApi, LaneKind::Framework})
        for (const TrackId track : input.lanes.tracksOf(input.device.rank, kind))
            for (const LaneLine &line : input.lanes.linesOf(track))
                for (int64_t place = 0; place < line.count; ++place) {
                    const SliceId slice = line.at(place);
                    if (input.roles.host(slice) != HostRole::Compile) continue;
                    const std::vector<SliceId> around = input.lanes.enclosing(slice);
                    if (!around.empty() && input.roles.host(around.front()) == HostRole::Compile) continue;
                    ++calls;
                    measured.gainNs += input.session.trace.durationOf(slice);
                    if (measured.slices.size() < shownSlices) measured.slices.push_back(slice);
                }
    if (calls == 0) return std::nullopt;
    measured.value = double(calls);
    name = input.session.trace.nameOf(measured.slices.front());
    const std::string time = humanTime(measured.gainNs);
    return aboveThreshold(std::move(measured), threshold, {std::to_string(calls), name, time});
}

} // namespace

std::string percentText(double share) {
    return format("%.1f %%", 100 * share);
}

double shareOf(int64_t part, int64_t whole) {
    return whole <= 0 ? 0 : double(part) / double(whole);
}

std::vector<AdviceRule> timelineAdvice() {
    static constexpr const char *own = "our own choice";
    return {
        {"host_bound",
         "The host launches too late",
         "%1 of the time the device is idle because its next task was not launched yet; most often the host was in %2.",
         "Launch less often or earlier: compile the function with @jit, fuse small operators, move work out of the "
         "training loop, bind the process to the cores near the device.",
         10,
         "%",
         own,
         "",
         hostBound,
         nullptr,
         {hostNotRecorded}},
        {"long_idle", "One long gap", "The longest gap takes %1 (%2 of the whole). %3",
         "Look at the slices: what the host or the other stream did there.", 5, "%", own, "", longestGap},
        {"data_input", "Waiting for data", "%1 of the time the device waits for input data.",
         "More workers, prefetching, cheaper preprocessing, or caching of the data set.", 2, "%", own, "", dataInput},
        {"synchronization", "The host waits for the device",
         "%1 of the time the device is idle behind calls that wait for it, most often %2.",
         "Take values to the host less often (item(), asnumpy(), print of tensors); copy asynchronously.", 3, "%", own,
         "", synchronizing},
        {"tiny_kernels", "Many tiny kernels",
         "%1 of the %2 tasks take less than 10 us while launches come too late: an eager launch costs the host 12 to "
         "33 us.",
         "Compile with @jit (graph sink), use fused operators or larger batches.", 50, "%",
         "measured launch intervals: 12 to 33 us an operator", "", tinyKernels},
        {"wait_share",
         "Collectives only wait",
         "%1 of the time a collective stands and waits for other ranks while nothing else works.",
         "Balance the work of the ranks; see which rank comes last.",
         5,
         "%",
         own,
         "",
         waiting,
         waitingLacks,
         {atLeastWaiting, noLaneOfCommunication, nothingTellsWaits}},
        {"slow_rank", "One rank makes the others wait",
         "Rank %1 comes last to %2 collectives; %3 of all waiting (%4) is for it.",
         "Compare that rank with another one: its kernels (frequency, other load), its host, its data.", 50, "%",
         "at least half of all waiting", "", slowRank, slowRankLacks, allSlowRankTexts()},
        {"not_overlapped", "Communication is not overlapped",
         "For %1 of the time the device communicates and computes nothing; that is %2 of the communication.",
         "Overlap gradients' reduction with the backward pass (smaller buckets), or communicate less often.", 10, "%",
         own, "", notOverlapped},
        {"compiling", "Operators are compiled while the program runs", "%1 calls compile an operator (%2), %3 in all.",
         "Fixed shapes need no compiling again: pad dynamic shapes or prefer operators that ship as binaries (aclnn); "
         "leave the first steps out of the profile.",
         5, "", own, "", compiling},
    };
}

} // namespace jitscope::inline analysis
