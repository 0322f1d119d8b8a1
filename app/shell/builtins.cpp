// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/builtins.h"

#include "app/panels/advice/advicepanel.h"
#include "app/panels/bench/benchpanel.h"
#include "app/panels/breakpoints/breakpointspanel.h"
#include "app/panels/callstack/callstackpanel.h"
#include "app/panels/communication/communicationpanel.h"
#include "app/panels/comparison/comparisonpanel.h"
#include "app/panels/compile/compilepanel.h"
#include "app/panels/console/consolepanel.h"
#include "app/panels/culprit/culpritpanel.h"
#include "app/panels/devicemodel/devicemodelpanel.h"
#include "app/panels/editor/editorpanel.h"
#include "app/panels/events/eventspanel.h"
#include "app/panels/flame/flamepanel.h"
#include "app/panels/graph/graphpanel.h"
#include "app/panels/guide/guidepanel.h"
#include "app/panels/inspector/inspectorpanel.h"
#include "app/panels/irdiff/irdiffpanel.h"
#include "app/panels/journey/journeypanel.h"
#include "app/panels/kernel/kernelpanel.h"
#include "app/panels/kerneldetails/kerneldetailspanel.h"
#include "app/panels/lockstep/locksteppanel.h"
#include "app/panels/memory/memorypanel.h"
#include "app/panels/origin/originpanel.h"
#include "app/panels/passes/passespanel.h"
#include "app/panels/runadvice/runadvicepanel.h"
#include "app/panels/runmemory/runmemorypanel.h"
#include "app/panels/runs/runspanel.h"
#include "app/panels/slice/slicepanel.h"
#include "app/panels/slicelist/slicelistpanel.h"
#include "app/panels/stages/stagespanel.h"
#include "app/panels/statistics/statisticspanel.h"
#include "app/panels/threads/threadspanel.h"
#include "app/panels/timeline/timelinepanel.h"
#include "app/panels/timings/timingspanel.h"
#include "app/panels/values/valuespanel.h"
#include "app/panels/variants/variantspanel.h"
#include "app/panels/watch/watchpanel.h"
#include "app/panels/watchpoints/watchpointspanel.h"
#include "app/sdk/pluginpanels.h"

#include <QCoreApplication>

namespace jitscope {
inline namespace shell {

std::vector<PanelDef> allPanels() {
    std::vector<PanelDef> panels = {
        editorPanel(),        consolePanel(),    graphPanel(),         passesPanel(),      irdiffPanel(),
        kernelPanel(),        journeyPanel(),    variantsPanel(),      culpritPanel(),     stagesPanel(),
        inspectorPanel(),     timingsPanel(),    timelinePanel(),      slicelistPanel(),   callstackPanel(),
        watchPanel(),         valuesPanel(),     watchpointsPanel(),   slicePanel(),       advicePanel(),
        comparisonPanel(),    originPanel(),     eventsPanel(),        breakpointsPanel(), lockstepPanel(),
        kerneldetailsPanel(), statisticsPanel(), communicationPanel(), memoryPanel(),      devicemodelPanel(),
        runsPanel(),          benchPanel(),      guidePanel(),         compilePanel(),     flamePanel(),
        threadsPanel(),       runmemoryPanel(),  runadvicePanel(),
    };
    for (PanelDef &panel : pluginPanels())
        panels.push_back(std::move(panel));
    return panels;
}

Panel *createPanel(const QString &id, const PanelContext &context, QWidget *parent) {
    for (const PanelDef &panel : allPanels())
        if (panel.id == id) {
            Panel *created = panel.create(context, parent);
            created->setObjectName(id);
            created->setAccessibleName(titleOf(panel));
            return created;
        }
    return nullptr;
}

QString titleOf(const PanelDef &panel) {
    return QCoreApplication::translate("Panels", panel.title.toUtf8().constData());
}

QString summaryOf(const PanelDef &panel) {
    return QCoreApplication::translate("Panels", panel.summary.toUtf8().constData());
}

} // namespace shell
} // namespace jitscope
