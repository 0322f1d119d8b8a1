// SPDX-License-Identifier: Apache-2.0
// Panels over a document of their own, without the window around them.
#pragma once

#include "app/sdk/document.h"
#include "app/sdk/healthcache.h"
#include "app/sdk/jobs.h"
#include "app/sdk/paneldef.h"
#include "app/sdk/playhead.h"
#include "app/sdk/selection.h"
#include "app/sdk/tracefocus.h"
#include "engine/session/session.h"
#include "tests/support/fakerunner.h"

#include <QStringList>
#include <QVBoxLayout>
#include <QtTest>
#include <memory>
#include <vector>

namespace jitscope::testing {

class PanelStage {
public:
    PanelStage()
        : selection(document)
        , playhead(document, selection, runner)
        , health(document, jobs)
        , context{document,
                  selection,
                  jobs,
                  runner,
                  playhead,
                  health,
                  [this](PanelId panel) { shown.append(panel.text()); },
                  [this](const QString &message) { said.append(message); }} {}

    /** A panel in a window with its title controls above it. */
    Panel &add(const PanelDef &def, QSize size) {
        auto frame = std::make_unique<QWidget>();
        auto *column = new QVBoxLayout(frame.get());
        column->setContentsMargins(0, 0, 0, 0);
        Panel *panel = def.create(context, frame.get());
        if (QWidget *controls = panel->titleControls()) column->addWidget(controls);
        column->addWidget(panel, 1);
        frame->resize(size);
        frame->show();
        m_frames.push_back(std::move(frame));
        m_panels.push_back(panel);
        return *panel;
    }
    void open(Trace trace) {
        Session session;
        session.trace = std::move(trace);
        document.replace(std::move(session));
    }
    /** Waits until every panel is done with what it was asked for. */
    bool settle() {
        return QTest::qWaitFor([this] {
            for (const Panel *panel : m_panels)
                if (!panel->isReady()) return false;
            return jobs.running() == 0;
        });
    }

    Document document;
    Selection selection;
    Jobs jobs;
    FakeRunner runner;
    Playhead playhead;
    HealthCache health;
    PanelContext context;
    QStringList shown, said;

private:
    std::vector<std::unique_ptr<QWidget>> m_frames;
    std::vector<Panel *> m_panels;
};

} // namespace jitscope::testing
