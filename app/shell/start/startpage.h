// SPDX-License-Identifier: GPL-3.0-or-later
// What the window shows while nothing is open: what was open before, samples, the guide, what is new.
#pragma once

#include "app/guide/guidebook.h"

#include <QHash>
#include <QScrollArea>

class QAction;
class QVBoxLayout;

namespace jitscope {
inline namespace sdk {
class Jobs;
}
} // namespace jitscope

namespace jitscope {
inline namespace shell {

class RecentRow;

class StartPage : public QScrollArea {
    Q_OBJECT
public:
    /** `commands` by their ids: its buttons carry out some of them. */
    StartPage(const QHash<QString, QAction *> &commands, Jobs &jobs, QWidget *parent = nullptr);

    /** Reads the lists anew. */
    void refresh();
    QList<RecentRow *> recentRows() const;

Q_SIGNALS:
    void fileChosen(const QString &path);
    void sampleChosen(const QString &file);
    void guideWanted(const jitscope::GuidePlace &place);
    void closeWanted();

protected:
    void changeEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void addTitle(QVBoxLayout &column);
    void addCommands(QVBoxLayout &column);
    void addGuide(QVBoxLayout &column);
    void addNews(QVBoxLayout &column);
    void addRecent(QVBoxLayout &column);
    void addSamples(QVBoxLayout &column);
    void addStartChoice(QVBoxLayout &column);
    void markMissing();

    const QHash<QString, QAction *> &m_commands;
    Jobs &m_jobs;
};

/** Whether the window begins with the page when it is started with nothing to open. */
bool startsWithStartPage();
void setStartsWithStartPage(bool wanted);

} // namespace shell
} // namespace jitscope
