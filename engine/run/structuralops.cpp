// SPDX-License-Identifier: Apache-2.0
// The records of the structural primitives.
#include "engine/run/structuralops.h"

#include "engine/base/text.h"
#include "engine/ops/opdef.h"
#include "engine/run/hostcall.h"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace jitscope::inline run {
namespace {

using Arguments = std::span<const Value *const>;

Value first(Arguments arguments) {
    return *arguments.front();
}

/** The elements as they are now; they share the memory until somebody writes to it. */
Value load(Arguments arguments) {
    const Tensor *tensor = arguments.front()->asTensor();
    if (!tensor || !tensor->defined()) return *arguments.front();
    const StoragePtr now(tensor->storage()->snapshot());
    return Tensor(now, tensor->shape(), tensor->strides(), tensor->offset(), tensor->dtype());
}

std::vector<Value> copied(Arguments arguments) {
    std::vector<Value> values;
    values.reserve(arguments.size());
    for (const Value *argument : arguments)
        values.push_back(*argument);
    return values;
}

Value makeTuple(Arguments arguments) {
    return Value::tuple(copied(arguments));
}

Value makeList(Arguments arguments) {
    return Value::list(copied(arguments));
}

Value getItem(Arguments arguments) {
    const Sequence *sequence = arguments[0]->asSequence();
    const int64_t *index = arguments[1]->asInt();
    if (!sequence || !index) throw std::invalid_argument("TupleGetItem needs a tuple and an int.");
    const int64_t size = int64_t(sequence->items.size());
    const int64_t place = *index < 0 ? *index + size : *index;
    if (place < 0 || place >= size)
        throw std::invalid_argument(format("TupleGetItem: index %lld is out of range for %lld items.",
                                           static_cast<long long>(*index), static_cast<long long>(size)));
    return sequence->items[size_t(place)];
}

bool isTrue(const Value &condition) {
    if (const Tensor *tensor = condition.asTensor()) {
        if (tensor->count() == 1) return tensor->at(0) != 0;
    } else if (const auto number = condition.number()) {
        return *number != 0;
    }
    throw std::invalid_argument("Switch needs a bool or a tensor of one element as its condition.");
}

Value chooseBranch(Arguments arguments) {
    return isTrue(*arguments[0]) ? *arguments[1] : *arguments[2];
}

Value token(Arguments) {
    return Monad::U;
}

constexpr std::array<StructuralOp, 10> structuralOps = {{
    {"MakeTuple", 0, makeTuple},
    {"MakeList", 0, makeList},
    {"TupleGetItem", 2, getItem},
    {"ListGetItem", 2, getItem},
    {"Depend", 1, first},
    {"Load", 1, load},
    {"PyExecute", 2, callHost},
    {"Return", 1, first},
    {"Switch", 3, chooseBranch},
    {"UpdateState", 1, token},
}};

} // namespace

const StructuralOp *findStructuralOp(std::string_view name) {
    const auto found = std::find_if(structuralOps.begin(), structuralOps.end(),
                                    [&](const StructuralOp &op) { return op.name == name; });
    return found == structuralOps.end() ? nullptr : &*found;
}

} // namespace jitscope::inline run
