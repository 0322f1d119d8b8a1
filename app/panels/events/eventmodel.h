// SPDX-License-Identifier: GPL-3.0-or-later
// The event list as a table straight over the session's operators: a row costs nothing until it is looked at.
#pragma once

#include "app/models/opmatches.h"
#include "app/panels/events/eventrows.h"
#include "engine/inspect/tensorhealth.h"

#include <QAbstractTableModel>

#include <optional>

namespace jitscope {
inline namespace sdk {
class Document;
class HealthCache;
class Playhead;
} // namespace sdk
inline namespace stepping {
struct PauseInfo;
}
} // namespace jitscope

namespace jitscope {
inline namespace eventspanel {

/** The operator that the paused program is about to run; it has no record yet. */
struct NextOperator {
    int64_t number = -1;
    QString op, operands;
};

class EventModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Number, Op, Operands, Values, Time, Line, Scope, Phase, Note, ColumnCount };

    /** While `filter` is active, only what it found is listed. */
    EventModel(Document &document, HealthCache &health, OpMatches &filter, QObject *parent = nullptr);

    EventRows::Form form() const { return m_rows.form(); }
    void setForm(EventRows::Form form);
    /** Shown as the last row of an unfiltered list. */
    void setNext(std::optional<NextOperator> next);

    enum class Kind : uint8_t { Operator, Heading, Next };
    Kind kind(int row) const;
    /** Nothing unless the row is an operator. */
    std::optional<OpEvent> event(int row) const;
    /** What selecting the row means: the operator; of a heading, its last; -1 for the next one. */
    int64_t opOf(int row) const;
    /** The row that shows an operator, if only as part of a closed heading; -1 if it is filtered out. */
    int rowOf(int64_t op) const;
    int depth(int row) const;
    bool isExpanded(int row) const;
    void setExpanded(int row, bool expanded);
    void setAllExpanded(bool expanded);
    int parentRow(int row) const { return m_rows.parentRow(row); }
    /** Of an operator's first result, if it is known by now. */
    std::optional<TensorHealth> health(int row) const;
    const Bookmark *bookmark(int row) const;
    int listed() const { return m_shown; }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

    /** These rows as lines of cells with tabs between; a heading is indented by its depth. */
    QString rowsAsText(int first, int last, const QList<int> &columns) const;

private:
    void rebuild();
    void takeNew();
    QString text(int row, int column) const;
    QString textOf(const OpEvent &op, int column) const;
    QString headingText(const EventGroup &group, int column) const;
    QString nextText(int column) const;
    QString toolTip(int row, int column) const;

    Document &m_document;
    HealthCache &m_health;
    OpMatches &m_filter;
    EventRows m_rows;
    int m_shown = 0; ///< rows that the views were told of, without the next operator's
    std::optional<NextOperator> m_next;
};

} // namespace eventspanel
} // namespace jitscope
