// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/stages/decisionspage.h"

#include "app/models/recordview.h"
#include "app/models/rowmenu.h"
#include "app/models/tablecell.h"
#include "app/sdk/document.h"
#include "app/sdk/jobs.h"
#include "app/sdk/selection.h"
#include "engine/session/session.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QVBoxLayout>
#include <utility>

namespace jitscope {
inline namespace stagespanel {

namespace {

constexpr double secondsEach = 0.5; ///< of timing, for each beginning and each end of the list of decisions
const QString splitTag = QStringLiteral("stages-split");

/** A job. It holds the recording only until the function stands on its own. */
class Splitting {
public:
    Splitting(std::shared_ptr<const SessionLease> lease, int compilation, ComparedSpecs specs)
        : m_lease(std::move(lease))
        , m_compilation(compilation)
        , m_specs(std::move(specs)) {}

    Result<DeltaSplit> operator()(const CancelFlag &cancelled) const {
        const auto base = baseOf(std::exchange(m_lease, nullptr));
        if (!base) return base.error();
        return splitDelta(*base, m_specs.left, m_specs.right, secondsEach, [&] { return !cancelled->load(); });
    }

private:
    Result<VariantBase> baseOf(const std::shared_ptr<const SessionLease> &lease) const {
        const Compilation *compilation = lease->session().compilation(m_compilation);
        if (!compilation) return Error{"The function is not there any more."};
        return variantBase(lease->session(), *compilation);
    }

    mutable std::shared_ptr<const SessionLease> m_lease;
    int m_compilation;
    ComparedSpecs m_specs;
};

} // namespace

DecisionsPage::DecisionsPage(const PanelContext &context, QWidget *parent)
    : QWidget(parent)
    , m_context(context)
    , m_rows(decisionColumns())
    , m_view(new RecordView)
    , m_sentence(new QLabel)
    , m_measure(new QPushButton(tr("Measure"))) {
    m_view->setObjectName(QStringLiteral("stagesDecisions"));
    m_view->setAccessibleName(tr("Decisions and their shares"));
    m_view->setRecords(&m_rows);
    m_view->sortByColumn(-1, Qt::AscendingOrder);
    m_sentence->setObjectName(QStringLiteral("stagesDecisionsSentence"));
    m_sentence->setProperty("role", "secondary");
    m_sentence->setWordWrap(true);
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_measure->setObjectName(QStringLiteral("stagesMeasure"));
    auto *bar = new QHBoxLayout;
    bar->setContentsMargins(8, 6, 8, 6);
    bar->setSpacing(8);
    bar->addWidget(m_sentence, 1);
    bar->addWidget(m_measure, 0, Qt::AlignTop);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(bar);
    column->addWidget(m_view, 1);
    connect(m_measure, &QPushButton::clicked, this, &DecisionsPage::measureOrStop);
    connect(m_view, &QAbstractItemView::activated, this, [this] { compareAround(m_view->currentSourceRow()); });
    RowMenu::of(*m_view).addPart([this](QMenu &menu, const QModelIndex &index) {
        menu.addAction(tr("Compare without and with it"), this,
                       [this, row = index.data(RowRole).toInt()] { compareAround(row); });
    });
}

const Compilation *DecisionsPage::compilation() const {
    if (m_stages.left.compilation != m_stages.right.compilation) return nullptr;
    const Compilation *found = m_context.document.session().compilation(m_stages.left.compilation);
    return found && !found->imported ? found : nullptr;
}

int DecisionsPage::steps() const {
    return compilation() ? int(stepsBetween(m_specs.left, m_specs.right).size()) : 0;
}

void DecisionsPage::showPair(const StagePair &stages) {
    const StagePair before = std::exchange(m_stages, stages);
    const ComparedSpecs specs = compilation() ? specsOf(stages, *compilation()) : ComparedSpecs{};
    if (specs != m_specs || before.left.compilation != stages.left.compilation) {
        m_context.jobs.cancel(splitTag);
        m_isMeasuring = false;
        m_split.reset();
        m_error.clear();
    }
    m_specs = specs;
    showRows();
}

void DecisionsPage::showRows() {
    m_rows.setRows(compilation() ? decisionRows(m_specs, *compilation(), m_split) : std::vector<DecisionRow>());
    for (int column = 0; column < m_rows.columnCount(); ++column)
        m_view->resizeColumnToContents(column);
    m_measure->setEnabled(steps() > 0);
    m_measure->setText(m_isMeasuring ? tr("Stop") : tr("Measure"));
    m_sentence->setText(sentence());
}

QString DecisionsPage::sentence() const {
    if (!compilation()) return tr("The two were captured apart: no decisions lead from one to the other.");
    if (steps() == 0) return tr("Both sides are compiled in the same way.");
    if (m_isMeasuring) return tr("Compiling and timing a variant for each decision \u2026");
    if (!m_error.isEmpty()) return m_error;
    if (m_split)
        return tr("One call on the left takes %1. The shares add up to the whole difference.")
            .arg(timeText(m_split->fromNs));
    return tr("%n decision(s) lead from left to right. Measure compiles and times a variant for each, and shares the "
              "whole difference out over them.",
              nullptr, steps());
}

void DecisionsPage::measureOrStop() {
    if (!m_isMeasuring) return measure();
    m_context.jobs.cancel(splitTag);
    m_isMeasuring = false;
    showRows();
}

void DecisionsPage::measure() {
    if (steps() == 0) return;
    m_isMeasuring = true;
    m_error.clear();
    showRows();
    m_context.jobs.run(splitTag, tr("Sharing the difference out"), this,
                       Splitting(m_context.document.lend(), m_stages.left.compilation, m_specs),
                       [this](Result<DeltaSplit> split) { take(std::move(split)); });
}

void DecisionsPage::take(Result<DeltaSplit> split) {
    m_isMeasuring = false;
    if (split)
        m_split = *std::move(split);
    else
        m_error = QString::fromStdString(split.error().message);
    showRows();
}

void DecisionsPage::compareAround(int row) {
    if (row >= 0 && row < m_rows.rowCount()) m_context.selection.compare(m_rows.row(row).around);
}

QString DecisionsPage::contentAsText() const {
    return m_sentence->text() + QLatin1Char('\n') + m_view->allAsText();
}

} // namespace stagespanel
} // namespace jitscope

#include "moc_decisionspage.cpp"
