// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/console/suggestions.h"

#include "app/sdk/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>

namespace jitscope {
inline namespace consolepanel {

namespace {

constexpr int mostRows = 9, narrowest = 160, widest = 420, helpWidth = 360, mostHelpLines = 14;

/** Earlier input of several lines stands on one in the list. */
QString rowText(const QString &suggestion) {
    return QString(suggestion).replace(QLatin1Char('\n'), QStringLiteral(" ⏎ "));
}

QString firstLines(const QString &text) {
    return text.section(QLatin1Char('\n'), 0, mostHelpLines - 1);
}

} // namespace

Suggestions::Suggestions(QWidget *window)
    : QFrame(window)
    , m_list(new QListWidget(this))
    , m_help(new QWidget(this))
    , m_title(new QLabel(m_help))
    , m_text(new QLabel(m_help)) {
    setObjectName(QStringLiteral("suggestions"));
    setProperty("role", "popup");
    setAutoFillBackground(true);
    setFocusPolicy(Qt::NoFocus);
    m_list->setObjectName(QStringLiteral("suggestionList"));
    m_list->setAccessibleName(tr("Suggestions"));
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setFont(codeFont());
    m_list->setUniformItemSizes(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setTextElideMode(Qt::ElideRight);
    m_title->setObjectName(QStringLiteral("suggestionTitle"));
    m_title->setFont(codeFont());
    m_text->setObjectName(QStringLiteral("suggestionText"));
    m_text->setProperty("role", "secondary");
    for (QLabel *label : {m_title, m_text}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    }
    auto *column = new QVBoxLayout(m_help);
    column->setContentsMargins(metrics::grid, 4, metrics::grid, 4);
    column->setSpacing(4);
    column->addWidget(m_title);
    column->addWidget(m_text, 1);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(1, 1, 1, 1);
    row->setSpacing(0);
    row->addWidget(m_list);
    row->addWidget(m_help, 1);
    m_help->setFixedWidth(helpWidth);
    connect(m_list, &QListWidget::currentRowChanged, this, &Suggestions::describeCurrent);
    connect(m_list, &QListWidget::itemClicked, this, [this] { Q_EMIT accepted(current()); });
    hide();
}

void Suggestions::suggest(Kind kind, const QStringList &suggestions, const QRect &line, Describe describe) {
    m_kind = kind;
    m_describe = std::move(describe);
    m_suggestions = suggestions;
    m_line = line;
    {
        const QSignalBlocker quiet(m_list);
        m_list->clear();
        for (const QString &each : suggestions)
            m_list->addItem(rowText(kind == Kind::Names ? each.section(QLatin1Char('.'), -1) : each));
        m_list->setCurrentRow(0);
    }
    setVisible(!suggestions.isEmpty());
    if (suggestions.isEmpty()) return;
    raise();
    describeCurrent();
}

QString Suggestions::current() const {
    return m_suggestions.value(m_list->currentRow());
}

void Suggestions::moveBy(int rows) {
    const int count = m_list->count();
    if (count > 0) m_list->setCurrentRow(std::clamp(m_list->currentRow() + rows, 0, count - 1));
}

bool Suggestions::takeKey(int key) {
    switch (key) {
    case Qt::Key_Up:
        moveBy(-1);
        return true;
    case Qt::Key_Down:
        moveBy(1);
        return true;
    case Qt::Key_PageUp:
        moveBy(1 - mostRows);
        return true;
    case Qt::Key_PageDown:
        moveBy(mostRows - 1);
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Tab:
        Q_EMIT accepted(current());
        return true;
    case Qt::Key_Escape:
        hide();
        return true;
    default:
        return false;
    }
}

void Suggestions::describeCurrent() {
    const SuggestionHelp help = m_describe ? m_describe(current()) : SuggestionHelp();
    m_title->setText(help.title);
    m_text->setText(firstLines(help.text));
    m_title->setVisible(!help.title.isEmpty());
    m_help->setVisible(!help.title.isEmpty() || !help.text.isEmpty());
    setAccessibleDescription(help.title);
    place(m_line);
}

void Suggestions::place(const QRect &line) {
    const int rowHeight = std::max(m_list->sizeHintForRow(0), 1);
    const int rows = std::min(m_list->count(), mostRows);
    const QRect room = parentWidget()->rect();
    const int bar = m_list->count() > mostRows ? m_list->verticalScrollBar()->sizeHint().width() : 0;
    const int limit = m_kind == Kind::History ? std::max(widest, room.width() / 2) : widest;
    const int width = std::min({std::clamp(m_list->sizeHintForColumn(0) + 2 * metrics::grid + bar, narrowest, limit),
                                std::max(1, room.width() - 2)});
    m_list->setFixedSize(width, rows * rowHeight + 4);
    const bool hasHelp = !m_help->isHidden() && width + helpWidth + 2 <= room.width();
    m_help->setVisible(hasHelp);
    const int helpHeight = hasHelp ? m_help->layout()->heightForWidth(helpWidth) : 0;
    const int below = room.bottom() - line.bottom(), above = line.top();
    const int wanted = std::max(m_list->height(), helpHeight) + 2;
    const int height = std::min(wanted, std::max({below, above, m_list->height() + 2}));
    resize(width + (hasHelp ? helpWidth : 0) + 2, height);
    const int x = std::clamp(line.left(), 0, std::max(0, room.width() - this->width()));
    move(x, below >= height || below >= above ? line.bottom() + 1 : line.top() - height);
}

} // namespace consolepanel
} // namespace jitscope

#include "moc_suggestions.cpp"
