// SPDX-License-Identifier: GPL-3.0-or-later
// The graph panel: the compiled function at any stage, or the live tape of eager operators.
#pragma once

#include "app/graphview/graphview.h"
#include "app/graphview/layoutrunner.h"
#include "app/sdk/paneldef.h"
#include "engine/session/provenance.h"

#include <QPointer>
#include <QTimer>

class QStackedLayout;
class QToolButton;

namespace jitscope {

class EmptyState;

class GraphPanel : public Panel {
    Q_OBJECT
public:
    GraphPanel(const PanelContext &context, QWidget *parent);
    ~GraphPanel() override;

    QWidget *titleControls() override { return m_controls; }
    bool isReady() const override { return !m_layouts.isBusy() && !m_growth.isActive(); }
    QString contentAsText() const override;
    bool startFind() override;
    void findNext(FindDirection direction) override;
    void fitView() override { m_view->fit(); }

private:
    static constexpr int tape = -1;
    enum class Overlay : uint8_t { Time, None };

    void buildControls();
    void buildSourceMenu();
    void buildPassMenu();
    void buildMoreMenu();
    void updateControls();
    void showBest();
    void showSource(int compilation, int pass);
    void rebuild(GraphView::Camera camera);
    DisplayGraph displayed() const;
    DisplayOptions displayOptions() const;
    /** `input` with the places that the cards of the picture before had, so that a growing tape stays as it is. */
    LayoutInput withPreviousPlaces(LayoutInput input, const DisplayGraph &graph) const;
    void followDocument();
    void followSelection(const Anchor &anchor, QObject *source);
    void highlight();
    std::vector<int> cardsOf(const Anchor &anchor) const;
    void choose(int card);
    void toggle(const QString &key);
    void exportPictureAs();
    const Compilation *compilation() const;

    PanelContext m_context;
    int m_source = tape; ///< the index of a compilation, or the tape
    int m_pass = -1;     ///< see anchorOfNode
    DisplayOptions m_options;
    Overlay m_overlay = Overlay::Time;
    LayoutEngine m_engine = LayoutEngine::Automatic;
    LayoutRunner m_layouts;
    QTimer m_growth; ///< gathers the parts of a live run
    GraphView *m_view;
    EmptyState *m_empty;
    QStackedLayout *m_stack;
    QPointer<QWidget> m_controls; ///< has no parent until the dock takes it
    QToolButton *m_sourceButton, *m_passButton, *m_plumbingButton, *m_timeButton, *m_moreButton;
};

PanelDef graphPanel();

} // namespace jitscope
