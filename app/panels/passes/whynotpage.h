// SPDX-License-Identifier: GPL-3.0-or-later
// Why calls of a compilation were not joined: of chosen nodes, at a kernel's border or all there is, each with the
// predicate that failed and a button that compiles a variant in which it holds.
#pragma once

#include "app/panels/passes/whynotrows.h"
#include "app/sdk/selection.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QSplitter;

namespace jitscope {
inline namespace models {
class RecordView;
}
inline namespace sdk {
struct PanelContext;
class FilterEdit;
class SegmentedControl;
} // namespace sdk
} // namespace jitscope

namespace jitscope {
inline namespace passespanel {

class WhyNotPage : public QWidget {
    Q_OBJECT
public:
    explicit WhyNotPage(const PanelContext &context, QWidget *parent = nullptr);

    /** What is shown is of this compilation from now on. */
    void setCompilation(int compilation);
    /** The node that is looked at, and its kernel; nodes that are chosen together. */
    void follow(const Anchor &anchor, const std::vector<NodeId> &together);
    /** Shows the answer. */
    void ask(const WhyNotQuestion &question);

    bool isReady() const { return !m_isWorking; }
    RecordView *view() const { return m_view; }
    /** The one of a row of the view's source. */
    const WhyNotRow &row(int sourceRow) const { return m_model.row(sourceRow); }
    QString asText() const;

    void showNodes();
    bool canTry() const;
    void tryIt();

protected:
    void showEvent(QShowEvent *event) override;

private:
    const WhyNotRow *chosen() const;
    void work();
    void present(WhyNotAnswer answer);
    void showWhetherAny();
    void fitGroups();
    void showPredicate();
    void showButton();

    const PanelContext &m_context;
    int m_compilation = -1;
    std::vector<NodeId> m_node, m_pair; ///< that is looked at; that were asked about
    std::string m_kernel;
    /** What was selected when this page last looked: it is told again whenever graphs are there anew. */
    struct Followed {
        Anchor anchor;
        std::vector<NodeId> together;
        bool operator==(const Followed &) const = default;
    };
    Followed m_followed;
    bool m_isWorking = false, m_isStale = true;
    WhyNotAnswer m_answer;
    TableModel<WhyNotRow> m_model;
    TableModel<PredicateRow> m_predicates;
    SegmentedControl *m_scope;
    QLabel *m_heading;
    FilterEdit *m_filter;
    QPushButton *m_try;
    RecordView *m_groups, *m_view;
    QSplitter *m_split;
    QLabel *m_none;     ///< in its place, where there is nothing
    QLabel *m_sentence; ///< of the chosen row, in full
};

} // namespace passespanel
} // namespace jitscope
