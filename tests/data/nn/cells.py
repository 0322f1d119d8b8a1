# SPDX-License-Identifier: Apache-2.0
"""Cases about Cell: parameters and their names, inner layers, modes, hooks, custom gradients, state, containers.
Run with the name of one case; prints "ok"."""
import copy
import sys
from collections import OrderedDict

import numpy as np

import mindspore as ms
from mindspore import Parameter, ParameterTuple, Tensor, nn
from mindspore.common.initializer import initializer

x = Tensor(np.arange(1, 5, dtype=np.float32).reshape(2, 2))


class Body(nn.Cell):
    def __init__(self):
        super().__init__()
        self.w = Parameter(Tensor(np.ones((2, 2), np.float32)))
        self.own = Parameter(Tensor(np.ones(2, np.float32)), name="mine")
        self.fc = nn.Dense(2, 3)

    def construct(self, x):
        return self.fc(x @ self.w)


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.body = Body()
        self.list = nn.CellList([nn.Dense(1, 1), nn.ReLU()])
        self.seq = nn.SequentialCell(nn.Dense(3, 2), nn.BatchNorm1d(2))
        self.pair = ParameterTuple([Parameter(Tensor([1.0]), name="p1"), Parameter(Tensor([1.0]), name="p2")])
        self.frozen = Parameter(Tensor([1.0]), requires_grad=False)

    def construct(self, x):
        return self.seq(self.body(x))


def same(actual, wanted):
    assert np.allclose(actual.asnumpy(), wanted), f"{actual} instead of {wanted}"


def case_parameters_are_named_by_their_path():
    assert [p.name for p in Body().get_parameters()] == ["w", "mine", "fc.weight", "fc.bias"]
    assert [p.name for p in Net().get_parameters()] == [
        "p1", "p2", "frozen", "body.w", "body.own", "body.fc.weight", "body.fc.bias", "list.0.weight", "list.0.bias",
        "seq.0.weight", "seq.0.bias", "seq.1.moving_mean", "seq.1.moving_variance", "seq.1.gamma", "seq.1.beta"]
    assert [p.name for p in nn.BatchNorm2d(2).get_parameters()] == ["mean", "variance", "gamma", "beta"]
    assert list(Net().parameters_dict()) == [name for name, _ in Net().parameters_and_names()]


def case_parameters_that_train_are_told_from_others():
    assert [p.name for p in Net().untrainable_params()] == ["frozen", "seq.1.moving_mean", "seq.1.moving_variance"]
    assert len(Net().trainable_params()) == 12
    assert [p.name for p in Net().get_parameters(expand=False)] == ["p1", "p2", "frozen"]


def case_shared_parameters_come_once():
    net = Body()
    net.second = net.fc
    assert len(list(net.get_parameters())) == 4


def case_parameter_takes_a_tensor_and_stays_itself():
    net = Body()
    parameter = net.w
    net.w = Tensor(np.zeros((2, 2), np.float32))
    assert net.w is parameter and net.w.asnumpy().sum() == 0
    net.w = None
    assert net.w is None and [p.name for p in net.get_parameters()] == ["mine", "fc.weight", "fc.bias"]


def case_inner_layers_are_listed():
    net = Net()
    assert list(net.name_cells()) == ["body", "list", "seq"]
    assert [name for name, _ in net.cells_and_names()] == ["", "body", "body.fc", "list", "list.0", "list.1", "seq",
                                                           "seq.0", "seq.1"]
    seen = []
    assert net.apply(lambda cell: seen.append(cell.cls_name)) is net
    assert seen == ["Dense", "Body", "Dense", "ReLU", "CellList", "Dense", "BatchNorm1d", "SequentialCell", "Net"]
    net.body = None
    assert net.body is None and "body" not in dict(net.cells_and_names())


