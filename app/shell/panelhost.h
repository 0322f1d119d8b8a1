// SPDX-License-Identifier: GPL-3.0-or-later
// A session with single panels outside of any window: for pictures and tests.
#pragma once

#include "app/sdk/document.h"
#include "app/sdk/healthcache.h"
#include "app/sdk/jobs.h"
#include "app/sdk/paneldef.h"
#include "app/sdk/playhead.h"
#include "app/sdk/selection.h"
#include "app/shell/nullrunner.h"
#include "engine/session/session.h"

#include <memory>

namespace jitscope {
inline namespace shell {

/** Needs setUpApplication() before. Panels must be gone before their host. */
class PanelHost {
public:
    explicit PanelHost(Session session = {}, const QString &path = {});

    Document &document() { return m_document; }
    Selection &selection() { return m_selection; }
    Runner &runner() { return m_runner; }
    Playhead &playhead() { return m_playhead; }
    /** Null for an unknown id. Its title controls, if any, are not shown. */
    std::unique_ptr<Panel> panel(const QString &id);
    /** Whether `panel` has painted all that was asked for and no job runs. */
    bool isReady(const Panel &panel) const { return m_jobs.running() == 0 && panel.isReady(); }

private:
    Document m_document;
    Selection m_selection;
    Jobs m_jobs;
    NullRunner m_runner;
    Playhead m_playhead;
    HealthCache m_health;
};

} // namespace shell
} // namespace jitscope
