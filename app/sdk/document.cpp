// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sdk/document.h"

namespace jitscope {

Document::Document(QObject *parent)
    : QObject(parent) {}

void Document::replace(Session session, const QString &path) {
    m_session = std::move(session);
    m_path = path;
    m_modified = false;
    Q_EMIT replaced();
    Q_EMIT pathChanged();
}

void Document::append(Session &&part) {
    if (part.empty()) return;
    m_session.append(std::move(part));
    const bool wasModified = std::exchange(m_modified, true);
    Q_EMIT appended();
    if (!wasModified) Q_EMIT pathChanged();
}

void Document::setSaved(const QString &path) {
    m_path = path;
    m_modified = false;
    Q_EMIT pathChanged();
}

} // namespace jitscope
