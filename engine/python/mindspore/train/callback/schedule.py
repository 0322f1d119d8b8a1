# SPDX-License-Identifier: Apache-2.0
"""Callback that sets the learning rate before each step."""
import math

import numpy as np

from mindspore.common.parameter import Parameter
from mindspore.common.tensor import Tensor
from mindspore.train.callback.callback import Callback


def learning_rate_of(optimizer, who):
    """The optimizer's learning rate as a parameter; ValueError if it is a schedule or there is no optimizer."""
    rate = getattr(optimizer, "learning_rate", None)
    if not isinstance(rate, Parameter) or rate.size != 1:
        raise ValueError(f"For '{who}', the optimizer must have one learning rate that does not change by itself, but "
                         f"got {type(rate).__name__}.")
    return rate


class LearningRateScheduler(Callback):
    """Gives the learning rate and the number of the step to a function, and takes what it gives as the new rate."""

    def __init__(self, learning_rate_function):
        super().__init__()
        if not callable(learning_rate_function):
            raise TypeError("For 'LearningRateScheduler', the argument 'learning_rate_function' must be a function, "
                            f"but got {type(learning_rate_function)}.")
        self.learning_rate_function = learning_rate_function

    def on_eval_step_end(self, run_context):
        """Steps of an evaluation are none of the training."""

    def step_end(self, run_context):
        run = run_context.original_args()
        rate = learning_rate_of(run.optimizer, "LearningRateScheduler")
        # As many digits as float32 has, so that 0.1 is 0.1 for the function.
        old = float(str(np.float32(rate.asnumpy())))
        new = self.learning_rate_function(old, run.cur_step_num)
        if not math.isclose(old, new, rel_tol=1e-10):
            rate.set_data(Tensor(np.full(rate.shape, new, np.float32)))
