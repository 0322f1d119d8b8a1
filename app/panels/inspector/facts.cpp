// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/inspector/facts.h"

#include "app/models/graphtitle.h"
#include "app/models/kernelwords.h"
#include "app/models/nodecountwords.h"
#include "app/models/tablecell.h"
#include "engine/analysis/threads/threadtimes.h"
#include "engine/base/text.h"
#include "engine/ir/nodename.h"
#include "engine/ops/opdef.h"
#include "engine/session/compilation.h"
#include "engine/session/compilereport.h"
#include "engine/session/session.h"
#include "engine/tensor/tensorprint.h"

#include <QCoreApplication>
#include <algorithm>

namespace jitscope {
inline namespace inspectorpanel {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(jitscope::inspectorpanel::InspectorPanel)
};

QString place(const SourceSpan &span) {
    const std::string file = span.file.substr(span.file.rfind('/') + 1);
    return QString::fromStdString(file + format(":%d", span.line));
}

/** The line as recorded; frames of a running program carry no text, so it is read from the recorded source. */
QString lineText(const Session &session, const SourceSpan &span) {
    if (!span.text.empty()) return QString::fromStdString(std::string(trimmed(span.text)));
    const SourceFile *source = session.source(span.file);
    if (source == nullptr) return {};
    const auto lines = split(source->text, '\n');
    if (span.line < 1 || size_t(span.line) > lines.size()) return {};
    return QString::fromStdString(std::string(trimmed(lines[size_t(span.line) - 1])));
}

QString howItRan(const Session &session, const OpEvent &op) {
    if (op.compilation >= 0) return Words::tr("in a compiled graph");
    const auto mode = session.info.find("mode");
    const bool isGraphMode = mode != session.info.end() && mode->second == "graph";
    return isGraphMode ? Words::tr("eagerly, in graph mode: no cell and no @jit function was at work")
                       : Words::tr("eagerly (PyNative)");
}

void addOpFacts(std::vector<Fact> &facts, const Session &session, const OpEvent &op) {
    facts.push_back({Words::tr("Operator"), QStringLiteral("#%1 ").arg(op.number) + QString::fromStdString(op.op)});
    if (!op.error.empty()) facts.push_back({Words::tr("Failed"), QString::fromStdString(op.error)});
    facts.push_back({Words::tr("Arguments"), QString::fromStdString(op.operands), true});
    if (!op.result.empty()) facts.push_back({Words::tr("Result"), QString::fromStdString(op.result), true});
    facts.push_back({Words::tr("Wall time"), durationText(op.durationNs, Words::tr("not known"))});
    facts.push_back({Words::tr("Ran"), howItRan(session, op)});
    if (op.cost.bytes > 0 && op.durationNs > 0)
        facts.push_back({Words::tr("Work"), QStringLiteral("%1 GFLOP/s, %2 GB/s")
                                                .arg(op.cost.flops / double(op.durationNs), 0, 'g', 3)
                                                .arg(op.cost.bytes / double(op.durationNs), 0, 'g', 3)});
    if (op.compilation >= 0) return; // scope and source follow with the node
    if (!op.scope.empty()) facts.push_back({Words::tr("Scope"), QString::fromStdString(op.scope), true});
    if (const StackFrame *frame = userFrame(session, op.stack))
        facts.push_back(
            {Words::tr("Source"), place(frame->span) + QStringLiteral("  ") + lineText(session, frame->span)});
}

void addNodeFacts(std::vector<Fact> &facts, const Compilation &compilation, const Node &node) {
    facts.push_back({Words::tr("Node"), QString::fromStdString(nodeTitle(node)), true});
    if (const std::string name = variableName(node); !name.empty())
        facts.push_back({Words::tr("Variable"), QString::fromStdString(name), true});
    if (compilation.imported && node.isCall() && !node.name.empty())
        facts.push_back({Words::tr("In the file"), QString::fromStdString(node.name), true});
    facts.push_back({Words::tr("Type"), QString::fromStdString(brief(node.abstract)), true});
    for (const auto &[name, value] : node.primitiveAttrs)
        facts.push_back({QString::fromStdString(name), QString::fromStdString(toString(value)), true});
    if (!node.scope.empty()) facts.push_back({Words::tr("Scope"), QString::fromStdString(node.scope), true});
    if (node.spans)
        for (const SourceSpan &span : *node.spans)
            facts.push_back({Words::tr("Source"), place(span) + QStringLiteral("  ") +
                                                      QString::fromStdString(std::string(trimmed(span.text)))});
    if (!node.origins.empty()) {
        QStringList names;
        for (NodeId origin : node.origins) {
            NodePtr found = findNode(compilation.captured, origin);
            for (size_t i = 0; !found && i < compilation.passes.size(); ++i)
                found = findNode(compilation.passes[i].before, origin);
            names += QString::fromStdString(found ? nodeTitle(*found) : nodeName(origin));
        }
        facts.push_back({Words::tr("Made from"), names.join(QStringLiteral(", "))});
    }
}

void addKernelFacts(std::vector<Fact> &facts, const KernelRecord &kernel) {
    facts.push_back(
        {Words::tr("Kernel"), QString::fromStdString(kernel.name) + QStringLiteral(", ") +
                                  QCoreApplication::translate("jitscope::inspectorpanel::InspectorPanel",
                                                              "%n member(s)", nullptr, int(kernel.members.size()))});
    facts.push_back({Words::tr("Code"), kernelTimeText(kernel)});
    if (kernel.codeBytes >= 0) facts.push_back({Words::tr("Machine code"), sizeText(double(kernel.codeBytes))});
}

QString countsText(const Module &before, const Module &after) {
    return nodeCountList(countNodes(before)).join(QStringLiteral(", ")) + QStringLiteral(" → ") +
           nodeCountList(countNodes(after)).join(QStringLiteral(", "));
}

void addPassFacts(std::vector<Fact> &facts, const Compilation &compilation, const PassRecord &pass) {
    facts.push_back({Words::tr("Pass"), QString::fromStdString(fullName(pass))});
    facts.push_back({Words::tr("What it does"), QCoreApplication::translate("PassSummaries", pass.summary.c_str())});
    facts.push_back({Words::tr("Changed"), pass.changed ? Words::tr("yes") : Words::tr("no")});
    if (pass.changed) facts.push_back({Words::tr("Counted"), countsText(pass.before, pass.after)});
    if (!pass.rewrites.empty()) facts.push_back({Words::tr("Rewrites"), QString::number(pass.rewrites.size())});
    if (!pass.refusals.empty()) facts.push_back({Words::tr("Refused"), QString::number(pass.refusals.size())});
    facts.push_back({Words::tr("Time"), durationText(compilation.imported ? 0 : pass.timeNs, Words::tr("not known"))});
}

/** What is known of a slice by itself. */
void addSliceFacts(std::vector<Fact> &facts, const Session &session, SliceId slice) {
    const Trace &trace = session.trace;
    const Track &track = trace.tracks()[size_t(trace.trackOf(slice).value)];
    facts.push_back({Words::tr("Slice"), QString::fromStdString(std::string(trace.nameOf(slice)))});
    facts.push_back({Words::tr("Lane"), QString::fromStdString(track.process) + QStringLiteral(" › ") +
                                            QString::fromStdString(laneName(session, track))});
    facts.push_back({Words::tr("Begins"), QString::fromStdString(humanTime(trace.startOf(slice) - trace.beginNs()))});
    facts.push_back({Words::tr("Duration"), QString::fromStdString(humanTime(trace.durationOf(slice)))});
}

void addGraphFacts(std::vector<Fact> &facts, const Compilation &compilation) {
    facts.push_back({Words::tr("Counted"), countsText(compilation.captured, compilation.final)});
    if (!compilation.kernels.empty()) facts.push_back({Words::tr("Kernels"), kernelCountText(compilation.kernels)});
    for (const CompilePart &part : compileParts(compilation))
        if (part.depth == 0)
            facts.push_back({Words::tr("Stages"), QString::fromStdString(part.stage.name) + QStringLiteral("  ") +
                                                      durationText(part.stage.durationNs, Words::tr("not known"))});
}

/** The kernel that a slice of a compile is the making of; null for none. */
const KernelRecord *kernelMadeIn(const Session &session, const Compilation &compilation, SliceId slice) {
    for (const KernelRecord &kernel : compilation.kernels)
        if (kernel.graph == session.trace.nameOf(slice)) return &kernel;
    return nullptr;
}

/** Of what is selected in a compile without being a node: a pass, the making of a kernel, a stage, the graph. */
void addCompileFacts(std::vector<Fact> &facts, const Session &session, const Compilation &compilation,
                     const Anchor &anchor, bool isSlice) {
    const bool isPass = anchor.pass >= 0 && size_t(anchor.pass) < compilation.passes.size();
    if (isPass) return addPassFacts(facts, compilation, compilation.passes[size_t(anchor.pass)]);
    if (!compilation.reason.empty())
        facts.push_back({Words::tr("Compiled because"), QString::fromStdString(compilation.reason)});
    if (!isSlice || session.trace.nameOf(anchor.slice) == compilation.function) addGraphFacts(facts, compilation);
}

/** Whether the slice is what is looked at, and not the operator or the node that it is of. One of a compile is more
   than the node that it selects: the making of it. */
bool isSliceItself(const Session &session, const Anchor &anchor, const NodePtr &node) {
    const Trace &trace = session.trace;
    if (!anchor.slice.valid() || anchor.slice.value >= trace.sliceCount() || session.op(anchor.op)) return false;
    return !node || trace.trackAt(trace.trackOf(anchor.slice)).kind == LaneKind::Compile;
}

} // namespace

