// SPDX-License-Identifier: Apache-2.0
// One operator as one record: what it is called, what it takes, what comes out, what it costs, how it is computed.
#pragma once

#include "engine/base/result.h"
#include "engine/ops/abstract.h"
#include "engine/ops/opcost.h"
#include "engine/ops/opname.h"
#include "engine/ops/opuse.h"
#include "engine/tensor/value.h"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace jitscope::inline ops {

/** What an operator is for the eye: decides the colour of its card. */
enum class OpCategory : uint8_t { MatMul, ElementWise, Normalisation, Reduction, DataMovement, Creation, Other };

/** How an operator may join a fused kernel. */
enum class FusionClass : uint8_t {
    Opaque,      ///< never
    ElementWise, ///< one output element from the input elements at the same (broadcast) place
    Broadcast,   ///< repeats its input along axes
    Reduce,      ///< reduces axes
};

/** What a parameter of an operator accepts. */
enum class ParamKind : uint8_t {
    Tensor,         ///< a tensor; Python numbers are refused
    TensorOrScalar, ///< a tensor or a Python number
    Tensors,        ///< a tuple or list of tensors
    Int,
    Float, ///< a float or int
    Bool,
    Ints, ///< a tuple or list of ints, or one int
    IntsOrNone,
    DType,
    DTypeOrNone,
    Text,
    Any,
};

struct ParamDef {
    std::string name;
    ParamKind kind = ParamKind::Tensor;
    bool hasDefault = false;
    Value defaultValue;
    std::vector<std::string> aliases =
        {}; ///< further keywords that MindSpore's functions and methods use: "dim" for "axis"
};

/** What an operator does besides computing its result from its arguments. */
enum class Effect : uint8_t {
    None,
    Writes, ///< changes the tensors of the parameters in `OpDef::written`
    Random, ///< the next numbers of the generator: two equal calls differ
    Prints,
};

class Gradient;
class Term;

struct OpDef {
    std::string name;                 ///< the primitive, as the IR prints it: "MatMul"
    std::string function;             ///< as the user calls it: "matmul" in `ops.matmul`
    std::vector<std::string> aliases; ///< further names under `ops`: "mm"
    std::vector<std::string> methods; ///< names as a Tensor method; the tensor is the first parameter
    std::string doc;                  ///< one sentence, shapes and dtypes included; becomes the Python docstring
    OpCategory category = OpCategory::Other;
    FusionClass fusion = FusionClass::Opaque;
    std::vector<ParamDef> params;

    /** The type of the result; the error text names the operator, the arguments and the rule, as MindSpore's does. */
    Result<Abstract> (*infer)(std::span<const Abstract> arguments) = nullptr;
    /** Computes now. Arguments are complete (defaults filled in), checked against `params`; shapes may still be wrong:
        throws std::invalid_argument with the text that `infer` gives. Changes the arguments in `written`, no others.
        The result may be a view of an argument. */
    Value (*eval)(std::span<const Value> arguments) = nullptr;
    /** For operators of two arguments: the same of arguments that do not lie side by side, so that a graph need not
       bring them together. Null: there is `eval` alone. */
    Value (*evalApart)(const Value &first, const Value &second) = nullptr;
    OpCost (*cost)(std::span<const Abstract> arguments, const Abstract &result) = nullptr;
    /** Argument lists on which the generic tests run; each must be valid. */
    std::vector<std::vector<Value>> (*samples)() = nullptr;
    /** The NumPy expression over `a[0]`, `a[1]`, ... that gives the same result (a tuple for several results): the
        reference of the generic test. Empty where no expression says it; a test of the operator's own does then. */
    std::string numpy;

    OpUse use; ///< what fusion, device, lineage and watch rules know of it

    Effect effect = Effect::None;
    std::vector<size_t> written = {}; ///< Effect::Writes: places of the parameters that are changed
    /** Effect::Writes: the operator that computes the same without writing ("Add" of "InplaceAddExt"); its result is
       what the first written parameter becomes. Gradients pass through it. Empty when none do (optimizers). */
    std::string functional = {};
    /** Effect::Writes: outside of graphs the gradient of what it gives goes back through it, that of the tensor that it
        changed does not: for that one the tensor is the variable that it was. */
    bool leavesVariable = false;
    /** How the gradient goes back through it (see gradient.h); null where that is not possible. Operators that give no
        floating tensors need none, those that no gradient passes have `noGradient`. */
    std::vector<Term> (*gradient)(Gradient &g) = nullptr;
    /** Whether it computes complex numbers; else it refuses them (see complexuse.h). Named beside the family's rows of
        uses; functions of one number do where complexmath.h has the function. */
    bool computesComplex = false;
    /** The shape of the result depends on the elements of the arguments (NonZero): `infer` can only refuse, and the
       operator cannot become part of a graph. */
    bool shapeFromValues = false;
};

/** All operators, in the order of the families' lists. */
const std::vector<OpDef> &catalogue();

/** The operator with that primitive name ("MatMul"), or null. */
const OpDef *findOp(std::string_view primitive);
/** The same by identity: no text is compared. */
const OpDef *findOp(OpName primitive);

/** The operator with that user-level function name or alias ("matmul"), or null. */
const OpDef *findOpByFunction(std::string_view function);

/** Positional and named arguments laid out in the order of `op.params`, with defaults filled in and kinds checked
    ("[op] missing argument 'x'", "[op] 'axis' must be an int, but got 'str'"). Python's TypeError is the caller's. */
Result<std::vector<Value>> bindArguments(const OpDef &op, std::span<const Value> positional,
                                         std::span<const std::pair<std::string, Value>> named);

/** The cost of one call: its rule, or bytes of all arguments and results and the operations of an element, else one. */
OpCost costOf(const OpDef &op, std::span<const Abstract> arguments, const Abstract &result);

} // namespace jitscope::inline ops
