// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/tour/tour.h"

#include "app/panels/editor/editorpanel.h"
#include "app/shell/mainwindow.h"
#include "app/shell/paneltexts.h"
#include "app/shell/start/startpage.h"
#include "app/shell/tour/tourcard.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"

#include <QAction>
#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>

namespace jitscope {
inline namespace shell {

namespace {

constexpr int lookMs = 150;
constexpr int readMs = 1100; ///< that "done" stands before the next step comes
const QString sampleFile = QStringLiteral("attention.py");

QString tourText(const char *text) {
    return QCoreApplication::translate("Tour", text);
}

} // namespace

Tour::Tour(MainWindow &window)
    : QObject(&window)
    , m_window(window)
    , m_card(new TourCard(window))
    , m_steps(steps()) {
    m_lookTimer.setInterval(lookMs);
    m_nextTimer.setSingleShot(true);
    m_nextTimer.setInterval(readMs);
    connect(&m_lookTimer, &QTimer::timeout, this, &Tour::look);
    connect(&m_nextTimer, &QTimer::timeout, this, [this] { show(m_step + 1); });
    connect(m_card, &TourCard::leaveWanted, this, &Tour::leave);
    connect(m_card, &TourCard::nextWanted, this, [this] { m_step >= stepCount() ? leave() : show(m_step + 1); });
    connect(m_card, &TourCard::helpWanted, this, [this] {
        m_helps = true;
        m_card->setBusy(true);
        look();
    });
    connect(&window.runner(), &Runner::finished, this, [this] { ++m_runsEnded; });
}

bool Tour::isOn() const {
    return !m_card->isHidden();
}

bool Tour::isIdle() const {
    return m_window.runner().state() == RunState::Idle;
}

std::vector<TourStep> Tour::steps() {
    const auto trigger = [this](const char *id) { m_window.action(QLatin1String(id))->trigger(); };
    const auto isIn = [this](const char *perspective) {
        return m_window.action(QStringLiteral("perspective-") + QLatin1String(perspective))->isChecked() &&
               m_window.startPage().isHidden();
    };
    const auto selected = [this] { return m_window.selection().current(); };
    return {
        {QT_TRANSLATE_NOOP("Tour", "Open a script"),
         QT_TRANSLATE_NOOP("Tour", "Choose **Attention, eager and compiled** on the start page (Help > Start page). It "
                                   "opens as a copy: change it as you like."),
         [this] {
             auto *editor = static_cast<EditorPanel *>(m_window.panel(QStringLiteral("editor")));
             return QFileInfo(editor->currentPath()).fileName() == sampleFile;
         },
         [this] { m_window.openSample(sampleFile); }},
        {QT_TRANSLATE_NOOP("Tour", "Run it"),
         QT_TRANSLATE_NOOP("Tour", "Press **F5**. The script runs one block eagerly, then the same block as a compiled "
                                   "graph. Its operators come into the event list and the graph as they run."),
         [this] { return isIdle() && m_runsEnded > 0 && !m_window.document().session().ops.empty(); },
         [this, trigger] {
             if (isIdle()) trigger("run");
         }},
        {QT_TRANSLATE_NOOP("Tour", "Step"),
         QT_TRANSLATE_NOOP("Tour", "Press **F10**. The program begins anew and stands still before its first operator. "
                                   "Each further F10 runs one; **Shift+F10** goes back to the one before."),
         [this] { return m_window.runner().state() == RunState::Paused; },
         [this, trigger] {
             if (isIdle()) trigger("step-op");
         }},
        {QT_TRANSLATE_NOOP("Tour", "Look at a value"),
         QT_TRANSLATE_NOOP("Tour", "Press **F5** to go on to the end. Then click an operator in the event list or in "
                                   "the graph: *Values* shows its tensor, the editor its line."),
         [this, selected] {
             if (!isIdle() || m_window.document().session().ops.empty()) return false;
             if (!std::exchange(m_knowsFirstOp, true)) m_firstOp = selected().op;
             return selected().op >= 0 && selected().op != m_firstOp;
         },
         [this, trigger, selected] {
             if (m_window.runner().state() == RunState::Paused) trigger("run");
             const auto &ops = m_window.document().session().ops;
             if (!isIdle() || ops.empty()) return;
             const auto slowest = std::max_element(ops.begin(), ops.end(), [](const OpEvent &a, const OpEvent &b) {
                 return a.durationNs < b.durationNs;
             });
             const bool isSelected = slowest->number == selected().op;
             m_window.selection().selectOp(isSelected ? ops.front().number : slowest->number);
             m_window.showPanel(QStringLiteral("values"));
         }},
        {QT_TRANSLATE_NOOP("Tour", "See what a pass did"),
         QT_TRANSLATE_NOOP("Tour", "Press **Ctrl+Alt+2** and choose a pass at the left. The graph before it and after "
                                   "it stand side by side; what was added, removed or changed is marked."),
         [isIn, selected] { return isIn("passes") && selected().compilation >= 0 && selected().pass >= 0; },
         [this, trigger, isIn] {
             if (m_window.runner().state() == RunState::Paused) trigger("run");
             if (!isIn("passes")) trigger("perspective-passes");
             if (!isIdle() || m_window.document().session().compilations.empty()) return;
             trigger("captured-graph");
             trigger("next-pass");
         }},
        {QT_TRANSLATE_NOOP("Tour", "See where time went"),
         QT_TRANSLATE_NOOP("Tour", "Press **Ctrl+Alt+3**. The timeline has lanes for the host, the compiler and the "
                                   "simulated device; *Operators* sums them up. A click leads back to the operator."),
         [isIn] { return isIn("profile"); }, [trigger] { trigger("perspective-profile"); }},
    };
}

void Tour::start() {
    m_lookTimer.start();
    show(0);
}

void Tour::leave() {
    m_lookTimer.stop();
    m_nextTimer.stop();
    m_card->hide();
}

void Tour::retranslate() {
    const TourCard fresh(m_window);
    copyTexts(fresh, *m_card);
    if (isOn()) show(m_step);
}

void Tour::show(int step) {
    m_nextTimer.stop();
    m_step = step;
    m_helps = false;
    m_runsEnded = 0;
    m_knowsFirstOp = false;
    const bool isFinal = step >= stepCount();
    m_card->setFinal(isFinal);
    m_card->setDone(false);
    if (isFinal) {
        m_lookTimer.stop();
        m_card->setTexts({stepCount(), stepCount(), tr("That was the tour"),
                          tr("One selection goes through all panels, and **F1** tells more about the one you are in. "
                             "Ctrl+Shift+P finds every command.")});
    } else {
        m_card->setTexts(
            {step + 1, stepCount(), tourText(m_steps[size_t(step)].title), tourText(m_steps[size_t(step)].text)});
    }
    m_card->show();
}

void Tour::look() {
    if (m_step >= stepCount() || m_nextTimer.isActive()) return;
    const TourStep &step = m_steps[size_t(m_step)];
    if (!step.isDone()) {
        if (m_helps) step.help();
        return;
    }
    m_card->setDone(true);
    m_nextTimer.start();
}

} // namespace shell
} // namespace jitscope

#include "moc_tour.cpp"
