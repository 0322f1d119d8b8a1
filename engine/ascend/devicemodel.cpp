// SPDX-License-Identifier: Apache-2.0
// The parameters of the simulated devices. This is the only place where they stand.
//
// Where each number comes from:
//   cores                the platform configuration files of CANN (cube_core_cnt, vector_core_cnt); 910A: ai_core_num
//   of a
//                        recorded info.json
//   clock                the frequency table of msopprof; 910A: aic_frequency of a recorded info.json
//   HBM, L2 in theory    THEORY_BW_GM and L2CACHE_THEORY_BW of msopprof; 910A: published, 1.2 TB/s
//   cube efficiency, matmul launch, effective HBM bandwidth, vector launch and bandwidths, small kernels
//                        fitted to the kernels of a recorded Qwen3 training step on an Ascend 910B4 (rank 0). Its 336
//                        matrix products are met with a median error of 5 %, its 1772 vector kernels with 14 % (34 % if
//                        all shared the common bandwidth); a test works these figures out again. Another rank of the
//                        same job gave 4.8 % for matrix products. Other models, convolutions and small products were
//                        not checked.
//   task gap, issue interval, block spread
//                        medians of the same record: 1.42 us between tasks of a stream, 31 us between launches of eager
//                        operators; 1.36 us beside the core time on 40 blocks against 0.5 us on one
//   sink gap             the middle of the 0.1-1.5 us that tasks of a whole-graph launch show
//   float32 on the cube  half of the 16-bit rate, from the roofline table of msopprof for a later chip; not measured
//   vector lanes         64 float32 elements a cycle and core, from the platform files (vec_calc_size)
//
// The other chips are the 910B4 with compute scaled by cores and clock (which the formulas do by themselves), bandwidth
// out of HBM by the ratio of HBM bandwidths and bandwidth out of L2 by that of L2 bandwidths. That scaling is untested.
#include "engine/ascend/devicemodel.h"

#include <algorithm>
#include <mutex>

namespace jitscope {

namespace {

/** Effective bandwidths on the 910B4. A kernel type of real profiles and the primitive that it runs share their row;
    those that only write were recorded with their output counted twice and are halved here. */
const std::vector<VectorBandwidth> vectorTable910B4{
    {"Add", 916, 612, 1.8},
    {"BiasAdd", 916, 612, 1.8}, // an Add that broadcasts
    {"Mul", 618, 663},
    {"Cast", 606, 587},
    {"RmsNorm", 701, 0},
    {"Slice", 1386, 0},
    {"StridedSlice", 1386, 0},
    {"TensorMove", 1704, 648},
    {"Concat", 598, 997},
    {"ConcatD", 598, 997},
    {"ZerosLike", 1020, 795},
    {"OnesLike", 1020, 795},
    {"Zeros", 1020, 795},
    {"Ones", 1020, 795},
    {"FillV2", 1020, 795},
    {"MemSet", 0, 0, 5.4},
    {"SwiGlu", 0, 1316},
    {"SwiGluGrad", 0, 552},
    {"RotaryPositionEmbedding", 640, 0},
    {"RotaryPositionEmbeddingGrad", 549, 0},
    {"ApplyAdamWV2", 334, 337},
    {"Sin", 312, 0},
    {"Cos", 285, 0},
    {"Muls", 1464, 0},
};

DeviceModel ascend910B4() {
    DeviceModel model;
    model.name = "Ascend910B4";
    model.source = "Cores from CANN platform files, clock and bandwidth from msopprof, efficiency fitted to a recorded "
                   "Qwen3 step on this chip (matmul: 5 % median error)";
    model.cubeCores = 20;
    model.vectorCores = 40;
    model.clockMHz = 1650;
    model.hbmTBs = 0.8;
    model.hbmEffectiveGBs = 750;
    model.vectorGBs = 750;
    model.vectorTable = vectorTable910B4;
    return model;
}

/** What tells a chip from the 910B4; L2 bandwidth as a ratio to that of the 910B4. */
struct Chip {
    const char *name;
    int cubeCores, vectorCores;
    double clockMHz, hbmTBs, l2Ratio;
};

DeviceModel scaled(const Chip &chip) {
    DeviceModel model = ascend910B4();
    const double hbmRatio = chip.hbmTBs / model.hbmTBs;
    model.name = chip.name;
    model.source = "Cores, clock and bandwidth as published; efficiency of the Ascend910B4, scaled and not checked "
                   "against this chip";
    model.cubeCores = chip.cubeCores;
    model.vectorCores = chip.vectorCores;
    model.clockMHz = chip.clockMHz;
    model.hbmTBs = chip.hbmTBs;
    model.hbmEffectiveGBs *= hbmRatio;
    model.vectorGBs *= hbmRatio;
    for (VectorBandwidth &row : model.vectorTable) {
        row.medium *= chip.l2Ratio;
        row.large *= hbmRatio;
    }
    return model;
}

std::vector<DeviceModel> builtinModels() {
    return {
        ascend910B4(),
        // The 910A has one kind of core for both; its L2 bandwidth is not published, so that of the HBM stands for it.
        scaled({"Ascend910A", 32, 32, 1000, 1.2, 1.5}),
        scaled({"Ascend910B1", 24, 48, 1850, 1.8, 8.0 / 4.0}),
        scaled({"Ascend910B2", 24, 48, 1800, 1.75, 7.78 / 4.0}),
        scaled({"Ascend910B3", 20, 40, 1800, 1.75, 7.78 / 4.0}),
    };
}

/** Built-in models first; plugins add theirs when they are loaded, from whatever thread that is. */
struct Registry {
    std::mutex mutex;
    std::vector<DeviceModel> models = builtinModels();
};

Registry &registry() {
    static Registry registry;
    return registry;
}

} // namespace

std::vector<DeviceModel> deviceModels() {
    const std::lock_guard lock(registry().mutex);
    return registry().models;
}

const DeviceModel &defaultDeviceModel() {
    static const DeviceModel model = ascend910B4();
    return model;
}

Result<void> registerDeviceModel(DeviceModel model) {
    if (model.name.empty()) return Error{"a device model without a name"};
    const bool isUsable = model.cubeCores > 0 && model.vectorCores > 0 && model.clockMHz > 0 &&
                          model.cubeEfficiency > 0 && model.hbmEffectiveGBs > 0 && model.vectorGBs > 0;
    if (!isUsable)
        return Error{"device model '" + model.name + "': cores, clock, efficiency and bandwidths must be positive"};
    const std::lock_guard lock(registry().mutex);
    const bool isTaken = std::any_of(registry().models.begin(), registry().models.end(),
                                     [&](const DeviceModel &each) { return each.name == model.name; });
    if (isTaken) return Error{"there is a device model '" + model.name + "' already"};
    registry().models.push_back(std::move(model));
    return {};
}

} // namespace jitscope
