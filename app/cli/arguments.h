// SPDX-License-Identifier: GPL-3.0-or-later
// A command line taken apart: positional arguments and options, checked against what the command knows.
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace jitscope {
inline namespace cli {

/** One option that a command knows: "--graph" with a value called G, or a plain flag. */
struct OptionDef {
    std::string name;      ///< with its dashes
    std::string valueName; ///< "" for a flag
    std::string help;
    std::vector<std::string> choices;  ///< the only values allowed; empty for any
    std::optional<int64_t> least = {}; ///< the value is a whole number, at least this; none: any text
};

struct Arguments {
    std::vector<std::string> positional;
    std::map<std::string, std::vector<std::string>> options; ///< by name; a flag has one empty value
    std::vector<std::string> rest;                           ///< behind `--`

    bool has(const std::string &name) const { return options.count(name) > 0; }
    /** The last value given for `name`, or `otherwise`. */
    std::string value(const std::string &name, const std::string &otherwise = {}) const;
    /** All values given for `name`, in order. */
    std::vector<std::string> values(const std::string &name) const;
};

/** Takes `arguments` (without program and command) apart; both `--name value` and `--name=value` are understood. */
Result<Arguments> parseArguments(const std::vector<std::string> &arguments, const std::vector<OptionDef> &known);

} // namespace cli
} // namespace jitscope
