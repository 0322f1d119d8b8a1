// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/culprit/culpritbar.h"

#include "app/models/graphtitle.h"
#include "app/sdk/theme.h"
#include "app/sdk/widgets/elidedlabel.h"
#include "app/sdk/widgets/numberedit.h"
#include "engine/run/valuedifference.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"

#include <QComboBox>
#include <QDoubleValidator>
#include <QHBoxLayout>
#include <QProgressBar>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

namespace jitscope {
inline namespace culpritpanel {

namespace {

constexpr int progressSteps = 1000;

} // namespace

CulpritBar::CulpritBar(QWidget *parent)
    : QWidget(parent)
    , m_functions(new QComboBox(this))
    , m_start(new QToolButton(this))
    , m_tolerance(new NumberEdit(tr("Tolerance, of the largest magnitude"), this))
    , m_progress(new QProgressBar(this))
    , m_doing(new ElidedLabel) {
    m_functions->setObjectName(QStringLiteral("culpritFunctions"));
    m_functions->setAccessibleName(tr("Function to search"));
    m_functions->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_functions->setMinimumContentsLength(6);
    m_start->setObjectName(QStringLiteral("culpritStart"));
    m_start->setProperty("role", QStringLiteral("primary"));
    m_start->setFocusPolicy(Qt::StrongFocus);
    m_tolerance->setObjectName(QStringLiteral("culpritTolerance"));
    m_tolerance->setNumber(usualTolerance, 6);
    auto *validator = new QDoubleValidator(0, 1e300, 20, m_tolerance);
    validator->setLocale(QLocale::c());
    m_tolerance->setValidator(validator);
    m_progress->setRange(0, progressSteps);
    m_progress->setTextVisible(false);
    m_progress->setAccessibleName(tr("Progress of the search"));
    m_doing->setProperty("role", QStringLiteral("hint"));
    auto *title = new QLabel(tr("Tolerance"), this);
    title->setProperty("role", QStringLiteral("secondary"));
    title->setBuddy(m_tolerance);

    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(metrics::grid, metrics::grid - 2, metrics::grid, metrics::grid - 2);
    column->setSpacing(metrics::grid - 2);
    auto *first = new QHBoxLayout;
    first->setSpacing(metrics::grid - 2);
    first->addWidget(m_functions, 1);
    first->addWidget(m_start);
    column->addLayout(first);
    auto *second = new QHBoxLayout;
    second->setSpacing(metrics::grid - 2);
    second->addWidget(title);
    second->addWidget(m_tolerance);
    second->addWidget(m_progress, 1);
    second->addWidget(m_doing, 1);
    second->addStretch(0);
    column->addLayout(second);
    setProgress(0, {});
    setAction(Action::Start);
    connect(m_start, &QToolButton::clicked, this,
            [this] { m_action == Action::Stop ? Q_EMIT stopAsked() : Q_EMIT startAsked(); });
}

void CulpritBar::setCompilations(const Session &session) {
    const int before = chosen();
    std::vector<int> graphs;
    for (const Compilation &compilation : session.compilations)
        if (!compilation.captured.graphs.empty()) graphs.push_back(compilation.index);
    const QSignalBlocker quiet(m_functions);
    fillGraphChoices(*m_functions, session, graphs);
    choose(before);
    setAction(m_action);
}

int CulpritBar::chosen() const {
    return m_functions->currentIndex() < 0 ? -1 : m_functions->currentData().toInt();
}

void CulpritBar::choose(int compilation) {
    const int at = m_functions->findData(compilation);
    m_functions->setCurrentIndex(at < 0 ? m_functions->count() - 1 : at);
}

double CulpritBar::tolerance() const {
    bool isNumber = false;
    const double given = QLocale::c().toDouble(m_tolerance->text(), &isNumber);
    return isNumber && given >= 0 ? given : usualTolerance;
}

void CulpritBar::setAction(Action action) {
    m_action = action;
    m_start->setText(action == Action::Stop ? tr("Stop") : tr("Find culprit"));
    m_start->setAccessibleName(m_start->text());
    m_start->setToolTip(
        action == Action::Stop
            ? tr("End what is under way")
            : tr("Run the graph after each pass on the values of the first call, and find the first that "
                 "gives others"));
    m_start->setEnabled(action == Action::Stop || chosen() >= 0);
    m_functions->setEnabled(action == Action::Start);
}

void CulpritBar::setProgress(double share, const QString &what) {
    m_progress->setValue(int(share * progressSteps));
    m_doing->setText(what);
    m_progress->setVisible(!what.isEmpty());
    m_doing->setVisible(!what.isEmpty());
}

} // namespace culpritpanel
} // namespace jitscope

#include "moc_culpritbar.cpp"
