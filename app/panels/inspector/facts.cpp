// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/inspector/facts.h"

#include "engine/base/text.h"
#include "engine/tensor/tensorprint.h"

#include <QCoreApplication>
#include <algorithm>

namespace jitscope {

namespace {

QString tr(const char *text) {
    return QCoreApplication::translate("jitscope::InspectorPanel", text);
}

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

void addOpFacts(std::vector<Fact> &facts, const Session &session, const OpEvent &op) {
    facts.push_back({tr("Operator"), QStringLiteral("#%1 ").arg(op.number) + QString::fromStdString(op.op)});
    if (!op.error.empty()) facts.push_back({tr("Failed"), QString::fromStdString(op.error)});
    facts.push_back({tr("Arguments"), QString::fromStdString(op.operands), true});
    if (!op.result.empty()) facts.push_back({tr("Result"), QString::fromStdString(op.result), true});
    facts.push_back({tr("Time"), QString::fromStdString(humanTime(op.durationNs))});
    facts.push_back({tr("Ran"), op.compilation >= 0 ? tr("in a compiled graph") : tr("eagerly (PyNative)")});
    if (op.cost.bytes > 0 && op.durationNs > 0)
        facts.push_back({tr("Work"), QStringLiteral("%1 GFLOP/s, %2 GB/s")
                                         .arg(op.cost.flops / double(op.durationNs), 0, 'g', 3)
                                         .arg(op.cost.bytes / double(op.durationNs), 0, 'g', 3)});
    if (op.compilation >= 0) return; // scope and source follow with the node
    if (!op.scope.empty()) facts.push_back({tr("Scope"), QString::fromStdString(op.scope), true});
    if (const StackFrame *frame = userFrame(session, op.stack))
        facts.push_back({tr("Source"), place(frame->span) + QStringLiteral("  ") + lineText(session, frame->span)});
}

void addNodeFacts(std::vector<Fact> &facts, const Compilation &compilation, const Node &node) {
    facts.push_back({tr("Node"),
                     QString::fromStdString((node.op.empty() ? node.callee : node.op) +
                                            (node.name.empty() ? "" : "  " + node.name)),
                     true});
    facts.push_back({tr("Graph"), QString::fromStdString(compilation.function)});
    facts.push_back({tr("Type"), QString::fromStdString(brief(node.abstract)), true});
    for (const auto &[name, value] : node.primitiveAttrs)
        facts.push_back({QString::fromStdString(name), QString::fromStdString(toString(value)), true});
    if (!node.scope.empty()) facts.push_back({tr("Scope"), QString::fromStdString(node.scope), true});
    if (node.spans)
        for (const SourceSpan &span : *node.spans)
            facts.push_back({tr("Source"), place(span) + QStringLiteral("  ") +
                                               QString::fromStdString(std::string(trimmed(span.text)))});
    if (!node.origins.empty()) {
        QStringList names;
        for (NodeId origin : node.origins) {
            NodePtr found = findNode(compilation.captured, origin);
            for (size_t i = 0; !found && i < compilation.passes.size(); ++i)
                found = findNode(compilation.passes[i].before, origin);
            names += found ? QString::fromStdString(found->op.empty() ? found->callee : found->op)
                           : QStringLiteral("%1").arg(origin.value);
        }
        facts.push_back({tr("Made from"), names.join(QStringLiteral(", "))});
    }
}

} // namespace

std::vector<Fact> factsOf(const Session &session, const Anchor &anchor) {
    std::vector<Fact> facts;
    if (const OpEvent *op = session.op(anchor.op)) addOpFacts(facts, session, *op);
    const Compilation *compilation = session.compilation(anchor.compilation);
    if (compilation == nullptr) return facts;
    if (const NodePtr node = findNode(moduleAt(*compilation, anchor.pass), anchor.node))
        addNodeFacts(facts, *compilation, *node);
    for (const KernelRecord &kernel : compilation->kernels)
        if (!anchor.kernel.empty() && kernel.name == anchor.kernel)
            facts.push_back(
                {tr("Kernel"), QString::fromStdString(kernel.name) + QStringLiteral(", ") +
                                   QCoreApplication::translate("jitscope::InspectorPanel", "%n member(s)", nullptr,
                                                               int(kernel.members.size())) +
                                   QStringLiteral(", ") +
                                   tr("compiled in %1").arg(QString::fromStdString(humanTime(kernel.compileNs)))});
    return facts;
}

std::vector<OperandRow> operandsOf(const Session &session, const OpEvent &op) {
    std::vector<OperandRow> rows;
    const auto add = [&](const QString &role, int64_t id, bool isInput) {
        const TensorRecord *tensor = session.tensor(id);
        if (tensor == nullptr) return;
        OperandRow row{role, id, -1, QString::fromStdString(brief(tensor->dtype, tensor->shape)),
                       QString::fromStdString(tensor->name)};
        const OpEvent *producer = isInput && tensor->op < op.number ? session.op(tensor->op) : nullptr;
        if (producer != nullptr) {
            row.producer = producer->number;
            row.producerText = QStringLiteral("#%1 ").arg(producer->number) + QString::fromStdString(producer->op);
        }
        rows.push_back(std::move(row));
    };
    for (size_t i = 0; i < op.inputs.size(); ++i)
        add(tr("input %1").arg(i + 1), op.inputs[i], true);
    for (int64_t id : op.outputs)
        add(tr("output"), id, false);
    return rows;
}

} // namespace jitscope
