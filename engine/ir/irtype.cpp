// SPDX-License-Identifier: Apache-2.0
// Types as dumps write them: "<Tensor[Float32], (2, 3)>" today, "<Tensor[Float32]x[const vector][2, 3]>" once.
#include "engine/base/text.h"
#include "engine/ir/irlexer.h"
#include "engine/ir/irvalue.h"

#include <algorithm>

namespace jitscope::inline ir {

namespace {

constexpr size_t npos = std::string_view::npos;

/** A type as the two parts that stand beside each other: what it is, and its shape. */
struct TypeParts {
    std::string type, shape;
};

std::string shapeText(const Dims &shape) {
    std::vector<std::string> sizes;
    for (const int64_t size : shape)
        sizes.push_back(format("%lld", (long long)(size)));
    return "(" + join(sizes, ", ") + ")";
}

TypeParts partsOf(const Abstract &abstract);

/** Equal neighbours are written once: Tensor[Float32]*4. */
TypeParts partsOfTuple(const Abstract &tuple) {
    std::vector<std::string> types, shapes;
    for (size_t i = 0; i < tuple.items.size();) {
        const TypeParts parts = partsOf(tuple.items[i]);
        size_t repeats = 0;
        for (; i < tuple.items.size(); ++i, ++repeats) {
            const TypeParts next = partsOf(tuple.items[i]);
            if (next.type != parts.type) break;
            shapes.push_back(next.shape);
        }
        types.push_back(repeats > 1 ? parts.type + format("*%zu", repeats) : parts.type);
    }
    return {"Tuple[" + join(types, ",") + "]", "TupleShape(" + join(shapes, ", ") + ")"};
}

std::string scalarName(const Abstract &abstract) {
    if (abstract.isConstant && abstract.value.asString()) return "String";
    return std::string(info(abstract.dtype).name);
}

TypeParts partsOf(const Abstract &abstract) {
    switch (abstract.kind) {
    case Abstract::Kind::Tensor: {
        const std::string tensor = "Tensor[" + std::string(info(abstract.dtype).name) + "]";
        return {abstract.referenceKey.empty() ? tensor : "Ref[" + tensor + "]", shapeText(abstract.shape)};
    }
    case Abstract::Kind::Scalar:
        return {scalarName(abstract), "NoShape"};
    case Abstract::Kind::Tuple:
        return partsOfTuple(abstract);
    case Abstract::Kind::Function:
        return {"Func", "NoShape"};
    case Abstract::Kind::None:
        return {"None", "NoShape"};
    case Abstract::Kind::Monad: {
        const bool io = abstract.value.asMonad() && *abstract.value.asMonad() == Monad::IO;
        return {io ? "IOMonad" : "UMonad", "NoShape"};
    }
    case Abstract::Kind::Unknown:
        break;
    }
    if (abstract.isConstant && abstract.value.asString()) return {"String", "NoShape"};
    return {"Any", "NoShape"};
}

// --- reading -------------------------------------------------------------------------------------------------------

/** "Float32", "F32" of the oldest dumps. */
std::optional<DType> readDType(std::string_view name) {
    struct Short {
        std::string_view name;
        DType dtype;
    };
    static constexpr Short shorts[] = {
        {"F16", DType::Float16},   {"F32", DType::Float32},     {"F64", DType::Float64}, {"I8", DType::Int8},
        {"I16", DType::Int16},     {"I32", DType::Int32},       {"I64", DType::Int64},   {"U8", DType::UInt8},
        {"U16", DType::UInt16},    {"U32", DType::UInt32},      {"U64", DType::UInt64},  {"B", DType::Bool},
        {"C64", DType::Complex64}, {"C128", DType::Complex128},
    };
    for (const Short &candidate : shorts)
        if (candidate.name == name) return candidate.dtype;
    return dtypeNamed(name);
}

/** What stands in the brackets behind `name` if `text` is "name[...]" or "name(...)". */
std::optional<std::string_view> insideOf(std::string_view text, std::string_view name) {
    if (!text.starts_with(name) || text.size() < name.size() + 2) return std::nullopt;
    const char open = text[name.size()];
    if ((open != '[' && open != '(') || closingBracket(text, name.size()) != text.size() - 1) return std::nullopt;
    return text.substr(name.size() + 1, text.size() - name.size() - 2);
}

/** "(2, 3)", "[2, 3]", "()"; nothing for dynamic ranks, more than maxRank axes and other text. */
std::optional<Dims> readShape(std::string_view text) {
    if (text.size() < 2 || (text[0] != '(' && text[0] != '[')) return std::nullopt;
    Dims shape;
    for (const std::string_view piece : splitList(text.substr(1, text.size() - 2))) {
        const auto size = wholeNumber(piece);
        if (!size || *size < -1 || shape.rank() == maxRank) return std::nullopt;
        shape.push(*size);
    }
    return shape;
}

Abstract readParts(std::string_view type, std::string_view shape, int depth);

/** The types of a tuple with "T*3" written out, each with its shape. */
Abstract readTuple(std::string_view types, std::string_view shapes, int depth) {
    const auto inside = insideOf(shapes, "TupleShape");
    const auto itemShapes = inside ? splitList(*inside) : std::vector<std::string_view>();
    std::vector<Abstract> items;
    for (std::string_view type : splitList(types)) {
        int64_t repeats = 1;
        if (const size_t star = type.rfind('*'); star != npos && type.find(']', star) == npos) {
            repeats = std::clamp<int64_t>(wholeNumber(type.substr(star + 1)).value_or(1), 0, 100000);
            type = type.substr(0, star);
        }
        // Without a shape for each, a repeat count could ask for any amount of memory.
        for (int64_t i = 0; i < repeats && (items.size() < itemShapes.size() || i < 64); ++i) {
            const std::string_view shape = items.size() < itemShapes.size() ? itemShapes[items.size()] : "NoShape";
            items.push_back(readParts(type, shape, depth + 1));
        }
    }
    return Abstract::tuple(std::move(items));
}

Abstract readParts(std::string_view type, std::string_view shape, int depth) {
    if (depth >= maxNesting) return {};
    if (const auto inside = insideOf(type, "Ref")) return readParts(*inside, shape, depth + 1);
    if (const auto inside = insideOf(type, "Tensor")) {
        const auto dtype = readDType(*inside);
        const auto dims = readShape(shape);
        return dtype && dims ? Abstract::tensor(*dtype, *dims) : Abstract();
    }
    if (const auto inside = insideOf(type, "Tuple")) return readTuple(*inside, shape, depth);
    Abstract abstract;
    if (type == "Func") return Abstract::function();
    if (type == "None") abstract.kind = Abstract::Kind::None;
    if (type == "UMonad" || type == "IOMonad") {
        abstract.kind = Abstract::Kind::Monad;
        abstract.value = Value(type == "UMonad" ? Monad::U : Monad::IO);
    }
    if (const auto dtype = dtypeNamed(type); dtype && info(*dtype).name == type) {
        abstract.kind = Abstract::Kind::Scalar;
        abstract.dtype = *dtype;
    }
    return abstract;
}

/** Up to 1.10 the shape stood behind an "x": "Tensor[Float32]x(2, 3)", "Ref[Tensor(F32)]x[const vector][2, 3]". */
std::optional<Abstract> readOldTensor(std::string_view text) {
    const size_t mark = std::min(text.find("]x("), text.find("]x["));
    if (mark == npos) return std::nullopt;
    std::string_view shape = text.substr(mark + 2);
    constexpr std::string_view vector = "[const vector]";
    if (shape.starts_with(vector)) shape.remove_prefix(vector.size());
    if (const size_t rest = shape.find(", ref_key"); rest != npos) shape = shape.substr(0, rest);
    Abstract abstract = readParts(text.substr(0, mark + 1), shape, 0);
    if (abstract.kind == Abstract::Kind::Unknown) return std::nullopt;
    return abstract;
}

} // namespace

std::string typeText(const Abstract &abstract) {
    if (!abstract.text.empty()) return "<" + abstract.text + ">";
    if (abstract.kind == Abstract::Kind::Unknown && !abstract.isConstant) return "<null>";
    const TypeParts parts = partsOf(abstract);
    std::string text = parts.type + ", " + parts.shape;
    if (abstract.isTensor() && abstract.isConstant) text += ", value=...";
    if (!abstract.referenceKey.empty()) text += ", ref_key=" + abstract.referenceKey + ", is_parameter";
    return "<" + text + ">";
}

Abstract parseType(std::string_view text) {
    text = trimmed(text);
    if (text.starts_with('`') && text.ends_with('`') && text.size() > 1) text = text.substr(1, text.size() - 2);
    if (text.starts_with('<')) text.remove_prefix(1);
    if (text.ends_with('>')) text.remove_suffix(1);
    if (text.empty() || text == "null") return {};
    if (const auto old = readOldTensor(text)) return *old;

    const auto pieces = splitList(text, Brackets::WithAngles);
    Abstract abstract = readParts(pieces[0], pieces.size() > 1 ? pieces[1] : "NoShape", 0);
    for (size_t i = 2; i < pieces.size(); ++i)
        if (pieces[i].starts_with("ref_key=")) abstract.referenceKey = std::string(pieces[i].substr(8));
    // What a dump says beyond our model stays as text, so that nothing is lost on the way to the screen or a file.
    const std::string whole = singleLine(text);
    if (typeText(abstract) != "<" + whole + ">") abstract.text = whole;
    return abstract;
}

Abstract printedType(const Node &node) {
    if (node.isConstant() && !node.value->asOpaque()) return Abstract::constant(node.value);
    Abstract abstract = node.abstract;
    if (node.isParameter() && node.weight->defined() && abstract.referenceKey.empty())
        abstract.referenceKey = node.name;
    return abstract;
}

} // namespace jitscope::inline ir
