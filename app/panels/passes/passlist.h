// SPDX-License-Identifier: GPL-3.0-or-later
// The list of all passes of a compilation by phase: what each changed, cost and saved; with filter and slider.
#pragma once

#include "app/panels/passes/passrows.h"
#include "engine/session/sessionfwd.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QListView;
class QSlider;
class QToolButton;

namespace jitscope {
inline namespace sdk {
class FilterEdit;
}
} // namespace jitscope

namespace jitscope {
inline namespace passespanel {

class PassDelegate;

/** What is worked out about passes when somebody asks for it. */
enum class PassWork : uint8_t {
    Check, ///< against eager
    Time,  ///< the stage before against the one after
};

class PassList : public QWidget {
    Q_OBJECT
public:
    explicit PassList(QWidget *parent = nullptr);

    void setCompilations(const Session &session, int current);
    void setCompilation(const Compilation &compilation, std::vector<PassCounts> counts);
    void setFigures(FiguresByPass figures);
    void setCurrentPass(int pass);
    /** That work is under way, or can be asked for. */
    enum class WorkState : uint8_t { Impossible, Possible, UnderWay };
    void setWorkState(PassWork work, WorkState state);
    /** The pass after (+1) or before (-1) the current one that changed something; the current one if there is none. */
    int effectivePass(int step) const;
    /** All that changed something. */
    const std::vector<int> &effectivePasses() const { return m_effective; }
    QString asText() const;
    QListView *view() const { return m_view; }
    int timeWidth() const; ///< of the column of times, in pixels
    /** The row of the view at `index`; null for a heading. */
    const PassRow *rowAt(const QModelIndex &index) const;

Q_SIGNALS:
    void passChosen(int pass);
    void compilationChosen(int index);
    /** Or to be ended, where it is under way. */
    void workAsked(jitscope::PassWork work);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    QToolButton *workButton(PassWork work);
    void build();
    void refill();
    void updateFooter();
    void updateSlider();
    void chooseRow(int row);
    void measureColumns();
    void keepChosenInSight();
    bool toggleFold(int row);
    bool handleKey(int key);

    Compilation m_compilation;
    std::vector<PassCounts> m_counts;
    FiguresByPass m_figures;
    QSet<QString> m_folded;
    std::vector<int> m_effective; ///< indices of the passes that changed something
    int m_pass = -1;
    int m_rowsOf = -1; ///< the compilation whose rows are shown: the place in the list stays for it
    QComboBox *m_functions;
    FilterEdit *m_filter;
    QToolButton *m_effectiveOnly, *m_check, *m_time;
    QListView *m_view;
    TableModel<PassRow> m_model;
    PassDelegate *m_delegate;
    QLabel *m_none; ///< says that no name has what is looked for
    QLabel *m_nodes, *m_spent, *m_summary;
    QSlider *m_slider;
};

} // namespace passespanel
} // namespace jitscope
