// SPDX-License-Identifier: GPL-3.0-or-later
// The IR text panel: any two stages of compiled functions and their variants, compared line by line.
#pragma once

#include "app/graphview/irdiffview.h"
#include "app/models/stagemarks.h"
#include "app/sdk/paneldef.h"
#include "engine/session/provenance.h"

#include <QPointer>

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
    void followPair(const StagePair &stages, QObject *source);
    void choose(const StagePair &stages);
    void showPickers();
    void compare();
    void compareStages(const ComparedStages &found);
    void chooseNode(NodeId node, StageSide side);
    void highlight();
    void copyPatch();
    PrintOptions::Detail detail() const;

    PanelContext m_context;
    StagePair m_stages;
    ComparedStages m_found;
    StageMatch m_match; ///< of two compiles; stages of one have the same ids anyway
    int m_asked = 0;    ///< pairs so far: what comes late belongs to none
    bool m_isWorking = false;
    bool m_isPinned = false; ///< somebody chose the pair: other passes selected elsewhere do not change it
    QStackedLayout *m_stack;
    EmptyState *m_empty;
    QWidget *m_content;
    QPointer<QWidget> m_controls; ///< has no parent until the dock takes it
    IrDiffView *m_diff;
    StagePicker *m_left, *m_right;
    SegmentedControl *m_detail, *m_mode;
    QLabel *m_place;
};

PanelDef irdiffPanel();

} // namespace irdiffpanel
} // namespace jitscope
