// SPDX-License-Identifier: GPL-3.0-or-later
// Each compilation with the cost of its first call apart from later ones, and where its kernels' code came from.
#pragma once

#include "app/models/tablemodel.h"
#include "engine/session/firstcalls.h"

#include <QWidget>

namespace jitscope {
inline namespace models {
class RecordView;
}
inline namespace compilepanel {

struct CompilationRow {
    FirstCall call;
    QString title;
    KernelOrigins origins;
};

class CompilationsPage : public QWidget {
    Q_OBJECT
public:
    explicit CompilationsPage(QWidget *parent = nullptr);

    void setRows(std::vector<CompilationRow> rows);
    void setFilter(const QString &text);
    RecordView *view() const { return m_view; }

Q_SIGNALS:
    void chosen(int compilation);

private:
    RecordView *m_view;
    TableModel<CompilationRow> m_model;
    bool m_isFilling = false;
    bool m_isSized = false;
};

} // namespace compilepanel
} // namespace jitscope
