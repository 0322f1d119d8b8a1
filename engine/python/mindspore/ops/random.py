# SPDX-License-Identifier: Apache-2.0
"""Random functions: arguments as MindSpore has them, and what follows from the random operators by arithmetic.

`seed=None` draws from the numbers of the process (mindspore.set_seed); an int begins its own numbers, which go on from
call to call."""
import os

import _jitscope
from mindspore.common.dtype import Type, float16, float32, float64, int32, int64
from mindspore.common.seed import OwnDraws
from mindspore.common.tensor import Tensor
from mindspore.ops.primitive import primitive_call as call

__all__ = ["bernoulli", "choice_with_mask", "dropout", "dropout1d", "dropout2d", "dropout3d", "gamma",
           "gumbel_softmax", "laplace", "multinomial", "multinomial_with_replacement", "normal", "poisson", "rand",
           "rand_like", "randint", "randint_like", "randn", "randn_like", "random_categorical", "random_gamma",
           "random_poisson", "randperm", "shuffle", "standard_laplace", "standard_normal", "uniform"]


# --- arguments --------------------------------------------------------------------------------------------------------

def _checked_seed(seed, name):
    if seed is None:
        return None
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise TypeError(f"For '{name}', the 'seed' must be int, but got '{type(seed).__name__}'")
    if seed < 0:
        raise ValueError(f"For '{name}', the 'seed' must be int and must >= 0, but got '{seed}' with type 'int'.")
    return seed


def sizes_of(size):
    """The shape of `randn(2, 3)`, `randn((2, 3))`, `randn([2, 3])` and `randn()`."""
    if len(size) == 1 and not isinstance(size[0], int):
        if isinstance(size[0], Tensor):
            return tuple(size[0].tolist())
        if not isinstance(size[0], (tuple, list)):
            raise TypeError("If the length of the argument 'shape' is 1, the type of the argument 'shape' must be one "
                            "of "
                            f"['int', 'list', 'tuple'], but got {size[0]}.")
        return tuple(size[0])
    return size


def _shape(shape):
    if isinstance(shape, Tensor):
        return tuple(shape.tolist())
    return (shape,) if isinstance(shape, int) else tuple(shape)


def _floating(name, dtype):
    if dtype is None:
        return float32
    if not isinstance(dtype, Type) or not dtype.is_floating_point:
        raise ValueError(f"For '{name}', the 'dtype' must be a float type, but got {_named(dtype)}.")
    return dtype


def _named(dtype):
    return str(dtype) if isinstance(dtype, Type) else repr(dtype)


def _whole(name, argument, value):
    if isinstance(value, Tensor) and value.size == 1:
        value = value.item()
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"For '{name}', '{argument}' must be an int, but got {type(value)}.")
    return value


def _tensor(value, dtype=float32):
    return value if isinstance(value, Tensor) else Tensor(value, dtype)


# --- even and normal numbers ------------------------------------------------------------------------------------------

def own_draw(primitive, seed):
    """(seed, the number of the call) for the own seed of a primitive, which keeps count; (None, None) for a seed of 0. A graph
    runs many times, so its operators count by themselves."""
    if not seed:
        return None, None
    if _jitscope.is_capturing() or _jitscope.is_tracing():
        return seed, None
    draws = vars(primitive).get("_draws")
    if draws is None:
        draws = primitive._draws = OwnDraws()
    return seed, draws.next()


def standard_normal(shape, seed=None):
    """Float32 numbers of a shape, normal of mean 0 and deviation 1."""
    return call("StandardNormal", _shape(shape), float32, _checked_seed(seed, "standard_normal"))


def standard_laplace(shape, seed=None):
    """Float32 numbers of a shape, Laplace distributed of mean 0 and scale 1."""
    return call("StandardLaplace", _shape(shape), float32, _checked_seed(seed, "standard_laplace"))


def normal(shape, mean, stddev, seed=None):
    """Normal numbers: mean and deviation are numbers or tensors that broadcast with the shape; Float32."""
    drawn = call("StandardNormal", _shape(shape), float32, _checked_seed(seed, "normal"))
    return drawn * stddev + mean


def laplace(shape, mean, lambda_param, seed=None):
    """Laplace distributed numbers: mean and scale broadcast with the shape; Float32."""
    return standard_laplace(shape, _checked_seed(seed, "laplace")) * lambda_param + mean


