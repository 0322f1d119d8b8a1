// SPDX-License-Identifier: Apache-2.0
// The simulated Ascend 910 (A), with one kind of core for matrices and vectors.
#include "engine/ascend/pluginmodels.h"

namespace {

jitscope::DeviceModel ascend910A() {
    const jitscope::ChipFacts chip{
        .name = "Ascend910A",
        .source =
            "Cores and clock from info.json of a recorded profile, HBM and L2 as published (no tool states them); "
            "everything else that of the Ascend 910B4, scaled and never held against this chip",
        .cubeCores = 32,
        .vectorCores = 32,
        .combinedCores = 32,
        .aiCpuCores = 14,
        .clockMHz = 1000,
        .hbmTBs = 1.2,
        .l2TBs = 4 * 1.2 / 0.8, // not published: as much faster than the 910B4's as the HBM is
        .hbmGB = 32,
        .l2MB = 32,
    };
    jitscope::DeviceModel model = jitscope::scaledModel(jitscope::defaultDeviceModel(), chip);
    for (const char *key : {"cubeCores", "vectorCores", "aiCpuCores", "clockMHz"})
        model.sources[key] = "info.json of a recorded profile";
    for (const char *key : {"hbmTBs", "l2MB", "hbmGB"})
        model.sources[key] = "published, not stated by any tool";
    model.sources["l2TBs"] = "not published: that of the Ascend910B4 by the ratio of HBM bandwidths";
    return model;
}

} // namespace

JITSCOPE_PLUGIN {
    static const jitscope::PluginManifest manifest{
        .name = "ascend910a",
        .version = "1.0",
        .kind = jitscope::PluginKind::DeviceModel,
        .summary = "A simulated Ascend 910 (A)",
        .brings = {jitscope::deviceModelExtension(ascend910A())},
    };
    return &manifest;
}
