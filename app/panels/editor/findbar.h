// SPDX-License-Identifier: GPL-3.0-or-later
// The search line under the editor.
#pragma once

#include "app/sdk/paneldef.h"

#include <QWidget>

class QLabel;

namespace jitscope {

class FilterEdit;

class FindBar : public QWidget {
    Q_OBJECT
public:
    explicit FindBar(QWidget *parent = nullptr);

    /** Shows it with `text` (if any) to search for. */
    void open(const QString &text);
    QString text() const;
    /** Says whether the last search found something. */
    void setFound(bool found);

Q_SIGNALS:
    /** The text changed, or the next or previous match is wanted. `fromStart` begins at the present match. */
    void searchWanted(jitscope::FindDirection direction, bool fromStart);
    void closed();

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    FilterEdit *m_text;
    QLabel *m_message;
};

} // namespace jitscope
