// SPDX-License-Identifier: Apache-2.0
// Orders of elements: sorting, the largest few, different elements, places in a sorted sequence, histograms.
#include "engine/ops/families.h"
#include "engine/ops/kernels/radixorder.h"
#include "engine/ops/rules/movementrules.h"

#include "engine/base/text.h"
#include "engine/base/threadpool.h"
#include "engine/tensor/elements.h"

#include <tsl/robin_map.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

namespace jitscope::inline ops {

namespace {

/** NaN is larger than all numbers. */
template<class T> bool comesBefore(T a, T b) {
    if constexpr (isHalf<T>)
        return comesBefore(float(a), float(b));
    else
        return a < b || (b != b && a == a);
}

/** The permutation that moves an axis to the end, and the one that moves it back. */
struct AxisToLast {
    Dims order, back;

    AxisToLast(int rank, int axis) {
        back = Dims::filled(rank, 0);
        for (int i = 0; i < rank; ++i)
            if (i != axis) order.push(i);
        if (rank > 0) order.push(axis);
        for (int i = 0; i < rank; ++i)
            back[int(order[i])] = i;
    }
};

Dims lastReplaced(Dims shape, int64_t size) {
    if (!shape.empty()) shape[shape.rank() - 1] = size;
    return shape;
}

// --- Sort, TopkExt ---------------------------------------------------------------------------------------------------

struct Ordered {
    Tensor values, places;
};

/** The first `count` elements of each line along `axis` in order, and where they were (Int32). */
Ordered ordered(const Tensor &x, int axis, bool descending, int64_t count) {
    const AxisToLast moved(x.rank(), axis);
    const Tensor lines = x.permuted(moved.order).contiguous();
    const int64_t size = x.rank() == 0 ? 1 : lines.shape().back();
    Tensor values(lastReplaced(lines.shape(), count), x.dtype()), places(values.shape(), DType::Int32);
    const int64_t rows = size == 0 ? 0 : lines.count() / size;
    Tensor orders(lines.shape(), DType::Int32); // here, because nothing may throw on the threads below
    visitDType(x.dtype(), [&]<class T>(TypeTag<T>) {
        const T *from = reinterpret_cast<const T *>(lines.rawData());
        T *to = reinterpret_cast<T *>(values.mutableRawData());
        auto *place = places.mutableData<int32_t>();
        const auto take = [&](int64_t row, std::span<const int32_t> order) {
            for (int64_t i = 0; i < count; ++i) {
                place[row * count + i] = order[size_t(i)];
                to[row * count + i] = from[row * size + order[size_t(i)]];
            }
        };
        if (count == size && size >= radixLeast) { // here one after the other: faster than on all threads below
            for (int64_t row = 0; row < rows; ++row) {
                const std::span order(orders.mutableData<int32_t>() + row * size, size_t(size));
                radixOrder(from + row * size, descending ? SortOrder::Descending : SortOrder::Ascending, order);
                take(row, order);
            }
            return;
        }
        parallelFor(rows, std::max<int64_t>(1, 4096 / std::max<int64_t>(size, 1)), [&](int64_t begin, int64_t end) {
            for (int64_t row = begin; row < end; ++row) {
                const T *line = from + row * size;
                const std::span order(orders.mutableData<int32_t>() + row * size, size_t(size));
                std::iota(order.begin(), order.end(), 0);
                const auto isEarlier = [line, descending](int32_t a, int32_t b) {
                    if (comesBefore(line[a], line[b])) return !descending;
                    if (comesBefore(line[b], line[a])) return descending;
                    return a < b;
                };
                if (count < size)
                    std::partial_sort(order.begin(), order.begin() + count, order.end(), isEarlier);
                else
                    std::sort(order.begin(), order.end(), isEarlier);
                take(row, order);
            }
        });
    });
    return {values.permuted(moved.back).contiguous(), places.permuted(moved.back).contiguous()};
}

Abstract sortRule(TypeSpan arguments) {
    const Abstract &x = tensorType("Sort", arguments, 0);
    checkedAxis("Sort", intOf("Sort", arguments, 1), x.shape.rank());
    boolOf("Sort", arguments, 2);
    return Abstract::tuple({Abstract::tensor(x.dtype, x.shape), Abstract::tensor(DType::Int32, x.shape)});
}

Value sortEval(ValueSpan arguments) {
    inferred(sortRule, arguments);
    const Tensor &x = *arguments[0].asTensor();
    const int axis = checkedAxis("Sort", *arguments[1].asInt(), x.rank());
    const Ordered result = ordered(x, axis, *arguments[2].asBool(), x.rank() == 0 ? 1 : x.shape()[axis]);
    return Value::tuple({result.values, result.places});
}

/** Each element's gradient goes back to where it was. */
template<size_t axisParameter> std::vector<Term> orderGradient(Gradient &g) {
    const Term zeros = g.term(Tensor::zeros(g.shape(0), g.dout().dtype()));
    return {g.call("TensorScatterElements", {zeros, g.item(g.out(), 1), g.dout(), g.constant(axisParameter), "add"})};
}

Samples sortSamples() {
    return {{sampleValues({3, 4}, -1, 1), -1, false},
            {sampleValues({5, 2}, -1, 1), 0, true},
            {sampleValues({0}, -1, 1), 0, false}};
}

OpDef sort() {
    OpDef def = movement("Sort", "sort", {"sort"},
                         "The elements in order along an axis (equal ones in the order they came, NaN as the largest) "
                         "and their places, Int32.",
                         "(lambda i: (np.take_along_axis(a[0], i, a[1]), i))(np.argsort(-a[0] if a[2] else a[0], a[1], "
                         "kind='stable'))");
    def.params = {tensorParam("input_x", {"input", "x"}), optionalParam("axis", ParamKind::Int, -1, {"dim"}),
                  optionalParam("descending", ParamKind::Bool, false)};
    def.infer = inferBy<sortRule>;
    def.eval = sortEval;
    def.samples = sortSamples;
    def.gradient = orderGradient<1>;
    return def;
}

Abstract topkRule(TypeSpan arguments) {
    const Abstract &x = tensorType("TopkExt", arguments, 0);
    const int axis = checkedAxis("TopkExt", intOf("TopkExt", arguments, 2), x.shape.rank());
    const int64_t k = intOf("TopkExt", arguments, 1), size = x.shape.empty() ? 1 : x.shape[axis];
    if (k < 0 || k > size)
        diagnose(
            format("For primitive[TopK], the k must be in (0,%lld], but got %lld.", (long long)size, (long long)k));
    Dims shape = x.shape;
    if (!shape.empty()) shape[axis] = k;
    return Abstract::tuple({Abstract::tensor(x.dtype, shape), Abstract::tensor(DType::Int32, shape)});
}

Value topkEval(ValueSpan arguments) {
    inferred(topkRule, arguments);
    const Tensor &x = *arguments[0].asTensor();
    const int axis = checkedAxis("TopkExt", *arguments[2].asInt(), x.rank());
    const int64_t k = x.rank() == 0 ? 1 : *arguments[1].asInt();
    const Ordered result = ordered(x, axis, *arguments[3].asBool(), k);
    return Value::tuple({result.values, result.places});
}

Samples topkSamples() {
    return {{sampleValues({3, 4}, -1, 1), 2, -1, true, true}, {sampleValues({5, 2}, -1, 1), 3, 0, false, true}};
}

OpDef topk() {
    OpDef def =
        movement("TopkExt", "topk", {"topk"},
                 "The k largest (or smallest) elements along an axis, in order, and their places, Int32.",
                 "(lambda i: (np.take_along_axis(a[0], i, a[2]), i))(np.take(np.argsort(-a[0] if a[3] else a[0], "
                 "a[2], kind='stable'), range(a[1]), a[2]))");
    def.params = {tensorParam("input", {"input_x"}), param("k", ParamKind::Int),
                  optionalParam("dim", ParamKind::Int, -1, {"axis"}), optionalParam("largest", ParamKind::Bool, true),
                  optionalParam("sorted", ParamKind::Bool, true)};
    def.infer = inferBy<topkRule>;
    def.eval = topkEval;
    def.samples = topkSamples;
    def.gradient = orderGradient<2>;
    return def;
}

// --- different elements ----------------------------------------------------------------------------------------------

/** Rows that are told apart: single elements, or the slices of an axis. */
struct Rows {
    Tensor packed; ///< [count, width]
    Dims rest;     ///< of a slice
    int64_t count = 0, width = 1;
};

Rows rowsOf(const Tensor &x, std::optional<int> axis) {
    if (!axis) return {x.contiguous(), {}, x.count(), 1};
    Dims order = {*axis}, rest;
    for (int i = 0; i < x.rank(); ++i)
        if (i != *axis) {
            order.push(i);
            rest.push(x.shape()[i]);
        }
    return {x.permuted(order).contiguous(), rest, x.shape()[*axis], rest.product()};
}

/** Which group each row belongs to, and a row of each group. */
struct Groups {
    std::vector<int64_t> first, of, sizes;

