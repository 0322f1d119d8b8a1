// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/passes/passlist.h"

#include "app/models/graphtitle.h"
#include "app/models/kernelwords.h"
#include "app/models/modeltext.h"
#include "app/models/nodecountwords.h"
#include "app/panels/passes/passdelegate.h"
#include "app/sdk/widgets/filteredit.h"
#include "engine/session/compilereport.h"
#include "engine/session/session.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QListView>
#include <QScrollBar>
#include <QSlider>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

namespace jitscope {
inline namespace passespanel {

namespace {

/** Why the panel Compile has more for the part "passes". */
QString besideText(const Compilation &compilation) {
    int64_t checksNs = 0;
    for (const StageTime &stage : compilation.stages)
        if (stage.name == "check") checksNs += stage.durationNs;
    return QLatin1Char('\n') +
           PassList::tr("Not in it: checks of what passes changed (%1) and keeping the graphs behind them. In Compile "
                        "these are rows of their own below “passes”")
               .arg(durationText(checksNs, QString()));
}

} // namespace

PassList::PassList(QWidget *parent)
    : QWidget(parent)
    , m_functions(new QComboBox(this))
    , m_filter(new FilterEdit(tr("filter"), this))
    , m_effectiveOnly(new QToolButton(this))
    , m_check(workButton(PassWork::Check))
    , m_time(workButton(PassWork::Time))
    , m_view(new QListView(this))
    , m_model(passColumns())
    , m_delegate(new PassDelegate(m_model, m_view))
    , m_none(new QLabel(this))
    , m_nodes(new QLabel(this))
    , m_spent(new QLabel(this))
    , m_summary(new QLabel(this))
    , m_slider(new QSlider(Qt::Horizontal, this)) {
    m_functions->setObjectName(QStringLiteral("passFunctions"));
    m_functions->setAccessibleName(tr("Compiled function"));
    m_functions->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_filter->setObjectName(QStringLiteral("passFilter"));
    m_effectiveOnly->setObjectName(QStringLiteral("passEffective"));
    m_effectiveOnly->setProperty("role", "flat");
    m_effectiveOnly->setCheckable(true);
    m_effectiveOnly->setChecked(true); // of some fifty passes a handful changes a graph
    m_effectiveOnly->setText(tr("effective"));
    m_effectiveOnly->setToolTip(tr("Only passes that changed something"));
    m_effectiveOnly->setFixedHeight(26);
    m_view->setObjectName(QStringLiteral("passList"));
    m_view->setAccessibleName(tr("Passes"));
    m_view->setModel(&m_model);
    m_view->setItemDelegate(m_delegate);
    m_view->setResizeMode(QListView::Adjust);
    m_view->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setMouseTracking(true);
    m_view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_view->installEventFilter(this);
    m_slider->setObjectName(QStringLiteral("passSlider"));
    m_slider->setAccessibleName(tr("Effective pass"));
    m_slider->setPageStep(1);
    m_spent->setProperty("role", "secondary");
    m_spent->setWordWrap(true); // the list stays as narrow as it is
    m_none->setObjectName(QStringLiteral("passNone"));
    m_none->setProperty("role", "secondary");
    m_none->setWordWrap(true);
    m_none->setContentsMargins(10, 2, 10, 4);
    m_none->hide();
    m_nodes->setProperty("role", "secondary");
    m_nodes->setObjectName(QStringLiteral("passNodes"));
    m_nodes->setWordWrap(true);
    m_summary->setProperty("role", "hint");
    build();

    connect(m_filter, &QLineEdit::textChanged, this, &PassList::refill);
    connect(m_effectiveOnly, &QToolButton::toggled, this, &PassList::refill);
    connect(m_functions, &QComboBox::activated, this, &PassList::compilationChosen);
    connect(m_view, &QListView::clicked, this, [this](const QModelIndex &index) { toggleFold(index.row()); });
    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex &now) { chooseRow(now.row()); });
    connect(m_slider, &QSlider::valueChanged, this, [this](int at) {
        if (size_t(at) < m_effective.size() && m_effective[size_t(at)] != m_pass)
            Q_EMIT passChosen(m_effective[size_t(at)]);
    });
}

QToolButton *PassList::workButton(PassWork work) {
    auto *button = new QToolButton(this);
    button->setObjectName(work == PassWork::Check ? QStringLiteral("passCheck") : QStringLiteral("passTime"));
    button->setProperty("role", "flat");
    button->setFixedHeight(26);
    connect(button, &QToolButton::clicked, this, [this, work] { Q_EMIT workAsked(work); });
    return button;
}

void PassList::setWorkState(PassWork work, WorkState state) {
    QToolButton *button = work == PassWork::Check ? m_check : m_time;
    const bool isCheck = work == PassWork::Check, isUnderWay = state == WorkState::UnderWay;
    button->setEnabled(state != WorkState::Impossible);
    button->setText(isUnderWay ? tr("stop") : isCheck ? tr("check values") : tr("time passes"));
    button->setAccessibleName(isCheck ? tr("Check all stages against eager")
                                      : tr("Time the stages before and after each pass"));
    button->setToolTip(isCheck
                           ? tr("Runs the graph after each effective pass on the recorded call and compares with eager")
                           : tr("Runs the graphs before and after each effective pass in turn"));
}

