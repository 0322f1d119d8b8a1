// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/kerneldetails/hotspotview.h"

#include "app/models/recordview.h"
#include "app/models/tablemodel.h"
#include "app/panels/kerneldetails/columnwidths.h"
#include "app/panels/kerneldetails/figures.h"
#include "app/sdk/jobs.h"
#include "app/sdk/widgets/headerlabel.h"
#include "engine/base/text.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <filesystem>

namespace jitscope {
inline namespace kerneldetailspanel {

namespace {

QString fileName(const std::string &path) {
    return QString::fromStdString(std::filesystem::path(path).filename().string());
}

QString placeOf(const HotLine &line) {
    if (line.line == missingInteger) return fileName(line.file);
    return fileName(line.file) + QLatin1Char(':') + QString::number(line.line);
}

/** What a cost is compared by: cycles, else calls. */
double costOf(int64_t cycles, int64_t calls) {
    return cycles != missingInteger ? double(cycles) : calls != missingInteger ? double(calls) : 0;
}

template<class Row, class Cost> void setShares(std::vector<Row> &rows, Cost cost) {
    double most = 0;
    for (const Row &row : rows)
        most = std::max(most, cost(row));
    for (Row &row : rows)
        row.share = most > 0 ? cost(row) / most : 0;
}

std::vector<HotLineRow> lineRows(const Profile &profile, const std::string &core,
                                 const std::map<std::string, std::string> &sources) {
    std::map<std::string, std::vector<std::string>> texts;
    std::vector<HotLineRow> rows;
    for (HotLine &line : hotLines(profile, core)) {
        HotLineRow row{std::move(line), {}, 0};
        const auto source = sources.find(row.line.file);
        if (source != sources.end() && row.line.line > 0) {
            auto [place, isNew] = texts.try_emplace(source->first);
            if (isNew) place->second = split(source->second, '\n');
            if (row.line.line <= int64_t(place->second.size()))
                row.text = QString::fromStdString(std::string(trimmed(place->second[size_t(row.line.line - 1)])));
        }
        rows.push_back(std::move(row));
    }
    setShares(rows, [](const HotLineRow &row) { return costOf(row.line.cycles, row.line.calls); });
    return rows;
}

std::vector<HotSpotRow> spotRows(const Profile &profile, const std::string &core) {
    std::vector<HotSpotRow> rows;
    for (HotSpot &spot : hotSpots(profile, core))
        rows.push_back({std::move(spot), 0});
    setShares(rows, [](const HotSpotRow &row) { return costOf(row.spot.cycles, row.spot.calls); });
    return rows;
}

/** The columns that lines and instructions share. */
template<class Row, class Get> std::vector<TableColumn<Row>> costColumns(Get get) {
    using Column = TableColumn<Row>;
    const auto count = [get](const QString &title, auto member, const QString &meaning) {
        return Column{.title = title,
                      .text = [get, member](const Row &row) { return countText(get(row).*member); },
                      .key = [get, member](const Row &row) { return QVariant(qlonglong(get(row).*member)); },
                      .alignment = Qt::AlignRight,
                      .font = Column::Font::Code,
                      .toolTip = [meaning](const Row &) { return meaning; }};
    };
    using Spot = std::decay_t<decltype(get(std::declval<const Row &>()))>;
    std::vector<Column> columns = {
        count(HotSpotView::tr("Cycles"), &Spot::cycles,
              HotSpotView::tr("Cycles from issue to end, added up over all times it was executed")),
        count(HotSpotView::tr("Executed"), &Spot::calls, HotSpotView::tr("How many times instructions were executed")),
    };
    columns.front().share = [](const Row &row) { return row.share; };
    columns.push_back({.title = HotSpotView::tr("Bytes"),
                       .text = [get](const Row &row) { return bytesText(get(row).bytes); },
                       .key = [get](const Row &row) { return QVariant(qlonglong(get(row).bytes)); },
                       .alignment = Qt::AlignRight,
                       .font = Column::Font::Code,
                       .toolTip = [](const Row &) { return HotSpotView::tr("Moved to or from global memory"); }});
    columns.push_back({.title = HotSpotView::tr("L2 hits"),
                       .text = [get](const Row &row) { return percentFigure(get(row).l2HitRate); },
                       .key = [get](const Row &row) { return QVariant(get(row).l2HitRate); },
                       .alignment = Qt::AlignRight,
                       .font = Column::Font::Code,
                       .toolTip =
                           [](const Row &) {
                               return HotSpotView::tr(
                                   "Share of accesses to the L2 cache that hit; the best of all cores");
                           }});
    return columns;
}

std::vector<TableColumn<HotLineRow>> lineColumns() {
    using Column = TableColumn<HotLineRow>;
    auto columns = costColumns<HotLineRow>([](const HotLineRow &row) -> const HotLine & { return row.line; });
    columns.insert(columns.begin(),
                   Column{.title = HotSpotView::tr("Line"),
                          .text = [](const HotLineRow &row) { return placeOf(row.line); },
                          .key = [](const HotLineRow &row) { return QVariant(qlonglong(row.line.line)); },
                          .font = Column::Font::Strong,
                          .toolTip = [](const HotLineRow &row) { return QString::fromStdString(row.line.file); }});
    columns.push_back({.title = HotSpotView::tr("Source"),
                       .text = [](const HotLineRow &row) { return row.text; },
                       .font = Column::Font::Code});
    return columns;
}

std::vector<TableColumn<HotSpotRow>> spotColumns() {
    using Column = TableColumn<HotSpotRow>;
    auto columns = costColumns<HotSpotRow>([](const HotSpotRow &row) -> const HotSpot & { return row.spot; });
    const auto text = [](const QString &title, auto member, Column::Font font) {
        return Column{.title = title,
                      .text = [member](const HotSpotRow &row) { return QString::fromStdString(row.spot.*member); },
                      .font = font,
                      .toolTip = [member](const HotSpotRow &row) { return QString::fromStdString(row.spot.*member); }};
    };
    columns.insert(columns.begin(), text(HotSpotView::tr("Address"), &HotSpot::addressText, Column::Font::Code));
    columns.front().key = [](const HotSpotRow &row) { return QVariant(qulonglong(row.spot.address)); };
    columns.insert(columns.begin() + 1, text(HotSpotView::tr("Pipe"), &HotSpot::pipe, Column::Font::Text));
    columns.insert(columns.begin() + 2,
                   text(HotSpotView::tr("Instruction"), &HotSpot::instruction, Column::Font::Code));
    return columns;
}

} // namespace

HotSpotView::HotSpotView(Jobs &jobs, QWidget *parent)
    : QWidget(parent)
    , m_jobs(jobs) {
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(metrics::grid);
    auto *row = new QHBoxLayout;
    auto *label = new QLabel(tr("Core"));
    m_core = new QComboBox;
    m_core->setObjectName(QStringLiteral("hotSpotCore"));
    m_core->setAccessibleName(tr("Core whose instructions are counted"));
    label->setBuddy(m_core);
    row->addWidget(label);
    row->addWidget(m_core);
    m_state = new QLabel;
    m_state->setProperty("role", QStringLiteral("hint"));
    row->addWidget(m_state, 1);
    column->addLayout(row);
    auto *splitter = new QSplitter(Qt::Vertical);
    splitter->addWidget(buildLines());
    splitter->addWidget(buildSpots());
    splitter->setChildrenCollapsible(false);
    column->addWidget(splitter, 1);
    connect(m_core, &QComboBox::currentIndexChanged, this, &HotSpotView::read);
}

QWidget *HotSpotView::buildLines() {
    auto *page = new QWidget;
    auto *column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(new HeaderLabel(tr("Source lines")));
    m_lineModel = new TableModel<HotLineRow>(lineColumns(), this);
    m_lineView = new RecordView;
    m_lineView->setObjectName(QStringLiteral("hotLines"));
    m_lineView->setAccessibleName(tr("Source lines by cost"));
    m_lineView->setRecords(m_lineModel);
    m_lineView->sortByColumn(-1, Qt::AscendingOrder); // the costliest first
    column->addWidget(m_lineView, 1);
    connect(m_lineView->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] { chooseLine(); });
    return page;
}

QWidget *HotSpotView::buildSpots() {
    auto *page = new QWidget;
    auto *column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    auto *row = new QHBoxLayout;
    m_spotsTitle = new HeaderLabel(tr("Instructions"));
    row->addWidget(m_spotsTitle, 1);
    m_all = new QToolButton;
    m_all->setObjectName(QStringLiteral("allInstructions"));
    m_all->setText(tr("Show all"));
    m_all->setToolTip(tr("Shows the instructions of all lines again"));
    m_all->setProperty("role", QStringLiteral("flat"));
    m_all->setVisible(false);
    row->addWidget(m_all);
    column->addLayout(row);
    m_spotModel = new TableModel<HotSpotRow>(spotColumns(), this);
    m_spotView = new RecordView;
    m_spotView->setObjectName(QStringLiteral("hotSpots"));
    m_spotView->setAccessibleName(tr("Instructions by cost"));
    m_spotView->setRecords(m_spotModel);
    m_spotView->sortByColumn(-1, Qt::AscendingOrder); // by address
    column->addWidget(m_spotView, 1);
    connect(m_all, &QToolButton::clicked, this, [this] { showSpots(nullptr); });
    connect(m_spotView->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] { chooseSpot(); });
    return page;
}

