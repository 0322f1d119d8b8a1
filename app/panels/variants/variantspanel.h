// SPDX-License-Identifier: GPL-3.0-or-later
// The Variants panel: one compiled function under other decisions than the compiler's, side by side.
#pragma once

#include "app/panels/variants/variantshelf.h"
#include "app/sdk/labrequests.h"
#include "app/sdk/paneldef.h"
#include "app/sdk/stagepair.h"
#include "engine/session/variantrecord.h"
#include "engine/variants/decisionreading.h"

#include <QUndoGroup>

class QComboBox;
class QLabel;
class QMenu;
class QPushButton;
class QStackedLayout;

namespace jitscope {
inline namespace models {
class RecordView;
}
inline namespace sdk {
class EmptyState;
}
} // namespace jitscope

namespace jitscope {
inline namespace variantspanel {

class VariantsPanel : public Panel {
    Q_OBJECT
    Q_PROPERTY(QVariant viewState READ viewState WRITE setViewState)

public:
    VariantsPanel(const PanelContext &context, QWidget *parent);

    bool isReady() const override { return !m_shelf.isWaiting(); }
    QString contentAsText() const override;

    /** The rows that are chosen. */
    QVariant viewState() const;
    void setViewState(const QVariant &state);

public Q_SLOTS:
    void undo() { m_undo.undo(); }
    void redo() { m_undo.redo(); }

private:
    QWidget *buildButtons();
    QPushButton *button(const char *name, const QString &text, const QString &toolTip, void (VariantsPanel::*act)());
    void reset();
    void follow();
    void showCompilation(int compilation);
    /** Shows the variants of that compilation. */
    void lookAt(int compilation);
    /** What menus asked for, and the console. */
    void takeRequests();
    void takeFromConsole();
    /** Null while no compiled function is shown. */
    VariantTable *table() const;
    void showFunctions();
    void showRows();
    void fillMenu(QMenu &menu);
    void addCompareEntries(QMenu &menu);
    std::vector<const VariantRow *> chosenRows() const;
    /** Two chosen rows, or the one with the program's own. */
    void compareChosen();
    void compareRows(const VariantRow &left, const VariantRow &right);
    StageRef stageOf(const VariantRow &row);
    void rename();
    void writeNote();
    void removeRow();
    /** The chosen row, or none where it is pinned already. */
    void pinRow();
    /** Rows with what they are compared with. */
    std::vector<VariantRow> rowsToShow() const;
    void compileAgain();
    /** Where a search for it ended; null for none. */
    const CulpritPlace *culpritOf(const VariantRow &row) const;
    void timeAgain();
    const VariantRow *chosen() const;
    void showButtons();
    void showDetails();

    /** The variant that a change is made to: the chosen row, else the program's own. */
    VariantSpec chosenSpec() const;
    void decide(Decision decision, const DecisionReading &reading = {});
    void decideAtNode(Decision::Kind kind);
    void switchOffPass();
    void refuseAtNode();
    void keepOut();
    void compileAtOtherLevel();
    void make(const VariantSpec &spec, VariantShelf::Remark remark = {});
    const Compilation *compilation() const;

    PanelContext m_context;
    VariantShelf &m_shelf;
    int m_compilation = -1;
    QUndoGroup m_undo;
    TableModel<VariantRow> m_plain, m_comparing;
    TableModel<VariantRow> *m_model; ///< the one of these that is shown
    QStackedLayout *m_stack;
    QComboBox *m_functions;
    RecordView *m_view;
    QLabel *m_details;
    QPushButton *m_withoutPass = nullptr, *m_refuse = nullptr, *m_keepOut = nullptr, *m_level = nullptr,
                *m_compare = nullptr;
};

PanelDef variantsPanel();

} // namespace variantspanel
} // namespace jitscope
