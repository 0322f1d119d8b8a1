# SPDX-License-Identifier: Apache-2.0
"""mindspore.communication: which rank this is and how many there are.

One process runs. With RANK_SIZE (or MS_WORKER_NUM) in the environment it stands for that many devices: it is rank 0,
all others are taken to hold what it holds, and the simulated Ascend device spends the time of the collectives."""
from mindspore.communication import management
from mindspore.communication.management import (HCCL_WORLD_COMM_GROUP, MCCL_WORLD_COMM_GROUP, NCCL_WORLD_COMM_GROUP,
                                                GlobalComm, create_group, destroy_group, get_group_rank_from_world_rank,
                                                get_group_size, get_local_rank, get_local_rank_size,
                                                get_process_group_ranks, get_rank, get_world_rank_from_group_rank, init,
                                                release)
from mindspore._missing import missing_names

__all__ = ["init", "release", "get_rank", "get_group_size", "get_local_rank", "get_local_rank_size", "GlobalComm",
           "HCCL_WORLD_COMM_GROUP", "MCCL_WORLD_COMM_GROUP", "NCCL_WORLD_COMM_GROUP", "create_group", "destroy_group",
           "get_group_rank_from_world_rank", "get_process_group_ranks", "get_world_rank_from_group_rank"]
__getattr__ = missing_names("mindspore.communication")
