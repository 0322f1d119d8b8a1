// SPDX-License-Identifier: Apache-2.0
// The parameters of a simulated Ascend device, with the source of each, and the list of known devices.
#pragma once

#include "engine/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace jitscope {

/** One effective bandwidth, GB/s, of a vector operator: `medium` for 1-64 MB (fits L2), `large` above. */
struct VectorBandwidth {
    std::string op;
    double medium = 0, large = 0;
};

struct DeviceModel {
    std::string name;   ///< "Ascend910B4"
    std::string source; ///< where the numbers come from, for the reader
    int cubeCores = 0, vectorCores = 0;
    double clockMHz = 0;
    double hbmTBs = 0;             ///< theory
    double hbmEffectiveGBs = 0;    ///< as seen by matmul
    double cubeEfficiency = 0.80;
    double matmulLaunchUs = 6.0;
    double vectorLaunchUs = 1.4;
    double smallVectorUs = 1.5;    ///< below 1 MB
    double taskGapUs = 1.42;       ///< between tasks of a stream, launched one by one
    double sinkGapUs = 0.5;        ///< the same inside one whole-graph launch
    double hostIssueUs = 31.0;     ///< PyNative: from one launch to the next
    double launchLatencyUs = 0;    ///< from host issue to the earliest start
    double vectorGBs = 0;          ///< operators without a row below
    std::vector<VectorBandwidth> vectorTable;
};

/** The built-in models (910A, 910B1-B4) and those of plugins. */
std::vector<DeviceModel> deviceModels();
const DeviceModel &defaultDeviceModel(); ///< 910B4, on which the model was fitted
Result<void> registerDeviceModel(DeviceModel model);

} // namespace jitscope
