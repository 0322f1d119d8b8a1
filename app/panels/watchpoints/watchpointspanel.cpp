// SPDX-License-Identifier: GPL-3.0-or-later
// Sets the runner's watchpoints, lists hits as they come, and checks what is recorded in a job.
#include "app/panels/watchpoints/watchpointspanel.h"

#include "app/models/recordview.h"
#include "app/models/rowmenu.h"
#include "app/panels/watchpoints/recommendeddialog.h"
#include "app/panels/watchpoints/recordedcheck.h"
#include "app/panels/watchpoints/watchpointform.h"
#include "app/panels/watchpoints/watchtables.h"
#include "app/sdk/document.h"
#include "app/sdk/jobs.h"
#include "app/sdk/jumps.h"
#include "app/sdk/playhead.h"
#include "app/sdk/runner.h"
#include "app/sdk/selection.h"
#include "app/sdk/widgets/emptystate.h"
#include "app/sdk/widgets/flatbutton.h"
#include "app/sdk/widgets/headerlabel.h"
#include "app/sdk/widgets/pilllabel.h"
#include "engine/session/session.h"

#include <QMenu>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace jitscope {
inline namespace watchpointspanel {

namespace {

const QString checkTag = QStringLiteral("watchpoints.check"), offerTag = QStringLiteral("watchpoints.offer");

} // namespace

class WatchpointsPanel : public Panel {
    Q_OBJECT
public:
    WatchpointsPanel(const PanelContext &context, QWidget *parent)
        : Panel(parent)
        , m_context(context)
        , m_rules(watchpointColumns())
        , m_hits(hitColumns()) {
        auto *column = new QVBoxLayout(this);
        column->setContentsMargins(12, 10, 12, 10);
        column->setSpacing(metrics::grid);
        column->addLayout(buildRuleHead());
        column->addWidget(buildRules(), 2);
        column->addLayout(buildHitHead());
        column->addWidget(buildProgress());
        m_notice = new QLabel;
        m_notice->setObjectName(QStringLiteral("watchNotice"));
        m_notice->setProperty("role", QStringLiteral("secondary"));
        m_notice->setWordWrap(true);
        column->addWidget(m_notice);
        column->addWidget(buildHits(), 3);
        connect(&context.runner, &Runner::watchpointsChanged, this, &WatchpointsPanel::showRules);
        connect(&context.document, &Document::appended, this, &WatchpointsPanel::takeNew);
        connect(&context.document, &Document::replaced, this, &WatchpointsPanel::restart);
        showRules();
        restart();
    }

    bool isReady() const override { return !m_isChecking; }
    QString contentAsText() const override {
        if (m_context.runner.watchpoints().empty() && m_hits.rows().empty()) return {};
        return m_ruleView->allAsText() + QLatin1Char('\n') + m_hitView->allAsText();
    }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QLayout *buildRuleHead();
    QWidget *buildRules();
    QLayout *buildHitHead();
    QWidget *buildProgress();
    QWidget *buildHits();
    const Session &session() const { return m_context.document.session(); }
    int currentRule() const { return m_ruleView->currentSourceRow(); }
    void showRules();
    void set(std::vector<Watchpoint> watchpoints) { m_context.runner.setWatchpoints(std::move(watchpoints)); }
    void edit(int row);
    void remove();
    void toggle();
    void offer();
    void showOffer(std::vector<RecommendedWatchpoint> offered);
    void restart();
    void takeNew();
    void check();
    void showChecked(CheckResult result);
    void endCheck();
    void showNotice();
    void goToHit();
    void step(int by);

    PanelContext m_context;
    TableModel<Watchpoint> m_rules;
    TableModel<HitRow> m_hits;
    RecordView *m_ruleView = nullptr, *m_hitView = nullptr;
    QStackedWidget *m_ruleRoom = nullptr, *m_hitRoom = nullptr;
    QToolButton *m_change = nullptr, *m_remove = nullptr, *m_switch = nullptr, *m_check = nullptr;
    QWidget *m_progress = nullptr;
    QLabel *m_notice = nullptr;
    PillLabel *m_count = nullptr;
    EmptyState *m_noHits = nullptr;
    size_t m_seenHits = 0;             ///< of Session::watchHits
    std::vector<Watchpoint> m_checked; ///< with which the last check ran
    int64_t m_checkedTo = -1;          ///< the last operator that was checked, -1 before any check
    bool m_checkedValues = true;
    bool m_isChecking = false;
};

QLayout *WatchpointsPanel::buildRuleHead() {
    auto *row = new QHBoxLayout;
    row->setSpacing(metrics::grid / 2);
    row->addWidget(new HeaderLabel(tr("Watchpoints")));
    row->addStretch(1);
    auto *add = flatButton(QStringLiteral("addWatchpoint"), tr("Add..."), tr("Watch tensors by a rule"));
    connect(add, &QToolButton::clicked, this, [this] { edit(-1); });
    auto *offer = flatButton(QStringLiteral("addRecommended"), tr("Add recommended..."),
                             tr("Watchpoints that fit what was recorded, with their reasons"));
    connect(offer, &QToolButton::clicked, this, &WatchpointsPanel::offer);
    m_change =
        flatButton(QStringLiteral("changeWatchpoint"), tr("Change..."), tr("Change the chosen watchpoint (Enter)"));
    connect(m_change, &QToolButton::clicked, this, [this] { edit(currentRule()); });
    m_switch = flatButton(QStringLiteral("switchWatchpoint"), tr("On/Off"),
                          tr("Switch the chosen watchpoint on or off (Space)"));
    connect(m_switch, &QToolButton::clicked, this, &WatchpointsPanel::toggle);
    m_remove = flatButton(QStringLiteral("removeWatchpoint"), tr("Remove"), tr("Remove the chosen watchpoint (Del)"));
    connect(m_remove, &QToolButton::clicked, this, &WatchpointsPanel::remove);
    for (QToolButton *button : {add, offer, m_change, m_switch, m_remove})
        row->addWidget(button);
    return row;
}

QWidget *WatchpointsPanel::buildRules() {
    m_ruleRoom = new QStackedWidget;
    m_ruleRoom->addWidget(new EmptyState(
        QStringLiteral("inspector"), tr("No watchpoints"),
        tr("A watchpoint checks tensors while the program runs: for NaN, values out of range, weights that do not "
           "change, vanishing gradients. Add one, or take those that are recommended for your model.")));
    m_ruleView = new RecordView;
    m_ruleView->setObjectName(QStringLiteral("watchpointList"));
    m_ruleView->setAccessibleName(tr("Watchpoints"));
    m_ruleView->setRecords(&m_rules);
    m_ruleView->sortByColumn(-1, Qt::AscendingOrder); // as they were set
    m_ruleView->setSortingEnabled(false);
    m_ruleView->setSelectionMode(QAbstractItemView::SingleSelection);
    connect(m_ruleView, &QAbstractItemView::activated, this, [this] { edit(currentRule()); });
    m_ruleView->installEventFilter(this);
    m_ruleRoom->addWidget(m_ruleView);
    return m_ruleRoom;
}

bool WatchpointsPanel::eventFilter(QObject *watched, QEvent *event) {
    if (event->type() != QEvent::KeyPress && event->type() != QEvent::ShortcutOverride) return false;
    const int key = static_cast<QKeyEvent *>(event)->key();
    if (watched != m_ruleView || (key != Qt::Key_Space && key != Qt::Key_Delete)) return false;
    event->accept(); // not a key of the window here
    if (event->type() == QEvent::KeyPress) key == Qt::Key_Space ? toggle() : remove();
    return true;
}

QLayout *WatchpointsPanel::buildHitHead() {
    auto *row = new QHBoxLayout;
    row->setSpacing(metrics::grid / 2);
    row->addWidget(new HeaderLabel(tr("Hits")));
    m_count = new PillLabel;
    row->addWidget(m_count);
    row->addStretch(1);
    auto *back = flatButton(QStringLiteral("previousHit"), tr("Previous"), tr("Go to the previous hit"));
    connect(back, &QToolButton::clicked, this, [this] { step(-1); });
    auto *next = flatButton(QStringLiteral("nextHit"), tr("Next"), tr("Go to the next hit"));
    connect(next, &QToolButton::clicked, this, [this] { step(1); });
    m_check = flatButton(QStringLiteral("checkRecorded"), tr("Check recorded values"),
                         tr("Check all that is recorded with these watchpoints"));
    connect(m_check, &QToolButton::clicked, this, &WatchpointsPanel::check);
    for (QToolButton *button : {back, next, m_check})
        row->addWidget(button);
    return row;
}

QWidget *WatchpointsPanel::buildProgress() {
    m_progress = new QWidget;
    auto *row = new QHBoxLayout(m_progress);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(new QLabel(tr("Checking recorded values…")));
    auto *bar = new QProgressBar;
    bar->setRange(0, 0);
    row->addWidget(bar, 1);
    auto *stop = flatButton(QStringLiteral("cancelCheck"), tr("Cancel"), tr("Stop checking"));
    connect(stop, &QToolButton::clicked, this, [this] {
        m_context.jobs.cancel(checkTag);
        endCheck();
    });
    row->addWidget(stop);
    m_progress->hide();
    return m_progress;
}

QWidget *WatchpointsPanel::buildHits() {
    m_hitRoom = new QStackedWidget;
    m_noHits = new EmptyState(QStringLiteral("check"), {}, {});
    m_hitRoom->addWidget(m_noHits);
    m_hitView = new RecordView;
    m_hitView->setObjectName(QStringLiteral("hitList"));
    m_hitView->setAccessibleName(tr("Hits"));
    m_hitView->setRecords(&m_hits);
    m_hitView->sortByColumn(0, Qt::AscendingOrder);
    m_hitView->setSelectionMode(QAbstractItemView::SingleSelection);
    connect(m_hitView->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] { goToHit(); });
    RowMenu::of(*m_hitView).addPart([this](QMenu &menu, const QModelIndex &) {
        addJumps(menu, m_context, m_context.selection.current(), objectName());
    });
    m_hitRoom->addWidget(m_hitView);
    return m_hitRoom;
}

