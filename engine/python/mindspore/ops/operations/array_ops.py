# SPDX-License-Identifier: Apache-2.0
"""Primitives that make, move, choose and join elements."""
import sys

import numpy as np

from mindspore.common import dtype as mstype
from mindspore.common.tensor import Tensor
from mindspore.ops.axes import from_front
from mindspore.ops.operations._rows import attrs, module_getattr, operator, plain
from mindspore.ops.primitive import primitive_call as call


def _ops():
    return sys.modules["mindspore.ops"]


def _numbers(value):
    """A shape or places that are given as a tensor of one axis, as a tuple."""
    return tuple(value.tolist()) if isinstance(value, Tensor) else value


def _cast(prim, x, dtype):
    """Graphs that are read from files have the number of the dtype."""
    return _ops().cast(x, dtype) if isinstance(x, (int, float)) else call("Cast", x, dtype)


def _strided_slice(prim, x, *bounds):
    return call("StridedSlice", x, *map(_numbers, bounds), *prim.settings.values())


def _scattered(record):
    """A record that puts updates to places, which are Int32 or Int64: TypeError for others."""
    def run(prim, x, indices, updates):
        if indices.dtype not in (mstype.int32, mstype.int64):
            raise TypeError(f"For primitive[{prim.name}], the input argument[indices] must be a type of {{Tensor[Int32], "
                            f"Tensor[Int64]}}, but got Tensor[{indices.dtype}].")
        return call(record, x, indices, updates)
    return run


def _structure(name):
    """A primitive that is the function of that name of ops/structure.py."""
    def run(prim, *inputs):
        return getattr(_ops(), name)(*inputs)
    return run


