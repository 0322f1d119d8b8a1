# SPDX-License-Identifier: Apache-2.0
"""Checkpoints: parameters to `.ckpt` and `.safetensors` files and back, in the formats of real MindSpore."""
import math
import os

import numpy as np

from mindspore import _log
from mindspore._missing import missing_names, not_yet
from mindspore.common import dtype as mstype
from mindspore.common.parameter import Parameter
from mindspore.common.tensor import Tensor
from mindspore.train import checkpointfile, safetensorsfile
from mindspore.train.entries import Entry, Malformed
from mindspore.nn.cell import Cell

_TYPES = {str(dtype): dtype for dtype in (
    mstype.bool_, mstype.int8, mstype.int16, mstype.int32, mstype.int64, mstype.uint8, mstype.uint16, mstype.uint32,
    mstype.uint64, mstype.float16, mstype.float32, mstype.float64, mstype.bfloat16)}
_FLOATS = {mstype.float16, mstype.float32, mstype.float64, mstype.bfloat16}
_INTEGERS = {mstype.int8, mstype.int16, mstype.int32, mstype.int64}
_TEXT = "str"


# -- saving ----------------------------------------------------------------------------------------------------------

def save_checkpoint(save_obj, ckpt_file_name, integrated_save=True, async_save=False, append_dict=None, enc_key=None,
                    enc_mode="AES-GCM", choice_func=None, crc_check=False, format="ckpt", **kwargs):
    """
    Writes parameters to a file; an existing one is replaced only once the new one is complete.

    Args:
        save_obj (Cell, list, dict): a network or optimizer; a list of parameters or of dicts {"name": text, "data":
            tensor}; or a dict {name: tensor}.
        ckpt_file_name (str): the path; ".ckpt" is added unless it ends with "ckpt" (or what `format` says).
        append_dict (dict): more values by name: int, float, bool, str, tensors.
        choice_func (Callable): gets a name and says whether it is saved.
        crc_check (bool): adds a checksum to a ".ckpt" file.
        format (str): "ckpt" or "safetensors".
        integrated_save, async_save: accepted; there are no parts to put together, and the file is there on return.

    Raises:
        TypeError: for anything else as save_obj, ckpt_file_name or in append_dict.
        ValueError: for an unknown format.
        OSError: if the file cannot be written.
    """
    if not isinstance(ckpt_file_name, str):
        raise TypeError(f"For 'save_checkpoint', the parameter {ckpt_file_name} for checkpoint file name is "
                        f"invalid,'ckpt_file_name' must be string, but got {type(ckpt_file_name)}.")
    if format not in ("ckpt", "safetensors"):
        raise ValueError(f"For 'save_checkpoint', the format must be 'safetensors' or 'ckpt', but got {format}.")
    if enc_key is not None:
        raise not_yet("save_checkpoint with enc_key")
    values = _values_of(save_obj)
    values.update(_appended(append_dict))
    if choice_func is not None:
        values = {name: value for name, value in values.items() if choice_func(name)}
    path = os.path.realpath(ckpt_file_name if ckpt_file_name.endswith(format) else f"{ckpt_file_name}.{format}")
    entries = (_entry(name, value) for name, value in values.items())
    if format == "safetensors":
        safetensorsfile.write_entries(path, entries)
    else:
        checkpointfile.write_entries(path, entries, crc_check)


def _values_of(save_obj):
    """{name: tensor}"""
    if isinstance(save_obj, Cell):
        return {parameter.name: parameter for _, parameter in save_obj.parameters_and_names()}
    if isinstance(save_obj, dict):
        return _checked_dict(save_obj)
    if isinstance(save_obj, list):
        return dict(_item(item) for item in save_obj)
    raise TypeError("For 'save_checkpoint', the parameter 'save_obj' must be nn.Cell, list or dict, but got "
                    f"{type(save_obj)}.")


def _checked_dict(values):
    for name, value in values.items():
        if not isinstance(name, str) or not isinstance(value, Tensor):
            raise TypeError("For save_checkpoint, when save_obj is a dict, its keys should be str and its values "
                            f"parameter or tensor, but got {type(name)} and {type(value)}.")
    return dict(values)


