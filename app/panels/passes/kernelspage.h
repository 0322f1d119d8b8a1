// SPDX-License-Identifier: GPL-3.0-or-later
// What code generation made of a graph: a table of its kernels.
#pragma once

#include "app/panels/passes/kernelrows.h"

#include <QWidget>

class QLabel;

namespace jitscope {
inline namespace models {
class RecordView;
}
} // namespace jitscope

namespace jitscope {
inline namespace passespanel {

class KernelsPage : public QWidget {
    Q_OBJECT
public:
    explicit KernelsPage(QWidget *parent = nullptr);

    void setKernels(const Session &session, const Compilation &compilation);
    /** Makes the kernel's row current without telling anyone; "" for none. */
    void showKernel(const std::string &kernel);
    RecordView *view() const { return m_view; }
    const KernelRow &row(int sourceRow) const { return m_model.row(sourceRow); }
    QString asText() const;

Q_SIGNALS:
    /** The user went to that kernel's row. */
    void kernelChosen(const QString &kernel);
    /** Its code is asked for. */
    void kernelActivated(const QString &kernel);

private:
    QLabel *m_summary;
    RecordView *m_view;
    TableModel<KernelRow> m_model;
};

} // namespace passespanel
} // namespace jitscope
