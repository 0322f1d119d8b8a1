// SPDX-License-Identifier: Apache-2.0
// Tensors as NumPy's .npy files, which numpy.load opens.
//
// BFloat16, which NumPy does not know, is written as float32: that is exact, and every NumPy reads it. Files in which
// the ml_dtypes package wrote bfloat16 (elements of kind V2) are read as BFloat16.
#pragma once

#include "engine/base/result.h"
#include "engine/tensor/tensor.h"

#include <functional>
#include <string>

namespace jitscope::inline tensor {

/** Told the share (0..1) that is done, answers whether to go on. */
using FileProgress = std::function<bool(double share)>;

/** Row-major, little-endian. Writes beside `path` and renames at the end: a failure or a call-off leaves no half file
    and what was there before. */
Result<void> writeNpy(const std::string &path, const Tensor &tensor, const FileProgress &progress = nullptr);

/** Either order of axes; other kinds of elements and big-endian files are refused in a sentence. */
Result<Tensor> readNpy(const std::string &path);

} // namespace jitscope::inline tensor
