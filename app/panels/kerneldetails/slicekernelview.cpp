// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/kerneldetails/slicekernelview.h"

#include "app/models/causetext.h"
#include "app/panels/kerneldetails/devicepeaks.h"
#include "app/panels/kerneldetails/factgrid.h"
#include "app/panels/kerneldetails/figures.h"
#include "app/charts/rooflineview.h"
#include "app/panels/kerneldetails/sharebars.h"
#include "app/sdk/theme.h"
#include "app/sdk/widgets/headerlabel.h"
#include "app/sdk/widgets/pilllabel.h"

#include <QCoreApplication>
#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

namespace jitscope {
inline namespace kerneldetailspanel {

namespace {

struct PipeName {
    const char *pipe, *name, *meaning;
};
constexpr PipeName pipeNames[] = {
    {"mac", QT_TRANSLATE_NOOP("jitscope::kerneldetailspanel::SliceKernelView", "matrix unit (mac)"),
     QT_TRANSLATE_NOOP("jitscope::kerneldetailspanel::SliceKernelView", "products of matrices")},
    {"vec", QT_TRANSLATE_NOOP("jitscope::kerneldetailspanel::SliceKernelView", "vector unit (vec)"),
     QT_TRANSLATE_NOOP("jitscope::kerneldetailspanel::SliceKernelView", "element by element")},
    {"scalar", QT_TRANSLATE_NOOP("jitscope::kerneldetailspanel::SliceKernelView", "control (scalar)"),
     QT_TRANSLATE_NOOP("jitscope::kerneldetailspanel::SliceKernelView", "addresses, loops, synchronization")},
    {"mte1", QT_TRANSLATE_NOOP("jitscope::kerneldetailspanel::SliceKernelView", "L1 to L0 (mte1)"),
     QT_TRANSLATE_NOOP("jitscope::kerneldetailspanel::SliceKernelView", "tiles moved inside the core")},
    {"mte2", QT_TRANSLATE_NOOP("jitscope::kerneldetailspanel::SliceKernelView", "memory in (mte2)"),
     QT_TRANSLATE_NOOP("jitscope::kerneldetailspanel::SliceKernelView", "read from global memory or L2")},
    {"mte3", QT_TRANSLATE_NOOP("jitscope::kerneldetailspanel::SliceKernelView", "memory out (mte3)"),
     QT_TRANSLATE_NOOP("jitscope::kerneldetailspanel::SliceKernelView", "written to global memory or L2")},
    {"fixpipe", QT_TRANSLATE_NOOP("jitscope::kerneldetailspanel::SliceKernelView", "results out (fixpipe)"),
     QT_TRANSLATE_NOOP("jitscope::kerneldetailspanel::SliceKernelView", "results moved from L0C to memory")},
};

const PipeName *nameOf(const std::string &pipe) {
    for (const PipeName &each : pipeNames)
        if (pipe == each.pipe) return &each;
    return nullptr;
}

QString boundName(Bound bound) {
    return QCoreApplication::translate("KernelBound", textOf(bound).name);
}

/** Vector kernels have zeros in all columns of the cube cores, and the other way. */
bool isIdle(const KernelBound &bound, const std::string &side) {
    return std::none_of(bound.shares.begin(), bound.shares.end(),
                        [&](const PipeShare &share) { return share.side == side && share.ratio > 0; });
}

QLabel *wordLabel(const QString &name) {
    auto *label = new QLabel;
    label->setObjectName(name);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

std::string cellOf(const DataTable &table, int64_t row, const char *column) {
    const int at = table.column(column);
    return at < 0 ? std::string() : table.cell(row, at);
}

int64_t wholeOf(const DataTable &table, int64_t row, const char *column) {
    const int at = table.column(column);
    const bool isWhole = at >= 0 && table.columns()[size_t(at)].type == ColumnType::Integer;
    return isWhole ? table.integer(row, at) : missingInteger;
}

/** Operands below each other: "2,3 FLOAT ND". */
QString operandsOf(const DataTable &kernels, int64_t row, const std::string &side) {
    const auto list = [&](const char *what) {
        return QString::fromStdString(cellOf(kernels, row, (side + what).c_str())).split(QLatin1Char(';'));
    };
    const QStringList shapes = list("_shapes"), types = list("_types"), formats = list("_formats");
    if (shapes.join(QString()).isEmpty() && types.join(QString()).isEmpty()) return textOf(std::string());
    QStringList lines;
    for (qsizetype i = 0; i < shapes.size(); ++i)
        lines.append(QStringLiteral("[%1] %2 %3").arg(shapes.value(i), types.value(i), formats.value(i)).trimmed());
    return lines.join(QLatin1Char('\n'));
}

} // namespace

SliceKernelView::SliceKernelView(QWidget *parent)
    : QWidget(parent)
    , m_title(wordLabel(QStringLiteral("kernelTitle")))
    , m_meaning(wordLabel(QStringLiteral("boundMeaning")))
    , m_pipesMissing(wordLabel({}))
    , m_roofSentence(wordLabel(QStringLiteral("kernelRoofline")))
    , m_bound(new PillLabel)
    , m_facts(new FactGrid)
    , m_pipes(new ShareBars(tr("Busy share of the pipes")))
    , m_roofline(new RooflineView) {
    m_title->setFont(boldUiFont());
    m_bound->setObjectName(QStringLiteral("kernelBound"));
    m_pipes->setObjectName(QStringLiteral("pipeBars"));
    m_roofline->setObjectName(QStringLiteral("kernelRooflineView"));
    m_pipesMissing->setProperty("role", QStringLiteral("hint"));
    auto *page = new QWidget;
    auto *column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, metrics::grid, 0);
    column->setSpacing(metrics::grid);
    column->addWidget(m_title);
    column->addWidget(m_bound, 0, Qt::AlignLeft);
    column->addWidget(m_meaning);
    auto *pipes = new HeaderLabel(tr("Pipes"));
    pipes->setToolTip(
        tr("Busy cycles / cycles of the kernel on its cores, as the profiler's *_ratio columns say; pipes work at "
           "the same time, so the shares do not add up to 100 %"));
    column->addWidget(pipes);
    column->addWidget(m_pipes);
    column->addWidget(m_pipesMissing);
    column->addWidget(new HeaderLabel(tr("Facts")));
    column->addWidget(m_facts);
    column->addWidget(new HeaderLabel(tr("Roofline")));
    column->addWidget(m_roofline);
    column->addWidget(m_roofSentence);
    column->addStretch(1);
    auto *scroll = new QScrollArea;
    scroll->setWidget(page);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    page->setAutoFillBackground(false);
    scroll->viewport()->setAutoFillBackground(false);
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(scroll);
}

void SliceKernelView::setKernel(const Profile &profile, const DataTable &kernels, int64_t row) {
    m_title->setText(textOf(cellOf(kernels, row, "name")));
    showBound(kernelBound(kernels, row));
    showFacts(kernels, row);
    const auto soc = profile.info.find("soc");
    showRoofline(kernels, row,
                 devicePeaks(soc == profile.info.end() ? std::string_view() : std::string_view(soc->second)));
}

void SliceKernelView::showBound(const KernelBound &bound) {
    m_bound->setText(boundName(bound.bound));
    m_bound->setTone(bound.bound == Bound::Unknown   ? Tone::Neutral
                     : bound.bound == Bound::Latency ? Tone::Warning
                                                     : Tone::Accent);
    QString meaning = QCoreApplication::translate("KernelBound", textOf(bound.bound).meaning);
    if (std::isfinite(bound.memoryBound))
        meaning += QLatin1Char(' ') +
                   tr("Memory bound (mte2 / the larger of mac and vec): %1; above 1 memory is the longer part.")
                       .arg(numberText(bound.memoryBound));
    m_meaning->setText(meaning);
    std::vector<ShareBar> bars;
    for (const PipeShare &share : bound.shares) {
        if (isIdle(bound, share.side)) continue;
        const PipeName *pipe = nameOf(share.pipe);
        const QString name =
            (share.side.empty() ? QString() : QString::fromStdString(share.side) + QStringLiteral(" · ")) +
            (pipe == nullptr ? QString::fromStdString(share.pipe) : tr(pipe->name));
        const bool isBusiest = share.column == bound.busiest.column;
        bars.push_back({name, share.ratio, percentFigure(100 * share.ratio),
                        tr("%1: %2 of the cycles (column %3)")
                            .arg(pipe == nullptr ? name : tr(pipe->meaning), percentFigure(100 * share.ratio),
                                 QString::fromStdString(share.column)),
                        isBusiest ? tr("busiest") : QString(), isBusiest ? Tone::Warning : Tone::Accent});
    }
    if (bound.cubeUtilization > 0)
        bars.push_back(
            {tr("cores in use (cube utilization)"),
             bound.cubeUtilization / 100,
             percentFigure(bound.cubeUtilization),
             tr("Cycles on cube cores / (clock × cube cores × duration): how many of the cores it kept, not how "
                "busy the matrix unit was"),
             {},
             Tone::Accent});
    m_pipesMissing->setText(
        tr("No counters: the profile has no *_ratio columns for this kernel. They are recorded with "
           "aic_metrics=PipeUtilization at profiler level 1 or higher; collectives and AI CPU kernels have none."));
    m_pipesMissing->setVisible(bound.shares.empty());
    m_pipes->setVisible(!bars.empty());
    m_pipes->setBars(std::move(bars));
}

void SliceKernelView::showFacts(const DataTable &kernels, int64_t row) {
    const auto text = [&](const char *column) { return textOf(cellOf(kernels, row, column)); };
    const int64_t mix = wholeOf(kernels, row, "mix_blocks");
    const QString blocks = countText(wholeOf(kernels, row, "blocks"));
    m_facts->setFacts({
        {tr("Type"), text("type"), tr("Operator type")},
        {tr("Ran on"), text("core"), tr("Kind of core, as the profiler names it")},
        {tr("Duration"), timeText(wholeOf(kernels, row, "duration")), tr("From begin to end on the device")},
        {tr("Wait"), timeText(wholeOf(kernels, row, "wait")),
         tr("From the end of the task before on the same stream to its begin; 0 for the first")},
        {tr("Blocks"), mix > 0 ? tr("%1 + %2").arg(blocks, countText(mix)) : blocks,
         tr("Blocks, one a core until all cores are taken; with a second figure for the other kind of core")},
        {tr("Inputs"), operandsOf(kernels, row, "input"), tr("Shape, element type and memory format of each input")},
        {tr("Outputs"), operandsOf(kernels, row, "output"), tr("Shape, element type and memory format of each output")},
    });
}

void SliceKernelView::showRoofline(const DataTable &kernels, int64_t row, const DevicePeaks &peaks) {
    const ArithmeticWork work = kernelWork(kernels, row);
    const auto point = kernelRoofline(work, wholeOf(kernels, row, "duration"), peaks);
    m_roofline->setVisible(point.has_value());
    if (!point) {
        QString text = tr("No roofline: %1.")
                           .arg(work.isKnown() ? tr("the kernel does no arithmetic or took no time")
                                               : workProblemText(work.problem));
        const double ns = double(wholeOf(kernels, row, "duration"));
        if (work.bytes > 0 && ns > 0 && peaks.memoryTBs > 0 && std::isfinite(work.bytes))
            text +=
                QLatin1Char(' ') + tr("Moving its inputs and outputs (%1) once in that time is %2 GB/s, %3 of the "
                                      "%4 TB/s of %5.")
                                       .arg(bytesText(int64_t(std::min(work.bytes, 9e18))), numberText(work.bytes / ns),
                                            percentFigure(work.bytes / ns / peaks.memoryTBs / 10),
                                            numberText(peaks.memoryTBs), QString::fromStdString(peaks.device));
        m_roofSentence->setText(text);
        return;
    }
    m_roofline->setPoints({*point});
    m_roofSentence->setText(rooflineSentence(*point) + QLatin1Char('\n') +
                            tr("Work by the shapes: %1 operations, %2 moved once. Roofs: %3")
                                .arg(countText(std::llround(std::min(work.operations, 9e18))),
                                     bytesText(int64_t(std::min(work.bytes, 9e18))),
                                     QString::fromStdString(point->source)));
}

QString SliceKernelView::asText() const {
    return QStringList{m_title->text(), m_bound->text() + QStringLiteral(": ") + m_meaning->text(), m_pipes->asText(),
                       m_facts->asText(), m_roofSentence->text()}
        .join(QLatin1Char('\n'));
}

} // namespace kerneldetailspanel
} // namespace jitscope

#include "moc_slicekernelview.cpp"
