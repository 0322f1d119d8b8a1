// SPDX-License-Identifier: GPL-3.0-or-later
// The Kernel panel: the code of one fused kernel, from its loops to the assembly, line by line with its members.
#pragma once

#include "app/models/tablemodel.h"
#include "app/sdk/paneldef.h"
#include "engine/codegen/kerneltexts.h"
#include "engine/session/provenance.h"

#include <optional>

class QComboBox;
class QLabel;
class QStackedLayout;

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
inline namespace kernelpanel {

/** A line of a listing with all that leads on from it. */
struct KernelCodeRow {
    int number = 0; ///< from 1
    int member = 0; ///< place in the kernel's graph, from 1; 0: of no single member
    NodePtr node;   ///< that member
    QString code;
};

class KernelPanel : public Panel {
    Q_OBJECT
public:
    KernelPanel(const PanelContext &context, QWidget *parent);

    bool isReady() const override { return !m_isWorking; }
    QString contentAsText() const override;

private:
    QWidget *buildHeader();
    void fillKernels();
    void followDocument();
    void followSelection(const Anchor &anchor, QObject *source);
    void choose(int compilation, const std::string &kernel);
    void makeTexts();
    void showText();
    QString workText() const;
    void highlight();
    void chooseLine();
    const Compilation *compilation() const;
    GraphPtr graph() const;

    PanelContext m_context;
    int m_compilation = -1;
    std::string m_kernel; ///< KernelRecord::name
    std::optional<KernelTexts> m_texts;
    bool m_isWorking = false;
    QStackedLayout *m_stack;
    EmptyState *m_empty;
    QComboBox *m_kernels;
    SegmentedControl *m_text;
    QLabel *m_facts;
    RecordView *m_view;
    TableModel<KernelCodeRow> m_model;
};

PanelDef kernelPanel();

} // namespace kernelpanel
} // namespace jitscope
