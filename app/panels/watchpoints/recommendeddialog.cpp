// SPDX-License-Identifier: GPL-3.0-or-later
// A list with check marks; all are chosen at first.
#include "app/panels/watchpoints/recommendeddialog.h"

#include "app/panels/watchpoints/watchpointform.h"
#include "app/sdk/theme.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

namespace jitscope {
inline namespace watchpointspanel {

namespace {
constexpr int listWidth = 560;
} // namespace

RecommendedDialog::RecommendedDialog(std::vector<RecommendedWatchpoint> offered, QWidget *parent)
    : QDialog(parent)
    , m_offered(std::move(offered))
    , m_list(new QListWidget) {
    setWindowTitle(tr("Recommended watchpoints"));
    setObjectName(QStringLiteral("recommendedWatchpoints"));
    m_list->setAccessibleName(windowTitle());
    m_list->setMinimumWidth(listWidth);
    m_list->setWordWrap(true);
    m_list->setSpacing(metrics::grid / 2);
    for (const RecommendedWatchpoint &each : m_offered) {
        const WatchRule *rule = watchRule(each.watchpoint.rule);
        const QString title = rule == nullptr ? QString::fromStdString(each.watchpoint.rule) : titleOf(*rule);
        auto *item = new QListWidgetItem(title + QStringLiteral(" · ") + thresholdsText(each.watchpoint) +
                                         QLatin1Char('\n') + QString::fromStdString(each.reason));
        item->setCheckState(Qt::Checked);
        m_list->addItem(item);
    }
    auto *buttons = new QDialogButtonBox;
    QPushButton *add = buttons->addButton(tr("Add the checked ones"), QDialogButtonBox::AcceptRole);
    add->setObjectName(QStringLiteral("takeRecommended"));
    add->setDefault(true);
    buttons->addButton(tr("Cancel"), QDialogButtonBox::RejectRole);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        std::vector<Watchpoint> chosen;
        for (int i = 0; i < m_list->count(); ++i)
            if (m_list->item(i)->checkState() == Qt::Checked) chosen.push_back(m_offered[size_t(i)].watchpoint);
        Q_EMIT taken(chosen);
        accept();
    });
    auto *column = new QVBoxLayout(this);
    column->setSpacing(metrics::grid);
    auto *hint = new QLabel(tr("For what was recorded these are worth watching. Space checks and unchecks."));
    hint->setProperty("role", QStringLiteral("secondary"));
    column->addWidget(hint);
    column->addWidget(m_list);
    column->addWidget(buttons);
}

} // namespace watchpointspanel
} // namespace jitscope

#include "moc_recommendeddialog.cpp"
