// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/passes/kernelrows.h"

#include "app/models/kernelwords.h"
#include "app/models/tablecell.h"
#include "engine/ir/nodecounts.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"

#include <QCoreApplication>
#include <unordered_map>

namespace jitscope {
inline namespace passespanel {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Kernels)
};

} // namespace

std::vector<KernelRow> kernelRows(const Session &session, const Compilation &compilation) {
    std::unordered_map<std::string, int64_t> runs;
    for (const OpEvent &op : session.ops)
        if (op.isKernel && op.compilation == compilation.index) ++runs[op.op.str()];
    std::vector<KernelRow> rows;
    for (const KernelRecord &kernel : compilation.kernels) {
        KernelRow row{kernel.name, {}, kernel.origin, kernel.compileNs, kernel.codeBytes, 0};
        if (kernel.origin == CodeOrigin::NotCompiled) row.readyNs = 0;
        if (const auto found = runs.find(kernel.name); found != runs.end()) row.runs = found->second;
        if (const GraphPtr graph = compilation.final.find(kernel.graph))
            for (const NodePtr &node : graph->nodes)
                if (!isPlumbing(*node)) row.operators << QString::fromStdString(node->op);
        rows.push_back(std::move(row));
    }
    return rows;
}

std::vector<TableColumn<KernelRow>> kernelColumns() {
    using Column = TableColumn<KernelRow>;
    const QString unknown = Words::tr("not known");
    return {
        Column{.title = Words::tr("Kernel"),
               .text = [](const KernelRow &row) { return QString::fromStdString(row.name); },
               .font = Column::Font::Strong},
        Column{.title = Words::tr("Operators"),
               .text = [](const KernelRow &row) { return QString::number(row.operators.size()); },
               .key = [](const KernelRow &row) { return QVariant(row.operators.size()); },
               .alignment = Qt::AlignRight,
               .definition = Words::tr("How many operators it computes in one go")},
        Column{.title = Words::tr("Code"),
               .text = [](const KernelRow &row) { return originText(row.origin); },
               .definition = Words::tr("Compiled by LLVM for this graph, or found: in this process or on disk")},
        Column{.title = Words::tr("Ready after"),
               .text = [unknown](const KernelRow &row) { return durationText(row.readyNs, unknown); },
               .key = [](const KernelRow &row) { return QVariant(qlonglong(row.readyNs)); },
               .alignment = Qt::AlignRight,
               .definition = Words::tr("Planning, then compiling or looking in the cache, and linking")},
        Column{.title = Words::tr("Machine code"),
               .text =
                   [unknown](const KernelRow &row) {
                       return row.codeBytes < 0 ? unknown : sizeText(double(row.codeBytes));
                   },
               .key = [](const KernelRow &row) { return QVariant(qlonglong(row.codeBytes)); },
               .alignment = Qt::AlignRight},
        Column{.title = Words::tr("Runs"),
               .text = [](const KernelRow &row) { return QString::number(row.runs); },
               .key = [](const KernelRow &row) { return QVariant(qlonglong(row.runs)); },
               .alignment = Qt::AlignRight,
               .definition = Words::tr("How often it ran in this recording")},
        Column{.title = Words::tr("Members"),
               .text = [](const KernelRow &row) { return row.operators.join(QStringLiteral(", ")); }},
    };
}

} // namespace passespanel
} // namespace jitscope
