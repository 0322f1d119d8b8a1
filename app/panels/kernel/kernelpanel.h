// SPDX-License-Identifier: GPL-3.0-or-later
// The Kernel panel: one fused kernel as a graph of its members beside two of its texts, all linked by member, with what
// its code is and what was measured of it.
#pragma once

#include "app/graphview/layoutrunner.h"
#include "app/sdk/paneldef.h"
#include "engine/codegen/kernelsamples.h"
#include "engine/codegen/kerneltexts.h"
#include "engine/session/provenance.h"

#include <array>
#include <optional>

class QComboBox;
class QLabel;
class QProgressBar;
class QSplitter;
class QStackedLayout;
class QTimer;
class QToolButton;

namespace jitscope {
inline namespace graphview {
class GraphView;
}
inline namespace sdk {
class EmptyState;
}
inline namespace session {
struct KernelRecord;
}
} // namespace jitscope

namespace jitscope {
inline namespace kernelpanel {

class CodeListing;

class KernelPanel : public Panel {
    Q_OBJECT
public:
    KernelPanel(const PanelContext &context, QWidget *parent);

    bool isReady() const override { return !m_isWorking && !m_isMeasuring && !m_layouts.isBusy(); }
    QString contentAsText() const override;
    void fitView() override;

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    /** A text with the choice of which it is. */
    struct Pane {
        QComboBox *choice = nullptr;
        CodeListing *listing = nullptr;
    };

    QWidget *buildHeader();
    QWidget *buildLaunches();
    QWidget *buildMeasuring();
    QWidget *buildPane(size_t index, const QString &preset);
    void fillKernels();
    void followDocument();
    QString emptyAdvice() const;
    void followSelection(const Anchor &anchor, QObject *source);
    void choose(int compilation, const std::string &kernel);
    void makeTexts();
    void showGraph();
    void showText(const Pane &pane);
    void showTexts();
    void showWantedText(const QString &text);
    void showFacts();
    void findLaunches();
    void showLaunches();
    void goToLaunch(int step);
    void measure();
    void takeSamples(Result<KernelSamples> samples, const QString &inputs);
    void endMeasuring();
    void updateMeasuring();
    void fitFacts();
    void tell(const QString &facts);
    QString valuesText() const;
    QString workText() const;
    QString launchText() const;
    QString codeText() const;
    QString measuredText() const;
    QString mostExpensiveText() const;
    QString membersAsText() const;
    std::vector<KernelPart> partsOf(const Anchor &anchor) const;
    void highlight();
    void light(const std::vector<KernelPart> &parts, const CodeListing *source);
    std::vector<int> foldedLoads(const std::vector<KernelPart> &parts) const;
    void chooseLine(const CodeListing *listing, int line);
    void chooseCard(int card);
    void openMenu(const CodeListing *listing, int line, const QPoint &place);
    void selectPart(const KernelPart &part);
    NodeId nodeOf(const KernelPart &part) const;
    const Compilation *compilation() const;
    const KernelRecord *record() const;
    GraphPtr graph() const;

    PanelContext m_context;
    LayoutRunner m_layouts;
    int m_compilation = -1;
    std::string m_kernel; ///< KernelRecord::name
    GraphPtr m_shown;     ///< whose texts these are
    std::optional<KernelTexts> m_texts;
    std::optional<KernelSamples> m_samples;
    QString m_measuredWith, m_problem;
    std::vector<int64_t> m_launches; ///< numbers of its runs
    size_t m_opsSeen = 0;            ///< where they were looked for
    bool m_isWorking = false, m_isMeasuring = false;
    QStackedLayout *m_stack;
    EmptyState *m_empty;
    QComboBox *m_kernels = nullptr;
    QLabel *m_facts = nullptr, *m_launch = nullptr;
    QToolButton *m_measure = nullptr, *m_before = nullptr, *m_after = nullptr;
    QProgressBar *m_progress = nullptr;
    QTimer *m_progressTimer = nullptr;
    QSplitter *m_splitter = nullptr;
    GraphView *m_graph;
    std::array<Pane, 2> m_panes;
};

PanelDef kernelPanel();

} // namespace kernelpanel
} // namespace jitscope
