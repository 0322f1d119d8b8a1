// SPDX-License-Identifier: Apache-2.0
// The stepper at lines of compiled graphs, which no trace function sees: it knows them by the nodes that stand on them.
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "engine/stepping/stepper.h"

#include "engine/session/compilation.h"
#include "engine/stepping/stepperparts.h"

#include <algorithm>

namespace jitscope::inline stepping {

std::vector<StackFrame> capturedFrames(const Node &site) {
    std::vector<StackFrame> frames;
    if (!site.spans) return frames;
    for (const SourceSpan &span : *site.spans)
        if (span.line > 0 && isUserFile(span.file)) frames.push_back({{}, span});
    return frames;
}

/** The lines that breakpoints and the plan wait for, as they are known now. */
void Stepper::findAwaitedLines() {
    std::vector<std::pair<std::string, int>> lines = m_table.lines();
    if (const auto line = m_plan.toLine(); line.second > 0) lines.push_back(line);
    if (lines == m_awaitedLines) return;
    m_awaitedLines = std::move(lines);
    ++m_lineGeneration;
}

/** Which line has code is known by the time that a graph runs. */
GraphLines &Stepper::graphLines(const Compilation &compilation) {
    const auto [entry, isNew] = m_graphLines.try_emplace(compilation.final.entry().get(), compilation);
    GraphLines &lines = entry->second;
    if (lines.generation() == m_lineGeneration) return lines;
    std::vector<AwaitedLine> awaited;
    for (const auto &[file, line] : m_awaitedLines)
        awaited.push_back({file, line, lineWithCode(file, line)});
    lines.await(awaited, m_lineGeneration);
    return lines;
}

bool Stepper::wantsNodes() {
    if (m_isListening || m_awaitedLines.empty() || graphRuns().empty()) return m_isListening;
    return graphLines(*graphRuns().back().compilation).hasTargets();
}

bool Stepper::looksAtArguments() const {
    return m_asksAfterwards || m_table.hasLinesAfter() || m_table.interestInNodes() & BreakpointTable::After;
}

std::vector<LineTarget> Stepper::targetsOf(const Node &node) {
    if (m_awaitedLines.empty() || graphRuns().empty()) return {};
    return graphLines(*graphRuns().back().compilation).targetsOf(node.id);
}

/** Where the node stands in the user's text: on the line that was met, or at what it computes first. */
std::vector<StackFrame> Stepper::capturedAt(const OperatorView &sight, const Node *site) {
    if (sight.node == nullptr || graphRuns().empty()) return {};
    if (site) return capturedFrames(*site);
    const auto &sites = graphLines(*graphRuns().back().compilation).nodes().sitesOf(sight.node->id);
    return capturedFrames(sites.empty() ? *sight.node : *sites.front());
}

GraphLineAnswer Stepper::askLine(const LineTarget &target, const OperatorView &sight, BreakpointTable::Interest when) {
    std::optional<HeldFrames> held;
    const auto frames = [&]() -> const HeldFrames & {
        if (!held) held.emplace(capturedFrames(*target.site));
        return *held;
    };
    Here here;
    const auto ask = [&](const OpQuestion &question) {
        return stepping::ask(question, sight, [&]() -> const Place & { return here.place(); });
    };
    const auto evaluate = [&](const std::string &condition) { return frames().isTrue(condition, nullptr); };
    const auto log = [&](const std::string &message) { frames().log(message, nullptr); };
    return m_table.atGraphLine(target.line.file, target.line.asked, when, ask, evaluate, log);
}

/** The first line that stops counts, of a kernel with several; all that are met are hit. */
Stepper::NodeStop Stepper::atLinesOf(const OperatorView &sight, BreakpointTable::Interest when) {
    NodeStop found;
    if (sight.node == nullptr) return found;
    for (const LineTarget &target : targetsOf(*sight.node)) {
        GraphRun &run = graphRuns().back();
        LineArrivals::Visit &visit =
            (when == BreakpointTable::Before ? run.before : run.after).at(sight.node->id, target);
        if (visit.isDone) continue;
        visit.isDone = true;
        const GraphLineAnswer answer = askLine(target, sight, when);
        visit.isDone = !answer.isOpen || answer.stop;
        const bool isEnd =
            when == BreakpointTable::Before && m_plan.toLine() == std::pair(target.line.file, target.line.asked);
        if (!found.site && (answer.stop || isEnd)) found.site = target.site;
        if (!found.stop) found.stop = answer.stop;
        found.endsStep = found.endsStep || isEnd;
    }
    return found;
}

} // namespace jitscope::inline stepping
