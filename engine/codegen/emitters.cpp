// SPDX-License-Identifier: Apache-2.0
// All emitters, and how the one for a call is found.
#include "engine/codegen/emitters.h"

#include "engine/codegen/emitterfamilies.h"

#include <algorithm>

namespace jitscope::inline codegen {

const std::vector<Emitter> &emitters() {
    static const std::vector<Emitter> records = [] {
        std::vector<Emitter> all;
        for (const auto &family :
             {arithmeticEmitters(), comparisonEmitters(), functionEmitters(), activationEmitters(), integerEmitters()})
            all.insert(all.end(), family.begin(), family.end());
        return all;
    }();
    return records;
}

namespace {

using Kinds = std::span<const ElementKind>;

bool isExact(const Emitter &record, Kinds kinds) {
    return std::equal(record.operands.begin(), record.operands.end(), kinds.begin(), kinds.end());
}

/** A truth may stand for a number (0 or 1), and so may an integer beside a number, as operators promote; never the
    other way round. */
bool isWidening(const Emitter &record, Kinds kinds) {
    const bool hasNumber = std::find(kinds.begin(), kinds.end(), ElementKind::Number) != kinds.end();
    return std::equal(record.operands.begin(), record.operands.end(), kinds.begin(), kinds.end(),
                      [&](ElementKind wanted, ElementKind given) {
                          const bool widens = given == ElementKind::Bool || hasNumber;
                          return wanted == given || (wanted == ElementKind::Number && widens);
                      });
}

const Emitter *firstRecord(std::string_view op, std::string_view option, Kinds kinds, ElementKind result,
                           bool (*fits)(const Emitter &, Kinds)) {
    for (const Emitter &record : emitters())
        if (record.op == op && record.option == option && record.result == result && fits(record, kinds))
            return &record;
    return nullptr;
}

} // namespace

const Emitter *findEmitter(std::string_view op, std::string_view option, std::span<const ElementKind> operands,
                           ElementKind result) {
    const Emitter *exact = firstRecord(op, option, operands, result, isExact);
    return exact ? exact : firstRecord(op, option, operands, result, isWidening);
}

bool hasEmitter(std::string_view op) {
    return std::any_of(emitters().begin(), emitters().end(), [&](const Emitter &record) { return record.op == op; });
}

} // namespace jitscope::inline codegen
