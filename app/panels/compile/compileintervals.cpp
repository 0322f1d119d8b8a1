// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/compile/compileintervals.h"

#include "engine/session/session.h"

#include <algorithm>
#include <map>
#include <utility>

namespace jitscope {
inline namespace compilepanel {

namespace {

using Kind = CompileRowKind;

struct Interval {
    int64_t begin = 0, end = 0;
    auto operator<=>(const Interval &) const = default;
};
using Intervals = std::vector<Interval>;

Interval meet(const Interval &a, const Interval &b) {
    return {std::max(a.begin, b.begin), std::min(a.end, b.end)};
}

/** Sorted, and those that touch or overlap as one. */
Intervals joined(Intervals intervals) {
    std::ranges::sort(intervals);
    Intervals all;
    for (const Interval &each : intervals) {
        if (!all.empty() && each.begin <= all.back().end)
            all.back().end = std::max(all.back().end, each.end);
        else
            all.push_back(each);
    }
    return all;
}

/** What of `of` is in `within`; both are joined. */
Intervals common(const Intervals &of, const Intervals &within) {
    Intervals all;
    auto from = within.begin();
    for (const Interval &each : of) {
        while (from != within.end() && from->end <= each.begin)
            ++from;
        for (auto at = from; at != within.end() && at->begin < each.end; ++at)
            if (const Interval part = meet(each, *at); part.begin < part.end) all.push_back(part);
    }
    return all;
}

/** What of `of` is not in `taken`; both are joined. */
Intervals without(const Intervals &of, const Intervals &taken) {
    Intervals all;
    for (const Interval &each : of) {
        int64_t at = each.begin;
        for (const Interval &part : common({each}, taken)) {
            if (at < part.begin) all.push_back({at, part.begin});
            at = part.end;
        }
        if (at < each.end) all.push_back({at, each.end});
    }
    return all;
}

struct Recorded {
    Kind kind;
    std::string name;
    Interval interval;
};

std::vector<Recorded> recordedOf(const Compilation &compilation) {
    std::vector<Recorded> all;
    for (const StageTime &stage : compilation.stages)
        all.push_back({Kind::Part, stage.name, {stage.startNs, stage.startNs + stage.durationNs}});
    for (const PassRecord &pass : compilation.passes) {
        if (pass.startNs <= 0) continue;
        const Interval interval{pass.startNs, pass.startNs + pass.timeNs};
        all.push_back({Kind::Pass, pass.name, interval});
        if (!pass.stage.empty()) all.push_back({Kind::Stage, pass.stage, interval});
        if (pass.cycle > 0) all.push_back({Kind::Cycle, stageText(pass), interval});
    }
    return all;
}

/** Puts rows on the axis, each within the one above it. */
class Placer {
public:
    Placer(const Session &session, const CompileProfile &profile)
        : m_totalNs(profile.totalNs) {
        int64_t offset = 0;
        for (const CompileWindow &window : profile.windows) {
            m_windows.push_back({window.compilation, {window.startNs, window.startNs + window.totalNs}, offset});
            offset += window.totalNs;
            m_recorded[window.compilation] = recordedOf(*session.compilation(window.compilation));
        }
    }

    std::vector<CompileRow> placed(std::vector<CompileRow> rows) const {
        std::map<int, Intervals> whole;
        for (const Window &window : m_windows)
            whole[window.compilation] = {window.interval};
        place(rows, whole);
        return rows;
    }

private:
    struct Window {
        int compilation;
        Interval interval;
        int64_t offset; ///< on the axis
    };
    using Times = std::map<int, Intervals>; ///< by compilation

    void place(std::vector<CompileRow> &rows, const Times &above) const {
        for (CompileRow &row : rows) {
            const Times times = timesOf(row, above);
            if (!isSummed(row)) {
                if (auto stretches = stretchesOf(times); !stretches.empty()) row.stretches = std::move(stretches);
            }
            place(row.rows, times);
        }
    }

    Times timesOf(const CompileRow &row, const Times &above) const {
        Times times;
        for (const auto &[compilation, ns] : row.timeOf)
            if (const auto within = above.find(compilation); within != above.end())
                times[compilation] = timesIn(row, compilation, within->second);
        return times;
    }

    Intervals timesIn(const CompileRow &row, int compilation, const Intervals &above) const {
        const std::vector<Recorded> &recorded = m_recorded.at(compilation);
        if (row.kind == Kind::Function || row.kind == Kind::Compilation) return above;
        if (row.kind == Kind::Unaccounted) return without(above, innerOf(recorded, above));
        const Kind kind = row.kind == Kind::Kernel ? Kind::Part : row.kind;
        const std::string &name = row.kind == Kind::Kernel ? row.kernel : row.name;
        Intervals found;
        for (const Recorded &each : recorded)
            if (each.kind == kind && each.name == name) found.push_back(each.interval);
        return common(joined(std::move(found)), above);
    }

    /** What was measured inside of the row above an unaccounted one, not that row itself. */
    static Intervals innerOf(const std::vector<Recorded> &recorded, const Intervals &above) {
        Intervals inner;
        for (const Recorded &each : recorded) {
            const bool isAbove = std::ranges::any_of(above, [&](const Interval &outer) {
                return each.interval.begin <= outer.begin && each.interval.end >= outer.end;
            });
            if (!isAbove) inner.push_back(each.interval);
        }
        return joined(std::move(inner));
    }

    std::vector<CompileStretch> stretchesOf(const Times &times) const {
        constexpr double least = 0.001; ///< of the axis: closer ones look like one
        std::vector<CompileStretch> stretches;
        for (const Window &window : m_windows) {
            const auto found = times.find(window.compilation);
            if (found == times.end()) continue;
            for (const Interval &each : found->second) {
                const double begin = onAxis(window, each.begin), length = onAxis(window, each.end) - begin;
                const double end = stretches.empty() ? -1 : stretches.back().begin + stretches.back().length;
                if (begin - end < least && !stretches.empty())
                    stretches.back().length = std::max(end, begin + length) - stretches.back().begin;
                else
                    stretches.push_back({begin, length});
            }
        }
        return stretches;
    }

    double onAxis(const Window &window, int64_t ns) const {
        return m_totalNs > 0 ? double(window.offset + ns - window.interval.begin) / double(m_totalNs) : 0;
    }

    int64_t m_totalNs;
    std::vector<Window> m_windows;
    std::map<int, std::vector<Recorded>> m_recorded; ///< by compilation
};

} // namespace

std::vector<CompileRow> placedRows(const Session &session, const CompileProfile &profile) {
    return Placer(session, profile).placed(profile.rows);
}

bool isSummed(const CompileRow &row) {
    switch (row.kind) {
    case Kind::Rule:
    case Kind::NoRule:
    case Kind::Line:
    case Kind::NoLine:
    case Kind::Inference:
    case Kind::LlvmPart:
        return true;
    default:
        return row.name == "snapshots" && row.kind == Kind::Part;
    }
}

std::vector<AxisCut> axisCuts(const CompileProfile &profile) {
    std::vector<AxisCut> cuts;
    int64_t at = 0;
    for (size_t i = 0; i + 1 < profile.windows.size(); ++i) {
        const CompileWindow &window = profile.windows[i];
        at += window.totalNs;
        const int64_t gap = profile.windows[i + 1].startNs - window.startNs - window.totalNs;
        cuts.push_back({double(at) / double(std::max<int64_t>(profile.totalNs, 1)), gap});
    }
    return cuts;
}

} // namespace compilepanel
} // namespace jitscope
