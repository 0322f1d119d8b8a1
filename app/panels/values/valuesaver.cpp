// SPDX-License-Identifier: GPL-3.0-or-later
// The job counts per cent; a timer looks at them.
#include "app/panels/values/valuesaver.h"

#include "app/sdk/theme.h"
#include "engine/tensor/npyfile.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QToolButton>

namespace jitscope {
inline namespace valuespanel {

namespace {
constexpr int lookMs = 100;
const QString tag = QStringLiteral("values.save");
} // namespace

ValueSaver::ValueSaver(Jobs &jobs, QWidget *parent)
    : QWidget(parent)
    , m_jobs(jobs)
    , m_label(new QLabel)
    , m_bar(new QProgressBar) {
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_label);
    m_bar->setRange(0, 100);
    m_bar->setTextVisible(false);
    row->addWidget(m_bar, 1);
    auto *stop = new QToolButton;
    stop->setObjectName(QStringLiteral("cancelSave"));
    stop->setText(tr("Cancel"));
    stop->setProperty("role", QStringLiteral("flat"));
    connect(stop, &QToolButton::clicked, this, &ValueSaver::cancel);
    row->addWidget(stop);
    m_timer.setInterval(lookMs);
    connect(&m_timer, &QTimer::timeout, this, [this] { m_bar->setValue(*m_percent); });
    hide();
}

void ValueSaver::save(const Tensor &tensor, const QString &path) {
    m_percent = std::make_shared<std::atomic<int>>(0);
    m_label->setText(tr("Saving %1").arg(QFileInfo(path).fileName()));
    m_bar->setValue(0);
    m_timer.start();
    show();
    m_jobs.run(
        tag, m_label->text(), this,
        [tensor, file = path.toStdString(), percent = m_percent](const CancelFlag &cancelled) {
            return writeNpy(file, tensor, [&](double share) {
                *percent = int(share * 100);
                return !*cancelled;
            });
        },
        [this, path](const Result<void> &result) {
            m_timer.stop();
            hide();
            Q_EMIT ended(result ? tr("Saved %1").arg(path) : QString::fromStdString(result.error().message));
        });
}

void ValueSaver::cancel() {
    m_jobs.cancel(tag);
    m_timer.stop();
    hide();
    Q_EMIT ended(tr("Saving was cancelled; nothing was written."));
}

} // namespace valuespanel
} // namespace jitscope

#include "moc_valuesaver.cpp"
