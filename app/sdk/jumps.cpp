// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sdk/jumps.h"

#include "app/sdk/paneldef.h"
#include "app/sdk/selection.h"

#include <QApplication>
#include <QClipboard>
#include <QCoreApplication>
#include <QMenu>

#include <array>

namespace jitscope {
inline namespace sdk {

namespace {

struct Jump {
    const char *text; ///< translated in the context "Jumps"
    PanelId panel;    ///< that shows it
    bool (*has)(const Anchor &anchor);
    void (*select)(Selection &selection, const Anchor &anchor);
};

bool hasNode(const Anchor &anchor) {
    return anchor.compilation >= 0 && anchor.node.valid();
}
bool hasKernel(const Anchor &anchor) {
    return anchor.compilation >= 0 && !anchor.kernel.empty();
}

void selectKernelOf(Selection &selection, const Anchor &anchor) {
    selection.selectKernel(anchor.compilation, anchor.kernel);
}
void selectNodeOf(Selection &selection, const Anchor &anchor) {
    selection.selectNode(anchor.compilation, anchor.pass, anchor.node);
}
void selectSliceOf(Selection &selection, const Anchor &anchor) {
    selection.selectSlice(anchor.slice);
}
void selectTensorOf(Selection &selection, const Anchor &anchor) {
    selection.showTensor(anchor.tensor);
}
/** The selection as it is shows it there already. */
void keep(Selection &, const Anchor &) {}

constexpr std::array<Jump, 7> jumps = {{
    {QT_TRANSLATE_NOOP("Jumps", "Go to the source line"), panels::editor, [](const Anchor &a) { return a.line > 0; },
     keep},
    {QT_TRANSLATE_NOOP("Jumps", "Go to the operator"), panels::events, [](const Anchor &a) { return a.op >= 0; }, keep},
    {QT_TRANSLATE_NOOP("Jumps", "Go to the node in the graph"), panels::graph, hasNode, selectNodeOf},
    {QT_TRANSLATE_NOOP("Jumps", "Go to the fused kernel"), panels::inspector, hasKernel, selectKernelOf},
    {QT_TRANSLATE_NOOP("Jumps", "Go to the passes of its graph"), panels::passes, hasNode, keep},
    {QT_TRANSLATE_NOOP("Jumps", "Show the values"), panels::values, [](const Anchor &a) { return a.tensor >= 0; },
     selectTensorOf},
    {QT_TRANSLATE_NOOP("Jumps", "Go to its time on the timeline"), panels::timeline,
     [](const Anchor &a) { return a.slice.valid(); }, selectSliceOf},
}};

} // namespace

void selectAnchor(const PanelContext &context, const Anchor &anchor) {
    Selection &selection = context.selection;
    if (anchor == selection.current()) return;
    if (anchor.op >= 0) return selection.selectOp(anchor.op);
    if (hasNode(anchor)) return selectNodeOf(selection, anchor);
    if (hasKernel(anchor)) return selectKernelOf(selection, anchor);
    if (anchor.slice.valid()) return selectSliceOf(selection, anchor);
    if (anchor.tensor >= 0) return selection.selectTensor(anchor.tensor);
    if (anchor.line > 0) selection.selectLine(QString::fromStdString(anchor.file), anchor.line);
}

void addJumps(QMenu &menu, const PanelContext &context, const Anchor &anchor, const QString &here) {
    menu.addSeparator();
    for (const Jump &jump : jumps) {
        if (jump.panel == here || !jump.has(anchor)) continue;
        const auto go = [context, anchor, select = jump.select, panel = jump.panel] {
            selectAnchor(context, anchor);
            if (context.selection.current() != anchor) select(context.selection, anchor);
            context.show(panel);
        };
        QAction *action = menu.addAction(QCoreApplication::translate("Jumps", jump.text), &menu, go);
        action->setObjectName(QStringLiteral("jump-") + jump.panel.text());
    }
    if (anchor.line > 0) {
        const QString place = QString::fromStdString(anchor.file) + QLatin1Char(':') + QString::number(anchor.line);
        menu.addAction(QCoreApplication::translate("Jumps", "Copy file and line"), &menu,
                       [place] { QApplication::clipboard()->setText(place); });
    }
    menu.addSeparator();
}

} // namespace sdk
} // namespace jitscope
