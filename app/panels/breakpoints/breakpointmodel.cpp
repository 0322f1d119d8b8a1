// SPDX-License-Identifier: GPL-3.0-or-later
// Cells of the breakpoint table; every change goes to the runner and comes back from it.
#include "app/panels/breakpoints/breakpointmodel.h"

#include "app/panels/breakpoints/breakpointplace.h"
#include "app/sdk/runner.h"
#include "app/sdk/theme.h"

#include <algorithm>

namespace jitscope {
inline namespace breakpointspanel {

namespace {
constexpr size_t undoLimit = 50;
} // namespace

BreakpointModel::BreakpointModel(Runner &runner, QObject *parent)
    : QAbstractTableModel(parent)
    , m_runner(runner)
    , m_breakpoints(runner.breakpoints()) {
    connect(&runner, &Runner::breakpointsChanged, this, &BreakpointModel::take);
    connect(&runner, &Runner::hitsChanged, this, [this] {
        if (rowCount() > 0) Q_EMIT dataChanged(index(0, Hits), index(rowCount() - 1, Hits));
    });
}

/** Rows that stay keep their selection: most changes touch one row, or add at the end. */
void BreakpointModel::take() {
    std::vector<Breakpoint> now = m_runner.breakpoints();
    if (now.size() == m_breakpoints.size()) {
        m_breakpoints = std::move(now);
        if (rowCount() > 0) Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
        return;
    }
    beginResetModel();
    m_breakpoints = std::move(now);
    endResetModel();
}

void BreakpointModel::set(std::vector<Breakpoint> breakpoints) {
    m_before.push_back(m_breakpoints);
    if (m_before.size() > undoLimit) m_before.erase(m_before.begin());
    m_runner.setBreakpoints(std::move(breakpoints));
    Q_EMIT accepted();
}

Result<void> BreakpointModel::add(const Breakpoint &breakpoint) {
    if (std::find(m_breakpoints.begin(), m_breakpoints.end(), breakpoint) != m_breakpoints.end())
        return Error{tr("This breakpoint is set already.").toStdString()};
    std::vector<Breakpoint> all = m_breakpoints;
    all.push_back(breakpoint);
    set(std::move(all));
    return {};
}

void BreakpointModel::remove(QList<int> rows) {
    std::sort(rows.begin(), rows.end(), std::greater<>());
    std::vector<Breakpoint> all = m_breakpoints;
    for (const int row : rows)
        if (row >= 0 && row < int(all.size())) all.erase(all.begin() + row);
    if (all.size() != m_breakpoints.size()) set(std::move(all));
}

void BreakpointModel::undo() {
    if (m_before.empty()) return;
    const std::vector<Breakpoint> before = m_before.back();
    m_before.pop_back();
    m_runner.setBreakpoints(before);
}

int BreakpointModel::rowCount(const QModelIndex &parent) const {
    return parent.isValid() ? 0 : int(m_breakpoints.size());
}

int BreakpointModel::columnCount(const QModelIndex &parent) const {
    return parent.isValid() ? 0 : int(ColumnCount);
}

QVariant BreakpointModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    static const char *const titles[ColumnCount] = {QT_TR_NOOP("Where"),    QT_TR_NOOP("Kind"), QT_TR_NOOP("Condition"),
                                                    QT_TR_NOOP("From hit"), QT_TR_NOOP("Log"),  QT_TR_NOOP("Hits")};
    return tr(titles[section]);
}

QString BreakpointModel::text(const Breakpoint &breakpoint, int row, int column) const {
    switch (column) {
    case Where:
        return placeText(breakpoint);
    case KindName:
        return nameOf(breakpoint.kind);
    case Condition:
        return QString::fromStdString(breakpoint.condition);
    case FromHit:
        return breakpoint.hitCount > 1 ? QString::number(breakpoint.hitCount) : QString();
    case Log:
        return QString::fromStdString(breakpoint.logMessage);
    case Hits: {
        const std::vector<int64_t> hits = m_runner.breakpointHits();
        return size_t(row) < hits.size() ? QString::number(hits[size_t(row)]) : QString();
    }
    default:
        return {};
    }
}

QVariant BreakpointModel::data(const QModelIndex &index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const Breakpoint &breakpoint = m_breakpoints[size_t(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return text(breakpoint, index.row(), index.column());
    case Qt::EditRole:
        return index.column() == Where ? placeSource(breakpoint) : text(breakpoint, index.row(), index.column());
    case Qt::ToolTipRole:
        return index.column() == Where ? placeSource(breakpoint) : text(breakpoint, index.row(), index.column());
    case Qt::CheckStateRole:
        return index.column() == Where ? QVariant(breakpoint.isEnabled ? Qt::Checked : Qt::Unchecked) : QVariant();
    case Qt::FontRole:
        return index.column() == KindName ? QVariant() : QVariant(codeFont());
    case Qt::ForegroundRole:
        return breakpoint.isEnabled ? QVariant() : QVariant(currentTheme().text3);
    case Qt::TextAlignmentRole:
        return int((index.column() == Hits || index.column() == FromHit ? Qt::AlignRight : Qt::AlignLeft) |
                   Qt::AlignVCenter);
    default:
        return {};
    }
}

Qt::ItemFlags BreakpointModel::flags(const QModelIndex &index) const {
    Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    if (!index.isValid()) return flags;
    const Breakpoint::Kind kind = m_breakpoints[size_t(index.row())].kind;
    const bool hasPlace = kind != Breakpoint::Kind::Exception && kind != Breakpoint::Kind::Condition;
    const bool isFixed = index.column() == KindName || index.column() == Hits || (index.column() == Where && !hasPlace);
    if (!isFixed) flags |= Qt::ItemIsEditable;
    if (index.column() == Where) flags |= Qt::ItemIsUserCheckable;
    return flags;
}

Result<Breakpoint> BreakpointModel::changed(const Breakpoint &breakpoint, int column, const QString &text) const {
    Breakpoint made = breakpoint;
    switch (column) {
    case Where:
        return placeFrom(made, text, m_files);
    case Condition: {
        made.condition = text.trimmed().toStdString();
        const Result<void> checked = checkCondition(made);
        if (!checked) return checked.error();
        const bool isPython = made.kind == Breakpoint::Kind::Line && !made.condition.empty();
        if (isPython && m_runner.state() == RunState::Idle &&
            m_runner.completeness(text.trimmed()) != Completeness::Complete)
            return Error{tr("\"%1\" is no Python expression").arg(text.trimmed()).toStdString()};
        return made;
    }
    case FromHit: {
        bool isNumber = text.trimmed().isEmpty();
        made.hitCount = isNumber ? 0 : text.toLongLong(&isNumber);
        if (!isNumber || made.hitCount < 0) return Error{tr("\"%1\" is no number of hits").arg(text).toStdString()};
        return made;
    }
    case Log:
        made.logMessage = text.toStdString();
        return made;
    default:
        return made;
    }
}

bool BreakpointModel::setData(const QModelIndex &index, const QVariant &value, int role) {
    if (!index.isValid() || (role != Qt::EditRole && role != Qt::CheckStateRole)) return false;
    std::vector<Breakpoint> all = m_breakpoints;
    Breakpoint &breakpoint = all[size_t(index.row())];
    if (role == Qt::CheckStateRole) {
        breakpoint.isEnabled = value.toInt() == Qt::Checked;
    } else {
        const Result<Breakpoint> made = changed(breakpoint, index.column(), value.toString());
        if (!made) {
            Q_EMIT refused(QString::fromStdString(made.error().message));
            return false;
        }
        breakpoint = *made;
    }
    if (all != m_breakpoints) set(std::move(all));
    return true;
}

} // namespace breakpointspanel
} // namespace jitscope

#include "moc_breakpointmodel.cpp"
