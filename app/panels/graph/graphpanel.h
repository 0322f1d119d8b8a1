// SPDX-License-Identifier: GPL-3.0-or-later
// The graph panel: the compiled function at any stage, or the live tape of eager operators.
#pragma once

#include "app/graphview/graphview.h"
#include "app/graphview/layoutrunner.h"
#include "app/graphview/noderuns.h"
#include "app/graphview/overlay.h"
#include "app/panels/graph/livetape.h"
#include "app/sdk/paneldef.h"
#include "engine/session/provenance.h"

#include <QPointer>
#include <QTimer>
#include <QVariant>

class QStackedLayout;
class QToolButton;

namespace jitscope {
inline namespace sdk {
class EmptyState;
}
} // namespace jitscope

namespace jitscope {
inline namespace graphpanel {

class GraphPanel : public Panel {
    Q_OBJECT
    Q_PROPERTY(QVariant viewState READ viewState WRITE setViewState)
public:
    GraphPanel(const PanelContext &context, QWidget *parent);
    ~GraphPanel() override;

    QWidget *titleControls() override { return m_controls; }
    bool isReady() const override { return !m_layouts.isBusy() && !m_growth.isActive() && !m_reading.isActive(); }
    QString contentAsText() const override;
    bool startFind() override;
    void findNext(FindDirection direction) override;
    void fitView() override { m_view->fit(); }
    /** Which graph is shown, at which pass, with which overlay: for the panel that takes this one's place. */
    QVariant viewState() const;
    void setViewState(const QVariant &state);

protected:
    void showEvent(QShowEvent *event) override;

private:
    static constexpr int tape = -1;

    void buildControls();
    void buildSourceMenu();
    void buildPassMenu();
    void buildOverlayMenu();
    void buildMoreMenu();
    void updateControls();
    void showBest();
    void showSource(int compilation, int pass);
    void tellWhyEmpty();
    void rebuild(GraphView::Camera camera, const std::string &anchor = {});
    bool rebuildInJob(GraphView::Camera camera, const std::string &anchor);
    void show(GraphPainter painter, GraphView::Camera camera, const std::string &anchor);
    DisplayGraph displayed();
    std::optional<UpcomingOp> upcoming() const;
    void applyOverlayTo(DisplayGraph &graph) const;
    CardHealth healthOf(const DisplayNode &node) const;
    CardHealth healthOfTensors(const std::vector<int64_t> &tensors) const;
    void setOverlay(Overlay overlay);
    void updateCaption();
    /** Takes in what was recorded, a little at a time. */
    void read();
    void readReplaced();
    /** `input` with the places that the cards of the picture before had, so that a growing tape stays as it is. */
    LayoutInput withPreviousPlaces(LayoutInput input, const DisplayGraph &graph) const;
    void followDocument();
    void followRunner();
    void followPlayhead();
    bool lacksUpcoming() const;
    void grow();
    void retime();
    bool showsOperator(int64_t op) const;
    void followSelection(const Anchor &anchor, QObject *source);
    void highlight();
    std::vector<int> cardsOf(const Anchor &anchor) const;
    void choose(int card);
    void chooseSeveral(const std::vector<int> &cards);
    void openCardMenu(int card, const QPoint &place);
    void openEdgeMenu(int from, int to, const QPoint &place);
    void openGraphMenu(const QPoint &place);
    void openAll();
    void closeAll();
    enum class Depth : uint8_t { One, Subtree };
    void toggle(const QString &key, Depth depth);
    void exportPictureAs();
    const Compilation *compilation() const;

    PanelContext m_context;
    int m_source = tape; ///< the index of a compilation, or the tape
    int m_pass = -1;     ///< see anchorOfNode
    DisplayOptions m_options;
    LiveTape m_live;
    NodeRuns m_runs;
    Overlay m_overlay = Overlay::Time;
    bool m_isStale = false;      ///< made anew when it is shown
    Anchor m_followed;           ///< the selection that was followed last
    int64_t m_revealed = -1;     ///< the operator that was last brought into view
    bool m_arrangesAnew = false; ///< places of before do not count for the next picture
    LayoutEngine m_engine = LayoutEngine::Automatic;
    LayoutRunner m_layouts;
    QTimer m_growth;  ///< gathers the parts of a live run
    QTimer m_reading; ///< while operators are waiting to be read
    GraphView *m_view;
    EmptyState *m_empty;
    QStackedLayout *m_stack;
    QPointer<QWidget> m_controls; ///< has no parent until the dock takes it
    QToolButton *m_sourceButton, *m_passButton, *m_plumbingButton, *m_overlayButton, *m_moreButton;
};

PanelDef graphPanel();

} // namespace graphpanel
} // namespace jitscope
