// SPDX-License-Identifier: GPL-3.0-or-later
// The small field over a name for its new one, with what is in the way of it below.
#pragma once

#include <QFrame>

class QLabel;
class QLineEdit;

namespace jitscope {
inline namespace editorpanel {

class RenameEditor : public QFrame {
    Q_OBJECT
public:
    explicit RenameEditor(QWidget *parent);

    /** Shown below the name at `place` (in coordinates of the parent). */
    void open(const QString &name, const QPoint &place);
    void refuse(const QString &reason);

Q_SIGNALS:
    void accepted(const QString &name);
    void closed();

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    QString m_name;
    QLineEdit *m_field;
    QLabel *m_reason;
};

} // namespace editorpanel
} // namespace jitscope
