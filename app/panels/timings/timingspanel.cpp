// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/timings/timingspanel.h"

#include "app/models/recordview.h"
#include "app/models/rowmenu.h"
#include "app/models/sentenceline.h"
#include "app/models/sortfiltermodel.h"
#include "app/models/tablemodel.h"
#include "app/sdk/document.h"
#include "app/sdk/jumps.h"
#include "app/sdk/selection.h"
#include "app/sdk/widgets/emptystate.h"
#include "app/sdk/widgets/filteredit.h"
#include "app/sdk/widgets/segmentedcontrol.h"
#include "engine/base/text.h"
#include "engine/session/optimes.h"
#include "engine/session/session.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QStackedLayout>
#include <QTimer>
#include <QVBoxLayout>

namespace jitscope {
inline namespace timingspanel {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(jitscope::timingspanel::TimingsPanel)
};

struct Grouping {
    OpGrouping grouping;
    const char *id; ///< as in opGroupingNamed()
    const char *title;
};
constexpr Grouping groupings[] = {
    {OpGrouping::Op, "op", QT_TRANSLATE_NOOP("jitscope::timingspanel::TimingsPanel", "Operator")},
    {OpGrouping::Line, "line", QT_TRANSLATE_NOOP("jitscope::timingspanel::TimingsPanel", "Line")},
    {OpGrouping::Scope, "scope", QT_TRANSLATE_NOOP("jitscope::timingspanel::TimingsPanel", "Scope")},
    {OpGrouping::Node, "node", QT_TRANSLATE_NOOP("jitscope::timingspanel::TimingsPanel", "Graph node")}};

QString timeText(double ns) {
    return QString::fromStdString(humanTime(int64_t(ns)));
}

std::vector<TableColumn<TimeRow>> timingColumns() {
    using Column = TableColumn<TimeRow>;
    const auto time = [](const QString &title, auto member) {
        return Column{.title = title,
                      .text = [member](const TimeRow &row) { return timeText(double(row.*member)); },
                      .key = [member](const TimeRow &row) { return QVariant(double(row.*member)); },
                      .alignment = Qt::AlignRight,
                      .font = Column::Font::Code};
    };
    return {
        {.title = Words::tr("Name"),
         .text = [](const TimeRow &row) { return QString::fromStdString(row.key); },
         .font = Column::Font::Strong},
        {.title = Words::tr("Calls"),
         .text = [](const TimeRow &row) { return QString::number(row.count); },
         .key = [](const TimeRow &row) { return QVariant(qlonglong(row.count)); },
         .alignment = Qt::AlignRight,
         .font = Column::Font::Code},
        time(Words::tr("Total"), &TimeRow::totalNs),
        time(Words::tr("Mean"), &TimeRow::meanNs),
        time(Words::tr("Median"), &TimeRow::medianNs),
        time(Words::tr("Min"), &TimeRow::minNs),
        time(Words::tr("Max"), &TimeRow::maxNs),
        {.title = Words::tr("Share"),
         .text = [](const TimeRow &row) { return QString::number(row.share * 100, 'f', 1) + QStringLiteral(" %"); },
         .key = [](const TimeRow &row) { return QVariant(row.share); },
         .alignment = Qt::AlignRight,
         .font = Column::Font::Code,
         .share = [](const TimeRow &row) { return row.share; }},
    };
}

/** Whether the run kept values; the first of its results tell. */
bool hasValues(const Session &session) {
    constexpr size_t asked = 1000;
    const size_t count = std::min(asked, session.tensors.size());
    return std::any_of(session.tensors.begin(), session.tensors.begin() + std::ptrdiff_t(count),
                       [](const TensorRecord &tensor) { return tensor.op >= 0 && tensor.value.defined(); });
}

} // namespace