def _split(prim, x):
    axis = from_front(prim.axis, x.ndim)
    if x.shape[axis] % prim.output_num:
        raise ValueError(f"For 'Split', the size of the input along axis {axis} must be divisible by 'output_num', "
                         "but got "
                         f"{x.shape[axis]} and {prim.output_num}.")
    return _parts(x, axis, [x.shape[axis] // prim.output_num] * prim.output_num)


def _parts(x, axis, sizes):
    """x cut along an axis into pieces of these sizes."""
    begin, parts = 0, []
    for size in sizes:
        parts.append(x[(*(slice(None),) * axis, slice(begin, begin + size))])
        begin += size
    return tuple(parts)


def _split_v(prim, x):
    axis = from_front(prim.split_dim, x.ndim)
    sizes = list(prim.size_splits)
    if -1 in sizes:
        sizes[sizes.index(-1)] = x.shape[axis] - sum(size for size in sizes if size != -1)
    return _parts(x, axis, sizes)


def _unstack(prim, x):
    axis = from_front(prim.axis, x.ndim)
    return tuple(x[(*(slice(None),) * axis, i)] for i in range(x.shape[axis]))


def _stack(prim, *tensors):
    if len(tensors) == 1 and isinstance(tensors[0], (tuple, list)):
        tensors = tensors[0]
    return call("Stack", tuple(tensors), prim.axis)


def _concat(prim, *tensors):
    if len(tensors) == 1 and isinstance(tensors[0], (tuple, list)):
        tensors = tensors[0]
    return call("Concat", tuple(tensors), prim.axis)


def _slice_along(prim, x, dim, start, end, step):
    """The elements from start to end of one axis, as a view; None stands for the begin and the end."""
    return x[(*(slice(None),) * from_front(dim, x.ndim), slice(start, end, step))]


def _squeeze(prim, x):
    return call("Squeeze", x, None if prim.axis == () else prim.axis)


def _invert_permutation(prim, x):
    if sorted(x) != list(range(len(x))):
        raise ValueError(f"For 'InvertPermutation', the input must be a permutation of 0 to {len(x) - 1}, but got {x}.")
    places = [0] * len(x)
    for place, value in enumerate(x):
        places[value] = place
    return tuple(places)


def _fill(prim, dtype, shape, value):
    return call("Full", shape, value, dtype)


def _fill_v2(prim, shape, value):
    return call("Full", tuple(shape.tolist()) if isinstance(shape, Tensor) else shape, value, None)


def _mapped(function, attribute, *, keyword=None):
    """`function` of mindspore.ops with one attribute as its last argument."""
    def run(prim, *inputs):
        value = getattr(prim, attribute)
        target = getattr(_ops(), function)
        return target(*inputs, **{keyword: value}) if keyword else target(*inputs, value)
    return run


def _batched_blocks(prim, x, to_space):
    """SpaceToDepth and DepthToSpace: blocks of the last two axes against the channels."""
    n, c, h, w = x.shape
    b = prim.block_size
    if to_space:
        return x.reshape((n, b, b, c // (b * b), h, w)).transpose((0, 3, 4, 1, 5, 2)).reshape((n, c // (b * b), h * b,
                                                                                               w * b))
    return x.reshape((n, c, h // b, b, w // b, b)).transpose((0, 3, 5, 1, 2, 4)).reshape((n, c * b * b, h // b, w // b))


def _columns(prim, x):
    """The windows of images (N, C, H, W): (N, C, kernel elements, windows)."""
    columns = _ops().unfold(x, prim.ksizes, prim.dilations, prim.pads, prim.strides)
    return columns.reshape((*x.shape[:2], -1, columns.shape[-1]))


def _embedding_lookup(prim, table, indices, offset):
    """The rows of the table at indices - offset; zeros for those that it does not have."""
    places = indices - offset
    inside = call("LogicalAnd", places >= 0, places < table.shape[0])
    rows = call("Gather", table, call("Select", inside, places, 0), 0)
    inside = call("Reshape", inside, inside.shape + (1,) * (rows.ndim - inside.ndim))
    return call("Select", inside, rows, call("ZerosLike", rows))


def _pad_v3(prim, x, paddings, constant_value=None):
    """paddings: pairs from the last axis on, or (not contiguous) all befores and then all afters."""
    paddings = paddings.tolist() if isinstance(paddings, Tensor) else list(paddings)
    if not prim.paddings_contiguous:
        half = len(paddings) // 2
        paddings = [amount for pair in zip(paddings[:half], paddings[half:]) for amount in pair]
    if prim.mode == "circular" and min(paddings, default=0) < 0:
        # What is taken away is no more there when the rest is continued.
        cut = tuple(min(amount, 0) for amount in paddings)
        x, paddings = call("PadV3", x, cut, "constant", 0), [max(amount, 0) for amount in paddings]
    return call("PadV3", x, tuple(paddings), prim.mode, 0 if constant_value is None else constant_value)


def _one_hot(prim, indices, depth, on_value=None, off_value=None):
    on_value = Tensor(1.0) if on_value is None else on_value
    off_value = Tensor(0.0) if off_value is None else off_value
    return _ops().one_hot(indices, depth, on_value, off_value, prim.axis)


def _searched(prim, ordered, values, sorter=None):
    return _ops().searchsorted(ordered, values, out_int32=prim.dtype == mstype.int32, right=prim.right, sorter=sorter)


def _segment_sum(name):
    def run(prim, x, segment_ids, num_segments):
        num_segments = num_segments.item() if isinstance(num_segments, Tensor) else num_segments
        return getattr(_ops(), name)(x, segment_ids, num_segments)
    return run


globals().update(plain(
    "ExpandDims Eye GatherD GatherNd MaskedFill MaskedSelect NonZero Ones OnesLike "
    "ScatterNd Select StopGradient Transpose Unique Zeros ZerosLike"))

Shape = operator("Shape", run=_structure("shape"))
DynamicShape = operator("DynamicShape", attrs(dtype=9), run=_structure("dyn_shape"))
TensorShape = operator("TensorShape", run=_structure("dyn_shape"))
DType = operator("DType", run=_structure("dtype"))
Rank = operator("Rank", run=_structure("rank"))
Size = operator("Size", run=_structure("size"))
TupleToArray = operator("TupleToArray", run=_structure("tuple_to_array"))
ScalarToArray = operator("ScalarToArray", run=_structure("scalar_to_array"))
ScalarToTensor = operator("ScalarToTensor", run=_structure("scalar_to_tensor"))
ScalarCast = operator("ScalarCast", run=_structure("scalar_cast"))
Identity = operator("Identity", run=_structure("deepcopy"))
IdentityN = operator("IdentityN", run=lambda prim, values: tuple(_ops().deepcopy(value) for value in values))
BroadcastTo = operator("BroadcastTo", attrs("shape"), run=lambda prim, x: call("BroadcastTo", x, prim.shape))
Expand = operator("Expand", run=lambda prim, x, shape: call("BroadcastTo", x, tuple(shape.tolist())))
Fill = operator("Fill", run=_fill)
FillV2 = operator("FillV2", run=_fill_v2)
Fills = operator("Fills", function="fills")
Flatten = operator("Flatten", run=lambda prim, x: call("Flatten", x, 1, -1))
Squeeze = operator("Squeeze", attrs(axis=()), run=_squeeze)
TransposeView = operator("TransposeView", record="Transpose")
TransposeExtView = operator("TransposeExtView", function="swapaxes")
SelectView = operator("SelectView", record="SelectExtView")
Slice = operator("Slice", run=lambda prim, x, begin, size: call("Slice", x, _numbers(begin), _numbers(size)))
Reshape = operator("Reshape", run=lambda prim, x, shape: call("Reshape", x, _numbers(shape)))
Tile = operator("Tile", run=lambda prim, x, multiples: call("Tile", x, _numbers(multiples)))
SliceExt = operator("SliceExt", run=_slice_along)
SliceExtView = operator("SliceExtView", run=_slice_along)
NarrowView = operator("NarrowView", record="Narrow")
ChunkView = operator("ChunkView", record="Chunk")
ExpandDimsView = operator("ExpandDimsView", record="ExpandDims")
DiagonalView = operator("DiagonalView", record="Diagonal")
BroadcastToView = operator("BroadcastToView", record="BroadcastTo")
SplitTensorView = operator("SplitTensorView", record="SplitTensor")
SplitWithSizeView = operator("SplitWithSizeView", record="SplitWithSize")
UnstackExtView = operator("UnstackExtView", record="Unstack")
Cast = operator("Cast", run=_cast)
TypeAs = operator("TypeAs", run=lambda prim, x, other: call("Cast", x, other.dtype))
Range = operator("Range", attrs(maxlen=1000000), function="range")
Concat = operator("Concat", attrs(axis=0), run=_concat)
Stack = operator("Stack", attrs(axis=0), run=_stack)
Pack = operator("Pack", attrs(axis=0), run=_stack)
Unstack = operator("Unstack", attrs(axis=0, num=None), run=_unstack)
Unpack = operator("Unpack", attrs(axis=0, num=None), run=_unstack)
Split = operator("Split", attrs(axis=0, output_num=1), run=_split)
SplitV = operator("SplitV", attrs("size_splits", "split_dim", "num_split"), run=_split_v)
Meshgrid = operator("Meshgrid", attrs(indexing="xy"), run=lambda prim, x: _ops().meshgrid(*x, indexing=prim.indexing))
ReverseV2 = operator("ReverseV2", attrs("axis"), run=_mapped("flip", "axis"))
ReverseSequence = operator("ReverseSequence", attrs("seq_dim", batch_dim=0), function="reverse_sequence")
InvertPermutation = operator("InvertPermutation", run=_invert_permutation)
StridedSlice = operator("StridedSlice", attrs(begin_mask=0, end_mask=0, ellipsis_mask=0, new_axis_mask=0,
                                              shrink_axis_mask=0), run=_strided_slice)
Gather = operator("Gather", attrs(batch_dims=0))
GatherV2 = operator("GatherV2", record="Gather")
SparseGatherV2 = operator("SparseGatherV2", record="Gather")
EmbeddingLookup = operator("EmbeddingLookup", run=_embedding_lookup)
OneHot = operator("OneHot", attrs(axis=-1), run=_one_hot)
Sort = operator("Sort", attrs(axis=-1, descending=False), function="sort")
TopK = operator("TopK", attrs(sorted=True), run=lambda prim, x, k: _ops().top_k(x, k, prim.sorted))
SearchSorted = operator("SearchSorted", attrs(dtype=mstype.int64, right=False), run=_searched)
UniqueConsecutive = operator("UniqueConsecutive", attrs(return_inverse=False, return_counts=False, dim=None),
                             function="unique_consecutive")
Tril = operator("Tril", attrs(diagonal=0), function="tril")
Triu = operator("Triu", attrs(diagonal=0), function="triu")
TrilIndices = operator("TrilIndices", attrs("row", "col", offset=0, dtype=mstype.int32),
                       run=lambda prim: call("TrilIndices", prim.row, prim.col, prim.offset, prim.dtype))
TriuIndices = operator("TriuIndices", attrs("row", "col", offset=0, dtype=mstype.int32),
                       run=lambda prim: call("TriuIndices", prim.row, prim.col, prim.offset, prim.dtype))
Diag = operator("Diag", function="diag")
DiagPart = operator("DiagPart", run=lambda prim, x: _ops().diagonal(x))
Roll = operator("Roll", attrs("shifts", dims=None), run=lambda prim, x: _ops().roll(x, prim.shifts, prim.dims))
SpaceToDepth = operator("SpaceToDepth", attrs("block_size"), run=lambda prim, x: _batched_blocks(prim, x, False))
DepthToSpace = operator("DepthToSpace", attrs("block_size"), run=lambda prim, x: _batched_blocks(prim, x, True))
Im2Col = operator("Im2Col", attrs("ksizes", strides=1, dilations=1, pads=0), run=lambda prim, x: _columns(prim, x))
IndexFill = operator("IndexFill", function="index_fill")
MaskedScatter = operator("MaskedScatter", function="masked_scatter")
TensorScatterUpdate = operator("TensorScatterUpdate", run=_scattered("TensorScatterUpdate"))
TensorScatterAdd = operator("TensorScatterAdd", run=_scattered("TensorScatterAdd"))
TensorScatterSub = operator("TensorScatterSub", run=_scattered("TensorScatterSub"))
TensorScatterMul = operator("TensorScatterMul", run=_scattered("TensorScatterMul"))
TensorScatterDiv = operator("TensorScatterDiv", run=_scattered("TensorScatterDiv"))
TensorScatterMax = operator("TensorScatterMax", run=_scattered("TensorScatterMax"))
TensorScatterMin = operator("TensorScatterMin", run=_scattered("TensorScatterMin"))
TensorScatterElements = operator("TensorScatterElements", attrs(axis=0, reduction="none"),
                                 function="tensor_scatter_elements")
UnsortedSegmentSum = operator("UnsortedSegmentSum", run=_segment_sum("unsorted_segment_sum"))
UnsortedSegmentMax = operator("UnsortedSegmentMax", run=_segment_sum("unsorted_segment_max"))
UnsortedSegmentMin = operator("UnsortedSegmentMin", run=_segment_sum("unsorted_segment_min"))
UnsortedSegmentProd = operator("UnsortedSegmentProd", run=_segment_sum("unsorted_segment_prod"))
ScatterUpdate = operator("ScatterUpdate", attrs(use_locking=True))
ScatterAdd = operator("ScatterAdd", attrs(use_locking=False))
ScatterSub = operator("ScatterSub", attrs(use_locking=False))
ScatterMul = operator("ScatterMul", attrs(use_locking=False))
ScatterDiv = operator("ScatterDiv", attrs(use_locking=False))
ScatterMax = operator("ScatterMax", attrs(use_locking=False))
ScatterMin = operator("ScatterMin", attrs(use_locking=False))
ScatterNdUpdate = operator("ScatterNdUpdate", attrs(use_locking=True))
ScatterNdAdd = operator("ScatterNdAdd", attrs(use_locking=False))
ScatterNdSub = operator("ScatterNdSub", attrs(use_locking=False))
ScatterNdMul = operator("ScatterNdMul", attrs(use_locking=False))
ScatterNdDiv = operator("ScatterNdDiv", attrs(use_locking=False))
ScatterNdMax = operator("ScatterNdMax", attrs(use_locking=False))
ScatterNdMin = operator("ScatterNdMin", attrs(use_locking=False))
PadV3 = operator("PadV3", attrs(mode="constant", paddings_contiguous=True), run=_pad_v3)
SpaceToBatchND = operator("SpaceToBatchND", attrs("block_shape", "paddings"),
                          run=lambda prim, x: _ops().space_to_batch_nd(x, prim.block_shape, prim.paddings))
BatchToSpaceND = operator("BatchToSpaceND", attrs("block_shape", "crops"),
                          run=lambda prim, x: _ops().batch_to_space_nd(x, prim.block_shape, prim.crops))
SpaceToBatch = operator("SpaceToBatch", attrs("block_size", "paddings"),
                        run=lambda prim, x: _ops().space_to_batch_nd(x, (prim.block_size,) * 2, prim.paddings))
BatchToSpace = operator("BatchToSpace", attrs("block_size", "crops"),
                        run=lambda prim, x: _ops().batch_to_space_nd(x, (prim.block_size,) * 2, prim.crops))
CumulativeLogsumexp = operator("CumulativeLogsumexp", attrs(exclusive=False, reverse=False),
                               run=lambda prim, x, axis: call("CumulativeLogsumexp", x, int(axis), prim.exclusive,
                                                              prim.reverse))


def _bound(comparison):
    """LowerBound and UpperBound: places in ordered rows."""
    def run(prim, sorted_x, values):
        hits = call(comparison, call("ExpandDims", sorted_x, -2), call("ExpandDims", values, -1))
        return call("ReduceSum", call("Cast", hits, prim.out_type), -1)
    return run


def _segments(record, first):
    """Rows of one segment id, which rise, folded together."""
    def run(prim, x, segment_ids):
        ids = segment_ids.tolist()
        rows = []
        for segment in range(ids[-1] + 1):
            begin, end = ids.index(segment) if segment in ids else 0, ids.count(segment)
            empty = call("Full", x.shape[1:], first, x.dtype)
            rows.append(call(record, x[begin:begin + end], 0) if end else empty)
        return call("Stack", tuple(rows), 0)
    return run


def _shuffled_channels(prim, x):
    groups = prim.group
    split = x.reshape((x.shape[0], groups, x.shape[1] // groups, *x.shape[2:]))
    return call("Transpose", split, (0, 2, 1, *range(3, split.ndim))).reshape(x.shape)


def _nth(prim, x, n):
    ordered = _ops().sort(x, -1, prim.reverse)[0]
    return ordered[..., int(n)]


def _unraveled(prim, indices, dims):
    sizes = dims.tolist() if isinstance(dims, Tensor) else list(dims)
    places = []
    for size in reversed(sizes):
        places.append(call("FloorMod", indices, size))
        indices = call("FloorDiv", indices, size)
    return call("Stack", tuple(reversed(places)), 0)


def _list_diff(prim, x, y):
    kept = [i for i, value in enumerate(x.tolist()) if value not in set(y.tolist())]
    places = Tensor(kept, prim.out_idx) if kept else call("Zeros", (0,), prim.out_idx)
    return call("Gather", x, places, 0), places


def _diagonal_filled(prim, x):
    """x with a value on its diagonal; of tall matrices again after each square with wrap."""
    size = min(x.shape)
    places = [(i,) * x.ndim for i in range(size)]
    if prim.wrap and x.ndim == 2:
        rows, columns = x.shape
        places = [(i, i % (columns + 1)) for i in range(rows) if i % (columns + 1) < columns]
    indices = Tensor(places, mstype.int32)
    return call("TensorScatterUpdate", x, indices, call("Full", (len(places),), prim.fill_value, x.dtype))


def _confusion(prim, labels, predictions, weights=None):
    """How often each class (row) was taken for each (column)."""
    count = prim.num_classes
    kind = getattr(mstype, prim.dtype) if isinstance(prim.dtype, str) else prim.dtype
    pairs = labels * count + predictions
    hits = call("Equal", pairs.reshape((1, -1)), call("Range", 0, count * count, 1, pairs.dtype).reshape((-1, 1)))
    hits = call("Cast", hits, kind if weights is None else weights.dtype)
    total = call("ReduceSum", hits if weights is None else hits * weights, 1)
    return call("Cast", total, kind).reshape((count, count))


UniqueWithPad = operator("UniqueWithPad", function="unique_with_pad")
LowerBound = operator("LowerBound", attrs(out_type=mstype.int32), run=_bound("Less"))
UpperBound = operator("UpperBound", attrs(out_type=mstype.int32), run=_bound("LessEqual"))
SegmentSum = operator("SegmentSum", run=_segments("ReduceSum", 0))
SegmentMean = operator("SegmentMean", run=_segments("ReduceMean", 0))
SegmentProd = operator("SegmentProd", run=_segments("ReduceProd", 1))
SegmentMax = operator("SegmentMax", run=_segments("ReduceMax", 0))
SegmentMin = operator("SegmentMin", run=_segments("ReduceMin", 0))
ChannelShuffle = operator("ChannelShuffle", attrs("group"), run=_shuffled_channels)
NthElement = operator("NthElement", attrs(reverse=False), run=_nth)
UnravelIndex = operator("UnravelIndex", run=_unraveled)
ListDiff = operator("ListDiff", attrs(out_idx=mstype.int32), run=_list_diff)
FillDiagonal = operator("FillDiagonal", attrs("fill_value", wrap=False), run=_diagonal_filled)
Padding = operator("Padding", attrs(pad_dim_size=8), function="padding")
InTopK = operator("InTopK", attrs("k"), function="intopk")
ConfusionMatrix = operator("ConfusionMatrix", attrs("num_classes", dtype="int32"), run=_confusion)
HammingWindow = operator("HammingWindow", attrs(periodic=True, alpha=0.54, beta=0.46, dtype=mstype.float32),
                         function="hamming_window")
BartlettWindow = operator("BartlettWindow", attrs(periodic=True, dtype=mstype.float32), function="bartlett_window")
BlackmanWindow = operator("BlackmanWindow", attrs(periodic=True, dtype=mstype.float32), function="blackman_window")
Einsum = operator("Einsum", attrs("equation"), run=lambda prim, operands: _ops().einsum(prim.equation, *operands))


def _offsets(prim, axis, shapes):
    """Where each of the tensors with these shapes begins when they are joined along the axis, a tensor for each."""
    place, found = int(axis.asnumpy()), []
    start = 0
    for shape in shapes:
        sizes = shape.asnumpy()
        found.append(Tensor(np.where(np.arange(len(sizes)) == place % len(sizes), start, 0).astype(sizes.dtype)))
        start += sizes[place]
    return tuple(found)


CopyWithSlice = operator("CopyWithSlice", run=lambda prim, target, source: target.copy_(source))
ConcatOffsetV1 = operator("ConcatOffsetV1", run=_offsets)

__getattr__ = module_getattr("mindspore.ops.operations.array_ops")
