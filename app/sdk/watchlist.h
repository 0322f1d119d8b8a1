// SPDX-License-Identifier: GPL-3.0-or-later
// The watch expressions of the open script; any panel may add one, the Watch panel shows what they are.
#pragma once

#include <QObject>
#include <QStringList>

namespace jitscope {
inline namespace sdk {

class Document;

class WatchList : public QObject {
    Q_OBJECT
public:
    /** The one list of a document; lives as long as it does. */
    static WatchList &of(Document &document);

    const QStringList &expressions() const { return m_expressions; }
    void setExpressions(const QStringList &expressions);
    /** At the end; one that is there already is not added again. Blanks around it go, an empty one is none. */
    void add(const QString &expression);

Q_SIGNALS:
    void changed();

private:
    using QObject::QObject;

    QStringList m_expressions;
};

} // namespace sdk
} // namespace jitscope
