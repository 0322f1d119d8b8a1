// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/kerneldetails/devicepeaks.h"

#include "engine/ascend/devicemodel.h"

#include <QCoreApplication>

namespace jitscope {
inline namespace kerneldetailspanel {

namespace {

/** Operations of a cube core in a cycle: a product of 16 x 16 x 16, multiply and add. */
constexpr double cubeOperations = 2.0 * 16 * 16 * 16;

DevicePeaks peaksOf(const DeviceModel &model) {
    const double cycles = model.clockMHz * 1e6;
    return {model.name, model.source, model.cubeCores * cubeOperations * cycles / 1e12,
            double(model.vectorCores) * model.vectorLanes * cycles / 1e12, model.hbmTBs};
}

} // namespace

DevicePeaks devicePeaks(std::string_view soc) {
    for (const DeviceModel &model : deviceModels())
        if (!soc.empty() && (model.name == soc || std::string_view(model.name).ends_with(soc))) return peaksOf(model);
    DevicePeaks peaks = peaksOf(currentDeviceModel());
    const QString note = soc.empty()
                             ? QCoreApplication::translate("jitscope::kerneldetailspanel::TuningView",
                                                           "the profile does not name its device; %1 is assumed")
                             : QCoreApplication::translate("jitscope::kerneldetailspanel::TuningView",
                                                           "no model of this device is known; %1 is assumed");
    peaks.source = note.arg(QString::fromStdString(peaks.device)).toStdString() + ": " + peaks.source;
    return peaks;
}

} // namespace kerneldetailspanel
} // namespace jitscope
