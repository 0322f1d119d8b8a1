// SPDX-License-Identifier: GPL-3.0-or-later
// The roofs of a device by its name in a profile, from the device models.
#pragma once

#include "engine/profile/kernelprofile.h"

#include <string_view>

namespace jitscope {
inline namespace kerneldetailspanel {

/** Of the model of that name ("Ascend910B4", "910B4"); of the current model where there is none, which its `source`
    then says. */
DevicePeaks devicePeaks(std::string_view soc);

} // namespace kerneldetailspanel
} // namespace jitscope
