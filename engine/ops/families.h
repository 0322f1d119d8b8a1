// SPDX-License-Identifier: Apache-2.0
// The families of operators that the catalogue joins: one function, one source file each.
#pragma once

#include "engine/ops/opdef.h"

#include <vector>

namespace jitscope::inline ops {

/** Operators of a family for which the same holds. */
struct OpUseRow {
    std::vector<std::string_view> ops; ///< their primitive names
    OpUse use;
};

/** The family's operators with what the rows say of them, and the names of those that compute complex numbers. */
std::vector<OpDef> withUses(std::vector<OpDef> ops, const std::vector<OpUseRow> &uses,
                            const std::vector<std::string_view> &complex = {});

std::vector<OpDef> arithmeticOps();
std::vector<OpDef> comparisonOps();
std::vector<OpDef> functionOps();
std::vector<OpDef> activationOps();
std::vector<OpDef> activationGradientOps();
std::vector<OpDef> lossOps();
std::vector<OpDef> decompositionOps();
std::vector<OpDef> triangleOps();
std::vector<OpDef> statisticOps();
std::vector<OpDef> piecewiseOps();
std::vector<OpDef> boundOps();
std::vector<OpDef> bitwiseOps();
std::vector<OpDef> pairOps();
std::vector<OpDef> specialOps();
std::vector<OpDef> complexOps();
std::vector<OpDef> fourierOps();
std::vector<OpDef> matmulOps();
std::vector<OpDef> reductionOps();
std::vector<OpDef> normalisationOps();
std::vector<OpDef> layerNormOps();
std::vector<OpDef> batchNormOps();
std::vector<OpDef> convolutionOps();
std::vector<OpDef> poolingOps();
std::vector<OpDef> adaptivePoolingOps();
std::vector<OpDef> shapeOps();
std::vector<OpDef> sliceOps();
std::vector<OpDef> indexingOps();
std::vector<OpDef> gatherOps();
std::vector<OpDef> maskOps();
std::vector<OpDef> scatterOps();
std::vector<OpDef> splitOps();
std::vector<OpDef> repeatOps();
std::vector<OpDef> sortingOps();
std::vector<OpDef> scanOps();
std::vector<OpDef> joinOps();
std::vector<OpDef> creationOps();
std::vector<OpDef> rangeOps();
std::vector<OpDef> randomOps();
std::vector<OpDef> randomChoiceOps();
std::vector<OpDef> sequenceOps();
std::vector<OpDef> scalarOps();
std::vector<OpDef> copyOps();
std::vector<OpDef> collectiveOps();
std::vector<OpDef> inplaceOps();
std::vector<OpDef> optimizerOps();
std::vector<OpDef> fusedMatmulOps();
std::vector<OpDef> fusedConvolutionOps();
std::vector<OpDef> fusedNormOps();
std::vector<OpDef> attentionOps();
std::vector<OpDef> combinedOptimizerOps();

} // namespace jitscope::inline ops