def _item(item):
    if isinstance(item, Parameter):
        return item.name, item
    if not isinstance(item, dict):
        raise TypeError("For save_checkpoint, when save_obj is made up by list of Parameter,the param should be "
                        f"parameter, but got {type(item)}")
    if "name" not in item or "data" not in item:
        raise TypeError("For save_checkpoint, save_obj should be a list of dict items, and the dict should have key "
                        f"values 'name' and 'value', but got {type(item)} and {item}.")
    if not isinstance(item["name"], str) or not isinstance(item["data"], Tensor):
        raise TypeError("For save_checkpoint, when save_obj is a list of dict items, the data in dict should be "
                        f"parameter, but got {type(item['data'])}.")
    return item["name"], item["data"]


def _appended(append_dict):
    if append_dict is None:
        return {}
    if not isinstance(append_dict, dict):
        raise TypeError("For 'save_checkpoint', the argument 'append_dict' must be dict, but got "
                        f"{type(append_dict)}.")
    for name, value in append_dict.items():
        if not isinstance(name, str) or not isinstance(value, (bool, int, float, str, Tensor)):
            raise TypeError("For 'save_checkpoint', the type of dict 'append_info' must be key: string, value: int, "
                            f"float, bool or Generator, but got key: {type(name)}, value: {type(value)}")
    return {name: value if isinstance(value, (str, Tensor)) else Tensor(value) for name, value in append_dict.items()}


def _entry(name, value):
    if isinstance(value, str):
        return Entry(name, (0,), _TEXT, value.encode("utf-32-le"))
    array = _bfloat16_bits(value) if value.dtype == mstype.bfloat16 else value.asnumpy()
    # A view of bytes: memoryview does not take arrays without elements for such.
    content = np.ascontiguousarray(array).reshape(-1).view(np.uint8).data
    return Entry(name, tuple(value.shape), str(value.dtype), content)


def _bfloat16_bits(tensor):
    """NumPy has no bfloat16, but it is the upper half of float32."""
    return (tensor.astype(mstype.float32).asnumpy().view(np.uint32) >> 16).astype(np.uint16)


# -- loading ---------------------------------------------------------------------------------------------------------

def load_checkpoint(ckpt_file_name, net=None, strict_load=False, filter_prefix=None, dec_key=None, dec_mode="AES-GCM",
                    specify_prefix=None, choice_func=None, crc_check=False, remove_redundancy=False, format="ckpt"):
    """
    Reads a file.

    Args:
        ckpt_file_name (str): the path, which ends with ".ckpt" (or what `format` says).
        net (Cell): also put the parameters into this network, as load_param_into_net with `strict_load` does.
        filter_prefix, specify_prefix (str, list[str]): leave out names that begin so; take only names that begin so.
        choice_func (Callable): gets a name and says whether it is taken.
        crc_check (bool): compare the checksum, if the file has one.

    Returns:
        dict: name -> Parameter (or text).

    Raises:
        ValueError: if there is no such file, it cannot be parsed or nothing is left to take.
        TypeError: for arguments of wrong types.
    """
    path = _checked_path(ckpt_file_name, format)
    if dec_key is not None:
        raise not_yet("load_checkpoint with dec_key")
    taken, left_out = _prefixes(specify_prefix), _prefixes(filter_prefix)

    def is_wanted(name):
        if taken and not name.startswith(taken):
            return False
        return not (left_out and name.startswith(left_out)) and (choice_func is None or choice_func(name))
    try:
        entries = safetensorsfile.read_entries(path) if format == "safetensors" else \
            checkpointfile.read_entries(path, crc_check)
        values = {entry.name: _value_of(entry) for entry in entries if is_wanted(entry.name)}
    except Malformed as failure:
        raise ValueError(f"Failed to read the checkpoint file {path}. The file may be corrupted, and the content "
                         f"cannot be parsed: {failure}.") from None
    if not values:
        raise ValueError("The loaded parameter dict is empty after filter or specify, please check whether "
                         "'filter_prefix' or 'specify_prefix' are set correctly.")
    if net is not None:
        load_param_into_net(net, {name: value for name, value in values.items() if isinstance(value, Parameter)},
                            strict_load)
    return values


