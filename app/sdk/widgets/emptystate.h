// SPDX-License-Identifier: GPL-3.0-or-later
// What a panel shows while it has nothing: a picture, what is missing, and what to do about it.
#pragma once

#include <QWidget>

class QLabel;

namespace jitscope {
inline namespace sdk {

class EmptyState : public QWidget {
    Q_OBJECT
public:
    /** `icon` as in themedIcon(); `sentence` says what is missing ("No graph yet"), `advice` what to do next. */
    EmptyState(const QString &icon, const QString &sentence, const QString &advice, QWidget *parent = nullptr);
    void setTexts(const QString &sentence, const QString &advice);

protected:
    void changeEvent(QEvent *event) override;

private:
    void updateIcon();

    QString m_iconName;
    QLabel *m_icon, *m_sentence, *m_advice;
};

} // namespace sdk
} // namespace jitscope
