// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/datatableview.h"

#include "app/models/recorddelegate.h"
#include "app/models/rowkeys.h"
#include "app/models/rowmenu.h"
#include "app/models/tablecell.h"
#include "app/sdk/jobs.h"
#include "app/sdk/savefile.h"
#include "app/sdk/settings.h"
#include "app/sdk/theme.h"
#include "engine/analysis/tableorder.h"
#include "engine/base/file.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QSet>
#include <algorithm>
#include <array>
#include <string_view>

namespace jitscope {
inline namespace models {

namespace {

constexpr int64_t shortTable = 20'000; ///< rows that are ordered at once, in a few milliseconds
constexpr int longestText = 10'000;    ///< rows that are copied as text
/** What is looked for first in tables of tasks and calls, whatever order a file has them in. */
constexpr std::array<std::string_view, 6> leadingColumns = {"name", "type", "core", "start", "duration", "wait"};
constexpr int widestColumn = 340, narrowestColumn = 64;

bool hasValue(const DataTable &table, int column) {
    const DataColumn &of = table.columns()[size_t(column)];
    if (of.type == ColumnType::Text)
        return of.pool.all().size() > 1 || (!of.pool.all().empty() && !of.pool.all()[0].empty());
    if (of.type == ColumnType::Integer)
        return std::any_of(of.integers.begin(), of.integers.end(),
                           [](int64_t value) { return value != missingInteger; });
    return std::any_of(of.reals.begin(), of.reals.end(), [](double value) { return !std::isnan(value); });
}

size_t leadingPlace(const DataTable &table, int column) {
    const std::string &name = table.columns()[size_t(column)].name;
    return size_t(std::find(leadingColumns.begin(), leadingColumns.end(), name) - leadingColumns.begin());
}

/** Differences stand behind the column that they are of. */
void putBeside(std::vector<int> &shown, const DataTable &table, const std::vector<DeltaColumn> &deltas) {
    constexpr std::string_view prefix = "delta_";
    for (const DeltaColumn &delta : deltas) {
        const std::string &name = table.columns()[size_t(delta.column)].name;
        const auto own = std::ranges::find(shown, delta.column);
        if (own == shown.end() || !name.starts_with(prefix)) continue;
        const int of = table.column(std::string_view(name).substr(prefix.size()));
        if (std::ranges::find(shown, of) == shown.end()) continue;
        shown.erase(own);
        shown.insert(std::ranges::find(shown, of) + 1, delta.column);
    }
}

} // namespace

DataTableView::DataTableView(Jobs &jobs, QWidget *parent)
    : QTableView(parent)
    , m_jobs(jobs)
    , m_model(new DataTableModel(this))
    , m_tag(QStringLiteral("table-%1").arg(quintptr(this))) {
    setModel(m_model);
    setItemDelegate(new RecordDelegate(this));
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setShowGrid(false);
    setWordWrap(false);
    setFrameShape(QFrame::NoFrame);
    setCornerButtonEnabled(false);
    setTabKeyNavigation(false);
    setHorizontalScrollMode(ScrollPerPixel);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setDefaultSectionSize(metrics::rowHeight);
    horizontalHeader()->setSectionsClickable(true);
    horizontalHeader()->setSectionsMovable(true);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(horizontalHeader(), &QHeaderView::sectionClicked, this, &DataTableView::sortBy);
    connect(horizontalHeader(), &QWidget::customContextMenuRequested, this,
            [this](const QPoint &at) { showColumnMenu(horizontalHeader()->mapToGlobal(at)); });
    connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex &index) {
        if (!m_isFilling && index.isValid()) Q_EMIT rowChosen(m_model->tableRow(index.row()));
    });
    connect(this, &QTableView::doubleClicked, this,
            [this](const QModelIndex &index) { Q_EMIT rowActivated(m_model->tableRow(index.row())); });

    auto *copy = new QAction(tr("Copy rows"), this);
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetShortcut);
    connect(copy, &QAction::triggered, this, &DataTableView::copySelected);
    addAction(copy);
    auto *save = new QAction(tr("Export as CSV…"), this);
    connect(save, &QAction::triggered, this, &DataTableView::exportCsv);
    addAction(save);
    auto *columns = new QAction(tr("Columns…"), this);
    connect(columns, &QAction::triggered, this, [this] { showColumnMenu(QCursor::pos()); });
    addAction(columns);
    RowMenu::of(*this).setAllAsText([this](TextFormat format) { return allAsText(format); });
}

