# What SummaryCollector and SummaryLandscape write: values by step, and the loss around the weights of a training.
import glob
import json
import os
import struct
import tempfile

import numpy as np

import mindspore as ms
from mindspore import Tensor, nn
from mindspore.train import Loss, Model, SummaryCollector, SummaryLandscape


def varint(data, place):
    value = shift = 0
    while True:
        value |= (data[place] & 127) << shift
        shift, place = shift + 7, place + 1
        if data[place - 1] < 128:
            return value, place


def fields(data):
    """[(number, value)] of a message."""
    place = 0
    while place < len(data):
        key, place = varint(data, place)
        size = {1: 8, 5: 4}.get(key & 7)
        if key & 7 == 0:
            value, place = varint(data, place)
        else:
            if size is None:
                size, place = varint(data, place)
            value, place = data[place:place + size], place + size
        yield key >> 3, value


def values(path):
    """(step, tag, kind, value) of an event file."""
    with open(path, "rb") as file:
        data = file.read()
    place = 0
    while place < len(data):
        length, = struct.unpack("<Q", data[place:place + 8])
        event = dict(fields(data[place + 12:place + 12 + length]))
        for _, value in fields(event.get(5, b"")):
            parts = dict(fields(value))
            kind = max(parts)
            yield event.get(2, 0), parts[1].decode(), kind, parts[kind]
        place += 16 + length


def numbers(message):
    """The elements of a tensor in a message."""
    return np.round(np.frombuffer(b"".join(value for key, value in fields(message) if key == 3), np.float32), 3) + 0


def made():
    net, random = nn.SequentialCell(nn.Conv2d(1, 2, 3), nn.ReLU(), nn.Flatten(), nn.Dense(32, 3)), np.random.RandomState(0)
    for parameter in net.get_parameters():
        parameter.set_data(Tensor((random.randn(*parameter.shape) * 0.3).astype(np.float32)))
    return net


random = np.random.RandomState(1)
samples = [(random.rand(1, 4, 4).astype(np.float32), np.int32(random.randint(3))) for _ in range(64)]
data = ms.dataset.GeneratorDataset(samples, ["data", "label"], shuffle=False).batch(16)
loss = nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction="mean")
with tempfile.TemporaryDirectory() as folder:
    net = made()
    landscape = {"landscape_size": 3, "unit": "step", "create_landscape": {"train": True, "result": False}, "num_samples": 64,
                 "intervals": [[1, 2, 3, 4]]}
    Model(net, loss, nn.Momentum(net.trainable_params(), 0.05, 0.9)).train(2, data, callbacks=[SummaryCollector(
        folder, collect_freq=3, collect_specified_data={"collect_landscape": landscape})], dataset_sink_mode=False)
    found, = glob.glob(os.path.join(folder, "*_MS"))
    for step, tag, kind, value in values(found):
        if kind == 3:
            print(step, tag, np.round(struct.unpack("<f", value)[0], 3))
        elif kind == 9:
            print(step, tag, "histogram of", dict(fields(value))[8], "in", sum(key == 1 for key, _ in fields(value)), "buckets")
        elif kind == 4:
            print(step, tag, "picture of", dict(fields(value))[1], "x", dict(fields(value))[2])
    print(sorted(os.listdir(os.path.join(folder, "ckpt_dir"))))
    with open(os.path.join(folder, "ckpt_dir", "train_metadata.json")) as file:
        print(sorted((key, value) for key, value in json.load(file).items() if key != "model_params_file_map"))

    def again():
        network, metrics = made(), {"Loss": Loss()}
        return Model(network, loss, metrics=metrics), network, data, metrics
    drawn, printed = os.path.join(folder, "drawn"), __import__("io").StringIO()
    with __import__("contextlib").redirect_stdout(printed):
        SummaryLandscape(folder).gen_landscapes_with_multi_process(again, device_ids=[0], output=drawn)
    for _, tag, kind, value in values(glob.glob(os.path.join(drawn, "*_MS"))[0]):
        parts = dict(fields(value))
        print(tag, kind, parts[3], *(numbers(tensor) for _, tensor in fields(parts[1])))
        print([key == 1 and int.from_bytes(item, "little") if isinstance(item, bytes) and len(item) < 4 else item if key == 1 else
               [numbers(tensor) for _, tensor in fields(item)] for key, item in fields(parts[2])][-1])
for options in ({"collect_freq": 0}, {"collect_freq": "a"}, {"collect_specified_data": {"x": 1}},
                {"collect_specified_data": {"collect_landscape": {"landscape_size": 2}}},
                {"collect_specified_data": {"histogram_regular": "("}}):
    try:
        SummaryCollector(tempfile.gettempdir(), **options)
    except (TypeError, ValueError) as problem:
        print(type(problem).__name__)
