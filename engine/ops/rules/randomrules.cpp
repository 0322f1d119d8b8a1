// SPDX-License-Identifier: Apache-2.0
// Reads seeds and offsets.
#include "engine/ops/rules/randomrules.h"

#include "engine/ops/rules/rules.h"

namespace jitscope::inline ops {

namespace {

OpCost drawCost(TypeSpan arguments, const Abstract &result) {
    constexpr double flopsOfDraw = 30; // the ten rounds of a block are shared by four elements
    double bytes = double(result.bytes());
    for (const Abstract &argument : arguments)
        bytes += double(argument.bytes());
    return {flopsOfDraw * double(result.isTensor() ? result.count() : 0), bytes};
}

std::optional<int64_t> intOrNone(const Value &value, const char *name) {
    if (value.isNone()) return std::nullopt;
    if (const int64_t *number = value.asInt()) return *number;
    diagnose(std::string("For random operators, '") + name + "' must be an int or None.");
}

} // namespace

OpDef randomOp(std::string name, std::string function, std::string doc) {
    OpDef def;
    def.name = std::move(name);
    def.function = std::move(function);
    def.doc = std::move(doc);
    def.effect = Effect::Random;
    def.cost = drawCost;
    return def;
}

std::vector<ParamDef> withSeed(std::vector<ParamDef> params) {
    params.push_back(optionalParam("seed", ParamKind::Any, Value()));
    params.push_back(optionalParam("offset", ParamKind::Any, Value()));
    return params;
}

RandomStream streamOf(std::span<const Value> arguments, size_t index) {
    return nextRandomStream(intOrNone(arguments[index], "seed"), intOrNone(arguments[index + 1], "offset"));
}

} // namespace jitscope::inline ops
