# Checkpoints: a file of real MindSpore is read and written again byte by byte; files that are none are refused.
import os
import stat
import tempfile
import numpy as np
import mindspore as ms
from mindspore import Parameter, Tensor, nn

real_path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "mindspore.ckpt")
values = ms.load_checkpoint(real_path, crc_check=True)
for name, value in values.items():
    print(name, value if isinstance(value, str) else
          (value.name, value.shape, str(value.dtype), value.astype(ms.float32).asnumpy().round(4).tolist()))

with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "again.ckpt")
    more = {"epoch": 3, "rate": 0.1, "flag": True, "note": "tëxt"}
    numbers = [{"name": name, "data": value} for name, value in values.items() if name not in more]
    ms.save_checkpoint(numbers, path, append_dict=more, crc_check=True)
    with open(real_path, "rb") as real, open(path, "rb") as again:
        real_bytes = real.read()
        print("same bytes", real_bytes == again.read())
    print("read-only", oct(stat.S_IMODE(os.stat(path).st_mode)), os.listdir(folder))

    net = nn.SequentialCell(nn.Dense(2, 3), nn.Dense(3, 1))
    ms.save_checkpoint(net, os.path.join(folder, "net"))
    ms.save_checkpoint(net, os.path.join(folder, "net.ckpt"))  # replaces the read-only file
    net_path = os.path.join(folder, "net.ckpt")
    print(sorted(os.listdir(folder)))
    other = nn.SequentialCell(nn.Dense(2, 3), nn.Dense(3, 1))
    print(sorted(ms.load_checkpoint(net_path, other)), all(
        np.array_equal(a.asnumpy(), b.asnumpy()) for a, b in zip(net.get_parameters(), other.get_parameters())))
    other[0].bias.set_data(Tensor([9.0, 9.0, 9.0]))
    print("apart", 9.0 not in net[0].bias.asnumpy(), 9.0 not in ms.load_checkpoint(net_path)["0.bias"].asnumpy())
    print(sorted(ms.load_checkpoint(net_path, choice_func=lambda name: "weight" in name)),
          sorted(ms.load_checkpoint(net_path, filter_prefix="0")),
          sorted(ms.load_checkpoint(net_path, specify_prefix="0")))
    ms.save_checkpoint(net, net_path, choice_func=lambda name: name.startswith("1"))
    print(sorted(ms.load_checkpoint(net_path)))
    empty = Parameter(Tensor(np.zeros((0, 3), np.float32)))
    ms.save_checkpoint({"a": Parameter(Tensor([1.5])), "empty": empty}, net_path)
    print({name: value.shape for name, value in ms.load_checkpoint(net_path).items()})

    weight, bias = Parameter(Tensor(np.ones((3, 2), np.float16))), Parameter(Tensor(np.zeros((3, 1), np.float32)))
    print(ms.load_param_into_net(nn.Dense(2, 3), {"weight": weight, "bias": bias, "more": bias}))
    print(ms.load_param_into_net(nn.Dense(2, 3), {"weight": weight}))
    print(ms.load_param_into_net(nn.Dense(2, 3), {"net.weight": weight, "net.bias": bias})[0])

    def count_refused(real_bytes, suffix):
        """Cut and changed files must be refused in words or still be right in form; nothing else may happen."""
        refused = accepted = 0
        broken = os.path.join(folder, "broken." + suffix)
        cuts = [real_bytes[:end] for end in range(1, len(real_bytes), 3)]
        flips = [real_bytes[:i] + bytes([real_bytes[i] ^ (0x01, 0x80, 0xFF)[i % 3]]) + real_bytes[i + 1:]
                 for i in range(len(real_bytes))]
        for content in cuts + flips + [b"\xff" * 50, b"\x0a" * 50, os.urandom(200)]:
            with open(broken, "wb") as file:
                file.write(content)
            try:
                ms.load_checkpoint(broken, format=suffix)
                accepted += 1
            except ValueError as failure:
                refused += 1
                assert str(failure).startswith(("Failed to read the checkpoint file", "The loaded parameter")), failure
        print("refused", refused > len(cuts) / 2, "all", refused + accepted == len(cuts) + len(flips) + 3)
    count_refused(real_bytes, "ckpt")
    broken = os.path.join(folder, "broken.ckpt")
    with open(broken, "wb") as file:
        file.write(real_bytes[:-1] + bytes([real_bytes[-1] ^ 1]))
    try:
        ms.load_checkpoint(broken, crc_check=True)
    except ValueError as failure:
        print(str(failure).partition("parsed: ")[2])

    real_path = real_path.replace(".ckpt", ".safetensors")
    values = ms.load_checkpoint(real_path, format="safetensors")
    for name, value in sorted(values.items()):
        print(name, value.shape, str(value.dtype), value.astype(ms.float32).asnumpy().tolist())
    path = os.path.join(folder, "again.safetensors")
    values["bfloat16"] = Parameter(Tensor([1.5, -2.0], ms.bfloat16))
    ms.save_checkpoint(values, path, append_dict={"note": "tëxt"}, format="safetensors")
    again = ms.load_checkpoint(path, format="safetensors")
    print(sorted(again) == sorted([*values, "note"]), again["note"], again["bfloat16"].astype(ms.float32).asnumpy())
    with open(real_path, "rb") as real:
        count_refused(real.read(), "safetensors")
