# SPDX-License-Identifier: Apache-2.0
"""The methods of Tensor: which function of `ops` each one is, and those that have arguments of their own.

Operators of the catalogue bring most of their methods themselves (`OpDef::methods`). What stands here goes before them.
"""
import _jitscope
from mindspore._missing import names_of, told_of
from mindspore.ops import catalogue as ops
from mindspore.ops.tensor_methods import elements, facts, hooks, inplace, reductions, shapes
from mindspore.ops.tensor_methods.shapes import sizes_of as _sizes

# Methods that are functions of `ops` of the same name, with the tensor as their first argument.
FUNCTIONS = """
abs absolute acos acosh addbmm addcdiv addcmul addmm addmv addr amax amin angle approximate_equal arccos arccosh arcsin
arcsinh arctan arctan2 arctanh argwhere asin asinh atan atan2 atanh baddbmm bernoulli bincount bitwise_and
bitwise_left_shift bitwise_not bitwise_or bitwise_right_shift bitwise_xor cauchy ceil cholesky cholesky_inverse
cholesky_solve col2im conj copysign cos cosh cov cross cummax cummin cumprod deg2rad det diagflat
diagonal_scatter diff digamma dot dsplit eigvals eq erf erfc erfinv exp expand_dims expm1 flip fliplr flipud
float_power floor floor_divide fmax fmin fmod fold frac gather_elements gather_nd gcd ge geqrf ger greater
greater_equal gt hardshrink heaviside histc hsplit hypot i0 igamma igammac imag index_fill index_put inner inv inverse
invert isfinite isinf isnan isneginf isposinf isreal kthvalue lcm ldexp le lerp less less_equal lgamma log log10 log1p
log2 log_matrix_determinant log_normal logaddexp logaddexp2 logcumsumexp logdet logical_and logical_not logical_or
logical_xor logit logsumexp lstsq lt lu_solve masked_fill masked_scatter masked_select matrix_determinant matrix_power
maximum minimum mul multinomial multiply mvlgamma nan_to_num nanmean nanmedian nanquantile narrow ne neg negative
nextafter not_equal orgqr ormqr outer pow qr quantile rad2deg random_categorical real reciprocal renorm reverse
reverse_sequence roll rot90 rsqrt scatter_div scatter_max scatter_min scatter_mul scatter_sub searchsorted
select_scatter sgn sigmoid sign signbit sin sinc sinh slice_scatter slogdet soft_shrink sqrt svd tan tanh tensor_split
triangular_solve tril triu true_divide trunc unfold uniform unique_consecutive unique_with_pad
vsplit xlogy
""".split()

# Methods under another name than their function.
RENAMED = {"soft_shrink": "softshrink", "scatter_div": "tensor_scatter_div", "scatter_max": "tensor_scatter_max",
           "scatter_min": "tensor_scatter_min", "scatter_mul": "tensor_scatter_mul",
           "scatter_sub": "tensor_scatter_sub", "matrix_determinant": "det", "multiply": "mul", "negative": "neg",
           "absolute": "abs", "true_divide": "div"}

_PARTS = (shapes, reductions, elements, facts, hooks, inplace)


def _absent(name):
    """A property that tells by name what is not there, and what to use instead; hasattr() is false then."""
    def tell(self):
        raise AttributeError(told_of("mindspore.Tensor", name))
    return property(tell)


def own():
    """Name -> function or property of the methods that have arguments of their own."""
    named = {name: getattr(part, name) for part in _PARTS for name in part.__all__}
    named |= {name: property(getter) for name, getter in shapes.PROPERTIES.items()}
    named |= {name: property(facts.no) for name in ("has_init", "init_flag", "virtual_flag", "is_meta")}
    return named | {"init": property(facts.none), "device": property(facts.device), "const_arg": facts.ConstArgument(),
                    "data": property(facts.data, facts.set_data)}


def install():
    """Adds the methods to the Tensor type; what `ops` has no function for tells so when it is asked for."""
    for name, method in own().items():
        _jitscope.add_tensor_method(name, method)
    for name in FUNCTIONS:
        function = vars(ops).get(name) or vars(ops).get(RENAMED.get(name, name))
        if function is not None:
            _jitscope.add_tensor_method(name, function)
    for name in absent():
        _jitscope.add_tensor_method(name, _absent(name))
    _jitscope.set_matmul(ops.matmul)


def absent():
    """The methods of real MindSpore that only tell that they are not there."""
    return names_of("mindspore.Tensor")
