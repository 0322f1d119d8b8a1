// SPDX-License-Identifier: GPL-3.0-or-later
// The page that shares the difference of two variants out over the single decisions that lead from one to the other.
#pragma once

#include "app/panels/stages/decisionrows.h"
#include "app/sdk/paneldef.h"

class QLabel;
class QPushButton;

namespace jitscope {
inline namespace models {
class RecordView;
}
} // namespace jitscope

namespace jitscope {
inline namespace stagespanel {

class DecisionsPage : public QWidget {
    Q_OBJECT
public:
    explicit DecisionsPage(const PanelContext &context, QWidget *parent = nullptr);

    /** What was measured of the same two compiles stays. */
    void showPair(const StagePair &stages);
    /** How many decisions lead from left to right. */
    int steps() const;
    bool isReady() const { return !m_isMeasuring; }
    QString contentAsText() const;

private:
    const Compilation *compilation() const;
    void measureOrStop();
    void measure();
    void take(Result<DeltaSplit> split);
    void showRows();
    QString sentence() const;
    /** The final graphs without and with the chosen decision. */
    void compareAround(int row);

    PanelContext m_context;
    StagePair m_stages;
    ComparedSpecs m_specs;
    std::optional<DeltaSplit> m_split;
    QString m_error;
    bool m_isMeasuring = false;
    TableModel<DecisionRow> m_rows;
    RecordView *m_view;
    QLabel *m_sentence;
    QPushButton *m_measure;
};

} // namespace stagespanel
} // namespace jitscope