def case_cells_print_nested():
    assert repr(nn.SequentialCell(nn.Dense(2, 3), nn.SequentialCell(nn.ReLU()))) == (
        "SequentialCell(\n  (0): Dense(input_channels=2, output_channels=3, has_bias=True)\n"
        "  (1): SequentialCell(\n    (0): ReLU()\n  )\n)")
    assert repr(nn.Dense(3, 4, activation="relu")) == (
        "Dense(\n  input_channels=3, output_channels=4, has_bias=True, activation=ReLU()\n  (activation): ReLU()\n)")
    assert repr(nn.SequentialCell()) == "SequentialCell()"
    assert repr(nn.BatchNorm2d(3)) == (
        "BatchNorm2d(num_features=3, eps=1e-05, momentum=0.9, gamma=Parameter (name=gamma, shape=(3,), dtype=Float32, "
        "requires_grad=True), beta=Parameter (name=beta, shape=(3,), dtype=Float32, requires_grad=True), "
        "moving_mean=Parameter (name=mean, shape=(3,), dtype=Float32, requires_grad=False), "
        "moving_variance=Parameter (name=variance, shape=(3,), dtype=Float32, requires_grad=False))")


def case_training_reaches_inner_layers():
    net = Net()
    assert not net.training and net.phase == ""
    assert net.set_train() is net
    assert net.seq[1].training and net.phase == "train" and net.get_flags() == {"training": True}
    net.set_train(False)
    assert not net.seq[1].training and net.phase == "predict"


def case_flags_are_attributes():
    net = nn.ReLU().add_flags(special=3)
    assert net.special == 3 and net.get_flags() == {"special": 3}


def case_arguments_reach_construct():
    class Sum(nn.Cell):
        def construct(self, x, y=1, *, k=2):
            return x + y + k

    same(Sum()(x), x.asnumpy() + 3)
    same(Sum()(x, 4, k=5), x.asnumpy() + 9)
    same(Sum()(x=x, y=5), x.asnumpy() + 7)


def case_low_precision_computes_and_keeps_weights():
    net = nn.SequentialCell(nn.Dense(2, 2), nn.ReLU()).to_float(ms.float16)
    assert net(x).dtype == ms.float16
    assert net[0].weight.dtype == ms.float32
    assert net[0].get_flags() == {"fp16": True, "fp32": False, "bf16": False}
    gradient = ms.grad(net, None, net.trainable_params())(x)
    assert [g.dtype for g in gradient] == [ms.float32, ms.float32]


def case_weights_are_converted():
    net = nn.SequentialCell(nn.Dense(2, 2)).to(ms.float64)
    assert net[0].weight.dtype == ms.float64 and net(x.astype(ms.float64)).dtype == ms.float64


def case_forward_hooks_change_what_passes():
    net = nn.ReLU()
    before = net.register_forward_pre_hook(lambda cell, inputs: (inputs[0] * 2,))
    after = net.register_forward_hook(lambda cell, inputs, output: output + 1)
    same(net(x), 2 * x.asnumpy() + 1)
    before.remove()
    before.remove()
    same(net(x), x.asnumpy() + 1)
    after.remove()
    same(net(x), x.asnumpy())


def case_forward_hooks_see_names_and_failures():
    seen = []
    net = nn.ReLU()
    net.register_forward_pre_hook(lambda cell, args, kwargs: seen.append((len(args), list(kwargs))), with_kwargs=True)
    net(input=x)
    assert seen == [(0, ["input"])]

    class Fails(nn.Cell):
        def construct(self, x):
            raise ValueError("no")

    net = Fails()
    net.register_forward_hook(lambda cell, inputs, output: seen.append(output), always_call=True)
    try:
        net(x)
    except ValueError:
        seen.append("raised")
    assert seen[1:] == [None, "raised"]


def case_hooks_run_in_order():
    seen = []
    net = nn.ReLU()
    for name, first in (("a", False), ("b", False), ("c", True)):
        net.register_forward_pre_hook(lambda cell, inputs, name=name: seen.append(name), prepend=first)
    net(x)
    assert seen == ["c", "a", "b"]


class Tripled(nn.Cell):
    def __init__(self):
        super().__init__()
        self.relu = nn.ReLU()

    def construct(self, x):
        return self.relu(x) * 3


