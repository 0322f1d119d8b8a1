// SPDX-License-Identifier: GPL-3.0-or-later
// Saves a tensor as .npy in the background, with how far it is and a way to stop it.
#pragma once

#include "app/sdk/jobs.h"
#include "engine/tensor/tensor.h"

#include <QTimer>
#include <QWidget>

class QLabel;
class QProgressBar;

namespace jitscope {
inline namespace valuespanel {

class ValueSaver : public QWidget {
    Q_OBJECT
public:
    /** Hidden while nothing is saved. */
    explicit ValueSaver(Jobs &jobs, QWidget *parent = nullptr);
    void save(const Tensor &tensor, const QString &path);

Q_SIGNALS:
    /** How it ended, as a sentence. */
    void ended(const QString &sentence);

private:
    void cancel();

    Jobs &m_jobs;
    std::shared_ptr<std::atomic<int>> m_percent = std::make_shared<std::atomic<int>>(0);
    QTimer m_timer;
    QLabel *m_label;
    QProgressBar *m_bar;
};

} // namespace valuespanel
} // namespace jitscope
