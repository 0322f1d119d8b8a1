# SPDX-License-Identifier: Apache-2.0
"""What a value is: the dtype of results, scalars, the text of a tensor."""
import numpy as np

from mindspore.common.tensor import Tensor
from mindspore.numpy._arguments import as_tensor, call, dtype_of
from mindspore.numpy.reductions import result_of

__all__ = ["array_str", "isscalar", "promote_types", "result_type"]


def promote_types(type1, type2):
    """The dtype of an operation on two."""
    return result_of([call("Zeros", (), dtype_of(type1)), call("Zeros", (), dtype_of(type2))])


def result_type(*arrays_and_dtypes):
    """The dtype of an operation on all of them."""
    tensors = []
    for item in arrays_and_dtypes:
        is_value = isinstance(item, (Tensor, int, float, list, tuple, np.ndarray)) and not isinstance(item, type)
        tensors.append(as_tensor(item) if is_value else call("Zeros", (), dtype_of(item)))
    return result_of(tensors)


def isscalar(element):
    """Whether it is a number or a text, not a tensor."""
    return isinstance(element, (bool, int, float, complex, str)) or (not isinstance(element,
                                                                                    Tensor) and np.isscalar(element))


def array_str(a):
    """The elements as a text."""
    return str(as_tensor(a))
