// SPDX-License-Identifier: GPL-3.0-or-later
// The IR text panel: any two stages of a compiled function, compared line by line.
#pragma once

#include "app/graphview/irdiffview.h"
#include "app/sdk/paneldef.h"
#include "engine/session/provenance.h"

#include <QPointer>

class QComboBox;
class QLabel;
class QStackedLayout;

namespace jitscope {
inline namespace sdk {
class EmptyState;
class SegmentedControl;
} // namespace sdk
} // namespace jitscope

namespace jitscope {
inline namespace irdiffpanel {

class IrDiffPanel : public Panel {
    Q_OBJECT
public:
    IrDiffPanel(const PanelContext &context, QWidget *parent);
    ~IrDiffPanel() override;

    QWidget *titleControls() override { return m_controls; }
    bool isReady() const override { return !m_isWorking; }
    QString contentAsText() const override { return m_diff->shownText(); }

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    void buildControls();
    void showBest();
    void followDocument();
    void followSelection(const Anchor &anchor, QObject *source);
    void showCompilation(int compilation);
    void fillStages();
    void compare();
    void highlight();
    void copyPatch();
    PrintOptions::Detail detail() const;
    int stageOf(const QComboBox *box) const;
    const Compilation *compilation() const;

    PanelContext m_context;
    int m_compilation = -1;
    bool m_isWorking = false;
    bool m_isPinned = false; ///< the user chose the stages: other passes selected elsewhere do not change them
    QStackedLayout *m_stack;
    EmptyState *m_empty;
    QWidget *m_content;
    QPointer<QWidget> m_controls; ///< has no parent until the dock takes it
    IrDiffView *m_diff;
    QComboBox *m_left, *m_right;
    SegmentedControl *m_detail, *m_mode;
    QLabel *m_place;
};

PanelDef irdiffPanel();

} // namespace irdiffpanel
} // namespace jitscope
