# Weights and orders that follow from a seed, and the losses of a training that begins with them.
import numpy as np

import mindspore as ms
import mindspore.dataset as ds
from mindspore import nn
from mindspore.common.initializer import HeNormal, Normal, Orthogonal, Sparse, TruncatedNormal, XavierUniform, initializer


def show(name, *tensors):
    print(name, *[np.round(tensor.asnumpy().astype(np.float64), 4).reshape(-1)[:6].tolist() for tensor in tensors])


def weights(name, layer):
    show(name, *layer.get_parameters())


ms.set_seed(3)
weights("dense", nn.Dense(3, 2))
weights("convolution", nn.Conv2d(1, 2, 2, has_bias=True))
weights("transposed", nn.Conv2dTranspose(1, 2, 2, has_bias=True))
weights("table", nn.Embedding(3, 2))
weights("attention", nn.MultiheadAttention(4, 2))
weights("lstm", nn.LSTM(2, 2, 2, bidirectional=True))
weights("gru", nn.GRU(2, 3))
weights("cell", nn.LSTMCell(2, 2))
weights("encoder", nn.TransformerEncoder(nn.TransformerEncoderLayer(4, 2, 6), 2))
weights("transformer", nn.Transformer(4, 2, 1, 1, 6))
print(np.round(np.random.rand(3), 4).tolist())

ms.set_seed(1)
for kind in (Normal(0.1, 1), TruncatedNormal(), TruncatedNormal(0.5, 1.0, 0.0, 3.0), XavierUniform(2), HeNormal(), Orthogonal(),
             Sparse(0.5)):
    for dtype in (ms.float32, ms.float16):
        show(type(kind).__name__, ms.Parameter(initializer(kind, [3, 5], dtype), name="w"))

np.random.seed(9)
weights("seeded by numpy", nn.Dense(3, 2))

ms.set_seed(42)
pictures = np.sin(np.arange(24 * 4) * 1.7).reshape(24, 4).astype(np.float32)
data = ds.NumpySlicesDataset((pictures, (np.arange(24) % 3).astype(np.int32)), ["x", "y"], shuffle=True).batch(5)
net = nn.SequentialCell(nn.Dense(4, 8), nn.ReLU(), nn.Dense(8, 3))
loss = nn.CrossEntropyLoss()
optimizer = nn.Adam(net.trainable_params(), 0.01)
step = ms.value_and_grad(lambda x, y: loss(net(x), y), None, optimizer.parameters)
for epoch in range(3):
    losses = []
    for x, y in data.create_tuple_iterator():
        value, gradients = step(x, y)
        optimizer(gradients)
        losses.append(round(float(value.asnumpy()), 4))
    print(losses)
