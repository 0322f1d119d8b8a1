// SPDX-License-Identifier: Apache-2.0
// A line of instr_popped_log tells when an instruction left its queue, one of instr_log when it ended. They belong
// together by the number of the instruction where the chip writes one, else by address and order.
#include "plugins/msprof_op/simulatordump.h"

#include "engine/base/file.h"
#include "engine/base/text.h"

#include <algorithm>
#include <charconv>
#include <deque>
#include <filesystem>
#include <limits>
#include <map>
#include <optional>

namespace jitscope {
inline namespace msprof_op {

namespace {

constexpr int64_t maxDumpBytes = int64_t(500) << 20;
/** Ticks beyond (16 years at this clock) are damage. */
constexpr int64_t maxTick = int64_t(1) << 60;

struct KindName {
    const char *word;
    LogKind kind;
};
constexpr KindName kindNames[] = {
    {"instr_popped_log", LogKind::Begins},
    {"instr_log", LogKind::Ends},
    {"icache_log", LogKind::Cache},
    {"reg_log", LogKind::Registers},
};

/** A line of an instruction log, taken apart. */
struct InstructionLine {
    int64_t tick = 0;
    std::string_view address, pipe, id, text;
};

/** What stands between two signs; nothing when one of them is missing. `rest` then begins behind the second. */
std::optional<std::string_view> between(std::string_view &rest, std::string_view open, std::string_view close) {
    const size_t begin = rest.find(open);
    if (begin == std::string_view::npos) return std::nullopt;
    const size_t end = rest.find(close, begin + open.size());
    if (end == std::string_view::npos) return std::nullopt;
    const auto inside = rest.substr(begin + open.size(), end - begin - open.size());
    rest.remove_prefix(end + close.size());
    return trimmed(inside);
}

std::optional<int64_t> tickIn(std::string_view digits) {
    int64_t tick = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), tick);
    if (error != std::errc() || end != digits.data() + digits.size() || tick < 0 || tick > maxTick) return std::nullopt;
    return tick;
}

/** "[info] [00011036] (PC: 0x10f86000) SCALAR   : (Binary: 0x073a7f80) (ID: 000123) MOV_XD_IMM  XD:X29" */
std::optional<InstructionLine> instructionIn(std::string_view line) {
    InstructionLine found;
    if (line.starts_with("[info]")) line.remove_prefix(6);
    const auto tick = between(line, "[", "]");
    if (!tick) return std::nullopt;
    const auto number = tickIn(*tick);
    const auto address = between(line, "(PC:", ")");
    if (!number || !address) return std::nullopt;
    const size_t colon = line.find(':');
    if (colon == std::string_view::npos) return std::nullopt;
    found.pipe = trimmed(line.substr(0, colon));
    line.remove_prefix(colon + 1);
    if (!between(line, "(Binary:", ")") || found.pipe.empty() || found.pipe.size() > 40) return std::nullopt;
    if (trimmed(line).starts_with("(ID:")) found.id = between(line, "(ID:", ")").value_or(std::string_view());
    found.tick = *number;
    found.address = *address;
    found.text = trimmed(line);
    return found;
}

struct Begin {
    int64_t tick = 0;
    std::string pipe, text;
};

/** The lines of one core, joined. */
class CoreLog {
public:
    void addBegin(const InstructionLine &line) {
        m_begins[keyOf(line)].push_back({line.tick, std::string(line.pipe), std::string(line.text)});
    }
    void addEnd(const InstructionLine &line) {
        m_ends.push_back(
            {{}, std::string(line.pipe), std::string(line.address), std::string(line.text), line.tick, line.tick});
        m_keys.push_back(keyOf(line));
    }
    /** Begins and ends brought together; those that miss their half stand as moments. */
    void join(SimulatorDump &dump, const std::string &core) {
        int64_t lonelyEnds = 0, lonelyBegins = 0;
        for (size_t i = 0; i < m_ends.size(); ++i) {
            SimulatedInstruction &instruction = m_ends[i];
            instruction.core = core;
            auto begins = m_begins.find(m_keys[i]);
            if (begins == m_begins.end() || begins->second.empty()) {
                ++lonelyEnds;
            } else {
                instruction.beginTick = std::min(begins->second.front().tick, instruction.endTick);
                begins->second.pop_front();
            }
            dump.instructions.push_back(std::move(instruction));
        }
        for (const auto &[key, begins] : m_begins)
            for (const Begin &begin : begins) {
                ++lonelyBegins;
                dump.instructions.push_back({core, begin.pipe, key.second, begin.text, begin.tick, begin.tick});
            }
        const auto tell = [&](int64_t count, const char *message) {
            if (count > 0) dump.diagnostics.add(DiagnosticKind::Mended, core, "", message, count);
        };
        tell(lonelyEnds, "an instruction ends that was never issued: it is shown as a moment");
        tell(lonelyBegins, "an instruction was issued and never ends: it is shown as a moment");
    }

private:
    using Key = std::pair<std::string, std::string>; // id, address
    static Key keyOf(const InstructionLine &line) { return {std::string(line.id), std::string(line.address)}; }
    std::map<Key, std::deque<Begin>> m_begins;
    std::vector<SimulatedInstruction> m_ends;
    std::vector<Key> m_keys;
};

/** "[info] 23071: icache read address is 0x10f86a80, size is 0x00000080, type:1, last:0, status is MISS" */
std::optional<SimulatorDump::Moment> cacheAccess(std::string_view line) {
    if (line.starts_with("[info]")) line.remove_prefix(6);
    const size_t colon = line.find(':');
    if (colon == std::string_view::npos) return std::nullopt;
    const auto tick = tickIn(trimmed(line.substr(0, colon)));
    const auto detail = trimmed(line.substr(colon + 1));
    const size_t status = detail.rfind("status is ");
    if (!tick || status == std::string_view::npos) return std::nullopt;
    return SimulatorDump::Moment{
        {}, "ICACHE", "icache " + std::string(trimmed(detail.substr(status + 10))), std::string(detail), *tick};
}

/** "[info] [00276009]: write spr: name = PC, val = 0x119cf708" */
std::optional<SimulatorDump::Moment> registerWrite(std::string_view line) {
    if (line.starts_with("[info]")) line.remove_prefix(6);
    const auto digits = between(line, "[", "]");
    const auto tick = digits ? tickIn(*digits) : std::nullopt;
    if (!tick || !line.starts_with(":")) return std::nullopt;
    const auto detail = trimmed(line.substr(1));
    const size_t name = detail.find("name = ");
    const std::string what(detail.substr(0, detail.find(':')));
    if (name == std::string_view::npos) return SimulatorDump::Moment{{}, "REGISTERS", what, std::string(detail), *tick};
    const auto tail = detail.substr(name + 7);
    return SimulatorDump::Moment{
        {}, "REGISTERS", what + " " + std::string(tail.substr(0, tail.find(','))), std::string(detail), *tick};
}

/** Calls `take(line)`, which says whether it understood it; the others are counted. */
template<class Take>
void eachLine(const std::string &text, const std::string &name, Diagnostics &diagnostics, Take &&take) {
    int64_t number = 0;
    for (size_t at = 0; at < text.size();) {
        const size_t end = std::min(text.find('\n', at), text.size());
        std::string_view line(text.data() + at, end - at);
        at = end + 1;
        ++number;
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (trimmed(line).empty() || take(line)) continue;
        diagnostics.add(DiagnosticKind::Skipped, name, format("line %lld", static_cast<long long>(number)),
                        "a line of a simulator's log that is not understood");
    }
}

} // namespace

