// SPDX-License-Identifier: GPL-3.0-or-later
// The list of all passes of a compilation by phase: what each changed, how long it took; with filter and slider.
#pragma once

#include "app/models/tablemodel.h"
#include "engine/ir/nodecounts.h"
#include "engine/passes/pass.h"
#include "engine/session/compilation.h"
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

/** What a pass did in numbers; see ModuleDiff. */
struct PassCounts {
    int added = 0, removed = 0, changed = 0;
    int merged = 0;           ///< equal constants
    NodeCounts before, after; ///< of what changed something
};
/** One entry a pass; large graphs take a while, so this runs as a job. */
std::vector<PassCounts> countChanges(const std::vector<PassRecord> &passes);

/** What the pass is for, in the user's language. */
QString passSummary(const PassRecord &pass);

/** The stages of a compilation that are no passes, as PassRow::pass and PassList::passChosen() have them. */
constexpr int capturedStage = -2, kernelStage = -1;

struct PassRow {
    enum class Kind : uint8_t { Heading, Stage, Pass };
    Kind kind = Kind::Heading;
    QString name, toolTip;
    int pass = kernelStage; ///< Pass: its index; Stage: which
    bool isEffective = false;
    PassCounts counts;
    int64_t timeNs = -1;
};

enum class PassFilter : uint8_t { All, Effective };

/** The rows for a list: headings stand only over passes that are left. */
std::vector<PassRow> passRows(const Compilation &compilation, const std::vector<PassCounts> &counts,
                              const QString &filter, PassFilter which);

class PassList : public QWidget {
    Q_OBJECT
public:
    explicit PassList(QWidget *parent = nullptr);

    void setCompilations(const Session &session, int current);
    void setCompilation(const Compilation &compilation, std::vector<PassCounts> counts);
    void setCurrentPass(int pass);
    /** The pass after (+1) or before (-1) the current one that changed something; the current one if there is none. */
    int effectivePass(int step) const;
    QString asText() const;
    QListView *view() const { return m_view; }
    int timeWidth() const; ///< of the column of times, in pixels
    /** The row of the view at `index`; null for a heading. */
    const PassRow *rowAt(const QModelIndex &index) const;

Q_SIGNALS:
    void passChosen(int pass);
    void compilationChosen(int index);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void refill();
    void updateFooter();
    void chooseRow(int row);
    void measureColumns();

    Compilation m_compilation;
    std::vector<PassCounts> m_counts;
    std::vector<int> m_effective; ///< indices of the passes that changed something
    int m_pass = -1;
    QComboBox *m_functions;
    FilterEdit *m_filter;
    QToolButton *m_effectiveOnly;
    QListView *m_view;
    TableModel<PassRow> m_model;
    PassDelegate *m_delegate;
    QLabel *m_nodes, *m_time, *m_summary;
    QSlider *m_slider;
};

} // namespace passespanel
} // namespace jitscope
