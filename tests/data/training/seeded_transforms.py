# Random transforms of images by a seed: the places of parts, the order of colour adjustments; what seeds Python's generator.
import random

import numpy as np

import mindspore as ms
import mindspore.dataset as ds
from mindspore.dataset import transforms, vision

image = (np.arange(300) * 7 % 251).astype(np.uint8).reshape(10, 10, 3)


def show(name, *operations):
    ms.set_seed(6)
    data = ds.GeneratorDataset([(image,)] * 5, ["image"], shuffle=False)
    data = data.map(list(operations), "image", num_parallel_workers=1)
    print(name, [row[0].asnumpy().reshape(-1)[:4].tolist() for row in data.create_tuple_iterator()])


show("flips", vision.RandomHorizontalFlip(0.5), vision.RandomVerticalFlip(0.3))
show("crop", vision.RandomCrop(4))
show("padded crop", vision.RandomCrop((8, 9), padding=2), vision.RandomHorizontalFlip())
show("resized crop", vision.RandomResizedCrop(5, interpolation=vision.Inter.NEAREST))
show("brightness", vision.RandomColorAdjust(brightness=0.4))
show("colours", vision.RandomColorAdjust(0.4, (0.5, 1.5), 0.3))
show("applied", transforms.RandomApply([vision.VerticalFlip()], 0.4))
print(vision.CenterCrop((12, 11))(image)[1, :3].tolist())

ms.set_seed(5)
print(random.random(), np.random.rand())
ds.config.set_seed(7)
print(random.random(), np.random.rand())

pictures = [(np.arange(192) * (k + 1) % 255).astype(np.uint8).reshape(8, 8, 3) for k in range(6)]
ms.set_seed(9)
data = ds.GeneratorDataset([(picture, k) for k, picture in enumerate(pictures)], ["image", "label"], shuffle=True)
data = data.map([vision.RandomCrop((8, 8), (2, 2, 2, 2)), vision.RandomHorizontalFlip(0.5), vision.Rescale(1 / 255.0, 0.0),
                 vision.Normalize([0.5] * 3, [0.2] * 3), vision.HWC2CHW()], "image", num_parallel_workers=1)
data = data.map(transforms.TypeCast(ms.int32), "label").batch(2, drop_remainder=True)
for epoch in range(2):
    for x, y in data.create_tuple_iterator(num_epochs=1):
        print(np.round(x.asnumpy()[:, 0, 3, :4], 3).tolist(), y)
