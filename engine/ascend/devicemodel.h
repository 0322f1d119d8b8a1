// SPDX-License-Identifier: Apache-2.0
// The parameters of a simulated Ascend device, with the source of each, and the list of known devices.
#pragma once

#include "engine/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace jitscope {

/** What was measured of one vector operator; 0 where it was not. Bandwidths in GB/s of bytes read and written. */
struct VectorBandwidth {
    std::string op;
    double medium = 0;  ///< 1-64 MB, which fits the L2 cache
    double large = 0;   ///< above
    double smallUs = 0; ///< the whole time below 1 MB
};

struct DeviceModel {
    std::string name;   ///< "Ascend910B4"
    std::string source; ///< where the numbers come from, for the reader
    int cubeCores = 0, vectorCores = 0;
    double clockMHz = 0;
    double hbmTBs = 0;          ///< theory
    double hbmEffectiveGBs = 0; ///< as seen by matmul
    double cubeEfficiency = 0.80;
    double matmulLaunchUs = 6.0;
    double vectorLaunchUs = 1.4;
    double smallVectorUs = 1.5;   ///< below 1 MB
    double taskGapUs = 1.42;      ///< between tasks of a stream, launched one by one
    double sinkGapUs = 0.5;       ///< the same inside one whole-graph launch
    double hostIssueUs = 31.0;    ///< PyNative: from one launch to the next
    double launchLatencyUs = 0;   ///< from host issue to the earliest start
    double blockSpreadUs = 0.86;  ///< what a small kernel on all cores takes longer than on one
    double float32CubeRate = 0.5; ///< of the 16-bit rate of the cube
    int vectorLanes = 64;         ///< float32 elements a vector core works on in a cycle
    double vectorGBs = 0;         ///< operators without a row below
    std::vector<VectorBandwidth> vectorTable;
};

/** The built-in models (910A, 910B1-B4) and those of plugins. */
std::vector<DeviceModel> deviceModels();
const DeviceModel &defaultDeviceModel(); ///< 910B4, on which the model was fitted
Result<void> registerDeviceModel(DeviceModel model);

} // namespace jitscope
