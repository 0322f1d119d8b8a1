# SPDX-License-Identifier: Apache-2.0
"""Checkpoints of several devices, as far as one device reads them; what goes by a file of strategies is not there."""
import glob
import os

import numpy as np

from mindspore.common.parameter import Parameter
from mindspore.common.tensor import Tensor
from mindspore.nn.cell import Cell
from mindspore.train.serialization import load_checkpoint

__all__ = ["load_segmented_checkpoints", "merge_sliced_parameter", "parameter_broadcast", "rank_list_for_transform",
           "set_op_strategy_config", "sync_pipeline_shared_parameters"]

_STRATEGY = ("A file of strategies tells which part of a parameter each device holds, and there is one device here. Instead, "
             "run the script in your own MindSpore.")


def load_segmented_checkpoints(ckpt_file_dir, net=None, strict_load=False, filter_prefix=None, dec_key=None,
                               dec_mode="AES-GCM", specify_prefix=None, choice_func=None):
    """
    The parameters of all checkpoints (*.ckpt) of a folder, by name; one that several have is that of the last.

    The other arguments are those of mindspore.load_checkpoint. Raises TypeError for a folder that is no str, ValueError for
    one that is not there.
    """
    if not isinstance(ckpt_file_dir, str):
        raise TypeError("The ckpt_file_dir should be a str.")
    if not os.path.isdir(ckpt_file_dir):
        raise ValueError(f"The dst_strategy_file: {ckpt_file_dir} doesn't exist. Or it's not a directory")
    found = {}
    for path in glob.glob(os.path.join(ckpt_file_dir, "*.ckpt")):
        found.update(load_checkpoint(path, net, strict_load, filter_prefix, dec_key, dec_mode, specify_prefix, choice_func))
    return found


def _check_slices(slices):
    if not isinstance(slices, list):
        raise TypeError("For 'merge_sliced_parameter', the argument 'sliced_parameters' should be list, but got "
                        f"{type(slices)}.")
    if not slices:
        raise ValueError("For 'merge_sliced_parameter', the argument 'sliced_parameters' should not be empty.")
    for at, part in enumerate(slices):
        if not isinstance(part, Parameter):
            raise TypeError("For 'merge_sliced_parameter', the element in 'sliced_parameters' should be 'Parameter', but got "
                            f"{type(part)} at index {at}.")
        first = slices[0]
        if (part.name, part.ndim, part.shape[1:]) != (first.name, first.ndim, first.shape[1:]):
            raise ValueError("For 'merge_sliced_parameter', please make sure that the elements in 'slice_parameters' have the "
                             "same name, dimension length and shape except 0 axis. The name, dimension length, shape except 0 "
                             f"axis should be {first.name}, {first.ndim}, {first.shape[1:]}, but got name: {part.name}, "
                             f"dimension length: {part.ndim}, shape except 0 axis: {part.shape[1:]} at index {at}.")


def merge_sliced_parameter(sliced_parameters, strategy=None):
    """
    The parts of a parameter, one after the other along the first axis.

    Args:
        sliced_parameters (list of Parameter): the parts, with one name, and one shape but for the first axis.
        strategy (dict): None, or nothing for this parameter.

    Raises TypeError for other types, ValueError for no parts or such that do not fit, NotImplementedError with a strategy for
    this parameter.
    """
    _check_slices(sliced_parameters)
    if strategy is not None and not isinstance(strategy, dict):
        raise TypeError(f"For 'merge_sliced_parameter', the argument 'strategy' should be dict, but got {type(strategy)}.")
    first = sliced_parameters[0]
    if strategy and first.name in strategy:
        raise NotImplementedError(f"For 'merge_sliced_parameter', a strategy is not gone by. {_STRATEGY}")
    whole = np.concatenate([part.asnumpy() for part in sliced_parameters])
    return Parameter(Tensor(whole, first.dtype), first.name, first.requires_grad, first.layerwise_parallel)


def rank_list_for_transform(rank_id, src_strategy_file=None, dst_strategy_file=None):
    """
    The ranks whose checkpoints that of a rank is made of: [0] without files of strategies.

    Raises TypeError for a rank that is no int, NotImplementedError with a file.
    """
    if not isinstance(rank_id, int):
        raise TypeError("The rank_id should be a int.")
    if src_strategy_file is not None or dst_strategy_file is not None:
        raise NotImplementedError(f"For 'rank_list_for_transform', files of strategies are not read. {_STRATEGY}")
    return [0]


def set_op_strategy_config(mode="SAVE", path=""):
    """
    Where strategies of operators would be written, or read from; nothing is, as each operator works on whole tensors.

    Raises KeyError for a mode other than "SAVE" and "LOAD", and a path that does not end in ".json".
    """
    if not path.endswith(".json"):
        raise KeyError("File type must be .json")
    if mode not in ("SAVE", "LOAD"):
        raise KeyError("Type must be 'SAVE' or 'LOAD'")


def sync_pipeline_shared_parameters(net):
    """Nothing to do, as one device has all stages. Raises TypeError for what is no Cell."""
    if not isinstance(net, Cell):
        raise TypeError("For 'sync_pipeline_shared_parameters', the argument 'net' should be a Cell, but got "
                        f"{type(net)}.")


def parameter_broadcast(net, layout, cur_rank=0, initial_rank=0):
    """Nothing to do, as there is no other device to send parameters to."""
