# SPDX-License-Identifier: Apache-2.0
"""Functions on tensors: one for each operator of the engine's catalogue, and those composed of several."""
from mindspore.ops import catalogue, methods
from mindspore.ops.primitive import Primitive, PrimitiveWithCheck, PrimitiveWithInfer, prim_arg_register, prim_attr_register
from mindspore._missing import missing_names

globals().update({name: getattr(catalogue, name) for name in catalogue.__all__})
methods.install()

from mindspore.ops import operations  # noqa: E402  (its rows call the functions above)
from mindspore.ops import auto_generate, function, functional  # noqa: E402
globals().update({name: getattr(operations, name) for name in operations.__all__})
globals().update({name: getattr(functional, name) for name in functional.__all__})
from mindspore.ops.operations.custom_ops import kernel  # noqa: E402
_RANKS = ("CommHandle P2POp TCPStore all_gather all_reduce barrier broadcast destroy_process_group get_backend "
          "get_global_rank get_group_rank get_process_group_ranks get_rank get_world_size init_process_group irecv is_available "
          "is_initialized isend new_group recv send set_comm_ops_inplace")
_DESCRIPTIONS = ("AiCPURegOp AkgAscendRegOp AkgGpuRegOp CpuRegOp CustomRegOp DataType TBERegOp custom_info_register "
                 "op_info_register")

__all__ = sorted({*catalogue.__all__, *operations.__all__, *functional.__all__, *_DESCRIPTIONS.split(),
                  *_RANKS.split(), "kernel"})
__getattr__ = missing_names("mindspore.ops", {"opinfo": _DESCRIPTIONS, "communication": _RANKS})