def uniform(shape, minval, maxval, seed=None, dtype=float32):
    """Numbers evenly in [minval, maxval), which are tensors: Float32, or whole ones with dtype Int32 (rank 0 then).

    Raises TypeError when a bound is no tensor."""
    if not isinstance(minval, Tensor) or not isinstance(maxval, Tensor):
        raise TypeError("For functional operator[uniform], the input[minval] and input[maxval] must be a Tensor.")
    seed = _checked_seed(seed, "uniform")
    if isinstance(dtype, Type) and not dtype.is_floating_point:
        return call("UniformInt", _shape(shape), _whole("uniform", "minval", minval),
                    _whole("uniform", "maxval", maxval),
                    dtype, seed)
    drawn = call("UniformReal", _shape(shape), _floating("uniform", dtype), seed)
    return drawn * (maxval - minval) + minval


def randn(*size, dtype=None, seed=None):
    """Normal numbers of mean 0 and deviation 1; without dtype Float32. Raises ValueError for an int dtype."""
    return call("StandardNormal", sizes_of(size), _floating("randn", dtype), _checked_seed(seed, "randn"))


def rand(*size, dtype=None, seed=None):
    """Numbers evenly in [0, 1); without dtype Float32. Raises ValueError for an int dtype."""
    return call("UniformReal", sizes_of(size), _floating("rand", dtype), _checked_seed(seed, "rand"))


def _like_dtype(name, input, dtype):
    if not isinstance(input, Tensor):
        raise TypeError(f"For '{name}', the 'input' must be a Tensor, but got {type(input)}")
    return input.dtype if dtype is None else dtype


def randn_like(input, seed=None, *, dtype=None):
    """Normal numbers of the shape of input; without dtype Float32."""
    _like_dtype("randn_like", input, dtype)
    dtype = _floating("randn_like", dtype or float32)
    return call("StandardNormal", input.shape, dtype, _checked_seed(seed, "randn_like"))


def rand_like(input, seed=None, *, dtype=None):
    """Numbers evenly in [0, 1) of the shape and (without dtype) the dtype of input."""
    dtype = _floating("rand_like", _like_dtype("rand_like", input, dtype))
    return call("UniformReal", input.shape, dtype, _checked_seed(seed, "rand_like"))


def randint(low, high, size, seed=None, *, dtype=None):
    """Whole numbers in [low, high) of shape size; without dtype Int64."""
    return call("UniformInt", _shape(size), _whole("randint", "low", low), _whole("randint", "high", high),
                dtype or int64,
                _checked_seed(seed, "randint"))


def randint_like(input, low, high, seed=None, *, dtype=None):
    """Whole numbers in [low, high) of the shape and (without dtype) the dtype of input."""
    dtype = _like_dtype("randint_like", input, dtype)
    if dtype.is_floating_point:
        raise ValueError(f"For 'randint_like', the 'dtype' must be an int type, but got {dtype}.")
    return call("UniformInt", input.shape, _whole("randint_like", "low", low), _whole("randint_like", "high", high),
                dtype,
                _checked_seed(seed, "randint_like"))


def randperm(n, seed=0, offset=0, dtype=int64):
    """0 to n - 1 in a random order; with a seed other than 0 always the same one for an offset."""
    if isinstance(n, Tensor):
        n = n.item()
    if seed == 0 and offset == 0:
        return call("RandpermV2", n, dtype)
    return call("RandpermV2", n, dtype, seed, offset)


# --- choices ----------------------------------------------------------------------------------------------------------

def bernoulli(input, p=0.5, seed=None):
    """1 with probability p (a number, or a tensor that broadcasts to input), else 0; shape and dtype of input."""
    return call("Bernoulli", input, p, _checked_seed(seed, "bernoulli"))


def multinomial(input, num_samples, replacement=True, seed=None):
    """num_samples classes by the weights in input, (classes,) or (rows, classes); Int32.

    Raises ValueError when more are asked for than there are, without replacement."""
    if isinstance(num_samples, Tensor):
        num_samples = num_samples.item()
    if not replacement and num_samples > input.shape[-1]:
        raise ValueError("For 'multinomial', the 'num_samples' must be less than the last dimension of input without "
                         f"'replacement', but got 'num_samples': {num_samples} and 'replacement': {replacement}")
    return call("Multinomial", input, num_samples, bool(replacement), int32, _checked_seed(seed, "multinomial"))


def multinomial_with_replacement(x, seed, offset, numsamples, replacement=False):
    """numsamples classes by the weights in x, (classes,) or (rows, classes); Int64. Seed and offset of 0 draw anew."""
    seed, offset = (int(value.item()) if isinstance(value, Tensor) else value for value in (seed, offset))
    if seed == 0 and offset == 0:
        seed = offset = None
    return call("Multinomial", x, numsamples, True, int64, seed, offset)


def random_categorical(logits, num_sample, seed=0, dtype=int64):
    """num_sample classes for each row of logits, class i in proportion to exp(logits[:, i]); (rows, num_sample)."""
    return call("RandomCategorical", logits, num_sample, dtype, _checked_seed(seed, "random_categorical") or None)


