// SPDX-License-Identifier: GPL-3.0-or-later
// The cells of the event list, and how rows come and go with the recording and the filter.
#include "app/panels/events/eventmodel.h"

#include "app/models/healthbar.h"
#include "app/models/operatorwords.h"
#include "app/models/timedplaces.h"
#include "app/models/timemeasure.h"
#include "app/panels/events/eventtext.h"
#include "app/sdk/document.h"
#include "app/sdk/healthcache.h"
#include "app/sdk/theme.h"
#include "engine/base/text.h"
#include "engine/session/session.h"

#include <algorithm>
#include <limits>

namespace jitscope {
inline namespace eventspanel {

EventModel::EventModel(Document &document, HealthCache &health, OpMatches &filter, QObject *parent)
    : QAbstractTableModel(parent)
    , m_document(document)
    , m_health(health)
    , m_filter(filter) {
    connect(&document, &Document::replaced, this, &EventModel::rebuild);
    connect(&document, &Document::appended, this, &EventModel::takeNew);
    connect(&filter, &OpMatches::cleared, this, &EventModel::rebuild);
    connect(&filter, &OpMatches::added, this, [this](OpMatches::Side side) {
        // What comes before all that is shown gives every row another number.
        side == OpMatches::Side::Newer ? takeNew() : rebuild();
    });
    rebuild();
}

void EventModel::rebuild() {
    beginResetModel();
    m_rows.reset(m_rows.form(), m_filter.isActive() ? &m_filter.found() : nullptr);
    m_rows.take(m_document.session());
    m_shown = m_rows.count();
    endResetModel();
}

void EventModel::takeNew() {
    if (m_rows.take(m_document.session()) == EventRows::Change::Everything) {
        rebuild();
        return;
    }
    if (m_rows.count() == m_shown) return;
    beginInsertRows({}, m_shown, m_rows.count() - 1);
    m_shown = m_rows.count();
    endInsertRows();
}

void EventModel::setForm(EventRows::Form form) {
    if (form == m_rows.form()) return;
    m_rows.reset(form, nullptr);
    rebuild();
}

void EventModel::setNext(std::optional<NextOperator> next) {
    if (m_next && rowCount() > m_shown) {
        beginRemoveRows({}, m_shown, m_shown);
        m_next.reset();
        endRemoveRows();
    }
    m_next.reset();
    if (!next) return;
    if (m_filter.isActive()) {
        m_next = std::move(next);
        return;
    }
    beginInsertRows({}, m_shown, m_shown);
    m_next = std::move(next);
    endInsertRows();
}

int EventModel::rowCount(const QModelIndex &parent) const {
    if (parent.isValid()) return 0;
    return m_shown + (m_next && !m_filter.isActive() ? 1 : 0);
}

int EventModel::columnCount(const QModelIndex &parent) const {
    return parent.isValid() ? 0 : int(ColumnCount);
}

EventModel::Kind EventModel::kind(int row) const {
    if (row >= m_shown) return Kind::Next;
    return m_rows.at(row).group >= 0 ? Kind::Heading : Kind::Operator;
}

std::optional<OpEvent> EventModel::event(int row) const {
    if (row < 0 || row >= m_shown) return std::nullopt;
    const EventRow at = m_rows.at(row);
    return at.group >= 0 ? std::nullopt : std::optional(m_document.session().ops[size_t(at.place)]);
}

int64_t EventModel::opOf(int row) const {
    if (row < 0 || row >= m_shown) return -1;
    const EventRow at = m_rows.at(row);
    const int32_t place = at.group >= 0 ? m_rows.lastPlace(m_rows.group(at.group)) : at.place;
    return m_document.session().ops[size_t(place)].number;
}

int EventModel::rowOf(int64_t op) const {
    const Session &session = m_document.session();
    if (!session.op(op)) return -1;
    const int row = m_rows.rowOf(int32_t(op - session.ops.front().number));
    return row < m_shown ? row : -1;
}

int EventModel::depth(int row) const {
    return row < 0 || row >= m_shown ? 0 : m_rows.at(row).depth;
}

bool EventModel::isExpanded(int row) const {
    return kind(row) == Kind::Heading && m_rows.group(m_rows.at(row).group).isExpanded;
}

void EventModel::setExpanded(int row, bool expanded) {
    if (kind(row) != Kind::Heading || isExpanded(row) == expanded) return;
    // The rows of others keep their order, so the views are told what came or went right below the heading.
    m_rows.setExpanded(m_rows.at(row).group, expanded);
    const int more = m_rows.count() - m_shown;
    if (more == 0) return;
    more > 0 ? beginInsertRows({}, row + 1, row + more) : beginRemoveRows({}, row + 1, row - more);
    m_shown = m_rows.count();
    more > 0 ? endInsertRows() : endRemoveRows();
}

void EventModel::setAllExpanded(bool expanded) {
    beginResetModel();
    m_rows.setAllExpanded(expanded);
    m_shown = m_rows.count();
    endResetModel();
}

std::optional<TensorHealth> EventModel::health(int row) const {
    const auto op = event(row);
    return op && !op->outputs.empty() ? m_health.health(op->outputs.front()) : std::nullopt;
}

const Bookmark *EventModel::bookmark(int row) const {
    const auto op = event(row);
    return op ? bookmarkAt(m_document.session(), op->number) : nullptr;
}

QVariant EventModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) return {};
    if (role == Qt::DisplayRole) {
        static const char *const titles[ColumnCount] = {
            QT_TR_NOOP("#"),     QT_TR_NOOP("Operator"),  QT_TR_NOOP("Operands → result"),
            QT_TR_NOOP("− 0 +"), QT_TR_NOOP("Wall time"), QT_TR_NOOP("Line"),
            QT_TR_NOOP("Scope"), QT_TR_NOOP("Phase"),     QT_TR_NOOP("Note")};
        return tr(titles[section]);
    }
    if (role == Qt::ToolTipRole && section == Values)
        return tr("What the result holds: negative, zero and positive elements; infinities and NaN stand out");
    if (role == Qt::ToolTipRole && section == Time) return measureMeaning(TimeMeasure::Wall);
    if (role == Qt::TextAlignmentRole)
        return int((section == Number || section == Time ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    return {};
}

QVariant EventModel::data(const QModelIndex &index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    switch (role) {
    case Qt::DisplayRole:
        return text(index.row(), index.column());
    case Qt::AccessibleTextRole:
        return toolTip(index.row(), index.column());
    case Qt::ToolTipRole:
        return toolTip(index.row(), index.column());
    case Qt::TextAlignmentRole:
        return headerData(index.column(), Qt::Horizontal, role);
    case Qt::FontRole:
        return index.column() == Op ? QVariant() : QVariant(codeFont());
    default:
        return {};
    }
}

QString EventModel::text(int row, int column) const {
    if (row >= m_shown) return nextText(column);
    const EventRow at = m_rows.at(row);
    if (at.group >= 0) return headingText(m_rows.group(at.group), column);
    return textOf(m_document.session().ops[size_t(at.place)], column);
}

QString EventModel::textOf(const OpEvent &op, int column) const {
    switch (column) {
    case Number:
        return QString::number(op.number);
    case Op:
        return QString::fromStdString(op.op);
    case Operands:
        return operandsText(op);
    case Time:
        return opTimeText(op);
    case Scope:
        return QString::fromStdString(op.scope);
    case Phase:
        return phaseLetter(op.phase);
    case Line:
        return lineText(m_document.session(), op);
    case Note: {
        const Bookmark *bookmark = bookmarkAt(m_document.session(), op.number);
        return bookmark ? QString(QStringLiteral("⚑ ") + QString::fromStdString(bookmark->note)) : QString();
    }
    default:
        return {};
    }
}

QString EventModel::headingText(const EventGroup &group, int column) const {
    const auto &ops = m_document.session().ops;
    switch (column) {
    case Number:
        return QString::number(ops[size_t(m_rows.firstPlace(group))].number);
    case Op:
        return groupTitle(group.kind, m_rows.name(group));
    case Operands: {
        const QString all = tr("%n operator(s), to #%1", nullptr, group.last - group.first)
                                .arg(ops[size_t(m_rows.lastPlace(group))].number);
        return group.untimed == 0 ? all : tr("%1, %2 failed").arg(all).arg(group.untimed);
    }
    case Time:
        return timeOrUnknown(group.untimed < group.last - group.first ? double(group.timeNs)
                                                                      : std::numeric_limits<double>::quiet_NaN());
    default:
        return {};
    }
}

QString EventModel::nextText(int column) const {
    switch (column) {
    case Number:
        return QString::number(m_next->number);
    case Op:
        return m_next->op;
    case Operands:
        return m_next->operands.isEmpty() ? tr("next") : tr("%1 → next").arg(m_next->operands);
    default:
        return {};
    }
}

QString EventModel::toolTip(int row, int column) const {
    const auto op = event(row);
    if (!op) return text(row, column);
    switch (column) {
    case Op:
        return op->error.empty()
                   ? QString::fromStdString(op->op)
                   : tr("%1 failed: %2").arg(QString::fromStdString(op->op), QString::fromStdString(op->error));
    case Values: {
        if (const auto known = health(row)) return healthText(*known);
        const auto record = op->outputs.empty() ? std::nullopt : m_document.session().tensor(op->outputs.front());
        return record && record->value.defined() ? tr("being worked out") : tr("no values were recorded");
    }
    case Time:
        return isTimed(*op) ? measuredTime(TimeMeasure::Wall, op->durationNs) : opTimeText(*op);
    case Phase:
        return phaseTitle(op->phase);
    default:
        return text(row, column);
    }
}

QString EventModel::rowsAsText(int first, int last, const QList<int> &columns) const {
    QString lines;
    for (int row = std::max(0, first); row <= last && row < rowCount(); ++row) {
        QStringList cells;
        for (const int column : columns) {
            const auto known = column == Values ? health(row) : std::nullopt;
            QString cell = known ? healthText(*known) : text(row, column);
            if (column == Op) cell.prepend(QString(2 * depth(row), QLatin1Char(' ')));
            cells.append(
                cell.replace(QLatin1Char('\t'), QLatin1Char(' ')).replace(QLatin1Char('\n'), QLatin1Char(' ')));
        }
        lines += cells.join(QLatin1Char('\t')) + QLatin1Char('\n');
    }
    return lines;
}

} // namespace eventspanel
} // namespace jitscope

#include "moc_eventmodel.cpp"