void HotSpotView::setProfile(const ProfilePtr &profile, std::map<std::string, std::string> sources) {
    m_profile = profile;
    m_sources = std::move(sources);
    const QSignalBlocker quiet(m_core);
    m_core->clear();
    m_core->addItem(tr("all, added up"), QString());
    if (profile)
        for (const std::string &core : hotCores(*profile))
            m_core->addItem(QString::fromStdString(core), QString::fromStdString(core));
    m_core->setEnabled(m_core->count() > 2);
    read();
}

void HotSpotView::read() {
    if (!m_profile) return show({}, {});
    m_isReading = true;
    m_state->setText(tr("counting…"));
    struct Rows {
        std::vector<HotLineRow> lines;
        std::vector<HotSpotRow> spots;
    };
    m_jobs.run(
        QStringLiteral("kerneldetails.hotspots"), tr("Counting instructions"), this,
        [profile = m_profile, core = m_core->currentData().toString().toStdString(),
         sources = m_sources](const CancelFlag &) {
            return Rows{lineRows(*profile, core, sources), spotRows(*profile, core)};
        },
        [this](Rows rows) {
            m_isReading = false;
            show(std::move(rows.lines), std::move(rows.spots));
        });
}

void HotSpotView::show(std::vector<HotLineRow> lines, std::vector<HotSpotRow> spots) {
    m_state->setText(
        lines.empty() && !spots.empty()
            ? tr("No source lines: the kernel was built without line numbers (-g), or only logs were read")
            : tr("%1 lines, %2 instructions").arg(countText(int64_t(lines.size())), countText(int64_t(spots.size()))));
    m_spots = std::move(spots);
    m_isFilling = true;
    m_lineModel->setRows(std::move(lines));
    m_isFilling = false;
    showSpots(nullptr);
    fitColumns(m_lineView);
    fitColumns(m_spotView);
    Q_EMIT ready();
}