void WatchpointsPanel::showRules() {
    const int row = currentRule();
    m_rules.setRows(m_context.runner.watchpoints());
    const int last = int(m_rules.rows().size()) - 1;
    m_ruleRoom->setCurrentIndex(last < 0 ? 0 : 1);
    m_ruleView->selectSourceRow(std::min(std::max(row, 0), last));
    for (QToolButton *button : {m_change, m_switch, m_remove})
        button->setEnabled(last >= 0);
    m_check->setEnabled(last >= 0);
    if (last >= 0) fitColumns(*m_ruleView);
    showNotice();
}

void WatchpointsPanel::edit(int row) {
    const auto set = m_context.runner.watchpoints();
    const bool isNew = row < 0 || size_t(row) >= set.size();
    auto *form = new WatchpointForm(isNew ? Watchpoint() : set[size_t(row)], this);
    form->setAttribute(Qt::WA_DeleteOnClose);
    connect(form, &WatchpointForm::taken, this, [this, row, isNew](const Watchpoint &taken) {
        auto all = m_context.runner.watchpoints();
        if (isNew || size_t(row) >= all.size())
            all.push_back(taken);
        else
            all[size_t(row)] = taken;
        this->set(std::move(all));
    });
    form->open();
}

void WatchpointsPanel::remove() {
    auto all = m_context.runner.watchpoints();
    const int row = currentRule();
    if (row < 0 || size_t(row) >= all.size()) return;
    all.erase(all.begin() + row);
    set(std::move(all));
}