def case_backward_hooks_see_gradients():
    seen = []
    net = Tripled()
    net.relu.register_backward_pre_hook(lambda cell, grad: seen.append(("out", grad[0].asnumpy()[0, 0])))
    net.relu.register_backward_hook(lambda cell, into, out: seen.append((cell.cls_name, len(into), len(out))))
    same(ms.grad(net)(x), np.full((2, 2), 3))
    assert seen == [("out", 3.0), ("ReLU", 1, 1)]


def case_backward_hooks_are_called_for_weights_alone():
    seen = []
    net = nn.Dense(2, 2)
    net.register_backward_hook(lambda cell, into, out: seen.append((into, out[0].shape)))
    ms.grad(net, None, net.trainable_params())(x)
    assert seen == [((None,), (2, 2))]


def case_backward_hooks_change_gradients():
    net = Tripled()
    handle = net.relu.register_backward_hook(lambda cell, into, out: (into[0] * 10,))
    same(ms.grad(net)(x), np.full((2, 2), 30))
    handle.remove()
    net.relu.register_backward_pre_hook(lambda cell, grad: grad[0] * 7)
    same(ms.grad(net)(x), np.full((2, 2), 21))


def case_backward_hooks_stand_outside_of_forward_hooks():
    seen = []
    relu = nn.ReLU()
    relu.register_forward_pre_hook(lambda cell, given: (given[0] * 3,))
    relu.register_forward_hook(lambda cell, given, out: out * 5)
    relu.register_backward_pre_hook(lambda cell, grad: seen.append(grad[0].asnumpy()[0, 0]))
    relu.register_backward_hook(lambda cell, into, out: seen.append((into[0].asnumpy()[0, 0], out[0].asnumpy()[0, 0])))
    same(ms.grad(lambda value: relu(value) * 7)(x), np.full((2, 2), 105))
    assert seen == [7, (35, 7)], seen


def case_attributes_before_init_are_plain():
    class Early(nn.Cell):
        def __init__(self):
            self.options, self.scale = {"a": 1}, 3
            super().__init__()
    assert (Early().options, Early().scale) == ({"a": 1}, 3)


class Custom(nn.Cell):
    def construct(self, x, y):
        return x * y

    def bprop(self, x, y, out, dout):
        return dout * 100, out * 2


def case_custom_gradient_is_taken():
    same(Custom()(x, x), x.asnumpy() ** 2)
    dx, dy = ms.grad(lambda a, b: Custom()(a, b) * 3, (0, 1))(x, x.copy())
    same(dx, np.full((2, 2), 300))
    same(dy, 2 * x.asnumpy() ** 2)


def case_custom_gradient_of_several_results():
    class Both(nn.Cell):
        def construct(self, x):
            return x * 2, x * 3

        def bprop(self, x, out, dout):
            assert isinstance(out, tuple) and isinstance(dout, tuple)
            return (dout[0] + 10 * dout[1],)

    same(ms.grad(Both())(x), np.full((2, 2), 11))
    same(ms.grad(lambda x: Both()(x)[1])(x), np.full((2, 2), 10))


def case_custom_gradient_hides_the_inside():
    class Hidden(nn.Cell):
        def __init__(self):
            super().__init__()
            self.w = Parameter(Tensor([2.0, 2.0]), name="w")

        def construct(self, x):
            return x * self.w

        def bprop(self, x, out, dout):
            return dout * 7

    net = Hidden()
    dx, (dw,) = ms.grad(net, 0, net.trainable_params())(x)
    same(dx, np.full((2, 2), 7))
    same(dw, np.zeros(2))


def case_custom_gradient_can_be_differentiated():
    class Cube(nn.Cell):
        def construct(self, x):
            return x * x * x

        def bprop(self, x, out, dout):
            return 3 * x * x * dout

    same(ms.grad(ms.grad(Cube()))(x), 6 * x.asnumpy())


