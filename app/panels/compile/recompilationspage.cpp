// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/compile/recompilationspage.h"

#include "app/models/compilewords.h"
#include "app/models/recordview.h"
#include "app/models/sortfiltermodel.h"
#include "app/sdk/widgets/flatbutton.h"
#include "app/sdk/widgets/wrappedlabel.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedLayout>
#include <QVBoxLayout>
#include <algorithm>

namespace jitscope {
inline namespace compilepanel {

namespace {

struct RecompilationWords {
    Q_DECLARE_TR_FUNCTIONS(jitscope::compilepanel::CompilePanel)
};

QString text(const std::string &value) {
    return QString::fromStdString(value);
}

QString kindsText(const RecompilationRow &row) {
    if (row.what.nearest < 0) return QStringLiteral("–");
    QStringList kinds;
    for (const CompileDifference &each : row.what.differences)
        kinds << differenceKindName(each.kind);
    kinds.removeDuplicates();
    return kinds.join(QStringLiteral(", "));
}

std::vector<TableColumn<RecompilationRow>> rowColumns() {
    using Column = TableColumn<RecompilationRow>;
    return {
        Column{.title = RecompilationWords::tr("Compiled function"),
               .text = [](const RecompilationRow &row) { return row.title; }},
        {.title = RecompilationWords::tr("No."),
         .text = [](const RecompilationRow &row) { return QString::number(row.what.number); },
         .key = [](const RecompilationRow &row) { return QVariant(row.what.number); },
         .alignment = Qt::AlignRight,
         .font = Column::Font::Code,
         .definition = RecompilationWords::tr("Which compilation of the function it is")},
        {.title = RecompilationWords::tr("Differs in"), .text = kindsText},
        {.title = RecompilationWords::tr("Compiled because"),
         .text = [](const RecompilationRow &row) { return differencesSentence(row.what); },
         .definition = RecompilationWords::tr("What differs from the nearest earlier compilation of the function")},
        {.title = RecompilationWords::tr("Compile time"),
         .text = [](const RecompilationRow &row) { return timeWords(double(row.what.compileNs)); },
         .key = [](const RecompilationRow &row) { return QVariant(qlonglong(row.what.compileNs)); },
         .alignment = Qt::AlignRight,
         .font = Column::Font::Code,
         .unit = QStringLiteral("ns")},
    };
}

std::vector<TableColumn<CompileDifference>> differenceColumns() {
    using Column = TableColumn<CompileDifference>;
    const auto value = [](const std::string &each) {
        return each.empty() ? RecompilationWords::tr("nothing") : text(each);
    };
    return {
        Column{.title = RecompilationWords::tr("Differs in"),
               .text = [](const CompileDifference &each) { return differenceKindName(each.kind); }},
        {.title = RecompilationWords::tr("Of"),
         .text = [](const CompileDifference &each) { return text(each.name); },
         .font = Column::Font::Code},
        {.title = RecompilationWords::tr("Nearest"),
         .text = [value](const CompileDifference &each) { return value(each.before); },
         .font = Column::Font::Code},
        {.title = RecompilationWords::tr("This"),
         .text = [value](const CompileDifference &each) { return value(each.now); },
         .font = Column::Font::Code},
    };
}

/** Broken between words: these are sentences. */
QLabel *wrappedLabel(const QString &name) {
    auto *label = new QLabel;
    label->setObjectName(name);
    label->setWordWrap(true);
    label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    return label;
}

} // namespace

RecompilationsPage::RecompilationsPage(QWidget *parent)
    : QWidget(parent)
    , m_view(new RecordView)
    , m_differences(new RecordView)
    , m_model(rowColumns())
    , m_differenceModel(differenceColumns()) {
    m_view->setObjectName(QStringLiteral("compileAgain"));
    m_view->setAccessibleName(tr("Compilations and what differs from the nearest earlier one"));
    m_view->setRecords(&m_model);
    m_view->sortByColumn(-1, Qt::AscendingOrder);
    auto *splitter = new QSplitter(Qt::Horizontal);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(m_view);
    splitter->addWidget(buildDetails());
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    m_empty = new WrappedLabel; // lower than an EmptyState: the panel is as low as a row of tabs allows
    m_empty->setObjectName(QStringLiteral("compileNoneAgain"));
    m_empty->setAlignment(Qt::AlignCenter);
    m_pages = new QStackedLayout(this);
    m_pages->addWidget(m_empty);
    m_pages->addWidget(splitter);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
        if (m_isFilling) return;
        showDetails();
        if (const RecompilationRow *row = current()) Q_EMIT chosen(row->what.compilation);
    });
    showDetails();
}