std::vector<Fact> factsOf(const Session &session, const Anchor &anchor) {
    std::vector<Fact> facts;
    const auto op = session.op(anchor.op);
    if (op) addOpFacts(facts, session, *op);
    const Compilation *compilation = session.compilation(anchor.compilation);
    const NodePtr node = compilation ? findNode(moduleAt(*compilation, anchor.pass), anchor.node) : nullptr;
    const bool isSlice = isSliceItself(session, anchor, node);
    if (isSlice) addSliceFacts(facts, session, anchor.slice);
    if (compilation == nullptr) return facts;
    if (node) addNodeFacts(facts, *compilation, *node);
    for (const KernelRecord &kernel : compilation->kernels)
        if (!anchor.kernel.empty() && kernel.name == anchor.kernel) addKernelFacts(facts, kernel);
    if (!node && !op && anchor.kernel.empty()) {
        const KernelRecord *made = isSlice ? kernelMadeIn(session, *compilation, anchor.slice) : nullptr;
        if (made) addKernelFacts(facts, *made);
        addCompileFacts(facts, session, *compilation, anchor, isSlice);
    }
    facts.push_back({Words::tr("Graph"), graphTitle(session, *compilation).full});
    return facts;
}

std::vector<OperandRow> operandsOf(const Session &session, const OpEvent &op) {
    std::vector<OperandRow> rows;
    const auto add = [&](const QString &role, int64_t id, bool isInput) {
        const auto tensor = session.tensor(id);
        if (!tensor) return;
        OperandRow row{role, id, -1, QString::fromStdString(brief(tensor->dtype, tensor->shape)),
                       QString::fromStdString(tensor->name)};
        const auto producer = isInput && tensor->op < op.number ? session.op(tensor->op) : std::nullopt;
        if (producer) {
            row.producer = producer->number;
            row.producerText = QStringLiteral("#%1 ").arg(producer->number) + QString::fromStdString(producer->op);
        }
        rows.push_back(std::move(row));
    };
    for (size_t i = 0; i < op.inputs.size(); ++i)
        add(Words::tr("input %1").arg(i + 1), op.inputs[i], true);
    for (int64_t id : op.outputs)
        add(Words::tr("output"), id, false);
    return rows;
}

} // namespace inspectorpanel
} // namespace jitscope
