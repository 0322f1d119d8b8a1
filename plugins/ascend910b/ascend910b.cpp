// SPDX-License-Identifier: Apache-2.0
// The simulated Ascend 910B1, B2 and B3. The 910B4, on which the model was fitted, is built in.
#include "engine/ascend/pluginmodels.h"

namespace {

constexpr const char *source =
    "Cores from CANN platform files, clock and bandwidths from Ascend's operator profiler; "
    "launch times and efficiencies those of the Ascend 910B4, bandwidths scaled by those of L2 "
    "and HBM";

std::vector<jitscope::Extension> models() {
    const std::vector<jitscope::ChipFacts> chips{
        {"Ascend910B1", source, 24, 48, 0, 6, 1850, 1.8, 8, 64, 192},
        {"Ascend910B2", source, 24, 48, 0, 6, 1800, 1.75, 7.78, 64, 192},
        {"Ascend910B3", source, 20, 40, 0, 6, 1800, 1.75, 7.78, 64, 192},
    };
    std::vector<jitscope::Extension> made;
    for (const jitscope::ChipFacts &chip : chips)
        made.push_back(jitscope::deviceModelExtension(jitscope::scaledModel(jitscope::defaultDeviceModel(), chip)));
    return made;
}

} // namespace

JITSCOPE_PLUGIN {
    static const jitscope::PluginManifest manifest{
        .name = "ascend910b",
        .version = "1.0",
        .kind = jitscope::PluginKind::DeviceModel,
        .summary = "Simulated Ascend 910B1, 910B2 and 910B3",
        .brings = models(),
    };
    return &manifest;
}
