// SPDX-License-Identifier: Apache-2.0
#include "engine/ascend/simulator.h"

#include "engine/base/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace jitscope {

namespace {

constexpr double smallBytes = 1e6, largeBytes = 64e6; // below: a constant time; above: does not fit L2

/** Operators that give another view of the same elements: no work for the device. */
constexpr std::array<std::string_view, 5> viewOps{"Reshape", "Flatten", "ExpandDims", "Squeeze", "View"};

bool isView(const std::string &op) {
    return std::find(viewOps.begin(), viewOps.end(), op) != viewOps.end();
}

/** Whether the cube cores do it: matrix products of ours and of real profiles ("MatMulV3", "BatchMatMulV2"). */
bool isCube(const std::string &op) {
    if (op.starts_with("MatMul") || op.starts_with("BatchMatMul")) return true;
    const OpDef *known = findOp(op);
    return known != nullptr && known->category == OpCategory::MatMul;
}

int64_t ceilDivide(int64_t value, int64_t by) {
    return (value + by - 1) / by;
}

/** The sizes of a matrix product, `batch` of them at once. */
struct Product {
    int64_t batch = 1, m = 1, k = 1, n = 1;
};

Product productOf(std::span<const Abstract> arguments, const Abstract &result, double flops) {
    Product product;
    const int rank = result.shape.rank();
    if (rank > 0) product.n = result.shape.back();
    if (rank > 1) product.m = result.shape[rank - 2];
    for (int i = 0; i < rank - 2; ++i)
        product.batch *= result.shape[i];
    const double each = double(product.batch) * double(product.m) * double(product.n);
    if (flops > 0 && each > 0)
        product.k = std::max<int64_t>(1, std::llround(flops / (2 * each)));
    else if (!arguments.empty() && arguments[0].shape.rank() > 0)
        product.k = arguments[0].shape.back();
    return product;
}

/*
 * The cube multiplies 16x16x16 blocks, one a cycle and core in 16 bit. A product is cut into tiles of 128x256 results,
 * which the cores take in waves; the last wave leaves some of them idle, so the product runs as on tiles/waves cores.
 */
KernelEstimate estimateCube(const DeviceModel &model, const Product &product, bool isFloat32, double bytes) {
    const double cycles = double(product.batch) * double(ceilDivide(product.m, 16)) *
                          double(ceilDivide(product.k, 16)) * double(ceilDivide(product.n, 16)) /
                          (isFloat32 ? model.float32CubeRate : 1.0);
    const int64_t tiles = product.batch * ceilDivide(product.m, 128) * ceilDivide(product.n, 256);
    const int64_t waves = ceilDivide(std::max<int64_t>(tiles, 1), model.cubeCores);
    const double coresBusy = double(std::max<int64_t>(tiles, 1)) / double(waves);

    KernelEstimate estimate;
    estimate.cube = true;
    estimate.blocks = int(std::clamp<int64_t>(tiles, 1, model.cubeCores));
    estimate.launchUs = model.matmulLaunchUs;
    estimate.computeUs = cycles / coresBusy / model.clockMHz / model.cubeEfficiency;
    estimate.memoryUs = bytes / (model.hbmEffectiveGBs * 1e3);
    estimate.totalUs = estimate.launchUs + std::max(estimate.computeUs, estimate.memoryUs);
    return estimate;
}

const VectorBandwidth *rowOf(const DeviceModel &model, const std::string &op) {
    for (const VectorBandwidth &row : model.vectorTable)
        if (row.op == op) return &row;
    return nullptr;
}

/** Up to 16 KB run on one core, more on a core for each 8 KB: what the recorded small kernels show. */
int vectorBlocks(const DeviceModel &model, double bytes) {
    return bytes <= 16384 ? 1 : int(std::min(std::ceil(bytes / 8192), double(model.vectorCores)));
}

KernelEstimate estimateVector(const DeviceModel &model, const std::string &op, double flops, double bytes) {
    const VectorBandwidth *row = rowOf(model, op);
    KernelEstimate estimate;
    estimate.blocks = vectorBlocks(model, bytes);
    estimate.computeUs = flops / (double(estimate.blocks) * model.vectorLanes * model.clockMHz);
    if (bytes < smallBytes) {
        const double spread = double(estimate.blocks - 1) / double(std::max(model.vectorCores - 1, 1));
        estimate.launchUs =
            (row && row->smallUs > 0 ? row->smallUs : model.smallVectorUs) + model.blockSpreadUs * spread;
        estimate.totalUs = std::max(estimate.launchUs, model.vectorLaunchUs + estimate.computeUs);
        return estimate;
    }
    const double measured = row == nullptr ? 0 : bytes <= largeBytes ? row->medium : row->large;
    estimate.launchUs = model.vectorLaunchUs;
    estimate.memoryUs = bytes / ((measured > 0 ? measured : model.vectorGBs) * 1e3);
    estimate.totalUs = estimate.launchUs + std::max(estimate.computeUs, estimate.memoryUs);
    return estimate;
}

std::string boundBy(const KernelEstimate &estimate) {
    const double work = std::max(estimate.computeUs, estimate.memoryUs);
    if (estimate.launchUs >= work) return "launch";
    return estimate.computeUs > estimate.memoryUs ? "compute" : "memory";
}

int64_t nanoseconds(double us) {
    return std::llround(us * 1e3);
}

/** Walks the operators of a part and lays them on the stream. */
class Simulation {
public:
    Simulation(const DeviceModel &model, const Session &part, StreamState &state)
        : m_model(model)
        , m_part(part)
        , m_state(state)
        , m_process(model.name + " (simulated)") {
        for (const GraphCall &call : part.graphCalls)
            m_calls[call.number] = &call;
    }

