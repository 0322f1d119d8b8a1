// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/operators/operatorgaps.h"

#include "engine/base/text.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

namespace jitscope::inline analysis {

namespace {

struct LoopHead {
    int line = 0;
    std::string text;
};

std::vector<std::string_view> sourceLines(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const size_t end = std::min(text.find('\n'), text.size());
        lines.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

size_t indentOf(std::string_view line) {
    return std::min(line.find_first_not_of(" \t"), line.size());
}

bool isCode(std::string_view line) {
    const size_t indent = indentOf(line);
    return indent < line.size() && line[indent] != '#' && line[indent] != ')';
}

bool isLoopHead(std::string_view line) {
    const std::string_view code = line.substr(indentOf(line));
    return code.starts_with("for ") || code.starts_with("while ") || code.starts_with("async for ");
}

bool isFunctionHead(std::string_view line) {
    const std::string_view code = line.substr(indentOf(line));
    return code.starts_with("def ") || code.starts_with("async def ") || code.starts_with("class ");
}

std::string headText(std::string_view line) {
    constexpr size_t most = 60;
    std::string text(line.substr(indentOf(line)));
    while (!text.empty() && (text.back() == '\r' || text.back() == ' '))
        text.pop_back();
    return text.size() > most ? text.substr(0, most) + "..." : text;
}

/** The innermost loop statement that holds both lines, by how they are indented. */
std::optional<LoopHead> loopAround(const SourceFile *source, int first, int last) {
    if (source == nullptr || first > last) return std::nullopt;
    const std::vector<std::string_view> lines = sourceLines(source->text);
    if (first < 1 || size_t(last) > lines.size()) return std::nullopt;
    const auto at = [&](int line) { return lines[size_t(line - 1)]; };
    size_t outermost = indentOf(at(last));
    for (int line = last; line >= first; --line)
        if (isCode(at(line))) outermost = std::min(outermost, indentOf(at(line)));
    if (first < last && isLoopHead(at(first)) && indentOf(at(first)) < indentOf(at(last)))
        return LoopHead{first, headText(at(first))}; // what it goes over is an operator's result
    for (int line = first - 1; line >= 1 && outermost > 0; --line) {
        if (!isCode(at(line)) || indentOf(at(line)) >= outermost) continue;
        outermost = indentOf(at(line));
        if (isFunctionHead(at(line))) return std::nullopt;
        if (isLoopHead(at(line))) return LoopHead{line, headText(at(line))};
    }
    return std::nullopt;
}

std::string textOf(const SourceSpan &span) {
    return span.file.substr(span.file.rfind('/') + 1) + format(":%d", span.line);
}

bool isSameFunction(const StackFrame &a, const StackFrame &b) {
    return a.function == b.function && a.span.file == b.span.file;
}

/** Two stacks against each other, from the outermost frame inwards. */
class Crossing {
public:
    Crossing(const Session &session, int before, int after)
        : m_session(session)
        , m_before(stackAt(before))
        , m_after(stackAt(after)) {
        while (m_common < std::min(m_before.size(), m_after.size())) {
            const StackFrame &from = frame(m_before, m_common), &to = frame(m_after, m_common);
            if (!isSameFunction(from, to)) break;
            ++m_common;
            if (from.span.line != to.span.line) break;
        }
    }

    GapPlace place() const {
        if (m_after.empty()) return {};
        if (m_before.empty()) return {.to = textOf(m_after.front().span)};
        if (m_common == 0)
            return {.kind = GapPlace::Kind::Apart,
                    .from = textOf(m_before.front().span),
                    .to = textOf(m_after.front().span)};
        const size_t innermost = m_common - 1;
        const int from = frame(m_before, innermost).span.line, to = frame(m_after, innermost).span.line;
        if (to > from) return within(innermost);
        if (to < from) return back(innermost);
        const bool isTheSame = m_before.size() == m_after.size() && m_common == m_before.size() &&
                               m_before.front().span == m_after.front().span;
        return isTheSame ? atOneCall(innermost) : within(innermost);
    }

private:
    using Stack = std::vector<StackFrame>;

    const Stack &stackAt(int stack) const {
        static const Stack none;
        const bool isKnown = stack >= 0 && size_t(stack) < m_session.stacks.size();
        return isKnown ? m_session.stacks[size_t(stack)] : none;
    }
    static const StackFrame &frame(const Stack &stack, size_t fromOutside) {
        return stack[stack.size() - 1 - fromOutside];
    }

    GapPlace at(size_t level, GapPlace::Kind kind) const {
        const StackFrame &from = frame(m_before, level), &to = frame(m_after, level);
        return {.kind = kind, .function = to.function, .from = textOf(from.span), .to = textOf(to.span)};
    }
    GapPlace within(size_t level) const { return at(level, GapPlace::Kind::Within); }

    std::optional<GapPlace> round(size_t level) const {
        const int from = frame(m_before, level).span.line, to = frame(m_after, level).span.line;
        const SourceFile *source = m_session.source(frame(m_after, level).span.file);
        const auto loop = loopAround(source, std::min(from, to), std::max(from, to));
        if (!loop) return std::nullopt;
        GapPlace place = at(level, GapPlace::Kind::Round);
        place.loopLine = loop->line;
        place.loopText = loop->text;
        return place;
    }

    /** One call of Python's may run several operators (a gradient does), or come again in a loop: that is not known. */
    GapPlace atOneCall(size_t level) const {
        GapPlace place = round(level).value_or(within(level));
        place.kind = GapPlace::Kind::Within;
        return place;
    }

    /** The function goes on at an earlier line: in a loop of its own, or because it was called again. */
    GapPlace back(size_t level) const {
        if (auto place = round(level)) return *std::move(place);
        if (level == 0) return at(level, GapPlace::Kind::Round);
        return again(level - 1);
    }

    /** The same call once more: the innermost loop around it goes round. */
    GapPlace again(size_t level) const {
        for (size_t outer = level + 1; outer-- > 0;)
            if (auto place = round(outer)) return *std::move(place);
        return at(level, GapPlace::Kind::Round);
    }

    const Session &m_session;
    const Stack &m_before, &m_after;
    size_t m_common = 0; ///< so many frames from outside are of the same functions
};

/** Something that was at work. */
struct Busy {
    int64_t beginNs = 0, endNs = 0;
    int32_t stack = -1;
    uint32_t thread = OpGroups::unknown;
    int64_t place = -1;
    bool isCompilation = false;
};

std::vector<Busy> busyOf(const Session &session, const OpColumns &columns) {
    const OpGroups &threads = columns.by(OpGrouping::Thread);
    std::vector<int64_t> firstOfCall(session.graphCalls.size(), -1);
    std::vector<Busy> all;
    all.reserve(columns.size() + session.graphCalls.size());
    for (size_t place = 0; place < columns.size(); ++place) {
        const int32_t call = columns.call[place];
        if (call >= 0 && firstOfCall[size_t(call)] < 0) firstOfCall[size_t(call)] = int64_t(place);
        all.push_back({columns.start[place], columns.end(place),
                       call >= 0 ? columns.callStack[place] : columns.stack[place], threads.of[place], int64_t(place)});
    }
    for (size_t i = 0; i < session.graphCalls.size(); ++i) {
        const GraphCall &call = session.graphCalls[i];
        const int64_t first = firstOfCall[i];
        all.push_back({call.startNs, call.startNs + call.durationNs, call.stack,
                       first < 0 ? OpGroups::unknown : threads.of[size_t(first)], first});
    }
    for (const Compilation &compilation : session.compilations)
        if (!compilation.imported)
            for (const StageTime &stage : compilation.stages)
                all.push_back(
                    {.beginNs = stage.startNs, .endNs = stage.startNs + stage.durationNs, .isCompilation = true});
    std::ranges::stable_sort(all, {}, &Busy::beginNs);
    return all;
}

/** Numbers places, once for each pair of stacks. */
class PlaceNumbers {
public:
    PlaceNumbers(const Session &session, std::vector<GapPlace> &places)
        : m_session(session)
        , m_list(places) {}
    uint32_t of(int32_t before, int32_t after) {
        const auto [entry, isNew] = m_numbers.try_emplace({before, after}, 0);
        if (!isNew) return entry->second;
        GapPlace place = Crossing(m_session, before, after).place();
        const std::string words = lineText(place) + "\n" + sentence(place);
        const auto [known, isNewPlace] = m_places.try_emplace(words, uint32_t(m_list.size()));
        if (isNewPlace) m_list.push_back(std::move(place));
        return entry->second = known->second;
    }

private:
    const Session &m_session;
    std::vector<GapPlace> &m_list;
    std::map<std::string, uint32_t> m_places; ///< by their words
    std::map<std::pair<int32_t, int32_t>, uint32_t> m_numbers;
};

} // namespace

OperatorGaps operatorGaps(const Session &session, const OpColumns &columns) {
    OperatorGaps result;
    const std::vector<Busy> all = busyOf(session, columns);
    if (all.empty()) return result;
    PlaceNumbers numbers(session, result.places);
    std::map<uint32_t, std::pair<int64_t, int32_t>> lastOfThread; ///< its end and stack
    int64_t busyUntil = all.front().beginNs;
    for (const Busy &each : all) {
        const auto last = lastOfThread.find(each.thread);
        const int32_t before = last == lastOfThread.end() ? -1 : last->second.second;
        if (each.beginNs > busyUntil && !each.isCompilation)
            result.gaps.push_back({busyUntil, each.beginNs, each.place, numbers.of(before, each.stack)});
        busyUntil = std::max(busyUntil, each.endNs);
        if (each.isCompilation) continue;
        auto &[endNs, stack] = lastOfThread[each.thread];
        if (each.endNs >= endNs) std::tie(endNs, stack) = std::pair(each.endNs, each.stack);
    }
    result.spanNs = busyUntil - all.front().beginNs;
    return result;
}

std::string lineText(const GapPlace &place) {
    if (place.from.empty() || place.from == place.to) return place.to;
    const size_t colon = place.to.rfind(':');
    const bool isOneFile = place.from.substr(0, place.from.rfind(':')) == place.to.substr(0, colon);
    const char *const sign = place.kind == GapPlace::Kind::Within ? "-" : "->";
    return place.from + sign + (isOneFile ? place.to.substr(colon + 1) : place.to);
}

std::string sentence(const GapPlace &place) {
    const char *const where = place.kind == GapPlace::Kind::Round ? "round" : "in";
    if (place.loopLine > 0) return format("%s the loop of line %d: ", where, place.loopLine) + place.loopText;
    return place.isOfScript() ? std::string() : "in " + place.function;
}

} // namespace jitscope::inline analysis
