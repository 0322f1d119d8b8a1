// SPDX-License-Identifier: GPL-3.0-or-later
// The passes panel: the list of passes, and what the chosen one did to graph and text and why.
#pragma once

#include "app/graphview/irdiffview.h"
#include "app/panels/passes/passcompare.h"
#include "app/panels/passes/passlist.h"
#include "app/panels/passes/passreasons.h"
#include "app/sdk/paneldef.h"
#include "engine/session/provenance.h"

#include <set>

class QStackedWidget;
class QStackedLayout;

namespace jitscope {

class EmptyState;
class RecordView;
class SegmentedControl;

class PassesPanel : public Panel {
    Q_OBJECT
public:
    PassesPanel(const PanelContext &context, QWidget *parent);

    bool isReady() const override { return !m_isWorking; }
    QString contentAsText() const override;
    bool startFind() override;
    void findNext(FindDirection direction) override;
    void fitView() override;

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    /** All that is shown of one pass; made in a job. */
    struct Shown {
        UnionPicture pictures;
        ModuleDiff diff;
        IrDiff text;
        std::vector<ReasonRow> reasons;
    };
    enum class Reason : uint8_t { OtherPass, OtherFold };

    QWidget *buildDetails();
    void showBest();
    void followDocument();
    void followSelection(const Anchor &anchor, QObject *source);
    void showCompilation(int compilation);
    void showPass(int pass, Reason reason = Reason::OtherPass);
    void present(Shown shown, PassCompare::Camera camera);
    void choosePass(int pass);
    void chooseNode(NodeId node, bool isBefore);
    void highlight();
    void goToChange(int step);
    const Compilation *compilation() const;
    /** The stage before the shown pass, as in anchorOfNode. */
    int stageBefore() const;
    QString stageName(int stage) const;
    /** What the selection's pass means here: the final graph is what the last effective pass made. */
    int passFor(const Anchor &anchor) const;

    PanelContext m_context;
    int m_compilation = -1, m_pass = -1;
    std::set<std::string> m_expanded;
    bool m_isWorking = false; ///< the picture of the chosen pass is not there yet
    bool m_isShown = false;   ///< a pass has been presented: keep the camera for the next
    QStackedLayout *m_stack;
    EmptyState *m_empty;
    QWidget *m_content;
    PassList *m_list;
    PassCompare *m_compare;
    IrDiffView *m_diff;
    RecordView *m_reasons;
    TableModel<ReasonRow> m_reasonModel;
    QStackedWidget *m_details;
    QLabel *m_place, *m_summary;
    SegmentedControl *m_tabs, *m_mode;
};

PanelDef passesPanel();

} // namespace jitscope
