// SPDX-License-Identifier: Apache-2.0
// The common fields of records of element-wise operators.
#include "engine/ops/rules/elementwiserecord.h"

#include "engine/ops/families.h"

#include <algorithm>
#include <cassert>

namespace jitscope::inline ops {

OpDef elementWiseRecord(std::string name, std::vector<std::string> functions, std::string doc, std::string numpy,
                        GradientRule gradient) {
    OpDef def;
    def.name = std::move(name);
    def.methods = functions;
    if (!functions.empty()) {
        def.function = functions.front();
        functions.erase(functions.begin());
    }
    def.aliases = std::move(functions);
    def.doc = std::move(doc);
    def.category = OpCategory::ElementWise;
    def.fusion = FusionClass::ElementWise;
    def.numpy = std::move(numpy);
    def.gradient = gradient;
    return def;
}

std::vector<OpDef> withUses(std::vector<OpDef> ops, const std::vector<OpUseRow> &uses,
                            const std::vector<std::string_view> &complex) {
    const auto named = [&ops](std::string_view name) {
        const auto op = std::find_if(ops.begin(), ops.end(), [name](const OpDef &each) { return each.name == name; });
        assert(op != ops.end() && "a row for an operator of another family");
        return op;
    };
    for (const OpUseRow &row : uses)
        for (const std::string_view name : row.ops)
            named(name)->use = row.use;
    for (const std::string_view name : complex)
        named(name)->computesComplex = true;
    return ops;
}

OpDef withMethods(OpDef def, std::vector<std::string> methods) {
    def.methods = std::move(methods);
    return def;
}

} // namespace jitscope::inline ops
