// SPDX-License-Identifier: Apache-2.0
#include "engine/session/session.h"

#include "engine/base/text.h"
#include "engine/session/compilation.h"
#include "engine/session/compilelanes.h"
#include "engine/session/outputlimit.h"
#include "engine/session/recordedtrack.h"
#include "engine/session/variantrecord.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <optional>
#include <unordered_map>
#include <utility>

namespace jitscope::inline session {

namespace {

/** The record with number `wanted` of records whose numbers count up by one from that of the first. */
template<class Records, class Record, class Number>
const Record *numbered(const Records &records, Number Record::*number, int64_t wanted) {
    if (records.empty()) return nullptr;
    const int64_t place = wanted - int64_t(records.front().*number);
    return place >= 0 && place < int64_t(records.size()) ? &records[size_t(place)] : nullptr;
}

template<class Records> void moveBehind(Records &records, Records &later) {
    if (records.empty())
        records = std::move(later);
    else
        records.insert(records.end(), std::make_move_iterator(later.begin()), std::make_move_iterator(later.end()));
}

Compilation emptyPlace(int index) {
    Compilation compilation;
    compilation.index = index;
    return compilation;
}

/** Puts a compilation at the place of its index; places between that are not known yet are held by empty ones. */
void addCompilation(std::vector<Compilation> &compilations, Compilation compilation) {
    if (compilations.empty()) {
        compilations.push_back(std::move(compilation));
        return;
    }
    while (compilation.index < compilations.front().index)
        compilations.insert(compilations.begin(), emptyPlace(compilations.front().index - 1));
    while (compilation.index > compilations.back().index)
        compilations.push_back(emptyPlace(compilations.back().index + 1));
    compilations[size_t(compilation.index - compilations.front().index)] = std::move(compilation);
}

/** The folder of the package when the recording does not name it: part of the path of every file in it. */
constexpr std::string_view packageFolder = "/python/mindspore/";

bool inPackage(const Session &session, const std::string &file) {
    const auto package = session.info.find("package");
    if (package != session.info.end() && !package->second.empty()) return file.starts_with(package->second);
    return file.find(packageFolder) != std::string::npos;
}

/** What the operator was called with stands in the operator itself, to which the slice leads. */
void addOpSlice(Trace &trace, TrackId track, const OpEvent &op) {
    const char *category = op.isKernel ? "kernel" : op.compilation >= 0 ? "node" : "eager";
    trace.addSlice(track, op.op.str(), category, op.startNs, op.durationNs,
                   {.op = op.number, .compilation = op.compilation, .node = op.node.value});
}

/** One lane, whoever waited: it stands beside what computes meanwhile. */
void addDataLane(Session &part) {
    if (part.dataWaits.empty()) return;
    const TrackId track = recordedTrack(part.trace, "Host", "data", hostOrder + 1, LaneKind::Other);
    for (const DataWait &wait : part.dataWaits)
        part.trace.addSlice(track, wait.dataset.str(), "wait for data", wait.startNs, wait.durationNs, {});
}

} // namespace

Session::Session() = default;
Session::~Session() = default;
Session::Session(const Session &) = default;
Session::Session(Session &&) noexcept = default;
Session &Session::operator=(const Session &) = default;
Session &Session::operator=(Session &&) noexcept = default;

bool Session::empty() const {
    return info.empty() && sources.empty() && stacks.empty() && tensors.empty() && ops.empty() && graphCalls.empty() &&
           compilations.empty() && trace.sliceCount() == 0 && trace.counters().empty() && profiles.empty() &&
           problems.empty() && output.empty() && gradients.empty() && stops.empty() && bookmarks.empty() &&
           watchHits.empty() && storageEvents.empty() && threadSpans.empty() && dataWaits.empty() && variants.empty();
}

std::optional<OpEvent> Session::op(int64_t number) const {
    const int64_t place = ops.placeOf(number);
    return place >= 0 && place < int64_t(ops.size()) ? std::optional(ops[size_t(place)]) : std::nullopt;
}

std::optional<TensorRecord> Session::tensor(int64_t id) const {
    const int64_t place = tensors.placeOf(id);
    return place >= 0 && place < int64_t(tensors.size()) ? std::optional(tensors[size_t(place)]) : std::nullopt;
}

int64_t Session::makerOf(int64_t tensor) const {
    const int64_t place = tensors.placeOf(tensor);
    return place >= 0 && place < int64_t(tensors.size()) ? tensors.op(size_t(place)) : -1;
}

const Compilation *Session::compilation(int index) const {
    return numbered(compilations, &Compilation::index, index);
}

const SourceFile *Session::source(std::string_view path) const {
    const auto found =
        std::find_if(sources.begin(), sources.end(), [&](const SourceFile &source) { return source.path == path; });
    return found == sources.end() ? nullptr : &*found;
}

void Session::linkTensors(size_t firstOp) {
    const auto isNew = [&](int64_t id) {
        const int64_t place = tensors.placeOf(id);
        return place >= 0 && place < int64_t(tensors.size()) && tensors.firstUse(size_t(place)) < 0;
    };
    for (size_t i = firstOp; i < ops.size(); ++i) {
        const OpEvent op = ops[i];
        for (const int64_t id : op.inputs)
            if (isNew(id)) tensors.setUse(size_t(tensors.placeOf(id)), op.number, -1);
        for (const int64_t id : op.outputs) // but for an operator that gives back its argument
            if (isNew(id)) tensors.setUse(size_t(tensors.placeOf(id)), op.number, op.number);
    }
}

namespace {

/** Two profiles of one rank are told apart by their folders, or by number. */
ProfilePtr withOwnLabel(ProfilePtr profile, const std::vector<ProfilePtr> &others) {
    const auto isTaken = [&](const std::string &label) {
        return std::ranges::any_of(others, [&](const ProfilePtr &each) { return each->label == label; });
    };
    if (!isTaken(profile->label)) return profile;
    auto renamed = std::make_shared<Profile>(*profile);
    const std::string folder = std::filesystem::path(profile->folder).filename().string();
    if (!folder.empty()) renamed->label += " \u00b7 " + folder;
    const std::string label = renamed->label;
    for (int number = 2; isTaken(renamed->label); ++number)
        renamed->label = format("%s (%d)", label.c_str(), number);
    return renamed;
}

} // namespace

void Session::append(Session &&later) {
    for (auto &[key, value] : later.info)
        info.insert_or_assign(key, std::move(value));
    for (SourceFile &source : later.sources) {
        const auto mine = std::find_if(sources.begin(), sources.end(),
                                       [&](const SourceFile &each) { return each.path == source.path; });
        if (mine == sources.end())
            sources.push_back(std::move(source));
        else
            mine->text = std::move(source.text);
    }
    moveBehind(stacks, later.stacks);
    tensors.append(std::move(later.tensors));
    const size_t known = ops.size();
    ops.append(std::move(later.ops));
    linkTensors(known);
    for (GraphCall &call : later.graphCalls) {
        const auto place = std::upper_bound(graphCalls.begin(), graphCalls.end(), call,
                                            [](const GraphCall &a, const GraphCall &b) { return a.number < b.number; });
        graphCalls.insert(place, call);
    }
    for (Compilation &compilation : later.compilations)
        addCompilation(compilations, std::move(compilation));
    trace.append(later.trace);
    for (ProfilePtr &profile : later.profiles)
        profiles.push_back(withOwnLabel(std::move(profile), profiles));
    diagnostics.insert(diagnostics.end(), later.diagnostics.begin(), later.diagnostics.end());
    moveBehind(problems, later.problems);
    moveBehind(output, later.output);
    boundOutput(output);
    moveBehind(gradients, later.gradients);
    moveBehind(stops, later.stops);
    moveBehind(bookmarks, later.bookmarks);
    moveBehind(watchHits, later.watchHits);
    storageEvents.append(std::move(later.storageEvents));
    moveBehind(threadSpans, later.threadSpans);
    moveBehind(dataWaits, later.dataWaits);
    moveBehind(variants, later.variants);
}

const StackFrame *userFrame(const Session &session, int stack) {
    if (stack < 0 || size_t(stack) >= session.stacks.size()) return nullptr;
    for (const StackFrame &frame : session.stacks[size_t(stack)])
        if (!frame.span.file.empty() && !inPackage(session, frame.span.file)) return &frame;
    return nullptr;
}

const SourceSpan *userSpan(const Session &session, const SpanList &spans) {
    if (!spans) return nullptr;
    for (const SourceSpan &span : *spans)
        if (!span.file.empty() && !inPackage(session, span.file)) return &span;
    return nullptr;
}

Trace withOpArguments(const Session &session) {
    Trace trace = session.trace;
    for (int64_t i = 0; i < trace.sliceCount(); ++i) {
        const auto op = session.op(trace.linkOf(SliceId{i}).op);
        if (!op || trace.tracks()[size_t(trace.trackOf(SliceId{i}).value)].simulated) continue;
        if (!trace.argumentsOf(SliceId{i}).empty()) continue; // of a file of before
        for (const auto &[name, value] : sliceFacts(*op))
            trace.addArgument(SliceId{i}, name, value);
    }
    return trace;
}

std::vector<std::pair<std::string, std::string>> sliceFacts(const OpEvent &op) {
    std::vector<std::pair<std::string, std::string>> facts{{"operands", op.operands}, {"result", op.result}};
    if (!op.scope.empty()) facts.emplace_back("scope", op.scope.str());
    if (!op.error.empty()) facts.emplace_back("error", op.error.str());
    return facts;
}

void addRecordedLanes(Session &part) {
    addCompileLanes(part);
    addDataLane(part);
    if (part.graphCalls.empty() && part.ops.empty()) return;
    const TrackId track = recordedTrack(part.trace, "Host", "Python", hostOrder, LaneKind::Framework);
    for (const GraphCall &call : part.graphCalls)
        part.trace.addSlice(track, call.function, "graph call", call.startNs, call.durationNs,
                            {.compilation = call.compilation});
    std::unordered_map<int64_t, TrackId> others; // of the threads that the program started
    for (const OpEvent &op : part.ops) {
        if (op.thread <= 0) {
            addOpSlice(part.trace, track, op);
            continue;
        }
        const auto [entry, isNew] = others.try_emplace(op.thread);
        if (isNew)
            entry->second =
                recordedTrack(part.trace, "Host", format("Python thread %lld", (long long)op.thread).c_str(), hostOrder,
                              LaneKind::Framework);
        addOpSlice(part.trace, entry->second, op);
    }
}

} // namespace jitscope::inline session
