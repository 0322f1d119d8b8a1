// SPDX-License-Identifier: Apache-2.0
// Tensors as text, exactly as MindSpore (and NumPy, whose layout it uses) prints them.
#pragma once

#include "engine/tensor/tensor.h"

#include <string>

namespace jitscope::inline tensor {

/** As `str(tensor)`: numpy's layout with its default options (8 digits, 75 columns, "..." from 1000 elements). */
std::string toString(const Tensor &tensor);

/** As `repr(tensor)`: "Tensor(shape=[2, 3], dtype=Float32, value=\n[[...]])". */
std::string represent(const Tensor &tensor);

/** As a graph's `print` writes it (MindSpore 2.10 on the CPU): as represent(), without commas between elements; of a
    tensor without axes the number alone, 1 or 0 for a bool. (MindSpore writes numbers of eight bits as characters, and
    reads past the end of empty tensors; here both are told.) */
std::string printed(const Tensor &tensor);

/** As a constant in MindSpore's IR: as represent(), without commas between elements, and "[...]" from 30 elements. */
std::string constantText(const Tensor &tensor);

/** The short form of cards and lists: "f32[2,8,196]". */
std::string brief(DType dtype, const Dims &shape);

} // namespace jitscope::inline tensor
