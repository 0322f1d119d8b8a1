// SPDX-License-Identifier: GPL-3.0-or-later
// Findings above, with what was looked at and is below its limit behind them; what shows the chosen one below, and a
// button that checks it. All is worked out in a job, when the
// panel is in view.
#include "app/panels/runadvice/runadvicepanel.h"

#include "app/models/labwords.h"
#include "app/models/recordview.h"
#include "app/models/rowmenu.h"
#include "app/models/sentenceline.h"
#include "app/models/sortfiltermodel.h"
#include "app/models/variantrequests.h"
#include "app/models/wholerunnote.h"
#include "app/panels/runadvice/runadvicecolumns.h"
#include "app/sdk/document.h"
#include "app/sdk/jobs.h"
#include "app/sdk/jumps.h"
#include "app/sdk/selection.h"
#include "app/sdk/theme.h"
#include "app/sdk/widgets/emptystate.h"
#include "engine/session/session.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QSplitter>
#include <QStackedLayout>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace jitscope {
inline namespace runadvicepanel {

namespace {

const QString adviceTag = QStringLiteral("runadvice");
constexpr int partsWaitMs = 500; ///< parts of a live run come many times a second
constexpr int widestName = 360;
constexpr int whatColumn = 1; ///< of the evidence
enum Page { EmptyPage, FindingsPage };

} // namespace

class RunAdvicePanel : public Panel {
    Q_OBJECT
public:
    RunAdvicePanel(const PanelContext &context, QWidget *parent)
        : Panel(parent)
        , m_context(context)
        , m_findings(findingColumns())
        , m_evidence(evidenceColumns())
        , m_pages(new QStackedLayout(this)) {
        m_empty = new EmptyState(QStringLiteral("timings"), {}, {});
        m_pages->addWidget(m_empty);
        m_pages->addWidget(buildFindings());
        m_refresh.setSingleShot(true);
        m_refresh.setInterval(partsWaitMs);
        connect(&m_refresh, &QTimer::timeout, this, &RunAdvicePanel::refresh);
        connect(&context.document, &Document::replaced, this, &RunAdvicePanel::refresh);
        connect(&context.document, &Document::appended, this, [this] {
            m_isStale = true;
            if (isVisible()) m_refresh.start();
        });
        connect(&context.jobs, &Jobs::ended, this, [this](const QString &tag) {
            if (tag == adviceTag) m_isWorking = false;
        });
        refresh();
    }

    bool isReady() const override { return !m_isWorking && !m_refresh.isActive(); }
    QString contentAsText() const override {
        return m_pages->currentIndex() == EmptyPage ? QString() : adviceText(m_advice);
    }

protected:
    void showEvent(QShowEvent *event) override {
        Panel::showEvent(event);
        if (m_isStale) refresh();
    }
    void resizeEvent(QResizeEvent *event) override {
        Panel::resizeEvent(event);
        divide();
    }

private:
    QWidget *buildFindings() {
        auto *page = new QWidget(this);
        auto *column = new QVBoxLayout(page);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(0);
        column->addWidget(new WholeRunNote(m_context));
        m_nothing = new SentenceLine(page);
        m_nothing->setObjectName(QStringLiteral("runAdviceNothing"));
        m_nothing->setText(tr("Nothing to advise: all that was looked at is below its limit."));
        column->addWidget(m_nothing);
        m_splitter = new QSplitter(Qt::Vertical);
        column->addWidget(m_splitter, 1);
        m_splitter->setChildrenCollapsible(false);
        connect(m_splitter, &QSplitter::splitterMoved, this, [this] { m_isSplitByUser = true; });
        m_findingView = new RecordView;
        m_findingView->setObjectName(QStringLiteral("runFindings"));
        m_findingView->setAccessibleName(tr("Findings"));
        m_findingView->setRecords(&m_findings);
        m_findingView->sortByColumn(-1, Qt::AscendingOrder); // as they come: by time
        connect(m_findingView->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
                &RunAdvicePanel::showEvidence);
        m_splitter->addWidget(m_findingView);
        m_below = buildEvidence();
        m_splitter->addWidget(m_below);
        return page;
    }

    /** The findings have what they need, up to half; the evidence has the rest. */
    void divide() {
        if (m_isSplitByUser || m_below->isHidden()) return;
        const int told = int(m_advice.findings.size()), room = m_splitter->height();
        const int wanted = (told + 1) * metrics::rowHeight + m_findingView->horizontalScrollBar()->sizeHint().height() +
                           m_findingView->header()->sizeHint().height();
        const int above = std::min(wanted, room / 2);
        m_splitter->setSizes({above, room - above});
    }

    QWidget *buildEvidence() {
        auto *below = new QWidget;
        auto *column = new QVBoxLayout(below);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(0);
        auto *row = new QHBoxLayout;
        row->setContentsMargins(metrics::grid, 2, metrics::grid, 2);
        m_advised = new QLabel;
        m_advised->setObjectName(QStringLiteral("runAdviceText"));
        m_advised->setWordWrap(true);
        m_advised->setTextFormat(Qt::PlainText);
        m_advised->setTextInteractionFlags(Qt::TextSelectableByMouse);
        row->addWidget(m_advised, 1);
        m_check = new QPushButton(below);
        m_check->setObjectName(QStringLiteral("runAdviceCheck"));
        row->addWidget(m_check);
        connect(m_check, &QPushButton::clicked, this, &RunAdvicePanel::check);
        column->addLayout(row);
        m_evidenceView = new RecordView;
        m_evidenceView->setObjectName(QStringLiteral("runEvidence"));
        m_evidenceView->setAccessibleName(tr("What shows the finding"));
        m_evidenceView->setRecords(&m_evidence);
        m_evidenceView->sortByColumn(-1, Qt::AscendingOrder);
        connect(m_evidenceView->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
            if (!m_isFilling) selectOperator();
        });
        RowMenu::of(*m_evidenceView).addPart([this](QMenu &menu, const QModelIndex &) {
            addJumps(menu, m_context, m_context.selection.current(), objectName());
        });
        column->addWidget(m_evidenceView, 1);
        return below;
    }

    void refresh() {
        m_isStale = !isVisible();
        if (m_isStale) return;
        if (m_context.document.session().ops.empty()) {
            m_context.jobs.cancel(adviceTag);
            m_isWorking = false;
            m_empty->setTexts(tr("No operator ran yet"),
                              tr("Run a script (F5): what it did that it need not have is listed here. Advice on the "
                                 "profile of a device stands in the perspective Trace."));
            m_pages->setCurrentIndex(EmptyPage);
            return;
        }
        m_isWorking = true;
        m_context.jobs.run(
            adviceTag, tr("Looking at the run"), this,
            [lease = m_context.document.lend()](const CancelFlag &) {
                return adviceOn(runAdviceInput(lease->session()));
            },
            [this](RunAdvice advice) {
                m_isWorking = false;
                show(std::move(advice));
            });
    }

    void show(RunAdvice advice) {
        m_advice = std::move(advice);
        m_pages->setCurrentIndex(FindingsPage);
        std::vector<RunFinding> rows = m_advice.findings;
        rows.insert(rows.end(), m_advice.passed.begin(), m_advice.passed.end());
        m_nothing->setHidden(!m_advice.findings.empty());
        m_below->setHidden(m_advice.findings.empty());
        m_findings.setRows(std::move(rows));
        m_findingView->fitColumns(widestName);
        m_findingView->selectSourceRow(m_advice.findings.empty() ? -1 : 0);
        showEvidence();
        divide();
    }

    const RunFinding *finding() const {
        const int row = m_findingView->currentSourceRow();
        return row < 0 || row >= m_findings.rowCount() ? nullptr : &m_findings.row(row);
    }

    const RunEvidence *evidence() const {
        const int row = m_evidenceView->currentSourceRow();
        return row < 0 || row >= m_evidence.rowCount() ? nullptr : &m_evidence.row(row);
    }

    void showEvidence() {
        const RunFinding *found = finding();
        m_isFilling = true;
        m_evidence.setRows(found ? found->measured.evidence : std::vector<RunEvidence>());
        m_evidenceView->setColumnHidden(whatColumn, !hasWhat());
        m_evidenceView->fitColumns(widestName);
        m_evidenceView->selectSourceRow(m_evidence.rowCount() > 0 ? 0 : -1);
        m_isFilling = false;
        m_check->setVisible(found && isTold(*found));
        if (!found) return m_advised->clear();
        m_advised->setText(isTold(*found) ? measuredText(*found) + QLatin1Char(' ') + ruleAdvice(*found->rule)
                                          : tr("Nothing to advise: %1.").arg(belowLimitText(*found)));
        m_check->setText(checkTitle(found->rule->check));
        m_check->setToolTip(checkToolTip(found->rule->check));
    }

    bool hasWhat() const {
        const auto &rows = m_evidence.rows();
        return std::any_of(rows.begin(), rows.end(), [](const RunEvidence &row) { return !whatText(row).isEmpty(); });
    }

    void selectOperator() {
        if (const RunEvidence *row = evidence(); row && row->op >= 0) m_context.selection.selectOp(row->op, this);
    }

    /** That of the chosen row, where its operator was called by the script itself. */
    std::string lineOutsideOfFunctions() const {
        const RunEvidence *row = evidence();
        const Session &session = m_context.document.session();
        const auto op = row ? session.op(row->op) : std::nullopt;
        const StackFrame *frame = op ? userFrame(session, op->stack) : nullptr;
        return frame && frame->function == "<module>" ? row->subject : std::string();
    }

    void check() {
        const RunFinding *found = finding();
        if (!found) return;
        switch (found->rule->check) {
        case RunCheck::Bench:
            selectOperator();
            m_context.show(panels::bench);
            if (const std::string line = lineOutsideOfFunctions(); !line.empty())
                m_context.notify(
                    tr("%1 is in no function. Bench measures functions and expressions: choose one there, or "
                       "move these lines into one.")
                        .arg(QString::fromStdString(line)));
            return;
        case RunCheck::Compile:
            m_context.show(panels::compile);
            return m_context.selection.askWhyCompiledAgain(evidence() ? evidence()->compilation : -1);
        case RunCheck::Level:
        case RunCheck::FuseRefused:
            return tryVariant(*found->rule);
        case RunCheck::Place:
            return selectOperator();
        }
    }

    void tryVariant(const RunRule &rule) {
        const RunEvidence *row = evidence();
        if (!row) return;
        const Counterfactual change = checkOf(rule, *row, m_context.document.session());

        if (!change.exists()) return m_context.notify(changeText(change, {}));
        m_context.show(panels::variants);
        // Of the program's own way, whichever row is chosen there: the finding is about that.
        const auto *compilation = m_context.document.session().compilation(row->compilation);
        const VariantSpec wanted{change.level.value_or(jitLevelOf(*compilation)), change.decisions};
        VariantRequests::of(m_context.document)
            .ask({.compilation = row->compilation, .change = [wanted](VariantSpec &spec) { spec = wanted; }});
    }

    PanelContext m_context;
    TableModel<RunFinding> m_findings;
    TableModel<RunEvidence> m_evidence;
    QStackedLayout *m_pages;
    EmptyState *m_empty = nullptr;
    RecordView *m_findingView = nullptr, *m_evidenceView = nullptr;
    SentenceLine *m_nothing = nullptr;
    QSplitter *m_splitter = nullptr;
    QWidget *m_below = nullptr;
    QLabel *m_advised = nullptr;
    QPushButton *m_check = nullptr;
    RunAdvice m_advice;
    QTimer m_refresh;
    bool m_isWorking = false, m_isStale = false;
    bool m_isSplitByUser = false;
    bool m_isFilling = false; ///< the table changes by itself: no choice of the user
};

PanelDef runadvicePanel() {
    return {.id = QStringLiteral("runadvice"),
            .title = QT_TRANSLATE_NOOP("Panels", "Run advice"),
            .summary =
                QT_TRANSLATE_NOOP("Panels", "What the run did that it need not have, and which variant checks it"),
            .area = PanelArea::Bottom,
            .create = [](const PanelContext &context, QWidget *parent) -> Panel * {
                return new RunAdvicePanel(context, parent);
            }};
}

} // namespace runadvicepanel
} // namespace jitscope

#include "runadvicepanel.moc"
