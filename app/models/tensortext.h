// SPDX-License-Identifier: GPL-3.0-or-later
// A recorded tensor in a few words: type and shape, and its values where they are few.
#pragma once

#include "engine/base/result.h"
#include "engine/session/sessionfwd.h"
#include "engine/tensor/tensor.h"

#include <QString>

namespace jitscope {
inline namespace models {

/** "f32[2,3]", or with up to eight values that are in memory "f32[3] = [1, 2, 0.5]". Cheap enough for painting. */
QString tensorText(const TensorRecord &tensor);
/** The values alone, "[1, 2, 0.5]" or "0.5"; "" when they are too many or not in memory. */
QString fewValuesText(const TensorRecord &tensor);
/** As Python that makes the same tensor again, or why that is not given here. */
Result<QString> tensorAsPython(const Tensor &tensor);

} // namespace models
} // namespace jitscope
