// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sdk/pluginpanels.h"

#include <algorithm>
#include <deque>

namespace jitscope {
inline namespace sdk {

namespace {

struct BroughtPanel {
    PanelDef def;
    bool isOn = true;
};

/** On the GUI thread, as plugins are loaded there. */
std::deque<BroughtPanel> &registry() {
    static std::deque<BroughtPanel> panels;
    return panels;
}

BroughtPanel *find(const QString &id) {
    const auto found = std::ranges::find(registry(), id, [](const BroughtPanel &each) { return each.def.id; });
    return found == registry().end() ? nullptr : &*found;
}

bool isOn(const QString &id) {
    const BroughtPanel *panel = find(id);
    return panel != nullptr && panel->isOn;
}

Result<void> add(const PanelDef &def) {
    if (def.id.isEmpty() || !def.create) return Error{"a panel needs an id and a function that makes it"};
    if (isOn(def.id)) return Error{"there is a panel '" + def.id.toStdString() + "' already"};
    if (BroughtPanel *before = find(def.id)) {
        *before = {def};
    } else {
        registry().push_back({def});
    }
    return {};
}

} // namespace

Extension panelExtension(PanelDef panel) {
    return {.kind = PluginKind::Panel,
            .name = panel.id.toStdString(),
            .isTaken = [id = panel.id] { return isOn(id); },
            .add = [panel](const std::string &) { return add(panel); },
            .takeBack =
                [id = panel.id] {
                    if (BroughtPanel *brought = find(id)) brought->isOn = false;
                }};
}

std::vector<PanelDef> pluginPanels() {
    std::vector<PanelDef> panels;
    for (const BroughtPanel &each : registry())
        if (each.isOn) panels.push_back(each.def);
    return panels;
}

const PanelDef *pluginPanel(const QString &id) {
    const BroughtPanel *brought = find(id);
    return brought ? &brought->def : nullptr;
}

} // namespace sdk
} // namespace jitscope
