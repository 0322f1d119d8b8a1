// SPDX-License-Identifier: Apache-2.0
// What a kernel has to do, worked out from its type and the tensors that it takes and gives: on which cores, how much
// it reads, writes and computes. Types are primitives of ours ("MatMul") or kernel types of real profiles ("MatMulV3").
#pragma once

#include "engine/ops/opdef.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace jitscope::inline ascend {

enum class KernelCore : uint8_t { Cube, Vector, MixCube, MixVector, AiCpu, Copy, Collective };
/** As profilers write it: AI_CORE, AI_VECTOR_CORE, MIX_AIC, MIX_AIV, AI_CPU, MEMCPY_ASYNC, COMMUNICATION */
std::string_view toString(KernelCore core);

/** The sizes of a matrix product, `batch` of them at once. */
struct MatrixSizes {
    int64_t batch = 1, m = 1, k = 1, n = 1;
    bool operator==(const MatrixSizes &) const = default;
};

struct KernelJob {
    std::string type;
    KernelCore core = KernelCore::Vector;
    double readBytes = 0, writtenBytes = 0; ///< what really moves: rows of a gather, not its whole table
    double flops = 0;
    MatrixSizes product;    ///< of cube kernels
    bool isFloat32 = false; ///< of a matrix product
    bool isAttention = false, isAttentionGradient = false;
    bool isWide = false;          ///< 64-bit numbers on the vector unit
    bool isMixed = false;         ///< operands of different floating types
    std::string_view vectorClass; ///< "[arithmetic]": what stands for types that were not measured
    double bytes() const { return readBytes + writtenBytes; }
};

/** `flops` and `bytes` are what is known of the cost (0 for nothing): they settle the inner length of a matrix product
    and the size of a kernel whose tensors are not known. */
KernelJob kernelJob(const std::string &type, std::span<const Abstract> inputs, std::span<const Abstract> outputs,
                    double flops = 0, double bytes = 0);

/** Operators that give another view of the same elements: no work for the device. */
bool isViewOp(std::string_view op);
/** "all_reduce" for AllReduce, hcom_allReduce_ and the like; none for what is no collective. */
std::optional<std::string_view> collectiveOf(std::string_view type);

} // namespace jitscope::inline ascend
