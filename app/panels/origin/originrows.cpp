// SPDX-License-Identifier: GPL-3.0-or-later
// Rows and sentences of a lineage.
#include "app/panels/origin/originrows.h"

#include "app/tensorview/numberformat.h"
#include "app/tensorview/tensorcut.h"
#include "engine/session/session.h"
#include "engine/tensor/tensorprint.h"

#include <QCoreApplication>

namespace jitscope {
inline namespace originpanel {

namespace {

constexpr int64_t largestMask = int64_t(1) << 28; ///< elements, of a byte each

struct Words {
    Q_DECLARE_TR_FUNCTIONS(jitscope::originpanel::OriginPanel)
};

QString opText(const Session &session, int64_t number) {
    const auto op = session.op(number);
    return !op ? QString() : QStringLiteral("#%1 ").arg(number) + QString::fromStdString(op->op);
}

QString tensorName(const Session &session, int64_t id) {
    const auto tensor = session.tensor(id);
    if (!tensor) return {};
    const QString type = QString::fromStdString(brief(tensor->dtype, tensor->shape));
    return tensor->name.empty() ? type : QString::fromStdString(tensor->name) + QLatin1Char(' ') + type;
}

} // namespace

std::vector<TableColumn<OriginRow>> originColumns() {
    using Column = TableColumn<OriginRow>;
    std::vector<Column> columns(4);
    columns[0].title = Words::tr("Made by");
    columns[0].text = [](const OriginRow &row) { return row.op.isEmpty() ? Words::tr("input") : row.op; };
    columns[0].key = [](const OriginRow &row) { return QVariant(qlonglong(row.part.op)); };
    columns[0].font = Column::Font::Strong;
    columns[1].title = Words::tr("Tensor");
    columns[1].text = [](const OriginRow &row) { return row.tensor; };
    columns[1].font = Column::Font::Code;
    columns[2].title = Words::tr("Elements");
    columns[2].text = [](const OriginRow &row) { return QStringLiteral("%1 / %2").arg(row.matter()).arg(row.count); };
    columns[2].key = [](const OriginRow &row) { return QVariant(qlonglong(row.matter())); };
    columns[2].toolTip = elementsText;
    columns[2].alignment = Qt::AlignRight;
    columns[2].font = Column::Font::Code;
    columns[2].share = [](const OriginRow &row) {
        return row.count > 0 ? double(row.matter()) / double(row.count) : 0;
    };
    columns[3].title = Words::tr("Exact");
    columns[3].text = [](const OriginRow &row) { return row.part.elements.isExact ? QString() : Words::tr("≈ all"); };
    columns[3].toolTip = elementsText;
    return columns;
}

QString elementsText(const OriginRow &row) {
    if (!row.part.elements.isExact)
        return Words::tr("All elements of this tensor: an operator after it has no rule for single elements.");
    if (row.part.elements.all || row.matter() == row.count) return Words::tr("All %1 elements.").arg(row.count);
    return Words::tr("%1 of %2 elements.").arg(row.matter()).arg(row.count);
}

Origin originOf(const SessionLease &lease, int64_t tensor, int64_t element, double limit, const CancelFlag &cancelled) {
    Origin origin;
    LineageOptions options;
    options.shouldContinue = [&] { return !*cancelled && lease.isCurrent(); };
    if (*cancelled) return origin;
    const Session &session = lease.session();
    Lineage lineage = lineageOf(session, tensor, element, options);
    origin.ops = int64_t(lineage.ops.size());
    origin.inputs = int64_t(lineage.inputs.size());
    origin.isCut = lineage.isCut;
    for (LineageTensor &part : lineage.tensors) {
        const auto record = session.tensor(part.tensor);
        if (!record) continue;
        const QString op = opText(session, part.op);
        origin.rows.push_back({std::move(part), op, tensorName(session, record->id), record->shape.product()});
    }
    origin.bad = firstBad(session, tensor, element, limit, options);
    if (origin.bad)
        origin.badOp = origin.bad->op >= 0 ? opText(session, origin.bad->op) : tensorName(session, origin.bad->tensor);
    origin.isWhole = options.shouldContinue();
    return origin;
}

Tensor maskOf(const ElementSet &elements, const Dims &shape) {
    if (shape.product() > largestMask) return {};
    if (elements.all) return Tensor::full(shape, 1, DType::UInt8);
    Tensor mask = Tensor::zeros(shape, DType::UInt8);
    for (const int64_t element : elements.elements)
        mask.mutableData<uint8_t>()[element] = 1;
    return mask;
}

QString sentenceOf(const Origin &origin) {
    if (!origin.bad) return Words::tr("This element is neither NaN nor infinite nor too large.");
    const FirstBad &bad = *origin.bad;
    const QString kind = bad.kind == BadKind::NaN        ? Words::tr("NaN")
                         : bad.kind == BadKind::Infinite ? Words::tr("infinite")
                                                         : Words::tr("too large (%1)").arg(briefNumber(bad.value));
    if (bad.op < 0) return Words::tr("It was %1 already in the input %2.").arg(kind, origin.badOp);
    QString sentence = Words::tr("%1 made it %2").arg(origin.badOp, kind);
    if (!bad.because.empty()) sentence += QStringLiteral(": ") + QString::fromStdString(bad.because);
    return sentence;
}

} // namespace originpanel
} // namespace jitscope
