// SPDX-License-Identifier: GPL-3.0-or-later
// The window's actions and menus: commands by their records, and the menus that are lists of other things.
#include "app/shell/mainwindow.h"

#include "app/sdk/icons.h"
#include "app/shell/application.h"
#include "app/shell/builtins.h"
#include "app/shell/commands.h"
#include "app/shell/desk.h"
#include "app/shell/keymap.h"
#include "app/shell/layoutmenu.h"
#include "app/shell/mnemonics.h"
#include "app/shell/panelsubjects.h"
#include "app/shell/perspectives.h"
#include "app/shell/preferences.h"
#include "app/shell/runchoicemenu.h"
#include "app/shell/runchoices.h"
#include "engine/session/records.h"

#include <QActionGroup>
#include <QCoreApplication>
#include <QFileInfo>
#include <QMenuBar>

namespace jitscope {
inline namespace shell {

namespace {

QString commandText(const char *text) {
    return QCoreApplication::translate("Commands", text);
}

QString perspectiveText(const QString &text) {
    return QCoreApplication::translate("Perspectives", text.toUtf8().constData());
}

/** In menus an ampersand marks a key. */
QString plain(QString text) {
    return text.replace(QLatin1Char('&'), QStringLiteral("&&"));
}

QString toolTipOf(const QString &summary, const QAction &action) {
    const QString keys = action.shortcut().toString(QKeySequence::NativeText);
    return keys.isEmpty() ? summary : QString(summary + QStringLiteral(" (") + keys + QLatin1Char(')'));
}

QMenu *subMenu(QMenu &into, const QString &title, const QString &english) {
    QMenu *menu = into.addMenu(title);
    menu->setObjectName(QStringLiteral("menu-") + english.toLower().replace(QLatin1Char(' '), QLatin1Char('-')));
    menu->setToolTipsVisible(true);
    setEnglish(*menu->menuAction(), english);
    return menu;
}

} // namespace

void MainWindow::makeActions() {
    m_commands = commandsOf(*this);
    for (const Command &command : std::as_const(m_commands)) {
        auto *action = new QAction(this);
        action->setObjectName(command.id);
        action->setShortcuts(command.keys);
        if (*command.icon != '\0') action->setIcon(themedIcon(QLatin1String(command.icon)));
        action->setProperty("iconName", QLatin1String(command.icon));
        action->setCheckable(command.isCheckable);
        connect(action, &QAction::triggered, this, command.run);
        addAction(action);
        m_actions.insert(command.id, action);
    }
    int number = 0;
    for (const Perspective &perspective : perspectives()) {
        auto *action = new QAction(m_perspectiveActions);
        action->setObjectName(QStringLiteral("perspective-") + perspective.id);
        action->setCheckable(true);
        action->setShortcut(QKeySequence(QStringLiteral("Ctrl+Alt+%1").arg(++number)));
        connect(action, &QAction::triggered, this, [this, id = perspective.id] {
            leaveStartPage();
            m_desk->setPerspective(id);
        });
        addAction(action);
        m_actions.insert(action->objectName(), action);
    }
    connect(m_desk, &Desk::perspectiveChanged, this,
            [this](const QString &id) { m_actions.value(QStringLiteral("perspective-") + id)->setChecked(true); });
    for (QAction *action : actions()) {
        adoptKeys(*action);
        if (m_options.memory == WindowOptions::Memory::Keep) restoreKeys(*action);
    }
    setActionTexts();
}

void MainWindow::setActionTexts() {
    const auto name = [](QAction &action, const QString &text, const QString &english, const QString &summary) {
        action.setText(text);
        setEnglish(action, english);
        action.setIconText(plainText(text));
        action.setToolTip(toolTipOf(summary, action));
        action.setStatusTip(summary);
        action.setWhatsThis(summary);
    };
    for (const Command &command : std::as_const(m_commands))
        name(*m_actions.value(command.id), commandText(command.text), QLatin1String(command.text),
             commandText(command.summary));
    for (const Perspective &perspective : perspectives())
        name(*m_actions.value(QStringLiteral("perspective-") + perspective.id), perspectiveText(perspective.title),
             perspective.title, perspectiveText(perspective.summary));
    const std::pair<const char *, QString> shortTexts[] = {{"step-op", tr("Op")},     {"step-back", tr("Op")},
                                                           {"step-line", tr("Line")}, {"step-into", tr("Into")},
                                                           {"step-out", tr("Out")},   {"next-nan", tr("NaN")}};
    for (const auto &[id, text] : shortTexts)
        m_actions.value(QLatin1String(id))->setIconText(text);
}

void MainWindow::makeMenus() {
    QHash<QString, QMenu *> menus;
    for (const MenuDef &def : menuDefs()) {
        const QString title = QLatin1String(def.title), text = commandText(def.title);
        QMenu *menu = nullptr;
        if (*def.parent == '\0') {
            menu = menuBar()->addMenu(text);
            menu->setObjectName(QStringLiteral("menu-") + title.toLower());
            menu->setToolTipsVisible(true);
            setEnglish(*menu->menuAction(), title);
        } else {
            QMenu &parent = *menus.value(QLatin1String(def.parent));
            if (def.beginsGroup) parent.addSeparator();
            menu = subMenu(parent, text, title);
        }
        menus.insert(title, menu);
        addMenuLists(title, *menu);
        addCommands(def.title, *menu);
        if (title == QStringLiteral("Layouts")) addLayoutList(*menu, *m_desk);
    }
    addRecentFiles(*menus.value(QStringLiteral("File")));
    makeRunMenus(*menus.value(QStringLiteral("Run")));
    for (QMenu *menu : menuBar()->findChildren<QMenu *>())
        keepMnemonics(*menu);
    giveMnemonics(menuBar()->actions());
}

void MainWindow::addCommands(const char *menu, QMenu &into) {
    for (const Command &command : std::as_const(m_commands)) {
        if (qstrcmp(command.menu, menu) != 0) continue;
        if (command.beginsGroup) into.addSeparator();
        into.addAction(m_actions.value(command.id));
    }
}

/** Menus that are lists of other things than commands. */
void MainWindow::addMenuLists(const QString &menu, QMenu &into) {
    if (menu == QStringLiteral("Perspectives")) {
        into.addActions(m_perspectiveActions->actions());
        into.addSeparator();
    } else if (menu == QStringLiteral("Panels")) {
        addPanels(into);
    } else if (menu == QStringLiteral("Theme")) {
        addChoices(into, themeChoices(), &Preferences::theme);
    } else if (menu == QStringLiteral("Language")) {
        addChoices(into, languageChoices(), &Preferences::language);
    }
}

void MainWindow::addPanels(QMenu &into) {
    QHash<QString, QAction *> toggles;
    for (QAction *toggle : m_desk->viewActions())
        toggles.insert(toggle->objectName(), toggle);
    for (const PanelSubject &subject : panelSubjects()) {
        QMenu *menu = nullptr;
        for (const PanelDef &def : allPanels()) {
            QAction *toggle = toggles.value(def.id);
            if (!toggle || &subjectOf(def.id) != &subject) continue;
            if (!menu)
                menu = subMenu(into, QCoreApplication::translate("PanelSubjects", subject.title),
                               QLatin1String(subject.title));
            setEnglish(*toggle, def.title);
            menu->addAction(toggle);
        }
    }
}

/** The values of one preference, of which one is in force. */
void MainWindow::addChoices(QMenu &into, const QList<PreferenceChoice> &choices, QString Preferences::*field) {
    auto *group = new QActionGroup(&into);
    for (const PreferenceChoice &choice : choices) {
        QAction *action = group->addAction(choice.text);
        action->setCheckable(true);
        connect(action, &QAction::triggered, this, [field, value = choice.value] {
            changePreferences([&](Preferences &preferences) { preferences.*field = value; });
        });
    }
    into.addActions(group->actions());
    connect(&into, &QMenu::aboutToShow, group, [group, choices, field] {
        for (int i = 0; i < choices.size(); ++i)
            group->actions()[i]->setChecked(preferencesInForce().*field == choices[i].value);
    });
}

void MainWindow::addRecentFiles(QMenu &into) {
    auto *recent = new QMenu(tr("Open recent"), &into);
    recent->setObjectName(QStringLiteral("menu-recent"));
    setEnglish(*recent->menuAction(), QStringLiteral("Recent"));
    connect(recent, &QMenu::aboutToShow, this, [this, recent] { fillRecentMenu(*recent); });
    into.insertMenu(m_actions.value(QStringLiteral("save")), recent);
}

void MainWindow::fillRecentMenu(QMenu &menu) {
    menu.clear();
    int number = 0;
    for (const QString &path : recentFiles()) {
        QAction *action = menu.addAction(plain(QFileInfo(path).fileName()), this, [this, path] { openPath(path); });
        // The letters of files are numbers, from 1; the tenth is 0.
        setEnglish(*action, QString::number(++number % 10));
        action->setToolTip(path);
        action->setStatusTip(path);
        action->setEnabled(QFileInfo::exists(path));
    }
    menu.addSeparator();
    QAction *clear = menu.addAction(tr("Clear this list"), this, [] { clearRecentFiles(); });
    setEnglish(*clear, QStringLiteral("Clear this list"));
    clear->setEnabled(!recentFiles().isEmpty());
}

/** What one can force for the next runs, and what is recorded of them. */
void MainWindow::makeRunMenus(QMenu &into) {
    into.addSeparator();
    makeChoiceMenus(into);
    makeRecordMenu(into);
}

void MainWindow::makeChoiceMenus(QMenu &into) {
    for (const RunChoice &choice : runChoices()) {
        auto *menu = new RunChoiceMenu(choice, *m_runner, &into);
        setEnglish(*menu->menuAction(), QLatin1String(choice.title));
        into.addMenu(menu);
    }
}

void MainWindow::makeRecordMenu(QMenu &into) {
    struct Level {
        RecordLevel level;
        const char *text, *summary;
    };
    static constexpr Level levels[] = {
        {RecordLevel::None, QT_TR_NOOP("Nothing"), QT_TR_NOOP("Run at full speed and record nothing")},
        {RecordLevel::Ops, QT_TR_NOOP("Operators"), QT_TR_NOOP("Record every operator with its time and shapes")},
        {RecordLevel::Values, QT_TR_NOOP("Operators and values"), QT_TR_NOOP("Also keep the values of all tensors")},
    };
    QMenu *menu = subMenu(into, tr("Record"), QStringLiteral("Record"));
    auto *group = new QActionGroup(menu);
    for (const Level &each : levels) {
        QAction *action = group->addAction(tr(each.text));
        setEnglish(*action, QLatin1String(each.text));
        action->setCheckable(true);
        action->setToolTip(tr(each.summary));
        action->setStatusTip(tr(each.summary));
        const auto show = [this, action, level = each.level] {
            action->setChecked(m_runner->options().record == level);
        };
        connect(m_runner.get(), &Runner::optionsChanged, action, show);
        connect(action, &QAction::triggered, this, [this, level = each.level] {
            RunOptions changed = m_runner->options();
            changed.record = level;
            m_runner->setOptions(changed);
            Preferences kept = loadPreferences(); // whoever measures would choose it again at each start
            kept.record = level;
            savePreferences(kept);
        });
        show();
    }
    menu->addActions(group->actions());
}

} // namespace shell
} // namespace jitscope
