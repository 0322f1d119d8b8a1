// SPDX-License-Identifier: GPL-3.0-or-later
// Finding in the event list, in the background, so that a million operators do not hold the window up.
#include "app/panels/events/eventfindbar.h"

#include "app/models/queryedit.h"
#include "app/sdk/icons.h"
#include "app/sdk/playhead.h"
#include "app/sdk/theme.h"
#include "engine/session/session.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QToolButton>

namespace jitscope {
inline namespace eventspanel {

EventFindBar::EventFindBar(const PanelContext &context, QWidget *parent)
    : QWidget(parent)
    , m_context(context)
    , m_text(new QueryEdit(tr("find: a name, a condition or a number"), this))
    , m_message(new QLabel(this))
    , m_search(context.document, context.jobs, QStringLiteral("find events"), this) {
    m_text->setObjectName(QStringLiteral("eventFind"));
    m_text->installEventFilter(this); // Esc would clear the field first
    m_message->setObjectName(QStringLiteral("eventFindMessage"));
    m_message->setProperty("role", "hint");
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(metrics::grid, 4, metrics::grid, 4);
    row->setSpacing(4);
    row->addWidget(m_text, 1);
    row->addWidget(m_message);
    const auto add = [&](const char *icon, const QString &text, auto clicked) {
        auto *button = new QToolButton(this);
        button->setProperty("role", "flat");
        button->setIcon(themedIcon(QLatin1String(icon)));
        button->setToolTip(text);
        button->setAccessibleName(text);
        button->setFocusPolicy(Qt::TabFocus);
        connect(button, &QToolButton::clicked, this, clicked);
        row->addWidget(button);
    };
    add("up", tr("Previous match (Shift+F3)"), [this] { findNext(FindDirection::Backward); });
    add("down", tr("Next match (F3)"), [this] { findNext(FindDirection::Forward); });
    add("close", tr("Close the search"), [this] { Q_EMIT closed(); });
    connect(m_text, &QueryEdit::queryChanged, m_message, &QLabel::clear);
    hide();
}

void EventFindBar::open() {
    show();
    m_text->setFocus(Qt::ShortcutFocusReason);
    m_text->selectAll();
}

OpQuestion EventFindBar::question() const {
    return [query = questionOf(*m_text->query()), filter = questionOf(m_filter)](const Session &session) {
        return [isListed = filter(session), matches = query(session)](size_t place) {
            return isListed(place) == Verdict::Yes ? matches(place) : Verdict::No;
        };
    };
}

void EventFindBar::findNext(FindDirection direction) {
    const QString text = m_text->text().trimmed();
    if (text.isEmpty()) return;
    bool isNumber = false;
    const qint64 number = QString(text).remove(QLatin1Char('#')).toLongLong(&isNumber);
    const Session &session = m_context.document.session();
    if (isNumber) {
        m_message->setText(session.op(number) ? QString() : tr("there is no #%1").arg(number));
        m_context.playhead.goTo(number);
        return;
    }
    if (!m_text->query()) {
        m_message->setText(m_text->explanation());
        return;
    }
    const auto size = int64_t(session.ops.size());
    if (size == 0) return;
    const int64_t viewed = m_context.playhead.viewed();
    const int64_t place = viewed < 0 ? -1 : viewed - session.ops.front().number;
    const bool forward = direction == FindDirection::Forward;
    search(forward ? OpRange{place + 1, size} : OpRange{0, place < 0 ? size : place}, direction, true);
}

void EventFindBar::search(const OpRange &range, FindDirection direction, bool wraps) {
    m_message->setText(tr("searching"));
    const Direction way = direction == FindDirection::Forward ? Direction::Forward : Direction::Back;
    m_search.start(range, way, question(), [this, direction, wraps](int64_t op, int64_t) {
        if (op >= 0) {
            m_message->setText(wraps ? QString() : tr("from the other end"));
            m_context.playhead.goTo(op);
        } else if (wraps) {
            search({0, int64_t(m_context.document.session().ops.size())}, direction, false);
        } else {
            m_message->setText(tr("no operator matches"));
        }
    });
}

bool EventFindBar::eventFilter(QObject *watched, QEvent *event) {
    if (event->type() != QEvent::KeyPress) return QWidget::eventFilter(watched, event);
    const auto *key = static_cast<QKeyEvent *>(event);
    if (key->key() == Qt::Key_Escape)
        Q_EMIT closed();
    else if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter)
        findNext(key->modifiers() & Qt::ShiftModifier ? FindDirection::Backward : FindDirection::Forward);
    else
        return QWidget::eventFilter(watched, event);
    return true;
}

} // namespace eventspanel
} // namespace jitscope

#include "moc_eventfindbar.cpp"
