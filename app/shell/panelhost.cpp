// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/panelhost.h"

#include "app/shell/builtins.h"
#include "engine/session/session.h"

namespace jitscope {
inline namespace shell {

PanelHost::PanelHost(Session session, const QString &path)
    : m_selection(m_document)
    , m_playhead(m_document, m_selection, m_runner)
    , m_health(m_document, m_jobs) {
    m_document.replace(std::move(session), path);
}

std::unique_ptr<Panel> PanelHost::panel(const QString &id) {
    const PanelContext context{m_document, m_selection, m_jobs,         m_runner,
                               m_playhead, m_health,    [](PanelId) {}, [](const QString &) {}};
    std::unique_ptr<Panel> panel(createPanel(id, context, nullptr));
    // Made for a dock's title bar; without one they would lie on the panel's content.
    if (QWidget *controls = panel ? panel->titleControls() : nullptr) controls->hide();
    return panel;
}

} // namespace shell
} // namespace jitscope
