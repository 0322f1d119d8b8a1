# Data without files of images: recordings, TFRecord, schemas, random data; what datasets tell and are told.
import os
import struct
import tempfile
import wave

import mindspore as ms
import mindspore.dataset as ds
import numpy as np

os.chdir(tempfile.mkdtemp())


def write(path, content):
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(path, "wb") as file:
        file.write(content if isinstance(content, bytes) else content.encode())


def show(title, dataset, epochs=1):
    print(title, dataset.get_dataset_size(), dataset.get_col_names(), [str(dtype) for dtype in dataset.output_types()],
          dataset.output_shapes())
    iterator = dataset.create_dict_iterator(num_epochs=epochs, output_numpy=True)
    for _ in range(epochs):
        print("  ", [[value.tobytes().hex() if value.dtype.kind in "bfui" else value.tolist() for value in row.values()]
                     for row in iterator])


def record(path, rate, first):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with wave.open(path, "wb") as file:
        file.setparams((1, 2, rate, 0, "NONE", ""))
        file.writeframes(np.array([first, -32768, 32767], "<i2").tobytes())


record("yesno/1_0_1.wav", 8000, 5)
show("yes and no", ds.YesNoDataset("yesno", shuffle=False))
for name in ("dog/a_nohash_1", "cat/b_nohash_0", "_background_noise_/c_nohash_2"):
    record(f"commands/{name}.wav", 16000, 7)
write("commands/testing_list.txt", "dog/a_nohash_1.wav\n")
write("commands/validation_list.txt", "")
show("commands", ds.SpeechCommandsDataset("commands", shuffle=False))
record("music/rock/rock.00000.wav", 22050, 9)
show("music", ds.GTZANDataset("music", shuffle=False))
record("lj/wavs/LJ001.wav", 22050, 1)
write("lj/metadata.csv", "LJ001|No 1|Number one\n")
show("read aloud", ds.LJSpeechDataset("lj", shuffle=False))
record("libri/dev-clean/19/198/19_198_000_001.wav", 24000, 2)
write("libri/dev-clean/19/198/19_198.trans.tsv", "19_198_000_001\tOne.\tone\n")
show("books", ds.LibriTTSDataset("libri", shuffle=False))
record("arctic/cmu_us_bdl_arctic/wav/arctic_a0001.wav", 16000, 3)
write("arctic/cmu_us_bdl_arctic/etc/txt.done.data", '( arctic_a0001 "Author." )\n')
show("voices", ds.CMUArcticDataset("arctic", "bdl", shuffle=False))


def field(number, content):
    return bytes([number << 3 | 2, len(content)]) + content


def feature(values):
    if isinstance(values[0], bytes):
        return field(1, b"".join(field(1, value) for value in values))
    if isinstance(values[0], float):
        return field(2, field(1, struct.pack(f"<{len(values)}f", *values)))
    return field(3, field(1, bytes(values)))


def checksum(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x82F63B78 if crc & 1 else 0)
    crc ^= 0xFFFFFFFF
    return struct.pack("<I", (crc >> 15 | crc << 17) + 0xA282EAD8 & 0xFFFFFFFF)


def framed(features):
    data = field(1, b"".join(field(1, field(1, name.encode()) + field(2, feature(values)))
                             for name, values in features.items()))
    length = struct.pack("<Q", len(data))
    return length + checksum(length) + data + checksum(data)


for name, count in (("a", 3), ("b", 2)):
    write(f"{name}.tfrecord", b"".join(framed({"n": [i, 9], "f": [1.5 * i], "s": [b"%d" % i, name.encode()]})
                                       for i in range(count)))
show("records", ds.TFRecordDataset("*.tfrecord", shuffle=False, num_parallel_workers=1))
schema = ds.Schema()
schema.add_column("s", "string", [2])
schema.add_column("n", ms.int32, [2, -1])
show("records of a schema", ds.TFRecordDataset("a.tfrecord", schema, shuffle=False))
show("part of records", ds.TFRecordDataset("*.tfrecord", columns_list=["n"], shuffle=False, num_shards=2, shard_id=1))
show("equal part of records", ds.TFRecordDataset("*.tfrecord", columns_list=["n"], shuffle=False, num_shards=2, shard_id=1,
                                                 shard_equal_rows=True, num_parallel_workers=1))

schema = ds.Schema()
schema.add_column("a", ms.int32, [2])
schema.add_column("b", "float64", [1, 3])
schema.add_column("c", "uint8")
schema.add_column("e", "int16", [-1, 2])
print(schema)
again = ds.Schema()
again.from_json({"datasetType": "TF", "numRows": 3, "columns": {"y": {"type": "int8", "shape": [2]}, "x": {"type": "string"}}})
print(again.to_json(), ds.Schema.get_num_rows(again))
ds.config.set_seed(5)
show("random bytes", ds.RandomDataset(3, schema, num_parallel_workers=1), 2)
show("random bytes of columns", ds.RandomDataset(3, schema, ["c", "a"], num_samples=2, num_parallel_workers=1))
show("noise", ds.FakeImageDataset(3, (2, 3, 3), 10, 7, shuffle=False))


class Notes(ds.DSCallback):
    def __init__(self, step_size):
        super().__init__(step_size)
        self.begun = []

    def ds_begin(self, context):
        self.begun.append("begin")

    def ds_epoch_begin(self, context):
        self.begun.append(f"epoch {context.cur_epoch_num}")

    def ds_step_begin(self, context):
        self.begun.append((context.cur_step_num_in_epoch, context.cur_step_num))

    def ds_epoch_end(self, context):
        self.begun.append(f"end {context.cur_step_num_in_epoch} {context.cur_step_num}")


for step_size in (1, 2):
    notes = Notes(step_size)
    dataset = ds.NumpySlicesDataset([1, 2, 3], ["a"], shuffle=False).map(abs, ["a"], callbacks=notes)
    iterator = dataset.create_tuple_iterator(num_epochs=2)
    print([len(list(iterator)) for _ in range(2)], notes.begun)

told = []
dataset = ds.NumpySlicesDataset([1, 2, 3], ["a"], shuffle=False).sync_wait("p", 1, told.append)
dataset = dataset.map(lambda x: x + len(told), ["a"], num_parallel_workers=1).batch(1)
for number, row in enumerate(dataset.create_dict_iterator(num_epochs=1, output_numpy=True)):
    dataset.sync_update("p", data=number)
    print(row["a"], told)
print(dataset.is_sync(), dataset.is_shuffled(), dataset.is_sharded(), dataset.input_indexs, list(dataset.get_sync_notifiers()))
for sampler in (ds.RandomSampler(), ds.SequentialSampler(), ds.SubsetSampler([0]), ds.SubsetRandomSampler([0]),
                ds.WeightedRandomSampler([1.0]), ds.DistributedSampler(2, 0), ds.DistributedSampler(2, 0, False)):
    dataset = ds.NumpySlicesDataset([1, 2], sampler=sampler)
    print(type(sampler).__name__, dataset.is_shuffled(), dataset.is_sharded(), dataset.batch(2).shuffle(2).is_shuffled())
