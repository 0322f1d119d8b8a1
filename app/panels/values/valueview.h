// SPDX-License-Identifier: GPL-3.0-or-later
// One tensor as table, heat picture or histogram, with its index boxes, statistics, range and chosen element.
#pragma once

#include "app/panels/values/valuework.h"
#include "app/tensorview/numberformat.h"
#include "engine/tensor/elementsearch.h"

#include <QWidget>

class QComboBox;
class QSpinBox;
class QStackedWidget;

namespace jitscope {
inline namespace sdk {
class SegmentedControl;
}
inline namespace tensorview {
class AxisBoxes;
class HeatView;
class RangeControl;
class StatisticsLine;
class TensorGrid;
} // namespace tensorview
} // namespace jitscope

namespace jitscope {
inline namespace valuespanel {

class ElementBar;

class ValueView : public QWidget {
    Q_OBJECT
public:
    explicit ValueView(Jobs &jobs, QWidget *parent = nullptr);

    /** The elements alone; what has to be worked out follows with showFound(). */
    void showTensor(const Tensor &tensor);
    void showFound(const ShownValue &found);
    /** While those of another tensor are worked out. */
    void clearPicture();
    /** Something else is shown from now on (a difference): a range that was set for the values means nothing for it. */
    void releaseRange();
    const Tensor &tensor() const { return m_tensor; }
    const CutChoice &choice() const { return m_choice; }
    int64_t element() const { return m_element; }
    /** Moves the cut to where the element is. */
    void goTo(int64_t element);
    void focusIndex();
    bool isReady() const { return m_running == 0; }
    QString text() const;

Q_SIGNALS:
    void picked(qint64 element);
    void originWanted();

private:
    QLayout *buildHead();
    QWidget *buildFormat();
    QWidget *buildForms();
    void showForm();
    void showFormat();
    void showCut();
    void computeHeat();
    void choose(qint64 element);
    void search(ElementTrait kind);

    Jobs &m_jobs;
    Tensor m_tensor;
    CutChoice m_choice;
    int64_t m_element = -1;
    int m_running = 0;
    SegmentedControl *m_form = nullptr;
    AxisBoxes *m_axes = nullptr;
    QWidget *m_formatRow = nullptr;
    QComboBox *m_format = nullptr;
    QSpinBox *m_digits = nullptr;
    QStackedWidget *m_forms = nullptr;
    TensorGrid *m_grid = nullptr;
    HeatView *m_heat = nullptr;
    RangeControl *m_range = nullptr;
    ElementBar *m_elementBar = nullptr;
    StatisticsLine *m_statistics = nullptr;
};

} // namespace valuespanel
} // namespace jitscope
