// SPDX-License-Identifier: GPL-3.0-or-later
// What the palette finds: all that stands in a menu, panels, settings, plugins, recent files, symbols of the scripts.
#include "app/shell/mainwindow.h"

#include "app/panels/editor/editorpanel.h"
#include "app/sdk/pluginswitches.h"
#include "app/shell/builtins.h"
#include "app/shell/commands.h"
#include "app/shell/finder.h"
#include "app/shell/preferences.h"
#include "app/shell/settingsdialog.h"
#include "app/shell/synonyms.h"
#include "engine/extension/pluginloader.h"

#include <QFileInfo>
#include <QMenuBar>
#include <QRegularExpression>

#include <array>

namespace jitscope {
inline namespace shell {

namespace {

/** The best of each rank, in the order in which they were offered. */
class Ranked {
public:
    explicit Ranked(QString query)
        : m_query(std::move(query)) {}

    void offer(FinderItem item, const QString &words) {
        const int rank = matchRank(m_query, item.title, item.kind + QLatin1Char(' ') + item.detail, words);
        if (rank >= 0) m_byRank[size_t(rank)].append(std::move(item));
    }
    QList<FinderItem> take(int limit) const {
        QList<FinderItem> all;
        for (const QList<FinderItem> &items : m_byRank)
            all += items;
        return all.mid(0, limit);
    }

private:
    QString m_query;
    std::array<QList<FinderItem>, matchRanks> m_byRank;
};

QString keyOf(const QAction &action) {
    const QString key = action.shortcut().toString(QKeySequence::NativeText);
    return key.isEmpty() ? action.text().section(QLatin1Char('\t'), 1) : key;
}

void offerAction(Ranked &items, const QString &kind, QAction &action) {
    if (!action.isEnabled() || action.isSeparator() || action.text().isEmpty()) return;
    items.offer({kind, plainText(action.text()), action.statusTip(), keyOf(action), [&action] { action.trigger(); }},
                synonymsOf(action.objectName()));
}

/** The entries of a menu and of those in it, but for the lists that are offered by their own kind. */
void offerMenu(Ranked &items, const QString &kind, const QMenu &menu) {
    static const QStringList others = {QStringLiteral("menu-panels"), QStringLiteral("menu-recent")};
    if (others.contains(menu.objectName())) return;
    for (QAction *action : menu.actions()) {
        if (const QMenu *inner = action->menu()) {
            offerMenu(items, plainText(action->text()), *inner);
        } else {
            offerAction(items, kind, *action);
        }
    }
}

struct Symbol {
    QString name, line;
    int number = 0;
};

QList<Symbol> symbolsOf(const QString &script) {
    static const QRegularExpression definition(QStringLiteral("^\\s*(?:async\\s+def|def|class)\\s+(\\w+)"));
    QList<Symbol> symbols;
    int number = 0;
    for (const QString &line : script.split(QLatin1Char('\n'))) {
        ++number;
        if (const auto match = definition.match(line); match.hasMatch())
            symbols.append({match.captured(1), line.trimmed(), number});
    }
    return symbols;
}

} // namespace

void MainWindow::openPalette() {
    m_finder->open(tr("Type a command, panel, setting, file or symbol"), [this](const QString &query, int limit) {
        Ranked items(query);
        for (QAction *top : menuBar()->actions())
            if (top->menu()) offerMenu(items, plainText(top->text()), *top->menu());
        for (const Panel *panel : findChildren<Panel *>()) // those in view have commands of their own
            if (panel->isVisible())
                for (QAction *action : panel->actions())
                    offerAction(items, panel->accessibleName(), *action);
        for (const PanelDef &def : allPanels())
            items.offer({tr("panel"), titleOf(def), summaryOf(def), {}, [this, id = def.id] { showPanel(id); }},
                        synonymsOf(def.id) + QLatin1Char(' ') + def.title);
        const auto settings = [this](SettingsPage page) { return [this, page] { showSettings(*this, page); }; };
        for (const QString &title : settingTitles())
            items.offer({tr("setting"), title, {}, {}, settings(SettingsPage::General)},
                        synonymsOf(QStringLiteral("settings")));
        for (const PluginStatus &status : pluginStatuses())
            items.offer({tr("plugin"), pluginName(QString::fromStdString(status.path)),
                         QString::fromStdString(status.manifest.summary), status.loaded ? QString() : tr("off"),
                         settings(SettingsPage::Plugins)},
                        synonymsOf(QStringLiteral("plugins")));
        if (!query.isEmpty()) {
            for (const Symbol &symbol : symbolsOf(editor().currentText()))
                items.offer({tr("symbol"), symbol.name, symbol.line, QString::number(symbol.number),
                             [this, line = symbol.number] {
                                 showPanel(QStringLiteral("editor"));
                                 editor().goToLine(line);
                             }},
                            {});
        }
        for (const QString &path : recentFiles())
            if (QFileInfo::exists(path))
                items.offer({tr("recent file"), QFileInfo(path).fileName(), path, {}, [this, path] { openPath(path); }},
                            {});
        return items.take(limit);
    });
}

} // namespace shell
} // namespace jitscope
