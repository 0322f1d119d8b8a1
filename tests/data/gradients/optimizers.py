# SPDX-License-Identifier: Apache-2.0
"""Cases about optimizers, learning rates, cells of training and mixed precision, against NumPy written out.
Run with the name of one case; prints "ok"."""
import sys

import numpy as np

import mindspore as ms
from mindspore import Parameter, Tensor, amp, nn, ops

START = np.array([[1.0, -2.0], [0.5, 3.0]], np.float32)
GRADIENTS = [np.array([[0.5, 1.0], [-1.0, 0.25]], np.float32), np.array([[0.3, -1.0], [2.0, 0.5]], np.float32),
             np.array([[-0.2, 0.1], [1.0, -0.5]], np.float32)]


def parameter(name="w"):
    return Parameter(Tensor(START.copy()), name=name)


def stepped(make):
    """The parameter after three steps of the optimizer."""
    p = parameter()
    optimizer = make([p])
    for gradient in GRADIENTS:
        optimizer((Tensor(gradient),))
    return p.asnumpy()


def same(actual, expected, tolerance=1e-5):
    np.testing.assert_allclose(actual, expected, rtol=tolerance, atol=tolerance)


def refuses(kind, text, action):
    try:
        action()
    except kind as failure:
        assert text in str(failure), str(failure)
        return
    raise AssertionError(f"no {kind.__name__}")


def case_momentum():
    p, v = START.copy(), np.zeros_like(START)
    for g in GRADIENTS:
        v = 0.9 * v + g
        p = p - 0.1 * v
    same(stepped(lambda params: nn.Momentum(params, 0.1, 0.9)), p)


def case_momentum_of_nesterov():
    p, v = START.copy(), np.zeros_like(START)
    for g in GRADIENTS:
        v = 0.9 * v + g
        p = p - 0.1 * (g + 0.9 * v)
    same(stepped(lambda params: nn.Momentum(params, 0.1, 0.9, use_nesterov=True)), p)


def case_weight_decay_and_loss_scale():
    p, v = START.copy(), np.zeros_like(START)
    for g in GRADIENTS:
        v = 0.9 * v + (g / 2 + 0.1 * p)
        p = p - 0.1 * v
    same(stepped(lambda params: nn.Momentum(params, 0.1, 0.9, weight_decay=0.1, loss_scale=2.0)), p)


def case_sgd():
    same(stepped(lambda params: nn.SGD(params, 0.1)), START - 0.1 * sum(GRADIENTS))
    p, v = START.copy(), None
    for g in GRADIENTS:
        g = g + 0.2 * p
        v = g if v is None else 0.9 * v + 0.7 * g
        p = p - 0.1 * v
    same(stepped(lambda params: nn.SGD(params, 0.1, 0.9, dampening=0.3, weight_decay=0.2)), p)


def case_adam():
    p, m, v = START.copy(), 0, 0
    for t, g in enumerate(GRADIENTS, 1):
        m = 0.9 * m + 0.1 * g
        v = 0.999 * v + 0.001 * g * g
        p = p - 0.1 * np.sqrt(1 - 0.999 ** t) / (1 - 0.9 ** t) * m / (np.sqrt(v) + 1e-8)
    same(stepped(lambda params: nn.Adam(params, 0.1)), p)


def case_adam_with_weight_decay_apart():
    p, m, v = START.copy(), 0, 0
    for g in GRADIENTS:
        m = 0.9 * m + 0.1 * g
        v = 0.999 * v + 0.001 * g * g
        p = p - 0.1 * (m / (np.sqrt(v) + 1e-6) + 0.01 * p)
    same(stepped(lambda params: nn.AdamWeightDecay(params, 0.1, weight_decay=0.01)), p, 1e-4)


def case_rmsprop():
    p, s, m = START.copy(), np.ones_like(START), 0
    for g in GRADIENTS:
        s = 0.9 * s + 0.1 * g * g
        m = 0.5 * m + 0.1 * g / np.sqrt(s + 1e-10)
        p = p - m
    same(stepped(lambda params: nn.RMSProp(params, 0.1, momentum=0.5)), p)


