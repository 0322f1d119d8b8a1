// SPDX-License-Identifier: Apache-2.0
// Parts of tensors: Slice by begin and size, StridedSlice as Python's x[begin:end:stride].
#include "engine/ops/families.h"
#include "engine/ops/rules.h"

#include "engine/base/text.h"

#include <algorithm>

namespace jitscope {

namespace {

OpCost copyCost(TypeSpan, const Abstract &result) {
    return {0, 2.0 * double(result.bytes())};
}

/** A part of a tensor: where it starts, how far its elements are apart along each axis, what shape it shows. */
struct Part {
    Dims begin;   ///< along each axis of the input
    Dims strides; ///< in steps of the input's axes
    Dims sizes;
    Dims shown; ///< the sizes without those axes that an index removed
};

Tensor taken(const Tensor &x, const Part &part) {
    int64_t offset = x.offset();
    Dims strides;
    for (int i = 0; i < x.rank(); ++i) {
        offset += part.begin[i] * x.strides()[i];
        strides.push(x.strides()[i] * part.strides[i]);
    }
    if (part.sizes.product() == 0) return Tensor(part.shown, x.dtype());
    return Tensor(x.storage(), part.sizes, strides, offset, x.dtype()).clone().reshaped(part.shown);
}

// --- Slice -----------------------------------------------------------------------------------------------------------

Part slicePart(const Dims &shape, const Dims &begin, const Dims &size) {
    if (begin.rank() != shape.rank() || size.rank() != shape.rank())
        refuse(
            format("For 'Slice', the lengths of begin and size must be the rank of the input, %d, but got %d and %d.",
                   shape.rank(), begin.rank(), size.rank()));
    Part part{begin, Dims::filled(shape.rank(), 1), size, size};
    for (int i = 0; i < shape.rank(); ++i) {
        if (size[i] == -1) part.sizes[i] = shape[i] - begin[i];
        const bool fits =
            begin[i] >= 0 && begin[i] <= shape[i] && part.sizes[i] >= 0 && part.sizes[i] <= shape[i] - begin[i];
        if (!fits)
            refuse(format("For 'Slice', the sum of begin_shape[%d] and size_shape[%d] must be no greater than "
                          "input_x_shape[%d], but got %lld, %lld and %lld.",
                          i, i, i, (long long)begin[i], (long long)size[i], (long long)shape[i]));
    }
    part.shown = part.sizes;
    return part;
}

Abstract sliceRule(TypeSpan arguments) {
    const Abstract &x = tensorType("Slice", arguments, 0);
    const Part part = slicePart(x.shape, intsOf("Slice", arguments, 1), intsOf("Slice", arguments, 2));
    return Abstract::tensor(x.dtype, part.shown);
}

Value sliceEval(ValueSpan arguments) {
    ruled(sliceRule, arguments);
    const Tensor &x = *arguments[0].asTensor();
    return taken(x, slicePart(x.shape(), *arguments[1].dims(), *arguments[2].dims()));
}

Samples sliceSamples() {
    return {{spread({4, 5}, -1, 1), Value::ints({1, 2}), Value::ints({2, 3})},
            {spread({4, 5}, -1, 1), Value::ints({1, 0}), Value::ints({-1, 2})},
            {spread({6}, -1, 1), Value::ints({2}), Value::ints({0})},
            {spread({2, 3, 4}, -1, 1), Value::ints({0, 1, 2}), Value::ints({2, 1, 2})}};
}

OpDef slice() {
    OpDef def;
    def.name = "Slice";
    def.function = "slice";
    def.doc = "The block of input_x that starts at begin and has the shape size (-1: to the end); any dtype.";
    def.category = OpCategory::DataMovement;
    def.params = {tensorParam("input_x", {"input", "x"}), param("begin", ParamKind::Ints),
                  param("size", ParamKind::Ints)};
    def.infer = inferBy<sliceRule>;
    def.eval = sliceEval;
    def.cost = copyCost;
    def.samples = sliceSamples;
    def.numpy = "a[0][tuple(slice(b, None if s == -1 else b + s) for b, s in zip(a[1], a[2]))]";
    return def;
}

// --- StridedSlice ----------------------------------------------------------------------------------------------------

/** The bit masks of StridedSlice: bit i is about axis i. */
struct Masks {
    int64_t begin = 0, end = 0, shrink = 0;
};

bool isSet(int64_t mask, int axis) {
    return (mask >> axis) & 1;
}

/** One axis by Python's rule for slices: places out of range are moved to the nearest. */
void sliceAxis(Part &part, int64_t size, int64_t begin, int64_t end, int64_t stride, bool fromStart, bool toEnd) {
    const int64_t low = stride > 0 ? 0 : -1, high = stride > 0 ? size : size - 1;
    const auto place = [&](int64_t index) { return std::clamp(index < 0 ? index + size : index, low, high); };
    const int64_t first = fromStart ? (stride > 0 ? low : high) : place(begin);
    const int64_t last = toEnd ? (stride > 0 ? high : low) : place(end);
    // Written so that no stride overflows: the steps that fit into the distance.
    const int64_t distance = stride > 0 ? last - first : first - last;
    const uint64_t step = stride > 0 ? uint64_t(stride) : uint64_t(0) - uint64_t(stride);
    const int64_t count = distance > 0 ? int64_t((uint64_t(distance) - 1) / step) + 1 : 0;
    part.begin.push(count > 0 ? first : 0);
    part.strides.push(count > 1 ? stride : 1);
    part.sizes.push(count);
    part.shown.push(count);
}

Part stridedPart(const Dims &shape, const Dims &begin, const Dims &end, const Dims &strides, const Masks &masks) {
    if (begin.rank() != end.rank() || begin.rank() != strides.rank() || begin.rank() > shape.rank())
        refuse(format("For 'StridedSlice', begin, end and strides must have one length of at most the rank %d, but got "
                      "%d, %d and %d.",
                      shape.rank(), begin.rank(), end.rank(), strides.rank()));
    Part part;
    for (int i = 0; i < shape.rank(); ++i) {
        if (i >= begin.rank()) {
            sliceAxis(part, shape[i], 0, 0, 1, true, true);
        } else if (isSet(masks.shrink, i)) {
            const std::optional<int> index = normalizedAxis(begin[i], int(std::min<int64_t>(shape[i], INT32_MAX)));
            if (!index)
                refuse(format("For 'StridedSlice', index %lld is out of bounds for dimension %d with size %lld.",
                              (long long)begin[i], i, (long long)shape[i]));
            part.begin.push(*index);
            part.strides.push(1);
            part.sizes.push(1);
        } else if (strides[i] == 0) {
            refuse("For 'StridedSlice', the strides must not be 0, but got " + listText(strides) + ".");
        } else {
            sliceAxis(part, shape[i], begin[i], end[i], strides[i], isSet(masks.begin, i), isSet(masks.end, i));
        }
    }
    return part;
}

constexpr size_t beginMask = 4, endMask = 5, ellipsisMask = 6, newAxisMask = 7, shrinkMask = 8;

Part stridedPartOf(TypeSpan arguments) {
    const char *op = "StridedSlice";
    const Abstract &x = tensorType(op, arguments, 0);
    const auto mask = [&](size_t index) { return arguments.size() > index ? intOf(op, arguments, index) : 0; };
    if (mask(ellipsisMask) != 0 || mask(newAxisMask) != 0)
        refuse("For 'StridedSlice', ellipsis_mask and new_axis_mask must be 0: write the axes out and use ExpandDims.");
    return stridedPart(x.shape, intsOf(op, arguments, 1), intsOf(op, arguments, 2), intsOf(op, arguments, 3),
                       {mask(beginMask), mask(endMask), mask(shrinkMask)});
}

Abstract stridedSliceRule(TypeSpan arguments) {
    const Dims shape = stridedPartOf(arguments).shown;
    return Abstract::tensor(arguments[0].dtype, shape);
}

Value stridedSliceEval(ValueSpan arguments) {
    std::vector<Abstract> types;
    for (const Value &argument : arguments)
        types.emplace_back(Abstract::of(argument));
    return taken(*arguments[0].asTensor(), stridedPartOf(types));
}

Samples stridedSliceSamples() {
    const Tensor x = spread({4, 5}, -1, 1);
    const auto call = [](const Tensor &tensor, Dims begin, Dims end, Dims strides, int first = 0, int last = 0,
                         int shrink = 0) -> std::vector<Value> {
        return {tensor, Value::ints(begin), Value::ints(end), Value::ints(strides), first, last, 0, 0, shrink};
    };
    return {call(x, {0, 0}, {2, 2}, {1, 1}),
            call(x, {1}, {-1}, {2}),
            call(x, {3, -1}, {0, -6}, {-1, -2}),
            call(x, {2, 3}, {2, 100}, {1, 1}),
            call(x, {0, 1}, {0, 0}, {1, 1}, 1, 3),
            call(x, {-1, 0}, {0, 3}, {1, 1}, 0, 0, 1),
            call(spread({2, 3, 4}, -1, 1), {1, 2, 3}, {2, 3, 4}, {1, 1, 1}, 0, 0, 7)};
}

OpDef stridedSlice() {
    OpDef def;
    def.name = "StridedSlice";
    def.function = "strided_slice";
    def.doc =
        "input_x[begin:end:strides] with Python's meaning of negative and large places; bits of the masks leave an "
        "end open or take one index; any dtype.";
    def.category = OpCategory::DataMovement;
    def.params = {tensorParam("input_x", {"input", "x"}),
                  param("begin", ParamKind::Ints),
                  param("end", ParamKind::Ints),
                  param("strides", ParamKind::Ints),
                  optionalParam("begin_mask", ParamKind::Int, 0),
                  optionalParam("end_mask", ParamKind::Int, 0),
                  optionalParam("ellipsis_mask", ParamKind::Int, 0),
                  optionalParam("new_axis_mask", ParamKind::Int, 0),
                  optionalParam("shrink_axis_mask", ParamKind::Int, 0)};
    def.infer = inferBy<stridedSliceRule>;
    def.eval = stridedSliceEval;
    def.cost = copyCost;
    def.samples = stridedSliceSamples;
    def.numpy =
        "a[0][tuple(b if a[8] >> i & 1 else slice(None if a[4] >> i & 1 else b, None if a[5] >> i & 1 else e, s) "
        "for i, (b, e, s) in enumerate(zip(a[1], a[2], a[3])))]";
    return def;
}

} // namespace

std::vector<OpDef> sliceOps() {
    return {slice(), stridedSlice()};
}

} // namespace jitscope
