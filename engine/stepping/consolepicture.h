// SPDX-License-Identifier: Apache-2.0
// A tensor as the console draws it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace jitscope::inline stepping {

/** The values of a tensor, reduced to what a small picture in the console can show. */
struct ConsolePicture {
    enum class Kind : uint8_t { Curve, Heat, Histogram };

    Kind kind = Kind::Heat;
    std::string title; ///< with shape and range
    int rows = 0, columns = 0;
    std::vector<float> values; ///< row by row; of a curve least and largest value of each point, of a histogram counts
    double low = 0, high = 0;  ///< of the finite values of the whole tensor
};

} // namespace jitscope::inline stepping
