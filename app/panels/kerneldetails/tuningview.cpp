// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/kerneldetails/tuningview.h"

#include "app/models/recordview.h"
#include "app/models/tablemodel.h"
#include "app/panels/kerneldetails/columnwidths.h"
#include "app/panels/kerneldetails/devicepeaks.h"
#include "app/panels/kerneldetails/figures.h"
#include "app/panels/kerneldetails/hotspotview.h"
#include "app/panels/kerneldetails/memorygraph.h"
#include "app/charts/rooflineview.h"
#include "app/panels/kerneldetails/tuningoverview.h"
#include "app/sdk/widgets/emptystate.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

namespace jitscope {
inline namespace kerneldetailspanel {

namespace {

const QString iconName = QStringLiteral("timings");

QLabel *sentenceLabel(const QString &name) {
    auto *label = new QLabel;
    label->setObjectName(name);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

QWidget *scrolled(QWidget *page) {
    auto *scroll = new QScrollArea;
    scroll->setWidget(page);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    page->setAutoFillBackground(false);
    scroll->viewport()->setAutoFillBackground(false);
    return scroll;
}

std::vector<TableColumn<MemoryEdge>> edgeColumns() {
    using Column = TableColumn<MemoryEdge>;
    const auto number = [](const QString &title, auto text, auto key, const QString &meaning) {
        return Column{.title = title,
                      .text = text,
                      .key = key,
                      .alignment = Qt::AlignRight,
                      .font = Column::Font::Code,
                      .toolTip = [meaning](const MemoryEdge &) { return meaning; }};
    };
    std::vector<Column> columns = {
        {.title = TuningView::tr("From"),
         .text = [](const MemoryEdge &edge) { return QString::fromStdString(edge.from); },
         .font = Column::Font::Strong},
        {.title = TuningView::tr("To"),
         .text = [](const MemoryEdge &edge) { return QString::fromStdString(edge.to); },
         .font = Column::Font::Strong},
        number(
            TuningView::tr("Traffic"), [](const MemoryEdge &edge) { return bytesText(edge.bytes); },
            [](const MemoryEdge &edge) { return QVariant(qlonglong(edge.bytes)); },
            TuningView::tr("Requests times the size of one on this path; a dash where that size is not known")),
        number(
            TuningView::tr("Requests"), [](const MemoryEdge &edge) { return countText(edge.requests); },
            [](const MemoryEdge &edge) { return QVariant(qlonglong(edge.requests)); },
            TuningView::tr("As the device counted them")),
        number(
            TuningView::tr("GB/s"), [](const MemoryEdge &edge) { return numberText(edge.bandwidth); },
            [](const MemoryEdge &edge) { return QVariant(edge.bandwidth); },
            TuningView::tr(
                "Traffic / duration of the kernel, cores added up; 1 GB is 2^30 bytes here, as msprof op counts")),
        number(
            TuningView::tr("Of peak"), [](const MemoryEdge &edge) { return percentFigure(edge.peakRatio); },
            [](const MemoryEdge &edge) { return QVariant(edge.peakRatio); },
            TuningView::tr("Share of the bandwidth that the path can have, on the core that uses it most; a dash where "
                           "msprof op knows no peak")),
    };
    columns.back().share = [](const MemoryEdge &edge) {
        return std::isfinite(edge.peakRatio) ? std::clamp(edge.peakRatio / 100, 0.0, 1.0) : 0;
    };
    return columns;
}

std::vector<TableColumn<RooflinePoint>> pointColumns() {
    using Column = TableColumn<RooflinePoint>;
    const auto number = [](const QString &title, auto value, const QString &meaning) {
        return Column{.title = title,
                      .text = [value](const RooflinePoint &point) { return numberText(value(point)); },
                      .key = [value](const RooflinePoint &point) { return QVariant(value(point)); },
                      .alignment = Qt::AlignRight,
                      .font = Column::Font::Code,
                      .toolTip = [meaning](const RooflinePoint &) { return meaning; }};
    };
    const auto text = [](const QString &title, auto member) {
        return Column{
            .title = title,
            .text = [member](const RooflinePoint &point) { return QString::fromStdString(point.*member); },
            .toolTip = [member](const RooflinePoint &point) { return QString::fromStdString(point.*member); }};
    };
    std::vector<Column> columns = {
        text(TuningView::tr("Bytes of"), &RooflinePoint::bandwidthName),
        text(TuningView::tr("Operations"), &RooflinePoint::computeName),
        number(
            TuningView::tr("op/B"), [](const RooflinePoint &point) { return point.intensity; },
            TuningView::tr("Operations / bytes moved")),
        number(
            TuningView::tr("TOPS"), [](const RooflinePoint &point) { return point.performanceTops; },
            TuningView::tr("Operations / duration of the kernel")),
        number(
            TuningView::tr("Possible"), [](const RooflinePoint &point) { return point.attainableTops(); },
            TuningView::tr("The lower of compute peak and bandwidth × operations a byte")),
        {.title = TuningView::tr("Reached"),
         .text = [](const RooflinePoint &point) { return percentFigure(100 * point.ratio()); },
         .key = [](const RooflinePoint &point) { return QVariant(point.ratio()); },
         .alignment = Qt::AlignRight,
         .font = Column::Font::Code,
         .toolTip = [](const RooflinePoint &) { return TuningView::tr("TOPS / possible TOPS"); },
         .share = [](const RooflinePoint &point) { return std::clamp(point.ratio(), 0.0, 1.0); }},
        {.title = TuningView::tr("Bound by"),
         .text =
             [](const RooflinePoint &point) {
                 return point.isMemoryBound() ? TuningView::tr("memory") : TuningView::tr("compute");
             }},
        text(TuningView::tr("Roofs from"), &RooflinePoint::source),
    };
    return columns;
}

} // namespace

TuningView::TuningView(Jobs &jobs, QWidget *parent)
    : QWidget(parent)
    , m_choice(new SegmentedControl(
          tr("Page"), {{QStringLiteral("overview"), tr("Overview"), tr("Facts, cores, pipes, caches")},
                       {QStringLiteral("memory"), tr("Memory"), tr("Traffic between the memories of a core")},
                       {QStringLiteral("roofline"), tr("Roofline"), tr("Where the kernel stands under the roofs")},
                       {QStringLiteral("hotspots"), tr("Hot spots"), tr("Source lines and instructions by cost")}}))
    , m_pages(new QStackedWidget)
    , m_overview(new TuningOverview)
    , m_hotSpots(new HotSpotView(jobs)) {
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(metrics::grid);
    m_choice->setObjectName(QStringLiteral("tuningPages"));
    auto *row = new QHBoxLayout;
    row->addWidget(m_choice);
    row->addStretch(1);
    column->addLayout(row);
    column->addWidget(m_pages, 1);
    m_pages->addWidget(m_overview);
    m_pages->addWidget(buildMemory());
    m_pages->addWidget(buildRoofline());
    m_hotPages = new QStackedWidget;
    m_hotPages->addWidget(new EmptyState(iconName, tr("No instructions were counted"),
                                         tr("They come from the simulator (msprof op simulator), or on a board from "
                                            "msprof op with --aic-metrics=Source and a kernel built with -g.")));
    m_hotPages->addWidget(m_hotSpots);
    m_pages->addWidget(m_hotPages);
    connect(m_choice, &SegmentedControl::changed, this, &TuningView::showPage);
    connect(m_hotSpots, &HotSpotView::lineChosen, this, &TuningView::lineChosen);
}

QWidget *TuningView::buildMemory() {
    auto *page = new QWidget;
    auto *column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(metrics::grid);
    auto *row = new QHBoxLayout;
    auto *label = new QLabel(tr("Core"));
    m_memoryCore = new QComboBox;
    m_memoryCore->setObjectName(QStringLiteral("memoryCore"));
    m_memoryCore->setAccessibleName(tr("Core whose traffic is shown"));
    label->setBuddy(m_memoryCore);
    row->addWidget(label);
    row->addWidget(m_memoryCore);
    m_edgeSentence = sentenceLabel(QStringLiteral("edgeSentence"));
    row->addWidget(m_edgeSentence, 1);
    column->addLayout(row);
    m_graph = new MemoryGraph;
    column->addWidget(scrolled(m_graph), 3);
    m_edgeModel = new TableModel<MemoryEdge>(edgeColumns(), this);
    m_edgeView = new RecordView;
    m_edgeView->setObjectName(QStringLiteral("memoryEdges"));
    m_edgeView->setAccessibleName(tr("Paths between memories"));
    m_edgeView->setRecords(m_edgeModel);
    m_edgeView->sortByColumn(-1, Qt::AscendingOrder); // as data flows
    column->addWidget(m_edgeView, 2);
    connect(m_memoryCore, &QComboBox::currentIndexChanged, this, &TuningView::showMemory);
    connect(m_graph, &MemoryGraph::picked, this, [this](qint64 edge) { m_edgeView->selectSourceRow(int(edge)); });
    connect(m_edgeView->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this] { showEdge(m_edgeView->currentSourceRow()); });
    m_memoryPages = new QStackedWidget;
    m_memoryPages->addWidget(
        new EmptyState(iconName, tr("No memory traffic was recorded"),
                       tr("Run msprof op with --aic-metrics=Memory,MemoryL0,MemoryUB (or Default); "
                          "Memory.csv or the memory blocks of visualize_data.bin hold it.")));
    m_memoryPages->addWidget(page);
    return m_memoryPages;
}

QWidget *TuningView::buildRoofline() {
    auto *page = new QWidget;
    auto *column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(metrics::grid);
    m_roofline = new RooflineView;
    column->addWidget(m_roofline, 3);
    m_pointSentence = sentenceLabel(QStringLiteral("rooflineSentence"));
    column->addWidget(m_pointSentence);
    m_pointModel = new TableModel<RooflinePoint>(pointColumns(), this);
    m_pointView = new RecordView;
    m_pointView->setObjectName(QStringLiteral("rooflinePoints"));
    m_pointView->setAccessibleName(tr("Points of the roofline chart"));
    m_pointView->setRecords(m_pointModel);
    m_pointView->sortByColumn(-1, Qt::AscendingOrder);
    column->addWidget(m_pointView, 1);
    connect(m_roofline, &RooflineView::picked, this,
            [this](qint64 point) { m_pointView->selectSourceRow(int(point)); });
    connect(m_pointView->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this] { showPoint(m_pointView->currentSourceRow()); });
    m_roofPages = new QStackedWidget;
    m_roofPages->addWidget(new EmptyState(iconName, tr("No roofline can be drawn"),
                                          tr("It needs counted operations and traffic: run msprof op with "
                                             "--aic-metrics=Roofline (or Default), which writes them into "
                                             "visualize_data.bin.")));
    m_roofPages->addWidget(page);
    return m_roofPages;
}

void TuningView::setProfile(const ProfilePtr &profile, std::map<std::string, std::string> sources) {
    m_profile = profile;
    if (!profile) return;
    const KernelProfile kernel = kernelProfile(*profile);
    m_overview->showKernel(*profile, kernel);
    m_isFilling = true;
    m_memoryCore->clear();
    m_memoryCore->addItem(tr("all, added up"), -1);
    for (const int64_t core : memoryCores(*profile))
        m_memoryCore->addItem(tr("core %1").arg(core), qlonglong(core));
    m_isFilling = false;
    showMemory();
    showRoofline(kernel);
    const bool hasSpots = profile->table("op_hot_spots") != nullptr || profile->table("op_hot_lines") != nullptr;
    m_hotPages->setCurrentIndex(hasSpots ? 1 : 0);
    m_hotSpots->setProfile(hasSpots ? profile : nullptr, std::move(sources));
    // Logs of the simulator have instructions and nothing else.
    const bool isLogsAlone = kernel.cores.empty() && kernel.loads.empty() && hasSpots;
    showPage(isLogsAlone ? QStringLiteral("hotspots") : QStringLiteral("overview"));
}

void TuningView::showPage(const QString &page) {
    const QStringList ids = {QStringLiteral("overview"), QStringLiteral("memory"), QStringLiteral("roofline"),
                             QStringLiteral("hotspots")};
    m_choice->setCurrent(page);
    m_pages->setCurrentIndex(std::max(0, int(ids.indexOf(page))));
}

// --- memory and roofline -------------------------------------------------------------------------------------------

void TuningView::showMemory() {
    if (m_isFilling || !m_profile) return;
    const int64_t core = m_memoryCore->currentData().toLongLong();
    auto edges = memoryEdges(*m_profile, core < 0 ? std::nullopt : std::optional(core));
    m_memoryPages->setCurrentIndex(edges.empty() ? 0 : 1);
    m_graph->setEdges(edges);
    m_edgeModel->setRows(std::move(edges));
    fitColumns(m_edgeView);
    showEdge(-1);
}

void TuningView::showEdge(int edge) {
    m_graph->setCurrent(edge);
    if (edge >= 0) return m_edgeSentence->setText(edgeSentence(m_edgeModel->row(edge)));
    QString text =
        tr("Width of an arrow: bytes moved. Colour and percentage: share of the path's peak, where it is known.");
    if (const int left = m_graph->leftOut(); left > 0)
        text += QLatin1Char(' ') + tr("%n more path(s) stand in the table.", nullptr, left);
    m_edgeSentence->setText(text);
}

void TuningView::showRoofline(const KernelProfile &kernel) {
    auto points = kernel.rooflines;
    if (points.empty())
        if (const auto measured = measuredRoofline(*m_profile, devicePeaks(kernel.soc))) points.push_back(*measured);
    m_roofPages->setCurrentIndex(points.empty() ? 0 : 1);
    m_roofline->setPoints(points);
    m_pointModel->setRows(std::move(points));
    fitColumns(m_pointView);
    m_pointView->selectSourceRow(m_pointModel->rowCount() > 0 ? 0 : -1);
    showPoint(m_pointModel->rowCount() > 0 ? 0 : -1);
}

void TuningView::showPoint(int point) {
    if (point < 0) return m_pointSentence->clear();
    m_roofline->setCurrent(point);
    m_pointSentence->setText(rooflineSentence(m_pointModel->row(point)) + QLatin1Char('\n') +
                             tr("Roofs: %1").arg(QString::fromStdString(m_pointModel->row(point).source)));
}

bool TuningView::isReady() const {
    return m_hotSpots->isReady();
}

QString TuningView::asText() const {
    if (m_choice->current() == QStringLiteral("memory")) return m_edgeView->allAsText();
    if (m_choice->current() == QStringLiteral("roofline"))
        return m_pointSentence->text() + QLatin1Char('\n') + m_pointView->allAsText();
    if (m_choice->current() == QStringLiteral("hotspots")) return m_hotSpots->asText();
    return m_overview->asText();
}

} // namespace kerneldetailspanel
} // namespace jitscope

#include "moc_tuningview.cpp"
