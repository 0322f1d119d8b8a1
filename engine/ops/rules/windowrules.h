// SPDX-License-Identifier: Apache-2.0
// What the rules of convolutions and poolings share: reading sizes, steps and padding of sliding windows.
#pragma once

#include "engine/ops/kernels/window.h"
#include "engine/ops/rules/rules.h"

namespace jitscope::inline ops {

/** Values of the two axes of images. */
struct AxisPair {
    int64_t y = 1, x = 1;
};

enum class PadMode : uint8_t { Valid, Same, Pad };

struct Padding {
    int64_t top = 0, bottom = 0, left = 0, right = 0;
};

/** An int, two ints (y, x), or four that name the axes N and C, too. Refuses values below `least`. */
AxisPair axisPairOf(const char *op, const char *name, TypeSpan arguments, size_t index, int64_t least);

/** "valid", "same" or "pad", in any case. */
PadMode padModeOf(const char *op, TypeSpan arguments, size_t index);

/** An int, two ints (y, x) or four (top, bottom, left, right), none negative. */
Padding paddingOf(const char *op, TypeSpan arguments, size_t index);

/** As the functions have it for one axis: an int or a tuple of one or two (before, after). */
Padding paddingOfLine(const char *op, TypeSpan arguments, size_t index);

enum class Rounding : uint8_t { Down, Up };

/** Everything that decides the places of the result. */
struct WindowSettings {
    AxisPair kernel, stride, dilation;
    PadMode mode = PadMode::Valid;
    Padding padding;
    Rounding rounding = Rounding::Down; ///< of the last window that does not fit: "ceil_mode"
};

/** The window over images of height x width; refuses one that is larger than the padded image. */
Window windowOver(const char *op, int64_t height, int64_t width, const WindowSettings &settings);

/** Refuses padding that the mode would not use. */
void requireUsedPadding(const char *op, PadMode mode, const Padding &padding);

/** Refuses any data_format but "NCHW". */
void requireChannelsFirst(const char *op, TypeSpan arguments, size_t index);

/** Refuses dtypes that are not floating. */
void requireFloating(const char *op, const char *name, const Abstract &tensor);

} // namespace jitscope::inline ops
