// SPDX-License-Identifier: Apache-2.0
// Elementary functions of one tensor.
#include "engine/ops/families.h"
#include "engine/ops/unary.h"

namespace jitscope {

std::vector<OpDef> functionOps() {
    using U = UnaryOp;
    return {
        unary<U::Exp, -5, 5>("exp", {}, "e to the power of each element; integers give Float32.", "np.exp(a[0])"),
        unary<U::Log, 1, 9>("log", {}, "The natural logarithm of each element; integers give Float32.", "np.log(a[0])"),
        unary<U::Sqrt, 0, 9>("sqrt", {}, "The square root of each element; integers give Float32.", "np.sqrt(a[0])"),
        unary<U::Rsqrt, 1, 9>("rsqrt", {}, "1 / sqrt(input) element by element; integers give Float32.",
                              "1 / np.sqrt(a[0])"),
        unary<U::Tanh, -4, 4>("tanh", {}, "The hyperbolic tangent of each element; integers give Float32.",
                              "np.tanh(a[0])"),
        unary<U::Sin, -9, 9>("sin", {}, "The sine of each element in radians; integers give Float32.", "np.sin(a[0])"),
        unary<U::Cos, -9, 9>("cos", {}, "The cosine of each element in radians; integers give Float32.",
                             "np.cos(a[0])"),
        unary<U::Erf, -3, 3>("erf", {}, "The Gauss error function of each element; integers give Float32.",
                             "np.array(np.vectorize(math.erf, otypes=[float])(a[0]))"),
    };
}

} // namespace jitscope
