// SPDX-License-Identifier: GPL-3.0-or-later
// The list of all passes of a compilation by phase: what each changed, how long it took; with filter and slider.
#pragma once

#include "app/models/tablemodel.h"
#include "engine/session/session.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QListView;
class QSlider;
class QToolButton;

namespace jitscope {

class FilterEdit;

/** What a pass did in numbers; see ModuleDiff. */
struct PassCounts {
    int added = 0, removed = 0, changed = 0;
};
/** One entry a pass; large graphs take a while, so this runs as a job. */
std::vector<PassCounts> countChanges(const std::vector<PassRecord> &passes);

struct PassRow {
    enum class Kind : uint8_t { Heading, Stage, Pass };
    Kind kind = Kind::Heading;
    QString name, toolTip;
    int pass = -1; ///< Pass: its index; Stage: -2 for the capture, -1 for what follows the last pass
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

    void setCompilations(const std::vector<Compilation> &all, int current);
    void setCompilation(const Compilation &compilation, std::vector<PassCounts> counts);
    void setCurrentPass(int pass);
    /** The pass after (+1) or before (-1) the current one that changed something; the current one if there is none. */
    int effectivePass(int step) const;
    QString asText() const;

Q_SIGNALS:
    void passChosen(int pass);
    void compilationChosen(int index);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void refill();
    void updateFooter();
    void chooseRow(int row);

    Compilation m_compilation;
    std::vector<PassCounts> m_counts;
    std::vector<int> m_effective; ///< indices of the passes that changed something
    int m_pass = -1;
    QComboBox *m_functions;
    FilterEdit *m_filter;
    QToolButton *m_effectiveOnly;
    QListView *m_view;
    TableModel<PassRow> m_model;
    QLabel *m_nodes, *m_time, *m_summary;
    QSlider *m_slider;
};

} // namespace jitscope