def shuffle(x, seed=None):
    """x with its first axis in a random order. TypeError for what is no Tensor."""
    if not isinstance(x, Tensor):
        raise TypeError("For Primitive[RandomShuffle], the type of input argument[input_x] must be Tensor but got "
                        f"{type(x).__name__}.")
    return shuffled(x, _checked_seed(seed, "shuffle"))


def shuffled(x, seed, offset=None):
    """As shuffle, of draw `offset` under the seed."""
    if x.ndim == 0:
        return x
    return call("Gather", x, call("RandpermV2", x.shape[0], int64, seed, offset), 0, 0)


def choice_with_mask(input_x, count=256, seed=None):
    """(places, mask): `count` random places of true elements, (count, rank) Int32, and which of them are there at
    all. RuntimeError for a count that the memory of the machine has no room for."""
    return chosen_with_mask(input_x, count, _checked_seed(seed, "shuffle"))


def chosen_with_mask(input_x, count, seed, offset=None):
    """As choice_with_mask, of draw `offset` under the seed."""
    size = count * (max(input_x.ndim, 1) * 4 + 1)
    if 2 * size > os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"):
        raise RuntimeError(f"For 'RandomChoiceWithMask', {count} places need {size} bytes twice, more than the machine has.")
    places = _jitscope.primitives["NonZero"](input_x)
    found = places.shape[0]
    chosen = shuffled(places, seed, offset)[:count].astype(int32)
    mask = call("Less", call("Range", 0, count, 1, int32), found)
    if found < count:
        missing = call("Zeros", (count - found, input_x.ndim), int32)
        chosen = _jitscope.functions["concat"]((chosen, missing), 0) if found else missing
    return chosen, mask


# --- dropout ----------------------------------------------------------------------------------------------------------

def dropout(input, p=0.5, training=True, seed=None):
    """Elements of input are 0 with probability p, else divided by 1 - p; input itself when not training.

    Raises TypeError for inputs that are not floating and a p that is no number, ValueError for a p outside [0, 1)."""
    seed = _checked_seed(seed, "dropout")
    if not isinstance(training, bool):
        raise TypeError(f"For 'dropout', the 'training' must be bool, but got '{type(training).__name__}'.")
    if not isinstance(p, (int, float)) or isinstance(p, bool):
        raise TypeError(f"For 'dropout', the 'p' must be float, but got '{type(p).__name__}'.")
    if not training:
        return input
    if isinstance(input, Tensor) and not input.dtype.is_floating_point:
        raise TypeError("For primitive[Dropout], the input argument[x] must be a type of {Tensor[BFloat16], "
                        f"Tensor[Float16], Tensor[Float32], Tensor[Float64]}}, but got Tensor[{input.dtype}].")
    return call("Dropout", input, 1.0 - p, seed)[0]


def _dropped(input, p, axes):
    """Whole slices dropped: one number decides for all but the first `axes` axes."""
    dtype = input.dtype if input.dtype.is_floating_point else float32
    ones = call("Ones", (*input.shape[:axes], *(1,) * (input.ndim - axes)), dtype)
    return (input * call("Dropout", ones, 1.0 - p, None)[0]).astype(input.dtype)


def _check_chance(name, p):
    if not isinstance(p, (int, float)) or isinstance(p, bool):
        raise TypeError(f"For '{name}', the 'p' must be float, but got '{type(p).__name__}'.")
    if not 0 <= p <= 1:
        raise ValueError(f"For '{name}', the 'p' must be in range [0, 1], but got {p}.")


def _by_channel(name, input, p, training, axes):
    _check_chance(name, p)
    if not training or p == 0:
        return input
    return call("ZerosLike", input) if p == 1 else _dropped(input, p, axes)


def dropout1d(input, p=0.5, training=True):
    """Whole channels of input, (N, C, L) or (C, L), are 0 with probability p, the others divided by 1 - p."""
    if input.ndim not in (2, 3):
        raise ValueError(f"For dropout1d, input shape should be 2D or 3D, but got {input.ndim}.")
    return _by_channel("dropout1d", input, p, training, input.ndim - 1)


def dropout2d(input, p=0.5, training=True):
    """Whole channels of input, (N, C, H, W), are 0 with probability p, the others divided by 1 - p."""
    if input.ndim != 4:
        raise ValueError(f"For primitive[Dropout2D], the rank of input  must be equal to 4 , but got {input.ndim}.")
    return _by_channel("dropout2d", input, p, training, 2)


def dropout3d(input, p=0.5, training=True):
    """Whole channels of input, (N, C, D, H, W), are 0 with probability p, the others divided by 1 - p."""
    if input.ndim != 5:
        raise ValueError(f"For primitive[Dropout3D], the rank of input  must be equal to 5 , but got {input.ndim}.")
    return _by_channel("dropout3d", input, p, training, 2)


