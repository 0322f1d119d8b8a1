// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/operators/opcolumns.h"

#include "engine/analysis/operators/updatenodes.h"
#include "engine/analysis/threads/threadtimes.h"
#include "engine/base/text.h"
#include "engine/base/threadpool.h"
#include "engine/ops/opdef.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <set>
#include <unordered_map>

namespace jitscope::inline analysis {

namespace {

constexpr const char *unknownText = "(unknown)";
const std::string topLevelText = "(top level)";
constexpr std::string_view optimizerFolders[] = {"mindspore/nn/optim/", "mindspore/experimental/optim/",
                                                 "mindspore/mint/optim/"};

const char *textOf(OpCategory category) {
    switch (category) {
    case OpCategory::MatMul:
        return "matrix product";
    case OpCategory::ElementWise:
        return "element-wise";
    case OpCategory::Normalisation:
        return "normalisation";
    case OpCategory::Reduction:
        return "reduction";
    case OpCategory::DataMovement:
        return "data movement";
    case OpCategory::Creation:
        return "creation";
    case OpCategory::Other:
        return "other";
    }
    return unknownText;
}

const char *textOf(OpPhase phase) {
    switch (phase) {
    case OpPhase::Forward:
        return "forward";
    case OpPhase::Backward:
        return "backward";
    case OpPhase::Optimizer:
        return "optimizer";
    }
    return unknownText;
}

/** Numbers the texts of one grouping. */
class Names {
public:
    explicit Names(OpGroups &groups)
        : m_groups(groups) {
        number(unknownText);
    }
    uint32_t number(const std::string &text) {
        const auto [entry, isNew] = m_numbers.try_emplace(text, uint32_t(m_groups.texts.size()));
        if (isNew) m_groups.texts.push_back(text);
        return entry->second;
    }

private:
    OpGroups &m_groups;
    std::unordered_map<std::string, uint32_t> m_numbers;
};

std::string lineText(const StackFrame &frame) {
    const std::string &path = frame.span.file;
    return path.substr(path.rfind('/') + 1) + format(":%d", frame.span.line);
}

/** "Dense" of "Default/network-Net/fc-Dense"; "" where the innermost part is no cell. */
std::string cellText(std::string_view scope) {
    const std::string_view last = scope.substr(scope.rfind('/') + 1);
    const size_t dash = last.rfind('-');
    return dash == std::string_view::npos ? std::string() : std::string(last.substr(dash + 1));
}

std::string typeText(const OpEvent &op) {
    if (op.isKernel) return "fused kernel";
    if (op.op == std::string_view(op::PyExecute.text())) return "Python";
    const OpDef *def = findOp(op.op.str());
    return def == nullptr ? unknownText : textOf(def->category);
}

bool isInOptimizer(const std::vector<StackFrame> &stack) {
    return std::ranges::any_of(stack, [](const StackFrame &frame) {
        return std::ranges::any_of(optimizerFolders, [&](std::string_view folder) {
            return frame.span.file.find(folder) != std::string::npos;
        });
    });
}

/** What a stack says, worked out once for each of them. */
struct StackFacts {
    std::vector<uint32_t> line;
    std::vector<bool> isOptimizer;
};

StackFacts stackFacts(const Session &session, Names &lines) {
    StackFacts facts;
    for (size_t i = 0; i < session.stacks.size(); ++i) {
        facts.line.push_back(lines.number(lineText(session, int(i))));
        facts.isOptimizer.push_back(isInOptimizer(session.stacks[i]));
    }
    return facts;
}

bool isStackKnown(const StackFacts &facts, int stack) {
    return stack >= 0 && size_t(stack) < facts.line.size();
}

OpPhase phaseOf(const OpEvent &op, const StackFacts &facts, const std::set<NodeOfGraph> &updates) {
    if (op.compilation < 0 || op.phase != OpPhase::Forward) return op.phase;
    if (updates.contains({op.compilation, op.node})) return OpPhase::Optimizer;
    if (isStackKnown(facts, op.stack) && facts.isOptimizer[size_t(op.stack)]) return OpPhase::Optimizer;
    return op.scope.starts_with("Gradients/") ? OpPhase::Backward : OpPhase::Forward;
}

/** "train_step", and from the second compilation of that function on "train_step #2". */
std::unordered_map<int, std::string> graphTexts(const Session &session) {
    std::unordered_map<int, std::string> texts;
    std::unordered_map<std::string, int> counts;
    for (const Compilation &compilation : session.compilations) {
        const int count = ++counts[compilation.function];
        texts[compilation.index] = compilation.function + (count == 1 ? "" : format(" #%d", count));
    }
    return texts;
}

/** "MatMul %12 · train_step": a node of one graph, as IR texts number it. */
std::string nodeText(const OpEvent &op, const std::unordered_map<int, std::string> &graphs) {
    std::string text = op.op.str();
    if (op.node.valid()) text += format(" %%%lld", static_cast<long long>(op.node.value));
    const auto graph = graphs.find(op.compilation);
    return graph == graphs.end() || graph->second.empty() ? text : text + " · " + graph->second;
}

bool canHoldOthers(const OpEvent &op) {
    return op.isKernel || (op.compilation >= 0 && op.op == std::string_view(op::PyExecute.text()));
}

/** What operators of one kind (see OpLog::kind) have in common. */
struct KindFacts {
    std::array<uint32_t, opGroupingCount> groups{}; ///< without the step, which is no matter of the kind
    int stack = -1;
    bool isKnown = false, isKernel = false, holdsOthers = false;
    bool isEagerGradient = false; ///< in the scope of its forward operator, which is no matter of the kind
    OpCost cost;
};

/** Names and numbers groups, once for each kind of operators: there are few of them. */
class Grouping {
public:
    Grouping(const Session &session, OpColumns &columns)
        : m_groups(columns.groups)
        , m_facts(stackFacts(session, m_lines))
        , m_updates(updateNodes(session))
        , m_graphTexts(graphTexts(session))
        , m_threadTexts(threadTexts(session)) {
        for (const OpPhase phase : {OpPhase::Forward, OpPhase::Backward, OpPhase::Optimizer})
            m_phaseNumbers[size_t(phase)] = m_phases.number(textOf(phase));
    }

