// SPDX-License-Identifier: Apache-2.0
// The parameters of the Ascend 910B4. Those of the table were fitted by `jitscope fit` to the kernels of a recorded
// Qwen3 training step (one rank, one step) on this chip; the error is that of shapes that were held out of the fit.
#include "engine/ascend/device910b4.h"

namespace jitscope::inline ascend {

namespace {

const std::vector<VectorBandwidth> &table() {
    static const std::vector<VectorBandwidth> rows{
        {"[all]", 595, 656, 1.96},
        {"[arithmetic]", 653, 616, 1.41},
        {"[optimizer]", 387, 397, 3.32},
        {"[strided]", 556, 920, 1.96},
        {"[trigonometric]", 292, 323, 1.96},
        {"[scatter]", 301, 332, 1.96},
        {"[comparison]", 595, 656, 2.00},
        {"[gather]", 409, 451, 1.96},
        {"[reduction]", 720, 677, 3.37},
        {"[copy]", 1124, 710, 1.41},
        {"[transcendental]", 595, 656, 2.13},
        {"[generator]", 595, 656, 7.17},
        {"[normalisation]", 643, 709, 1.96},
        {"[norm gradient]", 313, 346, 1.96},
        {"[rotary]", 613, 676, 1.96},
        {"[activation]", 757, 835, 1.96},
        {"Abs", 653, 616, 1.39},
        {"Add", 855, 613, 1.32},
        {"ApplyAdamWV2", 346, 346, 3.80},
        {"Cast", 528, 590, 1.38},
        {"ConcatD", 619, 995, 1.96},
        {"Cos", 257, 284, 1.96},
        {"EmbeddingDenseGradV2", 257, 284, 1.96},
        {"Equal", 595, 656, 2.00},
        {"GatherV2", 375, 414, 1.96},
        {"Greater", 595, 656, 1.73},
        {"LpNormV2", 760, 683, 3.54},
        {"Mul", 658, 659, 1.57},
        {"Muls", 1180, 710, 1.41},
        {"NonZero", 720, 677, 3.38},
        {"NotEqual", 595, 656, 2.26},
        {"OnesLike", 1124, 710, 1.28},
        {"Pows", 595, 656, 2.17},
        {"Range", 595, 656, 9.67},
        {"RmsNorm", 656, 724, 1.96},
        {"RmsNormGrad", 263, 290, 1.96},
        {"RotaryPositionEmbedding", 675, 745, 1.96},
        {"RotaryPositionEmbeddingGrad", 561, 619, 1.96},
        {"Sin", 282, 311, 1.96},
        {"Slice", 484, 920, 1.96},
        {"Sort", 720, 677, 7.72},
        {"Sub", 653, 616, 1.26},
        {"SwiGlu", 1094, 1207, 1.96},
        {"SwiGluGrad", 553, 611, 1.96},
        {"TensorMove", 1741, 663, 1.41},
        {"ZerosLike", 1057, 775, 1.45},
    };
    return rows;
}

} // namespace

DeviceModel device910B4() {
    DeviceModel model;
    model.name = "Ascend910B4";
    model.source = "Cores from CANN platform files, clock and bandwidth from Ascend's operator profiler, launch times, "
                   "efficiencies and bandwidths by operator fitted to a recorded Qwen3 training step on this chip";
    model.cubeCores = 20;
    model.vectorCores = 40;
    model.clockMHz = 1650;
    model.hbmTBs = 0.8;
    model.hbmGB = 32;
    model.l2MB = 96;
    model.l2TBs = 4;
    model.hbmEffectiveGBs = 750;
    model.cubeEfficiency = 0.777;
    model.attentionEfficiency = 0.290;
    model.attentionGradEfficiency = 0.282;
    model.vectorTable = table();
    model.error = {"each shape of the recorded step predicted by a model that was fitted to all other shapes",
                   0.0713,
                   0.150,
                   0.174,
                   0.842,
                   336,
                   1831};
    return model;
}

} // namespace jitscope::inline ascend
