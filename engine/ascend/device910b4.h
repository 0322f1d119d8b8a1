// SPDX-License-Identifier: Apache-2.0
// The built-in device: the one chip of which recorded kernels were at hand. The other chips are plugins made from it.
#pragma once

#include "engine/ascend/devicemodel.h"

namespace jitscope::inline ascend {

DeviceModel device910B4();

} // namespace jitscope::inline ascend
