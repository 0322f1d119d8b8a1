// SPDX-License-Identifier: Apache-2.0
// Columns are those of the profiler's set PipeUtilization: aic_mac_ratio, aiv_vec_ratio, and vec_ratio, mac_ratio on
// devices whose cores are both.
#include "engine/analysis/device/kernelbound.h"

#include "engine/ops/kerneltypes.h"

#include <algorithm>
#include <cmath>

namespace jitscope::inline analysis {

namespace {

/** A pipe that is busy that share of the time leaves no doubt that it is the bottleneck; below half, none is. */
constexpr double busy = 0.5;

struct PipeColumn {
    const char *column, *side, *pipe;
    Bound bound;
};
constexpr PipeColumn pipeColumns[] = {
    {"aic_mac_ratio", "aic", "mac", Bound::Cube},
    {"aic_cube_ratio", "aic", "mac", Bound::Cube},
    {"aic_scalar_ratio", "aic", "scalar", Bound::Scalar},
    {"aic_mte1_ratio", "aic", "mte1", Bound::Local},
    {"aic_mte2_ratio", "aic", "mte2", Bound::MemoryIn},
    {"aic_fixpipe_ratio", "aic", "fixpipe", Bound::MemoryOut},
    {"aic_mte3_ratio", "aic", "mte3", Bound::MemoryOut},
    {"aiv_vec_ratio", "aiv", "vec", Bound::Vector},
    {"aiv_scalar_ratio", "aiv", "scalar", Bound::Scalar},
    {"aiv_mte2_ratio", "aiv", "mte2", Bound::MemoryIn},
    {"aiv_mte3_ratio", "aiv", "mte3", Bound::MemoryOut},
    {"mac_ratio", "", "mac", Bound::Cube},
    {"vec_ratio", "", "vec", Bound::Vector},
    {"scalar_ratio", "", "scalar", Bound::Scalar},
    {"mte1_ratio", "", "mte1", Bound::Local},
    {"mte2_ratio", "", "mte2", Bound::MemoryIn},
    {"mte3_ratio", "", "mte3", Bound::MemoryOut},
};

std::string textAt(const DataTable &table, int64_t row, const char *name) {
    const int column = table.column(name);
    return column < 0 ? std::string() : table.cell(row, column);
}

Bound boundOf(const PipeShare &share) {
    for (const PipeColumn &each : pipeColumns)
        if (share.column == each.column) return each.bound;
    return Bound::Unknown;
}

/** mte2 / max(mac, vec) of the side that works longer on memory. */
double memoryBoundOf(const std::vector<PipeShare> &shares) {
    double best = std::nan("");
    for (const char *side : {"aic", "aiv", ""}) {
        double memory = std::nan(""), compute = 0;
        for (const PipeShare &share : shares) {
            if (share.side != side) continue;
            if (share.pipe == "mte2") memory = share.ratio;
            if (share.pipe == "mac" || share.pipe == "vec") compute = std::max(compute, share.ratio);
        }
        if (std::isnan(memory) || memory <= 0 || compute <= 0) continue;
        if (std::isnan(best) || memory / compute > best) best = memory / compute;
    }
    return best;
}

// --- work ----------------------------------------------------------------------------------------------------------

struct Operand {
    std::vector<double> dims;
    std::string format;
    int elementBytes = 0;
    double elements() const {
        double count = 1;
        for (const double dim : dims)
            count *= dim;
        return count;
    }
};

std::vector<std::string_view> pieces(std::string_view text, char separator) {
    std::vector<std::string_view> result;
    while (true) {
        const size_t end = text.find(separator);
        result.push_back(text.substr(0, end));
        if (end == std::string_view::npos) return result;
        text.remove_prefix(end + 1);
    }
}

/** "2,3;3,4" with "FLOAT;FLOAT"; nothing when shapes and types do not go together or a type is not known. */
std::optional<std::vector<Operand>> operandsOf(const DataTable &table, int64_t row, const std::string &side) {
    const std::string shapes = textAt(table, row, (side + "_shapes").c_str());
    const std::string types = textAt(table, row, (side + "_types").c_str());
    const std::string formats = textAt(table, row, (side + "_formats").c_str());
    if (shapes.empty() || types.empty()) return std::nullopt;
    const auto shapeList = pieces(shapes, ';'), typeList = pieces(types, ';'), formatList = pieces(formats, ';');
    if (shapeList.size() != typeList.size()) return std::nullopt;
    std::vector<Operand> operands;
    for (size_t i = 0; i < shapeList.size(); ++i) {
        Operand operand;
        operand.elementBytes = elementBytes(typeList[i]);
        if (i < formatList.size()) operand.format = formatList[i];
        for (const std::string_view dim : pieces(shapeList[i], ',')) {
            if (dim.empty()) continue;
            const double size = std::strtod(std::string(dim).c_str(), nullptr);
            if (!(size >= 0) || size > 1e15) return std::nullopt;
            operand.dims.push_back(size);
        }
        // An operand that was not given has an empty shape and an unknown type.
        if (operand.elementBytes == 0 && operand.dims.empty()) continue;
        if (operand.elementBytes == 0) return std::nullopt;
        operands.push_back(std::move(operand));
    }
    return operands.empty() ? std::nullopt : std::optional(std::move(operands));
}

/** Fractal formats keep tiles of 16: [.., columns/16, rows/16, 16, 16] stands for [.., rows, columns]. */
Operand plain(Operand operand) {
    auto &dims = operand.dims;
    if (operand.format != "FRACTAL_NZ" || dims.size() < 4) return operand;
    const size_t at = dims.size() - 4;
    const double columns = dims[at] * dims[at + 3], rows = dims[at + 1] * dims[at + 2];
    dims.resize(at);
    dims.push_back(rows);
    dims.push_back(columns);
    return operand;
}

double bytesOf(const std::vector<Operand> &inputs, const std::vector<Operand> &outputs) {
    double bytes = 0;
    for (const auto *side : {&inputs, &outputs})
        for (const Operand &operand : *side)
            bytes += operand.elements() * operand.elementBytes;
    return bytes;
}

/** The dimension of the first operand that is not a row of the result: what is summed over. */
std::optional<double> innerSize(const Operand &a, const Operand &b, double rows, double columns) {
    const size_t da = a.dims.size(), db = b.dims.size();
    for (const double inner : {a.dims[da - 1], a.dims[da - 2]}) {
        const double otherOfA = inner == a.dims[da - 1] ? a.dims[da - 2] : a.dims[da - 1];
        const bool fitsA = otherOfA == rows;
        const bool fitsB = (b.dims[db - 1] == columns && b.dims[db - 2] == inner) ||
                           (b.dims[db - 2] == columns && b.dims[db - 1] == inner);
        if (fitsA && fitsB) return inner;
    }
    return std::nullopt;
}

ArithmeticWork matMulWork(const std::vector<Operand> &inputs, const std::vector<Operand> &outputs) {
    ArithmeticWork work;
    work.isCube = true;
    if (inputs.size() < 2) return {0, 0, true, {"a matrix product needs two operands in its shapes", {}}};
    const Operand a = plain(inputs[0]), b = plain(inputs[1]), result = plain(outputs[0]);
    if (a.dims.size() < 2 || b.dims.size() < 2 || result.dims.size() < 2)
        return {0, 0, true, {"the operands of the product are no matrices", {}}};
    const double rows = result.dims[result.dims.size() - 2], columns = result.dims.back();
    const auto inner = innerSize(a, b, rows, columns);
    if (!inner) return {0, 0, true, {"the shapes of the operands do not fit the shape of the product", {}}};
    work.operations = 2 * result.elements() * *inner;
    work.bytes = bytesOf(inputs, outputs);
    return work;
}

} // namespace

const BoundText &textOf(Bound bound) {
    static const BoundText texts[] = {
        {Bound::Unknown, "not known", "No counters of the pipes were recorded for this kernel."},
        {Bound::Cube, "compute bound (matrix unit)",
         "The matrix unit is the busiest pipe: the kernel can only do its products faster by doing fewer of them or by "
         "keeping the unit busier."},
        {Bound::Vector, "compute bound (vector unit)",
         "The vector unit is the busiest pipe: fewer or wider vector instructions would shorten the kernel."},
        {Bound::MemoryIn, "memory bound (read)",
         "Reading from global memory (MTE2) is the busiest pipe: moving less, or finding more of it in the L2 cache, "
         "would shorten the kernel."},
        {Bound::MemoryOut, "memory bound (write)",
         "Writing to global memory (MTE3, FIXPIPE) is the busiest pipe: writing less would shorten the kernel."},
        {Bound::Local, "bound by moves inside the core",
         "Moving tiles from L1 to L0 (MTE1) is the busiest pipe: another tiling would shorten the kernel."},
        {Bound::Scalar, "bound by control",
         "The scalar unit is the busiest pipe: addresses, loops and synchronization take the time."},
        {Bound::Latency, "bound by latency",
         "No pipe is busy half of the time: launch, waiting for data or for other cores, and dependences take the "
         "time. Larger shapes or a fused kernel would use the device better."},
    };
    for (const BoundText &text : texts)
        if (text.bound == bound) return text;
    return texts[0];
}

KernelBound kernelBound(const DataTable &kernels, int64_t row) {
    KernelBound result;
    for (const PipeColumn &each : pipeColumns) {
        const double ratio = kernels.number(row, kernels.column(each.column));
        if (std::isfinite(ratio) && ratio >= 0) result.shares.push_back({each.side, each.pipe, ratio, each.column});
    }
    result.cubeUtilization = kernels.number(row, kernels.column("cube_utilization"));
    for (const PipeShare &share : result.shares)
        if (share.ratio > result.busiest.ratio) result.busiest = share;
    if (result.busiest.ratio <= 0) return result; // collectives have zeros in all columns
    result.memoryBound = memoryBoundOf(result.shares);
    result.bound = result.busiest.ratio < busy ? Bound::Latency : boundOf(result.busiest);
    return result;
}

ArithmeticWork kernelWork(const DataTable &kernels, int64_t row) {
    const std::string type = textAt(kernels, row, "type");
    const OpDef *op = opOfKernelType(type);
    const OperationCount counted = op ? op->use.operations : notByShapes;
    const bool isProduct = counted.rule == OperationCount::Rule::Product;
    const auto inputs = operandsOf(kernels, row, "input"), outputs = operandsOf(kernels, row, "output");
    const bool hasShapes = inputs && outputs;
    if (counted.rule == OperationCount::Rule::NotByShapes)
        return {0,
                hasShapes ? bytesOf(*inputs, *outputs) : 0,
                false,
                {"how many operations %1 needs does not follow from its shapes alone", {type.empty() ? "?" : type}}};
    if (!hasShapes)
        return {0,
                0,
                isProduct,
                {"its shapes and element types were not recorded (profiler level 1 or higher records them)", {}}};
    if (isProduct) return matMulWork(*inputs, *outputs);
    return {counted.each * outputs->front().elements(), bytesOf(*inputs, *outputs), false, {}};
}

std::optional<RooflinePoint> kernelRoofline(const ArithmeticWork &work, int64_t durationNs, const DevicePeaks &peaks) {
    const double roof = work.isCube ? peaks.cubeTops : peaks.vectorTops;
    if (!work.isKnown() || durationNs <= 0 || work.operations <= 0 || work.bytes <= 0 || roof <= 0 ||
        peaks.memoryTBs <= 0 || !std::isfinite(work.operations) || !std::isfinite(work.bytes))
        return std::nullopt;
    return RooflinePoint{"Global memory",
                         "inputs + outputs",
                         work.isCube ? "cube, 16-bit" : "vector, float32",
                         peaks.memoryTBs,
                         roof,
                         work.operations / work.bytes,
                         work.operations / double(durationNs) / 1000,
                         peaks.source};
}

int elementBytes(std::string_view type) {
    if (type.starts_with("DT_")) type.remove_prefix(3);
    struct Size {
        const char *name;
        int bytes;
    };
    static constexpr Size sizes[] = {
        {"FLOAT", 4},    {"FLOAT32", 4},     {"FLOAT16", 2},       {"BF16", 2},  {"BFLOAT16", 2},  {"DOUBLE", 8},
        {"FLOAT64", 8},  {"INT8", 1},        {"UINT8", 1},         {"INT16", 2}, {"UINT16", 2},    {"INT32", 4},
        {"UINT32", 4},   {"INT64", 8},       {"UINT64", 8},        {"BOOL", 1},  {"COMPLEX64", 8}, {"COMPLEX128", 16},
        {"HIFLOAT8", 1}, {"FLOAT8_E5M2", 1}, {"FLOAT8_E4M3FN", 1},
    };
    for (const Size &size : sizes)
        if (type == size.name) return size.bytes;
    return 0;
}

} // namespace jitscope::inline analysis
