# SPDX-License-Identifier: Apache-2.0
"""Checks of arguments, with MindSpore's words for what is wrong."""
import os

INT32_MAX = 2**31 - 1
INT64_MAX = 2**63 - 1
UINT32_MAX = 2**32 - 1


def check_type(value, types, name):
    """TypeError unless `value` is of one of the types; True and False do not count as numbers."""
    is_hidden_bool = isinstance(value, bool) and bool not in types
    if not isinstance(value, tuple(types)) or is_hidden_bool:
        raise TypeError(f"Argument {name} with value {value} is not of type {list(types)}, but got {type(value)}.")


def check_range(value, low, high, name=""):
    """ValueError unless low <= value <= high."""
    if not low <= value <= high:
        name = f" {name}" if name else ""
        raise ValueError(f"Input{name} is not within the required interval of [{low}, {high}].")


def check_bool(value, name):
    check_type(value, [bool], name)


def check_positive(value, name):
    """TypeError or ValueError unless `value` is a whole number from 1 to INT32_MAX."""
    check_type(value, [int], name)
    check_range(value, 1, INT32_MAX, name)


def check_columns(columns, name):
    """The column names of a text or a list of texts, each once."""
    check_type(columns, [str, list, tuple], name)
    columns = [columns] if isinstance(columns, str) else list(columns)
    if not columns:
        raise ValueError(f"{name} should not be empty.")
    for i, column in enumerate(columns):
        check_type(column, [str], f"{name}[{i}]")
        if not column:
            raise ValueError(f"{name}[{i}] should not be an empty string.")
    if len(set(columns)) < len(columns):
        raise ValueError("Every column name should not be same with others in column_names.")
    return columns


def check_workers(workers):
    """
    Whether the number of parallel workers makes sense. More workers than this machine has cores are accepted (real
    MindSpore refuses them): a script that was written for a server runs on a small machine too.
    """
    if workers is None:
        return
    check_type(workers, [int], "num_parallel_workers")
    if workers < 1:
        raise ValueError(f"num_parallel_workers exceeds the boundary between 1 and {os.cpu_count()}!")


def check_row_size(size, is_pair=True):
    """
    Whether the memory for rows that go to worker processes and back (MB) makes sense: None, a whole number from -1 on, or a
    list of two of them. It is of no effect: rows take what they need.
    """
    if size is None:
        return
    check_type(size, [int, list] if is_pair else [int], "max_rowsize")
    if isinstance(size, list) and len(size) != 2:
        raise TypeError("max_rowsize should be a single integer or a list[in_rowsize, out_rowsize] of length 2.")
    for number in size if isinstance(size, list) else [size]:
        check_type(number, [int], "max_rowsize")
        check_range(number, -1, INT32_MAX, "max_rowsize")


def check_num_samples(num_samples):
    """Whether the number of samples makes sense; None and 0 stand for all."""
    if num_samples is None:
        return
    check_type(num_samples, [int], "num_samples")
    if not 0 <= num_samples <= INT64_MAX:
        raise ValueError("num_samples exceeds the boundary between 0 and 9223372036854775807(INT64_MAX)!")


def check_shards(num_shards, shard_id):
    """Whether a part of the data is named completely, or not at all."""
    if (num_shards is None) != (shard_id is None):
        raise ValueError("num_shards and shard_id need to be passed in together.")
    if num_shards is None:
        return
    check_type(num_shards, [int], "num_shards")
    check_type(shard_id, [int], "shard_id")
    check_range(num_shards, 1, INT32_MAX, "num_shards")
    check_range(shard_id, 0, INT32_MAX, "shard_id")
    if shard_id >= num_shards:
        raise ValueError("shard_id should be less than num_shards.")
