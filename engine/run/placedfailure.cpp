// SPDX-License-Identifier: Apache-2.0
#include "engine/run/placedfailure.h"

#include "engine/ops/opdef.h"
#include "engine/ops/rules/indexrules.h"
#include "engine/run/graphplan.h"

#include <string>

namespace jitscope::inline run {

namespace {

/** Callers tell kinds apart, as they do of eager calls. */
template<class Kind> struct PlacedError : Kind, Placed { using Kind::Kind; };

} // namespace

void failAt(const Node &node, const std::invalid_argument &error) {
    const std::string text = error.what() + placeOf(node);
    if (dynamic_cast<const TypeMistake *>(&error)) throw PlacedError<TypeMistake>(text);
    if (dynamic_cast<const IndexElementOutOfRange *>(&error)) throw PlacedError<IndexElementOutOfRange>(text);
    if (dynamic_cast<const IndexOutOfRange *>(&error)) throw PlacedError<IndexOutOfRange>(text);
    throw PlacedError<std::invalid_argument>(text);
}

} // namespace jitscope::inline run
