// SPDX-License-Identifier: GPL-3.0-or-later
// The variants of one compilation: rows that come, go and are renamed, each change with its undo.
#pragma once

#include "app/panels/variants/variantlist.h"

#include <QUndoStack>

namespace jitscope {
inline namespace variantspanel {

class VariantTable : public QObject {
    Q_OBJECT
public:
    /** What a session kept, without stages. */
    explicit VariantTable(std::vector<VariantRecord> kept);

    const std::vector<VariantRow> &rows() const { return m_rows; }
    /** The place of the row, or -1. */
    int placeOf(int id) const;
    QUndoStack &undo() { return m_undo; }
    /** Null until the first variant was made. */
    const std::shared_ptr<const VariantBase> &base() const { return m_base; }

    /** The program's own way, in front of all others: figures of before go. No change to undo. */
    void setOwn(std::shared_ptr<const VariantBase> base, VariantRow own);
    /** Figures of a row that is there: stages, times. No change to undo. */
    void update(const VariantRow &row);

    /** Gives it its id. */
    int add(VariantRow row);
    void remove(int id);
    void describe(int id, const QString &name, const QString &note);

    /** The row that others are compared with; 0 for none. */
    void pin(int id);
    /** As it was kept with the session: no change to undo. */
    void setPinned(int id);
    int pinned() const { return placeOf(m_pinned) >= 0 ? m_pinned : 0; }

    /** "Variant 3", as records have it: none has it, nor was called so before. */
    std::string freeName();

    // What the commands of undo() do.
    void insert(int place, VariantRow row);
    VariantRow take(int id);
    int exchangePinned(int id);

Q_SIGNALS:
    void changed();
    /** By a change that was done, undone or done again. */
    void inserted(int id);

private:
    std::shared_ptr<const VariantBase> m_base;
    std::vector<VariantRow> m_rows;
    QUndoStack m_undo;
    int m_lastId = 0, m_lastNumber = 0, m_pinned = 0;
};

/** Of a change that undo() names, in the user's language: those of before stay when that changes. */
QString changeName(const QString &text);

} // namespace variantspanel
} // namespace jitscope
