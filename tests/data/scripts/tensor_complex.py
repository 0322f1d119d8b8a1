# SPDX-License-Identifier: Apache-2.0
"""Complex tensors as scripts use them: made, read, promoted, printed; gradients against differences, eagerly and in
graphs; what refuses them. Prints what differs, then "done"."""
import pickle

import numpy as np
import mindspore as ms
from mindspore import Tensor, mint, ops

rng = np.random.default_rng(5)


def check(what, actual, expected):
    if isinstance(actual, Tensor):
        actual = actual.asnumpy()
    if isinstance(expected, np.ndarray):
        good = actual.dtype == expected.dtype and actual.shape == expected.shape and np.allclose(actual, expected, 1e-5, 1e-5)
    else:
        good = actual == expected and type(actual) is type(expected)
    if not good:
        print(f"{what}: {actual!r} instead of {expected!r}")


def told(call):
    try:
        return f"no error but {call()}"
    except Exception as error:
        return f"{type(error).__name__}: {str(error).splitlines()[0]}"


for name, part in (("complex64", "float32"), ("complex128", "float64")):
    dtype, array = getattr(ms, name), np.array([[1 + 2j, -0.5j], [3, 0.25 - 1j]], name)
    x = Tensor(array)
    check(f"{name}: dtype", (x.dtype, str(x.dtype), repr(x.dtype)), (dtype, name.capitalize(), f"mindspore.{name}"))
    check(f"{name}: facts", (dtype.is_complex, dtype.is_floating_point, dtype.is_signed, x.itemsize), (True, False, True,
                                                                                                     array.itemsize))
    check(f"{name}: elements", x, array)
    check(f"{name}: NumPy's type", (ms.dtype_to_nptype(dtype), ms.dtype_to_pytype(dtype)), (getattr(np, name), complex))
    check(f"{name}: list", x.tolist(), array.tolist())
    check(f"{name}: item", x[0, 0].item(), 1 + 2j)
    check(f"{name}: pickled", pickle.loads(pickle.dumps(x)), array)
    check(f"{name}: buffer", np.asarray(memoryview(x)), array)
    check(f"{name}: DLPack", np.from_dlpack(x), array)
    check(f"{name}: parts", (x.real().asnumpy().tolist(), x.imag().asnumpy().tolist()), (array.real.tolist(),
                                                                                       array.imag.tolist()))
    check(f"{name}: dtype of a part", x.real().dtype, getattr(ms, part))
    check(f"{name}: converted", x.astype(ms.float32), array.real.astype(np.float32))
    check(f"{name}: real numbers", Tensor([1, 2], dtype), np.array([1, 2], name))
check("Python's complex", (Tensor(1 + 2j).dtype, Tensor([1j, 2]).dtype, Tensor(1j, ms.complex64).dtype),
      (ms.complex128, ms.complex128, ms.complex64))

z = Tensor(np.array([1 + 2j, -3.5 - 0.25j], np.complex64))
check("with a number", z * 2 + 0.5, np.array([2.5 + 4j, -6.5 - 0.5j], np.complex64))
check("with real numbers", (Tensor([1.0, 2.0]) * z).dtype, ms.complex64)
check("with wide real numbers", (Tensor([1.0, 2.0], ms.float64) * z).dtype, ms.complex128)
check("is_complex", (z.is_complex(), ops.is_complex(z), ops.is_complex(z.real())), (True, True, False))
check("view_as_real", ops.view_as_real(z), np.array([[1, 2], [-3.5, -0.25]], np.float32))
check("polar", ops.polar(Tensor([2.0]), Tensor([np.pi / 2])), np.array([2j], np.complex64))
check("Complex", ops.Complex()(Tensor([1.0]), Tensor([2.0])), np.array([1 + 2j], np.complex64))
check("ConjugateTranspose", ops.ConjugateTranspose()(ops.expand_dims(z, 0), (1, 0)),
      np.array([[1 - 2j], [-3.5 + 0.25j]], np.complex64))
signal = rng.standard_normal(12).astype(np.float32)
for inverse in (False, True):
    for real in (False, True):
        for onesided in (True, False):
            of_half = real and onesided
            array = np.fft.rfft(signal) if inverse and of_half else np.fft.fft(signal) if inverse or not real else signal
            wanted = {(False, False): np.fft.fft, (True, False): np.fft.ifft, (False, True): np.fft.rfft if onesided else
                      np.fft.fft, (True, True): np.fft.irfft if onesided else np.fft.ifft}[inverse, real](array)
            wanted = wanted.real.astype(np.float32) if inverse and real else wanted.astype(np.complex64)
            given = Tensor(array.astype(np.complex64) if np.iscomplexobj(array) else array)
            check(f"FFTWithSize {inverse} {real} {onesided}", ops.FFTWithSize(1, inverse, real, "backward", onesided)(given),
                  wanted)
pieces = ops.stft(Tensor(signal), 4, hop_length=2, center=False, return_complex=True)
check("stft", pieces, np.stack([np.fft.rfft(signal[i:i + 4]) for i in range(0, 9, 2)], 1).astype(np.complex64))
check("stft as parts", ops.stft(Tensor(signal), 4, hop_length=2, center=False), ops.view_as_real(pieces).asnumpy())
check("mint", mint.real(z), np.array([1, -3.5], np.float32))

