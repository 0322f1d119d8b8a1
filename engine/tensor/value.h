// SPDX-License-Identifier: Apache-2.0
// Any value an operator can take or give: a tensor, a Python-like constant, a tuple, the name of a graph.
#pragma once

#include "engine/tensor/tensor.h"

#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace jitscope::inline tensor {

struct Value;

/** A reference to a sub-graph by its name (graphs are looked up in their module). */
struct GraphReference {
    std::string name;
    bool operator==(const GraphReference &) const = default;
};

/** The side-effect tokens of MindSpore's IR: printed as UMonad[U] and IOMonad[IO]. */
enum class Monad : uint8_t { U, IO };

/** What we know no more of than its text: of a dump, a foreign object or an elided tensor; of a running graph, an
   object of the language that called it, which only that language's own nodes look into. A session keeps the text
   alone. */
struct Opaque {
    std::string text;
    std::shared_ptr<const void> object = nullptr; ///< kept alive; null for what comes from a file
    bool operator==(const Opaque &) const = default;
};

enum class SequenceKind : uint8_t { Tuple, List };

/** A tuple or list of values; shared and immutable. */
struct Sequence {
    SequenceKind kind = SequenceKind::Tuple;
    std::vector<Value> items;
};

struct Value {
    using Variant = std::variant<std::monostate, bool, int64_t, double, std::string, DType, Tensor,
                                 std::shared_ptr<const Sequence>, GraphReference, Monad, Opaque>;
    Variant data; ///< monostate is Python's None

    Value() = default;
    Value(bool value)
        : data(value) {}
    Value(int value)
        : data(int64_t(value)) {}
    Value(int64_t value)
        : data(value) {}
    Value(double value)
        : data(value) {}
    Value(const char *value)
        : data(std::string(value)) {}
    Value(std::string value)
        : data(std::move(value)) {}
    Value(DType value)
        : data(value) {}
    Value(Tensor value)
        : data(std::move(value)) {}
    Value(GraphReference value)
        : data(std::move(value)) {}
    Value(Monad value)
        : data(value) {}
    Value(Opaque value)
        : data(std::move(value)) {}
    static Value tuple(std::vector<Value> items);
    static Value list(std::vector<Value> items);
    static Value ints(const Dims &dims); ///< a tuple of integers

    bool isNone() const { return std::holds_alternative<std::monostate>(data); }
    const bool *asBool() const { return std::get_if<bool>(&data); }
    const int64_t *asInt() const { return std::get_if<int64_t>(&data); }
    const double *asDouble() const { return std::get_if<double>(&data); }
    const std::string *asString() const { return std::get_if<std::string>(&data); }
    const DType *asDType() const { return std::get_if<DType>(&data); }
    const Tensor *asTensor() const { return std::get_if<Tensor>(&data); }
    const GraphReference *asGraph() const { return std::get_if<GraphReference>(&data); }
    const Monad *asMonad() const { return std::get_if<Monad>(&data); }
    const Opaque *asOpaque() const { return std::get_if<Opaque>(&data); }
    const Sequence *asSequence() const {
        const auto *shared = std::get_if<std::shared_ptr<const Sequence>>(&data);
        return shared ? shared->get() : nullptr;
    }

    /** A bool, int or float as a double; nothing for anything else. */
    std::optional<double> number() const;
    /** A tuple or list of integers (or one integer as rank 1); nothing for anything else or for more than maxRank. */
    std::optional<Dims> dims() const;
};

/** Equal kind and content; tensors compare by dtype, shape and bits. */
bool operator==(const Value &a, const Value &b);

/** As MindSpore's IR prints constants: Bool(1), I64(30), F32(0.5), "text", (I64(1), I64(2)), Tensor(shape=..., ...). */
std::string toString(const Value &value);

} // namespace jitscope::inline tensor
