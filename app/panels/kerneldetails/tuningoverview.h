// SPDX-License-Identifier: GPL-3.0-or-later
// The first page of operator tuning: facts of the kernel, how its cores shared the work, how busy units and caches
// were.
#pragma once

#include "engine/profile/kernelprofile.h"

#include <QScrollArea>

class QLabel;

namespace jitscope {
inline namespace kerneldetailspanel {

class FactGrid;
class ShareBars;

class TuningOverview : public QScrollArea {
    Q_OBJECT
public:
    explicit TuningOverview(QWidget *parent = nullptr);
    void showKernel(const Profile &profile, const KernelProfile &kernel);
    QString asText() const;

private:
    void showCores(const KernelProfile &kernel);
    void showLoads(const KernelProfile &kernel);
    void showCaches(const KernelProfile &kernel);

    FactGrid *m_facts = nullptr;
    QLabel *m_advice = nullptr, *m_coreSentence = nullptr, *m_coreMissing = nullptr;
    QLabel *m_loadMissing = nullptr, *m_cacheMissing = nullptr;
    ShareBars *m_cores = nullptr, *m_loads = nullptr, *m_caches = nullptr;
};

} // namespace kerneldetailspanel
} // namespace jitscope