bool isSimulatorLog(const std::string &fileName) {
    if (!fileName.ends_with(".dump")) return false;
    return std::any_of(std::begin(kindNames), std::end(kindNames),
                       [&](const KindName &each) { return fileName.find(each.word) != std::string::npos; });
}

SimulatorLog simulatorLog(const std::string &path) {
    const std::string name = std::filesystem::path(path).filename().string();
    for (const KindName &each : kindNames) {
        const size_t at = name.find(each.word);
        if (at == std::string::npos) continue;
        std::string core = name.substr(0, at);
        if (core.ends_with(".ifu.")) core.resize(core.size() - 4);
        while (core.ends_with('.'))
            core.pop_back();
        return {path, core.empty() ? "core" : core, each.kind};
    }
    return {path, "core", LogKind::Ends};
}

Result<SimulatorDump> readDump(const std::vector<SimulatorLog> &files, Progress *progress) {
    SimulatorDump dump;
    std::map<std::string, CoreLog> cores;
    for (const SimulatorLog &file : files) {
        if (progress != nullptr && progress->isCancelled()) return Error{"opening was cancelled"};
        const auto text = readFile(file.path, maxDumpBytes);
        if (!text) return text.error();
        const std::string name = std::filesystem::path(file.path).filename().string();
        eachLine(*text, name, dump.diagnostics, [&](std::string_view line) {
            if (file.kind == LogKind::Ends || file.kind == LogKind::Begins) {
                const auto instruction = instructionIn(line);
                if (!instruction) return false;
                CoreLog &core = cores[file.core];
                file.kind == LogKind::Ends ? core.addEnd(*instruction) : core.addBegin(*instruction);
                return true;
            }
            auto moment = file.kind == LogKind::Cache ? cacheAccess(line) : registerWrite(line);
            if (!moment) return false;
            moment->core = file.core;
            dump.moments.push_back(std::move(*moment));
            return true;
        });
    }
    for (auto &[name, core] : cores)
        core.join(dump, name);
    return dump;
}

int64_t nanosecondsOfTicks(int64_t ticks) {
    constexpr int64_t most = std::numeric_limits<int64_t>::max() / 1000 - simulatorMHz;
    const int64_t whole = std::min(ticks, most);
    return (whole * 1000 + simulatorMHz / 2) / simulatorMHz;
}

Trace traceOf(const SimulatorDump &dump, const std::string &prefix, int rank) {
    Trace trace;
    std::map<std::pair<std::string, std::string>, TrackId> lanes;
    const auto lane = [&](const std::string &core, const std::string &name) {
        const auto [place, isNew] = lanes.try_emplace({core, name});
        if (isNew)
            place->second = trace.addTrack(Track{.id = {},
                                                 .process = prefix + core,
                                                 .name = name,
                                                 .sortKey = 0,
                                                 .simulated = true,
                                                 .kind = LaneKind::Core,
                                                 .rank = rank});
        return place->second;
    };
    for (const SimulatedInstruction &each : dump.instructions) {
        const int64_t begin = nanosecondsOfTicks(each.beginTick), end = nanosecondsOfTicks(each.endTick);
        const std::string name = each.text.substr(0, each.text.find_first_of(" ("));
        const SliceId slice = trace.addSlice(lane(each.core, each.pipe), name, each.pipe, begin, end - begin);
        trace.addArgument(slice, "pc_addr", each.address);
        trace.addArgument(slice, "detail", each.text);
        trace.addArgument(slice, "cycles", std::to_string(each.endTick - each.beginTick));
    }
    for (const SimulatorDump::Moment &each : dump.moments) {
        const SliceId slice =
            trace.addSlice(lane(each.core, each.lane), each.name, each.lane, nanosecondsOfTicks(each.tick), 0);
        trace.addArgument(slice, "detail", each.detail);
    }
    return trace;
}

} // namespace msprof_op
} // namespace jitscope
