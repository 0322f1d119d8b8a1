// SPDX-License-Identifier: GPL-3.0-or-later
// One page of the guide in the window's own look: headings, tables, pictures that fit, links.
#pragma once

#include "app/guide/guidebook.h"

#include <QTextBrowser>
#include <QTimer>

namespace jitscope {
inline namespace guide {

class GuideBrowser : public QTextBrowser {
    Q_OBJECT
public:
    explicit GuideBrowser(QWidget *parent = nullptr);

    const GuidePlace &place() const { return m_place; }
    /** Does nothing for a place that is not there. */
    void setPlace(const GuidePlace &place);
    /** Marks every place where one of the words stands. */
    void mark(const QStringList &words);

    void backward() override { Q_EMIT stepWanted(-1); }
    void forward() override { Q_EMIT stepWanted(1); }
    void home() override { Q_EMIT linkChosen({GuideBook::current().pages().constFirst().id, {}}); }

Q_SIGNALS:
    void linkChosen(const jitscope::GuidePlace &place);
    /** Alt+Left, Alt+Right and the side buttons of a mouse. */
    void stepWanted(int direction);

protected:
    QVariant loadResource(int type, const QUrl &name) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void render();
    void dressBlocks();
    void dressText();
    void dressTables();
    void fitPictures();
    void scrollToPlace();
    int pictureRoom() const;

    GuidePlace m_place;
    const GuidePage *m_page = nullptr;
    QTimer m_fitTimer;
    bool m_isAtPlace = false; ///< nobody scrolled since the place was shown
    int m_fitted = 0;         ///< the room that pictures were made for
};

} // namespace guide
} // namespace jitscope