    KindFacts factsOf(const OpEvent &op) {
        KindFacts facts{.stack = op.stack,
                        .isKnown = true,
                        .isKernel = op.isKernel,
                        .holdsOthers = canHoldOthers(op),
                        .isEagerGradient = op.compilation < 0 && op.phase == OpPhase::Backward,
                        .cost = op.cost};
        const auto put = [&](OpGrouping grouping, uint32_t number) { facts.groups[size_t(grouping)] = number; };
        const uint32_t name = m_names.number(op.op);
        const std::string cell = cellText(op.scope.str());
        put(OpGrouping::Op, name);
        put(OpGrouping::Type, m_types.number(typeText(op)));
        put(OpGrouping::Scope, m_scopes.number(op.scope.empty() ? topLevelText : op.scope.str()));
        put(OpGrouping::Cell, m_cells.number(cell.empty() ? "(outermost cell or none)" : cell));
        put(OpGrouping::Line, isStackKnown(m_facts, op.stack) ? m_facts.line[size_t(op.stack)] : OpGroups::unknown);
        put(OpGrouping::Node, op.compilation >= 0 ? m_nodes.number(nodeText(op, m_graphTexts)) : OpGroups::outside);
        put(OpGrouping::Kernel, op.isKernel ? name : OpGroups::outside);
        put(OpGrouping::Phase, m_phaseNumbers[size_t(phaseOf(op, m_facts, m_updates))]);
        put(OpGrouping::Thread, op.thread < 0 ? OpGroups::unknown : m_threads.number(threadText(op.thread)));
        return facts;
    }

    void end() { of(OpGrouping::Kernel).texts = of(OpGrouping::Op).texts; }

private:
    /** One that ended before it was seen has no name. */
    std::string threadText(int64_t thread) const {
        const auto found = m_threadTexts.find(thread);
        return found == m_threadTexts.end() ? std::to_string(thread) : found->second;
    }
    OpGroups &of(OpGrouping grouping) { return m_groups[size_t(grouping)]; }

