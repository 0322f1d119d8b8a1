// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/editor/problemlist.h"

#include "app/sdk/icons.h"
#include "app/sdk/theme.h"
#include "engine/session/records.h"

#include <QEvent>
#include <QHeaderView>

#include <algorithm>

namespace jitscope {
inline namespace editorpanel {

namespace {

constexpr int mostRows = 6, signSize = 14;
enum Column { LineColumn, MessageColumn };

} // namespace

QColor colourOf(Severity severity) {
    const Theme &theme = currentTheme();
    if (severity == Severity::Error) return theme.error;
    return severity == Severity::Warning ? theme.warning : theme.accent;
}

QString nameOf(Severity severity) {
    if (severity == Severity::Error) return ProblemList::tr("error");
    return severity == Severity::Warning ? ProblemList::tr("warning") : ProblemList::tr("note");
}

ProblemList::ProblemList(QWidget *parent)
    : QTreeWidget(parent) {
    setObjectName(QStringLiteral("scriptProblems"));
    setAccessibleName(tr("Problems of this script"));
    setHeaderLabels({tr("Line"), tr("Problem")});
    setRootIsDecorated(false);
    setUniformRowHeights(true);
    setFrameShape(QFrame::NoFrame);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Maximum);
    header()->setSectionResizeMode(LineColumn, QHeaderView::Fixed);
    header()->resizeSection(LineColumn, QFontMetrics(uiFont()).horizontalAdvance(tr("Line") + QStringLiteral("00000")));
    const auto choose = [this](const QTreeWidgetItem *item) {
        const ScriptProblem &problem = m_problems[indexOfTopLevelItem(const_cast<QTreeWidgetItem *>(item))];
        Q_EMIT chosen(problem.line, problem.column);
    };
    connect(this, &QTreeWidget::itemActivated, this, choose);
    connect(this, &QTreeWidget::itemClicked, this, choose);
}

void ProblemList::setProblems(const QList<ScriptProblem> &problems) {
    if (problems == m_problems) return;
    m_problems = problems;
    fill();
    updateGeometry();
}

void ProblemList::fill() {
    clear();
    for (const ScriptProblem &problem : m_problems) {
        auto *row = new QTreeWidgetItem(this, {QString::number(problem.line), problem.message});
        const QString icon = problem.severity == Severity::Note ? QStringLiteral("info") : QStringLiteral("warning");
        row->setIcon(MessageColumn, iconPixmap(icon, signSize, colourOf(problem.severity), devicePixelRatioF()));
        row->setToolTip(MessageColumn, problem.message);
        row->setData(MessageColumn, Qt::AccessibleTextRole,
                     QString(nameOf(problem.severity) + QStringLiteral(": ") + problem.message));
    }
}

QSize ProblemList::sizeHint() const {
    const int rows = std::clamp<int>(int(m_problems.size()), 1, mostRows);
    return {200, header()->sizeHint().height() + rows * std::max(sizeHintForRow(0), metrics::rowHeight)};
}

void ProblemList::changeEvent(QEvent *event) {
    QTreeWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) fill();
}

} // namespace editorpanel
} // namespace jitscope

#include "moc_problemlist.cpp"
