// SPDX-License-Identifier: Apache-2.0
// The operators that compute complex numbers, and the sentence of those that do not.
#include "engine/ops/complexuse.h"

#include "engine/ops/kernels/complexmath.h"

#include <algorithm>

namespace jitscope::inline ops {

namespace {

/** Besides the functions of one number, which complexmath.h lists. */
constexpr std::string_view takers[] = {
    // arithmetic and comparisons
    "Add",
    "Sub",
    "Mul",
    "Div",
    "Pow",
    "AddExt",
    "SubExt",
    "Equal",
    "NotEqual",
    "LogicalAnd",
    "LogicalOr",
    "LogicalXor",
    "LogicalNot",
    "Select",
    "Cast",
    // parts and transforms
    "Complex",
    "Real",
    "Imag",
    "Angle",
    "ComplexAbs",
    "Conj",
    "FFT",
    "FFT2",
    "FFTN",
    "IFFT",
    "IFFT2",
    "IFFTN",
    "IRFFT",
    "IRFFT2",
    "IRFFTN",
    "HFFT",
    "HFFT2",
    "HFFTN",
    // reductions and products
    "ReduceSum",
    "ReduceMean",
    "ReduceProd",
    "ReduceAll",
    "ReduceAny",
    "CumSum",
    "CumProd",
    "MatMul",
    "BatchMatMul",
    // creation
    "Full",
    "ZerosLike",
    "OnesLike",
    // movement
    "Reshape",
    "Flatten",
    "ExpandDims",
    "Squeeze",
    "Transpose",
    "BroadcastTo",
    "Slice",
    "StridedSlice",
    "StridedSliceGrad",
    "TensorCopySlices",
    "StridedSliceAssign",
    "SelectExtView",
    "Narrow",
    "Diagonal",
    "DiagonalBackward",
    "Index",
    "IndexPut",
    "InplaceIndexPut",
    "Gather",
    "GatherGrad",
    "IndexSelect",
    "GatherD",
    "GatherNd",
    "NonZero",
    "MaskedSelect",
    "MaskedFill",
    "InplaceMaskedFill",
    "MaskedScatter",
    "InplaceMaskedScatter",
    "MaskedScatterBackward",
    "ScatterNd",
    "TensorScatterUpdate",
    "TensorScatterAdd",
    "TensorScatterElements",
    "InplaceScatterElements",
    "ScatterNdUpdate",
    "ScatterUpdate",
    "ScatterNdAdd",
    "ScatterAdd",
    "IndexAdd",
    "InplaceIndexAdd",
    "SplitTensor",
    "SplitWithSize",
    "Split",
    "Chunk",
    "Unstack",
    "Tile",
    "Roll",
    "ReverseV2",
    "PadV3",
    "PadV3Grad",
    "Concat",
    "Stack",
    "Tril",
    "Triu",
    "DiagEmbed",
    // copies and writes
    "StopGradient",
    "Print",
    "Identity",
    "Clone",
    "Contiguous",
    "Overwritten",
    "Assign",
    "AssignAdd",
    "AssignSub",
    "InplaceCopy",
    "InplaceFillScalar",
    "InplaceAddExt",
    "InplaceSubExt",
    "InplaceMul",
    "InplaceDiv",
};

bool holdsComplex(const Abstract &type) {
    if (type.isTensor()) return isComplex(type.dtype);
    return std::ranges::any_of(type.items, holdsComplex);
}

bool isComplexValue(const Value &value) {
    if (const Tensor *tensor = value.asTensor()) return tensor->defined() && isComplex(tensor->dtype());
    const Sequence *sequence = value.asSequence();
    return sequence && std::ranges::any_of(sequence->items, isComplexValue);
}

std::string refusal(const OpDef &op) {
    return "For '" + op.name +
           "', complex tensors are not supported; compute with their real and imaginary parts (ops.real, ops.imag).";
}

} // namespace

bool computesComplex(std::string_view primitive) {
    return complexFunction(primitive) || std::ranges::find(takers, primitive) != std::end(takers);
}

std::optional<Error> whyNotComplex(const OpDef &op, std::span<const Abstract> arguments) {
    if (op.computesComplex || std::ranges::none_of(arguments, holdsComplex)) return std::nullopt;
    return Error{refusal(op)};
}

Result<Abstract> inferredType(const OpDef &op, std::span<const Abstract> arguments) {
    if (auto refused = whyNotComplex(op, arguments)) return *std::move(refused);
    return op.infer(arguments);
}

void refuseComplexValues(const OpDef &op, std::span<const Value> arguments) {
    if (std::ranges::any_of(arguments, isComplexValue)) throw TypeMistake(refusal(op));
}

} // namespace jitscope::inline ops