def _checked_path(name, format):
    if not isinstance(name, str):
        raise TypeError(f"For 'load_checkpoint', the argument 'ckpt_file_name' must be string, but got {type(name)}.")
    if format not in ("ckpt", "safetensors") or not name.endswith(format):
        raise ValueError("For 'load_checkpoint', the checkpoint file format must same with 'format', but got "
                         f"file_name:'{name}', format:'{format}'")
    path = os.path.realpath(name)
    if not os.path.isfile(path):
        raise ValueError(f"For 'load_checkpoint', the checkpoint file: {path} does not exist, please check whether the "
                         "'ckpt_file_name' is correct.")
    return path


def _prefixes(given):
    """A tuple of texts, as str.startswith takes it."""
    if given is None:
        return ()
    if not isinstance(given, (str, list, tuple)) or not all(isinstance(prefix, str) for prefix in given):
        raise TypeError("For 'load_checkpoint', the type of 'specify_prefix' or 'filter_prefix' must be string, "
                        f"list[string] or tuple[string], but got {type(given)}.")
    prefixes = (given,) if isinstance(given, str) else tuple(given)
    if "" in prefixes:
        raise ValueError("For 'load_checkpoint', the value of 'specify_prefix' or 'filter_prefix' can't include ''.")
    return prefixes


def _value_of(entry):
    """A Parameter of an entry, or its text; Malformed if dims and content do not agree."""
    if entry.type == _TEXT:
        try:
            return bytes(entry.content).decode("utf-32-le")
        except UnicodeDecodeError:
            raise Malformed(f"the text '{entry.name}' is not UTF-32") from None
    if entry.type not in _TYPES:
        raise Malformed(f"'{entry.name}' is of the type '{entry.type}', which JitScope does not know")
    dtype = _TYPES[entry.type]
    numpy_type = np.dtype(np.uint16 if dtype == mstype.bfloat16 else mstype.dtype_to_nptype(dtype))
    # Older releases write [0] for a single number.
    is_number = entry.dims == (0,) and len(entry.content) == numpy_type.itemsize
    dims = () if is_number else entry.dims
    if math.prod(dims) * numpy_type.itemsize != len(entry.content):
        raise Malformed(f"'{entry.name}' of shape {list(dims)} and type {entry.type} has {len(entry.content)} bytes")
    if dtype == mstype.bool_ and np.frombuffer(entry.content, np.uint8).max(initial=0) > 1:
        raise Malformed(f"'{entry.name}' has values that are neither True nor False")
    array = np.frombuffer(entry.content, numpy_type.newbyteorder("<")).reshape(dims)
    try:
        return Parameter(_tensor(array, dtype), name=entry.name)
    except (ValueError, TypeError) as failure:  # more axes than a tensor has, for one
        raise Malformed(f"'{entry.name}': {failure}") from None


def _tensor(array, dtype):
    if dtype != mstype.bfloat16:
        return Tensor(array)
    return Tensor((array.astype(np.uint32) << 16).view(np.float32)).astype(mstype.bfloat16)


# -- into a network --------------------------------------------------------------------------------------------------

