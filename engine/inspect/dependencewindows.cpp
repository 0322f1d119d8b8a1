// SPDX-License-Identifier: Apache-2.0
// How results of convolutions and poolings depend on what lies under their windows.
#include "engine/inspect/dependence.h"

#include "engine/ops/opdef.h"
#include "engine/ops/rules/convolutionrules.h"

namespace jitscope::inline inspect {

namespace {

using Positions = std::vector<int64_t>;

/** Calls `visit(tap, place)` for the taps of one axis that lie on the image. */
template<class Visit> void forTaps(const WindowAxis &axis, int64_t result, Visit visit) {
    for (int64_t tap = 0; tap < axis.kernel; ++tap) {
        const int64_t place = result * axis.stride + axis.origin(tap);
        if (place >= 0 && place < axis.size) visit(tap, place);
    }
}

/** `rank` 3 are lines: images of height 1. */
Dims asImages(const Dims &shape) {
    if (shape.rank() == 4) return shape;
    return {shape[0], shape[1], 1, shape[2]};
}

/** What was asked for before, so that results that look at the same place cost nothing more. */
class Seen {
public:
    explicit Seen(int64_t count)
        : m_seen(size_t(count)) {}
    /** True the first time. */
    bool isNew(int64_t index) {
        const bool wasSeen = m_seen[size_t(index)];
        m_seen[size_t(index)] = true;
        return !wasSeen;
    }

private:
    std::vector<bool> m_seen;
};

Dependences filtered(const OpCall &call, const ConvolutionPlan &plan, const Positions &positions) {
    const Dims images = plan.imageShape(), filters = plan.filterShape(), result = plan.resultShape();
    const int64_t channels = filters[1], perGroup = plan.outChannels / plan.groups;
    const WindowAxis &down = plan.window.y, &across = plan.window.x;
    ElementCollector image(images.product()), filter(filters.product()), bias(plan.outChannels);
    Seen places(plan.batch * plan.groups * result[2] * result[3]), taps(filters[0] * filters[2] * filters[3]);
    for (const int64_t position : positions) {
        const Coordinates at = coordinatesOf(position, result);
        const int64_t group = at[1] / perGroup;
        bias.add(at[1]);
        const bool isNewPlace = places.isNew(((at[0] * plan.groups + group) * result[2] + at[2]) * result[3] + at[3]);
        forTaps(down, at[2], [&](int64_t ky, int64_t y) {
            forTaps(across, at[3], [&](int64_t kx, int64_t x) {
                const bool isNewTap = taps.isNew((at[1] * filters[2] + ky) * filters[3] + kx);
                if (!isNewPlace && !isNewTap) return;
                for (int64_t channel = 0; channel < channels; ++channel) {
                    image.add(positionOf({at[0], group * channels + channel, y, x}, images));
                    filter.add(positionOf({at[1], channel, ky, kx}, filters));
                }
            });
        });
    }
    std::vector<ElementSet> sets = {image.finish(), filter.finish()};
    const ElementSet channelsOfResult = bias.finish(); // of a bias, and of the norm that a fused convolution ends with
    for (size_t i = 2; i < call.inputs.size(); ++i) {
        if (call.inputs[i].count() != plan.outChannels) return std::nullopt;
        sets.push_back(channelsOfResult);
    }
    return sets;
}

/** The reverse of forTaps(): calls `visit(tap, result)` for the windows that see a place of the image. */
template<class Visit> void forWindows(const WindowAxis &axis, int64_t place, Visit visit) {
    for (int64_t tap = 0; tap < axis.kernel; ++tap) {
        const int64_t distance = place - axis.origin(tap);
        if (distance >= 0 && distance % axis.stride == 0 && distance / axis.stride < axis.result)
            visit(tap, distance / axis.stride);
    }
}

std::optional<Dims> sizesOf(const OpCall &call, std::string_view parameter) {
    const Value *sizes = call.constant(parameter);
    const std::optional<Dims> dims = sizes ? sizes->dims() : std::nullopt;
    return dims && dims->rank() == 4 ? dims : std::nullopt;
}

/** A number, or None for the size of the window. */
bool isNone(const std::vector<Abstract> &types, size_t index) {
    return types[index].isConstant && types[index].value.isNone();
}

Window primitiveWindow(const char *op, const Dims &image, const std::vector<Abstract> &types) {
    WindowSettings settings;
    settings.kernel = axisPairOf(op, "kernel_size", types, 1, 1);
    settings.stride = axisPairOf(op, "strides", types, 2, 1);
    settings.mode = padModeOf(op, types, 3);
    return windowOver(op, image[2], image[3], settings);
}

/** The operators behind functions, whose padding is explicit; `dilation` is -1 where there is none. */
Window paddedWindow(const char *op, const Dims &image, const std::vector<Abstract> &types, int dilation,
                    size_t ceilMode) {
    WindowSettings settings;
    settings.kernel = axisPairOf(op, "kernel_size", types, 1, 1);
    settings.stride = isNone(types, 2) ? settings.kernel : axisPairOf(op, "stride", types, 2, 1);
    settings.mode = PadMode::Pad;
    settings.padding = paddingOf(op, types, 3);
    if (dilation >= 0) settings.dilation = axisPairOf(op, "dilation", types, size_t(dilation), 1);
    if (boolOf(op, types, ceilMode)) settings.rounding = Rounding::Up;
    return windowOver(op, image[2], image[3], settings);
}

} // namespace

Dependences dependOnFilter(const OpCall &call, size_t output, const Positions &positions) {
    const ConvolutionPlan plan = conv2dPlan(call.types());
    if (plan.resultShape() != call.outputs[output]) return std::nullopt;
    return filtered(call, plan, positions);
}

Dependences dependOnLineFilter(const OpCall &call, size_t output, const Positions &positions) {
    const Dims &lines = call.inputs[0].shape, &filters = call.inputs[1].shape;
    if (lines.rank() != 3 || filters.rank() != 3) return std::nullopt;
    const ConvolutionPlan plan =
        convolutionPlan("Conv1D", asImages(lines), asImages(filters), lineMovementOf("Conv1D", call.types(), 3));
    if (plan.resultShape() != asImages(call.outputs[output])) return std::nullopt;
    return filtered(call, plan, positions);
}

Dependences dependOnFilterGradient(const OpCall &call, size_t, const Positions &positions) {
    const auto sizes = sizesOf(call, "filter_sizes");
    if (!sizes || call.inputs.size() != 2) return std::nullopt;
    const Dims &gradients = call.inputs[0].shape, &images = call.inputs[1].shape;
    const ConvolutionPlan plan =
        convolutionPlan("Conv2DBackpropFilter", images, *sizes, movementOf("Conv2DBackpropFilter", call.types(), 3));
    if (plan.resultShape() != gradients) return std::nullopt;
    const int64_t channels = (*sizes)[1], perGroup = plan.outChannels / plan.groups;
    const WindowAxis &down = plan.window.y, &across = plan.window.x;
    ElementCollector gradient(gradients.product()), image(images.product());
    const int64_t taps = (*sizes)[2] * (*sizes)[3];
    Seen results((*sizes)[0] * taps), places(images[1] * taps);
    for (const int64_t position : positions) {
        const Coordinates at = coordinatesOf(position, *sizes);
        const int64_t channel = at[0] / perGroup * channels + at[1], tap = at[2] * (*sizes)[3] + at[3];
        const bool isNewResult = results.isNew(at[0] * taps + tap), isNewPlace = places.isNew(channel * taps + tap);
        if (!isNewResult && !isNewPlace) continue;
        const auto rows = down.insidePlaces(at[2], 0, down.result),
                   columns = across.insidePlaces(at[3], 0, across.result);
        for (int64_t n = 0; n < plan.batch; ++n)
            for (int64_t oy = rows.begin; oy < rows.end; ++oy)
                for (int64_t ox = columns.begin; ox < columns.end; ++ox) {
                    gradient.add(positionOf({n, at[0], oy, ox}, gradients));
                    image.add(positionOf(
                        {n, channel, oy * down.stride + down.origin(at[2]), ox * across.stride + across.origin(at[3])},
                        images));
                }
    }
    return std::vector<ElementSet>{gradient.finish(), image.finish()};
}

Dependences dependOnImageGradient(const OpCall &call, size_t, const Positions &positions) {
    const auto sizes = sizesOf(call, "input_sizes");
    if (!sizes || call.inputs.size() != 2) return std::nullopt;
    const Dims &gradients = call.inputs[0].shape, &filters = call.inputs[1].shape;
    const ConvolutionPlan plan =
        convolutionPlan("Conv2DBackpropInput", *sizes, filters, movementOf("Conv2DBackpropInput", call.types(), 3));
    if (plan.resultShape() != gradients) return std::nullopt;
    const int64_t channels = filters[1], perGroup = plan.outChannels / plan.groups;
    ElementCollector gradient(gradients.product()), filter(filters.product());
    Seen places(plan.batch * plan.groups * (*sizes)[2] * (*sizes)[3]), taps((*sizes)[1] * filters[2] * filters[3]);
    for (const int64_t position : positions) {
        const Coordinates at = coordinatesOf(position, *sizes);
        const int64_t group = at[1] / channels;
        const bool isNewPlace =
            places.isNew(((at[0] * plan.groups + group) * (*sizes)[2] + at[2]) * (*sizes)[3] + at[3]);
        forWindows(plan.window.y, at[2], [&](int64_t ky, int64_t oy) {
            forWindows(plan.window.x, at[3], [&](int64_t kx, int64_t ox) {
                const bool isNewTap = taps.isNew((at[1] * filters[2] + ky) * filters[3] + kx);
                if (!isNewPlace && !isNewTap) return;
                for (int64_t out = group * perGroup; out < (group + 1) * perGroup; ++out) {
                    gradient.add(positionOf({at[0], out, oy, ox}, gradients));
                    filter.add(positionOf({out, at[1] % channels, ky, kx}, filters));
                }
            });
        });
    }
    return std::vector<ElementSet>{gradient.finish(), filter.finish()};
}

/** Of the images, the results and their gradient, a pooling by averages reads only the latter. */
Dependences dependOnWindowGradient(const OpCall &call, size_t output, const Positions &positions) {
    const Dims &image = call.outputs[output];
    if (call.inputs.size() != 3 || image.rank() != 4) return std::nullopt;
    const bool isAverage = call.op->name == "AvgPoolGrad";
    const std::vector<Abstract> types = call.types();
    const char *op = call.op->name.c_str();
    WindowSettings settings;
    settings.kernel = axisPairOf(op, "kernel_size", types, 3, 1);
    settings.stride = axisPairOf(op, "strides", types, 4, 1);
    settings.mode = padModeOf(op, types, 5);
    settings.padding = paddingOf(op, types, 6);
    if (!isAverage) settings.dilation = axisPairOf(op, "dilation", types, 7, 1);
    if (boolOf(op, types, isAverage ? 7 : 8)) settings.rounding = Rounding::Up;
    const Window window = windowOver(op, image[2], image[3], settings);
    const Dims results = {image[0], image[1], window.y.result, window.x.result};
    if (call.inputs[2].shape != results) return std::nullopt;
    ElementCollector gradient(results.product()), under(image.product());
    for (const int64_t position : positions) {
        const Coordinates at = coordinatesOf(position, image);
        forWindows(window.y, at[2], [&](int64_t, int64_t oy) {
            forWindows(window.x, at[3], [&](int64_t, int64_t ox) {
                gradient.add(positionOf({at[0], at[1], oy, ox}, results));
                if (isAverage) return;
                forTaps(window.y, oy, [&](int64_t, int64_t y) {
                    forTaps(window.x, ox, [&](int64_t, int64_t x) {
                        under.add(positionOf({at[0], at[1], y, x}, image));
                    });
                });
            });
        });
    }
    ElementSet maxima = gradient.finish();
    const ElementSet gradients = maxima;
    maxima.isExact = false; // whether the maxima are read or found again is the kernel's matter
    return std::vector<ElementSet>{under.finish(), isAverage ? ElementSet() : maxima, gradients};
}

Dependences dependOnWindow(const OpCall &call, size_t output, const Positions &positions) {
    const Dims &image = call.inputs[0].shape, &result = call.outputs[output];
    if (image.rank() != 4 || result.rank() != 4 || call.inputs.size() != 1) return std::nullopt;
    const char *op = call.op->name.c_str();
    const std::vector<Abstract> types = call.types();
    const bool hasDilation = call.op->name == "MaxPoolWithArgmaxV2";
    const bool isPrimitive = call.op->name == "MaxPool" || call.op->name == "AvgPool";
    if (!isPrimitive && !hasDilation) { // AvgPool2D says in another way than by numbers how it pads
        const Value *mode = call.constant("pad_mode");
        if (mode && mode->asString() && *mode->asString() != "pad") return std::nullopt;
    }
    const Window window = isPrimitive   ? primitiveWindow(op, image, types)
                          : hasDilation ? paddedWindow(op, image, types, 4, 6)
                                        : paddedWindow(op, image, types, -1, 4);
    if (result != Dims{image[0], image[1], window.y.result, window.x.result}) return std::nullopt;
    ElementCollector found(image.product());
    for (const int64_t position : positions) {
        const Coordinates at = coordinatesOf(position, result);
        forTaps(window.y, at[2], [&](int64_t, int64_t y) {
            forTaps(window.x, at[3], [&](int64_t, int64_t x) { found.add(positionOf({at[0], at[1], y, x}, image)); });
        });
    }
    return std::vector<ElementSet>{found.finish()};
}

} // namespace jitscope::inline inspect
