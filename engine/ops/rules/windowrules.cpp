// SPDX-License-Identifier: Apache-2.0
// Reads the settings of sliding windows.
#include "engine/ops/rules/windowrules.h"

#include "engine/base/text.h"

#include <cctype>

namespace jitscope::inline ops {

namespace {

/** Sizes beyond this are refused, so that products of two of them do not overflow. */
constexpr int64_t largest = int64_t(1) << 31;

void requireRange(const char *op, const char *name, int64_t value, int64_t least) {
    if (value < least || value >= largest)
        diagnose(format("For '%s', '%s' must be in [%lld, %lld), but got %lld.", op, name, (long long)least,
                        (long long)largest, (long long)value));
}

/** The places of one axis, by the three rules of padding. */
WindowAxis axisOver(const char *op, const char *name, int64_t size, int64_t kernel, int64_t stride, int64_t dilation,
                    const WindowSettings &settings, int64_t before, int64_t after) {
    WindowAxis axis;
    axis.size = size;
    axis.kernel = kernel;
    axis.stride = stride;
    axis.dilation = dilation;
    const int64_t reach = (kernel - 1) * dilation + 1;
    if (settings.mode == PadMode::Same) {
        axis.result = (size + stride - 1) / stride;
        const int64_t missing = std::max<int64_t>((axis.result - 1) * stride + reach - size, 0);
        axis.before = missing / 2;
        axis.after = missing - axis.before;
        return axis;
    }
    axis.before = before;
    axis.after = after;
    const int64_t free = size + before + after - reach;
    if (free < 0)
        diagnose(format("For '%s', the window of %lld (kernel %lld, dilation %lld) is larger than the padded %s of the "
                        "input, %lld.",
                        op, (long long)reach, (long long)kernel, (long long)dilation, name,
                        (long long)(size + before + after)));
    axis.result = free / stride + 1;
    // A further window counts only if it begins on the image or its padding before.
    if (settings.rounding == Rounding::Up && free % stride != 0 && axis.result * stride < size + before) ++axis.result;
    return axis;
}

} // namespace

AxisPair axisPairOf(const char *op, const char *name, TypeSpan arguments, size_t index, int64_t least) {
    const Dims values = intsOf(op, arguments, index);
    if (values.rank() != 1 && values.rank() != 2 && values.rank() != 4)
        diagnose(format("For '%s', '%s' must be an int or a tuple of 2 or 4 ints, but got %s.", op, name,
                        toString(values).c_str()));
    const AxisPair pair = {values[values.rank() == 1 ? 0 : values.rank() - 2], values.back()};
    requireRange(op, name, pair.y, least);
    requireRange(op, name, pair.x, least);
    return pair;
}

PadMode padModeOf(const char *op, TypeSpan arguments, size_t index) {
    const std::string *given = arguments[index].isConstant ? arguments[index].value.asString() : nullptr;
    std::string mode = given ? *given : brief(arguments[index]);
    for (char &c : mode)
        c = char(std::tolower(static_cast<unsigned char>(c)));
    if (mode == "valid") return PadMode::Valid;
    if (mode == "same") return PadMode::Same;
    if (mode == "pad") return PadMode::Pad;
    diagnose(format("For '%s', the 'pad_mode' must be str and must be in '['valid', 'same', 'pad']', but got '%s'.", op,
                    given ? given->c_str() : mode.c_str()));
}

Padding paddingOf(const char *op, TypeSpan arguments, size_t index) {
    const Dims values = intsOf(op, arguments, index);
    Padding padding;
    if (values.rank() == 4)
        padding = {values[0], values[1], values[2], values[3]};
    else if (values.rank() == 1 || values.rank() == 2)
        padding = {values[0], values[0], values.back(), values.back()};
    else
        diagnose(format("For '%s', 'padding' must be an int or a tuple of 2 or 4 ints, but got %s.", op,
                        toString(values).c_str()));
    for (const int64_t value : values)
        requireRange(op, "padding", value, 0);
    return padding;
}

Padding paddingOfLine(const char *op, TypeSpan arguments, size_t index) {
    const Dims values = intsOf(op, arguments, index);
    if (values.rank() != 1 && values.rank() != 2)
        diagnose(format("For '%s', 'padding' must be an int or a tuple of 1 or 2 ints, but got %s.", op,
                        toString(values).c_str()));
    for (const int64_t value : values)
        requireRange(op, "padding", value, 0);
    return {0, 0, values[0], values.back()};
}

Window windowOver(const char *op, int64_t height, int64_t width, const WindowSettings &settings) {
    requireRange(op, "height of the input", height, 0);
    requireRange(op, "width of the input", width, 0);
    const AxisPair &kernel = settings.kernel, &stride = settings.stride, &dilation = settings.dilation;
    const Padding &padding = settings.padding;
    return {axisOver(op, "height", height, kernel.y, stride.y, dilation.y, settings, padding.top, padding.bottom),
            axisOver(op, "width", width, kernel.x, stride.x, dilation.x, settings, padding.left, padding.right)};
}

void requireUsedPadding(const char *op, PadMode mode, const Padding &padding) {
    const int64_t most = std::max({padding.top, padding.bottom, padding.left, padding.right});
    if (mode != PadMode::Pad && most > 0)
        diagnose(format("For '%s', the 'pad' must be zero when 'pad_mode' is not 'pad', but got 'pad': %lld and "
                        "'pad_mode': %s.",
                        op, (long long)most, mode == PadMode::Same ? "same" : "valid"));
}

void requireChannelsFirst(const char *op, TypeSpan arguments, size_t index) {
    const std::string *layout = arguments[index].value.asString();
    if (!layout || *layout != "NCHW")
        diagnose(format("For '%s', the data_format must be 'NCHW', but got %s.", op,
                        layout ? ("'" + *layout + "'").c_str() : brief(arguments[index]).c_str()));
}

void requireFloating(const char *op, const char *name, const Abstract &tensor) {
    if (info(tensor.dtype).floating) return;
    diagnoseType(
        format("For primitive[%s], the input argument[%s] must be a type of {BFloat16, Float16, Float32, Float64}, "
               "but got %s.",
               op, name, std::string(info(tensor.dtype).name).c_str()));
}

} // namespace jitscope::inline ops
