# Images of other sizes: bicubic curves with and without aligned corners, transposed convolutions with output_padding.
import numpy as np

import mindspore as ms
from mindspore import Tensor, nn, ops

images = Tensor(np.sin(np.arange(2 * 3 * 4) * 1.7).reshape(1, 2, 3, 4).astype(np.float32))


def show(name, tensor):
    print(name, tensor.shape, np.round(tensor.asnumpy().astype(np.float64), 4).reshape(-1)[:24].tolist())


for align_corners in (False, True):
    show("bicubic", ops.interpolate(images, size=(5, 3), mode="bicubic", align_corners=align_corners))
    show("gradient", ms.grad(lambda x: (ops.interpolate(x, size=(2, 7), mode="bicubic", align_corners=align_corners) ** 2).sum())(images))
for align_corners, half_pixel_centers in ((False, False), (True, False), (False, True)):
    show("operator", ops.ResizeBicubic(align_corners, half_pixel_centers)(images, Tensor([5, 6], ms.int32)))

layer = nn.Conv2dTranspose(2, 1, 2, stride=2, pad_mode="pad", output_padding=(1, 0), has_bias=True)
layer.weight.set_data(Tensor(np.cos(np.arange(8)).reshape(2, 1, 2, 2).astype(np.float32)))
layer.bias.set_data(Tensor([0.5], ms.float32))
show("transposed", layer(images))
show("gradient", ms.grad(lambda x: (layer(x) ** 2).sum())(images))