void WatchpointsPanel::toggle() {
    auto all = m_context.runner.watchpoints();
    const int row = currentRule();
    if (row < 0 || size_t(row) >= all.size()) return;
    all[size_t(row)].isEnabled = !all[size_t(row)].isEnabled;
    set(std::move(all));
}

void WatchpointsPanel::offer() {
    m_context.jobs.run(
        offerTag, tr("Recommended watchpoints"), this,
        [lease = m_context.document.lend()](const CancelFlag &cancelled) {
            return *cancelled ? std::vector<RecommendedWatchpoint>() : recommendedWatchpoints(lease->session());
        },
        [this](std::vector<RecommendedWatchpoint> offered) { showOffer(std::move(offered)); });
}

void WatchpointsPanel::showOffer(std::vector<RecommendedWatchpoint> offered) {
    const auto set = m_context.runner.watchpoints();
    std::erase_if(offered, [&set](const RecommendedWatchpoint &each) {
        return std::find(set.begin(), set.end(), each.watchpoint) != set.end();
    });
    if (offered.empty()) return m_context.notify(tr("All that could be recommended is set already."));
    auto *dialog = new RecommendedDialog(std::move(offered), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &RecommendedDialog::taken, this, [this](const std::vector<Watchpoint> &taken) {
        auto all = m_context.runner.watchpoints();
        all.insert(all.end(), taken.begin(), taken.end());
        this->set(std::move(all));
    });
    dialog->open();
}

void WatchpointsPanel::restart() {
    m_context.jobs.cancel(checkTag);
    m_progress->hide();
    m_isChecking = false;
    m_seenHits = 0;
    m_checkedTo = -1;
    m_checked.clear();
    m_hits.setRows({});
    takeNew();
    showNotice();
}

