// SPDX-License-Identifier: Apache-2.0
// What a compiled function is run with when it is compiled anew to be compared: its first recorded call.
#pragma once

#include "engine/session/sessionfwd.h"
#include "engine/session/compilation.h"

#include <string>
#include <vector>

namespace jitscope::inline variants {

/** Where the value of a parameter is from. */
enum class InputSource : uint8_t {
    Recorded, ///< what the first call was given
    Weight,   ///< a weight as it is now
    Random,   ///< nothing was recorded: drawn by dtype and shape, the same in every process
};

struct VariantInput {
    std::string parameter;
    InputSource source = InputSource::Random;
    bool operator==(const VariantInput &) const = default;
};

/** One call of the function that a compilation captured, apart from the program that it is from. */
struct VariantCall {
    Module captured;              ///< holds copies of all weights
    std::vector<Value> arguments; ///< one for each parameter that is no weight
    std::vector<VariantInput> inputs;
};

/** The error says which parameter no value can be made for. Values in files are read. */
Result<VariantCall> callOf(const Session &session, const Compilation &compilation);

/** `module` with a copy of each weight, so that running it writes to nothing that anybody else holds. Ids stay. */
Module withOwnWeights(const Module &module);

/** The same for the stages of a compile: a weight has one copy in all of them. */
std::vector<Module> withOwnWeights(const std::vector<Module> &stages);

/** "x, mask as recorded; labels random (its values were not recorded)": for the user. */
std::string toString(const std::vector<VariantInput> &inputs);

} // namespace jitscope::inline variants
