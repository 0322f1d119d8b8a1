// SPDX-License-Identifier: Apache-2.0
// How results of norms, and of their gradients, depend on rows, channels and groups.
#include "engine/inspect/dependenceparts.h"

namespace jitscope::inline inspect {

namespace {

using Positions = std::vector<int64_t>;

/** The elements of a trailing block that the places have in common with it: scales of a norm. */
ElementSet trailing(const Positions &positions, const Dims &shape, int from, const Dims &block) {
    ElementCollector found(block.product());
    for (const int64_t position : positions) {
        const Coordinates at = coordinatesOf(position, shape);
        Coordinates mine = {};
        for (int axis = 0; axis < block.rank(); ++axis)
            mine[size_t(axis)] = at[size_t(axis + from)];
        found.add(positionOf(mine, block));
    }
    return found.finish();
}

Dependences normOver(const OpCall &call, size_t output, const Positions &positions, int begin, int paramsBegin) {
    const Dims &x = call.inputs[0].shape, &result = call.outputs[output];
    std::vector<ElementSet> sets = {fromAxis(positions, result, x, begin)};
    for (size_t i = 1; i < call.inputs.size(); ++i) {
        const Dims &scale = call.inputs[i].shape;
        if (scale.rank() != x.rank() - paramsBegin) return std::nullopt;
        sets.push_back(output == 0 ? trailing(positions, result, paramsBegin, scale) : ElementSet());
    }
    return sets;
}

/** The elements of all rows of `x` at the places of a trailing block, counted from axis `from`. */
ElementSet columnsAt(const Positions &positions, const Dims &block, const Dims &x, int from) {
    Axes free = {};
    for (int axis = 0; axis < from; ++axis)
        free[size_t(axis)] = true;
    std::vector<Coordinates> corners;
    for (const int64_t position : positions) {
        const Coordinates at = coordinatesOf(position, block);
        Coordinates corner = {};
        for (int axis = 0; axis < block.rank(); ++axis)
            corner[size_t(axis + from)] = at[size_t(axis)];
        corners.push_back(corner);
    }
    return boxesOf(std::move(corners), x, free);
}

/** All elements of the channels (axis 1) of `x`. */
ElementSet channelsOf(const std::vector<int64_t> &channels, const Dims &x) {
    Axes free = {};
    std::vector<Coordinates> corners;
    for (int axis = 0; axis < x.rank(); ++axis)
        free[size_t(axis)] = axis != 1;
    for (const int64_t channel : channels)
        corners.push_back({0, channel});
    return boxesOf(std::move(corners), x, free);
}

bool isChannelsFirst(const OpCall &call) {
    const Value *format = call.constant("data_format");
    return !format || !format->asString() || *format->asString() == "NCHW";
}

} // namespace

Dependences dependOnLayer(const OpCall &call, size_t output, const Positions &positions) {
    if (!hasTensors(call, 3)) return std::nullopt;
    const int rank = call.inputs[0].shape.rank();
    const auto begin = normalizedAxis(integerOf(call, "begin_norm_axis", 1), rank);
    const auto params = normalizedAxis(integerOf(call, "begin_params_axis", 1), rank);
    if (!begin || !params) return std::nullopt;
    return normOver(call, output, positions, *begin, *params);
}

/** x1 + x2 normalised over the last axis, its moments, and the sum itself. */
Dependences dependOnSumNorm(const OpCall &call, size_t output, const Positions &positions) {
    if (!hasTensors(call, 4) || call.inputs.size() != 4) return std::nullopt;
    const Dims &x = call.inputs[0].shape, &result = call.outputs[output];
    if (output == 3) {
        const ElementSet same = elementSet(positions, x.product());
        return std::vector<ElementSet>{same, same, {}, {}};
    }
    const ElementSet rows = fromAxis(positions, result, x, x.rank() - 1);
    if (output != 0) return std::vector<ElementSet>{rows, rows, {}, {}};
    const ElementSet places = placesOnAxis(positions, x, x.rank() - 1, x.back());
    return std::vector<ElementSet>{rows, rows, places, places};
}

/** The gradient for x depends on its rows, those for gamma and beta on the places of theirs in all rows. */
Dependences dependOnLayerGradient(const OpCall &call, size_t output, const Positions &positions) {
    if (!hasTensors(call, 5) || call.inputs.size() != 5) return std::nullopt;
    const Dims &x = call.inputs[0].shape, &result = call.outputs[output], &gamma = call.inputs[4].shape;
    const auto begin = normalizedAxis(integerOf(call, "begin_norm_axis", 1), x.rank());
    const auto params = normalizedAxis(integerOf(call, "begin_params_axis", 1), x.rank());
    if (!begin || !params || gamma.rank() != x.rank() - *params) return std::nullopt;
    if (output == 0) {
        const ElementSet rows = fromAxis(positions, result, x, *begin);
        const ElementSet moments = fromAxis(positions, result, call.inputs[2].shape, *begin);
        const auto scales = positionsOf(rows, x.product());
        return std::vector<ElementSet>{rows, rows, moments, moments, trailing(scales, x, *params, gamma)};
    }
    const ElementSet places = columnsAt(positions, gamma, x, *params);
    if (output == 2) return std::vector<ElementSet>{{}, places, {}, {}, {}};
    const ElementSet moments = fromAxis(positionsOf(places, x.product()), x, call.inputs[2].shape, *begin);
    return std::vector<ElementSet>{places, places, moments, moments, {}};
}

Dependences dependOnRms(const OpCall &call, size_t output, const Positions &positions) {
    if (!hasTensors(call, 2)) return std::nullopt;
    const int begin = call.inputs[0].shape.rank() - call.inputs[1].shape.rank();
    if (begin < 0) return std::nullopt;
    return normOver(call, output, positions, begin, begin);
}

Dependences dependOnChannel(const OpCall &call, size_t output, const Positions &positions) {
    if (!hasTensors(call, 5) || call.inputs.size() != 5 || output != 0) return std::nullopt;
    const Dims &x = call.inputs[0].shape;
    if (x.rank() < 2 || !isChannelsFirst(call)) return std::nullopt;
    const bool isTraining = isSet(call, "is_training");
    Axes free = {};
    for (int axis = 0; axis < x.rank(); ++axis)
        free[size_t(axis)] = isTraining && axis != 1;
    const ElementSet channels = placesOnAxis(positions, x, 1, x[1]);
    const ElementSet averages = isTraining ? ElementSet() : channels; // the batch has averages of its own
    return std::vector<ElementSet>{boxesOf(cornersOf(positions, x), x, free), channels, channels, averages, averages};
}

/** For x by channels; for scale and bias each by its channel. Outside of training x itself has no part in its own. */
Dependences dependOnChannelGradient(const OpCall &call, size_t output, const Positions &positions) {
    if (!hasTensors(call, 5) || call.inputs.size() != 5 || !isChannelsFirst(call)) return std::nullopt;
    const Dims &x = call.inputs[1].shape;
    if (x.rank() < 2 || call.inputs[0].shape != x) return std::nullopt;
    const bool isTraining = isSet(call, "is_training");
    const ElementSet channels = output == 0 ? placesOnAxis(positions, x, 1, x[1]) : elementSet(positions, x[1]);
    const ElementSet all = channelsOf(positionsOf(channels, x[1]), x);
    if (output == 2) return std::vector<ElementSet>{all, {}, {}, {}, {}};
    if (output == 1) return std::vector<ElementSet>{all, all, {}, channels, channels};
    if (isTraining) return std::vector<ElementSet>{all, all, channels, channels, channels};
    return std::vector<ElementSet>{elementSet(positions, x.product()), {}, channels, {}, channels};
}

Dependences dependOnRmsGradient(const OpCall &call, size_t output, const Positions &positions) {
    if (!hasTensors(call, 4) || call.inputs.size() != 4) return std::nullopt;
    const Dims &x = call.inputs[1].shape, &rstd = call.inputs[2].shape, &gamma = call.inputs[3].shape;
    const int begin = x.rank() - gamma.rank();
    if (begin < 0 || call.inputs[0].shape != x) return std::nullopt;
    if (output == 0) {
        const ElementSet rows = fromAxis(positions, x, x, begin);
        return std::vector<ElementSet>{rows, rows, fromAxis(positions, x, rstd, begin),
                                       trailing(positionsOf(rows, x.product()), x, begin, gamma)};
    }
    const ElementSet places = columnsAt(positions, gamma, x, begin);
    return std::vector<ElementSet>{places, places, fromAxis(positionsOf(places, x.product()), x, rstd, begin), {}};
}

/** By the channels of a group; weight and bias by channel. */
Dependences dependOnGroup(const OpCall &call, size_t output, const Positions &positions) {
    const Dims &x = call.inputs[0].shape, &result = call.outputs[output];
    const int64_t groups = integerOf(call, "num_groups", 0);
    if (x.rank() < 2 || groups < 1 || x[1] % groups != 0) return std::nullopt;
    const int64_t size = x[1] / groups;
    Axes free = {};
    for (int axis = 2; axis < x.rank(); ++axis)
        free[size_t(axis)] = true;
    std::vector<Coordinates> corners;
    for (const int64_t position : positions) {
        const Coordinates at = coordinatesOf(position, result);
        const int64_t group = output == 0 ? at[1] / size : at[1];
        for (int64_t channel = group * size; channel < (group + 1) * size; ++channel)
            corners.push_back({at[0], channel});
    }
    std::vector<ElementSet> sets = {boxesOf(std::move(corners), x, free)};
    for (size_t i = 1; i < call.inputs.size(); ++i)
        sets.push_back(output == 0 ? placesOnAxis(positions, x, 1, x[1]) : ElementSet());
    return sets;
}

} // namespace jitscope::inline inspect
