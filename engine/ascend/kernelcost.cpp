// SPDX-License-Identifier: Apache-2.0
#include "engine/ascend/kernelcost.h"

#include <algorithm>
#include <cmath>

namespace jitscope::inline ascend {

namespace {

constexpr double cachedBytes = 48e6, streamedBytes = 128e6; ///< below: in L2; above: through the HBM
constexpr double fullBandwidthBytes = 16e6;

int64_t ceilDivide(int64_t value, int64_t by) {
    return (value + by - 1) / by;
}

/*
 * The cube multiplies 16x16x16 blocks, one a cycle and core in 16 bit. A product is cut into tiles of 128x256 results,
 * which the cores take in waves; the last wave leaves some of them idle, so the product runs as on tiles/waves cores.
 */
KernelEstimate estimateCube(const DeviceModel &model, const KernelJob &work) {
    const MatrixSizes &sizes = work.product;
    KernelEstimate estimate;
    estimate.core = KernelCore::Cube;
    estimate.cubeCycles = double(sizes.batch) * double(ceilDivide(sizes.m, 16)) * double(ceilDivide(sizes.k, 16)) *
                          double(ceilDivide(sizes.n, 16)) / (work.isFloat32 ? model.float32CubeRate : 1.0);
    const int64_t tiles = std::max<int64_t>(sizes.batch * ceilDivide(sizes.m, 128) * ceilDivide(sizes.n, 256), 1);
    const int64_t waves = ceilDivide(tiles, model.cubeCores);
    const double coresBusy = double(tiles) / double(waves);
    estimate.blocks = int(std::clamp<int64_t>(tiles, 1, model.cubeCores));
    estimate.launchUs = model.matmulLaunchUs;
    estimate.computeUs = estimate.cubeCycles / coresBusy / model.clockMHz / model.cubeEfficiency;
    estimate.memoryUs = work.bytes() / (model.hbmEffectiveGBs * 1e3);
    estimate.totalUs = estimate.launchUs + std::max(estimate.computeUs, estimate.memoryUs);
    return estimate;
}

/** Attention runs on both kinds of core, two vector cores for a cube core. */
KernelEstimate estimateAttention(const DeviceModel &model, const KernelJob &work) {
    const double efficiency = work.isAttentionGradient ? model.attentionGradEfficiency : model.attentionEfficiency;
    KernelEstimate estimate;
    estimate.core = KernelCore::MixCube;
    estimate.blocks = model.cubeCores;
    estimate.mixBlocks = model.vectorCores;
    estimate.cubeCycles = work.flops / 8192;
    estimate.launchUs = model.matmulLaunchUs;
    estimate.computeUs = work.flops / (model.cubeCores * 8192.0 * model.clockMHz * efficiency);
    estimate.memoryUs = work.bytes() / (model.hbmEffectiveGBs * 1e3);
    estimate.totalUs = estimate.launchUs + std::max(estimate.computeUs, estimate.memoryUs);
    return estimate;
}

const VectorBandwidth *rowOf(const DeviceModel &model, std::string_view op) {
    for (const VectorBandwidth &row : model.vectorTable)
        if (row.op == op) return &row;
    return nullptr;
}

/** A kernel's row, filled up from that of its class and that of all. */
VectorBandwidth bandwidthOf(const DeviceModel &model, const KernelJob &work) {
    VectorBandwidth found;
    for (const std::string_view name : {std::string_view(work.type), work.vectorClass, std::string_view("[all]")}) {
        const VectorBandwidth *row = rowOf(model, name);
        if (row == nullptr) continue;
        if (found.medium <= 0) found.medium = row->medium;
        if (found.large <= 0) found.large = row->large;
        if (found.smallUs <= 0) found.smallUs = row->smallUs;
    }
    return found;
}

/** From the bandwidth inside the cache to that of the memory, over the sizes between in equal steps of their ratio. */
double bandwidthAt(const DeviceModel &model, const VectorBandwidth &row, double bytes) {
    const double gain = bytes < fullBandwidthBytes ? std::pow(fullBandwidthBytes / bytes, model.smallGain) : 1;
    if (bytes <= cachedBytes) return row.medium * gain;
    if (bytes >= streamedBytes) return row.large;
    const double share = std::log(bytes / cachedBytes) / std::log(streamedBytes / cachedBytes);
    return std::exp((1 - share) * std::log(row.medium) + share * std::log(row.large));
}

/** Up to 16 KB run on one core, more on a core for each 8 KB: what recorded small kernels show. */
int vectorBlocks(const DeviceModel &model, double bytes) {
    return bytes <= 16384 ? 1 : int(std::min(std::ceil(bytes / 8192), double(model.vectorCores)));
}

KernelEstimate estimateVector(const DeviceModel &model, const KernelJob &work) {
    const double bytes = work.bytes();
    const VectorBandwidth row = bandwidthOf(model, work);
    KernelEstimate estimate;
    estimate.core = work.core;
    estimate.blocks = vectorBlocks(model, bytes);
    const double spread = double(estimate.blocks - 1) / double(std::max(model.vectorCores - 1, 1));
    estimate.launchUs = row.smallUs + model.blockSpreadUs * spread + (work.isWide ? model.wideTypeUs : 0) +
                        (work.isMixed ? model.mixedTypeUs : 0);
    estimate.computeUs = work.flops / (double(estimate.blocks) * model.vectorLanes * model.clockMHz);
    estimate.memoryUs = bytes > 0 ? bytes / (bandwidthAt(model, row, bytes) * 1e3) : 0;
    estimate.totalUs = estimate.launchUs + std::max(estimate.computeUs, estimate.memoryUs);
    return estimate;
}

KernelEstimate estimateAiCpu(const DeviceModel &model, const KernelJob &work) {
    KernelEstimate estimate;
    estimate.core = KernelCore::AiCpu;
    estimate.launchUs = model.aiCpuUs;
    estimate.memoryUs = work.bytes() / (model.aiCpuGBs * 1e3);
    estimate.totalUs = estimate.launchUs + estimate.memoryUs;
    return estimate;
}

double share(double part, double whole) {
    return whole > 0 ? std::clamp(part / whole, 0.0, 1.0) : 0;
}

/** Cycles of all cores together, which profilers count: the core's time on each block. */
int64_t cyclesOf(double us, int blocks, const DeviceModel &model) {
    return std::llround(us * blocks * model.clockMHz);
}

} // namespace

KernelEstimate estimate(const DeviceModel &model, const KernelJob &work) {
    switch (work.core) {
    case KernelCore::Cube:
        return estimateCube(model, work);
    case KernelCore::MixCube:
        return estimateAttention(model, work);
    case KernelCore::AiCpu:
        return estimateAiCpu(model, work);
    case KernelCore::Vector:
    case KernelCore::MixVector:
        return estimateVector(model, work);
    case KernelCore::Copy:
    case KernelCore::Collective:
        break;
    }
    KernelEstimate none;
    none.core = work.core;
    return none;
}

std::string boundBy(const KernelEstimate &estimate) {
    const double work = std::max(estimate.computeUs, estimate.memoryUs);
    if (estimate.launchUs >= work) return "launch";
    return estimate.computeUs > estimate.memoryUs ? "compute" : "memory";
}

double copyUs(const DeviceModel &model, double bytes) {
    return model.copyLatencyUs + bytes / (model.pcieGBs * 1e3);
}

double collectiveUs(const DeviceModel &model, std::string_view name, double bytes, int ranks) {
    if (ranks < 2) return 0;
    // What a rank sends in a ring; sums go round twice.
    const double rounds = double(ranks - 1) / double(ranks);
    const double factor = name == "all_reduce" ? 2 * rounds : name == "send" || name == "receive" ? 1 : rounds;
    return model.hcclLatencyUs + bytes * factor / (model.hcclGBs * 1e3);
}

PipeCounters pipeCounters(const DeviceModel &model, const KernelJob &work, const KernelEstimate &estimate) {
    PipeCounters counters;
    const double spread = 0.5 + model.blockSpreadUs * (estimate.blocks - 1) / std::max(model.vectorCores - 1, 1);
    const double coreUs = std::max(estimate.totalUs - spread, estimate.totalUs * 0.5);
    const bool usesCube = estimate.core == KernelCore::Cube || estimate.core == KernelCore::MixCube;
    const bool usesVector = estimate.core != KernelCore::Cube &&
                            (usesCube || estimate.core == KernelCore::Vector || estimate.core == KernelCore::MixVector);
    const double launchUs = std::min(estimate.launchUs, coreUs);
    if (usesCube) {
        counters.aicUs = coreUs;
        counters.aicCycles = cyclesOf(coreUs, estimate.blocks, model);
        counters.mac = share(estimate.cubeCycles, double(counters.aicCycles));
        counters.aicScalar = share(launchUs * 0.5, coreUs);
        // Each block of 16x16x16 needs 512 bytes of each input in L0, which takes MTE1 two cycles at 256 bytes.
        counters.mte1 = share(estimate.cubeCycles * 0.5, double(counters.aicCycles));
        counters.aicMte2 = share(std::max(estimate.memoryUs, estimate.computeUs * 0.6), coreUs);
        counters.fixpipe = share(work.writtenBytes / (model.hbmEffectiveGBs * 1e3), coreUs);
        counters.cubeUtilization =
            100 * share(double(counters.aicCycles), model.clockMHz * model.cubeCores * estimate.totalUs);
    }
    if (usesVector) {
        const int blocks = estimate.mixBlocks > 0 ? estimate.mixBlocks : estimate.blocks;
        counters.aivUs = coreUs;
        counters.aivCycles = cyclesOf(coreUs, blocks, model);
        const double elements = std::max(work.writtenBytes, work.readBytes) / 4;
        counters.vec = share(std::max(work.flops, elements) / model.vectorLanes, double(counters.aivCycles));
        if (usesCube) counters.vec = share(elements * 8 / model.vectorLanes, double(counters.aivCycles));
        counters.aivScalar = share(launchUs * 0.4, coreUs);
        const double bytes = std::max(work.bytes(), 1.0);
        counters.aivMte2 = share(estimate.memoryUs * work.readBytes / bytes * 1.1, coreUs);
        counters.mte3 = share(estimate.memoryUs * work.writtenBytes / bytes * 1.1, coreUs);
    }
    return counters;
}

} // namespace jitscope::inline ascend
