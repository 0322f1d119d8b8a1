// SPDX-License-Identifier: Apache-2.0
// The common fields of records of element-wise operators.
#include "engine/ops/record.h"

namespace jitscope {

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

OpDef withMethods(OpDef def, std::vector<std::string> methods) {
    def.methods = std::move(methods);
    return def;
}

} // namespace jitscope
