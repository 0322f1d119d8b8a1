// SPDX-License-Identifier: Apache-2.0
// Taking back the device models of a plugin that is switched off; registerDeviceModel() (devicemodel.h) adds them.
#pragma once

#include <string_view>

namespace jitscope {

/** Takes away a plugin's model; who had chosen it gets the default one. Built-in models and those of files stay. */
void unregisterDeviceModel(std::string_view name);

} // namespace jitscope