void WatchpointsPanel::takeNew() {
    const auto &hits = session().watchHits;
    std::vector<HitRow> fresh;
    for (; m_seenHits < hits.size(); ++m_seenHits)
        if (hits[m_seenHits].op > m_checkedTo) fresh.push_back(hitRow(session(), hits[m_seenHits]));
    if (fresh.empty()) return;
    const bool isFirst = m_hits.rows().empty();
    m_hits.appendRows(std::move(fresh));
    if (isFirst) fitColumns(*m_hitView);
    showNotice();
}

void WatchpointsPanel::check() {
    m_isChecking = true;
    m_progress->show();
    m_check->setEnabled(false);
    const auto watchpoints = m_context.runner.watchpoints();
    m_checked = watchpoints;
    m_context.jobs.run(
        checkTag, tr("Checking recorded values"), this,
        [watchpoints, lease = m_context.document.lend()](const CancelFlag &cancelled) {
            return checkRecorded(*lease, watchpoints, cancelled);
        },
        [this](CheckResult result) { showChecked(std::move(result)); });
}

void WatchpointsPanel::showChecked(CheckResult result) {
    if (!result.isWhole) return check(); // the program stopped meanwhile and has more to check
    m_checkedTo = result.lastOp;
    m_checkedValues = result.hasValues;
    std::vector<HitRow> rows;
    for (const WatchHit &hit : result.hits)
        rows.push_back(hitRow(session(), hit));
    m_hits.setRows(std::move(rows));
    m_seenHits = 0;
    takeNew();
    fitColumns(*m_hitView);
    endCheck();
}

void WatchpointsPanel::endCheck() {
    m_isChecking = false;
    m_progress->hide();
    m_check->setEnabled(!m_context.runner.watchpoints().empty());
    showNotice();
}

void WatchpointsPanel::showNotice() {
    const size_t count = m_hits.rows().size();
    m_count->setText(QString::number(count));
    m_count->setTone(count > 0 ? Tone::Warning : Tone::Neutral);
    m_count->updateGeometry();
    m_hitRoom->setCurrentIndex(count > 0 ? 1 : 0);
    QString notice;
    if (m_checkedTo >= 0 && !m_checkedValues)
        notice =
            tr("No values were recorded, so there was nothing to check. Choose Run > Record > Operators and values.");
    else if (m_checkedTo >= 0 && !(m_checked == m_context.runner.watchpoints()))
        notice = tr("⚠ The watchpoints were changed since the check: its result is out of date.");
    else if (m_checkedTo >= 0 && !session().ops.empty() && session().ops.back().number > m_checkedTo)
        notice = tr("Checked up to #%1; later operators were watched as they ran.").arg(m_checkedTo);
    else if (m_checkedTo >= 0)
        notice = tr("Checked up to #%1.").arg(m_checkedTo);
    m_notice->setText(notice);
    m_notice->setVisible(!notice.isEmpty());
    m_noHits->setTexts(tr("No hits"), m_checkedTo >= 0 && m_checkedValues
                                          ? tr("No recorded tensor passed a threshold.")
                                          : tr("Hits appear here as the program runs. \"Check recorded values\" looks "
                                               "through what was recorded before."));
}

void WatchpointsPanel::goToHit() {
    const int row = m_hitView->currentSourceRow();
    if (row < 0) return;
    const WatchHit &hit = m_hits.row(row).hit;
    m_context.playhead.goTo(hit.op, this);
    if (m_context.selection.current().tensor != hit.tensor) m_context.selection.selectTensor(hit.tensor, this);
}

void WatchpointsPanel::step(int by) {
    const QAbstractItemModel *model = m_hitView->model();
    if (model->rowCount() == 0) return;
    const QModelIndex current = m_hitView->currentIndex();
    const int from = current.isValid() ? current.row() + by : by > 0 ? 0 : model->rowCount() - 1;
    m_hitView->setCurrentIndex(model->index(std::clamp(from, 0, model->rowCount() - 1), 0));
}

PanelDef watchpointsPanel() {
    return {.id = QStringLiteral("watchpoints"),
            .title = QT_TRANSLATE_NOOP("Panels", "Watchpoints"),
            .summary = QT_TRANSLATE_NOOP("Panels", "Rules that watch tensors, and what they found"),
            .area = PanelArea::Right,
            .create = [](const PanelContext &context, QWidget *parent) -> Panel * {
                return new WatchpointsPanel(context, parent);
            }};
}

} // namespace watchpointspanel
} // namespace jitscope

#include "watchpointspanel.moc"
