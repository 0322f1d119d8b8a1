// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/compile/compilationspage.h"

#include "app/models/compilewords.h"
#include "app/models/deltawords.h"
#include "app/models/recordview.h"
#include "app/models/sortfiltermodel.h"

#include <QCoreApplication>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace jitscope {
inline namespace compilepanel {

namespace {

struct CompilationWords {
    Q_DECLARE_TR_FUNCTIONS(jitscope::compilepanel::CompilePanel)
};

QString timeOrUnknown(std::optional<double> ns) {
    return ns ? timeWords(*ns) : QStringLiteral("–");
}

std::optional<double> firstRunOf(const CompilationRow &row) {
    if (row.call.firstRunNs) return double(*row.call.firstRunNs);
    return std::nullopt;
}

/** How many later calls the first one takes as long as. */
QString ratioText(const CompilationRow &row) {
    if (!row.call.laterMedianNs || *row.call.laterMedianNs <= 0) return QStringLiteral("–");
    return QString::number(double(row.call.firstNs()) / *row.call.laterMedianNs, 'f', 0) + QStringLiteral(" ×");
}

TableColumn<CompilationRow> timeColumn(const QString &title,
                                       std::function<std::optional<double>(const CompilationRow &)> time,
                                       const QString &definition) {
    return {.title = title,
            .text = [time](const CompilationRow &row) { return timeOrUnknown(time(row)); },
            .key = [time](const CompilationRow &row) { return QVariant(time(row).value_or(-1)); },
            .alignment = Qt::AlignRight,
            .font = TableColumn<CompilationRow>::Font::Code,
            .definition = definition,
            .unit = QStringLiteral("ns")};
}

std::vector<TableColumn<CompilationRow>> columns() {
    using Column = TableColumn<CompilationRow>;
    return {
        {.title = CompilationWords::tr("Compiled function"),
         .text = [](const CompilationRow &row) { return row.title; }},
        timeColumn(
            CompilationWords::tr("Compile time"), [](const CompilationRow &row) { return double(row.call.compileNs); },
            CompilationWords::tr(
                "Of the program's own compile, from the begin of the call until the graph could run: capture, passes, "
                "code generation, plan. Code of kernels that came from a cache makes it shorter, see there.")),
        timeColumn(
            CompilationWords::tr("Made ready"),
            [](const CompilationRow &row) {
                return row.preparationNs ? std::optional(double(*row.preparationNs)) : std::nullopt;
            },
            CompilationWords::tr(
                "From the end of the compile until the graph began to run: writing the compile down, guards, the "
                "entry for later calls. Compile time, this and the first run are the whole of the first call")),
        timeColumn(CompilationWords::tr("First run"), firstRunOf,
                   CompilationWords::tr("Of the graph; of a trace it is a part of the capture")),
        timeColumn(
            CompilationWords::tr("Later call"), [](const CompilationRow &row) { return row.call.laterMedianNs; },
            CompilationWords::tr("The time of one: the median of the calls behind the first")),
        {.title = CompilationWords::tr("Number of later calls"),
         .text = [](const CompilationRow &row) { return QString::number(row.call.laterCalls); },
         .key = [](const CompilationRow &row) { return QVariant(qlonglong(row.call.laterCalls)); },
         .alignment = Qt::AlignRight,
         .font = Column::Font::Code,
         .definition = CompilationWords::tr("How many calls came behind the first: the median is of these")},
        {.title = CompilationWords::tr("First to later"),
         .text = ratioText,
         .key =
             [](const CompilationRow &row) {
                 return QVariant(row.call.laterMedianNs && *row.call.laterMedianNs > 0
                                     ? double(row.call.firstNs()) / *row.call.laterMedianNs
                                     : -1.0);
             },
         .alignment = Qt::AlignRight,
         .font = Column::Font::Code,
         .definition = CompilationWords::tr("Compile time and first run together take as long as so many later calls")},
        {.title = CompilationWords::tr("Code of kernels"),
         .text = [](const CompilationRow &row) { return kernelOriginsText(row.origins); },
         .definition = CompilationWords::tr("Compiled, or found in the cache in memory or on disk")},
    };
}

/** Differences that are measured once have no verdict but TooFew. */
struct ShownDelta {
    DeltaVerdict verdict;
    double ns, noiseNs;
};

std::optional<ShownDelta> compileDelta(const CompilationRow &row) {
    if (!row.delta || !row.delta->compileNs) return std::nullopt;
    return ShownDelta{DeltaVerdict::TooFew, double(*row.delta->compileNs), 0};
}

std::optional<ShownDelta> laterDelta(const CompilationRow &row) {
    if (!row.delta || !row.delta->later) return std::nullopt;
    return ShownDelta{row.delta->later->verdict, row.delta->later->ns, row.delta->later->noiseNs};
}

TableColumn<CompilationRow> deltaColumn(const QString &title, const QString &definition,
                                        std::optional<ShownDelta> (*delta)(const CompilationRow &)) {
    return {.title = title,
            .text =
                [delta](const CompilationRow &row) {
                    const auto shown = delta(row);
                    return shown ? deltaText(shown->verdict, shown->ns) : QStringLiteral("–");
                },
            .key =
                [delta](const CompilationRow &row) {
                    const auto shown = delta(row);
                    return QVariant(shown ? std::abs(shown->ns) : -1.0);
                },
            .alignment = Qt::AlignRight,
            .font = TableColumn<CompilationRow>::Font::Code,
            .toolTip =
                [delta](const CompilationRow &row) {
                    const auto shown = delta(row);
                    return shown ? verdictText(shown->verdict, shown->noiseNs)
                                 : CompilationWords::tr("The baseline has no such compile, or no later call of it");
                },
            .colour =
                [delta](const CompilationRow &row) {
                    const auto shown = delta(row);
                    return shown ? deltaColour(shown->verdict) : QColor();
                },
            .definition = definition,
            .unit = QStringLiteral("ns"),
            .figure =
                [delta](const CompilationRow &row) {
                    const auto shown = delta(row);
                    return shown ? QVariant(shown->ns) : QVariant(QString());
                }};
}

std::vector<TableColumn<CompilationRow>> comparingColumns() {
    std::vector<TableColumn<CompilationRow>> all = columns();
    all.insert(all.begin() + 5,
               deltaColumn(CompilationWords::tr("Δ later call"),
                           CompilationWords::tr("The median here less that of the baseline; grey within noise"),
                           laterDelta));
    all.insert(
        all.begin() + 2,
        deltaColumn(CompilationWords::tr("Δ compile time"),
                    CompilationWords::tr("Here less that of the same compile in the baseline. Both are measured once"),
                    compileDelta));
    return all;
}

} // namespace

CompilationsPage::CompilationsPage(QWidget *parent)
    : QWidget(parent)
    , m_view(new RecordView)
    , m_plain(columns())
    , m_comparing(comparingColumns()) {
    m_view->setObjectName(QStringLiteral("compileCalls"));
    m_view->setAccessibleName(tr("Compiled functions, first call and later ones"));
    m_view->setRecords(m_model);
    m_view->sortByColumn(-1, Qt::AscendingOrder);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_view);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
        const int at = m_view->currentSourceRow();
        if (!m_isFilling && at >= 0) Q_EMIT chosen(m_model->row(at).call.compilation);
    });
}

void CompilationsPage::setRows(std::vector<CompilationRow> rows) {
    m_isFilling = true;
    useModel(!rows.empty() && rows.front().delta ? m_comparing : m_plain);
    m_model->setRows(std::move(rows));
    m_isFilling = false;
    if (m_isSized || m_model->rows().empty()) return;
    constexpr int widest = 360;
    for (int column = 0; column < m_model->columnCount(); ++column) {
        m_view->resizeColumnToContents(column);
        m_view->setColumnWidth(column, std::min(m_view->columnWidth(column), widest));
    }
    m_isSized = true;
}

void CompilationsPage::useModel(TableModel<CompilationRow> &model) {
    if (&model == m_model) return;
    m_model = &model;
    m_view->setRecords(m_model);
    m_isSized = false;
}

void CompilationsPage::setFilter(const QString &text) {
    m_view->records()->setFilterText(text);
}

} // namespace compilepanel
} // namespace jitscope

#include "moc_compilationspage.cpp"
