# Classes drawn as real MindSpore draws them, losses over few of many classes, and LSTM as a primitive.
import numpy as np

import mindspore as ms
from mindspore import Tensor, nn, ops

classes = Tensor(np.array([[1, 7], [0, 4], [3, 3]]))
for seed in (0, 5, 7):
    for unique in (True, False):
        sampler = ops.LogUniformCandidateSampler(2, 5, unique, 9, seed)
        for _ in range(2):
            sampled, true, drawn = sampler(classes)
            print(sampled, np.round(true.asnumpy(), 4).tolist(), np.round(drawn.asnumpy(), 4).tolist())
sampled, true, drawn = ops.uniform_candidate_sampler(Tensor([[1], [3]]), 1, 3, True, 5, 1, True)
print(sampled.dtype, sampled.shape, true.shape, drawn.shape, len(set(sampled.asnumpy().tolist())))

random = np.random.RandomState(3)
for count in (1, 2):
    values = (Tensor(np.array([1, 5, 2, 6], np.int32)), Tensor(random.rand(3, count).astype(np.float32) + 0.1),
              Tensor(random.rand(4).astype(np.float32) + 0.1))
    loss = nn.SampledSoftmaxLoss(4, 7, count, sampled_values=values)
    weights, biases, logits = (Tensor(random.randn(*shape).astype(np.float32)) for shape in ((7, 10), (7,), (3, 10)))
    labels = Tensor(random.randint(0, 7, (3, count)))
    print(np.round(loss(weights, biases, labels, logits).asnumpy(), 4))
    found = ms.grad(lambda w, b, x: loss(w, b, labels, x).sum(), (0, 1, 2))(weights, biases, logits)
    print([np.round(gradient.asnumpy().ravel()[-3:], 4) + 0 for gradient in found])

for sizes, options in (((10, 2, 1), (True, False)), ((3, 4, 1), (False, False)), ((3, 2, 1), (True, True))):
    directions, (columns, hidden, _) = 1 + options[1], sizes
    count = directions * 4 * hidden * (columns + hidden + 2 * options[0])
    net = ops.LSTM(*sizes, *options, 0.0)
    x, h, c, w = (Tensor((random.rand(*shape) - 0.5).astype(np.float32))
                  for shape in ((3, 2, columns), (directions, 2, hidden), (directions, 2, hidden), (count, 1, 1)))
    output, last_h, last_c, _, _ = net(x, h, c, w)
    print(np.round(output.asnumpy().ravel()[:8], 4), np.round(last_h.asnumpy().ravel()[-2:], 4), last_c.shape)
    gradient = ms.grad(lambda w: net(x, h, c, w)[0].sum())(w)
    print(np.round(gradient.asnumpy().ravel()[[0, 5]], 4) + 0)
for what in (lambda: ops.LogUniformCandidateSampler(2, 5, True, 5, 5)(Tensor([[1.0, 2.0]])), lambda: ops.LSTM(0, 1, 1, True, False, 0.0)):
    try:
        what()
    except (TypeError, ValueError) as problem:
        print(type(problem).__name__)
