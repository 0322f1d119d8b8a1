# SPDX-License-Identifier: Apache-2.0
"""mindspore.run_check: whether the installation computes."""
import numpy as np

from mindspore import context, ops
from mindspore._version import __version__
from mindspore.common.tensor import Tensor


def run_check():
    """Multiplies two tensors, compares with NumPy, and prints the version and whether it was correct."""
    print("MindSpore version: ", __version__)
    x, y = np.arange(12, dtype=np.float32).reshape(3, 4), np.arange(4, dtype=np.float32)
    result = ops.mul(Tensor(x), Tensor(y)).asnumpy()
    if np.array_equal(result, x * y):
        print("The result of multiplication calculation is correct, MindSpore has been installed on platform "
              f"[{context.get_context('device_target')}] successfully!")
    else:
        print("MindSpore running check failed: the result of a multiplication is wrong.")
