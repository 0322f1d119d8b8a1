// SPDX-License-Identifier: GPL-3.0-or-later
// Two minutes through the program on a sample: each step is seen to be done, by the user or, when asked, by the tour.
#pragma once

#include <QObject>
#include <QTimer>

#include <functional>
#include <vector>

namespace jitscope {
inline namespace shell {

class MainWindow;
class TourCard;

struct TourStep {
    const char *title; ///< translated in the context "Tour", as is the text
    const char *text;  ///< Markdown
    std::function<bool()> isDone;
    /** One move towards it; asked for again until it is done. */
    std::function<void()> help;
};

class Tour : public QObject {
    Q_OBJECT
public:
    explicit Tour(MainWindow &window);

    /** From its first step, also when it is under way. */
    void start();
    void leave();
    /** The language changed: the present step is told anew. */
    void retranslate();
    bool isOn() const;
    int step() const { return m_step; }
    int stepCount() const { return int(m_steps.size()); }
    TourCard &card() { return *m_card; }

private:
    std::vector<TourStep> steps();
    void show(int step);
    void look();
    bool isIdle() const;

    MainWindow &m_window;
    TourCard *m_card;
    std::vector<TourStep> m_steps;
    QTimer m_lookTimer, m_nextTimer;
    int m_step = 0;
    bool m_helps = false; ///< the tour does the present step
    int m_runsEnded = 0;  ///< since the step began
    int64_t m_firstOp = -1;
    bool m_knowsFirstOp = false; ///< m_firstOp is what was selected when the step could begin
};

} // namespace shell
} // namespace jitscope
