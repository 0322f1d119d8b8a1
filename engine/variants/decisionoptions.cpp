// SPDX-License-Identifier: Apache-2.0
// One record an option; what it writes it can read.
#include "engine/variants/decisionoptions.h"

#include "engine/base/text.h"
#include "engine/variants/namedecision.h"

#include <algorithm>
#include <optional>

namespace jitscope::inline variants {

namespace {

using Kind = Decision::Kind;
using Read = Result<Decision>;

constexpr const char *levelOption = "--compile-at";

Read aboutNodes(const Compilation &compilation, Kind kind, std::string name, const std::string &nodes) {
    auto ids = nodesNamed(compilation, nodes);
    if (!ids) return ids.error();
    return Decision{kind, std::move(name), *std::move(ids)};
}

Read readWithout(const Compilation &, const std::string &pass) {
    if (!passCalled(pass)) return Error{"no pass '" + pass + "': jitscope passes SOURCE lists them"};
    return Decision{Kind::SwitchOff, pass, {}};
}

Read readKeepOut(const Compilation &compilation, const std::string &nodes) {
    return aboutNodes(compilation, Kind::KeepOut, {}, nodes);
}

Read readFuse(const Compilation &compilation, const std::string &nodes) {
    return aboutNodes(compilation, Kind::Fuse, {}, nodes);
}

Read readDuplicate(const Compilation &compilation, const std::string &nodes) {
    return aboutNodes(compilation, Kind::Duplicate, {}, nodes);
}

Read readDtype(const Compilation &compilation, const std::string &text) {
    const size_t at = text.find('@');
    const std::optional<DType> dtype = dtypeNamed(text.substr(0, at));
    if (at == std::string::npos || !dtype || !info(*dtype).floating)
        return Error{"'" + text + "' names no floating dtype and nodes: DTYPE@NODE is expected, as in float16@%12+%13"};
    return aboutNodes(compilation, Kind::Dtype, std::string(info(*dtype).python), text.substr(at + 1));
}

Read readPut(Kind kind, const std::string &text) {
    const size_t at = text.find('@');
    if (at == std::string::npos)
        return Error{"'" + text +
                     "' names no place: PASS@PLACE is expected, as in cse@opt_a.r1.inline: cse right behind that"};
    const std::string pass = text.substr(0, at), behind = text.substr(at + 1);
    for (const std::string &name : {pass, behind})
        if (!passCalled(name)) return Error{"no pass '" + name + "': jitscope passes SOURCE lists them"};
    return Decision{kind, pass, {}, behind};
}

Read readRepeat(const Compilation &, const std::string &text) {
    return readPut(Kind::Repeat, text);
}

Read readMove(const Compilation &, const std::string &text) {
    return readPut(Kind::Move, text);
}

Read readEnd(const Compilation &, const std::string &pass) {
    if (!passCalled(pass)) return Error{"no pass '" + pass + "': jitscope passes SOURCE lists them"};
    return Decision{Kind::End, pass, {}};
}

std::string nodesText(const std::vector<NodeId> &nodes) {
    std::vector<std::string> names;
    for (const NodeId node : nodes)
        names.push_back(format("%%%lld", static_cast<long long>(node.value)));
    return join(names, "+");
}

std::string valueOf(const Decision &decision) {
    switch (decision.kind) {
    case Kind::SwitchOff:
    case Kind::End:
        return decision.name;
    case Kind::Refuse:
        return (decision.name.empty() ? std::string(anyRule) : decision.name) + "@" + nodesText(decision.nodes);
    case Kind::Dtype:
        return decision.name + "@" + nodesText(decision.nodes);
    case Kind::KeepOut:
    case Kind::Fuse:
    case Kind::Duplicate:
        return nodesText(decision.nodes);
    case Kind::Repeat:
    case Kind::Move:
        return decision.name + "@" + decision.behind;
    }
    return {};
}

/** In quotes where a shell would see more than a word in it. */
std::string quoted(const std::string &word) {
    const auto isPlain = [](unsigned char character) {
        return std::isalnum(character) != 0 ||
               std::string_view("_-+.,:/@%#").find(char(character)) != std::string::npos;
    };
    if (!word.empty() && std::ranges::all_of(word, isPlain) && word[0] != '#') return word;
    std::string text = "'";
    for (const char character : word)
        text += character == '\'' ? std::string("'\\''") : std::string(1, character);
    return text + "'";
}

} // namespace

const std::vector<DecisionOption> &decisionOptions() {
    static const std::vector<DecisionOption> options = {
        {Kind::SwitchOff, "--without", "PASS", "switch this pass off; may be repeated", readWithout},
        {Kind::Refuse, "--refuse", "RULE@NODE",
         "refuse this rule there; @NODE: the one that was applied there, or any of several; *@NODE: any", refusalNamed},
        {Kind::KeepOut, "--keep-out", "NODE", "keep these nodes out of fused kernels", readKeepOut},
        {Kind::Fuse, "--fuse", "NODE+NODE", "make these one kernel where that is legal, whatever the cost model says",
         readFuse},
        {Kind::Repeat, "--repeat", "PASS@PLACE", "run this pass once more right behind that one", readRepeat},
        {Kind::Move, "--move", "PASS@PLACE", "run this pass right behind that one instead of where it stands",
         readMove},
        {Kind::End, "--end", "PASS", "run no pass behind this one", readEnd},
        {Kind::Dtype, "--dtype", "DTYPE@NODE", "compute these nodes in another floating dtype: float16@%12+%13",
         readDtype},
        {Kind::Duplicate, "--duplicate", "NODE+NODE",
         "let these be used by each other alone: whoever else uses one gets a copy", readDuplicate},
    };
    return options;
}

namespace {

/** All but refusals, whose rules may be those that the other decisions bring. */
Result<ReadDecision> readOne(const Compilation &compilation, const DecisionOption &option, const std::string &value,
                             const VariantSpec &among) {
    if (option.kind == Kind::Refuse) return readRefusal(compilation, value, among);
    auto decision = option.read(compilation, value);
    if (!decision) return decision.error();
    return ReadDecision{*std::move(decision)};
}

/** "%12+%13" of an option about nodes. */
std::string nodesIn(const DecisionOption &option, const std::string &value) {
    const bool isBehindSign = option.kind == Kind::Refuse || option.kind == Kind::Dtype;
    return isBehindSign ? value.substr(value.rfind('@') + 1) : value;
}

Result<JitLevel> levelIn(std::span<const OptionText> options, JitLevel usual) {
    for (const auto &[name, value] : options) {
        if (name != levelOption) continue;
        if (value != "O0" && value != "O1") return Error{"--compile-at takes O0 or O1, but got '" + value + "'"};
        usual = value == "O1" ? JitLevel::O1 : JitLevel::O0;
    }
    return usual;
}

const DecisionOption *optionNamed(const std::string &name) {
    const auto &known = decisionOptions();
    const auto option = std::ranges::find_if(known, [&](const DecisionOption &each) { return each.name == name; });
    return option == known.end() ? nullptr : &*option;
}

} // namespace

Result<ReadSpec> readSpec(const Compilation &compilation, std::span<const OptionText> options) {
    const auto level = levelIn(options, jitLevelOf(compilation));
    if (!level) return level.error();
    std::vector<std::optional<ReadDecision>> found(options.size());
    VariantSpec among{*level, {}};
    for (const bool isAboutRules : {false, true})
        for (size_t i = 0; i < options.size(); ++i) {
            const auto &[name, value] = options[i];
            if (name == levelOption) continue;
            const DecisionOption *option = optionNamed(name);
            if (!option) return Error{"no option '" + name + "'"};
            if ((option->kind == Kind::Refuse) != isAboutRules) continue;
            auto read = readOne(compilation, *option, value, among);
            if (!read) return read.error();
            if (!read->decision.nodes.empty())
                read->reading.nodes = askedNodesNamed(compilation, nodesIn(*option, value));
            among.decisions.push_back(read->decision);
            found[i] = *std::move(read);
        }
    ReadSpec spec{{*level, {}}, {}};
    for (std::optional<ReadDecision> &each : found) {
        if (!each) continue;
        spec.spec.decisions.push_back(std::move(each->decision));
        spec.readings.push_back(std::move(each->reading));
    }
    return spec;
}

Result<VariantSpec> specOf(const Compilation &compilation, std::span<const OptionText> options) {
    auto read = readSpec(compilation, options);
    if (!read) return read.error();
    return std::move(read->spec);
}

std::vector<OptionText> optionsOf(const VariantSpec &spec, const Compilation &compilation) {
    std::vector<OptionText> options;
    for (const Decision &decision : spec.decisions)
        options.emplace_back(std::ranges::find(decisionOptions(), decision.kind, &DecisionOption::kind)->name,
                             valueOf(decision));
    if (spec.level != jitLevelOf(compilation))
        options.emplace_back(levelOption, spec.level == JitLevel::O1 ? "O1" : "O0");
    return options;
}

std::string commandText(std::span<const OptionText> options) {
    std::vector<std::string> words;
    for (const auto &[name, value] : options) {
        words.push_back(name);
        words.push_back(quoted(value));
    }
    return join(words, " ");
}

} // namespace jitscope::inline variants
