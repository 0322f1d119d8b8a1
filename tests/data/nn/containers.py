# SPDX-License-Identifier: Apache-2.0
"""Cases about containers: names of their parameters as in MindSpore 2.10; cells on parts of a batch, and bijectors. Run
with the name of one case; prints "ok"."""
import sys
from collections import OrderedDict

import numpy as np

import mindspore as ms
from mindspore import nn, ops


def dense():
    return nn.Dense(1, 1, has_bias=False)


class Block(nn.Cell):
    def __init__(self, count=1):
        super().__init__()
        self.blocks = nn.SequentialCell([dense() for _ in range(count)])

    def construct(self, x):
        return self.blocks(x)


class Net(nn.Cell):
    def __init__(self, inner):
        super().__init__()
        self.net = inner

    def construct(self, x):
        return self.net(x)


def names(cell):
    return [parameter.name for parameter in cell.get_parameters()]


def appended(container, *cells):
    for cell in cells:
        container.append(cell)
    return container


def raises(kind, words, action):
    try:
        action()
    except kind as error:
        assert words in str(error), error
    else:
        raise AssertionError(words)


def case_names_within_those_of_the_first_block():
    for container in (nn.SequentialCell(), nn.CellList()):
        grown = appended(container, Block(), Block(), Block(2))
        assert names(grown) == ["0.blocks.0.weight", "0.blocks.1.blocks.0.weight", "0.blocks.2.blocks.0.weight",
                                "0.blocks.2.blocks.1.weight"], names(grown)
        assert [name for name, _ in grown.parameters_and_names()][1] == "1.blocks.0.weight"


def case_layers_that_come_later_are_named_as_their_neighbours():
    net = Net(nn.CellList([dense(), Block()]))
    net.net.append(Block())
    net.net.extend([dense()])
    net.net.insert(1, dense())
    assert names(net) == ["net.0.weight", "net.1.weight", "net.2.blocks.0.weight", "net.3.blocks.0.weight",
                          "net.4.weight"], names(net)
    del net.net[0]
    assert names(net) == ["net.0.weight", "net.1.blocks.0.weight", "net.2.blocks.0.weight", "net.3.weight"], names(net)
    layers = nn.CellDict({"a": dense()})
    net = Net(layers)
    layers["b"] = dense()
    assert names(net) == ["net.a.weight", "net.b.weight"], names(net)


def case_given_names_stay():
    net = Net(nn.SequentialCell(OrderedDict([("a", dense()), ("b", Block()), ("c", dense())])))
    net.net.append(dense())
    del net.net[1]
    assert names(net) == ["net.a.weight", "net.c.weight", "net.2.weight"], names(net)


def case_inserted_layers_keep_their_names():
    cell = nn.Cell()
    cell.insert_child_to_cell("x", dense())
    cell.insert_child_to_cell("y", None)
    assert names(cell) == ["weight"] and list(cell._cells) == ["x", "y"]
    assert [name for name, _ in cell.parameters_and_names()] == ["x.weight"]


def case_containers_say_what_they_do_not_take():
    raises(TypeError, "CellDict, CellList or SequentialCell", lambda: nn.CellDict({"a": nn.SequentialCell(dense())}))
    raises(ValueError, "length should be 2", lambda: nn.CellDict([[1, 2, 3]]))
    raises(TypeError, "instance of list, but got tuple", lambda: nn.CellList([dense()]).extend((dense(),)))
    raises(IndexError, "[-1, 1], but got 2", lambda: nn.CellList([dense()]).insert(2, dense()))


def case_parts_of_a_batch_add_up():
    layer = nn.Dense(3, 2, weight_init="ones", bias_init="zeros")
    x = ms.Tensor(np.arange(12).reshape(4, 3).astype(np.float32))
    for cell in (nn.GradAccumulationCell(layer, 2), nn.MicroBatchInterleaved(layer), nn.PipelineCell(layer, 2)):
        assert cell(x).asnumpy().tolist() == [[24, 24], [42, 42]], cell(x)
        weight, bias = ops.grad(lambda x: cell(x).sum(), None, layer.trainable_params())(x)
        assert weight.asnumpy().tolist() == [[18, 22, 26]] * 2 and bias.asnumpy().tolist() == [4, 4]
        assert names(cell) == ["weight", "bias"]
    raises(ValueError, "must be divided by micro size(3)", lambda: nn.GradAccumulationCell(layer, 3)(x))
    raises(KeyError, "zz", lambda: nn.PipelineCell(layer, 2, stage_config={"zz": 1}))
    assert nn.VirtualDatasetCellTriple(nn.CosineEmbeddingLoss())(x, x, ms.Tensor([1] * 4)).shape == ()


def case_bijectors_go_both_ways():
    bijectors = nn.probability.bijector
    x = ms.Tensor(np.array([0.2, 0.5, 1.5], np.float32))
    made = (bijectors.Exp(), bijectors.PowerTransform([0.0, 0.5, 2.0]), bijectors.ScalarAffine(2.0, -1.0),
            bijectors.Softplus([0.5, 2.0, 20.0]), bijectors.GumbelCDF(1.0, 2.0),
            bijectors.Invert(bijectors.ScalarAffine(2.0, 1.0)))
    for bijector in made:
        image = bijector.forward(x)
        assert np.allclose(bijector.inverse(image).asnumpy(), x.asnumpy(), atol=1e-4), bijector
        slope = ops.grad(lambda x: bijector("forward", x).sum())(x).asnumpy()
        there = np.broadcast_to(bijector.forward_log_jacobian(x).asnumpy(), slope.shape)
        assert np.allclose(there, np.log(np.abs(slope)), atol=1e-4), bijector
        assert np.allclose(bijector.inverse_log_jacobian(image).asnumpy(), -there, atol=1e-4), bijector
    raises(ValueError, "greater than zero", lambda: bijectors.GumbelCDF(1.0, 0.0))
    raises(TypeError, "floating dtype", lambda: bijectors.ScalarAffine(1, 2))


if __name__ == "__main__":
    globals()[f"case_{sys.argv[1]}"]()
    print("ok")
