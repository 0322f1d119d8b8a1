// SPDX-License-Identifier: Apache-2.0
// The parameters of a simulated Ascend device, with the unit, meaning and source of each, and the list of known
// devices.
#pragma once

#include "engine/base/result.h"

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace jitscope::inline ascend {

/** What was measured of one type of vector kernel, or of a class of types ("[arithmetic]", see kerneljob.h); 0 where
   it was not. Bandwidths in GB/s of what the kernel reads and writes. */
struct VectorBandwidth {
    std::string op;
    double medium = 0;  ///< up to 48 MB, which fits the L2 cache
    double large = 0;   ///< from 128 MB; between the two it goes over
    double smallUs = 0; ///< the time that every kernel of it takes, however small
};

/** How far the model is from real kernels. */
struct ModelError {
    std::string how; ///< on what it was measured, a sentence; "" for a model that was never measured
    double matmulMedian = 0, matmulP90 = 0; ///< of |predicted - measured| / measured
    double vectorMedian = 0, vectorP90 = 0;
    int matmuls = 0, vectors = 0; ///< kernels
};

struct DeviceModel {
    std::string name;   ///< "Ascend910B4"
    std::string source; ///< where the numbers come from as a whole, for the reader
    int cubeCores = 0, vectorCores = 0;
    int combinedCores = 0; ///< 910A: cores that do both; the two above are equal to it then
    int aiCpuCores = 6;
    double clockMHz = 0;
    double hbmTBs = 0;          ///< theory
    double hbmEffectiveGBs = 0; ///< as seen by matmul
    double hbmGB = 32, l2MB = 96;
    double l2TBs = 4;
    double cubeEfficiency = 0.80;
    double matmulLaunchUs = 6.0;
    double float32CubeRate = 0.5; ///< of the 16-bit rate of the cube
    double attentionEfficiency = 0.29;
    double attentionGradEfficiency = 0.28;
    double blockSpreadUs = 0.86; ///< what a small kernel on all cores takes longer than on one
    double wideTypeUs = 1.5;     ///< more for 64-bit integers and doubles, which the vector unit does not have
    double mixedTypeUs = 0.6;    ///< more for operands of different floating types, which are converted first
    double smallGain = 0.1;      ///< exponent by which bandwidth grows as a kernel's bytes fall below 16 MB
    int vectorLanes = 64;        ///< float32 elements a vector core works on in a cycle
    double aiCpuUs = 60;         ///< a kernel of the AI CPU, however small
    double aiCpuGBs = 2;
    double taskGapUs = 1.42;      ///< between tasks of a stream, launched one by one
    double sinkGapUs = 0.5;       ///< the same inside one whole-graph launch
    double hostIssueUs = 31.0;    ///< PyNative: from one launch to the next
    double graphIssueUs = 12.0;   ///< kernel by kernel from a graph: the same without Python
    double nodeLaunchUs = 6.2;    ///< of it, the call Node@launch
    double queueUs = 9.5;         ///< from the operator's thread to the thread that launches
    double launchLatencyUs = 1.0; ///< from the end of the launch to the earliest start
    double pcieGBs = 23;          ///< copies between host and device
    double copyLatencyUs = 16;
    double deviceCopyGBs = 496; ///< copies on the device by its copy engine
    double hcclGBs = 17;        ///< of one link between two devices
    double hcclLatencyUs = 30;
    std::vector<VectorBandwidth> vectorTable;
    std::map<std::string, std::string> sources; ///< of single parameters, by key; those of defaultSource() where absent
    ModelError error;
    bool isUserFile = false; ///< read from a model file of the user's
};

/** A parameter as a record: what tables show, files keep and a fit changes. */
struct ModelParameter {
    const char *key;  ///< "cubeEfficiency"
    const char *name; ///< for people
    const char *unit; ///< "" for a plain number
    const char *meaning;
    const char *defaultSource;
    double low, high; ///< what a file may hold
    std::function<double(const DeviceModel &)> get;
    std::function<void(DeviceModel &, double)> set;
};
const std::vector<ModelParameter> &modelParameters();
std::string sourceOf(const DeviceModel &model, const ModelParameter &parameter);

/** What tells a chip of the family from the one that was measured. */
struct ChipFacts {
    std::string name, source;
    int cubeCores = 0, vectorCores = 0;
    int combinedCores = 0;
    int aiCpuCores = 6;
    double clockMHz = 0, hbmTBs = 0, l2TBs = 0, hbmGB = 0, l2MB = 0;
};
/** `base` as it would be on another chip: cores and clock as given, bandwidth out of the L2 cache by the ratio of L2
    bandwidths, out of the HBM by that of HBM bandwidths. */
DeviceModel scaledModel(const DeviceModel &base, const ChipFacts &chip);

/** The built-in model (910B4, on which the parameters were fitted), then those of plugins and of the user. */
std::vector<DeviceModel> deviceModels();
const DeviceModel &defaultDeviceModel();
/** The model of that name, else none. */
std::vector<DeviceModel> deviceModelsNamed(std::string_view name);
/** Refuses a name that is taken, unless both are user files: then the later replaces the earlier. */
Result<void> registerDeviceModel(DeviceModel model);
/** Why a model cannot be computed with; "" if it can. */
std::string modelFault(const DeviceModel &model);

/** The model for the next simulated run: what the user chose, else the built-in one. */
DeviceModel currentDeviceModel();
/** Chooses by name; "" for the built-in one. Fails when there is no such model. */
Result<void> chooseDeviceModel(std::string_view name);

} // namespace jitscope::inline ascend
