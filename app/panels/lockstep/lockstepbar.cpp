// SPDX-License-Identifier: GPL-3.0-or-later
// The function and its start, below them controls in as many lines as they need, and the progress while it runs.
#include "app/panels/lockstep/lockstepbar.h"

#include "app/models/graphtitle.h"
#include "app/sdk/icons.h"
#include "app/sdk/theme.h"
#include "app/sdk/widgets/elidedlabel.h"
#include "app/sdk/widgets/filteredit.h"
#include "app/sdk/widgets/flowlayout.h"
#include "app/sdk/widgets/numberedit.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"

#include <QComboBox>
#include <QDoubleValidator>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QToolButton>
#include <QVBoxLayout>

namespace jitscope {
inline namespace locksteppanel {

namespace {

constexpr int progressSteps = 1000;

constexpr int spacing = metrics::grid - 2;

QHBoxLayout *newRow(QVBoxLayout *column) {
    auto *row = new QHBoxLayout;
    row->setSpacing(spacing);
    column->addLayout(row);
    return row;
}

/** What stays together where the line breaks. */
QWidget *labelled(const QString &title, QWidget *field) {
    auto *both = new QWidget;
    auto *row = new QHBoxLayout(both);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(spacing);
    auto *label = new QLabel(title);
    label->setProperty("role", QStringLiteral("secondary"));
    row->addWidget(label);
    row->addWidget(field);
    return both;
}

} // namespace

LockstepBar::LockstepBar(QWidget *parent)
    : QWidget(parent)
    , m_functions(new QComboBox(this))
    , m_filter(new FilterEdit(tr("filter"), this))
    , m_progress(new QProgressBar(this))
    , m_doing(new ElidedLabel(this)) {
    m_functions->setObjectName(QStringLiteral("lockstepFunctions"));
    m_functions->setAccessibleName(tr("Function to run in lock step"));
    m_functions->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_functions->setMinimumContentsLength(16);
    m_start = addButton("lockstepStart", tr("Start"), QString());
    m_start->setProperty("role", QStringLiteral("primary"));
    m_previous = addButton("lockstepPrevious", tr("Previous"), tr("Both sides one pair back (P)"));
    m_next = addButton("lockstepNext", tr("Next pair"), tr("Both sides to the next corresponding value (N)"));
    m_difference = addButton("lockstepDifference", tr("First difference"),
                             tr("Both sides to the first pair above the tolerance (D)"));
    m_only = addButton("lockstepOnly", tr("Only differences"), tr("Hide the pairs within the tolerance"));
    m_only->setCheckable(true);
    m_only->setProperty("role", QStringLiteral("flat"));
    m_relative = addNumber("lockstepRelative", tr("Tolerance, of the largest magnitude"), m_tolerance.relative);
    m_absolute = addNumber("lockstepAbsolute", tr("Tolerance, absolute"), m_tolerance.absolute);
    m_filter->setObjectName(QStringLiteral("lockstepFilter"));
    m_filter->setMaximumWidth(160);
    m_progress->setRange(0, progressSteps);
    m_progress->setTextVisible(false);
    m_progress->setAccessibleName(tr("Progress of the lock step"));
    m_doing->setProperty("role", QStringLiteral("hint"));

    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(metrics::grid, spacing, metrics::grid, spacing);
    column->setSpacing(spacing);
    QHBoxLayout *first = newRow(column);
    first->addWidget(m_functions, 1);
    first->addWidget(m_start);
    auto *controls = new FlowLayout(spacing);
    for (QWidget *each : std::initializer_list<QWidget *>{m_previous, m_next, m_difference})
        controls->addWidget(each);
    controls->addWidget(labelled(tr("Tolerance"), m_relative));
    controls->addWidget(labelled(tr("of the largest, plus"), m_absolute));
    controls->addWidget(m_only);
    controls->addWidget(m_filter);
    column->addLayout(controls);
    QHBoxLayout *last = newRow(column);
    last->addWidget(m_progress, 1);
    last->addWidget(m_doing, 1);
    setProgress(0, {});
    setAction(Action::Start);

    connect(m_start, &QToolButton::clicked, this,
            [this] { m_action == Action::Stop ? Q_EMIT stopAsked() : Q_EMIT startAsked(); });
    connect(m_previous, &QToolButton::clicked, this, &LockstepBar::previousAsked);
    connect(m_next, &QToolButton::clicked, this, &LockstepBar::nextAsked);
    connect(m_difference, &QToolButton::clicked, this, &LockstepBar::differenceAsked);
    connect(m_only, &QToolButton::toggled, this, &LockstepBar::differencesOnlyChanged);
    for (QLineEdit *edit : {m_relative, m_absolute})
        connect(edit, &QLineEdit::editingFinished, this, &LockstepBar::readTolerance);
}

QToolButton *LockstepBar::addButton(const char *name, const QString &text, const QString &toolTip) {
    auto *button = new QToolButton(this);
    button->setObjectName(QLatin1String(name));
    button->setProperty("role", QStringLiteral("tool"));
    button->setText(text);
    button->setToolTip(toolTip);
    button->setAccessibleName(text);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

QLineEdit *LockstepBar::addNumber(const char *name, const QString &title, double value) {
    auto *edit = new NumberEdit(title, this);
    edit->setObjectName(QLatin1String(name));
    edit->setNumber(value, 6);
    edit->setFixedWidth(edit->fontMetrics().horizontalAdvance(QStringLiteral("0.000001")) + 3 * metrics::grid);
    auto *validator = new QDoubleValidator(0, 1e300, 20, edit);
    validator->setLocale(QLocale::c());
    edit->setValidator(validator);
    return edit;
}

void LockstepBar::readTolerance() {
    const LockstepTolerance given{QLocale::c().toDouble(m_relative->text()), QLocale::c().toDouble(m_absolute->text())};
    if (given.relative == m_tolerance.relative && given.absolute == m_tolerance.absolute) return;
    m_tolerance = given;
    Q_EMIT toleranceChanged();
}

void LockstepBar::setCompilations(const Session &session) {
    const int before = chosen();
    std::vector<int> graphs;
    for (const Compilation &compilation : session.compilations)
        if (!compilation.imported && !compilation.captured.graphs.empty() && !isBackwardHalf(compilation))
            graphs.push_back(compilation.index); // of the others there is a call to repeat
    const QSignalBlocker quiet(m_functions);
    fillGraphChoices(*m_functions, session, graphs);
    choose(before);
}

int LockstepBar::chosen() const {
    return m_functions->currentIndex() < 0 ? -1 : m_functions->currentData().toInt();
}

void LockstepBar::choose(int compilation) {
    const int at = m_functions->findData(compilation);
    m_functions->setCurrentIndex(at < 0 ? m_functions->count() - 1 : at);
}

void LockstepBar::setAction(Action action) {
    m_action = action;
    m_start->setText(action == Action::Stop ? tr("Stop") : tr("Start"));
    m_start->setAccessibleName(action == Action::Stop ? tr("Stop the lock step") : tr("Start lock step"));
    m_start->setToolTip(action == Action::Stop   ? tr("End the lock step")
                        : action == Action::Wait ? tr("The program is at work; lock step starts when it has ended")
                                                 : tr("Repeat the function's first call, eagerly and as its graph"));
    m_start->setEnabled(action != Action::Wait && (action == Action::Stop || chosen() >= 0));
    m_functions->setEnabled(action != Action::Stop);
}

void LockstepBar::setProgress(double share, const QString &what) {
    m_progress->setValue(int(share * progressSteps));
    m_doing->setText(what);
    m_progress->setVisible(!what.isEmpty());
    m_doing->setVisible(!what.isEmpty());
}

void LockstepBar::setStepsEnabled(bool enabled) {
    for (QWidget *widget : std::initializer_list<QWidget *>{m_previous, m_next, m_difference, m_only, m_filter})
        widget->setEnabled(enabled);
}

bool LockstepBar::showsDifferencesOnly() const {
    return m_only->isChecked();
}

} // namespace locksteppanel
} // namespace jitscope

#include "moc_lockstepbar.cpp"
