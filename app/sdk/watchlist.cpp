// SPDX-License-Identifier: GPL-3.0-or-later
// A list of texts that hangs on the document, so that panels that do not know each other share it.
#include "app/sdk/watchlist.h"

#include "app/sdk/document.h"
#include "engine/session/session.h"

namespace jitscope {
inline namespace sdk {

WatchList &WatchList::of(Document &document) {
    auto *list = document.findChild<WatchList *>({}, Qt::FindDirectChildrenOnly);
    return list ? *list : *new WatchList(&document);
}

void WatchList::setExpressions(const QStringList &expressions) {
    if (expressions == m_expressions) return;
    m_expressions = expressions;
    Q_EMIT changed();
}

void WatchList::add(const QString &expression) {
    const QString text = expression.simplified();
    if (text.isEmpty() || m_expressions.contains(text)) return;
    m_expressions.append(text);
    Q_EMIT changed();
}

} // namespace sdk
} // namespace jitscope

#include "moc_watchlist.cpp"
