// SPDX-License-Identifier: Apache-2.0
// Lenient reading of JSON values.
#include "plugins/msprof_op/jsonfields.h"

namespace jitscope {
inline namespace msprof_op {

std::string textOf(const JsonValue &value) {
    const std::string text = value.kind() == JsonKind::Null ? std::string() : value.text();
    return text == "NA" || text == "N/A" ? std::string() : text;
}

double numberOf(const JsonValue &value) {
    return value.real();
}

} // namespace msprof_op
} // namespace jitscope
