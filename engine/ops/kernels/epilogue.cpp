// SPDX-License-Identifier: Apache-2.0
// Functions of finished pieces of results.
#include "engine/ops/kernels/epilogue.h"

#include "engine/ops/kernels/float32kernels.h"
#include "engine/ops/kernels/generic.h"
#include "engine/ops/kernels/tilekernels.h"

#include <cassert>
#include <utility>

namespace jitscope::inline ops {

namespace {

template<UnaryOp op, class T> void applyPlain(T *c, int64_t stride, int64_t rows, int64_t columns) {
    if constexpr (std::is_same_v<T, double> || generic::isIntegral(op))
        for (int64_t i = 0; i < rows; ++i)
            for (int64_t j = 0; j < columns; ++j)
                c[i * stride + j] = generic::computed<op>(c[i * stride + j]);
}

} // namespace

template<class T> void applyFunction(UnaryOp function, T *c, int64_t stride, int64_t rows, int64_t columns) {
    if constexpr (std::is_same_v<T, float>) {
        const auto loop = float32Kernels().inPlace[size_t(function)];
        assert(loop && "no fused operator ends with it");
        if (stride == columns) return loop(c, rows * columns, 1, rows * columns);
        loop(c, stride, rows, columns);
    } else {
        [&]<int... i>(std::integer_sequence<int, i...>) {
            (void)((function == UnaryOp(i) && (applyPlain<UnaryOp(i)>(c, stride, rows, columns), true)) || ...);
        }
        (std::make_integer_sequence<int, unaryOpCount>{});
    }
}

template<class T> void applyEpilogue(const Epilogue<T> &epilogue, T *c, int64_t stride, int64_t rows, int64_t columns) {
    if (!isEmpty(epilogue.rows) || !isEmpty(epilogue.columns))
        tileKernels<T>().finish(c, stride, rows, columns, epilogue.rows, epilogue.columns);
    if (epilogue.function) applyFunction(*epilogue.function, c, stride, rows, columns);
}

template void applyEpilogue<float>(const Epilogue<float> &, float *, int64_t, int64_t, int64_t);
template void applyEpilogue<double>(const Epilogue<double> &, double *, int64_t, int64_t, int64_t);

#define JITSCOPE_APPLY(T) template void applyFunction<T>(UnaryOp, T *, int64_t, int64_t, int64_t);
JITSCOPE_APPLY(float)
JITSCOPE_APPLY(double)
JITSCOPE_APPLY(int8_t)
JITSCOPE_APPLY(int16_t)
JITSCOPE_APPLY(int32_t)
JITSCOPE_APPLY(int64_t)
JITSCOPE_APPLY(uint8_t)
JITSCOPE_APPLY(uint16_t)
JITSCOPE_APPLY(uint32_t)
JITSCOPE_APPLY(uint64_t)
#undef JITSCOPE_APPLY

} // namespace jitscope::inline ops