def case_adagrad_and_adadelta():
    p, s = START.copy(), np.full_like(START, 0.1)
    for g in GRADIENTS:
        s = s + g * g
        p = p - 0.1 * g / np.sqrt(s)
    same(stepped(lambda params: nn.Adagrad(params, learning_rate=0.1)), p)
    p, s, d = START.copy(), 0, np.zeros_like(START)
    for g in GRADIENTS:
        s = 0.9 * s + 0.1 * g * g
        step = np.sqrt(d + 1e-6) / np.sqrt(s + 1e-6) * g
        d = 0.9 * d + 0.1 * step * step
        p = p - step
    same(stepped(lambda params: nn.Adadelta(params)), p)


def case_every_optimizer_makes_a_loss_smaller():
    rng = np.random.RandomState(0)
    data = Tensor(rng.randn(16, 4).astype(np.float32))
    label = Tensor(rng.randn(16, 3).astype(np.float32))
    for make in (lambda p: nn.Momentum(p, 0.1, 0.9), lambda p: nn.SGD(p, 0.1), lambda p: nn.Adam(p, 0.01),
                 lambda p: nn.Adam(p, 0.01, use_amsgrad=True), lambda p: nn.AdamWeightDecay(p, 0.01),
                 lambda p: nn.AdaMax(p, 0.01), lambda p: nn.RMSProp(p, 0.01), lambda p: nn.RMSProp(p, 0.01, centered=True),
                 lambda p: nn.Adagrad(p, learning_rate=0.1), lambda p: nn.Adadelta(p), lambda p: nn.Rprop(p, 0.01),
                 lambda p: nn.Lamb(p, 0.01), lambda p: nn.LARS(nn.Momentum(p, 0.1, 0.9), coefficient=0.1)):
        net = nn.Dense(4, 3)
        step = nn.TrainOneStepCell(nn.WithLossCell(net, nn.MSELoss()), make(net.trainable_params()))
        losses = [float(step(data, label)) for _ in range(10)]
        assert losses[-1] < losses[0], (losses, make([parameter()]))


def case_groups_have_rates_and_decays_of_their_own():
    a, b = parameter("a"), parameter("b")
    optimizer = nn.SGD([{"params": [a], "lr": 0.01, "weight_decay": 0.5}, {"params": [b]}, {"order_params": [b, a]}], 0.1)
    assert [p.name for p in optimizer.parameters] == ["b", "a"]
    optimizer((Tensor(GRADIENTS[0]), Tensor(GRADIENTS[1])))
    same(b.asnumpy(), START - 0.1 * GRADIENTS[0])
    same(a.asnumpy(), START - 0.01 * (GRADIENTS[1] + 0.5 * START))
    refuses(RuntimeError, "already exists", lambda: nn.SGD([{"params": [a]}, {"params": [a]}], 0.1))
    refuses(KeyError, "the key in group params must be one of", lambda: nn.SGD([{"params": [a], "rate": 1}], 0.1))


def case_normalisations_are_not_decayed():
    gamma = parameter("bn.gamma")
    nn.Momentum([gamma], 0.1, 0.0, weight_decay=0.5)((Tensor(np.zeros_like(START)),))
    same(gamma.asnumpy(), START)


def case_rates_by_step():
    rates = [0.1, 0.2, 0.3]
    p = START - sum(rate * g for rate, g in zip(rates, GRADIENTS))
    same(stepped(lambda params: nn.SGD(params, rates)), p)
    same(stepped(lambda params: nn.SGD(params, Tensor(np.array(rates, np.float32)))), p)
    decayed = [0.1 * 0.9 ** (t / 4) for t in range(3)]
    same(stepped(lambda params: nn.SGD(params, nn.ExponentialDecayLR(0.1, 0.9, 4))),
         START - sum(rate * g for rate, g in zip(decayed, GRADIENTS)))
    assert nn.piecewise_constant_lr([2, 5], [0.1, 0.05]) == [0.1, 0.1, 0.05, 0.05, 0.05]
    same(nn.cosine_decay_lr(0.01, 0.1, 4, 2, 2), [0.1, 0.1, 0.055, 0.055])
    same(nn.warmup_lr(0.1, 4, 2, 2), [0.0, 0.0, 0.05, 0.05])
    warm = nn.WarmUpLR(0.1, 4)
    same(warm(Tensor(2, ms.int32)).asnumpy(), 0.05)


def case_state_is_in_parameters():
    optimizer = nn.Adam([parameter()], 0.1)
    assert list(optimizer.parameters_dict()) == ["global_step", "learning_rate", "w", "beta1_power", "beta2_power", "moment1.w",
                                                 "moment2.w"], list(optimizer.parameters_dict())
    optimizer((Tensor(GRADIENTS[0]),))
    assert optimizer.global_step.asnumpy()[0] == 1