    void add(int64_t row, bool isNew, int64_t group) {
        if (isNew) {
            first.push_back(row);
            sizes.push_back(0);
        }
        of[size_t(row)] = group;
        ++sizes[size_t(group)];
    }
};

template<class T> int compareRows(const T *a, const T *b, int64_t width) {
    for (int64_t i = 0; i < width; ++i) {
        if (comesBefore(a[i], b[i])) return -1;
        if (comesBefore(b[i], a[i])) return 1;
    }
    return 0;
}

/** Neighbouring rows of `order` that are equal form a group. */
template<class Compare> Groups runsOf(const std::vector<int64_t> &order, Compare compare) {
    Groups groups;
    groups.of.resize(order.size());
    for (size_t i = 0; i < order.size(); ++i) {
        const bool isNew = i == 0 || compare(order[i - 1], order[i]) != 0;
        groups.add(order[i], isNew, int64_t(groups.first.size()) - (isNew ? 0 : 1));
    }
    return groups;
}

/** The groups renumbered by the row in which each is met first. */
Groups asSeen(const Groups &groups) {
    Groups seen;
    seen.of.resize(groups.of.size());
    std::vector<int64_t> number(groups.first.size(), -1);
    for (size_t row = 0; row < groups.of.size(); ++row) {
        int64_t &known = number[size_t(groups.of[row])];
        const bool isNew = known < 0;
        if (isNew) known = int64_t(seen.first.size());
        seen.add(int64_t(row), isNew, known);
    }
    return seen;
}

/** Keys of floats differ in their upper bits alone, where a table looks at the lower ones. */
struct KeyHash {
    size_t operator()(uint64_t key) const {
        const uint64_t mixed = key * 0x9E3779B97F4A7C15u;
        return size_t(mixed ^ (mixed >> 32));
    }
};

/** Of single elements, in the order in which they are met. */
template<class T> Groups groupsSeen(std::span<const T> elements) {
    Groups groups;
    groups.of.resize(elements.size());
    tsl::robin_map<decltype(sortKey(T())), int64_t, KeyHash> numbers;
    for (size_t row = 0; row < elements.size(); ++row) {
        const auto [place, isNew] = numbers.try_emplace(sortKey(elements[row]), int64_t(groups.first.size()));
        groups.add(int64_t(row), isNew, place->second);
    }
    return groups;
}

enum class GroupOrder : uint8_t { Sorted, FirstSeen, Runs };

Groups groupsOf(const Rows &rows, DType dtype, GroupOrder how) {
    return visitDType(dtype, [&]<class T>(TypeTag<T>) {
        const T *data = reinterpret_cast<const T *>(rows.packed.rawData());
        const auto compare = [&](int64_t a, int64_t b) {
            return compareRows(data + a * rows.width, data + b * rows.width, rows.width);
        };
        if (how == GroupOrder::FirstSeen && rows.width == 1)
            return groupsSeen(std::span<const T>(data, size_t(rows.count)));
        std::vector<int64_t> order(static_cast<size_t>(rows.count));
        std::iota(order.begin(), order.end(), 0);
        if (how == GroupOrder::Runs) return runsOf(order, compare);
        if (rows.width == 1 && rows.count >= radixLeast)
            radixOrder(data, SortOrder::Ascending, std::span(order));
        else
            std::ranges::sort(order, [&](int64_t a, int64_t b) {
                const int compared = compare(a, b);
                return compared != 0 ? compared < 0 : a < b;
            });
        Groups groups = runsOf(order, compare);
        return how == GroupOrder::Sorted ? groups : asSeen(groups);
    });
}

Tensor int64s(const std::vector<int64_t> &values, const Dims &shape) {
    Tensor result(shape, DType::Int64);
    std::copy(values.begin(), values.end(), result.mutableData<int64_t>());
    return result;
}

/** The group's rows as a tensor whose axis `axis` counts groups. */
Tensor representatives(const Rows &rows, const Groups &groups, DType dtype, std::optional<int> axis) {
    Dims shape = {int64_t(groups.first.size())};
    for (const int64_t size : rows.rest)
        shape.push(size);
    Tensor result(shape, dtype);
    const int64_t bytes = rows.width * info(dtype).bytes;
    for (size_t i = 0; i < groups.first.size(); ++i)
        std::copy_n(rows.packed.rawData() + groups.first[i] * bytes, bytes,
                    result.mutableRawData() + int64_t(i) * bytes);
    if (!axis) return result;
    Dims back;
    for (int i = 0; i < shape.rank(); ++i)
        back.push(i < *axis ? i + 1 : i == *axis ? 0 : i);
    return result.permuted(back).contiguous();
}

template<class Name> void checkUnique(Name op, TypeSpan arguments, size_t dim) {
    const Abstract &x = tensorType(op, arguments, 0);
    if (arguments.size() <= dim || isNone(arguments[dim])) return;
    const Dims axis = intsOf(op, arguments, dim);
    if (axis.rank() != 1 || x.shape.empty()) diagnose(format("For '%s', 'dim' must be one axis of the input.", op));
    checkedAxis(op, axis[0], x.shape.rank());
}

/** (values, group of each row, sizes of the groups). */
template<class Name> Value uniqueValue(Name op, ValueSpan arguments, size_t dim, GroupOrder how) {
    checkUnique(op, typesOf(arguments), dim);
    const Tensor &x = *arguments[0].asTensor();
    std::optional<int> axis;
    if (arguments.size() > dim && !arguments[dim].isNone())
        axis = checkedAxis(op, (*arguments[dim].dims())[0], x.rank());
    const Rows rows = rowsOf(x, axis);
    const Groups groups = groupsOf(rows, x.dtype(), how);
    return Value::tuple({representatives(rows, groups, x.dtype(), axis),
                         int64s(groups.of, axis ? Dims{rows.count} : x.shape()),
                         int64s(groups.sizes, {int64_t(groups.sizes.size())})});
}

Samples uniqueSamples() {
    const Tensor x = sampleValues({6}, 0, 3, DType::Int32);
    return {{x}, {sampleValues({2, 3}, 0, 2).cast(DType::Int64)}, {Tensor::zeros({0}, DType::Float32)}};
}

Abstract uniqueRule(TypeSpan arguments) {
    tensorType("Unique", arguments, 0);
    diagnoseShapeFromValues("Unique");
}

/** MindSpore's places are Int64 for Int64 elements, else Int32. */
Value uniqueEval(ValueSpan arguments) {
    const Value all = uniqueValue("Unique", arguments, 1, GroupOrder::FirstSeen);
    const std::vector<Value> &items = all.asSequence()->items;
    const DType places = arguments[0].asTensor()->dtype() == DType::Int64 ? DType::Int64 : DType::Int32;
    return Value::tuple({items[0], items[1].asTensor()->cast(places)});
}

OpDef unique() {
    OpDef def =
        movement("Unique", "unique", {},
                 "The different elements in the order in which they are met first, and for each element of input "
                 "the place of its equal among them.",
                 "(lambda u, f, i: (u[np.argsort(f)], np.argsort(np.argsort(f))[i].reshape(a[0].shape)))"
                 "(*np.unique(a[0], return_index=True, return_inverse=True))");
    def.params = {tensorParam("input", {"x"})};
    def.infer = inferBy<uniqueRule>;
    def.eval = uniqueEval;
    def.samples = uniqueSamples;
    def.gradient = noGradient;
    def.shapeFromValues = true;
    return def;
}

Abstract unique2Rule(TypeSpan arguments) {
    checkUnique("Unique2", arguments, 1);
    diagnoseShapeFromValues("Unique2");
}

Value unique2Eval(ValueSpan arguments) {
    return uniqueValue("Unique2", arguments, 1, GroupOrder::Sorted);
}

Samples unique2Samples() {
    return {{sampleValues({6}, 0, 3).cast(DType::Int32), Value()},
            {sampleValues({2, 3}, 0, 2).cast(DType::Int64), Value()},
            {sampleValues({4, 2}, 0, 2).cast(DType::Int32), Value::ints({0})}};
}

OpDef unique2() {
    OpDef def =
        movement("Unique2", "", {},
                 "The different elements (or slices of the axis dim) in order, for each one of input its place "
                 "among them, and how often each occurs.",
                 "(lambda u, i, c: (u, i.reshape(a[0].shape) if a[1] is None else i.reshape(-1), c))(*np.unique("
                 "a[0], return_inverse=True, return_counts=True, axis=None if a[1] is None else a[1][0]))");
    def.params = {tensorParam("input"), optionalParam("dim", ParamKind::IntsOrNone, Value(), {"axis"})};
    def.infer = inferBy<unique2Rule>;
    def.eval = unique2Eval;
    def.samples = unique2Samples;
    def.gradient = noGradient;
    def.shapeFromValues = true;
    return def;
}

Abstract uniqueConsecutiveRule(TypeSpan arguments) {
    checkUnique("UniqueConsecutive", arguments, 1);
    diagnoseShapeFromValues("UniqueConsecutive");
}

Value uniqueConsecutiveEval(ValueSpan arguments) {
    return uniqueValue("UniqueConsecutive", arguments, 1, GroupOrder::Runs);
}

OpDef uniqueConsecutive() {
    OpDef def = movement("UniqueConsecutive", "", {},
                         "The elements (or slices of the axis dim) without those that repeat the one before, for each "
                         "one of input its place among them, and how long each run is.",
                         "");
    def.params = {tensorParam("input"), optionalParam("dim", ParamKind::IntsOrNone, Value(), {"axis"})};
    def.infer = inferBy<uniqueConsecutiveRule>;
    def.eval = uniqueConsecutiveEval;
    def.samples = unique2Samples;
    def.gradient = noGradient;
    def.shapeFromValues = true;
    return def;
}

// --- SearchSorted ----------------------------------------------------------------------------------------------------

Abstract searchSortedRule(TypeSpan arguments) {
    const Abstract &sequence = tensorType("SearchSorted", arguments, 0), &v = tensorType("SearchSorted", arguments, 1);
    bool fits = sequence.shape.rank() == 1 || sequence.shape.rank() == v.shape.rank();
    for (int i = 0; fits && sequence.shape.rank() > 1 && i + 1 < v.shape.rank(); ++i)
        fits = sequence.shape[i] == v.shape[i];
    if (!fits || sequence.shape.empty())
        diagnose(
            "For 'SearchSorted', the sorted_sequence must be a vector or agree with the values in all dimensions but "
            "the last, but got " +
            listText(sequence.shape) + " and " + listText(v.shape) + ".");
    const DType dtype = dtypeOf("SearchSorted", arguments, 2);
    if (dtype != DType::Int32 && dtype != DType::Int64)
        diagnose("For 'SearchSorted', the dtype must be Int32 or Int64, but got " + std::string(info(dtype).name) +
                 ".");
    boolOf("SearchSorted", arguments, 3);
    return Abstract::tensor(dtype, v.shape);
}

Value searchSortedEval(ValueSpan arguments) {
    const Abstract result = inferred(searchSortedRule, arguments);
    const DType common = promoted(arguments[0].asTensor()->dtype(), arguments[1].asTensor()->dtype());
    const Tensor sequence = arguments[0].asTensor()->cast(common).contiguous();
    const Tensor v = arguments[1].asTensor()->cast(common).contiguous();
    const bool right = *arguments[3].asBool();
    const int64_t size = sequence.shape().back();
    const int64_t columns = sequence.rank() == 1 ? std::max<int64_t>(v.count(), 1) : v.shape().back();
    Tensor places(v.shape(), DType::Int64);
    visitDType(common, [&]<class T>(TypeTag<T>) {
        const T *sorted = reinterpret_cast<const T *>(sequence.rawData());
        const T *value = reinterpret_cast<const T *>(v.rawData());
        for (int64_t i = 0; i < v.count(); ++i) {
            const T *begin = sorted + (sequence.rank() == 1 ? 0 : i / columns * size), *end = begin + size;
            places.mutableData<int64_t>()[i] = (right ? std::upper_bound(begin, end, value[i], comesBefore<T>)
                                                      : std::lower_bound(begin, end, value[i], comesBefore<T>)) -
                                               begin;
        }
    });
    return places.cast(result.dtype);
}

Samples searchSortedSamples() {
    const float sorted[] = {-1, 0, 0, 2, 3}, values[] = {0, 2.5, -2, 9};
    const float rows[] = {0, 1, 2, 5, 6, 7}, each[] = {1, 6};
    return {{Tensor::of({5}, sorted), Tensor::of({2, 2}, values), DType::Int64, false},
            {Tensor::of({5}, sorted), Tensor::of({4}, values), DType::Int32, true},
            {Tensor::of({2, 3}, rows), Tensor::of({2, 1}, each), DType::Int64, false}};
}

OpDef searchSorted() {
    OpDef def =
        movement("SearchSorted", "", {},
                 "Where each of values would stand in the sorted sequence: before its equals, or behind (right).",
                 "np.searchsorted(a[0], a[1], 'right' if a[3] else 'left') if a[0].ndim == 1 else "
                 "np.stack([np.searchsorted(s, v, 'right' if a[3] else 'left') for s, v in zip(a[0], a[1])])");
    def.params = {tensorParam("sorted_sequence"), tensorParam("values"),
                  optionalParam("dtype", ParamKind::DType, DType::Int64),
                  optionalParam("right", ParamKind::Bool, false)};
    def.infer = inferBy<searchSortedRule>;
    def.eval = searchSortedEval;
    def.samples = searchSortedSamples;
    def.gradient = noGradient;
    return def;
}

// --- Histc -----------------------------------------------------------------------------------------------------------

Abstract histcRule(TypeSpan arguments) {
    const Abstract &x = tensorType("Histc", arguments, 0);
    const int64_t bins = intOf("Histc", arguments, 1);
    if (bins <= 0) diagnose(format("For 'Histc', 'bins' must be greater than 0, but got %lld.", (long long)bins));
    const std::optional<double> low = arguments[2].value.number(), high = arguments[3].value.number();
    if (!low || !high || !(*low <= *high) || !std::isfinite(*low) || !std::isfinite(*high))
        diagnose("For 'Histc', 'min' must be less than or equal to 'max', and both must be finite.");
    return Abstract::tensor(x.dtype, checkedShape("Histc", {bins}));
}

Value histcEval(ValueSpan arguments) {
    const Abstract result = inferred(histcRule, arguments);
    const Tensor x = arguments[0].asTensor()->cast(DType::Float64).contiguous();
    const auto *element = x.data<double>();
    double low = *arguments[2].number(), high = *arguments[3].number();
    if (low == high && x.count() > 0) {
        low = *std::min_element(element, element + x.count());
        high = *std::max_element(element, element + x.count());
    }
    if (low == high) {
        low -= 1;
        high += 1;
    }
    const int64_t bins = result.shape[0];
    Tensor counts = Tensor::zeros({bins}, DType::Float64);
    for (int64_t i = 0; i < x.count(); ++i) {
        if (!(element[i] >= low && element[i] <= high)) continue;
        const auto bin = integerFrom<int64_t>((element[i] - low) / (high - low) * double(bins));
        counts.mutableData<double>()[std::clamp<int64_t>(bin, 0, bins - 1)] += 1;
    }
    return counts.cast(result.dtype);
}

Samples histcSamples() {
    return {{sampleValues({7}, 0, 4), 4, 0.0, 4.0}, {sampleValues({2, 5}, -1, 1), 3, -0.9, 0.7}};
}

OpDef histc() {
    OpDef def =
        movement("Histc", "histc", {"histc"},
                 "How many elements lie in each of `bins` equal intervals from min to max (those of the elements "
                 "when both are equal); the dtype of input.",
                 "np.histogram(a[0], a[1], (a[2], a[3]))[0]");
    def.category = OpCategory::Reduction;
    def.params = {tensorParam("input"), optionalParam("bins", ParamKind::Int, 100),
                  optionalParam("min", ParamKind::Float, 0.0), optionalParam("max", ParamKind::Float, 0.0)};
    def.infer = inferBy<histcRule>;
    def.eval = histcEval;
    def.samples = histcSamples;
    def.gradient = noGradient;
    return def;
}

} // namespace

std::vector<OpDef> sortingOps() {
    const std::vector<OpUseRow> uses = {
        {{"Sort"}, {.dependence = Dependence::AlongAxis, .device = DeviceKernel::Reduction, .operations = notByShapes}},
        {{"TopkExt"},
         {.dependence = Dependence::AlongAxis, .device = DeviceKernel::Arithmetic, .operations = notByShapes}},
        {{"Unique"}, {.dependence = Dependence::Movement, .device = DeviceKernel::AiCpu, .operations = notByShapes}},
        {{"Unique2", "UniqueConsecutive", "SearchSorted"},
         {.dependence = Dependence::Movement, .device = DeviceKernel::Arithmetic, .operations = notByShapes}},
        {{"Histc"},
         {.dependence = Dependence::Everything, .device = DeviceKernel::Reduction, .operations = notByShapes}},
    };
    return withUses({sort(), topk(), unique(), unique2(), uniqueConsecutive(), searchSorted(), histc()}, uses);
}

} // namespace jitscope::inline ops
