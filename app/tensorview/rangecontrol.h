// SPDX-License-Identifier: GPL-3.0-or-later
// The histogram with its range as numbers, and what sets it: fit, back to automatic, marks for what lies outside.
#pragma once

#include "app/tensorview/rangehistogram.h"

class QToolButton;

namespace jitscope {
inline namespace sdk {
class NumberEdit;
}
} // namespace jitscope

namespace jitscope {
inline namespace tensorview {

class RangeControl : public QWidget {
    Q_OBJECT
public:
    explicit RangeControl(QWidget *parent = nullptr);

    /** The range follows the values until the user sets one. */
    void setHistogram(const Histogram &histogram);
    const ValueRange &range() const { return m_histogram->range(); }
    ClipMarks marks() const;
    /** Whether the user set the range, so that it stays for the tensors that come. */
    bool isHeld() const { return m_isHeld; }
    /** The next values set the range again. */
    void release() { m_isHeld = false; }

Q_SIGNALS:
    void changed();

private:
    void setRange(const ValueRange &range);
    void hold(const ValueRange &range);
    void takeTyped();
    void fit();
    void reset();

    Histogram m_values;
    bool m_isHeld = false;
    RangeHistogram *m_histogram;
    NumberEdit *m_low, *m_high;
    QToolButton *m_fit, *m_reset, *m_marks;
};

/** The middle of the values: what is left when `share` of them is cut off at each end. */
ValueRange middleOf(const Histogram &histogram, double share);

} // namespace tensorview
} // namespace jitscope
