// SPDX-License-Identifier: GPL-3.0-or-later
// The passes panel: the list of passes, and what the chosen one did to graph and text and why.
#pragma once

#include "app/graphview/irdiffview.h"
#include "app/panels/passes/kernelspage.h"
#include "app/graphview/passcompare.h"
#include "app/panels/passes/passlist.h"
#include "app/panels/passes/passmeasures.h"
#include "app/panels/passes/passpictures.h"
#include "app/panels/passes/reasonspage.h"
#include "app/panels/passes/whynotpage.h"
#include "app/sdk/paneldef.h"
#include "engine/session/provenance.h"

#include <optional>
#include <set>

class QMenu;
class QSplitter;
class QStackedWidget;
class QStackedLayout;

namespace jitscope {
inline namespace sdk {
class EmptyState;
class SegmentedControl;
} // namespace sdk
inline namespace models {
class FailedCompileStrip;
}
} // namespace jitscope

namespace jitscope {
inline namespace passespanel {

class PassesPanel : public Panel {
    Q_OBJECT
public:
    PassesPanel(const PanelContext &context, QWidget *parent);

    bool isReady() const override { return !m_isWorking && m_whyNot->isReady(); }
    QString contentAsText() const override;
    bool startFind() override;
    void findNext(FindDirection direction) override;
    void fitView() override;

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    enum class Reason : uint8_t { OtherPass, OtherStage, OtherFold };

    QWidget *buildDetails();
    void connectMenus();
    void showBest();
    void tellWhyEmpty();
    void followDocument();
    void followSelection(const Anchor &anchor, QObject *source);
    void showCompilation(int compilation);
    void showPass(int pass, Reason reason = Reason::OtherPass);
    void showKernels();
    void showCode();
    void showKernel(int compilation, const std::string &kernel);
    /** Shows the pass against another stage than the one before it. */
    void compareWith(int stage);
    void openPassMenu(const QPoint &place);
    void addKernelEntries(QMenu &menu);
    void saveStagePicture(int stage);
    void addReasonEntries(QMenu &menu);
    void addWhyNotEntries(QMenu &menu);
    void askWhyNot(const WhyNotQuestion &question);
    void addStageEntries(QMenu &menu);
    void addPairEntries(QMenu &menu);
    /** A picture that is made before it is chosen. */
    struct Ahead {
        QString tag;
        PassPair view;
        bool isAwaited = false; ///< it was chosen meanwhile
    };
    /** What is selected, in both graphs. */
    struct Marked {
        std::vector<NodeId> before, after;
    };
    void mark(NodeId node, int stage);
    PassPair viewOf(int pass) const;
    /** The same for a job. */
    PassPair workOf(PassPair view) const;
    void present(const PassPicture &picture, PassCompare::Camera camera);
    /** The passes before and after the one that is looked at, so that they are there when they are chosen. */
    void prepareNeighbours();
    bool awaitAhead(const PassPair &view);
    void dropAhead();
    void takeAhead(const QString &tag, const PassPicturePtr &picture);
    void choosePass(int pass);
    void chooseNode(NodeId node, bool isBefore);
    void highlight();
    static constexpr const char *whyTab = "why", *whyNotTab = "whynot";
    void showTab(const QString &id);
    void splitAnew();
    void goToChange(int step);
    const Compilation *compilation() const;
    /** The stage before the shown pass, as in anchorOfNode. */
    int stageBefore() const;
    int stageOf(PassCompare::Side side) const;
    QString stageName(int stage) const;
    /** What the selection's pass means here: the final graph is what the last effective pass made. */
    int passFor(const Anchor &anchor) const;

    PanelContext m_context;
    int m_compilation = -1, m_pass = kernelStage;
    std::optional<int> m_base; ///< the stage that the pass is compared with, if not the one before it
    std::set<std::string> m_expanded;
    PassPictures m_pictures;
    std::vector<Ahead> m_ahead;                              ///< on their way
    PassCompare::Camera m_camera = PassCompare::Camera::Fit; ///< for the picture that is waited for
    Marked m_marked;
    bool m_isWorking = false;     ///< the picture of the chosen pass is not there yet
    bool m_isSplitByHand = false; ///< the graphs have what the user gave them
    bool m_isShown = false;       ///< a pass has been presented: keep the camera for the next
    QStackedLayout *m_stack;
    QSplitter *m_split; ///< the graphs above the details
    FailedCompileStrip *m_failed;
    EmptyState *m_empty;
    QWidget *m_content;
    PassList *m_list;
    PassMeasures *m_measures;
    PassCompare *m_compare;
    IrDiffView *m_diff;
    ReasonsPage *m_reasons;
    WhyNotPage *m_whyNot;
    KernelsPage *m_kernels;
    QStackedWidget *m_details, *m_right; ///< m_right: what a pass did, or the kernels
    QList<QWidget *> m_ofText;           ///< controls of the text alone
    QLabel *m_place, *m_summary;
    SegmentedControl *m_tabs, *m_mode;
};

PanelDef passesPanel();

} // namespace passespanel
} // namespace jitscope
