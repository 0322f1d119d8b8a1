// SPDX-License-Identifier: Apache-2.0
// Finds the values at the border of a region, makes sure that it gives them alone, and writes the script.
#include "engine/extraction/testcase.h"

#include "engine/base/file.h"
#include "engine/base/text.h"
#include "engine/ops/randomstate.h"
#include "engine/run/rounding.h"
#include "engine/extraction/seenvalues.h"
#include "engine/run/trail.h"
#include "engine/session/provenance.h"
#include "engine/session/session.h"
#include "engine/tensor/npyfile.h"
#include "engine/variants/variantcheck.h"

#include <array>
#include <filesystem>

namespace jitscope::inline extraction {

namespace {

/** What goes into a region and what should come out. */
struct BorderValues {
    std::vector<Value> inputs, outputs;
    ExpectedFrom from = ExpectedFrom::Eager;
};

std::string stageName(const Compilation &compilation, int pass) {
    if (pass == -2) return "the captured graph";
    if (pass < 0 || size_t(pass) >= compilation.passes.size()) return "the final graph";
    return "the graph after " + fullName(compilation.passes[size_t(pass)]);
}

bool isFar(const Value &expected, const Value &actual, const Rounding &rounding) {
    return compare(expected, actual, rounding).exceeds(usualTolerance, 0);
}

/** What rounding does to results and weights of `module`. */
CallRounding roundingOf(const Module &module, const std::vector<Value> &arguments) {
    const OwnRandomNumbers random({.seed = extractionSeed, .offset = 0});
    return run::roundingOf(module, arguments, 0);
}

/** The value as the graph returns it: outputs one by one, or as a tuple. */
Value asResult(const std::vector<Value> &outputs) {
    return outputs.size() == 1 ? outputs.front() : Value::tuple(outputs);
}

/** The captured nodes whose values nodes of a stage should give. */
class CapturedPlaces {
public:
    CapturedPlaces(const Compilation &compilation, int pass) {
        const size_t count = pass == -2 ? 0 : pass < 0 ? compilation.passes.size() : size_t(pass) + 1;
        for (size_t i = count; i-- > 0;)
            if (compilation.passes[i].changed)
                m_steps.emplace_back(compilation.passes[i].before, compilation.passes[i].after);
    }

