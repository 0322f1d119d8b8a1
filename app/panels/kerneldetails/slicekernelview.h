// SPDX-License-Identifier: GPL-3.0-or-later
// The kernel of the selected slice in a profile of many: its operands, how busy its pipes were, what bounds it, and
// where it stands under the roofs of the device.
#pragma once

#include "engine/analysis/device/kernelbound.h"

#include <QWidget>

class QLabel;

namespace jitscope {
inline namespace charts {
class RooflineView;
}
} // namespace jitscope

namespace jitscope {
inline namespace sdk {
class PillLabel;
}
} // namespace jitscope

namespace jitscope {
inline namespace kerneldetailspanel {

class FactGrid;
class ShareBars;

class SliceKernelView : public QWidget {
    Q_OBJECT
public:
    explicit SliceKernelView(QWidget *parent = nullptr);
    /** A row of the table "kernels" of a profile. */
    void setKernel(const Profile &profile, const DataTable &kernels, int64_t row);
    QString asText() const;

private:
    void showFacts(const DataTable &kernels, int64_t row);
    void showBound(const KernelBound &bound);
    void showRoofline(const DataTable &kernels, int64_t row, const DevicePeaks &peaks);

    QLabel *m_title, *m_meaning, *m_pipesMissing, *m_roofSentence;
    PillLabel *m_bound;
    FactGrid *m_facts;
    ShareBars *m_pipes;
    RooflineView *m_roofline;
};

} // namespace kerneldetailspanel
} // namespace jitscope
