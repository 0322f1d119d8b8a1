// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/passes/reasonspage.h"

#include "app/models/recordview.h"
#include "app/models/sortfiltermodel.h"
#include "app/sdk/theme.h"
#include "app/sdk/widgets/filteredit.h"
#include "app/sdk/widgets/segmentedcontrol.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QStyledItemDelegate>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

namespace jitscope {
inline namespace passespanel {

namespace {

const QString appliedId = QStringLiteral("applied");
const QString refusedId = QStringLiteral("refused");
const QString allId = QStringLiteral("all");

/** How much of the width each column gets: the reason most. */
constexpr int shares[] = {46, 34, 20};
constexpr int cellMargin = 12, ruleColumn = 2;

/** Rows as high as their texts need, which Qt wraps between words only. */
class WrapDelegate : public QStyledItemDelegate {
public:
    explicit WrapDelegate(QTreeView *view)
        : QStyledItemDelegate(view)
        , m_view(view) {}

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override {
        QStyleOptionViewItem full = option;
        initStyleOption(&full, index);
        const int width = std::max(40, m_view->columnWidth(index.column()) - cellMargin);
        const QRect needed = QFontMetrics(full.font).boundingRect(QRect(0, 0, width, 10000),
                                                                  Qt::AlignLeft | Qt::TextWordWrap, full.text);
        return {width, std::max(metrics::rowHeight, needed.height() + 8)};
    }

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override {
        QStyledItemDelegate::initStyleOption(option, index);
        option->features |= QStyleOptionViewItem::WrapText;
        option->textElideMode = Qt::ElideNone;
        option->text.replace(QLatin1Char('_'), QStringLiteral("_\u200b")); // names of kernels are longer than a line
        option->displayAlignment = Qt::AlignLeft | Qt::AlignTop; // a row that is half in sight begins with its words
    }

private:
    QTreeView *m_view;
};

} // namespace

/** The table, whose columns share its width. */
class ReasonView : public RecordView {
public:
    ReasonView() {
        setUniformRowHeights(false);
        setWordWrap(true);
        setItemDelegate(new WrapDelegate(this));
        setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
        connect(header(), &QHeaderView::sectionResized, this, [this] { scheduleDelayedItemsLayout(); });
    }
    void shareWidth() {
        const int width = viewport()->width();
        const int columns = std::min(int(std::size(shares)), header()->count());
        int all = 0;
        for (int column = 0; column < columns; ++column)
            all += isColumnHidden(column) ? 0 : shares[column];
        for (int column = 0; column < columns; ++column)
            if (!isColumnHidden(column)) setColumnWidth(column, width * shares[column] / all);
    }

protected:
    void resizeEvent(QResizeEvent *event) override {
        RecordView::resizeEvent(event);
        shareWidth();
    }
};

ReasonsPage::ReasonsPage(QWidget *parent)
    : QWidget(parent)
    , m_model(reasonColumns())
    , m_which(new SegmentedControl(tr("Which are shown"),
                                   {{appliedId, tr("Applied"), tr("What the pass did")},
                                    {refusedId, tr("Refused"), tr("What it looked at and left alone")},
                                    {allId, tr("All"), tr("First what was applied, then what was refused")}}))
    , m_filter(new FilterEdit(tr("filter")))
    , m_view(new ReasonView) {
    m_which->setObjectName(QStringLiteral("reasonsWhich"));
    m_filter->setObjectName(QStringLiteral("reasonsFilter"));
    m_filter->setMaximumWidth(200);
    m_view->setObjectName(QStringLiteral("passReasons"));
    m_view->setAccessibleName(tr("Rewrites and refusals"));
    m_view->setRecords(&m_model);
    m_view->sortByColumn(-1, Qt::AscendingOrder); // as the pass came to them
    auto *bar = new QHBoxLayout;
    bar->setContentsMargins(8, 4, 10, 4);
    bar->setSpacing(8);
    bar->addWidget(m_which);
    bar->addStretch(1);
    bar->addWidget(m_filter);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(bar);
    column->addWidget(m_view, 1);
    connect(m_which, &SegmentedControl::changed, this, &ReasonsPage::refill);
    connect(m_filter, &FilterEdit::textChanged, this,
            [this](const QString &text) { m_view->records()->setFilterText(text); });
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
        const int at = m_view->currentSourceRow();
        if (at >= 0 && at < int(m_model.rows().size())) Q_EMIT reasonChosen(m_model.row(at));
    });
}

RecordView *ReasonsPage::view() const {
    return m_view;
}

void ReasonsPage::setReasons(std::shared_ptr<const std::vector<ReasonRow>> rows) {
    m_rows = std::move(rows);
    m_isStale = true;
    if (isVisible()) takeRows();
}

void ReasonsPage::showEvent(QShowEvent *event) {
    takeRows();
    QWidget::showEvent(event);
}

void ReasonsPage::takeRows() {
    if (!std::exchange(m_isStale, false)) return;
    const auto refused = std::ranges::count(*m_rows, ReasonRow::Verdict::Refused, &ReasonRow::verdict);
    const auto applied = qsizetype(m_rows->size()) - refused;
    m_which->setSegmentText(appliedId, tr("Applied %1").arg(applied));
    m_which->setSegmentText(refusedId, tr("Refused %1").arg(refused));
    m_which->setSegmentText(allId, tr("All %1").arg(m_rows->size()));
    // What the pass did is what one asks for first; where it did nothing, why not.
    m_which->setCurrent(applied == 0 && refused > 0 ? refusedId : appliedId);
    refill();
}

void ReasonsPage::refill() {
    const QString which = m_which->current();
    std::vector<ReasonRow> shown;
    for (const ReasonRow &row : *m_rows) {
        const bool isRefused = row.verdict == ReasonRow::Verdict::Refused;
        if (which == allId || (which == refusedId) == isRefused) shown.push_back(row);
    }
    m_model.setRows(std::move(shown));
    m_view->setColumnHidden(ruleColumn, which == appliedId); // of what was applied the rule is the reason
    m_view->shareWidth();
}

QString ReasonsPage::asText() {
    takeRows();
    return m_view->allAsText();
}

} // namespace passespanel
} // namespace jitscope

#include "moc_reasonspage.cpp"
