// SPDX-License-Identifier: Apache-2.0
// Compares the facts of compilations, and reads what would have avoided one from the way in which they differ.
#include "engine/session/recompilations.h"

#include "engine/base/text.h"
#include "engine/session/compiledetails.h"
#include "engine/session/compilereport.h"
#include "engine/session/session.h"
#include "engine/session/typetext.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <set>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

namespace jitscope::inline session {

namespace {

using Differences = std::vector<CompileDifference>;
using FactKind = CompileFact::Kind;

/** The two values of one fact on their way to be told apart. */
struct Pair {
    std::string name, before, now;
    bool isArgument = false;
};

CompileDifference asDifference(CompileDifferenceKind kind, const Pair &pair) {
    return {kind, pair.name, pair.before, pair.now, pair.isArgument};
}

void addTensors(const Pair &pair, const TypeText &before, const TypeText &now, Differences &found) {
    if (before.dtype != now.dtype) found.push_back(asDifference(CompileDifferenceKind::Dtype, pair));
    if (before.shape.size() != now.shape.size())
        found.push_back(asDifference(CompileDifferenceKind::Rank, pair));
    else if (before.shape != now.shape)
        found.push_back(asDifference(CompileDifferenceKind::Shape, pair));
}

void addValues(const Pair &pair, Differences &found);

void addContainers(const Pair &pair, const TypeText &before, const TypeText &now, Differences &found) {
    if (before.items.size() != now.items.size() || before.names != now.names)
        return found.push_back(asDifference(CompileDifferenceKind::Length, pair));
    for (size_t i = 0; i < now.items.size(); ++i) {
        const std::string place = now.names.empty() ? std::to_string(i) : now.names[i];
        addValues({pair.name + "[" + place + "]", before.items[i], now.items[i], pair.isArgument}, found);
    }
}

/** Of what one of the two does not have. */
CompileDifferenceKind kindOfOne(const std::string &text) {
    const TypeText::Kind kind = readTypeText(text).kind;
    if (kind == TypeText::Kind::Number) return CompileDifferenceKind::Number;
    return kind == TypeText::Kind::Tensor ? CompileDifferenceKind::Type : CompileDifferenceKind::Constant;
}

/** What differs between two texts of values; nothing for equal ones. */
void addValues(const Pair &pair, Differences &found) {
    using Kind = TypeText::Kind;
    if (pair.before == pair.now) return;
    if (pair.before.empty() || pair.now.empty())
        return found.push_back(asDifference(kindOfOne(pair.before + pair.now), pair));
    const TypeText before = readTypeText(pair.before), now = readTypeText(pair.now);
    if (before.kind != now.kind) return found.push_back(asDifference(CompileDifferenceKind::Type, pair));
    if (now.kind == Kind::Tensor) return addTensors(pair, before, now, found);
    if (now.kind == Kind::Sequence || now.kind == Kind::Dictionary) return addContainers(pair, before, now, found);
    if (now.kind == Kind::Number) return found.push_back(asDifference(CompileDifferenceKind::Number, pair));
    found.push_back(
        asDifference(now.kind == Kind::Other ? CompileDifferenceKind::Type : CompileDifferenceKind::Constant, pair));
}

void addFact(FactKind kind, const Pair &pair, Differences &found) {
    if (pair.before == pair.now) return;
    switch (kind) {
    case FactKind::Argument:
    case FactKind::Value:
        return addValues(pair, found);
    case FactKind::Length:
        return found.push_back(asDifference(CompileDifferenceKind::Length, pair));
    case FactKind::Type:
        return found.push_back(asDifference(CompileDifferenceKind::Type, pair));
    case FactKind::Training:
        return found.push_back(asDifference(CompileDifferenceKind::Training, pair));
    case FactKind::Object:
        break;
    }
    const bool isFunction = pair.name == "the function";
    found.push_back(asDifference(isFunction ? CompileDifferenceKind::Function : CompileDifferenceKind::Object, pair));
}

/** Facts of a name may be several ("an attribute of Dense"): the first belongs to the first. */
using FactPlaces = std::map<std::pair<std::string, int>, const CompileFact *>;

FactPlaces placesOf(const std::vector<CompileFact> &facts) {
    FactPlaces places;
    std::map<std::string, int> count;
    for (const CompileFact &fact : facts)
        places[{fact.name, count[fact.name]++}] = &fact;
    return places;
}

/** Guards are of what was read; an argument is there or is not. */
bool countsAlone(const CompileFact &fact, const Compilation &compilation) {
    return fact.kind == FactKind::Argument && compilation.captureMode != "bytecode";
}

void addFacts(const FactedCompilation &before, const FactedCompilation &now, Differences &found) {
    const FactPlaces earlier = placesOf(before.facts), later = placesOf(now.facts);
    std::map<std::string, int> count;
    for (const CompileFact &fact : now.facts) {
        const auto other = earlier.find({fact.name, count[fact.name]++});
        if (other == earlier.end() && !countsAlone(fact, *now.compilation)) continue;
        const std::string text = other == earlier.end() ? "" : other->second->text;
        addFact(fact.kind, {fact.name, text, fact.text, fact.kind == FactKind::Argument}, found);
    }
    for (const auto &[place, fact] : earlier)
        if (!later.contains(place) && countsAlone(*fact, *before.compilation))
            addFact(fact->kind, {fact->name, fact->text, "", true}, found);
}

/** Of recordings without facts: arguments by their place. */
void addKeys(const Compilation &before, const Compilation &now, Differences &found) {
    const std::vector<std::string> earlier = splitOutside(before.key, ','), later = splitOutside(now.key, ',');
    for (size_t i = 0; i < std::max(earlier.size(), later.size()); ++i)
        addValues({"argument " + std::to_string(i + 1), i < earlier.size() ? earlier[i] : "",
                   i < later.size() ? later[i] : "", true},
                  found);
}

void addSettings(const Compilation &before, const Compilation &now, Differences &found) {
    const std::tuple<const char *, const std::string &, const std::string &> settings[] = {
        {"jit_level", before.jitLevel, now.jitLevel},
        {"device_target", before.device, now.device},
        {"capture_mode", before.captureMode, now.captureMode},
        {"options of jit", before.options, now.options}};
    for (const auto &[name, earlier, later] : settings)
        if (earlier != later) found.push_back({CompileDifferenceKind::Setting, name, earlier, later});
}

/** How many sizes of two shapes differ, and 1 for any other difference. */
int stepsApart(const CompileDifference &difference) {
    if (difference.kind != CompileDifferenceKind::Shape) return 1;
    const std::vector<int64_t> before = readTypeText(difference.before).shape, now = readTypeText(difference.now).shape;
    int steps = 0;
    for (size_t i = 0; i < std::min(before.size(), now.size()); ++i)
        steps += before[i] != now[i];
    return steps;
}

std::pair<size_t, int> distance(const Differences &differences) {
    int steps = 0;
    for (const CompileDifference &each : differences)
        steps += stepsApart(each);
    return {differences.size(), steps};
}

/** Functions of one name are one where they stand at one line. */
using FunctionKey = std::tuple<std::string, std::string, int>;

FunctionKey functionKey(const Compilation &compilation) {
    if (!compilation.spans || compilation.spans->empty()) return {compilation.function, "", 0};
    const SourceSpan &span = compilation.spans->front();
    return {compilation.function, span.file, span.line};
}

using Known = std::vector<FactedCompilation>;

Recompilation explained(const FactedCompilation &facted, const Known &earlier) {
    const Compilation &compilation = *facted.compilation;
    Recompilation result;
    result.compilation = compilation.index;
    result.number = int(earlier.size()) + 1;
    result.compileNs = compileTotalNs(compilation);
    for (auto each = earlier.rbegin(); each != earlier.rend(); ++each) {
        Differences differences = compileDifferences(*each, facted);
        if (result.nearest >= 0 && distance(differences) >= distance(result.differences)) continue;
        result.nearest = each->compilation->index;
        result.differences = std::move(differences);
    }
    if (result.nearest >= 0 && result.differences.empty())
        result.differences = {{CompileDifferenceKind::Told, "", "", compilation.reason}};
    return result;
}

/** "x" of "x[1]". */
std::string factName(const std::string &name) {
    return name.substr(0, name.find('['));
}

/** What stands at "[0][1]" of a container as text, as addContainers() names it; "" for nothing. */
std::string itemAt(std::string text, std::string_view path) {
    while (path.starts_with('[') && !text.empty()) {
        const size_t end = path.find(']');
        if (end == std::string_view::npos) return {};
        const std::string place(path.substr(1, end - 1));
        const TypeText container = readTypeText(text);
        text.clear();
        for (size_t i = 0; i < container.items.size(); ++i)
            if (place == (container.names.empty() ? std::to_string(i) : container.names[i])) text = container.items[i];
        path.remove_prefix(end + 1);
    }
    return text;
}

/** All that the fact, or that item of it, was in compilations of the function, in their order. */
std::vector<std::string> seenValues(const CompileDifference &difference, const Known &all) {
    std::vector<std::string> seen;
    const std::string name = factName(difference.name);
    for (const FactedCompilation &each : all)
        for (const CompileFact &fact : each.facts) {
            if (fact.name != name) continue;
            std::string value = itemAt(fact.text, std::string_view(difference.name).substr(name.size()));
            if (!value.empty() && std::ranges::find(seen, value) == seen.end()) seen.push_back(std::move(value));
        }
    if (!seen.empty()) return seen;
    for (const std::string &each : {difference.before, difference.now})
        if (!each.empty()) seen.push_back(each);
    return seen;
}

std::string listed(const std::vector<std::string> &texts) {
    constexpr size_t most = 6;
    const std::vector<std::string> few(texts.begin(), texts.begin() + std::ptrdiff_t(std::min(most, texts.size())));
    const std::string more = texts.size() > most ? format(", and %zu more", texts.size() - most) : "";
    return join(few, ", ") + more;
}

/** The shape that holds all of these; "" where they are no tensors of one dtype and rank. */
std::string holdingShape(const std::vector<std::string> &texts) {
    std::optional<TypeText> largest;
    for (const std::string &text : texts) {
        const TypeText each = readTypeText(text);
        if (each.kind != TypeText::Kind::Tensor) return {};
        if (!largest) {
            largest = each;
            continue;
        }
        if (each.dtype != largest->dtype || each.shape.size() != largest->shape.size()) return {};
        for (size_t i = 0; i < each.shape.size(); ++i)
            largest->shape[i] = std::max(largest->shape[i], each.shape[i]);
    }
    if (!largest) return {};
    std::vector<std::string> sizes;
    for (const int64_t size : largest->shape)
        sizes.push_back(std::to_string(size));
    return largest->dtype + "[" + join(sizes, ",") + "]";
}

bool isDynamic(const Compilation &compilation) {
    return compilation.options.find("dynamic") != std::string::npos;
}

/** The capture looked at shapes, so it can be no graph for all of them; see mindspore/_jit/facts.py. */
bool looksAtShapes(const FactedCompilation &compilation) {
    return std::ranges::any_of(compilation.facts, [](const CompileFact &fact) {
        return fact.name == "the shapes of what is computed" && fact.text == "looked at";
    });
}

std::vector<CompileRemedy> remediesOf(const CompileDifference &difference, const FactedCompilation &facted) {
    using enum CompileRemedy;
    const Compilation &compilation = *facted.compilation;
    switch (difference.kind) {
    case CompileDifferenceKind::Shape:
        return isDynamic(compilation) || looksAtShapes(facted) ? std::vector{Pad} : std::vector{Dynamic, Pad};
    case CompileDifferenceKind::Rank:
        return {OneRank};
    case CompileDifferenceKind::Dtype:
        return {OneDtype};
    case CompileDifferenceKind::Number:
        return difference.isArgument ? std::vector{Mutable, MakeInput} : std::vector{ClosureInput};
    case CompileDifferenceKind::Constant:
        return difference.isArgument ? std::vector{Expected} : std::vector{ClosureInput};
    case CompileDifferenceKind::Length:
        return {Stack};
    case CompileDifferenceKind::Type:
        return {OneType};
    case CompileDifferenceKind::Object:
        return {KeepObject};
    case CompileDifferenceKind::Function:
        return {KeepFunction};
    case CompileDifferenceKind::Training:
        return {Expected};
    case CompileDifferenceKind::Setting:
        return {KeepSetting};
    case CompileDifferenceKind::Told:
        break;
    }
    const bool isWeight = difference.now.find("was given other data") != std::string::npos;
    return {isWeight ? SetInPlace : CompileOnce};
}

/** The type of a value by its text: of numbers alone types are told apart. */
std::string_view kindOf(const std::string &text) {
    if (text == "True" || text == "False") return "bool";
    char *end = nullptr;
    (void)std::strtod(text.c_str(), &end);
    if (text.empty() || *end != '\0') return "other";
    return text.find_first_not_of("+-0123456789") == std::string::npos ? "int" : "float";
}

int kindsOf(const std::vector<std::string> &seen) {
    std::set<std::string_view> kinds;
    for (const std::string &text : seen)
        kinds.insert(kindOf(text));
    return std::max(1, int(kinds.size()));
}

/** Once for all of which the same was seen, as for the layers' caches of one shape. */
void add(CompileAdvice advice, std::vector<CompileAdvice> &all) {
    const auto same = std::ranges::find_if(all, [&](const CompileAdvice &each) {
        return each.remedy == advice.remedy && each.evidence == advice.evidence && each.target == advice.target;
    });
    if (same == all.end())
        all.push_back(std::move(advice));
    else
        same->alike.push_back(advice.difference);
}

std::vector<CompileAdvice> adviceFor(const Recompilation &recompilation, const Compilation &compilation,
                                     const Known &all) {
    std::vector<CompileAdvice> advice;
    const auto facted = std::ranges::find(all, &compilation, &FactedCompilation::compilation);
    assert(facted != all.end());
    for (size_t i = 0; i < recompilation.differences.size(); ++i) {
        const CompileDifference &difference = recompilation.differences[i];
        const std::vector<std::string> seen = seenValues(difference, all);
        for (const CompileRemedy remedy : remediesOf(difference, *facted)) {
            CompileAdvice each{.remedy = remedy, .difference = i, .evidence = listed(seen)};
            if (remedy == CompileRemedy::Mutable || remedy == CompileRemedy::MakeInput) each.kinds = kindsOf(seen);
            // What else ran in a graph with free dimensions is not recorded, so no size is known to hold all.
            if (remedy == CompileRemedy::Pad && !isDynamic(compilation)) {
                each.target = holdingShape(seen);
                if (each.target.empty()) each.target = holdingShape({difference.before, difference.now});
            }
            add(std::move(each), advice);
        }
    }
    return advice;
}

/** Compilations that one change would have avoided. */
struct Avoidable {
    int count = 0;
    int64_t timeNs = 0, firstNs = 0;
};

using AvoidableKey = std::tuple<FunctionKey, CompileDifferenceKind, std::string>;

void count(Avoidable &avoidable, int64_t compileNs) {
    if (avoidable.count++ == 0) avoidable.firstNs = compileNs;
    avoidable.timeNs += compileNs;
}

/** The first graph for all shapes is made when a second shape comes. */
void tellGain(CompileAdvice &advice, const Avoidable &avoidable) {
    const bool needsOne = advice.remedy == CompileRemedy::Dynamic;
    const int left = needsOne ? 1 : advice.kinds - 1; // of those that are counted
    advice.compilations = std::max(0, avoidable.count - left);
    // Which of them remain is not known where kinds do: each is taken for as long as the mean.
    advice.savedNs = needsOne || avoidable.count == 0 ? avoidable.timeNs - avoidable.firstNs
                                                      : avoidable.timeNs * advice.compilations / avoidable.count;
}

template<class Value, size_t size> std::string_view nameIn(const std::string_view (&names)[size], Value value) {
    return names[size_t(value)];
}

} // namespace

std::string_view toString(CompileDifferenceKind kind) {
    constexpr std::string_view names[] = {"shape", "rank",   "dtype",    "number",   "constant", "length",
                                          "type",  "object", "function", "training", "setting",  "told"};
    return nameIn(names, kind);
}

std::string_view toString(CompileRemedy remedy) {
    constexpr std::string_view names[] = {"dynamic",       "pad",           "one_rank", "one_dtype",    "mutable",
                                          "make_input",    "closure_input", "stack",    "one_type",     "keep_object",
                                          "keep_function", "keep_setting",  "expected", "set_in_place", "compile_once"};
    return nameIn(names, remedy);
}

std::vector<CompileDifference> compileDifferences(const FactedCompilation &before, const FactedCompilation &now) {
    Differences found;
    addSettings(*before.compilation, *now.compilation, found);
    if (before.facts.empty() || now.facts.empty())
        addKeys(*before.compilation, *now.compilation, found);
    else
        addFacts(before, now, found);
    return found;
}

std::vector<Recompilation> recompilations(const Session &session) {
    std::map<FunctionKey, Known> known;
    std::vector<Recompilation> results;
    std::map<AvoidableKey, Avoidable> avoidable;
    const auto keyOf = [&](const Recompilation &each) {
        return AvoidableKey{functionKey(*session.compilation(each.compilation)), each.differences.front().kind,
                            factName(each.differences.front().name)};
    };
    for (const Compilation &each : session.compilations) {
        if (each.imported || each.function.empty()) continue;
        Known &earlier = known[functionKey(each)];
        FactedCompilation facted{&each, compileNotes(session, each.index).facts};
        results.push_back(explained(facted, earlier));
        earlier.push_back(std::move(facted));
        if (results.back().differences.size() == 1) count(avoidable[keyOf(results.back())], results.back().compileNs);
    }
    for (Recompilation &each : results) {
        const Compilation &compilation = *session.compilation(each.compilation);
        each.advice = adviceFor(each, compilation, known[functionKey(compilation)]);
        if (each.differences.size() != 1) continue;
        for (CompileAdvice &advice : each.advice)
            tellGain(advice, avoidable[keyOf(each)]);
    }
    return results;
}

} // namespace jitscope::inline session