def load_param_into_net(net, parameter_dict, strict_load=False, remove_redundancy=False):
    """
    Gives the parameters of a network the values of those of the same names. Names that all lack a prefix which the
    dict has are found too. Floats are converted to floats and integers to integers, unless `strict_load`; of the same
    dtype and shape, memory is shared, as in MindSpore.

    Returns:
        (list[str], list[str]): names in the network that were not loaded, names in the dict that were not used.

    Raises:
        TypeError: for arguments of wrong types.
        RuntimeError: for other shapes, or dtypes that are not converted.
    """
    if not isinstance(net, Cell):
        raise TypeError(f"For 'load_param_into_net', the argument 'net' should be a Cell, but got {type(net)}.")
    if not isinstance(parameter_dict, dict):
        raise TypeError("For 'load_param_into_net', the argument 'parameter_dict' should be a dict, but got "
                        f"{type(parameter_dict)}.")
    if not isinstance(strict_load, bool):
        raise TypeError(f"The input value must be a bool, but got {type(strict_load).__name__}.")
    for name, value in parameter_dict.items():
        if not isinstance(name, str) or not isinstance(value, (Parameter, str)):
            raise TypeError("For 'parameter_dict', the element in the argument 'parameter_dict' should be a 'str' and "
                            f"'Parameter' , but got {type(name)} and {type(value)}.")
    values = {name: value for name, value in parameter_dict.items() if isinstance(value, Parameter)}
    parameters = {parameter.name: parameter for _, parameter in net.parameters_and_names()}
    missing = _loaded(parameters, values, "", strict_load)
    prefix = _prefix_in(values, missing)
    if prefix and not strict_load:
        _log.warning(f"For 'load_param_into_net', the names in 'parameter_dict' have the prefix '{prefix}', which "
                     "those in the 'net' have not; it is left away.")
        missing = _loaded({name: parameters[name] for name in missing}, values, prefix, strict_load)
    if missing:
        _log.warning(f"For 'load_param_into_net', {len(missing)} parameters in the 'net' are not loaded, because they "
                     "are not in the 'parameter_dict', please check whether the network structure is consistent when "
                     "training and loading checkpoint.")
        _log.warning(f"{missing} are not loaded.")
    return missing, [name for name in parameter_dict if name not in parameters]


def _loaded(parameters, values, prefix, strict_load):
    """Sets those that are there under prefix + name; gives the names of the others."""
    missing = []
    for name, parameter in parameters.items():
        if prefix + name in values:
            _set(parameter, values[prefix + name], strict_load)
        else:
            missing.append(name)
    return missing


def _prefix_in(values, missing):
    for name in missing:
        for found in values:
            if found.endswith(f".{name}"):
                return found[:-len(name)]
    return ""


def _set(parameter, new, strict_load):
    if parameter.shape != new.shape and not _differs_by_ones(parameter.shape, new.shape):
        raise RuntimeError(
            f"For 'load_param_into_net', {parameter.name} in the argument 'net' should have the same shape as "
            f"{parameter.name} in the argument 'parameter_dict'. But got its shape {parameter.shape} in the argument "
            f"'net' and shape {new.shape} in the argument 'parameter_dict'.May you need to check whether the "
            "checkpoint you loaded is correct or the batch size and so on in the 'net' and 'parameter_dict' are same.")
    if parameter.dtype != new.dtype and (strict_load or not _converts(new.dtype, parameter.dtype)):
        raise RuntimeError(
            f"For 'load_param_into_net', {parameter.name} in the argument 'net' should have the same type as "
            f"{parameter.name} in the argument 'parameter_dict'. but got its type {parameter.dtype} in the argument "
            f"'net' and type {new.dtype} in the argument 'parameter_dict'.May you need to check whether the checkpoint "
            "you loaded is correct.")
    # What fits is shared, as in MindSpore: a later write to one is seen in the other.
    fits = parameter.shape == new.shape and parameter.dtype == new.dtype
    parameter.set_data(new.data if fits else new.data.copy().reshape(parameter.shape))


def _differs_by_ones(shape, new_shape):
    """Whether only axes of length 1 behind make the difference."""
    return len(new_shape) > len(shape) and new_shape == shape + (1,) * (len(new_shape) - len(shape))


def _converts(old, new):
    return {old, new} <= _FLOATS or {old, new} <= _INTEGERS


def async_ckpt_thread_status():
    """Whether a checkpoint is being written by a thread of its own: never, they are written at once."""
    return False


__getattr__ = missing_names("mindspore.train.serialization", elsewhere={
    "mindspore.train.mindir": "export load", "mindspore.parallel": "merge_sliced_parameter sync_pipeline_shared_parameters"})