def case_cells_of_training():
    net, data, label = nn.Dense(2, 1), Tensor(START), Tensor(np.ones((2, 1), np.float32))
    loss = nn.WithLossCell(net, nn.MSELoss())
    gradients = nn.WithGradCell(net, nn.MSELoss())(data, label)
    value, same_gradients = nn.ForwardValueAndGrad(loss, get_by_list=True)(data, label)
    same(gradients[0].asnumpy(), same_gradients[0].asnumpy())
    scaled = nn.ForwardValueAndGrad(loss, get_by_list=True, sens_param=True)(data, label, Tensor(2.0, ms.float32))[1]
    same(scaled[0].asnumpy(), 2 * gradients[0].asnumpy())
    got, named = nn.TrainOneStepCell(loss, nn.SGD(net.trainable_params(), 0.1), return_grad=True)(data, label)
    same(got.asnumpy(), value.asnumpy())
    same(named["weight"].asnumpy(), gradients[0].asnumpy())
    kept = parameter()
    nn.ParameterUpdate(kept)(Tensor(GRADIENTS[0]))
    same(kept.asnumpy(), GRADIENTS[0])


def case_scaled_losses_drop_overflowing_steps():
    net, label = nn.Dense(2, 1), Tensor(np.ones((2, 1), np.float32))
    before = net.weight.asnumpy().copy()
    step = nn.TrainOneStepWithLossScaleCell(nn.WithLossCell(net, nn.MSELoss()), nn.SGD(net.trainable_params(), 0.1),
                                            nn.DynamicLossScaleUpdateCell(1024.0, 2, 2))
    _, overflow, _ = step(Tensor(START * np.inf), label)
    assert bool(overflow) and float(step.scale_sense) == 512
    same(net.weight.asnumpy(), before)
    _, overflow, _ = step(Tensor(START), label)
    assert not bool(overflow) and np.abs(net.weight.asnumpy() - before).max() > 0


def case_mixed_precision():
    class Net(nn.Cell):
        def __init__(self):
            super().__init__()
            self.fc = nn.Dense(2, 3)
            self.norm = nn.LayerNorm((3,))

        def construct(self, x):
            return self.norm(self.fc(x))
    for level in ("O0", "O1", "O2", "O3"):
        net = amp.auto_mixed_precision(Net(), level)
        assert net(Tensor(START)).dtype == ms.float32, level
        assert len(net.trainable_params()) == 4
    step = amp.build_train_network(Net(), nn.SGD(Net().trainable_params(), 0.1), nn.MSELoss(), level="O0")
    step(Tensor(START), Tensor(np.ones((2, 3), np.float32)))
    refuses(ValueError, "The amp level O7 is not supported", lambda: amp.auto_mixed_precision(Net(), "O7"))
    assert bool(amp.all_finite([Tensor(START)])) and not bool(amp.all_finite([Tensor(START * np.nan)]))
    scaler = amp.DynamicLossScaler(8.0, 2, 1)
    same(scaler.unscale(scaler.scale(Tensor(START))).asnumpy(), START)
    scaler.adjust(Tensor(False))
    assert float(scaler.scale_value) == 4


def case_wrong_settings_are_told():
    p = [parameter()]
    refuses(ValueError, "must not be empty", lambda: nn.SGD([], 0.1))
    refuses(TypeError, "must be Iterable type", lambda: nn.SGD(5, 0.1))
    refuses(TypeError, "all elements of the argument 'parameters'", lambda: nn.SGD(p[0], 0.1))
    refuses(ValueError, "the 'learning_rate' must be >= 0.0", lambda: nn.SGD(p, -0.1))
    refuses(TypeError, "the argument 'learning_rate' must be float", lambda: nn.SGD(p, "fast"))
    refuses(ValueError, "the argument 'weight_decay' must be >= 0", lambda: nn.SGD(p, 0.1, weight_decay=-1.0))
    refuses(ValueError, "the 'loss_scale' must be greater than 0", lambda: nn.SGD(p, 0.1, loss_scale=0))
    refuses(ValueError, "the 'beta1' must be in range of (0.0, 1.0)", lambda: nn.Adam(p, 0.1, beta1=1.0))
    refuses(ValueError, "there are 1 parameters, but 2 gradients", lambda: nn.SGD(p, 0.1)((Tensor(START), Tensor(START))))


globals()["case_" + sys.argv[1]]()
print("ok")
