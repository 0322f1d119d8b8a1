// SPDX-License-Identifier: GPL-3.0-or-later
// The part beside the operator table that holds its rows against what this machine can do.
#pragma once

#include "app/sdk/paneldef.h"
#include "engine/analysis/operators/oproofline.h"

#include <QFrame>

#include <functional>
#include <optional>
#include <vector>

class QLabel;

namespace jitscope {
inline namespace sdk {
class WrappedLabel;
}
inline namespace charts {
class RooflineView;
}
inline namespace models {
class SentenceLine;
} // namespace models
} // namespace jitscope

namespace jitscope {
inline namespace timingspanel {

class RooflinePage : public QFrame {
    Q_OBJECT
public:
    /** `peaks` measures the machine, on a background thread. */
    RooflinePage(const PanelContext &context, std::function<MachinePeaks()> peaks, QWidget *parent = nullptr);

    /** The machine is measured when rows are shown for the first time. */
    void show(std::vector<OpRow> rows);
    /** The row's point becomes the current one, where it has one. */
    void choose(const std::string &key);
    bool isReady() const { return !m_isMeasuring; }
    QString asText() const;

protected:
    void resizeEvent(QResizeEvent *event) override;

Q_SIGNALS:
    void closed();
    void chosen(const QString &key);

private:
    void measure();
    void showPoints();
    void tell();
    void fitSentence();

    PanelContext m_context;
    std::function<MachinePeaks()> m_measure;
    std::vector<OpRow> m_rows;
    std::optional<MachinePeaks> m_peaks;
    std::string m_wanted; ///< the row that is chosen, as soon as it has a point
    QLabel *m_title;
    WrappedLabel *m_point; ///< what is said of the chosen one, in full
    SentenceLine *m_sentence;
    RooflineView *m_chart;
    bool m_isMeasuring = false;
};

} // namespace timingspanel
} // namespace jitscope
