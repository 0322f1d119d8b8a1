// SPDX-License-Identifier: Apache-2.0
// Tensors whose elements follow from their place: ranges, identity matrices, the places of triangles.
#include "engine/base/text.h"
#include "engine/ops/families.h"
#include "engine/ops/rules/rules.h"
#include "engine/tensor/elements.h"

#include <algorithm>
#include <cmath>

namespace jitscope::inline ops {

namespace {

OpCost writeCost(TypeSpan, const Abstract &result) {
    return {double(result.count()), double(result.bytes())};
}

OpDef placed(std::string name, std::string function, std::string doc, std::string numpy) {
    OpDef def;
    def.name = std::move(name);
    def.function = std::move(function);
    def.doc = std::move(doc);
    def.numpy = std::move(numpy);
    def.category = OpCategory::Creation;
    def.cost = writeCost;
    return def;
}

/** Fills `result` with `make(i)`, converted. */
template<class Make> void fill(Tensor &result, Make make) {
    visitDType(result.dtype(), [&](auto tag) {
        using T = typename decltype(tag)::Type;
        T *elements = result.mutableData<T>();
        for (int64_t i = 0; i < result.count(); ++i)
            elements[i] = convertElement<T>(make(i));
    });
}

/** A constant number. */
const Value &numberOf(const char *op, TypeSpan arguments, size_t index, const char *name) {
    const Abstract &argument = arguments[index];
    const bool isNumber = argument.isConstant && argument.value.number();
    if (!isNumber)
        diagnose(format("For '%s', the argument '%s' must be a constant int or float, but got %s.", op, name,
                        brief(argument).c_str()));
    return argument.value;
}

// --- Range -----------------------------------------------------------------------------------------------------------

/** How far a range goes: exact where all are ints. */
struct Range {
    bool isWhole = false;
    int64_t start = 0, step = 1;
    double realStart = 0, realStep = 1;
    int64_t count = 0;
};

bool isInt(const Value &value) {
    return value.asInt() || value.asBool();
}

Range rangeOf(TypeSpan arguments) {
    const Value &start = numberOf("Range", arguments, 0, "start"), &end = numberOf("Range", arguments, 1, "end"),
                &step = numberOf("Range", arguments, 2, "step");
    Range range;
    range.isWhole = isInt(start) && isInt(end) && isInt(step);
    range.realStart = *start.number();
    range.realStep = *step.number();
    const double limit = *end.number();
    if (range.realStep == 0) diagnose("For Range, delta cannot be equal to zero.");
    if (range.realStep > 0 && limit < range.realStart)
        diagnose("For Range, delta cannot be positive when limit < start.");
    if (range.realStep < 0 && limit > range.realStart)
        diagnose("For Range, delta cannot be negative when limit > start.");
    const double count = std::ceil((limit - range.realStart) / range.realStep);
    constexpr double most = 0x1p60;
    if (!(count < most)) diagnose("For Range, the number of elements is too large or not a number.");
    range.count = int64_t(count);
    if (range.isWhole) {
        // Beyond 2^53 a double no longer counts exactly.
        const auto whole = [](const Value &value) { return value.asInt() ? *value.asInt() : int64_t(*value.asBool()); };
        range.start = whole(start);
        range.step = whole(step);
        const auto distance = __int128(whole(end)) - range.start;
        range.count = int64_t((distance + range.step + (range.step > 0 ? -1 : 1)) / range.step);
    }
    return range;
}

Abstract rangeRule(TypeSpan arguments) {
    const Range range = rangeOf(arguments);
    const DType natural = range.isWhole ? DType::Int64 : DType::Float32;
    return Abstract::tensor(isNone(arguments[3]) ? natural : dtypeOf("Range", arguments, 3),
                            checkedShape("Range", Dims{range.count}));
}

Value rangeEval(ValueSpan arguments) {
    const Abstract type = inferred(rangeRule, arguments);
    std::vector<Abstract> types;
    for (const Value &argument : arguments)
        types.push_back(Abstract::of(argument));
    const Range range = rangeOf(types);
    Tensor result(type.shape, type.dtype);
    if (range.isWhole)
        fill(result, [&](int64_t i) { return int64_t(uint64_t(range.start) + uint64_t(i) * uint64_t(range.step)); });
    else
        fill(result, [&](int64_t i) { return range.realStart + double(i) * range.realStep; });
    return result;
}

Samples rangeSamples() {
    return {{0, 5, 1, Value()},
            {5, -1, -2, DType::Int32},
            {0.0, 1.0, 0.25, Value()},
            {1, 4, 1, DType::Float16},
            {3, 3, 1, Value()}};
}

OpDef range() {
    OpDef def =
        placed("Range", "range",
               "start, start + step, ... up to but not including end; without dtype Int64 of ints, else Float32.",
               "np.arange(a[0], a[1], a[2], a[3])");
    def.params = {param("start", ParamKind::Any), param("end", ParamKind::Any, {"limit"}),
                  param("step", ParamKind::Any, {"delta"}), optionalParam("dtype", ParamKind::DTypeOrNone, Value())};
    def.infer = inferBy<rangeRule>;
    def.eval = rangeEval;
    def.samples = rangeSamples;
    return def;
}

// --- LinSpace, LogSpace ----------------------------------------------------------------------------------------------

int64_t stepsOf(const char *op, TypeSpan arguments, const char *name) {
    const int64_t steps = intOf(op, arguments, 2);
    if (steps <= 0)
        diagnose(format("For primitive[%s], the %s must be greater than 0, but got %lld.", op, name, (long long)steps));
    return steps;
}

/** Place `i` of `steps` ones between two numbers, both included; from the nearer end, so that both are exact. */
double between(double start, double stop, int64_t i, int64_t steps) {
    if (steps == 1) return start;
    const double step = (stop - start) / double(steps - 1);
    return i < steps / 2 ? start + double(i) * step : stop - double(steps - 1 - i) * step;
}

Abstract linSpaceRule(TypeSpan arguments) {
    numberOf("LinSpace", arguments, 0, "start");
    numberOf("LinSpace", arguments, 1, "stop");
    return Abstract::tensor(dtypeOf("LinSpace", arguments, 3),
                            checkedShape("LinSpace", Dims{stepsOf("LinSpace", arguments, "num")}));
}

Value linSpaceEval(ValueSpan arguments) {
    const Abstract type = inferred(linSpaceRule, arguments);
    const double start = *arguments[0].number(), stop = *arguments[1].number();
    Tensor result(type.shape, type.dtype);
    fill(result, [&](int64_t i) { return between(start, stop, i, result.count()); });
    return result;
}

Samples linSpaceSamples() {
    return {{0, 1, 5, DType::Float32}, {2.5, -1.0, 4, DType::Float64}, {3.0, 9.0, 1, DType::Float32}};
}

OpDef linSpace() {
    OpDef def = placed("LinSpace", "linspace", "num numbers of dtype, evenly from start to end, both included.",
                       "np.linspace(a[0], a[1], a[2], dtype=a[3])");
    def.params = {param("start", ParamKind::Any), param("end", ParamKind::Any, {"stop"}),
                  param("steps", ParamKind::Int, {"num"}), optionalParam("dtype", ParamKind::DType, DType::Float32)};
    def.infer = inferBy<linSpaceRule>;
    def.eval = linSpaceEval;
    def.samples = linSpaceSamples;
    return def;
}

Abstract logSpaceRule(TypeSpan arguments) {
    numberOf("LogSpace", arguments, 0, "start");
    numberOf("LogSpace", arguments, 1, "end");
    numberOf("LogSpace", arguments, 3, "base");
    return Abstract::tensor(dtypeOf("LogSpace", arguments, 4),
                            checkedShape("LogSpace", Dims{stepsOf("LogSpace", arguments, "steps")}));
}

Value logSpaceEval(ValueSpan arguments) {
    const Abstract type = inferred(logSpaceRule, arguments);
    const double start = *arguments[0].number(), stop = *arguments[1].number(), base = *arguments[3].number();
    Tensor result(type.shape, type.dtype);
    fill(result, [&](int64_t i) { return std::pow(base, between(start, stop, i, result.count())); });
    return result;
}

Samples logSpaceSamples() {
    return {{0, 2, 3, 10, DType::Float32}, {0.0, 3.0, 4, 2, DType::Float64}};
}

OpDef logSpace() {
    OpDef def = placed("LogSpace", "logspace", "steps powers of base of dtype, the exponents evenly from start to end.",
                       "np.logspace(a[0], a[1], a[2], base=a[3], dtype=a[4])");
    def.params = {param("start", ParamKind::Any), param("end", ParamKind::Any),
                  optionalParam("steps", ParamKind::Int, 10), optionalParam("base", ParamKind::Any, 10),
                  optionalParam("dtype", ParamKind::DType, DType::Float32)};
    def.infer = inferBy<logSpaceRule>;
    def.eval = logSpaceEval;
    def.samples = logSpaceSamples;
    return def;
}

// --- Eye -------------------------------------------------------------------------------------------------------------

Abstract eyeRule(TypeSpan arguments) {
    const int64_t rows = intOf("Eye", arguments, 0);
    const int64_t columns = isNone(arguments[1]) ? rows : intOf("Eye", arguments, 1);
    if (rows < 0) diagnose("Eye error: n value can not be negative.");
    if (columns < 0) diagnose("Eye error: m value can not be negative.");
    const DType dtype = isNone(arguments[2]) ? DType::Float32 : dtypeOf("Eye", arguments, 2);
    return Abstract::tensor(dtype, checkedShape("Eye", Dims{rows, columns}));
}

Value eyeEval(ValueSpan arguments) {
    const Abstract type = inferred(eyeRule, arguments);
    Tensor result = Tensor::zeros(type.shape, type.dtype);
    const int64_t columns = type.shape[1], diagonal = std::min(type.shape[0], columns);
    visitAnyDType(type.dtype, [&](auto tag) {
        using T = typename decltype(tag)::Type;
        for (int64_t i = 0; i < diagonal; ++i)
            result.mutableData<T>()[i * (columns + 1)] = convertElement<T>(1);
    });
    return result;
}

Samples eyeSamples() {
    return {{3, Value(), Value()}, {2, 4, DType::Int32}, {3, 2, DType::Bool}, {0, 3, DType::Float32}};
}

OpDef eye() {
    OpDef def = placed("Eye", "eye", "A matrix of n rows and m (without it n) columns with ones on its diagonal.",
                       "np.eye(a[0], a[1], dtype=a[2] or np.float32)");
    def.params = {param("n", ParamKind::Int), optionalParam("m", ParamKind::Any, Value()),
                  optionalParam("dtype", ParamKind::DTypeOrNone, Value())};
    def.infer = inferBy<eyeRule>;
    def.eval = eyeEval;
    def.samples = eyeSamples;
    return def;
}

// --- TrilIndices, TriuIndices ----------------------------------------------------------------------------------------

enum class Triangle { Lower, Upper };
constexpr const char *nameOf(Triangle triangle) {
    return triangle == Triangle::Lower ? "TrilIndices" : "TriuIndices";
}

/** The columns of a row that belong to the triangle: [first, last). */
struct Columns {
    int64_t first, last;
    int64_t count() const { return std::max<int64_t>(last - first, 0); }
};

Columns columnsOf(Triangle triangle, int64_t row, int64_t columns, int64_t offset) {
    const int64_t diagonal = std::clamp<int64_t>(row + offset, -1, columns);
    if (triangle == Triangle::Lower) return {0, std::min(diagonal + 1, columns)};
    return {std::max<int64_t>(diagonal, 0), columns};
}

/** How many elements of a matrix are on or below a diagonal. */
int64_t countBelow(int64_t rows, int64_t columns, int64_t offset) {
    // Row i has i + offset + 1 of them, but at least none and at most all columns.
    const int64_t first = std::clamp<int64_t>(-offset, 0, rows);
    const int64_t full = std::clamp<int64_t>(columns - offset - 1, first, rows);
    const int64_t growing = full - first;
    const auto partly = __int128(growing) * (first + offset + 1) + __int128(growing) * (growing - 1) / 2;
    return int64_t(partly) + (rows - full) * columns;
}

template<Triangle triangle> Abstract triangleRule(TypeSpan arguments) {
    constexpr const char *op = nameOf(triangle);
    const int64_t rows = intOf(op, arguments, 0), columns = intOf(op, arguments, 1), offset = intOf(op, arguments, 2);
    checkedShape(op, Dims{rows, columns});
    constexpr int64_t farthest = int64_t(1) << 60;
    if (offset > farthest || offset < -farthest) diagnose(format("For '%s', 'offset' is too large.", op));
    const DType dtype = dtypeOf(op, arguments, 3);
    if (dtype != DType::Int32 && dtype != DType::Int64)
        diagnose(
            format("For '%s', dtype must be Int32 or Int64, but got %s.", op, std::string(info(dtype).name).c_str()));
    const int64_t below = countBelow(rows, columns, triangle == Triangle::Lower ? offset : offset - 1);
    const int64_t count = triangle == Triangle::Lower ? below : rows * columns - below;
    checkedShape(op, Dims{2, count});
    return Abstract::tensor(dtype, Dims{2, count});
}

template<Triangle triangle> Value triangleEval(ValueSpan arguments) {
    const Abstract type = inferred(triangleRule<triangle>, arguments);
    const int64_t rows = *arguments[0].asInt(), columns = *arguments[1].asInt(), offset = *arguments[2].asInt();
    const int64_t count = type.shape[1];
    Tensor result(type.shape, type.dtype);
    visitDType(type.dtype, [&](auto tag) {
        using T = typename decltype(tag)::Type;
        T *row = result.mutableData<T>(), *column = row + count;
        // Rows without an element are passed over: there may be far more of them than of elements.
        const bool isLower = triangle == Triangle::Lower;
        const int64_t begin = isLower ? std::clamp<int64_t>(-offset, 0, rows) : 0;
        const int64_t end = isLower ? rows : std::clamp<int64_t>(columns - offset, 0, rows);
        for (int64_t i = begin; count > 0 && i < end; ++i) {
            const Columns part = columnsOf(triangle, i, columns, offset);
            for (int64_t j = part.first; j < part.last; ++j) {
                *row++ = convertElement<T>(i);
                *column++ = convertElement<T>(j);
            }
        }
    });
    return result;
}

Samples triangleSamples() {
    return {{3, 3, 0, DType::Int64}, {2, 4, 1, DType::Int32}, {4, 2, -1, DType::Int64}, {0, 3, 0, DType::Int64}};
}

template<Triangle triangle> OpDef triangleIndices(std::string function, std::string part) {
    OpDef def =
        placed(nameOf(triangle), function,
               "The rows and the columns of the " + part +
                   " triangle of a matrix of row x col elements, of shape (2, count); offset moves its diagonal.",
               "np.array(np." + function + "(a[0], a[2], a[1]))");
    def.params = {param("row", ParamKind::Int), param("col", ParamKind::Int),
                  optionalParam("offset", ParamKind::Int, 0), optionalParam("dtype", ParamKind::DType, DType::Int64)};
    def.infer = inferBy<triangleRule<triangle>>;
    def.eval = triangleEval<triangle>;
    def.samples = triangleSamples;
    return def;
}

} // namespace

std::vector<OpDef> rangeOps() {
    const std::vector<OpUseRow> uses = {
        {{"Range", "LinSpace", "Eye"},
         {.dependence = Dependence::Everything, .device = DeviceKernel::Generator, .operations = notByShapes}},
        {{"LogSpace", "TrilIndices", "TriuIndices"},
         {.dependence = Dependence::Everything, .device = DeviceKernel::Copy, .operations = notByShapes}},
    };
    return withUses({range(), linSpace(), logSpace(), eye(), triangleIndices<Triangle::Lower>("tril_indices", "lower"),
                     triangleIndices<Triangle::Upper>("triu_indices", "upper")},
                    uses);
}

} // namespace jitscope::inline ops
