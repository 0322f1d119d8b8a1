// SPDX-License-Identifier: Apache-2.0
// Sorts breakpoints by what they are about, and asks the few that an operator or a line concerns.
#include "engine/stepping/breakpointtable.h"

#include "engine/ops/opdef.h"

#include <filesystem>

namespace jitscope::inline stepping {

namespace {

using Kind = Breakpoint::Kind;

bool isAboutOps(Kind kind) {
    return kind == Kind::Op || kind == Kind::OpNumber || kind == Kind::Node || kind == Kind::Condition;
}

/** By primitive, as the IR has it, or by the name that the user calls. */
const OpDef *opMeant(const std::string &text) {
    const OpDef *op = findOp(text);
    return op ? op : findOpByFunction(text);
}

/** What a line's condition asks of a node: it speaks of tensors or of operators, and Python could not mean the same. */
bool isAboutNodes(const Query &query) {
    return query.usesTensors() || !query.onlyOp().empty() || query.text().find('~') != std::string::npos;
}

} // namespace

std::string canonicalFile(const std::string &file) {
    std::error_code failed;
    const auto path = std::filesystem::weakly_canonical(file, failed);
    return failed || file.starts_with("<") ? file : path.string();
}

BreakpointTable::BreakpointTable(std::vector<Breakpoint> breakpoints)
    : m_firstOp(catalogue().data())
    , m_interest(catalogue().size(), Never) {
    for (Breakpoint &breakpoint : breakpoints)
        m_entries.push_back({.breakpoint = std::move(breakpoint), .question = {}, .fault = {}});
    for (size_t i = 0; i < m_entries.size(); ++i) {
        prepare(m_entries[i]);
        if (m_entries[i].breakpoint.isEnabled) note(m_entries[i], i);
    }
}

void BreakpointTable::prepare(Entry &entry) {
    const bool isLine = entry.breakpoint.kind == Kind::Line;
    if (!isAboutOps(entry.breakpoint.kind) && !isLine) return;
    entry.when = Before;
    auto query = Query::parse(entry.breakpoint.condition);
    if (isLine && !(query && isAboutNodes(*query))) return;
    if (!query) {
        entry.fault = query.error().message;
        return;
    }
    entry.question = OpQuestion(*std::move(query));
    if (entry.question.query.needs().results) entry.when = After;
}

void BreakpointTable::note(const Entry &entry, size_t index) {
    const Breakpoint &breakpoint = entry.breakpoint;
    if (breakpoint.kind == Kind::Line) {
        m_lines[canonicalFile(breakpoint.file)][breakpoint.line].push_back(index);
        m_hasLinesAfter = m_hasLinesAfter || entry.when == After;
    }
    if (breakpoint.kind == Kind::Exception) m_hasExceptions = true;
    if (isAboutOps(breakpoint.kind)) noteOp(entry);
}

void BreakpointTable::noteOp(const Entry &entry) {
    m_concernsOps = true;
    // Numbers are waited for by counting, unless the result is asked for.
    if (entry.breakpoint.kind == Kind::OpNumber && entry.when == Before) return;
    m_nodeInterest |= entry.when;
    if (entry.breakpoint.kind == Kind::Node) return;
    std::string only = entry.breakpoint.kind == Kind::Op ? entry.breakpoint.op : std::string();
    if (entry.breakpoint.kind == Kind::Condition && entry.fault.empty()) only = entry.question.query.onlyOp();
    if (only.empty()) {
        for (uint8_t &interest : m_interest)
            interest |= entry.when;
        m_otherInterest |= entry.when;
        return;
    }
    if (const OpDef *op = opMeant(only))
        m_interest[size_t(op - m_firstOp)] |= entry.when;
    else
        m_otherInterest |= entry.when;
}

int64_t BreakpointTable::numberFrom(int64_t first) const {
    int64_t lowest = noNumber;
    for (const Entry &entry : m_entries) {
        const Breakpoint &breakpoint = entry.breakpoint;
        const bool isWaiting = breakpoint.kind == Kind::OpNumber && breakpoint.isEnabled && breakpoint.number >= first;
        if (isWaiting) lowest = std::min(lowest, breakpoint.number);
    }
    return lowest;
}

std::vector<int> BreakpointTable::linesIn(const std::string &canonical) const {
    std::vector<int> lines;
    if (const auto found = m_lines.find(canonical); found != m_lines.end())
        for (const auto &[line, entries] : found->second)
            lines.push_back(line);
    return lines;
}

std::vector<std::pair<std::string, int>> BreakpointTable::lines() const {
    std::vector<std::pair<std::string, int>> all;
    for (const auto &[file, lines] : m_lines)
        for (const auto &[line, entries] : lines)
            all.emplace_back(file, line);
    return all;
}

bool BreakpointTable::concerns(const Entry &entry, const OperatorView &sight) const {
    const Breakpoint &breakpoint = entry.breakpoint;
    if (sight.isGraphCall && breakpoint.kind != Kind::Op) return false; // its nodes are asked one by one
    switch (breakpoint.kind) {
    case Kind::Op:
        return sight.name == breakpoint.op || (sight.op && sight.op->function == breakpoint.op);
    case Kind::OpNumber:
        return sight.number == breakpoint.number;
    case Kind::Node:
        return sight.node && isNodeNamed(*sight.node, breakpoint.op);
    case Kind::Condition:
        return true;
    case Kind::Line:
    case Kind::Exception:
        return false;
    }
    return false;
}

std::optional<BreakpointStop> BreakpointTable::fail(Entry &entry, int index, const std::string &reason) {
    if (std::exchange(entry.isTold, true)) return std::nullopt;
    return BreakpointStop{index, "The condition \"" + entry.breakpoint.condition +
                                     "\" of this breakpoint cannot be evaluated: " + reason};
}

std::optional<BreakpointStop> BreakpointTable::hit(Entry &entry, int index, const std::string &message,
                                                   const Log &log) {
    ++entry.hits;
    if (entry.hits < entry.breakpoint.hitCount) return std::nullopt;
    if (entry.breakpoint.logMessage.empty()) return BreakpointStop{index, message};
    log(entry.breakpoint.logMessage);
    return std::nullopt;
}

std::optional<BreakpointStop> BreakpointTable::atOp(const OperatorView &sight, Interest when, const Ask &ask,
                                                    const Log &log) {
    std::optional<BreakpointStop> stop;
    for (size_t i = 0; i < m_entries.size(); ++i) {
        Entry &entry = m_entries[i];
        if (!entry.breakpoint.isEnabled || entry.when != when || !concerns(entry, sight)) continue;
        std::optional<BreakpointStop> here;
        if (!entry.fault.empty())
            here = fail(entry, int(i), entry.fault);
        else if (entry.question.query.isEmpty() || ask(entry.question) == Verdict::Yes)
            here = hit(entry, int(i), entry.breakpoint.condition, log);
        if (!stop) stop = here;
    }
    return stop;
}

std::optional<BreakpointStop> BreakpointTable::inPython(Entry &entry, int index, const Evaluate &evaluate,
                                                        const Log &log) {
    const std::string &condition = entry.breakpoint.condition;
    if (condition.empty()) return hit(entry, index, {}, log);
    const Result<bool> truth = evaluate(condition);
    if (!truth) return fail(entry, index, truth.error().message);
    return *truth ? hit(entry, index, condition, log) : std::nullopt;
}

std::optional<BreakpointStop> BreakpointTable::atLine(const std::string &canonical, int line, const Evaluate &evaluate,
                                                      const Log &log) {
    const auto file = m_lines.find(canonical);
    if (file == m_lines.end()) return std::nullopt;
    const auto entries = file->second.find(line);
    if (entries == file->second.end()) return std::nullopt;
    std::optional<BreakpointStop> stop;
    for (const size_t index : entries->second) {
        const auto here = inPython(m_entries[index], int(index), evaluate, log);
        if (!stop) stop = here;
    }
    return stop;
}

GraphLineAnswer BreakpointTable::atGraphLine(const std::string &canonical, int line, Interest when, const Ask &ask,
                                             const Evaluate &evaluate, const Log &log) {
    GraphLineAnswer answer;
    const auto file = m_lines.find(canonical);
    if (file == m_lines.end() || !file->second.contains(line)) return answer;
    for (const size_t index : file->second.at(line)) {
        Entry &entry = m_entries[index];
        if (entry.when != when) continue;
        std::optional<BreakpointStop> here;
        if (entry.question.query.isEmpty())
            here = inPython(entry, int(index), evaluate, log);
        else if (ask(entry.question) == Verdict::Yes)
            here = hit(entry, int(index), entry.breakpoint.condition, log);
        else
            answer.isOpen = true;
        if (!answer.stop) answer.stop = here;
    }
    return answer;
}

std::optional<BreakpointStop> BreakpointTable::atException(const Evaluate &evaluate, const Log &log) {
    std::optional<BreakpointStop> stop;
    for (size_t i = 0; i < m_entries.size(); ++i) {
        Entry &entry = m_entries[i];
        if (!entry.breakpoint.isEnabled || entry.breakpoint.kind != Kind::Exception) continue;
        const auto here = inPython(entry, int(i), evaluate, log);
        if (!stop) stop = here;
    }
    return stop;
}

std::vector<int64_t> BreakpointTable::hits() const {
    std::vector<int64_t> hits;
    for (const Entry &entry : m_entries)
        hits.push_back(entry.hits);
    return hits;
}

void BreakpointTable::keepHits(const BreakpointTable &before) {
    for (Entry &entry : m_entries)
        for (const Entry &old : before.m_entries) {
            Breakpoint same = old.breakpoint;
            same.isEnabled = entry.breakpoint.isEnabled;
            if (!(same == entry.breakpoint)) continue;
            entry.hits = old.hits;
            entry.isTold = old.isTold;
            break;
        }
}

void BreakpointTable::forgetHits() {
    for (Entry &entry : m_entries) {
        entry.hits = 0;
        entry.isTold = false;
    }
}

} // namespace jitscope::inline stepping
