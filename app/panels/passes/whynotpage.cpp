// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/passes/whynotpage.h"

#include "app/models/labwords.h"
#include "app/models/recordview.h"
#include "app/models/sortfiltermodel.h"
#include "app/models/variantrequests.h"
#include "app/sdk/document.h"
#include "app/sdk/jobs.h"
#include "app/sdk/paneldef.h"
#include "app/sdk/widgets/elidedlabel.h"
#include "app/sdk/widgets/filteredit.h"
#include "app/sdk/widgets/segmentedcontrol.h"
#include "app/sdk/widgets/wrappedlabel.h"
#include "engine/base/text.h"
#include "engine/session/session.h"
#include "engine/variants/stagelinks.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>

namespace jitscope {
inline namespace passespanel {

namespace {

const QString nodeId = QStringLiteral("node");
const QString pairId = QStringLiteral("pair");
const QString kernelId = QStringLiteral("kernel");
const QString everythingId = QStringLiteral("everything");
constexpr int widestColumn = 260;

} // namespace

WhyNotPage::WhyNotPage(const PanelContext &context, QWidget *parent)
    : QWidget(parent)
    , m_context(context)
    , m_model(whyNotColumns())
    , m_predicates(predicateColumns())
    , m_scope(new SegmentedControl(
          tr("What is asked about"),
          {{nodeId, tr("Node"), tr("The chosen node, with all that rules looked at it with")},
           {pairId, tr("Two nodes"),
            tr("The two that were chosen (Ctrl+click) or asked about: Why not with, in the menu of a node")},
           {kernelId, tr("Kernel"), tr("What stopped the chosen node's kernel from growing")},
           {everythingId, tr("Everything"), tr("All that the passes refused, by the predicate that failed")}}))
    , m_heading(new ElidedLabel)
    , m_filter(new FilterEdit(tr("filter")))
    , m_try(new QPushButton(tr("Try it")))
    , m_groups(new RecordView)
    , m_view(new RecordView)
    , m_split(new QSplitter(Qt::Horizontal))
    , m_none(new WrappedLabel)
    , m_sentence(new QLabel) {
    m_scope->setObjectName(QStringLiteral("whyNotScope"));
    m_heading->setObjectName(QStringLiteral("whyNotHeading"));
    m_heading->setProperty("role", "secondary");
    m_filter->setObjectName(QStringLiteral("whyNotFilter"));
    m_filter->setMaximumWidth(160);
    m_try->setObjectName(QStringLiteral("whyNotTry"));
    m_groups->setObjectName(QStringLiteral("whyNotPredicates"));
    m_groups->setAccessibleName(tr("Predicates that failed"));
    m_groups->setRecords(&m_predicates);
    m_groups->sortByColumn(-1, Qt::AscendingOrder);
    m_view->setObjectName(QStringLiteral("whyNotTable"));
    m_view->setAccessibleName(tr("Candidates that were refused"));
    m_view->setRecords(&m_model);
    m_view->sortByColumn(-1, Qt::AscendingOrder); // in the order of the passes
    auto *bar = new QHBoxLayout;
    bar->setContentsMargins(8, 4, 10, 4);
    bar->setSpacing(8);
    bar->addWidget(m_scope);
    bar->addWidget(m_heading, 1);
    bar->addWidget(m_filter);
    bar->addWidget(m_try);
    m_split->setHandleWidth(1);
    m_split->setChildrenCollapsible(false);
    m_split->addWidget(m_groups);
    m_split->addWidget(m_view);
    m_split->setStretchFactor(1, 1);
    m_sentence->setObjectName(QStringLiteral("whyNotSentence"));
    m_sentence->setProperty("role", "secondary");
    m_sentence->setWordWrap(true);
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_sentence->setMargin(6);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(bar);
    column->addWidget(m_split, 1);
    m_none->setObjectName(QStringLiteral("whyNotNone"));
    m_none->setProperty("role", "secondary");
    m_none->setAlignment(Qt::AlignCenter);
    m_none->hide();
    column->addWidget(m_none, 1);
    column->addWidget(m_sentence);
    m_groups->setVisible(false);
    m_scope->setSegmentEnabled(pairId, false);

    connect(m_scope, &SegmentedControl::changed, this, [this] {
        m_filter->clear(); // it was about the other question
        work();
    });
    connect(m_filter, &FilterEdit::textChanged, this, [this](const QString &text) {
        m_view->records()->setFilterText(text);
        showButton(); // the chosen row may be gone from sight
    });
    connect(m_try, &QPushButton::clicked, this, &WhyNotPage::tryIt);
    connect(m_groups->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &WhyNotPage::showPredicate);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &WhyNotPage::showButton);
    connect(m_view, &QAbstractItemView::clicked, this, &WhyNotPage::showNodes);
    connect(m_view, &QAbstractItemView::activated, this, &WhyNotPage::showNodes);
    showButton();
}

void WhyNotPage::setCompilation(int compilation) {
    if (compilation == m_compilation) return;
    m_compilation = compilation;
    m_node.clear();
    m_pair.clear();
    m_kernel.clear();
    m_followed = {};
    m_scope->setSegmentEnabled(pairId, false);
    if (m_scope->current() == pairId) m_scope->setCurrent(nodeId);
    work();
}

void WhyNotPage::follow(const Anchor &anchor, const std::vector<NodeId> &together) {
    const Followed now{anchor, together};
    if (anchor.compilation != m_compilation || now == m_followed) return;
    m_followed = now;
    const bool isOtherPair = together.size() == 2 && together != m_pair;
    if (isOtherPair) {
        m_pair = together;
        m_scope->setSegmentEnabled(pairId, true);
    }
    const bool isOther = anchor.node.valid() && m_node != std::vector{anchor.node};
    const bool isOtherKernel = !anchor.kernel.empty() && m_kernel != anchor.kernel;
    if (isOther) m_node = {anchor.node};
    if (isOtherKernel) m_kernel = anchor.kernel;
    const QString scope = m_scope->current();
    const bool isNews = (isOther && scope == nodeId) || (isOtherKernel && scope == kernelId);
    if (isNews || (isOtherPair && scope == pairId)) work();
}

void WhyNotPage::ask(const WhyNotQuestion &question) {
    setCompilation(question.compilation);
    // The question is newer than what is selected.
    m_followed = {m_context.selection.current(), m_context.selection.together()};
    if (!question.kernel.empty()) {
        m_kernel = question.kernel;
        m_scope->setCurrent(kernelId);
    } else if (question.nodes.size() == 2) {
        m_pair = question.nodes;
        m_scope->setSegmentEnabled(pairId, true);
        m_scope->setCurrent(pairId);
    } else if (question.nodes.empty()) {
        m_scope->setCurrent(everythingId);
    } else {
        m_node = question.nodes;
        m_scope->setCurrent(nodeId);
    }
    work();
}

void WhyNotPage::showEvent(QShowEvent *event) {
    QWidget::showEvent(event);
    if (m_isStale) work();
}

/** Nothing is worked out while nobody looks. */
void WhyNotPage::work() {
    m_isStale = true;
    const Session &session = m_context.document.session();
    if (!isVisible() || !session.compilation(m_compilation)) return;
    m_isStale = false;
    m_isWorking = true;
    const auto lent = m_context.document.lend();
    m_context.jobs.run(
        QStringLiteral("passes-whynot"), tr("Reading what was refused"), this,
        [lent, at = m_compilation, scope = m_scope->current(), kernel = m_kernel,
         nodes = m_scope->current() == pairId ? m_pair : m_node](const CancelFlag &) {
            const Compilation &compilation = *lent->session().compilation(at);
            if (scope == everythingId) return allRefusals(compilation);
            return scope == kernelId ? refusalsAtBorder(compilation, kernel) : refusalsOf(compilation, nodes);
        },
        [this](WhyNotAnswer answer) { present(std::move(answer)); });
}

void WhyNotPage::present(WhyNotAnswer answer) {
    m_isWorking = false;
    m_answer = std::move(answer);
    const bool isEverything = m_scope->current() == everythingId;
    m_heading->setText(m_answer.heading);
    m_heading->setToolTip(m_answer.heading);
    m_groups->setVisible(isEverything);
    showWhetherAny();
    m_predicates.setRows(m_answer.predicates);
    m_model.setRows(m_answer.rows);
    for (RecordView *view : {m_groups, m_view})
        view->fitColumns(widestColumn);
    if (isEverything) QMetaObject::invokeMethod(this, &WhyNotPage::fitGroups, Qt::QueuedConnection); // when laid out
    m_view->selectSourceRow(m_answer.rows.empty() ? -1 : 0);
    showButton();
}

/** An empty table would look as if the answer were still to come. */
void WhyNotPage::showWhetherAny() {
    const bool isAny = !m_answer.rows.empty();
    m_split->setVisible(isAny);
    m_none->setVisible(!isAny);
    if (!m_answer.isAsked)
        m_none->setText(m_answer.heading);
    else if (m_scope->current() == everythingId)
        m_none->setText(tr("Nothing was refused."));
    else
        m_none->setText(tr("Nothing was refused of it: no rule looked at it and turned it down. Everything lists what "
                           "was refused elsewhere."));
}

/** As wide as what they say, but never more than half. */
void WhyNotPage::fitGroups() {
    m_groups->fitColumns(widestColumn);
    const int wanted = m_groups->header()->length() + m_groups->verticalScrollBar()->sizeHint().width();
    const int groups = std::min(wanted, m_split->width() / 2);
    m_split->setSizes({groups, m_split->width() - groups});
}

/** Only its rows. */
void WhyNotPage::showPredicate() {
    const int at = m_groups->currentSourceRow();
    const QString name = at > 0 && at < m_predicates.rowCount() ? m_predicates.row(at).name : QString();
    std::vector<WhyNotRow> rows;
    for (const WhyNotRow &row : m_answer.rows)
        if (name.isEmpty() || row.predicate == name) rows.push_back(row);
    m_model.setRows(std::move(rows));
    m_view->selectSourceRow(m_model.rowCount() > 0 ? 0 : -1);
    showButton();
}

const WhyNotRow *WhyNotPage::chosen() const {
    const int at = m_view->currentSourceRow();
    return at >= 0 && at < m_model.rowCount() ? &m_model.row(at) : nullptr;
}

/** In the graph. Only where the question does not go by what is selected: it would become another one. */
void WhyNotPage::showNodes() {
    const WhyNotRow *row = chosen();
    if (!row || !row->candidate || m_scope->current() != everythingId) return;
    const RefusedCandidate &refused = *row->candidate;
    const int stage = refused.pass == RefusedCandidate::noPass ? capturedStage : int(refused.pass);
    m_context.selection.selectNodes(m_compilation, stage, refused.refusal.nodes, this);
}

bool WhyNotPage::canTry() const {
    const WhyNotRow *row = chosen();
    const Compilation *compilation = m_context.document.session().compilation(m_compilation);
    return row && row->counterfactual.exists() && compilation && !compilation->imported;
}

void WhyNotPage::showButton() {
    const WhyNotRow *row = chosen();
    m_try->setEnabled(canTry());
    m_try->setToolTip(canTry()         ? tr("Compile a variant with this change: %1").arg(row->change)
                      : !row           ? tr("Choose a refusal first")
                      : row->candidate ? row->change
                                       : row->sentence);
    m_sentence->setVisible(row && !row->sentence.isEmpty());
    m_sentence->setText(!row             ? QString()
                        : row->candidate ? (row->counterfactual.exists() ? tr("%1: %2. Smallest change: %3")
                                                                         : tr("%1: %2. No change helps: %3"))
                                               .arg(row->nodes, row->sentence, row->change)
                                         : row->sentence);
}

void WhyNotPage::tryIt() {
    if (!canTry()) return;
    const WhyNotRow &row = *chosen();
    m_context.show(panels::variants);
    const auto *compilation = m_context.document.session().compilation(m_compilation);
    // Of the program's own way, whichever row is chosen there: the answer is about that.
    const VariantSpec spec{row.counterfactual.level.value_or(jitLevelOf(*compilation)), row.counterfactual.decisions};
    const auto remark = [candidate = row.candidate](const Compilation &variant) {
        return candidate ? join(candidate->titles, ", ") + ": " + fateText(variant, *candidate).toStdString()
                         : std::string();
    };
    VariantRequests::of(m_context.document)
        .ask({.compilation = m_compilation,
              .change = [spec](VariantSpec &changed) { changed = spec; },
              .remark = remark});
}

QString WhyNotPage::asText() const {
    const QString groups = m_groups->isVisible() ? m_groups->allAsText() + QLatin1Char('\n') : QString();
    return m_heading->text() + QLatin1Char('\n') + groups +
           (m_answer.rows.empty() ? m_none->text() : m_view->allAsText());
}

} // namespace passespanel
} // namespace jitscope

#include "moc_whynotpage.cpp"
