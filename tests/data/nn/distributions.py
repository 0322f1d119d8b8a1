# SPDX-License-Identifier: Apache-2.0
"""Cases about nn.probability.distribution: densities against sums over fine grids, samples against moments, graphs against
eager calls. Run with the name of one case; prints "ok"."""
import sys

import numpy as np

import mindspore as ms
import mindspore.nn.probability.bijector as msb
import mindspore.nn.probability.distribution as msd
from mindspore import Tensor, nn, ops

f32 = lambda *values: Tensor(np.array(values, np.float32))
# (a distribution, another's parameters, from where, to where)
CONTINUOUS = (
    (msd.Normal(0.5, 1.5), (1.0, 2.0), -15, 15), (msd.Exponential(1.5), (0.7,), 0, 30),
    (msd.Gamma(f32(2.5), f32(1.5)), (1.5, 2.0), 1e-6, 30), (msd.Beta(f32(2.5), f32(3.5)), (1.5, 2.0), 1e-6, 1 - 1e-6),
    (msd.Logistic(0.5, 0.8), None, -20, 20), (msd.Uniform(-1.0, 2.0), (-2.0, 3.0), -1, 2),
    (msd.Gumbel(0.5, 1.2), (1.0, 2.0), -8, 40), (msd.LogNormal(0.2, 0.4), (0.1, 0.7), 1e-6, 20),
)
DISCRETE = ((msd.Bernoulli(0.3), (0.6,), 2), (msd.Geometric(0.4), (0.6,), 60), (msd.Poisson(f32(2.5)), None, 40),
            (msd.Categorical(f32(0.2, 0.3, 0.5)), None, 3))


def near(a, b, tolerance=2e-3):
    a = a.asnumpy() if isinstance(a, Tensor) else a
    assert np.allclose(a, b, rtol=tolerance, atol=tolerance), (a, b)


def raises(kind, text, call):
    try:
        call()
    except kind as problem:
        assert text in str(problem), problem
        return
    raise AssertionError(f"no {kind.__name__}")


def case_moments_of_densities():
    for found, other, low, high in CONTINUOUS:
        x = np.linspace(low, high, 200001)
        value = Tensor(x.astype(np.float32))
        density = found.prob(value).asnumpy().astype(np.float64)
        near(np.trapz(density, x), 1)
        mean = np.trapz(density * x, x)
        near(found.mean(), mean)
        near(found.var(), np.trapz(density * (x - mean) ** 2, x), 5e-3)
        logs = np.log(np.maximum(density, 1e-300))
        near(found.entropy(), -np.trapz(density * logs, x), 5e-3)
        if other:
            given = [Tensor([number], ms.float32) for number in other]
            theirs = type(found)(*given).log_prob(value).asnumpy().astype(np.float64)
            near(found.kl_loss(found.get_dist_type(), *given), np.trapz(density * (logs - theirs), x), 5e-3)
            near(found.cross_entropy(found.get_dist_type(), *given), -np.trapz(density * theirs, x), 5e-3)


def case_cumulated_densities():
    for found, _, low, high in CONTINUOUS:
        if not isinstance(found, msd.Beta):
            x = np.linspace(low, high, 20001)
            value = Tensor(x.astype(np.float32))
            density = found.prob(value).asnumpy().astype(np.float64)
            summed = np.concatenate([[0], np.cumsum((density[1:] + density[:-1]) / 2 * np.diff(x))])
            near(found.cdf(value), summed, 5e-3)
            near(found.survival_function(value), 1 - summed, 5e-3)
            near(ops.exp(found.log_cdf(value)), summed, 5e-3)
            near(ops.exp(found.log_survival(value)), 1 - summed, 5e-3)


def case_whole_numbers():
    for found, other, count in DISCRETE:
        x = np.arange(count)
        chances = found.prob(Tensor(x.astype(np.float32))).asnumpy().astype(np.float64).ravel()
        near(chances.sum(), 1)
        near(found.mean().asnumpy().ravel(), (chances * x).sum())
        near(found.var().asnumpy().ravel(), (chances * x ** 2).sum() - (chances * x).sum() ** 2)
        if not isinstance(found, msd.Poisson):
            near(found.cdf(Tensor(x.astype(np.float32))).asnumpy().ravel(), np.cumsum(chances))
            near(found.entropy(), -(chances * np.log(chances)).sum())
        if other:
            theirs = type(found)(*other).prob(Tensor(x.astype(np.float32))).asnumpy().astype(np.float64)
            given = [Tensor([number], ms.float32) for number in other]
            near(found.kl_loss(found.get_dist_type(), *given), (chances * np.log(chances / theirs)).sum())


