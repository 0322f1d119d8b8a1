// SPDX-License-Identifier: GPL-3.0-or-later
// A field for a query over operators (engine/inspect/query.h), with completion and a mark of what cannot be understood.
#pragma once

#include "app/sdk/widgets/filteredit.h"
#include "engine/inspect/query.h"

class QCompleter;
class QStringListModel;

namespace jitscope {
inline namespace models {

class QueryEdit : public FilterEdit {
    Q_OBJECT
public:
    explicit QueryEdit(const QString &placeholder, QWidget *parent = nullptr);

    /** What stands in the field, or what is wrong with it. */
    const Result<Query> &query() const { return m_query; }
    /** The query in words, or the error; "" for an empty one. */
    QString explanation() const;

Q_SIGNALS:
    /** query() is another one, or another error. */
    void queryChanged();

private:
    void parse();
    void complete(const QString &text);

    Result<Query> m_query = Query();
    QStringListModel *m_words;
    QCompleter *m_completer;
};

} // namespace models
} // namespace jitscope
