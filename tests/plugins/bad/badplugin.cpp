// SPDX-License-Identifier: Apache-2.0
// A plugin with one fault, chosen by BAD_PLUGIN when it is built: the test of the loader loads one of each.
#include "engine/ascend/pluginmodels.h"

#include <stdexcept>

using namespace jitscope;

#define NO_ENTRY 1
#define NULL_MANIFEST 2
#define OTHER_VERSION 3
#define NO_NAME 4
#define THROWS 5
#define TAKEN_DEVICE 6
#define UNUSABLE_DEVICE 7
#define TWIN 8

#if BAD_PLUGIN == NO_ENTRY
extern "C" int someOtherFunction() {
    return 1;
}
#else
JITSCOPE_PLUGIN {
    static PluginManifest manifest;
    manifest.name = "bad";
    manifest.version = "0.1";
#if BAD_PLUGIN == NULL_MANIFEST
    return nullptr;
#elif BAD_PLUGIN == OTHER_VERSION
    manifest.interfaceVersion = pluginInterfaceVersion + 41;
#elif BAD_PLUGIN == NO_NAME
    manifest.name.clear();
#elif BAD_PLUGIN == THROWS
    throw std::runtime_error("no licence server");
#elif BAD_PLUGIN == TAKEN_DEVICE
    manifest.brings = {deviceModelExtension(defaultDeviceModel())};
#elif BAD_PLUGIN == UNUSABLE_DEVICE
    DeviceModel model;
    model.name = "Ascend0";
    manifest.brings = {deviceModelExtension(model)};
#elif BAD_PLUGIN == TWIN
    manifest.name = "example_device";
#endif
    return &manifest;
}
#endif