def gumbel_softmax(logits, tau=1.0, hard=False, dim=-1):
    """softmax((logits + Gumbel noise) / tau); `hard` gives a one at the largest place, with the gradient of the soft
    one."""
    if logits.dtype != float32 and not logits.dtype.is_floating_point:
        raise TypeError(f"For gumbel_softmax, the input dtype must be float16 or float32, but got {logits.dtype}.")
    if tau <= 0:
        raise ValueError(f"For gumbel_softmax, tau must be larger than 0, but got {tau}.")
    even = call("UniformReal", logits.shape, logits.dtype)
    smallest = 1e-20 if logits.dtype == float32 else 1e-7
    log = _jitscope.functions["log"]
    noise = -log(-log(even + smallest) + smallest)
    soft = call("Softmax", (logits + noise) / tau, dim)
    if not hard:
        return soft
    largest = _jitscope.functions["amax"](soft, dim, True)
    one = (soft == largest).astype(soft.dtype)
    return one - call("StopGradient", soft) + soft


# --- gamma and Poisson ------------------------------------------------------------------------------------------------

def _broadcast(shape, *tensors):
    """The tensors stretched to a shape that broadcasts with them."""
    shapes = [tuple(shape), *(tensor.shape for tensor in tensors)]
    rank = max(len(shape) for shape in shapes)
    padded = [(1,) * (rank - len(shape)) + shape for shape in shapes]
    common = tuple(max(sizes) if 0 not in sizes else 0 for sizes in zip(*padded))
    return [call("BroadcastTo", tensor, common) for tensor in tensors]


def gamma(shape, alpha, beta, seed=None):
    """Gamma distributed numbers of shape alpha and rate beta, tensors that broadcast with the shape; Float32."""
    return gamma_drawn(shape, alpha, beta, _checked_seed(seed, "gamma"))


def gamma_drawn(shape, alpha, beta, seed, offset=None):
    """As gamma, of draw `offset` under the seed."""
    alpha, beta = _broadcast(_shape(shape), _tensor(alpha), _tensor(beta))
    return call("RandomGamma", (), alpha, seed, offset) / beta


def random_gamma(shape, alpha, seed=None):
    """Gamma distributed numbers of rate 1 for each alpha; of shape shape + alpha.shape and the dtype of alpha."""
    return call("RandomGamma", _shape(shape), alpha, _checked_seed(seed, "random_gamma"))


def poisson(shape, mean, seed=None):
    """Poisson distributed numbers of a mean that broadcasts with the shape; Int32."""
    return poisson_drawn(shape, mean, _checked_seed(seed, "poisson"))


def poisson_drawn(shape, mean, seed, offset=None):
    """As poisson, of draw `offset` under the seed."""
    mean, = _broadcast(_shape(shape), _tensor(mean))
    return call("RandomPoisson", (), mean, int32, seed, offset)


def random_poisson(shape, rate, seed=None, dtype=float32):
    """Poisson distributed numbers for each rate, of shape shape + rate.shape. Raises TypeError for a shape that is no
    Tensor of integers, for rates of Bool and for dtypes below 16 bits; ValueError for a shape of other than one axis."""
    return rates_drawn(shape, rate, dtype, _checked_seed(seed, "random_poisson"))


def rates_drawn(shape, rate, dtype, seed, offset=None):
    """As random_poisson, of draw `offset` under the seed."""
    if not isinstance(shape, Tensor) or shape.dtype not in (int32, int64):
        got = shape.dtype if isinstance(shape, Tensor) else type(shape).__name__
        raise TypeError(f"For primitive[RandomPoisson], the input argument[shape] must be a type of {{Int32, Int64}}, but got "
                        f"{got}.")
    if shape.ndim != 1:
        raise ValueError(f"For RandomPoisson, the argument[shape] must be a 1-D tensor, but got {shape.ndim}-D")
    if not isinstance(rate, Tensor) or rate.dtype not in (float16, float32, float64, int32, int64):
        got = rate.dtype if isinstance(rate, Tensor) else type(rate).__name__
        raise TypeError("For primitive[RandomPoisson], the input argument[rate] must be a type of {Tensor[Float16], "
                        f"Tensor[Float32], Tensor[Float64], Tensor[Int32], Tensor[Int64]}}, but got {got}.")
    if dtype not in (float16, float32, float64, int32, int64):
        raise TypeError("For 'RandomPoisson', the 'dtype' should be one of [mindspore.int64, mindspore.int32, "
                        f"mindspore.float16, mindspore.float32, mindspore.float64], but got '{_named(dtype)}'.")
    return call("RandomPoisson", _shape(shape), rate, dtype, seed, offset)