    Trace run() {
        for (const OpEvent &op : m_part.ops)
            if (op.error.empty() && !isView(op.op)) place(op);
        if (!m_hbm.samples.empty()) m_trace.addCounter(std::move(m_hbm));
        return std::move(m_trace);
    }

private:
    // Behind the lanes of the compile and the host.
    static constexpr int deviceOrder = 30;

    TrackId track(const char *name) { return m_trace.track(m_process, name, deviceOrder, true); }

    /** The slice of the host that launches at `readyNs` or as soon as the host is free. */
    SliceId launch(const std::string &name, int64_t readyNs, const SliceLink &link) {
        const int64_t start = std::max(readyNs, m_state.hostNs), busy = nanoseconds(m_model.hostIssueUs);
        m_state.hostNs = start + busy;
        return m_trace.addSlice(track("Host launch"), name, "launch", start, busy, link);
    }

    void place(const OpEvent &op) {
        const SliceLink link{.op = op.number, .compilation = op.compilation, .node = op.node.value};
        const bool isSink = op.graphCall >= 0;
        SliceId from;
        if (!isSink) {
            from = launch("Launch " + op.op, op.startNs, link);
        } else if (m_state.graphCall != op.graphCall) {
            from = launchGraph(op);
            m_state.graphCall = op.graphCall;
        }
        const KernelEstimate time = estimateOf(op);
        const double gapUs = isSink ? m_model.sinkGapUs : m_model.taskGapUs;
        const int64_t start =
            std::max(m_state.freeNs + nanoseconds(gapUs), m_state.hostNs + nanoseconds(m_model.launchLatencyUs));
        const int64_t duration = std::max<int64_t>(nanoseconds(time.totalUs), 1);
        m_state.freeNs = start + duration;
        const SliceId kernel =
            m_trace.addSlice(track("Stream 3"), op.op, time.cube ? "AI_CORE" : "AI_VECTOR_CORE", start, duration, link);
        if (from.valid()) m_trace.addFlow({from, kernel, "HostToDevice"});
        describe(kernel, op, time);
        addTraffic(start, duration, op.cost.bytes);
    }

    SliceId launchGraph(const OpEvent &op) {
        const auto call = m_calls.find(op.graphCall);
        const bool isKnown = call != m_calls.end();
        return launch("Launch graph " + (isKnown ? call->second->function : std::to_string(op.graphCall)),
                      isKnown ? call->second->startNs : op.startNs, {.compilation = op.compilation});
    }

    std::vector<Abstract> typesOf(const IdList &tensors) const {
        std::vector<Abstract> types;
        for (const int64_t id : tensors)
            if (const TensorRecord *tensor = m_part.tensor(id))
                types.push_back(Abstract::tensor(tensor->dtype, tensor->shape));
        return types;
    }

    KernelEstimate estimateOf(const OpEvent &op) const {
        const std::vector<Abstract> inputs = typesOf(op.inputs), outputs = typesOf(op.outputs);
        return estimate(m_model, op.op, inputs, outputs.empty() ? Abstract() : outputs.front(), op.cost.flops,
                        op.cost.bytes);
    }

    void describe(SliceId kernel, const OpEvent &op, const KernelEstimate &time) {
        m_trace.addArgument(kernel, "Inputs", op.operands);
        m_trace.addArgument(kernel, "Output", op.result);
        m_trace.addArgument(kernel, "FLOP", shortestNumber(op.cost.flops));
        m_trace.addArgument(kernel, "Bytes", shortestNumber(op.cost.bytes));
        m_trace.addArgument(kernel, "Bound by", boundBy(time));
        m_trace.addArgument(kernel, "Block Dim", std::to_string(time.blocks));
        m_trace.addArgument(kernel, "Compute", humanTime(nanoseconds(time.computeUs)));
        m_trace.addArgument(kernel, "Memory", humanTime(nanoseconds(time.memoryUs)));
        m_trace.addArgument(kernel, "Launch", humanTime(nanoseconds(time.launchUs)));
        m_trace.addArgument(kernel, "Source", "simulated: " + m_model.name);
    }

    void addTraffic(int64_t start, int64_t duration, double bytes) {
        if (m_hbm.samples.empty()) m_hbm = {track("HBM"), "HBM", "GB/s", {}};
        m_hbm.samples.push_back({start, bytes / double(duration)});
        m_hbm.samples.push_back({start + duration, 0});
    }

    const DeviceModel &m_model;
    const Session &m_part;
    StreamState &m_state;
    std::string m_process;
    std::map<int64_t, const GraphCall *> m_calls;
    Trace m_trace;
    Counter m_hbm;
};

} // namespace

KernelEstimate estimate(const DeviceModel &model, const std::string &op, std::span<const Abstract> arguments,
                        const Abstract &result, double flops, double bytes) {
    if (!isCube(op)) return estimateVector(model, op, flops, bytes);
    return estimateCube(model, productOf(arguments, result, flops), result.dtype == DType::Float32, bytes);
}

Trace simulate(const DeviceModel &model, const Session &part, StreamState &previous) {
    return Simulation(model, part, previous).run();
}

} // namespace jitscope