def case_samples():
    for found in (*(row[0] for row in CONTINUOUS), *(row[0] for row in DISCRETE)):
        drawn = found.sample((20000,))
        assert drawn.shape[0] == 20000 and drawn.dtype == found.dtype, found
        numbers = drawn.asnumpy().astype(np.float64)
        spread = float(found.sd().asnumpy().ravel()[0])
        near(numbers.mean(), float(found.mean().asnumpy().ravel()[0]), 0.05 * (1 + spread))
        near(numbers.std(), spread, 0.05 * (1 + spread))
    assert msd.Normal(0.0, 1.0).sample().shape == ()
    assert msd.Normal(f32(1, 2, 3), 1.0).sample((4, 2)).shape == (4, 2, 3)
    assert msd.Categorical(Tensor(np.full((2, 4), 0.25, np.float32))).sample((5,)).shape == (5, 2)


def case_without_parameters():
    empty = msd.Normal()
    near(empty.log_prob(f32(0.5), f32(0.0), f32(1.0)), -0.5 * 0.25 - 0.5 * np.log(2 * np.pi))
    raises(TypeError, "not specified during initialization", lambda: empty.mean())
    own = msd.Normal(1.0, 2.0)
    near(own("mean"), 1)
    near(own.sd(sd=f32(3.0, 4.0)), [3, 4])
    assert [value.shape for value in own.get_dist_args()] == [(), ()] and own.get_dist_type() == "Normal"


def case_broadcast():
    found = msd.Normal(Tensor(np.zeros((2, 1), np.float32)), f32(1, 2, 3))
    assert found.mean().shape == (2, 3) and found.log_prob(f32(0.5)).shape == (2, 3)
    assert repr(msd.Uniform(0.0, 1.0)) == "Uniform(low = 0.0, high = 1.0)", repr(msd.Uniform(0.0, 1.0))
    assert "batch_shape = (2, 3)" in repr(found)


def case_transformed():
    found = msd.TransformedDistribution(msb.ScalarAffine(2.0, 1.0), msd.Normal(0.5, 2.0))
    plain = msd.Normal(2.0, 4.0)
    x = f32(-1, 0, 3)
    near(found.log_prob(x), plain.log_prob(x).asnumpy())
    near(found.cdf(x), plain.cdf(x).asnumpy())
    near(found.mean(), 2)
    raises(ValueError, "non-linear",
           lambda: msd.TransformedDistribution(msb.Exp(), msd.Normal(0.5, 2.0)).mean())


def case_graph():
    class Net(nn.Cell):
        def __init__(self):
            super().__init__()
            self.normal, self.gumbel = msd.Normal(1.0, 2.0), msd.Gumbel(0.5, 1.5)
            self.classes, self.waiting = msd.Categorical(f32(0.2, 0.3, 0.5)), msd.Exponential(2.0)

        def construct(self, x):
            return (self.normal.log_prob(x) + self.gumbel("cdf", x) + self.classes.log_prob(x) + self.waiting.log_prob(x)
                    + self.normal.log_survival(x) + self.normal.cross_entropy("Normal", x, x + 1))
    net, x = Net(), f32(0, 1, 2)
    near(ms.jit(net)(x), net(x).asnumpy(), 1e-6)
    slope = ms.grad(lambda x: msd.Normal(0.0, 1.0).log_prob(x).sum())(x)
    near(slope, -x.asnumpy(), 1e-6)


def case_what_is_refused():
    raises(ValueError, "must be greater than zero", lambda: msd.Normal(0.0, -1.0))
    raises(ValueError, "less than one", lambda: msd.Bernoulli(1.5))
    raises(ValueError, "sum to one", lambda: msd.Categorical(f32(0.2, 0.3)))
    raises(TypeError, "can't be scalar", lambda: msd.Gamma(1.0, 2.0))
    raises(TypeError, "dtype", lambda: msd.Normal(0.0, 1.0, dtype=ms.int32))
    raises(ValueError, "Expected dist input is Normal", lambda: msd.Normal(0.0, 1.0).kl_loss("Uniform", f32(1), f32(1)))
    raises(ValueError, "undefined", lambda: msd.Cauchy(0.0, 1.0).mean())
    raises(NotImplementedError, "cdf is not implemented", lambda: msd.Laplace(0.0, 1.0).cdf(f32(1)))


if __name__ == "__main__":
    globals()[f"case_{sys.argv[1]}"]()
    print("ok")