void DataTableView::setTable(TablePtr table, int64_t originNs, int sortColumn, std::vector<DeltaColumn> deltas) {
    m_table = std::move(table);
    m_deltas = std::move(deltas);
    m_originNs = originNs;
    m_sortColumn = sortColumn;
    m_isDescending = sortColumn >= 0;
    order();
}

void DataTableView::setFilterText(const QString &text) {
    m_words = text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    order();
}

void DataTableView::setWithin(const std::optional<Interval> &within) {
    if (m_within == within) return;
    m_within = within;
    order();
}

void DataTableView::order() {
    if (!m_table) return;
    TableQuery query;
    for (const QString &word : m_words)
        query.words.push_back(word.toStdString());
    query.within = m_within;
    query.sortColumn = m_sortColumn;
    query.isDescending = m_isDescending;
    if (m_table->rowCount() <= shortTable) {
        m_jobs.cancel(m_tag);
        m_isOrdering = false;
        show(rowsOf(*m_table, query));
        return;
    }
    m_isOrdering = true;
    m_jobs.run(
        m_tag, tr("Sorting %L1 rows").arg(m_table->rowCount()), this,
        [table = m_table, query](const CancelFlag &cancelled) {
            return rowsOf(*table, query, [&] { return !cancelled->load(); });
        },
        [this](std::vector<int64_t> rows) {
            m_isOrdering = false;
            show(std::move(rows));
        });
}

void DataTableView::show(std::vector<int64_t> rows) {
    m_isFilling = true;
    const int64_t current = m_model->table() == m_table ? currentTableRow() : -1;
    const qint64 shown = qint64(rows.size());
    if (m_model->table() != m_table) {
        m_model->setDeltas(m_deltas);
        m_model->setTable(m_table, std::move(rows), shownColumns(), m_originNs);
        fitColumns();
    } else {
        m_model->setRows(std::move(rows));
    }
    const auto &columns = m_model->columns();
    const auto sorted = std::find(columns.begin(), columns.end(), m_sortColumn);
    horizontalHeader()->setSortIndicatorShown(sorted != columns.end());
    if (sorted != columns.end())
        horizontalHeader()->setSortIndicator(int(sorted - columns.begin()),
                                             m_isDescending ? Qt::DescendingOrder : Qt::AscendingOrder);
    if (current >= 0) selectTableRow(current);
    m_isFilling = false;
    Q_EMIT counted(shown, m_table->rowCount());
}

/** A first click on numbers brings the largest to the top. */
void DataTableView::sortBy(int column) {
    const int wanted = m_model->tableColumn(column);
    const bool isNumeric = isNumber(m_table->columns()[size_t(wanted)]);
    m_isDescending = wanted == m_sortColumn ? !m_isDescending : isNumeric;
    m_sortColumn = wanted;
    order();
}