void HotSpotView::showSpots(const HotLine *ofLine) {
    std::vector<HotSpotRow> rows;
    if (ofLine == nullptr)
        rows = m_spots;
    else
        std::copy_if(m_spots.begin(), m_spots.end(), std::back_inserter(rows),
                     [&](const HotSpotRow &row) { return belongs(row.spot, *ofLine); });
    m_spotsTitle->setText(ofLine == nullptr
                              ? tr("Instructions")
                              : tr("Instructions of %1 (%2)").arg(placeOf(*ofLine), countText(int64_t(rows.size()))));
    m_all->setVisible(ofLine != nullptr);
    m_isFilling = true;
    m_spotModel->setRows(std::move(rows));
    m_isFilling = false;
}

void HotSpotView::chooseLine() {
    const int row = m_lineView->currentSourceRow();
    if (m_isFilling || row < 0) return;
    const HotLine line = m_lineModel->row(row).line;
    showSpots(&line);
    if (m_sources.contains(line.file) && line.line > 0)
        Q_EMIT lineChosen(QString::fromStdString(line.file), int(line.line));
}

void HotSpotView::chooseSpot() {
    const int row = m_spotView->currentSourceRow();
    if (m_isFilling || row < 0) return;
    const auto &lines = m_lineModel->rows();
    const auto line = std::find_if(lines.begin(), lines.end(), [&](const HotLineRow &each) {
        return belongs(m_spotModel->row(row).spot, each.line);
    });
    m_isFilling = true; // the line is shown, its instructions are not picked out again
    m_lineView->selectSourceRow(line == lines.end() ? -1 : int(line - lines.begin()));
    m_isFilling = false;
    if (line != lines.end() && m_sources.contains(line->line.file) && line->line.line > 0)
        Q_EMIT lineChosen(QString::fromStdString(line->line.file), int(line->line.line));
}

QString HotSpotView::asText() const {
    return tr("Source lines") + QLatin1Char('\n') + m_lineView->allAsText() + QLatin1Char('\n') + m_spotsTitle->text() +
           QLatin1Char('\n') + m_spotView->allAsText();
}

} // namespace kerneldetailspanel
} // namespace jitscope

#include "moc_hotspotview.cpp"
