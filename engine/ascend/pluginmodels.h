// SPDX-License-Identifier: Apache-2.0
// Device models that plugins bring.
#pragma once

#include "engine/ascend/devicemodel.h"
#include "engine/extension/plugin.h"

namespace jitscope::inline ascend {

/** For the manifest of a plugin. When the plugin is switched off, who had chosen the model gets the default one. */
Extension deviceModelExtension(DeviceModel model);

} // namespace jitscope::inline ascend
