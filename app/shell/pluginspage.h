// SPDX-License-Identifier: GPL-3.0-or-later
// Settings > Plugins: every plugin that was found, with a switch, what it brings, where it is and what went wrong.
#pragma once

#include <QStringList>
#include <QWidget>

#include <functional>

class QLabel;
class QListWidget;
class QTreeWidget;
class QTreeWidgetItem;

namespace jitscope {
inline namespace extension {
struct PluginStatus;
}
} // namespace jitscope

namespace jitscope {
inline namespace shell {

class PluginsPage : public QWidget {
    Q_OBJECT
public:
    /** `isPanelOpen` tells whether the window knows a panel: those of plugins that are switched on later come with the
        next start. */
    PluginsPage(const QStringList &folders, std::function<bool(const QString &panel)> isPanelOpen, QWidget *parent);

    /** The user's folders, as they are listed now. */
    QStringList folders() const;

Q_SIGNALS:
    /** A plugin was switched on or off. */
    void switched();

private:
    void fill();
    void addRow(const PluginStatus &status);
    void onChanged(QTreeWidgetItem *row, int column);
    void showDetails();
    void addFolder();
    QString stateOf(const PluginStatus &status) const;

    std::function<bool(const QString &)> m_isPanelOpen;
    QTreeWidget *m_plugins;
    QLabel *m_details;
    QListWidget *m_folders;
    bool m_isFilling = false;
};

/** "1 pass, 2 importers: ...": what a plugin brings, by its manifest; "" when it is not known. */
QString broughtBy(const PluginStatus &status);

} // namespace shell
} // namespace jitscope
