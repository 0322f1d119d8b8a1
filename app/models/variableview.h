// SPDX-License-Identifier: GPL-3.0-or-later
// The view of names and values: health bars, editing in place, tensors opened, values copied.
#pragma once

#include <QTreeView>

class QMenu;

namespace jitscope {
inline namespace sdk {
class HealthCache;
}
} // namespace jitscope

namespace jitscope {
inline namespace models {

class VariableModel;

class VariableView : public QTreeView {
    Q_OBJECT
public:
    VariableView(HealthCache &health, QWidget *parent = nullptr);

    VariableModel &variables() const { return *m_model; }
    /** Its name in a frame, "" for a group. */
    QString currentName() const;
    /** Begins editing the current row: its value, or with `column` another cell. */
    void editCurrent(int column);
    QString allAsText() const;

Q_SIGNALS:
    void tensorWanted(qlonglong tensor);
    /** The current value is wanted as Python on the clipboard. */
    void pythonWanted(const QModelIndex &index);
    void watchWanted(const QString &name);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    bool openTensor(const QModelIndex &index);
    void fillMenu(QMenu &menu, const QModelIndex &index);
    void copyValue() const;

    VariableModel *m_model;
};

} // namespace models
} // namespace jitscope
