# Optimizers with numbers that real MindSpore gave: AdaFactor and AdamOffload over four steps.
import numpy as np

from mindspore import Parameter, Tensor, nn

random = np.random.RandomState(0)
first = [random.randn(4, 3), random.randn(5), random.randn(2, 3, 4, 2)]
steps = [[random.randn(*value.shape) for value in first] for _ in range(4)]


def tell(make, **options):
    parameters = [Parameter(Tensor(value.astype(np.float32)), name=f"p{place}") for place, value in enumerate(first)]
    optimizer = make(parameters, **options)
    for gradients in steps:
        optimizer(tuple(Tensor(value.astype(np.float32)) for value in gradients))
    print(make.__name__, options, [np.round(value.asnumpy().ravel()[[0, 3, -1]], 4).tolist() for value in parameters])


for options in ({}, {"beta1": None}, {"learning_rate": 0.1, "relative_step": False},
                {"scale_parameter": False, "weight_decay": 0.1}, {"warmup_init": True},
                {"loss_scale": 2.0, "clip_threshold": 0.5, "decay_rate": 0.6}):
    tell(nn.AdaFactor, **options)
tell(nn.AdamOffload, learning_rate=0.1)
tell(nn.AdamOffload, learning_rate=0.1, use_nesterov=True, weight_decay=0.1, loss_scale=2.0)
for options in ({"learning_rate": 0.1}, {"warmup_init": True, "relative_step": False, "learning_rate": 0.1},
                {"relative_step": False}, {"eps": (1e-30,)}):
    try:
        nn.AdaFactor([Parameter(Tensor([1.0]), name="p")], **options)
    except ValueError as problem:
        print(problem)
