// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/operators/opcolumns.h"

#include "engine/base/text.h"
#include "engine/ops/opdef.h"
#include "engine/session/session.h"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <unordered_map>

namespace jitscope::inline analysis {

namespace {

constexpr const char *unknownText = "(unknown)";
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

/** The number that a text of an operator has, which many operators share, looked up by the text's address. */
class ByText {
public:
    explicit ByText(std::function<uint32_t(const OpEvent &op)> make)
        : m_make(std::move(make)) {}
    uint32_t operator()(const SharedText &text, const OpEvent &op) {
        Entry &recent = m_recent[(std::bit_cast<uintptr_t>(text.identity()) / sizeof(std::string)) % m_recent.size()];
        if (text.identity() == recent.text) return recent.number;
        const auto [entry, isNew] = m_known.try_emplace(text.identity(), 0);
        if (isNew) entry->second = m_make(op);
        recent = {text.identity(), entry->second};
        return recent.number;
    }

private:
    struct Entry {
        const void *text = nullptr;
        uint32_t number = 0;
    };
    std::function<uint32_t(const OpEvent &op)> m_make;
    std::unordered_map<const void *, uint32_t> m_known;
    std::array<Entry, 256> m_recent; ///< by address: most programs have no more texts
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

OpPhase phaseOf(const OpEvent &op, const StackFacts &facts) {
    if (op.compilation < 0 || op.phase != OpPhase::Forward) return op.phase;
    if (isStackKnown(facts, op.stack) && facts.isOptimizer[size_t(op.stack)]) return OpPhase::Optimizer;
    return op.scope.starts_with("Gradients/") ? OpPhase::Backward : OpPhase::Forward;
}

/** The groups that each operator is in. */
class Grouping {
public:
    Grouping(const Session &session, OpColumns &columns)
        : m_groups(columns.groups)
        , m_facts(stackFacts(session, m_lines)) {
        for (OpGroups &groups : m_groups)
            groups.of.resize(session.ops.size());
        for (const OpPhase phase : {OpPhase::Forward, OpPhase::Backward, OpPhase::Optimizer})
            m_phaseNumbers[size_t(phase)] = m_phases.number(textOf(phase));
    }

    /** Once for each operator, in order. */
    void add(const OpEvent &op) {
        const uint32_t name = m_nameNumber(op.op, op);
        put(OpGrouping::Op, name);
        put(OpGrouping::Type, op.isKernel ? m_kernelTypeNumber(op.op, op) : m_typeNumber(op.op, op));
        put(OpGrouping::Scope, m_scopeNumber(op.scope, op));
        put(OpGrouping::Cell, m_cellNumber(op.scope, op));
        put(OpGrouping::Line, isStackKnown(m_facts, op.stack) ? m_facts.line[size_t(op.stack)] : OpGroups::unknown);
        put(OpGrouping::Node, op.compilation >= 0 ? name : OpGroups::outside);
        put(OpGrouping::Kernel, op.isKernel ? name : OpGroups::outside);
        put(OpGrouping::Phase, m_phaseNumbers[size_t(phaseOf(op, m_facts))]);
        ++m_place;
    }

    void end() { of(OpGrouping::Node).texts = of(OpGrouping::Kernel).texts = of(OpGrouping::Op).texts; }

private:
    OpGroups &of(OpGrouping grouping) { return m_groups[size_t(grouping)]; }
    void put(OpGrouping grouping, uint32_t number) { of(grouping).of[m_place] = number; }

    std::array<OpGroups, opGroupingCount> &m_groups;
    size_t m_place = 0;
    Names m_names{of(OpGrouping::Op)}, m_types{of(OpGrouping::Type)}, m_scopes{of(OpGrouping::Scope)},
        m_cells{of(OpGrouping::Cell)}, m_lines{of(OpGrouping::Line)}, m_phases{of(OpGrouping::Phase)};
    StackFacts m_facts;
    std::array<uint32_t, 3> m_phaseNumbers{};
    ByText m_nameNumber{[this](const OpEvent &op) { return m_names.number(op.op); }};
    ByText m_scopeNumber{
        [this](const OpEvent &op) { return m_scopes.number(op.scope.empty() ? "(top level)" : op.scope.str()); }};
    ByText m_cellNumber{[this](const OpEvent &op) {
        const std::string cell = cellText(op.scope.str());
        return m_cells.number(cell.empty() ? "(no cell)" : cell);
    }};
    ByText m_typeNumber{[this](const OpEvent &op) { return m_types.number(typeText(op)); }};
    ByText m_kernelTypeNumber{[this](const OpEvent &op) { return m_types.number(typeText(op)); }};
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

/** A step ends with the last operator of its optimizer. Within one call of a graph their order says nothing: nodes of
    the backward pass stand between them. */
void addSteps(const std::vector<int64_t> &graphCalls, OpColumns &columns) {
    const OpGroups &phases = columns.by(OpGrouping::Phase);
    OpGroups &steps = columns.groups[size_t(OpGrouping::Step)];
    steps.texts = {unknownText};
    const uint32_t optimizer = phases.find("optimizer");
    steps.of.assign(columns.size(), OpGroups::unknown);
    int64_t optimizersCall = -1;
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
        if (phases.of[place] == optimizer) {
            isInOptimizer = true;
            optimizersCall = graphCalls[place];
        } else if (isInOptimizer && (graphCalls[place] < 0 || graphCalls[place] != optimizersCall)) {
            endStep(place);
        }
    }
    if (isInOptimizer) endStep(columns.size());
}

bool canHoldOthers(const OpEvent &op) {
    return op.isKernel || (op.compilation >= 0 && op.op == std::string_view(op::PyExecute.text()));
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

void reserve(OpColumns &columns, size_t count) {
    for (auto *column : {&columns.start, &columns.duration})
        column->reserve(count);
    for (auto *column : {&columns.flops, &columns.bytes})
        column->reserve(count);
    for (auto *column : {&columns.stack, &columns.call, &columns.callStack})
        column->reserve(count);
    columns.isKernel.reserve(count);
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
    const size_t count = session.ops.size();
    if (count > 0) columns.firstNumber = session.ops.front().number;
    reserve(columns, count);
    for (const std::vector<StackFrame> &stack : session.stacks)
        columns.linesOfStack.push_back(lineTexts(stack));
    std::vector<int64_t> graphCalls;
    std::vector<uint8_t> holdsOthers;
    graphCalls.reserve(count);
    holdsOthers.reserve(count);
    Grouping grouping(session, columns);
    CallPlaces callPlace(session.graphCalls);
    // Operators are large: they are read once.
    for (const OpEvent &op : session.ops) {
        const int32_t call = callPlace(op.graphCall);
        columns.start.push_back(op.startNs);
        columns.duration.push_back(op.durationNs);
        columns.stack.push_back(op.stack);
        columns.isKernel.push_back(op.isKernel);
        columns.flops.push_back(op.cost.flops);
        columns.bytes.push_back(op.cost.bytes);
        columns.call.push_back(call);
        columns.callStack.push_back(call < 0 ? -1 : session.graphCalls[size_t(call)].stack);
        graphCalls.push_back(op.graphCall);
        holdsOthers.push_back(canHoldOthers(op));
        grouping.add(op);
    }
    grouping.end();
    addSteps(graphCalls, columns);
    addNesting(holdsOthers, columns);
    addLaunches(session.graphCalls, columns);
    return columns;
}

} // namespace jitscope::inline analysis