void PassList::build() {
    setWorkState(PassWork::Check, WorkState::Impossible);
    setWorkState(PassWork::Time, WorkState::Impossible);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 8);
    column->setSpacing(0);
    auto *top = new QHBoxLayout;
    top->setContentsMargins(8, 8, 8, 4);
    top->setSpacing(6);
    top->addWidget(m_filter, 1);
    top->addWidget(m_effectiveOnly);
    auto *functions = new QHBoxLayout;
    functions->setContentsMargins(8, 8, 8, 0);
    functions->addWidget(m_functions, 1);
    column->addLayout(functions);
    column->addLayout(top);
    auto *works = new QHBoxLayout;
    works->setContentsMargins(8, 0, 8, 4);
    works->setSpacing(6);
    works->addWidget(m_check);
    works->addWidget(m_time);
    works->addStretch(1);
    column->addLayout(works);
    column->addWidget(m_none);
    column->addWidget(m_view, 1);
    auto *footer = new QHBoxLayout;
    footer->setContentsMargins(10, 6, 10, 2);
    footer->addWidget(m_nodes, 1);
    column->addLayout(footer);
    auto *sliderRow = new QHBoxLayout;
    sliderRow->setContentsMargins(10, 0, 10, 0);
    sliderRow->addWidget(m_slider);
    column->addLayout(sliderRow);
    auto *summaries = new QVBoxLayout;
    summaries->setContentsMargins(10, 2, 10, 0);
    summaries->setSpacing(0);
    summaries->addWidget(m_summary);
    summaries->addWidget(m_spent);
    column->addLayout(summaries);
}

void PassList::setCompilations(const Session &session, int current) {
    std::vector<int> graphs;
    for (const Compilation &compilation : session.compilations)
        graphs.push_back(compilation.index);
    fillGraphChoices(*m_functions, session, graphs);
    m_functions->setCurrentIndex(current);
    m_functions->setToolTip(m_functions->itemData(current, Qt::ToolTipRole).toString());
}

void PassList::setCompilation(const Compilation &compilation, std::vector<PassCounts> counts) {
    if (compilation.index != m_compilation.index) m_figures.clear();
    m_compilation = compilation;
    m_counts = std::move(counts);
    m_effective.clear();
    for (const PassRecord &pass : m_compilation.passes)
        if (pass.changed) m_effective.push_back(pass.index);
    updateFooter();
    refill();
}

void PassList::refill() {
    const auto which = m_effectiveOnly->isChecked() ? PassFilter::Effective : PassFilter::All;
    const QSignalBlocker quiet(m_view->selectionModel());
    const QString filter = m_filter->text().trimmed();
    // What is looked for is shown wherever it is.
    const PassView view{filter, which, filter.isEmpty() ? m_folded : QSet<QString>()};
    const int scrolled = m_view->verticalScrollBar()->value();
    const bool wasInSight = m_view->viewport()->rect().intersects(m_view->visualRect(m_view->currentIndex()));
    m_model.setRows(passRows(m_compilation, m_counts, m_figures, view));
    measureColumns();
    m_none->setVisible(m_model.rows().empty() && !filter.isEmpty());
    m_none->setText(
        which == PassFilter::All
            ? tr("No pass has “%1” in its name.").arg(filter)
            : tr("No pass that changed something has “%1” in its name; all are searched without “effective”.")
                  .arg(filter));
    setCurrentPass(m_pass);
    if (m_rowsOf == m_compilation.index) m_view->verticalScrollBar()->setValue(scrolled);
    if (wasInSight) keepChosenInSight();
    m_rowsOf = m_compilation.index;
}

void PassList::setFigures(FiguresByPass figures) {
    m_figures = std::move(figures);
    refill();
}

void PassList::setCurrentPass(int pass) {
    const bool isOther = pass != std::exchange(m_pass, pass);
    const auto &rows = m_model.rows();
    const auto found = std::find_if(rows.begin(), rows.end(), [&](const PassRow &row) {
        return row.kind != PassRow::Kind::Heading && row.pass == pass;
    });
    const QSignalBlocker quiet(m_view->selectionModel());
    if (found != rows.end())
        m_view->setCurrentIndex(m_model.index(int(found - rows.begin()), 0));
    else
        m_view->selectionModel()->clear();
    m_view->viewport()->update();
    if (isOther) keepChosenInSight();
    updateSlider();
}

void PassList::measureColumns() {
    m_delegate->measure(m_view->viewport()->width());
    m_view->doItemsLayout();
}

/** All of its row. */
void PassList::keepChosenInSight() {
    if (m_view->currentIndex().isValid()) m_view->scrollTo(m_view->currentIndex());
}

void PassList::resizeEvent(QResizeEvent *event) {
    QWidget::resizeEvent(event);
    measureColumns();
    keepChosenInSight();
}

void PassList::showEvent(QShowEvent *event) {
    QWidget::showEvent(event);
    measureColumns();
    keepChosenInSight();
}