QWidget *RecompilationsPage::buildDetails() {
    auto *details = new QWidget;
    auto *column = new QVBoxLayout(details);
    column->setContentsMargins(12, 8, 12, 8);
    m_nearest = wrappedLabel(QStringLiteral("compileNearest"));
    m_differences->setObjectName(QStringLiteral("compileDifferences"));
    m_differences->setAccessibleName(tr("What differs from the nearest earlier compilation"));
    m_differences->setRecords(&m_differenceModel);
    m_differences->sortByColumn(-1, Qt::AscendingOrder);
    m_advice = wrappedLabel(QStringLiteral("compileAdvice"));
    m_advice->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_compare = flatButton(QStringLiteral("compileCompare"), tr("Compare graphs"),
                           tr("Compare the final graphs of both compilations"));
    m_showNearest =
        flatButton(QStringLiteral("compileShowNearest"), tr("Go to the nearest"), tr("Choose the nearest compilation"));
    auto *bar = new QHBoxLayout;
    bar->addWidget(m_compare);
    bar->addWidget(m_showNearest);
    bar->addStretch(1);
    column->addWidget(m_nearest);
    constexpr int leastHeight = 44; // of each: the panel is low, and beside this page the others would be scrolled, too
    m_differences->setMinimumHeight(leastHeight);
    column->addWidget(m_differences, 1);
    auto *advice = new QScrollArea; // several sentences, and the panel may be low
    advice->setFrameShape(QFrame::NoFrame);
    advice->setWidgetResizable(true);
    advice->setMinimumHeight(leastHeight);
    advice->setWidget(m_advice);
    m_advice->setAlignment(Qt::AlignTop);
    column->addWidget(advice, 1);
    column->addLayout(bar);
    connect(m_compare, &QToolButton::clicked, this, [this] {
        if (const RecompilationRow *row = current()) Q_EMIT comparisonWanted(row->what.nearest, row->what.compilation);
    });
    connect(m_showNearest, &QToolButton::clicked, this, [this] {
        if (const RecompilationRow *row = current()) choose(row->what.nearest);
    });
    return details;
}

const RecompilationRow *RecompilationsPage::current() const {
    const int at = m_view->currentSourceRow();
    return at < 0 || at >= int(m_model.rows().size()) ? nullptr : &m_model.row(at);
}

void RecompilationsPage::showDetails() {
    const RecompilationRow *row = current();
    const bool hasNearest = row && row->what.nearest >= 0;
    m_compare->setEnabled(hasNearest);
    m_showNearest->setEnabled(hasNearest);
    m_differenceModel.setRows(hasNearest ? row->what.differences : std::vector<CompileDifference>());
    for (int column = 0; column < m_differenceModel.columnCount(); ++column)
        m_differences->resizeColumnToContents(column);
    if (!row) {
        m_nearest->setText(tr("Choose a compilation to see what differs."));
        return m_advice->clear();
    }
    m_nearest->setText(hasNearest ? tr("The nearest earlier compilation: %1").arg(row->nearest)
                                  : tr("The first compilation of its function; nothing avoids it."));
    m_advice->setText(row->advice.join(QLatin1Char('\n')));
}

void RecompilationsPage::setRows(std::vector<RecompilationRow> rows) {
    const RecompilationRow *row = current();
    const int chosen = row ? row->what.compilation : -1;
    m_isFilling = true;
    m_model.setRows(std::move(rows));
    // Until the user chose, what differs stands there for the first that was compiled again.
    const auto isWanted = [&](const RecompilationRow &each) {
        return chosen >= 0 ? each.what.compilation == chosen : each.what.nearest >= 0;
    };
    if (const auto found = std::ranges::find_if(m_model.rows(), isWanted); found != m_model.rows().end())
        m_view->selectSourceRow(int(found - m_model.rows().begin()));
    m_isFilling = false;
    fitColumns();
    showDetails();
    showWhetherAny();
}

/** The first compilation of a function needs no reason: without a second one there is nothing to read here. */
void RecompilationsPage::showWhetherAny() {
    m_empty->setText(tr("No function was compiled again: each of the %n compilation(s) is the first of its function.",
                        nullptr, m_model.rowCount()));
    m_pages->setCurrentIndex(isAny() ? 1 : 0);
}

bool RecompilationsPage::isAny() const {
    return std::ranges::any_of(m_model.rows(), [](const RecompilationRow &each) { return each.what.nearest >= 0; });
}

void RecompilationsPage::choose(int compilation) {
    for (size_t i = 0; i < m_model.rows().size(); ++i)
        if (m_model.rows()[i].what.compilation == compilation) return m_view->selectSourceRow(int(i));
}

void RecompilationsPage::fitColumns() {
    if (m_isSized || m_model.rows().empty()) return;
    constexpr int widest = 280;
    for (int column = 0; column < m_model.columnCount(); ++column) {
        m_view->resizeColumnToContents(column);
        m_view->setColumnWidth(column, std::min(m_view->columnWidth(column), widest));
    }
    m_isSized = true;
}

void RecompilationsPage::setFilter(const QString &text) {
    m_view->records()->setFilterText(text);
}

QString RecompilationsPage::asText() const {
    const QString table = m_view->allAsText();
    if (!current()) return table;
    return table + QLatin1Char('\n') + m_nearest->text() + QLatin1Char('\n') + m_differences->allAsText() +
           m_advice->text() + QLatin1Char('\n');
}

} // namespace compilepanel
} // namespace jitscope

#include "moc_recompilationspage.cpp"
