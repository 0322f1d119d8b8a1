// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/rules/stridedparts.h"

#include "engine/base/text.h"

#include <algorithm>
#include <bit>

namespace jitscope::inline ops {

namespace {

/** The bit masks of StridedSlice: bit i is about entry i. */
bool isSet(int64_t mask, int entry) {
    return (mask >> entry) & 1;
}

int64_t normalized(int64_t index, int64_t size) {
    return index < 0 ? index + size : index;
}

void show(Part &part, int64_t size, int64_t axis, int64_t step) {
    part.shape.push(size);
    part.axisOf.push(axis);
    part.steps.push(step);
}

void takeAll(Part &part, int64_t size) {
    show(part, size, part.begin.rank(), 1);
    part.begin.push(0);
}

struct Range {
    int64_t begin = 0, end = 0, stride = 1;
    bool fromStart = false, toEnd = false;
};

/** One axis by Python's rule for slices: places out of range are moved to the nearest. */
void takeRange(Part &part, int64_t size, const Range &range) {
    const bool forward = range.stride > 0;
    const int64_t low = forward ? 0 : -1, high = forward ? size : size - 1;
    const auto place = [&](int64_t index) { return std::clamp(normalized(index, size), low, high); };
    const int64_t first = range.fromStart ? (forward ? low : high) : place(range.begin);
    const int64_t last = range.toEnd ? (forward ? high : low) : place(range.end);
    // Written so that no stride overflows: the steps that fit into the distance.
    const int64_t distance = forward ? last - first : first - last;
    const uint64_t step = forward ? uint64_t(range.stride) : uint64_t(0) - uint64_t(range.stride);
    const int64_t count = distance > 0 ? int64_t((uint64_t(distance) - 1) / step) + 1 : 0;
    show(part, count, part.begin.rank(), count > 1 ? range.stride : 1);
    part.begin.push(count > 0 ? first : 0);
}

void takeIndex(std::string_view op, Part &part, int64_t size, int64_t index) {
    if (index < -size || index >= size)
        diagnose(format("For '%s', index %lld is out of bounds for dimension %d with size %lld.",
                        std::string(op).c_str(), (long long)index, part.begin.rank(), (long long)size));
    part.begin.push(normalized(index, size));
}

/** Entries that use up an axis of the whole. */
int axesUsed(const StridedArguments &arguments) {
    int used = 0;
    for (int i = 0; i < arguments.begin.rank(); ++i)
        used += !isSet(arguments.ellipsisMask, i) && !isSet(arguments.newAxisMask, i);
    return used;
}

void checkStrided(std::string_view op, const Dims &whole, const StridedArguments &arguments) {
    const int entries = arguments.begin.rank();
    const bool agrees = arguments.end.rank() == entries && arguments.strides.rank() == entries;
    if (!agrees || axesUsed(arguments) > whole.rank())
        diagnose(format("For '%s', begin, end and strides must have one length of at most the rank %d, but got %d, %d "
                        "and %d.",
                        std::string(op).c_str(), whole.rank(), entries, arguments.end.rank(),
                        arguments.strides.rank()));
    const auto named = [&](int64_t mask) { return std::popcount(uint64_t(mask) & ((uint64_t(1) << entries) - 1)); };
    if (named(arguments.ellipsisMask) > 1)
        diagnose(format("For '%s', only one bit of ellipsis_mask may be set, but got %lld.", std::string(op).c_str(),
                        (long long)arguments.ellipsisMask));
    if (whole.rank() + named(arguments.newAxisMask) > maxRank)
        diagnose(format("For '%s', a Tensor has at most %d dimensions.", std::string(op).c_str(), maxRank));
}

} // namespace

Tensor viewOf(const Tensor &whole, const Part &part) {
    int64_t offset = whole.offset();
    Dims strides;
    for (int i = 0; i < whole.rank(); ++i)
        offset += part.begin[i] * whole.strides()[i];
    for (int i = 0; i < part.shape.rank(); ++i) {
        const int64_t axis = part.axisOf[i];
        strides.push(axis == Part::newAxis ? 1 : whole.strides()[int(axis)] * part.steps[i]);
    }
    const bool isEmpty = part.shape.product() == 0;
    return Tensor(whole.storage(), part.shape, isEmpty ? contiguousStrides(part.shape) : strides,
                  isEmpty ? whole.offset() : offset, whole.dtype());
}

Part blockPart(const Dims &whole, const Dims &begin, const Dims &size) {
    if (begin.rank() != whole.rank() || size.rank() != whole.rank())
        diagnose(
            format("For 'Slice', the lengths of begin and size must be the rank of the input, %d, but got %d and %d.",
                   whole.rank(), begin.rank(), size.rank()));
    Part part;
    for (int i = 0; i < whole.rank(); ++i) {
        const bool begins = begin[i] >= 0 && begin[i] <= whole[i];
        const int64_t length = begins && size[i] == -1 ? whole[i] - begin[i] : size[i];
        const bool fits = begins && length >= 0 && length <= whole[i] - begin[i];
        if (!fits)
            diagnose(format("For 'Slice', the sum of begin_shape[%d] and size_shape[%d] must be no greater than "
                            "input_x_shape[%d], but got %lld, %lld and %lld.",
                            i, i, i, (long long)begin[i], (long long)size[i], (long long)whole[i]));
        show(part, length, i, 1);
        part.begin.push(begin[i]);
    }
    return part;
}

Part axisPart(const Dims &whole, int axis, int64_t start, int64_t length, int64_t step) {
    Part part;
    for (int i = 0; i < whole.rank(); ++i) {
        if (i != axis) {
            takeAll(part, whole[i]);
        } else {
            show(part, length, i, step);
            part.begin.push(start);
        }
    }
    return part;
}

Part indexPart(const Dims &whole, int axis, int64_t index) {
    Part part;
    for (int i = 0; i < whole.rank(); ++i)
        if (i == axis)
            part.begin.push(index);
        else
            takeAll(part, whole[i]);
    return part;
}

StridedArguments stridedArguments(std::string_view op, TypeSpan arguments, size_t first) {
    const auto mask = [&](size_t place) {
        return arguments.size() > first + place ? intOf(op, arguments, first + place) : 0;
    };
    return {intsOf(op, arguments, first),
            intsOf(op, arguments, first + 1),
            intsOf(op, arguments, first + 2),
            mask(3),
            mask(4),
            mask(5),
            mask(6),
            mask(7)};
}

std::optional<StridedArguments> stridedArguments(ValueSpan arguments, size_t first) {
    const auto begin = arguments[first].dims(), end = arguments[first + 1].dims(),
               strides = arguments[first + 2].dims();
    if (!begin || !end || !strides) return std::nullopt;
    const auto mask = [&](size_t place) { return *arguments[first + place].asInt(); };
    return StridedArguments{*begin, *end, *strides, mask(3), mask(4), mask(5), mask(6), mask(7)};
}

Part stridedPart(std::string_view op, const Dims &whole, const StridedArguments &arguments) {
    checkStrided(op, whole, arguments);
    Part part;
    for (int i = 0; i < arguments.begin.rank(); ++i) {
        const int axis = part.begin.rank();
        if (isSet(arguments.ellipsisMask, i)) {
            for (int count = whole.rank() - axesUsed(arguments); count > 0; --count)
                takeAll(part, whole[part.begin.rank()]);
        } else if (isSet(arguments.newAxisMask, i)) {
            show(part, 1, Part::newAxis, 1);
        } else if (isSet(arguments.shrinkMask, i)) {
            takeIndex(op, part, whole[axis], arguments.begin[i]);
        } else if (arguments.strides[i] == 0) {
            diagnose(format("For '%s', the strides must not be 0, but got %s.", std::string(op).c_str(),
                            listText(arguments.strides).c_str()));
        } else {
            takeRange(part, whole[axis],
                      {arguments.begin[i], arguments.end[i], arguments.strides[i], isSet(arguments.beginMask, i),
                       isSet(arguments.endMask, i)});
        }
    }
    while (part.begin.rank() < whole.rank())
        takeAll(part, whole[part.begin.rank()]);
    return part;
}

} // namespace jitscope::inline ops
