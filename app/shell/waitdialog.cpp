// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/waitdialog.h"

#include "app/sdk/theme.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

namespace jitscope {
inline namespace shell {

namespace {

constexpr int lookMs = 100;
constexpr int parts = 1000;
constexpr int textWidth = 420;

} // namespace

WaitDialog::WaitDialog(const QString &text, std::function<bool()> isDone, std::function<std::optional<double>()> share,
                       QWidget *parent)
    : QDialog(parent)
    , m_isDone(std::move(isDone))
    , m_share(std::move(share))
    , m_bar(new QProgressBar(this)) {
    setObjectName(QStringLiteral("waitBeforeClosing"));
    setWindowTitle(tr("Quit"));
    auto *label = new QLabel(text, this);
    label->setWordWrap(true);
    label->setMinimumWidth(textWidth);
    m_bar->setAccessibleName(text);
    m_bar->setTextVisible(false); // no room for it in a bar of that height
    m_bar->setRange(0, 0);
    auto *buttons = new QDialogButtonBox(this);
    QPushButton *without = buttons->addButton(tr("Quit without keeping"), QDialogButtonBox::DestructiveRole);
    QPushButton *stay = buttons->addButton(tr("Do not quit"), QDialogButtonBox::RejectRole);
    without->setAutoDefault(false);
    stay->setDefault(true);
    connect(without, &QPushButton::clicked, this, [this] { done(Without); });
    connect(stay, &QPushButton::clicked, this, &QDialog::reject);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(14, 14, 14, 14);
    column->setSpacing(metrics::grid);
    column->addWidget(label);
    column->addWidget(m_bar);
    column->addWidget(buttons);
    m_timer.setInterval(lookMs);
    connect(&m_timer, &QTimer::timeout, this, &WaitDialog::look);
    m_timer.start();
}

void WaitDialog::look() {
    if (m_isDone()) {
        accept();
        return;
    }
    const std::optional<double> share = m_share();
    m_bar->setRange(0, share ? parts : 0);
    if (share) m_bar->setValue(int(*share * parts));
}

} // namespace shell
} // namespace jitscope

#include "moc_waitdialog.cpp"