def case_sequence_of_layers_has_the_manners_of_a_list():
    seq = nn.SequentialCell(nn.ReLU(), nn.Tanh(), nn.Sigmoid())
    assert len(seq) == 3 and [type(cell).__name__ for cell in seq] == ["ReLU", "Tanh", "Sigmoid"]
    assert type(seq[-1]).__name__ == "Sigmoid" and list(seq[1:].name_cells()) == ["1", "2"]
    del seq[0]
    seq.append(nn.ELU())
    seq[0] = nn.ReLU()
    assert [f"{name} {type(cell).__name__}" for name, cell in seq.name_cells().items()] == [
                           "0 ReLU", "1 Sigmoid", "2 ELU"]
    named = nn.SequentialCell(OrderedDict([("a", nn.Dense(2, 2)), ("b", nn.ReLU())]))
    assert [p.name for p in named.get_parameters()] == ["a.weight", "a.bias"]
    same(nn.SequentialCell()(x), x.asnumpy())


def case_list_of_layers_renames_what_moves():
    cells = nn.CellList([nn.Dense(1, 1), nn.Dense(2, 2)])
    cells.insert(0, nn.Dense(3, 3))
    assert [(p.name, p.shape[0]) for p in cells.get_parameters() if p.ndim == 2] == [("0.weight", 3), ("1.weight", 1),
                                                                                     ("2.weight", 2)]
    del cells[1]
    cells += [nn.ReLU()]
    cells.extend([nn.Tanh()])
    assert [type(cell).__name__ for cell in cells] == ["Dense", "Dense", "ReLU", "Tanh"]
    assert [p.name for p in cells.get_parameters()] == ["0.weight", "0.bias", "1.weight", "1.bias"]
    assert not nn.CellList([])


def case_dictionary_of_layers():
    cells = nn.CellDict({"a": nn.Dense(2, 2), "b": nn.Tanh()})
    assert list(cells) == ["a", "b"] and "a" in cells and len(cells) == 2
    assert type(cells.pop("b")).__name__ == "Tanh"
    cells.update([("c", nn.ReLU())])
    assert list(cells.keys()) == ["a", "c"] and [p.name for p in cells.get_parameters()] == ["a.weight", "a.bias"]
    cells.clear()
    assert len(cells) == 0


def case_state_goes_out_and_in():
    net, other = Net(), Net()
    state = net.state_dict()
    assert list(state) == [name for name, _ in net.parameters_and_names()]
    assert str(other.load_state_dict(state)) == "<All keys matched successfully>"
    assert all(np.array_equal(a.asnumpy(), b.asnumpy()) for a, b in zip(net.get_parameters(), other.get_parameters()))
    result = nn.Dense(2, 2).load_state_dict({"weight": Tensor(np.ones((2, 2), np.float32)), "more": x}, strict=False)
    assert result.missing_keys == ["bias"] and result.unexpected_keys == ["more"]


def case_buffers_belong_to_the_state():
    net = nn.SequentialCell(nn.Dense(2, 2))
    net.register_buffer("count", Tensor([1.0]))
    net.register_buffer("scratch", Tensor([2.0]), persistent=False)
    assert "count" in net.state_dict() and "scratch" not in net.state_dict()
    assert [name for name, _ in net.named_buffers()] == ["count", "scratch"]
    net.count = Tensor([5.0])
    same(net.get_buffer("count"), [5.0])
    assert list(net.get_parameters())[0].name == "0.weight"


def case_copies_have_weights_of_their_own():
    net = Body()
    other = copy.deepcopy(net)
    other.fc.weight.set_data(Tensor(np.zeros((3, 2), np.float32)))
    assert net.fc.weight.asnumpy().any() and not other(x).asnumpy().any() or other.fc.bias.asnumpy().any()
    assert other.fc.weight is dict(other.parameters_and_names())["fc.weight"]


def case_names_must_differ_where_it_matters():
    class Twice(nn.Cell):
        def __init__(self):
            super().__init__()
            self.a = Parameter(Tensor([1.0]), name="same")
            self.b = Parameter(Tensor([1.0]), name="same")

    try:
        Twice().check_names()
    except ValueError as failure:
        assert "its name 'same' already exists" in str(failure)
    else:
        raise AssertionError("accepted")