    std::array<OpGroups, opGroupingCount> &m_groups;
    Names m_names{of(OpGrouping::Op)}, m_types{of(OpGrouping::Type)}, m_scopes{of(OpGrouping::Scope)},
        m_cells{of(OpGrouping::Cell)}, m_lines{of(OpGrouping::Line)}, m_phases{of(OpGrouping::Phase)},
        m_threads{of(OpGrouping::Thread)}, m_nodes{of(OpGrouping::Node)};
    StackFacts m_facts;
    std::set<NodeOfGraph> m_updates;
    std::unordered_map<int, std::string> m_graphTexts; ///< by compilation
    std::unordered_map<int64_t, std::string> m_threadTexts;
    std::array<uint32_t, 3> m_phaseNumbers{};
};

constexpr int64_t grain = 50'000; ///< places that one thread takes at a time

/** The facts of operators by place. No record is made of those whose kind is known. */
class FactsByPlace {
public:
    FactsByPlace(const OpLog &ops, Grouping &grouping)
        : m_kindOf(ops.size(), alone) {
        for (const size_t place : firstPlaces(ops)) {
            const uint32_t kind = m_kindOf[place];
            if (kind == alone) {
                m_alone.emplace(place, grouping.factsOf(ops[place]));
                continue;
            }
            if (kind >= m_known.size()) m_known.resize(std::max<size_t>(kind + 1, 2 * m_known.size()));
            if (!m_known[kind].isKnown) m_known[kind] = grouping.factsOf(ops[place]);
        }
    }
    const KindFacts &operator()(size_t place) const {
        return isAlone(place) ? m_alone.at(place) : m_known[m_kindOf[place]];
    }
    bool isAlone(size_t place) const { return m_kindOf[place] == alone; }

private:
    static constexpr uint32_t alone = ~uint32_t(0);

    /** Notes the kinds. The places, in order, of those that are alone and of the first ones of each kind, of some kinds
        more than one. */
    std::vector<size_t> firstPlaces(const OpLog &ops) {
        const int64_t count = std::ssize(m_kindOf), parts = (count + grain - 1) / grain;
        std::vector<std::vector<size_t>> found(static_cast<size_t>(parts));
        parallelFor(parts, 1, [&](int64_t begin, int64_t end) {
            for (int64_t part = begin; part < end; ++part) {
                std::vector<bool> isSeen;
                for (auto place = size_t(part * grain); place < size_t(std::min(count, (part + 1) * grain)); ++place) {
                    const uint32_t kind = ops.kind(place).value_or(alone);
                    m_kindOf[place] = kind;
                    if (kind != alone && kind < isSeen.size() && isSeen[kind]) continue;
                    found[size_t(part)].push_back(place);
                    if (kind == alone) continue;
                    if (kind >= isSeen.size()) isSeen.resize(std::max<size_t>(kind + 1, 2 * isSeen.size()));
                    isSeen[kind] = true;
                }
            }
        });
        std::vector<size_t> places;
        for (const std::vector<size_t> &each : found)
            places.insert(places.end(), each.begin(), each.end());
        return places;
    }

