// SPDX-License-Identifier: Apache-2.0
// What is known of values before they are computed.
#include "engine/ops/opdef.h"

#include "engine/base/text.h"
#include "engine/tensor/tensorprint.h"

#include <algorithm>

namespace jitscope::inline ops {

Abstract Abstract::tensor(DType dtype, const Dims &shape) {
    Abstract abstract;
    abstract.kind = Kind::Tensor;
    abstract.dtype = dtype;
    abstract.shape = shape;
    return abstract;
}

Abstract Abstract::tuple(std::vector<Abstract> items) {
    Abstract abstract;
    abstract.kind = Kind::Tuple;
    abstract.items = std::move(items);
    return abstract;
}

Abstract Abstract::function() {
    Abstract abstract;
    abstract.kind = Kind::Function;
    return abstract;
}

namespace {

Abstract scalar(DType dtype) {
    Abstract abstract;
    abstract.kind = Abstract::Kind::Scalar;
    abstract.dtype = dtype;
    return abstract;
}

/** The type of `value` alone. Python's float is MindSpore's Float32, its int Int64; texts and dtypes are scalars too.
 */
struct TypeOf {
    Abstract ofKind(Abstract::Kind kind) const {
        Abstract abstract;
        abstract.kind = kind;
        return abstract;
    }
    Abstract operator()(std::monostate) const { return ofKind(Abstract::Kind::None); }
    Abstract operator()(bool) const { return scalar(DType::Bool); }
    Abstract operator()(int64_t) const { return scalar(DType::Int64); }
    Abstract operator()(double) const { return scalar(DType::Float32); }
    Abstract operator()(const std::string &) const { return scalar(DType::Int64); }
    Abstract operator()(DType) const { return scalar(DType::Int64); }
    Abstract operator()(const Tensor &tensor) const {
        return tensor.defined() ? Abstract::tensor(tensor.dtype(), tensor.shape()) : Abstract();
    }
    Abstract operator()(const std::shared_ptr<const Sequence> &sequence) const {
        std::vector<Abstract> items;
        items.reserve(sequence->items.size());
        for (const Value &item : sequence->items)
            items.emplace_back(Abstract::of(item));
        return Abstract::tuple(std::move(items));
    }
    Abstract operator()(const GraphReference &) const { return Abstract::function(); }
    Abstract operator()(Monad) const { return ofKind(Abstract::Kind::Monad); }
    Abstract operator()(const Opaque &) const { return {}; }
};

/** Tensors are data, everything else is a constant; a tuple is one if all of its items are. */
bool isConstantByNature(const Value &value) {
    if (value.asTensor() || value.asOpaque()) return false;
    const Sequence *sequence = value.asSequence();
    return !sequence || std::all_of(sequence->items.begin(), sequence->items.end(), isConstantByNature);
}

} // namespace

Abstract Abstract::of(const Value &value) {
    if (!isConstantByNature(value)) return std::visit(TypeOf{}, value.data);
    return constant(value);
}

Abstract Abstract::constant(const Value &value) {
    Abstract abstract = std::visit(TypeOf{}, value.data);
    abstract.value = value;
    abstract.isConstant = true;
    return abstract;
}

int64_t Abstract::bytes() const {
    if (kind == Kind::Tensor) return count() * info(dtype).bytes;
    int64_t all = 0;
    for (const Abstract &item : items)
        all += item.bytes();
    return all;
}

bool sameType(const Abstract &a, const Abstract &b) {
    if (a.kind != b.kind || a.items.size() != b.items.size()) return false;
    const bool hasDType = a.kind == Abstract::Kind::Tensor || a.kind == Abstract::Kind::Scalar;
    if (hasDType && a.dtype != b.dtype) return false;
    if (a.isTensor() && a.shape != b.shape) return false;
    return std::equal(a.items.begin(), a.items.end(), b.items.begin(), sameType);
}

std::string brief(const Abstract &abstract) {
    switch (abstract.kind) {
    case Abstract::Kind::Tensor:
        return brief(abstract.dtype, abstract.shape);
    case Abstract::Kind::Scalar:
        if (abstract.isConstant && abstract.value.asString()) return "text";
        if (abstract.isConstant && abstract.value.asDType()) return "dtype";
        return std::string(info(abstract.dtype).brief);
    case Abstract::Kind::Function:
        return "function";
    case Abstract::Kind::None:
        return "None";
    case Abstract::Kind::Monad:
        return "monad";
    case Abstract::Kind::Unknown:
        return abstract.text.starts_with("External") ? "External" : "?";
    case Abstract::Kind::Tuple:
        break;
    }
    std::vector<std::string> parts;
    for (const Abstract &item : abstract.items)
        parts.push_back(brief(item));
    return "(" + join(parts, ", ") + ")";
}

} // namespace jitscope::inline ops