class TimingsPanel : public Panel {
    Q_OBJECT
public:
    TimingsPanel(const PanelContext &context, QWidget *parent)
        : Panel(parent)
        , m_context(context)
        , m_model(new TableModel<TimeRow>(timingColumns(), this))
        , m_view(new RecordView)
        , m_pages(new QStackedLayout(this))
        , m_controls(new QWidget(this)) {
        m_view->setObjectName(QStringLiteral("timingsTable"));
        m_view->setAccessibleName(tr("Operators by time"));
        m_view->setRecords(m_model);
        m_view->sortByColumn(2, Qt::DescendingOrder);
        m_pages->addWidget(new EmptyState(QStringLiteral("timings"), tr("No operator ran yet"),
                                          tr("Run a script (F5); each operator's time is summed here.")));
        auto *table = new QWidget(this);
        auto *column = new QVBoxLayout(table);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(0);
        m_sentence = new SentenceLine(table);
        m_sentence->setObjectName(QStringLiteral("timingsSentence"));
        m_sentence->hide();
        column->addWidget(m_sentence);
        column->addWidget(m_view, 1);
        m_pages->addWidget(table);
        buildControls();

        // Parts arrive every 50 ms while a script runs; summing up ten times a second is enough for the eye.
        m_refresh.setSingleShot(true);
        m_refresh.setInterval(100);
        connect(&m_refresh, &QTimer::timeout, this, &TimingsPanel::refresh);
        connect(&context.document, &Document::replaced, this, &TimingsPanel::refresh);
        connect(&context.document, &Document::appended, this, [this] {
            m_isStale = true;
            if (isVisible() && !m_refresh.isActive()) m_refresh.start();
        });
        connect(&context.selection, &Selection::changed, this, &TimingsPanel::follow);
        connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
                [this](const QModelIndex &index) { choose(index); });
        RowMenu::of(*m_view).addPart([this](QMenu &menu, const QModelIndex &) {
            addJumps(menu, m_context, m_context.selection.current(), objectName());
        });
        refresh();
    }

    QWidget *titleControls() override { return m_controls; }
    bool isReady() const override { return !m_refresh.isActive(); }
    bool startFind() override {
        m_filter->setFocus();
        return true;
    }
    QString contentAsText() const override { return m_view->allAsText(); }

protected:
    void showEvent(QShowEvent *event) override {
        Panel::showEvent(event);
        if (m_isStale) refresh();
    }

    void resizeEvent(QResizeEvent *event) override {
        Panel::resizeEvent(event);
        fitNames();
    }