    std::vector<uint32_t> m_kindOf; ///< by place
    std::vector<KindFacts> m_known; ///< by kind
    std::unordered_map<size_t, KindFacts> m_alone;
};

/** The place of an operator's call among the calls of graphs, -1 for none. */
class CallPlaces {
public:
    explicit CallPlaces(const std::vector<GraphCall> &calls)
        : m_calls(calls) {}
    int32_t operator()(int64_t number) {
        if (number < 0) return -1;
        if (m_last >= 0 && m_calls[size_t(m_last)].number == number) return m_last;
        const auto found = std::ranges::lower_bound(m_calls, number, {}, &GraphCall::number);
        m_last = found != m_calls.end() && found->number == number ? int32_t(found - m_calls.begin()) : -1;
        return m_last;
    }

private:
    const std::vector<GraphCall> &m_calls;
    int32_t m_last = -1;
};

/** Of operators of eager backward passes the place of their forward operator, else -1. */
int32_t forwardPlace(const OpLog &ops, size_t place) {
    const int64_t forward = ops.forward(place);
    const int64_t found = forward < 0 ? -1 : ops.placeOf(forward);
    return found >= 0 && found < int64_t(place) ? int32_t(found) : -1;
}

/** "Gradients/Default/fc-Dense" of "Default/fc-Dense"; the gradient of a gradient is in the same scope. */
std::string gradientScope(const std::string &scope) {
    constexpr std::string_view heading = "Gradients";
    if (scope == topLevelText) return std::string(heading);
    const bool isGradient = scope == heading || scope.starts_with(std::string(heading) + "/");
    return isGradient ? scope : std::string(heading) + "/" + scope;
}

void addGradientScopes(const std::vector<int32_t> &forward, OpColumns &columns) {
    OpGroups &scopes = columns.groups[size_t(OpGrouping::Scope)];
    OpGroups &cells = columns.groups[size_t(OpGrouping::Cell)];
    std::vector<uint32_t> gradients(scopes.texts.size(), OpGroups::outside); ///< by the number of the forward scope
    const auto gradientOf = [&](uint32_t scope) {
        if (scope >= gradients.size()) return scope; // one that was made here
        if (gradients[scope] != OpGroups::outside) return gradients[scope];
        const std::string text = gradientScope(scopes.texts[scope]);
        uint32_t number = scopes.find(text);
        if (number == OpGroups::outside) {
            number = uint32_t(scopes.texts.size());
            scopes.texts.push_back(text);
        }
        return gradients[scope] = number;
    };
    for (size_t place = 0; place < forward.size(); ++place) {
        if (forward[place] < 0) continue;
        const auto from = size_t(forward[place]);
        scopes.of[place] = gradientOf(scopes.of[from]);
        cells.of[place] = cells.of[from];
    }
}

/** A step ends with the last operator of its optimizer. Within one call of a graph their order says nothing: nodes of
    the backward pass stand between them. A call that holds more than an optimizer is a step of its own. */
void addSteps(const std::vector<int64_t> &graphCalls, OpColumns &columns) {
    const OpGroups &phases = columns.by(OpGrouping::Phase);
    OpGroups &steps = columns.groups[size_t(OpGrouping::Step)];
    steps.texts = {unknownText};
    const uint32_t optimizer = phases.find("optimizer");
    steps.of.assign(columns.size(), OpGroups::unknown);
    int64_t optimizersCall = -1, othersCall = -1; ///< the last that had an operator of an optimizer, and of others
    bool isInOptimizer = false;
    size_t first = 0;
    const auto endStep = [&](size_t behind) {
        const auto step = uint32_t(steps.texts.size());
        std::fill(steps.of.begin() + int64_t(first), steps.of.begin() + int64_t(behind), step);
        steps.texts.push_back(std::to_string(step));
        first = behind;
        isInOptimizer = false;
    };
    for (size_t place = 0; place < columns.size(); ++place) {
        const int64_t call = graphCalls[place];
        if (phases.of[place] == optimizer) {
            const bool isNextStep = call != optimizersCall && optimizersCall >= 0 && othersCall == optimizersCall;
            if (isInOptimizer && isNextStep) endStep(place);
            isInOptimizer = true;
            optimizersCall = call;
            continue;
        }
        if (call >= 0) othersCall = call;
        if (isInOptimizer && (call < 0 || call != optimizersCall)) endStep(place);
    }
    if (isInOptimizer) endStep(columns.size());
}

void addNesting(const std::vector<uint8_t> &holdsOthers, OpColumns &columns) {
    columns.self = columns.duration;
    columns.parent.assign(columns.size(), -1);
    std::vector<int32_t> open; ///< those without a parent so far, the last one on top
    for (size_t place = 0; place < columns.size(); ++place) {
        int64_t freeUntil = columns.end(place); // before what was found to be inside of it
        while (!open.empty() && holdsOthers[place]) {
            const auto top = size_t(open.back());
            const bool isInside = columns.start[top] >= columns.start[place] && columns.end(top) <= freeUntil &&
                                  columns.end(top) > columns.start[place];
            if (!isInside) break;
            freeUntil = columns.start[top];
            columns.parent[top] = int32_t(place);
            columns.self[place] -= columns.duration[top];
            open.pop_back();
        }
        open.push_back(int32_t(place));
    }
}

void addLaunches(const std::vector<GraphCall> &calls, OpColumns &columns) {
    columns.launch.assign(columns.size(), OpColumns::unknownLaunch);
    constexpr int64_t notKnown = -1;
    std::vector<int64_t> freeSince; ///< of each call
    freeSince.reserve(calls.size());
    for (const GraphCall &call : calls) // one that did not end has no times
        freeSince.push_back(call.durationNs > 0 ? call.startNs : notKnown);
    for (size_t place = 0; place < columns.size(); ++place) {
        if (columns.call[place] < 0 || columns.parent[place] >= 0) continue;
        int64_t &since = freeSince[size_t(columns.call[place])];
        if (since != notKnown && columns.start[place] >= since) columns.launch[place] = columns.start[place] - since;
        since = std::max(since, columns.end(place));
    }
}

struct RowTimes {
    int64_t startNs = 0, durationNs = 0, graphCall = -1;
};

RowTimes timesOf(const OpLog &ops, size_t place, const FactsByPlace &facts) {
    if (!facts.isAlone(place)) return {ops.startNs(place), ops.durationNs(place), ops.graphCall(place)};
    const OpEvent op = ops[place];
    return {op.startNs, op.durationNs, op.graphCall};
}

/** Fresh memory takes longer than what is written to it: the cores share it, too. */
void resize(OpColumns &columns, size_t count) {
    std::vector<std::function<void()>> work;
    const auto add = [&](auto &column) { work.push_back([&column, count] { column.resize(count); }); };
    for (auto *column : {&columns.start, &columns.duration})
        add(*column);
    for (auto *column : {&columns.flops, &columns.bytes})
        add(*column);
    for (auto *column : {&columns.stack, &columns.call, &columns.callStack})
        add(*column);
    add(columns.isKernel);
    for (OpGroups &groups : columns.groups)
        add(groups.of);
    parallelFor(int64_t(work.size()), 1, [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i)
            work[size_t(i)]();
    });
}

std::vector<std::string> lineTexts(const std::vector<StackFrame> &stack) {
    std::vector<std::string> lines;
    for (const StackFrame &frame : stack)
        lines.push_back(lineText(frame));
    return lines;
}

} // namespace

