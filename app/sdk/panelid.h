// SPDX-License-Identifier: GPL-3.0-or-later
// The panels that others lead to, by name: a misspelled one does not compile, and a test finds each in the window.
#pragma once

#include <QString>

#include <array>

namespace jitscope {
inline namespace sdk {

/** A panel as it is asked for; plugins make their own. */
class PanelId {
public:
    constexpr explicit PanelId(const char *id)
        : m_id(id) {}
    QString text() const { return QString::fromLatin1(m_id); }
    friend bool operator==(PanelId a, const QString &b) { return a.text() == b; }

private:
    const char *m_id;
};

namespace panels {

inline constexpr PanelId bench("bench"), compile("compile"), editor("editor"), events("events"), graph("graph"),
    inspector("inspector"), irdiff("irdiff"), journey("journey"), kernel("kernel"), origin("origin"), passes("passes"),
    slicelist("slicelist"), stages("stages"), timeline("timeline"), values("values"), variants("variants"),
    watch("watch");

inline constexpr std::array all = {bench,  compile, editor,    events, graph,    inspector, irdiff,   journey, kernel,
                                   origin, passes,  slicelist, stages, timeline, values,    variants, watch};

} // namespace panels

} // namespace sdk
} // namespace jitscope
