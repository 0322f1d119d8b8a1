# Event files as real MindSpore writes them, checkpoints of the other format, and what keeps a training from being lost.
import glob
import os
import signal
import struct
import tempfile

import numpy as np

import mindspore as ms
from mindspore import Tensor, nn, train
from mindspore import dataset as ds
from mindspore.train.summary.eventfile import masked_checksum


def records_of(path):
    with open(path, "rb") as file:
        data = file.read()
    place = 0
    while place < len(data):
        length, checksum = struct.unpack("<QI", data[place:place + 12])
        message = data[place + 12:place + 12 + length]
        assert checksum == masked_checksum(data[place:place + 8])
        assert struct.unpack("<I", data[place + 12 + length:place + 16 + length])[0] == masked_checksum(message)
        yield message[9:]  # behind the time
        place += 16 + length


print("crc of '123456789'", f"{((masked_checksum(b'123456789') - 0xA282EAD8) & 0xFFFFFFFF):08x} turned")
with tempfile.TemporaryDirectory() as folder:
    with ms.SummaryRecord(folder) as record:
        print(os.listdir(folder), record.record(1))
        record.add_value("scalar", "loss", Tensor(0.5))
        record.add_value("scalar", "loss", Tensor(0.25))
        record.add_value("scalar", "acc", Tensor([0.5]))
        print(record.record(1))
        record.add_value("tensor", "t", Tensor(np.arange(6, dtype=np.float32).reshape(2, 3)))
        record.add_value("histogram", "h", Tensor(np.array([[0, 1, 2], [3, 4, np.nan]], np.float32)))
        record.add_value("scalar", "left out", Tensor(1.0))
        print(record.record(300, plugin_filter=lambda plugin: plugin != "scalar"))
        record.add_value("image", "i", Tensor(np.ones((1, 3, 2, 2), np.float32)))
        print(record.record(3))
    print(record.record(4))
    found, = glob.glob(os.path.join(folder, "*"))
    print("_MS" == found[-3:], os.path.basename(found).startswith("events.out.events.summary."))
    *numbers, picture = records_of(found)
    for message in numbers:
        print(message.hex())
    print(picture[picture.index(b"\x89PNG"):][:33].hex())

with tempfile.TemporaryDirectory() as folder:
    with ms.SummaryRecord(folder, "a", "b", max_file_size=100) as record:
        for step in range(3):
            record.add_value("scalar", "a long name of a number", Tensor(1.0))
            record.record(step)
    print(len(os.listdir(folder)), "files")


# --- the other format -------------------------------------------------------------------------------------------------

with tempfile.TemporaryDirectory() as folder:
    os.mkdir(os.path.join(folder, "rank_0"))
    path = os.path.join(folder, "rank_0", "a.ckpt")
    ms.save_checkpoint({"w": Tensor([1.0, 2.0]), "b": Tensor([3])}, path)
    ms.ckpt_to_safetensors(path, name_map={"w": "weight"})
    print(ms.load_checkpoint(path[:-5] + ".safetensors", format="safetensors"))
    ms.ckpt_to_safetensors(folder, os.path.join(folder, "new"))
    ms.safetensors_to_ckpt(os.path.join(folder, "new", "rank_0", "a.safetensors"))
    print(sorted(os.listdir(os.path.join(folder, "new", "rank_0"))))
    print(ms.load_checkpoint_async(os.path.join(folder, "new", "rank_0", "a.ckpt")).result())
    for mistake in (lambda: ms.ckpt_to_safetensors("/nowhere"), lambda: ms.safetensors_to_ckpt(path),
                    lambda: ms.ckpt_to_safetensors(os.path.join(folder, "rank_0")),
                    lambda: ms.load_checkpoint_async("nothing.ckpt").result()):
        try:
            mistake()
        except ValueError as problem:
            print("ValueError", str(problem).split("/")[0][:60])


# --- an orderly end ---------------------------------------------------------------------------------------------------

class Asks(train.Callback):
    """Sends the signal in the second step."""

    def on_train_step_begin(self, run_context):
        if run_context.original_args().cur_step_num == 2:
            signal.raise_signal(signal.SIGTERM)  # to this thread: heard before it goes on


class Counts(train.Callback):
    def __init__(self):
        self.steps = 0

    def on_train_step_end(self, run_context):
        self.steps += 1


def model_of(net):
    return train.Model(net, nn.MSELoss(), nn.SGD(net.trainable_params(), 0.1))


data = ds.NumpySlicesDataset((np.ones((4, 2), np.float32), np.ones((4, 1), np.float32)), ["x", "y"],
                             shuffle=False).batch(1)
with tempfile.TemporaryDirectory() as folder:
    net, counts = nn.Dense(2, 1, weight_init="zeros"), Counts()
    ends = train.OnRequestExit(save_mindir=False, file_name="net", directory=folder)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # who runs this may have had a handler of its own
    before = signal.getsignal(signal.SIGTERM)
    model_of(net).train(3, data, callbacks=[Asks(), ends, counts])
    saved = ms.load_checkpoint(os.path.join(folder, "rank_0", "net.ckpt"))
    print(counts.steps, "steps", np.array_equal(saved["weight"].asnumpy(), net.weight.asnumpy()),
          signal.getsignal(signal.SIGTERM) is before)
    with open(os.path.join(folder, "end.json"), "w", encoding="utf-8") as file:
        file.write('{"GracefulExit": 1}')
    counts = Counts()
    ends = train.OnRequestExit(save_ckpt=False, save_mindir=False, config_file=os.path.join(folder, "end.json"))
    model_of(net).train(3, data, callbacks=[ends, counts])
    print(counts.steps, "step")

    net = nn.Dense(2, 1, weight_init="zeros")
    model_of(net).train(1, data, callbacks=train.BackupAndRestore(folder, delete_checkpoint=False))
    again = nn.Dense(2, 1, weight_init="zeros")

    class Sees(train.Callback):
        def on_train_begin(self, run_context):
            print("restored", np.array_equal(again.weight.asnumpy(), net.weight.asnumpy()))
    model_of(again).train(1, data, callbacks=[train.BackupAndRestore(folder), Sees()])
    print(os.path.exists(os.path.join(folder, "backup.ckpt")))