uint32_t OpGroups::find(const std::string &text) const {
    const auto found = std::ranges::find(texts, text);
    return found == texts.end() ? outside : uint32_t(found - texts.begin());
}

std::string lineText(const Session &session, int stack) {
    const StackFrame *frame = userFrame(session, stack);
    return frame == nullptr ? unknownText : lineText(*frame);
}

OpColumns opColumns(const Session &session) {
    OpColumns columns;
    const OpLog &ops = session.ops;
    const size_t count = ops.size();
    if (count > 0) columns.firstNumber = ops.front().number;
    resize(columns, count);
    for (const std::vector<StackFrame> &stack : session.stacks)
        columns.linesOfStack.push_back(lineTexts(stack));
    std::vector<int64_t> graphCalls(count);
    std::vector<uint8_t> holdsOthers(count);
    std::vector<int32_t> forward(count, -1);
    Grouping grouping(session, columns);
    const FactsByPlace factsAt(ops, grouping);
    parallelFor(int64_t(count), grain, [&](int64_t begin, int64_t end) {
        CallPlaces callPlace(session.graphCalls);
        for (auto place = size_t(begin); place < size_t(end); ++place) {
            const KindFacts &facts = factsAt(place);
            const RowTimes row = timesOf(ops, place, factsAt);
            const int32_t call = callPlace(row.graphCall);
            columns.start[place] = row.startNs;
            columns.duration[place] = row.durationNs;
            columns.stack[place] = facts.stack;
            columns.isKernel[place] = facts.isKernel;
            columns.flops[place] = facts.cost.flops;
            columns.bytes[place] = facts.cost.bytes;
            columns.call[place] = call;
            columns.callStack[place] = call < 0 ? -1 : session.graphCalls[size_t(call)].stack;
            graphCalls[place] = row.graphCall;
            holdsOthers[place] = facts.holdsOthers;
            if (facts.isEagerGradient) forward[place] = forwardPlace(ops, place);
            for (size_t group = 0; group < opGroupingCount; ++group)
                columns.groups[group].of[place] = facts.groups[group];
        }
    });
    grouping.end();
    addGradientScopes(forward, columns);
    addSteps(graphCalls, columns);
    addNesting(holdsOthers, columns);
    const std::function<void()> last[] = {[&] { addLaunches(session.graphCalls, columns); },
                                          [&] { columns.times = runTimes(session, columns); }};
    parallelFor(std::ssize(last), 1, [&](int64_t begin, int64_t end) { // neither reads what the other writes
        for (int64_t i = begin; i < end; ++i)
            last[i]();
    });
    columns.waitedShare = waitedShare(session);
    return columns;
}

} // namespace jitscope::inline analysis
