// SPDX-License-Identifier: Apache-2.0
// Matrices of bfloat16 as the processor multiplies them: two neighbours along the depth as one element. For processors
// that can (bfloat16Kernels()).
#pragma once

#include "engine/ops/kernels/gemm.h"
#include "engine/tensor/tensor.h"

namespace jitscope::inline ops {

/** A batch of matrices (bfloat16, at least of rank 2) with the neighbours along `depthAxis`, one of the last two axes,
    joined to pairs: half as long there, of elements that are called float32 for their size. The first is in the low
    half; beside the last of an odd number stands 0. A view where the pairs lie in memory already. */
Tensor bfloat16Pairs(const Tensor &matrices, int depthAxis, const Bfloat16Kernels &kernels);

/** The pairs of one matrix (depth x columns) whose lines lie along, joined while panels are packed: `lines` of it,
    `stride` numbers apart. */
class JoinedLines final : public PanelSource<float> {
public:
    JoinedLines(const uint16_t *first, int64_t stride, int64_t lines, const Bfloat16Kernels &kernels);
    void fill(float *to, int64_t stride, int64_t depthBegin, int64_t depth, int64_t columnBegin,
              int64_t columns) const override;

private:
    const uint16_t *m_first;
    int64_t m_stride, m_lines;
    const Bfloat16Kernels &m_kernels;
};

} // namespace jitscope::inline ops
