// SPDX-License-Identifier: Apache-2.0
// An example of a device-model plugin: a 910B4 with the faster HBM that some boards carry.
#include "engine/ascend/pluginmodels.h"

namespace {

/** The 910B4 whose memory the operator profiler lists as vendor "CJ": 1.25 instead of 0.8 TB/s. Everything that is
    bound by memory is scaled by that ratio; cores and clock are those of the built-in 910B4. */
jitscope::DeviceModel fastMemoryModel() {
    jitscope::DeviceModel model = jitscope::defaultDeviceModel();
    const double ratio = 1.25 / model.hbmTBs;
    model.name = "Ascend910B4-CJ";
    model.source = "The built-in Ascend910B4 with the HBM bandwidth that msopprof lists for memory vendor CJ "
                   "(1.25 TB/s); effective bandwidths scaled by that ratio, not measured";
    model.hbmTBs = 1.25;
    model.hbmEffectiveGBs *= ratio;
    model.sources["hbmTBs"] = "msopprof, memory vendor CJ";
    model.error = {}; // was measured on the other memory
    for (jitscope::VectorBandwidth &row : model.vectorTable)
        row.large *= ratio;
    return model;
}

} // namespace

JITSCOPE_PLUGIN {
    static const jitscope::PluginManifest manifest{
        .name = "example_device",
        .version = "1.0",
        .kind = jitscope::PluginKind::DeviceModel,
        .summary = "A simulated Ascend 910B4 with 1.25 TB/s memory",
        .brings = {jitscope::deviceModelExtension(fastMemoryModel())},
    };
    return &manifest;
}
