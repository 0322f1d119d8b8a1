// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/takeaway.h"

#include "app/models/graphtitle.h"
#include "app/sdk/document.h"
#include "app/sdk/jobs.h"
#include "app/sdk/labrequests.h"
#include "app/sdk/paneldef.h"
#include "app/sdk/savefile.h"
#include "app/sdk/selection.h"
#include "app/sdk/widgets/folderdialog.h"
#include "engine/base/file.h"
#include "engine/extraction/region.h"
#include "engine/ir/irtext.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"

#include <QCoreApplication>
#include <QMenu>

namespace jitscope {
inline namespace models {

namespace {

struct TakeAwayWords {
    Q_DECLARE_TR_FUNCTIONS(TakeAway)
};

const Compilation *runnable(const PanelContext &context, int index) {
    const Compilation *compilation = context.document.session().compilation(index);
    return compilation && !compilation->captured.graphs.empty() ? compilation : nullptr;
}

void addCase(QMenu &menu, const PanelContext &context, const QString &title, int compilation, CaseSpec spec) {
    menu.addAction(title, &menu, [parent = menu.parentWidget(), context, compilation, spec = std::move(spec)] {
        askAndWriteCase(parent, context, compilation, spec);
    });
}

void addFindCulprit(QMenu &menu, const PanelContext &context, int compilation) {
    menu.addAction(TakeAwayWords::tr("Find culprit"), &menu,
                   [context, compilation] { findCulprit(context, compilation); });
}

/** Asks for a file, then writes the text of the stage into it. */
void askAndWriteIr(QWidget *parent, const PanelContext &context, int compilation, int pass) {
    const auto shown = [&] { return context.document.session().compilation(compilation); };
    if (!shown()) return;
    const QString path =
        askSavePath(parent, TakeAwayWords::tr("Save the IR text"), stageFileName(*shown(), pass, QStringLiteral("ir")),
                    TakeAwayWords::tr("IR text (*.ir)"));
    const Compilation *record = shown(); // another recording may have come meanwhile
    if (path.isEmpty() || !record) return;
    context.jobs.run(
        QStringLiteral("take-away-ir"), TakeAwayWords::tr("Writing the IR text"), &context.selection,
        [module = moduleAt(*record, pass), file = path.toStdString()](const CancelFlag &) {
            return writeFile(file, printModule(module));
        },
        [notify = context.notify, path](const Result<void> &written) {
            notify(written ? TakeAwayWords::tr("Written: %1").arg(path)
                           : QString::fromStdString(written.error().message));
        });
}

} // namespace

void addTakeAwayEntries(QMenu &menu, const PanelContext &context, const StagedNode &place) {
    const Compilation *compilation = runnable(context, place.compilation);
    if (!compilation) return;
    menu.addSeparator();
    QMenu *cases = menu.addMenu(TakeAwayWords::tr("Take out as a test case"));
    const LeadingCalls leading = allLeadingTo(moduleAt(*compilation, place.pass), place.node);
    if (!leading.nodes.empty())
        addCase(*cases, context, TakeAwayWords::tr("This call…"), place.compilation, {place.pass, {place.node}});
    if (leading.nodes.size() > 1)
        addCase(*cases, context,
                TakeAwayWords::tr("All that leads to it (%n call(s))…", nullptr, int(leading.nodes.size())),
                place.compilation, {place.pass, leading.nodes, {place.node}, leading.kernel});
    addCase(*cases, context, TakeAwayWords::tr("The whole graph…"), place.compilation, {place.pass, {}});
    addFindCulprit(menu, context, place.compilation);
}

void addRegionTakeAway(QMenu &menu, const PanelContext &context, int compilation, const CaseSpec &region) {
    const Compilation *record = runnable(context, compilation);
    if (!record) return;
    menu.addSeparator();
    addCase(menu, context, TakeAwayWords::tr("Take these out as a test case…"), compilation, region);
    const auto taken = regionOf(moduleAt(*record, region.pass), region.nodes);
    if (taken) return;
    menu.setToolTipsVisible(true);
    menu.actions().back()->setEnabled(false);
    menu.actions().back()->setToolTip(QString::fromStdString(taken.error().message));
}

void addStageTakeAway(QMenu &menu, const PanelContext &context, int compilation, int pass) {
    menu.addAction(TakeAwayWords::tr("Save the IR text…"), &menu,
                   [parent = menu.parentWidget(), context, compilation, pass] {
                       askAndWriteIr(parent, context, compilation, pass);
                   });
    if (!runnable(context, compilation)) return;
    addCase(menu, context, TakeAwayWords::tr("Take out as a test case…"), compilation, {pass, {}});
    addFindCulprit(menu, context, compilation);
}

void askAndWriteCase(QWidget *parent, const PanelContext &context, int compilation, const CaseSpec &spec) {
    const QString folder = FolderDialog::ask(parent, TakeAwayWords::tr("Folder for the test case"));
    if (!folder.isEmpty()) writeCase(context, compilation, spec, folder);
}

void writeCase(const PanelContext &context, int compilation, const CaseSpec &spec, const QString &folder) {
    using Written = Result<std::string>;
    context.jobs.run(
        QStringLiteral("take-away-case"), TakeAwayWords::tr("Writing a test case"), &context.selection,
        [lease = context.document.lend(), compilation, spec,
         folder = folder.toStdString()](const CancelFlag &) -> Written {
            const Compilation *record = lease->session().compilation(compilation);
            if (!record) return Error{"The function is not there any more."};
            const auto made = testCaseOf(lease->session(), *record, spec);
            if (!made) return made.error();
            return writeTestCase(*made, folder);
        },
        [notify = context.notify](const Written &written) {
            notify(written ? TakeAwayWords::tr("Written: %1").arg(QString::fromStdString(*written))
                           : QString::fromStdString(written.error().message));
        });
}

} // namespace models
} // namespace jitscope
