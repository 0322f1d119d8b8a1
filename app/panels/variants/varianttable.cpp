// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/variants/varianttable.h"

#include "app/models/labwords.h"

#include <QCoreApplication>
#include <QUndoCommand>
#include <algorithm>
#include <utility>

namespace jitscope {
inline namespace variantspanel {

namespace {

struct VariantTableWords {
    Q_DECLARE_TR_FUNCTIONS(VariantTable)
};

// What commands are called: of one that adds a row the row's name.
constexpr const char *removing = QT_TRANSLATE_NOOP("VariantTable", "Remove");
constexpr const char *describing = QT_TRANSLATE_NOOP("VariantTable", "Name and note");
constexpr const char *pinning = QT_TRANSLATE_NOOP("VariantTable", "Pin as baseline");
constexpr const char *unpinning = QT_TRANSLATE_NOOP("VariantTable", "Unpin");

class AddRow : public QUndoCommand {
public:
    AddRow(VariantTable &table, VariantRow row)
        : QUndoCommand(QString::fromStdString(row.record.name))
        , m_table(table)
        , m_row(std::move(row)) {}
    void redo() override { m_table.insert(int(m_table.rows().size()), m_row); }
    void undo() override { m_row = m_table.take(m_row.id); } // with the times that it has got since

private:
    VariantTable &m_table;
    VariantRow m_row;
};

class RemoveRow : public QUndoCommand {
public:
    RemoveRow(VariantTable &table, int id)
        : QUndoCommand(QString::fromLatin1(removing))
        , m_table(table)
        , m_place(table.placeOf(id))
        , m_row(table.rows()[size_t(m_place)]) {}
    void redo() override { m_row = m_table.take(m_row.id); }
    void undo() override { m_table.insert(m_place, m_row); }

private:
    VariantTable &m_table;
    int m_place;
    VariantRow m_row;
};

class DescribeRow : public QUndoCommand {
public:
    DescribeRow(VariantTable &table, int id, std::string name, std::string note)
        : QUndoCommand(QString::fromLatin1(describing))
        , m_table(table)
        , m_id(id)
        , m_name(std::move(name))
        , m_note(std::move(note)) {}
    void redo() override { exchange(); }
    void undo() override { exchange(); }

private:
    void exchange() {
        VariantRow row = m_table.rows()[size_t(m_table.placeOf(m_id))];
        std::swap(row.record.name, m_name);
        std::swap(row.record.note, m_note);
        m_table.update(row);
    }
    VariantTable &m_table;
    int m_id;
    std::string m_name, m_note;
};

class PinRow : public QUndoCommand {
public:
    PinRow(VariantTable &table, int id)
        : QUndoCommand(QString::fromLatin1(id == 0 ? unpinning : pinning))
        , m_table(table)
        , m_id(id) {}
    void redo() override { m_id = m_table.exchangePinned(m_id); }
    void undo() override { m_id = m_table.exchangePinned(m_id); }

private:
    VariantTable &m_table;
    int m_id;
};

} // namespace

VariantTable::VariantTable(std::vector<VariantRecord> kept) {
    for (VariantRecord &record : kept)
        m_rows.push_back({++m_lastId, std::move(record), nullptr});
}

int VariantTable::placeOf(int id) const {
    const auto row = std::ranges::find(m_rows, id, &VariantRow::id);
    return row == m_rows.end() ? -1 : int(row - m_rows.begin());
}

void VariantTable::setOwn(std::shared_ptr<const VariantBase> base, VariantRow own) {
    m_base = std::move(base);
    if (m_rows.empty() || !m_rows.front().isOwn()) {
        own.id = ++m_lastId;
        m_rows.insert(m_rows.begin(), std::move(own));
    } else {
        own.id = m_rows.front().id;
        own.record.note = m_rows.front().record.note;
        m_rows.front() = std::move(own);
    }
    Q_EMIT changed();
}

void VariantTable::update(const VariantRow &row) {
    const int place = placeOf(row.id);
    if (place < 0) return; // undone meanwhile
    m_rows[size_t(place)] = row;
    Q_EMIT changed();
}

int VariantTable::add(VariantRow row) {
    row.id = ++m_lastId;
    const int id = row.id;
    m_undo.push(new AddRow(*this, std::move(row)));
    return id;
}

void VariantTable::remove(int id) {
    if (placeOf(id) >= 0) m_undo.push(new RemoveRow(*this, id));
}

void VariantTable::describe(int id, const QString &name, const QString &note) {
    const int place = placeOf(id);
    if (place < 0) return;
    const VariantRecord &now = m_rows[size_t(place)].record;
    if (now.name == name.toStdString() && now.note == note.toStdString()) return;
    m_undo.push(new DescribeRow(*this, id, name.toStdString(), note.toStdString()));
}

void VariantTable::pin(int id) {
    if (id != pinned()) m_undo.push(new PinRow(*this, id));
}

void VariantTable::setPinned(int id) {
    exchangePinned(id);
}

int VariantTable::exchangePinned(int id) {
    const int before = std::exchange(m_pinned, id);
    Q_EMIT changed();
    return before;
}

std::string VariantTable::freeName() {
    for (;;) {
        std::string name = unnamedVariant(++m_lastNumber);
        const QString shown = variantName(name);
        if (std::ranges::none_of(m_rows, [&](const VariantRow &row) { return row.name() == shown; })) return name;
    }
}

void VariantTable::insert(int place, VariantRow row) {
    const int id = row.id;
    m_rows.insert(m_rows.begin() + std::min(place, int(m_rows.size())), std::move(row));
    Q_EMIT changed();
    Q_EMIT inserted(id);
}

VariantRow VariantTable::take(int id) {
    const auto row = m_rows.begin() + placeOf(id);
    VariantRow taken = std::move(*row);
    m_rows.erase(row);
    Q_EMIT changed();
    return taken;
}

QString changeName(const QString &text) {
    for (const char *known : {removing, describing, pinning, unpinning})
        if (text == QLatin1String(known)) return VariantTableWords::tr(known);
    return variantName(text.toStdString());
}

} // namespace variantspanel
} // namespace jitscope

#include "moc_varianttable.cpp"
