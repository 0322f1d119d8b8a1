# SPDX-License-Identifier: Apache-2.0
"""Checkpoint files of one format as files of the other."""
import os
import re

from mindspore.common.parameter import Parameter
from mindspore.train.serialization import load_checkpoint, save_checkpoint

__all__ = ["ckpt_to_safetensors", "safetensors_to_ckpt", "load_checkpoint_async"]


def ckpt_to_safetensors(file_path, save_path=None, name_map=None, file_name_regex=None, processes_num=1):
    """
    Writes `.ckpt` files as `.safetensors` files.

    Args:
        file_path (str): a file, or a folder with folders "rank*" of files.
        save_path (str): the folder to write to, beside the files without it.
        name_map (dict): other names for parameters.
        file_name_regex (str): of a folder, only files whose names it finds.
        processes_num (int): accepted; files are written one after the other.

    Raises ValueError for a path that there is not, that ends otherwise, or a folder without folders "rank*".
    """
    _convert("ckpt_to_safetensors", "ckpt", "safetensors", file_path, save_path, name_map, file_name_regex)


def safetensors_to_ckpt(file_path, save_path=None, name_map=None, file_name_regex=None, processes_num=1):
    """Writes `.safetensors` files as `.ckpt` files; for the rest see ckpt_to_safetensors."""
    _convert("safetensors_to_ckpt", "safetensors", "ckpt", file_path, save_path, name_map, file_name_regex)


def _convert(function, source, target, file_path, save_path, name_map, file_name_regex):
    if not os.path.exists(file_path):
        raise ValueError(f"For {function}, the input path must be a valid path or file, but got {file_path}")
    if save_path and os.path.splitext(save_path)[1]:
        raise ValueError(f"For {function}, the save_path must be a directory, but got '{save_path}'")
    if name_map is not None and not isinstance(name_map, dict):
        raise ValueError(f"For {function}, the type of 'name_map' must be a directory, but got '{type(name_map)}'")
    if os.path.isfile(file_path) and not file_path.endswith(f".{source}"):
        raise ValueError(f"For {function}, the input file must be a .{source} file, but got {file_path}")
    files = [(file_path, save_path or os.path.dirname(file_path))] if os.path.isfile(file_path) else \
        list(_files_of(function, source, file_path, save_path, file_name_regex))
    for path, folder in files:
        os.makedirs(folder or ".", exist_ok=True)
        values = load_checkpoint(path, format=source)
        name = os.path.basename(path).removesuffix(source) + target
        save_checkpoint(_renamed(values, name_map or {}), os.path.join(folder, name), format=target)


def _files_of(function, source, folder, save_path, file_name_regex):
    """(file, folder to write to) for the files in the folders "rank*"."""
    ranks = sorted(name for name in os.listdir(folder)
                   if name.startswith("rank") and os.path.isdir(os.path.join(folder, name)))
    if not ranks:
        raise ValueError(f"For '{function}', no directories starting with 'rank' found in {folder}.")
    for rank in ranks:
        for name in sorted(os.listdir(os.path.join(folder, rank))):
            if name.endswith(f".{source}") and (file_name_regex is None or re.search(file_name_regex, name)):
                yield os.path.join(folder, rank, name), os.path.join(save_path or folder, rank)


def _renamed(values, name_map):
    return {name_map.get(name, name): value.data if isinstance(value, Parameter) else value
            for name, value in values.items()}


class _Loaded:
    """What load_checkpoint_async gives: result() has the parameters, or raises what reading has raised."""

    def __init__(self, read):
        try:
            self._values, self._failure = read(), None
        except Exception as failure:
            self._values, self._failure = None, failure

    def result(self):
        """The parameters by name."""
        if self._failure is not None:
            raise self._failure
        return self._values


def load_checkpoint_async(ckpt_file_name, net=None, strict_load=False, filter_prefix=None, dec_key=None,
                          dec_mode="AES-GCM", specify_prefix=None, choice_func=None):
    """load_checkpoint, with its parameters as result() of what it gives. The file is read at once: nothing is gained by
    waiting later."""
    return _Loaded(lambda: load_checkpoint(ckpt_file_name, net, strict_load, filter_prefix, dec_key, dec_mode,
                                           specify_prefix, choice_func))
