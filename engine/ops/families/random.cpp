// SPDX-License-Identifier: Apache-2.0
// Tensors of random numbers: of a shape, and dropout.
//
// All take `seed` and `offset` last. Without a seed the numbers are the next of the process; with one, the next under
// that seed; with both, always the same ones.
#include "engine/base/text.h"
#include "engine/ops/families.h"
#include "engine/ops/gradient.h"
#include "engine/ops/kernels/randomfill.h"
#include "engine/ops/rules/randomrules.h"
#include "engine/ops/rules/rules.h"

namespace jitscope::inline ops {

namespace {

DType checkedFloating(const char *op, DType dtype) {
    if (!info(dtype).floating)
        diagnose(
            format("For '%s', dtype must be a floating type, but got %s.", op, std::string(info(dtype).name).c_str()));
    return dtype;
}

// --- numbers of a distribution ---------------------------------------------------------------------------------------

enum class Law { Uniform, Normal, TruncatedNormal, Laplace };

struct LawInfo {
    const char *name;
    const char *function;
    const char *doc;
    void (*fill)(Tensor &, const RandomStream &);
};

constexpr LawInfo laws[] = {
    {"UniformReal", "uniform_real", "Random numbers of shape and dtype, even in [0, 1).", fillUniform},
    {"StandardNormal", "standard_normal", "Random numbers of shape and dtype, normal of mean 0 and deviation 1.",
     fillNormal},
    {"TruncatedNormal", "truncated_normal",
     "Random numbers of shape and dtype, normal of mean 0 and deviation 1, none further than 2 from 0.",
     fillTruncatedNormal},
    {"StandardLaplace", "standard_laplace",
     "Random numbers of shape and dtype, Laplace distributed of mean 0 and scale 1.", fillLaplace},
};

template<Law law> Abstract lawRule(TypeSpan arguments) {
    constexpr const char *op = laws[size_t(law)].name;
    return Abstract::tensor(checkedFloating(op, dtypeOf(op, arguments, 1)), checkedShape(op, intsOf(op, arguments, 0)));
}

template<Law law> Value lawEval(ValueSpan arguments) {
    const Abstract type = inferred(lawRule<law>, arguments);
    Tensor result(type.shape, type.dtype);
    laws[size_t(law)].fill(result, streamOf(arguments, 2));
    return result;
}

Samples lawSamples() {
    return {{Value::ints({2, 3}), DType::Float32, 5, 0},
            {Value::ints({}), DType::Float64, 5, 1},
            {Value::ints({7}), DType::Float16, 5, 2},
            {Value::ints({0, 2}), DType::Float32, 5, 3}};
}

template<Law law> OpDef lawOp() {
    constexpr LawInfo facts = laws[size_t(law)];
    OpDef def = randomOp(facts.name, facts.function, facts.doc);
    def.category = OpCategory::Creation;
    def.params =
        withSeed({param("shape", ParamKind::Ints, {"size"}), optionalParam("dtype", ParamKind::DType, DType::Float32)});
    def.infer = inferBy<lawRule<law>>;
    def.eval = lawEval<law>;
    def.samples = lawSamples;
    return def;
}

// --- UniformInt ------------------------------------------------------------------------------------------------------

Abstract uniformIntRule(TypeSpan arguments) {
    const int64_t low = intOf("UniformInt", arguments, 1), high = intOf("UniformInt", arguments, 2);
    if (low >= high)
        diagnose(
            format("For 'UniformInt', 'minval' must be less than 'maxval', but got minval = %lld and maxval = %lld.",
                   (long long)low, (long long)high));
    return Abstract::tensor(dtypeOf("UniformInt", arguments, 3),
                            checkedShape("UniformInt", intsOf("UniformInt", arguments, 0)));
}

Value uniformIntEval(ValueSpan arguments) {
    const Abstract type = inferred(uniformIntRule, arguments);
    Tensor result(type.shape, type.dtype);
    fillIntegers(result, streamOf(arguments, 4), *arguments[1].asInt(), *arguments[2].asInt());
    return result;
}

Samples uniformIntSamples() {
    return {{Value::ints({2, 3}), 0, 10, DType::Int64, 5, 0},
            {Value::ints({4}), -3, -2, DType::Int32, 5, 0},
            {Value::ints({0}), 0, 2, DType::Int32, 5, 0}};
}

OpDef uniformInt() {
    OpDef def = randomOp("UniformInt", "uniform_int", "Random whole numbers of shape and dtype in [minval, maxval).");
    def.category = OpCategory::Creation;
    def.params =
        withSeed({param("shape", ParamKind::Ints, {"size"}), param("minval", ParamKind::Int, {"low"}),
                  param("maxval", ParamKind::Int, {"high"}), optionalParam("dtype", ParamKind::DType, DType::Int32)});
    def.infer = inferBy<uniformIntRule>;
    def.eval = uniformIntEval;
    def.samples = uniformIntSamples;
    return def;
}

// --- RandpermV2 ------------------------------------------------------------------------------------------------------

Abstract permutationRule(TypeSpan arguments) {
    const int64_t count = intOf("RandpermV2", arguments, 0);
    if (count < 0) diagnose(format("For 'RandpermV2', 'n' must not be negative, but got %lld.", (long long)count));
    return Abstract::tensor(dtypeOf("RandpermV2", arguments, 1), checkedShape("RandpermV2", Dims{count}));
}

Value permutationEval(ValueSpan arguments) {
    const Abstract type = inferred(permutationRule, arguments);
    Tensor result(type.shape, type.dtype);
    fillPermutation(result, streamOf(arguments, 2));
    return result;
}

Samples permutationSamples() {
    return {{5, DType::Int64, 5, 0}, {17, DType::Int32, 5, 0}, {0, DType::Int64, 5, 0}};
}

OpDef permutation() {
    OpDef def = randomOp("RandpermV2", "randperm", "The numbers 0 to n - 1 in a random order, of dtype.");
    def.category = OpCategory::Creation;
    def.params = withSeed({param("n", ParamKind::Int), optionalParam("dtype", ParamKind::DType, DType::Int64)});
    def.infer = inferBy<permutationRule>;
    def.eval = permutationEval;
    def.samples = permutationSamples;
    return def;
}

// --- Dropout ---------------------------------------------------------------------------------------------------------

Abstract dropoutRule(TypeSpan arguments) {
    const Abstract &x = tensorType("Dropout", arguments, 0);
    if (!info(x.dtype).floating)
        diagnoseType(
            "For primitive[Dropout], the input argument[x] must be a type of {Tensor[BFloat16], Tensor[Float16], "
            "Tensor[Float32], Tensor[Float64]}, but got Tensor[" +
            std::string(info(x.dtype).name) + "].");
    const double keep = arguments[1].value.number().value_or(0);
    if (!(keep > 0 && keep <= 1))
        diagnose("For 'Dropout, the 'keep_prob' must be in (0.0, 1.0], but got " + shortestNumber(keep) + ".");
    const Abstract same = Abstract::tensor(x.dtype, x.shape);
    return Abstract::tuple({same, same});
}

Value dropoutEval(ValueSpan arguments) {
    inferred(dropoutRule, arguments);
    const Tensor x = arguments[0].asTensor()->contiguous();
    Tensor result(x.shape(), x.dtype()), mask(x.shape(), x.dtype());
    fillDropout(result, mask, x, streamOf(arguments, 2), *arguments[1].number());
    return Value::tuple({result, mask});
}

std::vector<Term> dropoutGradient(Gradient &g) {
    const Term mask = g.item(g.out(), 1);
    return {g.dout() * mask * g.scalar(1 / g.numberOf(1), mask)};
}

Samples dropoutSamples() {
    return {{sampleValues({2, 3}, -1, 1), 0.5, 5, 0},
            {sampleValues({3, 5}, -1, 1), 0.8, 5, 1},
            {sampleValues({}, -1, 1), 1.0, 5, 2},
            {Tensor::zeros({0, 3}, DType::Float32), 0.5, 5, 3}};
}

OpDef dropout() {
    OpDef def =
        randomOp("Dropout", "dropout",
                 "(output, mask): elements of input are kept with probability keep_prob and divided by it, else 0; "
                 "the mask is 1 where they were kept. Both have the shape and floating dtype of input.");
    def.category = OpCategory::ElementWise;
    def.params = withSeed({tensorParam("input", {"x"}), optionalParam("keep_prob", ParamKind::Float, 0.5)});
    def.infer = inferBy<dropoutRule>;
    def.eval = dropoutEval;
    def.samples = dropoutSamples;
    def.gradient = dropoutGradient;
    return def;
}

} // namespace

std::vector<OpDef> randomOps() {
    const std::vector<OpUseRow> uses = {
        {{"UniformReal", "StandardNormal", "RandpermV2"},
         {.dependence = Dependence::Everything, .device = DeviceKernel::AiCpu, .operations = notByShapes}},
        {{"TruncatedNormal", "StandardLaplace", "UniformInt"},
         {.dependence = Dependence::Everything, .device = DeviceKernel::Copy, .operations = notByShapes}},
        {{"Dropout"},
         {.dependence = Dependence::ElementWise, .device = DeviceKernel::Arithmetic, .operations = notByShapes}},
    };
    return withUses({lawOp<Law::Uniform>(), lawOp<Law::Normal>(), lawOp<Law::TruncatedNormal>(), lawOp<Law::Laplace>(),
                     uniformInt(), permutation(), dropout()},
                    uses);
}

} // namespace jitscope::inline ops