void DataTableView::fitColumns() {
    // Of a long table the first rows tell enough.
    horizontalHeader()->setResizeContentsPrecision(100);
    for (int column = 0; column < m_model->columnCount(); ++column) {
        const int heading =
            fontMetrics().horizontalAdvance(m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
        const int wanted = std::max(sizeHintForColumn(column), heading + 34);
        setColumnWidth(column, std::clamp(wanted, narrowestColumn, widestColumn));
    }
}

QString DataTableView::settingsKey() const {
    return QStringLiteral("tables/%1/hidden").arg(QString::fromStdString(m_table->name()));
}

std::vector<int> DataTableView::shownColumns() const {
    const QStringList hidden = settingsFile().value(settingsKey()).toStringList();
    std::vector<int> shown;
    for (int column = 0; column < m_table->columnCount(); ++column)
        if (!hidden.contains(QString::fromStdString(m_table->columns()[size_t(column)].name)) &&
            (m_table->rowCount() == 0 || hasValue(*m_table, column)))
            shown.push_back(column);
    putBeside(shown, *m_table, m_deltas);
    if (m_table->column("start") < 0 || m_table->column("duration") < 0) return shown;
    std::stable_sort(shown.begin(), shown.end(),
                     [this](int a, int b) { return leadingPlace(*m_table, a) < leadingPlace(*m_table, b); });
    return shown;
}

void DataTableView::toggleColumn(int tableColumn) {
    const QString name = QString::fromStdString(m_table->columns()[size_t(tableColumn)].name);
    QStringList hidden = settingsFile().value(settingsKey()).toStringList();
    std::vector<int> shown = m_model->columns();
    const auto found = std::find(shown.begin(), shown.end(), tableColumn);
    if (found != shown.end()) {
        if (shown.size() == 1) return; // a table without columns cannot be got back by its header
        shown.erase(found);
        hidden << name;
    } else {
        shown.push_back(tableColumn);
        hidden.removeAll(name);
    }
    settingsFile().setValue(settingsKey(), hidden);
    m_isFilling = true;
    m_model->setColumns(std::move(shown));
    fitColumns();
    m_isFilling = false;
}

void DataTableView::showColumnMenu(const QPoint &globalPosition) {
    if (!m_model->table()) return;
    QMenu menu(this);
    const std::vector<int> &shown = m_model->columns();
    for (int column = 0; column < m_table->columnCount(); ++column) {
        QAction *action = menu.addAction(columnTitle(m_table->columns()[size_t(column)]));
        action->setCheckable(true);
        action->setChecked(std::find(shown.begin(), shown.end(), column) != shown.end());
        connect(action, &QAction::triggered, this, [this, column] { toggleColumn(column); });
    }
    menu.exec(globalPosition);
}

void DataTableView::selectTableRow(int64_t row) {
    const auto &rows = m_model->rows();
    const auto found = std::find(rows.begin(), rows.end(), row);
    const bool wasFilling = std::exchange(m_isFilling, true);
    if (found == rows.end()) {
        clearSelection();
        setCurrentIndex({});
    } else {
        const QModelIndex index = m_model->index(int(found - rows.begin()), 0);
        selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        scrollTo(index);
    }
    m_isFilling = wasFilling;
}

int64_t DataTableView::currentTableRow() const {
    return currentIndex().isValid() ? m_model->tableRow(currentIndex().row()) : -1;
}

QString DataTableView::allAsText(TextFormat format) const {
    if (!m_model->table()) return {};
    if (m_model->rowCount() <= longestText) return modelText(*m_model, format);
    QModelIndexList first;
    for (int row = 0; row < longestText; ++row)
        first << m_model->index(row, 0);
    return rowsText(*m_model, first, format) + tr("… and %L1 more rows").arg(m_model->rowCount() - longestText);
}

QString DataTableView::writeCsv(const QString &path) const {
    if (!m_model->table()) return tr("There is no table to write.");
    const auto written =
        writeFile(path.toStdString(), tableCsv(*m_model->table(), m_model->rows(), m_model->columns()));
    return written ? QString() : QString::fromStdString(written.error().message);
}

void DataTableView::exportCsv() {
    if (!m_model->table()) return;
    const QString name = QString::fromStdString(m_model->table()->name()) + QStringLiteral(".csv");
    const QString path = askSavePath(this, tr("Export as CSV"), name, tr("CSV (*.csv)"));
    if (path.isEmpty()) return;
    m_jobs.run(
        m_tag + QStringLiteral("-csv"), tr("Writing %1").arg(path), this,
        [table = m_model->table(), rows = m_model->rows(), columns = m_model->columns(),
         file = path.toStdString()](const CancelFlag &) {
            const auto written = writeFile(file, tableCsv(*table, rows, columns));
            return written ? std::string() : written.error().message;
        },
        [this](const std::string &problem) {
            if (!problem.empty()) Q_EMIT failed(QString::fromStdString(problem));
        });
}

void DataTableView::copySelected() const {
    QModelIndexList rows = selectionModel()->selectedRows();
    if (rows.size() > longestText) rows = rows.mid(0, longestText);
    QApplication::clipboard()->setText(rowsText(*m_model, rows));
}

bool DataTableView::event(QEvent *event) {
    return keepsRowKey(*event) || QTableView::event(event);
}

void DataTableView::keyPressEvent(QKeyEvent *event) {
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (isEnter && currentIndex().isValid()) {
        Q_EMIT rowActivated(m_model->tableRow(currentIndex().row()));
        return;
    }
    const bool isEnd = event->key() == Qt::Key_Home || event->key() == Qt::Key_End;
    if (isEnd && isRowKey(*event)) { // rows are what is chosen: Qt would go to a column
        const int row = event->key() == Qt::Key_Home ? 0 : m_model->rowCount() - 1;
        setCurrentIndex(m_model->index(row, std::max(0, currentIndex().column())));
        return;
    }
    QTableView::keyPressEvent(event);
}

void DataTableView::changeEvent(QEvent *event) {
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        verticalHeader()->setDefaultSectionSize(metrics::rowHeight);
}

} // namespace models
} // namespace jitscope

#include "moc_datatableview.cpp"
