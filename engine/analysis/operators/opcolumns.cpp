// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/operators/opcolumns.h"

#include "engine/base/text.h"
#include "engine/ops/opdef.h"
#include "engine/session/session.h"

#include <algorithm>
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

/** The number of a text that many operators share, looked up by its address. */
template<class Make> class ByText {
public:
    explicit ByText(Make make)
        : m_make(std::move(make)) {}
    uint32_t operator()(const SharedText &text) {
        if (text.identity() == m_last) return m_lastNumber;
        const auto [entry, isNew] = m_known.try_emplace(text.identity(), 0);
        if (isNew) entry->second = m_make(text);
        m_last = text.identity();
        return m_lastNumber = entry->second;
    }

private:
    Make m_make;
    std::unordered_map<const void *, uint32_t> m_known;
    const void *m_last = nullptr;
    uint32_t m_lastNumber = 0;
};

std::string lineText(const StackFrame &frame) {
    const std::string &path = frame.span.file;
    return path.substr(path.rfind('/') + 1) + format(":%d", frame.span.line);
}

std::string lineText(const Session &session, int stack) {
    const StackFrame *frame = userFrame(session, stack);
    return frame == nullptr ? unknownText : lineText(*frame);
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

void addGroups(const Session &session, OpColumns &columns) {
    const auto by = [&](OpGrouping grouping) -> OpGroups & { return columns.groups[size_t(grouping)]; };
    for (OpGroups &groups : columns.groups)
        groups.of.reserve(session.ops.size());
    Names names(by(OpGrouping::Op)), types(by(OpGrouping::Type)), scopes(by(OpGrouping::Scope)),
        cells(by(OpGrouping::Cell)), lines(by(OpGrouping::Line)), phases(by(OpGrouping::Phase));
    const StackFacts facts = stackFacts(session, lines);
    uint32_t phaseNumbers[3];
    for (const OpPhase phase : {OpPhase::Forward, OpPhase::Backward, OpPhase::Optimizer})
        phaseNumbers[size_t(phase)] = phases.number(textOf(phase));
    ByText nameNumber([&](const SharedText &text) { return names.number(text); });
    ByText scopeNumber(
        [&](const SharedText &text) { return scopes.number(text.empty() ? "(top level)" : text.str()); });
    ByText cellNumber([&](const SharedText &text) {
        const std::string cell = cellText(text.str());
        return cells.number(cell.empty() ? "(no cell)" : cell);
    });
    const OpEvent *now = nullptr;
    ByText typeNumber([&](const SharedText &) { return types.number(typeText(*now)); });
    ByText kernelTypeNumber([&](const SharedText &) { return types.number(typeText(*now)); });
    for (const OpEvent &op : session.ops) {
        now = &op;
        const uint32_t name = nameNumber(op.op);
        by(OpGrouping::Op).of.push_back(name);
        by(OpGrouping::Type).of.push_back(op.isKernel ? kernelTypeNumber(op.op) : typeNumber(op.op));
        by(OpGrouping::Scope).of.push_back(scopeNumber(op.scope));
        by(OpGrouping::Cell).of.push_back(cellNumber(op.scope));
        by(OpGrouping::Line)
            .of.push_back(isStackKnown(facts, op.stack) ? facts.line[size_t(op.stack)] : OpGroups::unknown);
        by(OpGrouping::Node).of.push_back(op.compilation >= 0 ? name : OpGroups::outside);
        by(OpGrouping::Kernel).of.push_back(op.isKernel ? name : OpGroups::outside);
        by(OpGrouping::Phase).of.push_back(phaseNumbers[size_t(phaseOf(op, facts))]);
    }
    by(OpGrouping::Node).texts = by(OpGrouping::Kernel).texts = by(OpGrouping::Op).texts;
}

/** A step ends with the last operator of its optimizer. Within one call of a graph their order says nothing: nodes of
    the backward pass stand between them. */
void addSteps(const Session &session, OpColumns &columns) {
    const OpGroups &phases = columns.by(OpGrouping::Phase);
    OpGroups &steps = columns.groups[size_t(OpGrouping::Step)];
    Names names(steps);
    const uint32_t optimizer = phases.find("optimizer");
    steps.of.assign(columns.size(), OpGroups::unknown);
    int64_t optimizersCall = -1;
    bool isInOptimizer = false;
    int step = 1;
    size_t first = 0;
    const auto endStep = [&](size_t behind) {
        std::fill(steps.of.begin() + int64_t(first), steps.of.begin() + int64_t(behind),
                  names.number(std::to_string(step++)));
        first = behind;
        isInOptimizer = false;
    };
    for (size_t place = 0; place < columns.size(); ++place) {
        const OpEvent &op = session.ops[place];
        if (phases.of[place] == optimizer) {
            isInOptimizer = true;
            optimizersCall = op.graphCall;
        } else if (isInOptimizer && (op.graphCall < 0 || op.graphCall != optimizersCall)) {
            endStep(place);
        }
    }
    if (isInOptimizer) endStep(columns.size());
}

bool canHoldOthers(const OpEvent &op) {
    return op.isKernel || (op.compilation >= 0 && op.op == std::string_view(op::PyExecute.text()));
}

void addNesting(const Session &session, OpColumns &columns) {
    columns.self = columns.duration;
    columns.parent.assign(columns.size(), -1);
    std::vector<int32_t> open; ///< those without a parent so far, the last one on top
    for (size_t place = 0; place < columns.size(); ++place) {
        int64_t freeUntil = columns.end(place); // before what was found to be inside of it
        while (!open.empty() && canHoldOthers(session.ops[place])) {
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

void addCalls(const Session &session, OpColumns &columns) {
    const std::vector<GraphCall> &calls = session.graphCalls;
    int32_t last = -1;
    for (const OpEvent &op : session.ops) {
        if (op.graphCall >= 0 && (last < 0 || calls[size_t(last)].number != op.graphCall)) {
            const auto found = std::lower_bound(calls.begin(), calls.end(), op.graphCall,
                                                [](const GraphCall &a, int64_t number) { return a.number < number; });
            last = found != calls.end() && found->number == op.graphCall ? int32_t(found - calls.begin()) : -1;
        }
        const int32_t call = op.graphCall < 0 ? -1 : last;
        columns.call.push_back(call);
        columns.callStack.push_back(call < 0 ? -1 : calls[size_t(call)].stack);
    }
}

} // namespace

uint32_t OpGroups::find(const std::string &text) const {
    const auto found = std::ranges::find(texts, text);
    return found == texts.end() ? outside : uint32_t(found - texts.begin());
}

OpColumns opColumns(const Session &session) {
    OpColumns columns;
    const size_t count = session.ops.size();
    if (count > 0) columns.firstNumber = session.ops.front().number;
    for (auto *column : {&columns.start, &columns.duration})
        column->reserve(count);
    for (auto *column : {&columns.stack, &columns.call, &columns.callStack})
        column->reserve(count);
    columns.isKernel.reserve(count);
    for (const OpEvent &op : session.ops) {
        columns.start.push_back(op.startNs);
        columns.duration.push_back(op.durationNs);
        columns.stack.push_back(op.stack);
        columns.isKernel.push_back(op.isKernel);
    }
    for (const std::vector<StackFrame> &stack : session.stacks) {
        std::vector<std::string> &lines = columns.linesOfStack.emplace_back();
        for (const StackFrame &frame : stack)
            lines.push_back(lineText(frame));
    }
    addCalls(session, columns);
    addGroups(session, columns);
    addSteps(session, columns);
    addNesting(session, columns);
    return columns;
}

} // namespace jitscope::inline analysis