    NodePtr of(NodePtr node) const {
        for (const NodePlaces &places : m_steps) {
            if (!node || node->isParameter()) return node;
            node = places.of(*node);
        }
        return node;
    }

private:
    std::vector<NodePlaces> m_steps; ///< the last pass first
};

bool fits(const Value &value, const Abstract &type) {
    const Tensor *tensor = value.asTensor();
    if (type.kind != Abstract::Kind::Tensor) return !tensor;
    return tensor && tensor->dtype() == type.dtype && tensor->shape() == type.shape;
}

/** The values of `nodes` in the eager run; nothing where one has no counterpart there. */
std::optional<std::vector<Value>> eagerValues(const std::vector<NodePtr> &nodes, const CapturedPlaces &places,
                                              const SeenValues &eager) {
    std::vector<Value> values;
    for (const NodePtr &node : nodes) {
        const NodePtr captured = places.of(node);
        const Value *value = captured ? eager.of(captured->id) : nullptr;
        if (!value || !fits(*value, node->abstract)) return {};
        values.push_back(*value);
    }
    return values;
}

Result<std::vector<Value>> stageValues(const std::vector<NodePtr> &nodes, const SeenValues &stage) {
    std::vector<Value> values;
    for (const NodePtr &node : nodes) {
        const Value *value = stage.of(node->id);
        if (!value)
            return Error{"%" + std::to_string(node->id.value) +
                         " did not run in the first call, so its value is not known."};
        values.push_back(*value);
    }
    return values;
}

/** Decides whose values a part of a stage is given and held against. */
Result<BorderValues> borderOf(const Region &region, const CapturedPlaces &places, const SeenValues &eager,
                              const SeenValues &stage, const Rounding &ofFunction) {
    const auto inputs = eagerValues(region.inputs, places, eager), outputs = eagerValues(region.outputs, places, eager);
    if (inputs && outputs) {
        const auto alone = valuesOf(region.module, *inputs);
        if (!alone) return alone.error();
        // Off from eager in a compile that is right: the pairing of nodes is not, as a pass ordered them otherwise.
        const bool isRight = !isFar(asResult(*outputs), alone->result, roundingOf(region.module, *inputs).result);
        if (isRight || (!alone->isRandom && isFar(eager.result, stage.result, ofFunction)))
            return BorderValues{*inputs, *outputs, ExpectedFrom::Eager};
    }
    auto given = stageValues(region.inputs, stage), taken = stageValues(region.outputs, stage);
    if (!given) return given.error();
    const auto alone = valuesOf(region.module, *given);
    if (!alone) return alone.error();
    const std::vector<Value> own =
        region.outputs.size() == 1 ? std::vector<Value>{alone->result} : alone->result.asSequence()->items;
    if (alone->isRandom) return BorderValues{*std::move(given), own, ExpectedFrom::Region};
    if (!taken) return taken.error();
    if (isFar(asResult(*taken), alone->result, roundingOf(region.module, *given).result))
        return Error{
            "The chosen nodes give something else alone than in their graph: they read what other nodes write. "
            "Choose those, too, or the whole graph."};
    return BorderValues{*std::move(given), *std::move(taken), ExpectedFrom::Stage};
}

constexpr const char *helpers = R"py(

FOLDER = os.path.dirname(os.path.abspath(__file__))
TOLERANCE = 1e-4  # of the largest element of each tensor; 16-bit floats get 100 times as much
# Each result has beside it how far rounding alone moves it, which comes on top: a difference of equal numbers, say.


def load(name, dtype):
    return Tensor(np.load(os.path.join(FOLDER, name + ".npy"))).astype(dtype)


def call(primitive, *arguments):
    return ops.Primitive(primitive)(*arguments)


)py";

constexpr const char *checks = R"py(

def leaves(value):
    if isinstance(value, (tuple, list)):
        return [leaf for item in value for leaf in leaves(item)]
    return [value]


def numbers(value):
    if not isinstance(value, Tensor):
        return np.asarray(value)
    return (value.astype(ms.float32) if value.dtype == ms.bfloat16 else value).asnumpy()


def differs(name, expected, rounding, actual):
    if expected is None or isinstance(expected, str):
        print(f"{name}: {'same' if expected == actual else f'{actual!r} instead of {expected!r}'}")
        return expected != actual
    if isinstance(expected, Tensor) != isinstance(actual, Tensor):
        print(f"{name}: {actual!r} instead of {expected!r}")
        return True
    if isinstance(expected, Tensor) and (expected.dtype != actual.dtype or expected.shape != actual.shape):
        print(f"{name}: {actual.dtype}{actual.shape} instead of {expected.dtype}{expected.shape}")
        return True
    right, given = numbers(expected).astype(np.float64), numbers(actual).astype(np.float64)
    same = (right == given) | (np.isnan(right) & np.isnan(given))
    with np.errstate(invalid="ignore"):
        off = np.where(same, 0.0, np.abs(right - given))
    off = np.where(np.isnan(off), np.inf, off)
    finite = np.abs(right[np.isfinite(right)])
    allowed = TOLERANCE * (finite.max() if finite.size else 0.0)
    if isinstance(expected, Tensor) and expected.dtype in (ms.float16, ms.bfloat16):
        allowed *= 100
    allowed += rounding
    if isinstance(expected, Tensor) and not expected.is_floating_point():
        allowed = 0.0
    bad = off > allowed
    largest = off.max() if off.size else 0.0
    if not bad.any():
        print(f"{name}: same (off by {largest:g} at most, {allowed:g} allowed)")
        return False
    first = np.unravel_index(int(np.argmax(bad)), bad.shape)
    place = [int(index) for index in first]
    print(f"{name}: {int(bad.sum())} of {bad.size} elements differ, by {largest:g} at most; "
          f"first at {place}: {given[first]:g} instead of {right[first]:g}")
    return True


)py";

/** A comment of several lines for the head of a script, without what would end it. */
std::string docText(std::string text) {
    for (size_t at = text.find("\"\"\""); at != std::string::npos; at = text.find("\"\"\"", at))
        text.replace(at, 3, "'''");
    std::string safe;
    for (const char c : text)
        safe += c == '\\' ? '/' : c;
    return safe;
}

