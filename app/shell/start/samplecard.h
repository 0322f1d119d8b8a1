// SPDX-License-Identifier: GPL-3.0-or-later
// A sample on the start page: its picture, its name, a sentence.
#pragma once

#include "app/guide/samples.h"

#include <QAbstractButton>
#include <QPixmap>

namespace jitscope {
inline namespace shell {

class SampleCard : public QAbstractButton {
    Q_OBJECT
public:
    explicit SampleCard(const Sample &sample, QWidget *parent = nullptr);

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;
    void enterEvent(QEnterEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    int pictureHeight(int width) const;
    QRect sentenceRect(int width) const;

    Sample m_sample;
    QPixmap m_scaled; ///< of the width and theme that were painted last
};

} // namespace shell
} // namespace jitscope
