// SPDX-License-Identifier: Apache-2.0
// Windows that slide over images: the geometry that convolutions and poolings share.
#pragma once

#include <algorithm>
#include <cstdint>

namespace jitscope::inline ops {

/** One axis of a sliding window. Place `o` of the result sees the places o * stride - before + tap * dilation. */
struct WindowAxis {
    int64_t size = 1;   ///< of the image
    int64_t kernel = 1; ///< taps
    int64_t stride = 1, dilation = 1;
    int64_t before = 0, after = 0; ///< padding
    int64_t result = 1;            ///< places of the result

    /** The first place of the image that `tap` reads; others follow by `stride`. */
    int64_t origin(int64_t tap) const { return tap * dilation - before; }

    /** The places of the result, within [begin, end), at which `tap` lies on the image. */
    struct Places {
        int64_t begin, end;
    };
    Places insidePlaces(int64_t tap, int64_t begin, int64_t end) const {
        const int64_t start = origin(tap);
        const int64_t first = start >= 0 ? 0 : (-start + stride - 1) / stride;
        const int64_t behind = size - start <= 0 ? 0 : (size - start + stride - 1) / stride;
        const int64_t from = std::max(begin, first);
        return {from, std::max(from, std::min(end, behind))};
    }
};

struct Window {
    WindowAxis y, x;

    int64_t imageCount() const { return y.size * x.size; }
    int64_t kernelCount() const { return y.kernel * x.kernel; }
    int64_t resultCount() const { return y.result * x.result; }
};

/** Calls `run(result, image, count)` for every row of the result's places at which the tap (ky, kx) lies on the image:
    the indices of the first of them in the result and in the image, where the others follow by window.x.stride. */
template<class Run> void forEachRun(const Window &window, int64_t ky, int64_t kx, Run run) {
    const auto down = window.y.insidePlaces(ky, 0, window.y.result);
    const auto across = window.x.insidePlaces(kx, 0, window.x.result);
    if (across.begin == across.end) return;
    for (int64_t oy = down.begin; oy < down.end; ++oy) {
        const int64_t iy = oy * window.y.stride + window.y.origin(ky);
        const int64_t ix = across.begin * window.x.stride + window.x.origin(kx);
        run(oy * window.x.result + across.begin, iy * window.x.size + ix, across.end - across.begin);
    }
}

} // namespace jitscope::inline ops
