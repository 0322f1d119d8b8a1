// SPDX-License-Identifier: GPL-3.0-or-later
// The panel that compares any two stages of any two compiled functions or variants: graphs, text, nodes, kernels.
#pragma once

#include "app/models/stagemarks.h"
#include "app/panels/stages/stagepictures.h"
#include "app/sdk/paneldef.h"

#include <set>

class QLabel;
class QStackedLayout;
class QStackedWidget;

namespace jitscope {
inline namespace models {
class RecordView;
}
inline namespace sdk {
class EmptyState;
class SegmentedControl;
} // namespace sdk
} // namespace jitscope

namespace jitscope {
inline namespace stagespanel {

class DecisionsPage;

class StagesPanel : public Panel {
    Q_OBJECT
public:
    StagesPanel(const PanelContext &context, QWidget *parent);

    bool isReady() const override;
    QString contentAsText() const override;
    bool startFind() override;
    void findNext(FindDirection direction) override;
    void fitView() override;

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    QWidget *buildPickers();
    QWidget *buildPages();
    void reset();
    void followDocument();
    StagePair usualPair() const;
    void choose(StageSide side, const StageRef &stage);
    void swapSides();
    void step(int by);
    void compare(PassCompare::Camera camera);
    void compareStages(const ComparedStages &found, PassCompare::Camera camera);
    void present(const StagePicturePtr &picture, PassCompare::Camera camera);
    void fitColumns();
    void showPickers();
    QString timesText() const;
    void showPage(const QString &id);
    void goToChange(int step);
    void openNode(NodeId shown, StageSide side);
    void openNodes(const std::vector<NodeId> &shown, StageSide side);
    /** Of the right stage as it was compiled, as soon as it is shown. */
    void lookAt(NodeId right);
    const StageMatch &match() const { return m_shown->match; }
    void highlight();
    void mark(const MarkedNodes &nodes);

    PanelContext m_context;
    StagePair m_stages;
    ComparedStages m_found;
    std::set<std::string> m_toggled;
    StagePictures m_pictures;
    StagePicturePtr m_shown = std::make_shared<const StagePicture>();
    NodeId m_wanted; ///< to be looked at when the pair is there
    int m_waiting = 0;
    int m_asked = 0; ///< pairs so far: what comes late belongs to none
    QStackedLayout *m_stack;
    StagePicker *m_left, *m_right;
    SegmentedControl *m_tabs, *m_mode;
    QLabel *m_summary, *m_place;
    QList<QWidget *> m_ofText; ///< controls of the text alone
    QStackedWidget *m_pages;
    PassCompare *m_graphs;
    IrDiffView *m_diff;
    RecordView *m_nodeView, *m_kernelView;
    DecisionsPage *m_decisions;
    TableModel<MatchRow> m_nodes;
    TableModel<KernelPair> m_kernels;
};

PanelDef stagesPanel();

} // namespace stagespanel
} // namespace jitscope
