# SPDX-License-Identifier: Apache-2.0
"""What the tests of our package in this folder begin with: the package of `--ours FOLDER` (build/python without one) is the
one that is imported, and results are compared as plain numbers."""
import argparse
import os
import sys

import numpy as np


def take_ours(description):
    """Reads --ours, so that `import mindspore` is that package from now on; gives the other arguments."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--ours", default=os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "build", "python"))
    options, rest = parser.parse_known_args()
    sys.path.insert(0, os.path.abspath(options.ours))
    return rest


def numbers(value):
    """A result as plain numbers; tensors rounded to five digits behind the point."""
    from mindspore import Tensor
    if isinstance(value, Tensor):
        return np.round(value.asnumpy().astype(np.float64), 5).tolist()
    return [numbers(item) for item in value] if isinstance(value, (tuple, list)) else value
