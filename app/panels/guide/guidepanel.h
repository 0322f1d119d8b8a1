// SPDX-License-Identifier: GPL-3.0-or-later
// The guide beside the work: its contents, a search, one page, and the way back.
#pragma once

#include "app/guide/guidebook.h"
#include "app/sdk/paneldef.h"

class QListWidget;
class QSplitter;
class QStackedWidget;
class QToolButton;
class QTreeWidget;

namespace jitscope {
inline namespace guide {
class GuideBrowser;
}
inline namespace sdk {
class FilterEdit;
}
} // namespace jitscope

namespace jitscope {
inline namespace guidepanel {

PanelDef guidePanel();

class GuidePanel : public Panel {
    Q_OBJECT
public:
    explicit GuidePanel(QWidget *parent);

    /** Goes there, and remembers where one was. */
    void open(const GuidePlace &place);
    GuidePlace place() const;

    QString contentAsText() const override;
    bool startFind() override;

protected:
    bool event(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void fillContents();
    void search();
    void step(int direction);
    void showPlace(const GuidePlace &place);
    void updateColumns();
    void closeNarrowContents();

    FilterEdit *m_query;
    QToolButton *m_toggle, *m_back, *m_forward;
    QSplitter *m_splitter;
    QStackedWidget *m_lists;
    QTreeWidget *m_contents;
    QListWidget *m_hits;
    GuideBrowser *m_text;
    QList<GuidePlace> m_history;
    int m_at = -1;
};

} // namespace guidepanel
} // namespace jitscope