/** What a weight holds behind the call, where that is not what it held before. */
struct WrittenWeight {
    std::string name;
    Value after;
    size_t place = 0; ///< among the weights
};

std::vector<WrittenWeight> writtenWeights(const Module &module, const std::vector<std::string> &names,
                                          const std::vector<Value> &after) {
    std::vector<WrittenWeight> written;
    size_t next = 0;
    for (const NodePtr &parameter : module.entry()->parameters) {
        if (!parameter->weight->defined()) continue;
        const size_t place = next++;
        if (place < after.size() && !(after[place] == Value(parameter->weight)))
            written.push_back({names[place], after[place], place});
    }
    return written;
}

/** The distances of a value's leaves, each with a comma behind it. */
std::string numberList(const Value &value, const Rounding &rounding) {
    const Sequence *sequence = value.asSequence();
    if (!sequence) return format("%.3g, ", rounding.distance);
    std::string all;
    for (size_t i = 0; i < sequence->items.size(); ++i)
        all += numberList(sequence->items[i], i < rounding.items.size() ? rounding.items[i] : Rounding());
    return all;
}

Result<void> writeScript(TestCase &made, const Region &region, const BorderValues &border,
                         const std::vector<Value> &weights, bool isRandom) {
    auto python = pythonOf(region.module);
    if (!python) return python.error();
    made.files = std::move(python->files);
    std::string inputs, expected, names;
    for (size_t i = 0; i < border.inputs.size(); ++i) {
        auto literal = pythonLiteral(border.inputs[i], "input_" + python->parameters[i], made.files);
        if (!literal) return literal.error();
        inputs += "    " + *literal + ",\n";
    }
    for (size_t i = 0; i < border.outputs.size(); ++i) {
        auto literal = pythonLiteral(border.outputs[i], "expected_" + std::to_string(i), made.files);
        if (!literal) return literal.error();
        expected += "    " + *literal + ",\n";
    }
    const CallRounding rounding = roundingOf(region.module, border.inputs);
    const bool isOne = border.outputs.size() == 1;
    const std::string moved = numberList(asResult(border.outputs), rounding.result);
    std::string afterwards;
    for (const WrittenWeight &weight : writtenWeights(region.module, python->weights, weights)) {
        auto literal = pythonLiteral(weight.after, "after_" + weight.name, made.files);
        if (!literal) return literal.error();
        afterwards += "    (\"" + weight.name + "\", " + weight.name + ", " + *literal +
                      format(", %.3g),\n", rounding.ofWeight(weight.place).distance);
    }
    const bool canCompile = !python->hasBranches;
    made.script = "\"\"\"" +
                  docText(made.function + ": " + made.what + ", taken out by JitScope.\n\nInputs of the function: " +
                          (!made.inputs.empty()    ? toString(made.inputs)
                           : border.inputs.empty() ? std::string("none")
                                                   : std::string("what was computed on the way to it, kept below")) +
                          ".\nExpected: " + std::string(toString(made.expectedFrom)) + ".\n\n") +
                  "Run it with MindSpore, or with JitScope's package of that name: python3 case.py\n"
                  "Exit code 0: the results are the expected ones; 1: one differs.\n" +
                  (canCompile ? "python3 case.py --graph compiles the function first (mindspore.jit); so does\n"
                                "jitscope run case.py -- --graph.\n"
                              : "") +
                  "\"\"\"\n" +
                  "import os\nimport sys\n\nimport numpy as np\nimport mindspore as ms\n"
                  "from mindspore import Parameter, Tensor, ops\n" +
                  helpers + python->helpers;
    if (!python->globals.empty()) made.script += python->globals + "\n\n";
    made.script += python->functions + "INPUTS = (\n" + inputs + ")\nEXPECTED = (\n" + expected + ")\n";
    made.script += "ROUNDING = (" + moved + ")  # of each of them\n";
    made.script += "AFTERWARDS = (\n" + afterwards + ")  # weights that the function writes to\n" + checks;
    made.script += "def main():\n";
    if (python->callsItself)
        made.script += "    sys.setrecursionlimit(1000000)  # a loop is a function that calls itself\n";
    if (isRandom) made.script += "    ms.set_seed(" + std::to_string(extractionSeed) + ")\n";
    made.script += "    function = " + python->entry + "\n";
    if (canCompile)
        made.script += "    if \"--graph\" in sys.argv:\n        function = ms.jit(function, jit_level=\"O1\")\n";
    made.script += "    result = function(*INPUTS)\n"
                   "    expected, actual = leaves(EXPECTED), leaves(" +
                   std::string(isOne ? "(result,)" : "result") +
                   ")\n"
                   "    found = len(expected) != len(actual)\n"
                   "    if found:\n"
                   "        print(f\"{len(actual)} results instead of {len(expected)}\")\n"
                   "    for number, (right, moved, given) in enumerate(zip(expected, ROUNDING, actual)):\n"
                   "        found = differs(f\"result {number}\", right, moved, given) or found\n"
                   "    for name, weight, right, moved in AFTERWARDS:\n"
                   "        found = differs(f\"{name} afterwards\", right, moved, weight) or found\n"
                   "    return 1 if found else 0\n\n\n"
                   "if __name__ == \"__main__\":\n    sys.exit(main())\n";
    return {};
}

} // namespace