# The gradient of a real loss: its change with the real part, and i times that with the imaginary part.
FUNCTIONS = {
    "mul": lambda x, y: x * y, "div": lambda x, y: x / y, "pow": lambda x, y: ops.pow(x, y), "square": lambda x, y: x**2,
    "exp": lambda x, y: ops.exp(x), "log": lambda x, y: ops.log(x), "sqrt": lambda x, y: ops.sqrt(x),
    "rsqrt": lambda x, y: ops.rsqrt(x), "tanh": lambda x, y: ops.tanh(x), "sigmoid": lambda x, y: ops.sigmoid(x),
    "tan": lambda x, y: ops.tan(x), "asin": lambda x, y: ops.asin(x), "acosh": lambda x, y: ops.acosh(x),
    "atanh": lambda x, y: ops.atanh(x), "reciprocal": lambda x, y: 1 / x, "abs": lambda x, y: ops.real(ops.abs(x)),
    "angle": lambda x, y: ops.angle(x), "conj": lambda x, y: ops.conj(x) * y, "real": lambda x, y: ops.real(x * y),
    "cabs": lambda x, y: ops.ComplexAbs()(x), "matmul": lambda x, y: ops.matmul(x, y.swapaxes(0, 1)),
    "prod": lambda x, y: ops.prod(x, 1), "cumprod": lambda x, y: ops.cumprod(x, 1), "mean": lambda x, y: ops.mean(x * y, 0),
    "gather": lambda x, y: ops.gather(x, Tensor([1, 1, 0]), 1), "where": lambda x, y: ops.where(ops.real(x) > 0, x, y),
    "gather_d": lambda x, y: ops.gather_d(x, 1, Tensor([[0, 0], [2, 1]])),
    "fft": lambda x, y: ops.fft(x, 5), "ifft": lambda x, y: ops.ifft(x, 2, 0, "ortho"), "rfft": lambda x, y: ops.rfft(
        ops.real(x), 5), "irfft": lambda x, y: ops.irfft(x, 4), "irfft odd": lambda x, y: ops.irfft(x, 5, norm="forward"),
    "hfft": lambda x, y: ops.hfft(x), "ihfft": lambda x, y: ops.ihfft(ops.imag(x)), "irfftn": lambda x, y: ops.irfftn(x),
    "hfft2": lambda x, y: ops.hfft2(x, (3, 4)), "rfft2": lambda x, y: ops.rfft2(ops.real(x), norm="ortho"),
    "polar": lambda x, y: ops.polar(ops.real(x), ops.imag(y)), "stack": lambda x, y: ops.stack((x, y), 1)[:, 0] * y}


def numbers(*shape):
    return rng.uniform(0.4, 1.4, shape) + 1j * rng.uniform(0.3, 1.3, shape)


for name, function in FUNCTIONS.items():
    x, y = Tensor(numbers(2, 3)), Tensor(numbers(2, 3))
    shape = function(x, y).shape
    weights = Tensor(numbers(*shape))

    def loss(x, y):
        return ops.real(ops.sum(function(x, y) * weights))

    found = ops.grad(loss, (0, 1))(x, y)
    graph = ms.jit(lambda x, y: ops.grad(loss, (0, 1))(x, y))(x, y)
    check(f"{name}: in a graph", ms.jit(function)(x, y), function(x, y).asnumpy())
    for at in (0, 1):
        check(f"{name}: gradient {at} in a graph", graph[at], found[at].asnumpy())
        given = [x.asnumpy(), y.asnumpy()]
        wanted = np.zeros((2, 3), complex)
        for place in np.ndindex(2, 3):
            for way in (1, 1j):
                moved = [[array.copy() for array in given] for _ in range(2)]
                moved[0][at][place] += 1e-5 * way
                moved[1][at][place] -= 1e-5 * way
                high, low = (float(loss(*map(Tensor, each))) for each in moved)
                wanted[place] += (high - low) / 2e-5 * way
        check(f"{name}: gradient {at}", found[at], wanted)

REFUSALS = {
    "less": (lambda: z < z, "TypeError: For 'Less', complex tensors are not supported"),
    "relu": (lambda: ops.relu(z), "TypeError: For 'ReLU', complex tensors are not supported"),
    "argmax": (lambda: ops.argmax(z), "TypeError: For 'Argmax', complex tensors are not supported"),
    "sort": (lambda: ops.sort(z), "TypeError: For 'Sort', complex tensors are not supported"),
    "in a graph": (lambda: ms.jit(lambda x: ops.relu(x))(z), "TypeError: For 'ReLU', complex tensors are not supported"),
    "rfft": (lambda: ops.rfft(z), "TypeError: For 'RFFT', "), "norm": (lambda: ops.fft(z, norm="?"), "ValueError: "),
    "float": (lambda: float(z[0]), "TypeError: float() argument must be a string or a real number, not 'complex'"),
    "into real numbers": (lambda: Tensor([1.0, 2.0]).copy_(z), "TypeError: "),
    "parts of two dtypes": (lambda: ops.Complex()(z.real(), z.imag().astype(ms.float64)), "TypeError: For 'Complex', "),
}
for name, (call, wanted) in REFUSALS.items():
    text = told(call)
    if not text.startswith(wanted):
        print(f"{name}: {text}")
print("done")
