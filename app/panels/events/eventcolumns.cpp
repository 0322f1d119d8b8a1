// SPDX-License-Identifier: GPL-3.0-or-later
// First widths, the menu over the header, and the memory of both.
#include "app/panels/events/eventcolumns.h"

#include "app/panels/events/eventmodel.h"
#include "app/sdk/settings.h"
#include "app/sdk/theme.h"

#include <QFontMetrics>
#include <QHeaderView>
#include <QMenu>
#include <QScopedValueRollback>

#include <algorithm>

namespace jitscope {
inline namespace eventspanel {

namespace {

const QString key = QStringLiteral("events/columns");
constexpr int saveDelayMs = 500;

constexpr int widestTime = 9; ///< "999.99 ms"

/** In letters of code. */
constexpr int lettersOf[EventModel::ColumnCount] = {5, 12, 24, 7, widestTime, 10, 24, 4, 16};
constexpr int leastOperands = 10;
constexpr int treeNames = 24; ///< of operators and headings with what they are indented by

int widthOf(int letters) {
    return letters * QFontMetrics(codeFont()).horizontalAdvance(QLatin1Char('0')) + 2 * metrics::grid;
}

} // namespace

EventColumns::EventColumns(QHeaderView *header)
    : QObject(header)
    , m_header(header) {
    header->setMinimumSectionSize(widthOf(2));
    reset();
    m_isUsers = header->restoreState(settingsFile().value(key).toByteArray());
    header->setContextMenuPolicy(Qt::CustomContextMenu);
    header->setSortIndicatorShown(false);
    connect(header, &QHeaderView::customContextMenuRequested, this, &EventColumns::openMenu);
    m_save.setSingleShot(true);
    m_save.setInterval(saveDelayMs);
    connect(&m_save, &QTimer::timeout, this, [this] { settingsFile().setValue(key, m_header->saveState()); });
    const auto changed = [this] {
        if (m_isFitting) return;
        m_isUsers = true;
        m_save.start();
    };
    connect(header, &QHeaderView::sectionResized, this, changed);
    connect(header, &QHeaderView::sectionMoved, this, changed);
}

void EventColumns::reset() {
    const QScopedValueRollback fitting(m_isFitting, true);
    for (int column = 0; column < EventModel::ColumnCount; ++column) {
        m_header->moveSection(m_header->visualIndex(column), column);
        m_header->setSectionHidden(column, false);
        m_header->resizeSection(column, widthOf(lettersOf[column]));
    }
    m_digits = lettersOf[EventModel::Number];
    m_isUsers = false;
}

void EventColumns::fit(int width, EventRows::Form form) {
    if (m_isUsers) return;
    const QScopedValueRollback fitting(m_isFitting, true);
    const bool isTree = form == EventRows::Form::Tree;
    m_header->resizeSection(EventModel::Op, widthOf(isTree ? treeNames : lettersOf[EventModel::Op]));
    int others = 0, further = 0;
    for (int column = 0; column < EventModel::ColumnCount; ++column)
        if (column != EventModel::Operands)
            (column <= EventModel::Line ? others : further) +=
                m_header->isSectionHidden(column) ? widthOf(lettersOf[column]) : m_header->sectionSize(column);
    // What does not fit is left to the menu of the header, so that nothing needs to be scrolled for.
    const bool hasRoom = width >= others + further + widthOf(leastOperands);
    for (int column = EventModel::Line + 1; column < EventModel::ColumnCount; ++column)
        m_header->setSectionHidden(column, !hasRoom);
    if (hasRoom) others += further;
    m_header->resizeSection(EventModel::Operands,
                            std::clamp(width - others, widthOf(leastOperands), widthOf(3 * leastOperands)));
}

void EventColumns::fitNumber(int digits) {
    if (m_isUsers || digits <= m_digits) return;
    const QScopedValueRollback fitting(m_isFitting, true);
    m_digits = digits;
    m_header->resizeSection(EventModel::Number, widthOf(digits));
}

QList<int> EventColumns::shown() const {
    QList<int> columns;
    for (int place = 0; place < m_header->count(); ++place)
        if (const int column = m_header->logicalIndex(place); !m_header->isSectionHidden(column))
            columns.append(column);
    return columns;
}

void EventColumns::openMenu(const QPoint &at) {
    QMenu menu(m_header);
    for (int column = 0; column < EventModel::ColumnCount; ++column) {
        QAction *action = menu.addAction(m_header->model()->headerData(column, Qt::Horizontal).toString());
        action->setCheckable(true);
        action->setChecked(!m_header->isSectionHidden(column));
        // Without the name of the operator a row says nothing.
        action->setEnabled(column != EventModel::Op);
        connect(action, &QAction::toggled, this, [this, column](bool on) { m_header->setSectionHidden(column, !on); });
    }
    menu.addSeparator();
    menu.addAction(tr("Columns as at first"), this, [this] {
        reset();
        settingsFile().remove(key);
        fit(m_header->width(), EventRows::Form::List);
    });
    menu.exec(m_header->mapToGlobal(at));
}

} // namespace eventspanel
} // namespace jitscope

#include "moc_eventcolumns.cpp"
