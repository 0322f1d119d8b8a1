// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"

#include "engine/base/text.h"

#include <algorithm>
#include <charconv>

namespace jitscope {
inline namespace cli {

namespace {

bool isNumberFrom(int64_t least, const std::string &value) {
    int number = 0;
    const auto [end, fault] = std::from_chars(value.data(), value.data() + value.size(), number);
    return fault == std::errc() && end == value.data() + value.size() && number >= least;
}

} // namespace

std::string Arguments::value(const std::string &name, const std::string &otherwise) const {
    const auto found = options.find(name);
    return found == options.end() ? otherwise : found->second.back();
}

std::vector<std::string> Arguments::values(const std::string &name) const {
    const auto found = options.find(name);
    return found == options.end() ? std::vector<std::string>() : found->second;
}

Result<Arguments> parseArguments(const std::vector<std::string> &arguments, const std::vector<OptionDef> &known) {
    Arguments parsed;
    for (size_t i = 0; i < arguments.size(); ++i) {
        const std::string &argument = arguments[i];
        if (argument == "--") {
            parsed.rest.assign(arguments.begin() + i + 1, arguments.end());
            break;
        }
        if (argument.size() < 2 || argument[0] != '-') {
            parsed.positional.push_back(argument);
            continue;
        }
        const size_t equals = argument.find('=');
        const std::string name = argument.substr(0, equals);
        const auto option = std::find_if(known.begin(), known.end(), [&](const auto &def) { return def.name == name; });
        if (option == known.end()) return Error{"unknown option " + name};
        std::string value;
        if (option->valueName.empty()) {
            if (equals != std::string::npos) return Error{"option " + name + " takes no value"};
        } else if (equals != std::string::npos) {
            value = argument.substr(equals + 1);
        } else if (i + 1 < arguments.size()) {
            value = arguments[++i];
        } else {
            return Error{"option " + name + " needs a value: " + name + " " + option->valueName};
        }
        const auto &choices = option->choices;
        if (!choices.empty() && std::find(choices.begin(), choices.end(), value) == choices.end())
            return Error{"option " + name + " must be one of " + join(choices, ", ") + ", but got '" + value + "'"};
        if (option->least && !isNumberFrom(*option->least, value))
            return Error{"option " + name + " needs a whole number from " + std::to_string(*option->least) +
                         " on, but got '" + value + "'"};
        parsed.options[name].push_back(value);
    }
    return parsed;
}

} // namespace cli
} // namespace jitscope