def case_settings_of_other_devices_are_accepted():
    net = nn.Dense(2, 2)
    net.set_inputs(x)
    assert net.get_inputs() == (x,)
    net.recompute()
    assert list(net.init_parameters_data()) == list(net.get_parameters())
    assert net.set_grad() is net and net.requires_grad


def case_initial_values_have_their_distributions():
    ms.set_seed(3)
    ranges = {"normal": (0.01, None), "uniform": (0.07 / 3 ** 0.5, 0.07), "xavier_uniform": ((2 / 500) ** 0.5,
                                                                                             (6 / 500) ** 0.5),
              "xavier_normal": ((2 / 500) ** 0.5, None), "he_uniform": ((2 / 300) ** 0.5, (6 / 300) ** 0.5),
              "he_normal": ((2 / 300) ** 0.5, None), "variancescaling": ((1 / 300) ** 0.5, None)}
    for name, (deviation, bound) in ranges.items():
        values = initializer(name, (200, 300)).asnumpy()
        assert abs(values.std() / deviation - 1) < 0.02 and abs(values.mean()) < 0.02 * deviation, name
        assert bound is None or (abs(values).max() <= bound and abs(values).max() > 0.99 * bound), name


def case_initial_values_of_special_form():
    from mindspore.common.initializer import Dirac, Identity, Orthogonal, Sparse, TruncatedNormal
    wide = initializer(Orthogonal(2.0), (10, 4, 5)).asnumpy().reshape(10, 20)
    assert np.allclose(wide @ wide.T, 4 * np.eye(10), atol=1e-5)
    assert np.array_equal(initializer(Identity(), (2, 3)).asnumpy(), np.eye(2, 3))
    assert ((initializer(Sparse(0.5), (6, 4)).asnumpy() == 0).sum(0) == 3).all()
    cut = initializer(TruncatedNormal(3.0, 0.5, -1.0, 1.0), (10000,)).asnumpy()
    assert cut.min() >= -1 and cut.max() <= 1 and abs(cut.mean()) < 0.05
    passed_on = nn.Conv1d(4, 4, 3, weight_init=Dirac())
    line = Tensor(np.random.randn(1, 4, 6).astype(np.float32))
    same(passed_on(line), line.asnumpy())


def case_own_initializer_fills():
    class Rising(ms.common.initializer.Initializer):
        def _initialize(self, arr):
            arr[:] = np.arange(arr.size).reshape(arr.shape)

    same(initializer(Rising(), (2, 2)), [[0, 1], [2, 3]])


def case_layers_begin_as_documented():
    ms.set_seed(1)
    dense, conv = nn.Dense(100, 200), nn.Conv2d(64, 32, 3, group=4, has_bias=True)
    for parameter, bound in ((dense.weight, 0.1), (dense.bias, 0.1), (conv.weight, 1 / 12), (conv.bias, 1 / 12),
                             (nn.Conv2dTranspose(64, 32, 3).weight, (32 * 9) ** -0.5),
                             (nn.LSTM(30, 40).weight_hh_l0, 40 ** -0.5),
                             (nn.MultiheadAttention(64, 4).in_proj_weight, (6 / 256) ** 0.5)):
        largest = abs(parameter.asnumpy()).max()
        assert 0.8 * bound < largest <= bound, (parameter, largest, bound)
    assert abs(nn.Embedding(1000, 30).embedding_table.asnumpy().std() - 0.01) < 0.0005


def case_seed_makes_values_the_same():
    ms.set_seed(7)
    first = nn.Dense(3, 3).weight.asnumpy()
    ms.set_seed(7)
    assert np.array_equal(first, nn.Dense(3, 3).weight.asnumpy())


if __name__ == "__main__":
    ms.set_seed(5)  # weights and masks that differ each time would miss a tolerance now and then
    globals()[f"case_{sys.argv[1]}"]()
    print("ok")