std::string_view toString(ExpectedFrom from) {
    constexpr std::array<std::string_view, 3> texts = {
        "as the function gives eagerly, operator by operator",
        "as this graph gave when it ran operator by operator (its nodes have no counterpart among those of the eager "
        "run)",
        "as these nodes give by themselves behind set_seed (they draw random numbers)"};
    return texts[size_t(from)];
}

Result<TestCase> testCaseOf(const Session &session, const Compilation &compilation, const CaseSpec &spec) {
    auto call = callOf(session, compilation);
    if (!call) return call.error();
    const Module module = withOwnWeights(withOpenKernel(moduleAt(compilation, spec.pass), spec.openKernel));
    auto region = regionOf(module, spec.nodes, spec.results);
    if (!region) return region.error();
    const auto eager = valuesOf(call->captured, call->arguments);
    if (!eager) return Error{"The captured graph cannot run with these values: " + eager.error().message};
    TestCase made{.function = compilation.function,
                  .what = stageName(compilation, spec.pass),
                  .inputs = call->inputs,
                  .script = {},
                  .files = {}};
    if (region->isWhole) {
        const BorderValues border{call->arguments, {eager->result}, ExpectedFrom::Eager};
        if (auto done = writeScript(made, *region, border, eager->weights, eager->isRandom); !done) return done.error();
        return made;
    }
    made.what += format(", %zu of its nodes", spec.nodes.size());
    if (!spec.openKernel.empty()) made.what += " (@" + spec.openKernel + " as its members)";
    const auto stage = spec.pass == -2 ? eager : valuesOf(module, call->arguments);
    if (!stage) return Error{"The graph cannot run with these values: " + stage.error().message};
    const CapturedPlaces places(compilation, spec.pass);
    auto border = borderOf(*region, places, *eager, *stage, roundingOf(call->captured, call->arguments).result);
    if (!border) return border.error();
    made.expectedFrom = border->from;
    const auto alone = valuesOf(region->module, border->inputs);
    if (!alone) return alone.error();
    if (auto done = writeScript(made, *region, *border, alone->weights, alone->isRandom); !done) return done.error();
    return made;
}

Result<TestCase> testCaseOf(const Module &module, const std::vector<Value> &arguments, const std::string &function) {
    auto region = regionOf(module, {});
    if (!region) return region.error();
    const auto eager = valuesOf(module, arguments);
    if (!eager) return eager.error();
    TestCase made{.function = function, .what = "the captured graph", .inputs = {}, .script = {}, .files = {}};
    const BorderValues border{arguments, {eager->result}, ExpectedFrom::Eager};
    if (auto done = writeScript(made, *region, border, eager->weights, eager->isRandom); !done) return done.error();
    return made;
}

Result<std::string> writeTestCase(const TestCase &testCase, const std::string &folder) {
    std::error_code failure;
    std::filesystem::create_directories(folder, failure);
    if (failure) return Error{"Cannot make the folder " + folder + ": " + failure.message() + "."};
    for (const ScriptTensor &file : testCase.files)
        if (auto written = writeNpy(folder + "/" + file.name + ".npy", file.tensor); !written) return written.error();
    const std::string path = folder + "/case.py";
    if (auto written = writeFile(path, testCase.script); !written) return written.error();
    return path;
}

} // namespace jitscope::inline extraction
