// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/threads/threadspanel.h"

#include "app/models/filteractions.h"
#include "app/models/filterchips.h"
#include "app/models/operatorsource.h"
#include "app/models/operatorwords.h"
#include "app/models/recordview.h"
#include "app/models/rowmenu.h"
#include "app/models/sentenceline.h"
#include "app/models/sortfiltermodel.h"
#include "app/panels/threads/threadcolumns.h"
#include "app/sdk/document.h"
#include "app/sdk/jobs.h"
#include "app/sdk/widgets/emptystate.h"
#include "engine/session/session.h"

#include <QMenu>
#include <QStackedLayout>
#include <QVBoxLayout>

#include <algorithm>

namespace jitscope {
inline namespace threadspanel {

namespace {

const QString threadsTag = QStringLiteral("threads.table");
constexpr int runColumn = 1;
enum Page { EmptyPage, TablePage };

} // namespace

class ThreadsPanel : public Panel {
    Q_OBJECT
public:
    ThreadsPanel(const PanelContext &context, QWidget *parent)
        : Panel(parent)
        , m_context(context)
        , m_source(OperatorSource::of(context))
        , m_model(threadColumns())
        , m_view(new RecordView)
        , m_pages(new QStackedLayout(this)) {
        m_empty = new EmptyState(QStringLiteral("timings"), {}, {});
        m_pages->addWidget(m_empty);
        m_pages->addWidget(buildTable());
        connect(&m_source, &OperatorSource::changed, this, &ThreadsPanel::refresh);
        connect(&context.document, &Document::replaced, this, [this] {
            if (isVisible()) m_source.refresh();
            refresh();
        });
        connect(&context.document, &Document::appended, this, [this] {
            if (isVisible()) m_source.refresh();
        });
        connect(&context.jobs, &Jobs::ended, this, [this](const QString &tag) {
            if (tag == threadsTag) m_isWorking = false;
        });
        RowMenu::of(*m_view).addPart([this](QMenu &menu, const QModelIndex &index) { addFilters(menu, index); });
        refresh();
    }

    bool isReady() const override { return !m_isWorking && (!isVisible() || m_source.isReady()); }
    QString contentAsText() const override {
        return m_pages->currentIndex() == EmptyPage ? QString() : m_view->allAsText();
    }
    /** Edit > Undo. */
    Q_INVOKABLE void undo() { m_source.undo(); }

protected:
    void showEvent(QShowEvent *event) override {
        Panel::showEvent(event);
        m_source.refresh();
        refresh();
    }

private:
    QWidget *buildTable() {
        m_view->setObjectName(QStringLiteral("threadsTable"));
        m_view->setAccessibleName(tr("Threads by time on a core"));
        m_view->setRecords(&m_model);
        m_view->sortByColumn(runColumn, Qt::DescendingOrder);
        auto *table = new QWidget(this);
        auto *column = new QVBoxLayout(table);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(0);
        m_sentence = new SentenceLine(table);
        m_sentence->setObjectName(QStringLiteral("threadsSentence"));
        column->addWidget(m_sentence);
        column->addWidget(new FilterChips(m_context, table));
        column->addWidget(m_view, 1);
        return table;
    }

    void refresh() {
        if (!isVisible()) return;
        const Session &session = m_context.document.session();
        if (session.threadSpans.empty()) return showNothing(session);
        m_isWorking = true;
        m_context.jobs.run(
            threadsTag, tr("Adding up threads"), this,
            [lease = m_context.document.lend(), view = m_source.view()](const CancelFlag &) {
                return threadRows(lease->session(), *view->columns, view->places, rangeOf(view->filter));
            },
            [this](std::vector<ThreadRow> rows) {
                m_isWorking = false;
                show(std::move(rows));
            });
    }

    void showNothing(const Session &session) {
        m_context.jobs.cancel(threadsTag);
        m_isWorking = false;
        if (session.ops.empty())
            m_empty->setTexts(tr("No operator ran yet"),
                              tr("Run a script (F5); what each of its threads did with its time is added up here."));
        else
            m_empty->setTexts(tr("Threads were not recorded"),
                              tr("The recording is older than that, comes from elsewhere, or was too short. The "
                                 "threads of an opened profile are lanes of the timeline."));
        m_pages->setCurrentIndex(EmptyPage);
    }

    void show(std::vector<ThreadRow> rows) {
        double ranNs = 0, spanNs = 0;
        for (const ThreadRow &row : rows) {
            ranNs += row.times.runNs;
            spanNs = std::max(spanNs, row.times.spanNs);
        }
        QStringList sentences;
        if (spanNs > 0)
            sentences << tr("%1 cores in use on the average of %2.")
                             .arg(QString::number(ranNs / spanNs, 'f', 2), timeOrUnknown(spanNs));
        sentences << tr("Counted ten times a second: what lived for less and is no thread of Python may be missing.");
        m_sentence->setText(sentences.join(QLatin1Char(' ')));
        m_model.setRows(std::move(rows));
        m_pages->setCurrentIndex(TablePage);
        if (m_model.rowCount() > 0) widenColumns();
    }

    /** Times of a live run get longer: no column becomes narrower, as it may be the user who made it so wide. */
    void widenColumns() {
        for (int column = 0; column < m_model.columnCount(); ++column) {
            const int before = m_isSized ? m_view->columnWidth(column) : 0;
            m_view->resizeColumnToContents(column);
            const int edges = column == runColumn ? 16 : 4; // the arrow
            m_view->setColumnWidth(column, std::max(before, m_view->columnWidth(column) + edges));
        }
        m_isSized = true;
    }

    void addFilters(QMenu &menu, const QModelIndex &index) {
        const int row = m_view->records()->mapToSource(index).row();
        if (row < 0 || row >= m_model.rowCount()) return;
        addFilterActions(menu, m_source, OpGrouping::Thread, m_model.row(row).times.text);
    }

    PanelContext m_context;
    OperatorSource &m_source;
    TableModel<ThreadRow> m_model;
    RecordView *m_view;
    QStackedLayout *m_pages;
    EmptyState *m_empty = nullptr;
    SentenceLine *m_sentence = nullptr;
    bool m_isWorking = false;
    bool m_isSized = false;
};

PanelDef threadsPanel() {
    return {.id = QStringLiteral("threads"),
            .title = QT_TRANSLATE_NOOP("Panels", "Threads"),
            .summary = QT_TRANSLATE_NOOP("Panels", "What each thread did with its time: on a core, ready, waiting"),
            .area = PanelArea::Bottom,
            .create = [](const PanelContext &context, QWidget *parent) -> Panel * {
                return new ThreadsPanel(context, parent);
            }};
}

} // namespace threadspanel
} // namespace jitscope

#include "threadspanel.moc"
