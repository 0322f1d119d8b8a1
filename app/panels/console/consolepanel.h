// SPDX-License-Identifier: GPL-3.0-or-later
// What the program prints, and Python at a prompt in the same interpreter.
#pragma once

#include "app/panels/console/consolehistory.h"
#include "app/panels/console/suggestions.h"
#include "app/sdk/paneldef.h"

#include <QStringList>

namespace jitscope {
inline namespace consolepanel {

class ConsoleView;

PanelDef consolePanel();

class ConsolePanel : public Panel {
    Q_OBJECT
public:
    ConsolePanel(const PanelContext &context, QWidget *parent);

    QWidget *titleControls() override { return m_controls; }
    QString contentAsText() const override;
    bool isReady() const override;

private:
    void savePrinted();
    void onReplaced();
    void onState();
    void onEntered();
    void onInputWanted(bool isWaiting);
    void onAnswered();
    void complete();
    void onEdited();
    void suggestNames(const QString &prefix, const QStringList &names);
    void showSignature(const QString &name);
    SuggestionHelp helpOf(const QString &name) const;
    void searchHistory();
    void accept(Suggestions::Kind kind, const QString &suggestion);
    void walkHistory(int direction);
    void interrupt();
    void showPrompt(const QString &input = {});
    QString promptText() const;

    PanelContext m_context;
    ConsoleView *m_view;
    QWidget *m_controls;
    QStringList m_pending; ///< lines of a statement that is not complete yet
    ConsoleHistory m_history;
    bool m_ownInput = false;  ///< what runs was typed here
    bool m_isAsking = false;  ///< a paused program works on what was typed
    bool m_wasPaused = false; ///< what goes on is no new run
    QString m_unfinished;     ///< what was being typed when the program went on
};

} // namespace consolepanel
} // namespace jitscope
