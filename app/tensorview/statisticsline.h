// SPDX-License-Identifier: GPL-3.0-or-later
// Least, mean, largest and deviation of a tensor in a line, with its health as a bar below.
#pragma once

#include "engine/inspect/tensorhealth.h"

#include <QWidget>

class QLabel;

namespace jitscope {
inline namespace tensorview {

class StatisticsLine : public QWidget {
    Q_OBJECT
public:
    explicit StatisticsLine(QWidget *parent = nullptr);
    /** Of a tensor of that dtype: those of complex numbers are of their magnitudes, which is said. */
    void setStatistics(const TensorStatistics &statistics, DType dtype);
    /** While they are not known. */
    void setText(const QString &text);
    QString text() const;

protected:
    void changeEvent(QEvent *event) override;

private:
    class Bar;
    void colour();

    TensorStatistics m_statistics;
    QLabel *m_label;
    Bar *m_bar;
};

TensorHealth healthOf(const TensorStatistics &statistics);

} // namespace tensorview
} // namespace jitscope