int PassList::timeWidth() const {
    return m_delegate->timeWidth();
}

const PassRow *PassList::rowAt(const QModelIndex &index) const {
    if (!index.isValid()) return nullptr;
    const PassRow &row = m_model.row(index.row());
    return row.kind == PassRow::Kind::Heading ? nullptr : &row;
}

void PassList::updateFooter() {
    const auto &passes = m_compilation.passes;
    int64_t total = 0;
    for (const PassRecord &pass : passes)
        total += pass.timeNs;
    const NodeCounts first = countNodes(m_compilation.captured);
    const NodeCounts last = countNodes(passes.empty() ? m_compilation.captured : passes.back().after);
    m_nodes->setText(nodeCountText(first) + QStringLiteral(" → ") + nodeCountText(last));
    m_nodes->setToolTip(tr("Captured:") + QLatin1Char('\n') + nodeCountList(first).join(QLatin1Char('\n')) +
                        QStringLiteral("\n\n") + tr("After the last pass:") + QLatin1Char('\n') +
                        nodeCountList(last).join(QLatin1Char('\n')));
    const int64_t whole = compileTotalNs(m_compilation);
    const QString spent = durationText(total, QString());
    m_spent->setText(whole > total ? tr("passes %1 of compile %2").arg(spent, durationText(whole, QString()))
                                   : tr("passes %1").arg(spent));
    m_spent->setToolTip(
        tr("Time in passes alone, all together, of the whole compile time in the program's own compile, "
           "as the panel Compile has it: with capture, code generation and plan") +
        (m_compilation.imported ? QString() : besideText(m_compilation)));
    m_summary->setText(tr("%1 of %2 passes effective").arg(m_effective.size()).arg(passes.size()));
    const QSignalBlocker quiet(m_slider);
    m_slider->setEnabled(m_effective.size() > 1);
    m_slider->setRange(0, std::max(0, int(m_effective.size()) - 1));
}

/** Also when only another pass is looked at: what is counted above takes as long as the graphs are large. */
void PassList::updateSlider() {
    const QSignalBlocker quiet(m_slider);
    const auto at = std::upper_bound(m_effective.begin(), m_effective.end(), m_pass);
    const bool isFinal = m_pass == kernelStage;
    m_slider->setValue(isFinal ? m_slider->maximum() : std::max(0, int(at - m_effective.begin()) - 1));
}

int PassList::effectivePass(int step) const {
    if (step > 0) {
        const auto next = std::upper_bound(m_effective.begin(), m_effective.end(), m_pass);
        return m_pass == kernelStage || next == m_effective.end() ? m_pass : *next;
    }
    if (m_pass == -2) return m_pass;
    const auto own =
        m_pass == -1 ? m_effective.end() : std::lower_bound(m_effective.begin(), m_effective.end(), m_pass);
    return own == m_effective.begin() ? -2 : *std::prev(own);
}

void PassList::chooseRow(int row) {
    if (row < 0 || row >= int(m_model.rows().size())) return;
    const PassRow &chosen = m_model.row(row);
    if (chosen.kind != PassRow::Kind::Heading && chosen.pass != m_pass) Q_EMIT passChosen(chosen.pass);
}

/** True where the row is a heading that folds something. */
bool PassList::toggleFold(int row) {
    if (row < 0 || row >= int(m_model.rows().size())) return false;
    const PassRow heading = m_model.row(row);
    if (heading.kind != PassRow::Kind::Heading || heading.fold.isEmpty()) return false;
    if (!m_folded.remove(heading.fold)) m_folded.insert(heading.fold);
    refill();
    // The heading stays the current row, so that keys go on from it.
    const auto &rows = m_model.rows();
    const auto now = std::ranges::find_if(
        rows, [&](const PassRow &each) { return each.kind == PassRow::Kind::Heading && each.fold == heading.fold; });
    const QSignalBlocker quiet(m_view->selectionModel());
    if (now != rows.end()) m_view->setCurrentIndex(m_model.index(int(now - rows.begin()), 0));
    return true;
}

bool PassList::handleKey(int key) {
    if (key == Qt::Key_BracketLeft || key == Qt::Key_BracketRight) {
        const int pass = effectivePass(key == Qt::Key_BracketLeft ? -1 : 1);
        if (pass != m_pass) Q_EMIT passChosen(pass);
        return true;
    }
    const int row = m_view->currentIndex().row();
    if (row < 0) return false;
    const bool isFolded = m_model.row(row).isFolded;
    if (key == Qt::Key_Left) return !isFolded && toggleFold(row);
    if (key == Qt::Key_Right) return isFolded && toggleFold(row);
    return (key == Qt::Key_Space || key == Qt::Key_Return) && toggleFold(row);
}

bool PassList::eventFilter(QObject *watched, QEvent *event) {
    if (event->type() == QEvent::KeyPress && handleKey(static_cast<QKeyEvent *>(event)->key())) return true;
    return QWidget::eventFilter(watched, event);
}

QString PassList::asText() const {
    return modelText(m_model, TextFormat::Aligned);
}

} // namespace passespanel
} // namespace jitscope

#include "moc_passlist.cpp"