private:
    void buildControls() {
        auto *row = new QHBoxLayout(m_controls);
        row->setContentsMargins(0, 0, 0, 0);
        row->setSpacing(metrics::grid);
        m_total = new QLabel(m_controls);
        m_total->setProperty("role", QStringLiteral("hint"));
        row->addWidget(m_total);
        QList<Segment> segments;
        for (const Grouping &each : groupings)
            segments.append({QString::fromLatin1(each.id), tr(each.title), {}});
        m_grouping = new SegmentedControl(tr("Group by"), segments, m_controls);
        row->addWidget(m_grouping);
        m_filter = new FilterEdit(tr("filter"), m_controls);
        m_filter->setMaximumWidth(160);
        row->addWidget(m_filter);
        connect(m_grouping, &SegmentedControl::changed, this, &TimingsPanel::refresh);
        connect(m_filter, &FilterEdit::textChanged, m_view->records(), &SortFilterModel::setFilterText);
    }

    OpGrouping grouping() const {
        return opGroupingNamed(m_grouping->current().toStdString()).value_or(OpGrouping::Op);
    }

    void refresh() {
        m_isStale = false;
        const Session &session = m_context.document.session();
        const auto samples = opTimes(session, grouping());
        auto rows = summarize(samples);
        int64_t total = 0;
        for (const TimeRow &row : rows)
            total += row.totalNs;
        m_total->setText(tr("%n call(s)", nullptr, int(samples.size())) + QStringLiteral(" · ") +
                         timeText(double(total)));
        m_pages->setCurrentIndex(session.ops.empty() ? 0 : 1);
        m_sentence->setText(
            hasValues(session)
                ? tr("Values were recorded: times contain keeping them, most where operators write in place. To "
                     "measure, record operators only.")
                : QString());
        m_filling = true;
        m_model->setRows(std::move(rows));
        m_filling = false;
        if (!m_sized && !session.ops.empty()) {
            for (int column = 1; column < m_model->columnCount(); ++column) {
                m_view->resizeColumnToContents(column);
                // Room for the sort arrow, which stands beside the title.
                m_view->setColumnWidth(column, std::max(m_view->columnWidth(column), 76) + 10);
            }
            m_sized = true;
            fitNames();
        }
        follow(m_context.selection.current());
    }

    /** The names take what the numbers leave, but never so little that they cannot be read. */
    void fitNames() {
        if (!m_sized) return;
        int numbers = 0;
        for (int column = 1; column < m_model->columnCount(); ++column)
            numbers += m_view->columnWidth(column);
        m_view->setColumnWidth(0, std::max(170, m_view->viewport()->width() - numbers));
    }

    /** The longest operator of a group stands for it. */
    void choose(const QModelIndex &index) {
        if (m_filling || !index.isValid()) return;
        const int row = m_view->currentSourceRow();
        if (row < 0) return;
        const Session &session = m_context.document.session();
        const auto samples = opTimes(session, grouping());
        const std::string &key = m_model->row(row).key;
        if (samples.size() != session.ops.size() && grouping() != OpGrouping::Node) return;
        int64_t best = -1, longest = -1;
        size_t at = 0;
        for (const OpEvent &op : session.ops) {
            if (grouping() == OpGrouping::Node && op.compilation < 0) continue;
            if (samples[at].key == key && op.durationNs > longest) {
                longest = op.durationNs;
                best = op.number;
            }
            ++at;
        }
        if (best >= 0) m_context.selection.selectOp(best, this);
    }

    void follow(const Anchor &anchor) {
        const OpEvent *op = m_context.document.session().op(anchor.op);
        if (op == nullptr) return;
        const auto &stacks = m_context.document.session().stacks;
        Session one;
        one.info = m_context.document.session().info;
        one.ops = {*op};
        if (op->stack >= 0 && size_t(op->stack) < stacks.size()) {
            one.stacks = {stacks[size_t(op->stack)]};
            one.ops.front().stack = 0;
        }
        const auto samples = opTimes(one, grouping());
        if (samples.empty()) return;
        m_filling = true;
        for (size_t row = 0; row < m_model->rows().size(); ++row)
            if (m_model->rows()[row].key == samples.front().key) m_view->selectSourceRow(int(row));
        m_filling = false;
    }

    PanelContext m_context;
    TableModel<TimeRow> *m_model;
    RecordView *m_view;
    SentenceLine *m_sentence;
    QStackedLayout *m_pages;
    QWidget *m_controls;
    QLabel *m_total = nullptr;
    SegmentedControl *m_grouping = nullptr;
    FilterEdit *m_filter = nullptr;
    QTimer m_refresh;
    bool m_filling = false; ///< the table changes by itself: do not take that for a choice of the user
    bool m_sized = false;
    bool m_isStale = false; ///< more was recorded while it was out of sight: summing up again goes over everything
};

PanelDef timingsPanel() {
    return {.id = QStringLiteral("timings"),
            .title = QT_TRANSLATE_NOOP("Panels", "Operators"),
            .summary = QT_TRANSLATE_NOOP("Panels", "Where the run's time went"),
            .area = PanelArea::Bottom,
            .create = [](const PanelContext &context, QWidget *parent) -> Panel * {
                return new TimingsPanel(context, parent);
            }};
}

} // namespace timingspanel
} // namespace jitscope

#include "timingspanel.moc"
