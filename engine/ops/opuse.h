// SPDX-License-Identifier: Apache-2.0
// What the other parts of the program need to know of an operator: part of its record, so that nothing about one
// operator stands in tables elsewhere. A test requires every operator to answer all of it.
#pragma once

#include <cstdint>

namespace jitscope::inline ops {

/** What the elements of a value inside a fused kernel are. */
enum class KernelElement : uint8_t { Number, Bool, Either };

/** Whether computing an element again costs less than storing and loading it; None where no kernel can hold it. */
enum class KernelWork : uint8_t { Unanswered, None, Cheap, Expensive };

/** Of an operator that a fused kernel may hold. */
struct FusedUse {
    KernelElement takes = KernelElement::Number; ///< Number also takes bools (as 0 and 1), Bool takes nothing else
    KernelElement gives = KernelElement::Number;
    KernelWork work = KernelWork::Unanswered;
};

constexpr FusedUse inNoKernel{KernelElement::Number, KernelElement::Number, KernelWork::None};
constexpr FusedUse cheapInKernels{KernelElement::Number, KernelElement::Number, KernelWork::Cheap};
constexpr FusedUse expensiveInKernels{KernelElement::Number, KernelElement::Number, KernelWork::Expensive};

/** By what the time of its kernel on an Ascend core goes (ascend/kerneljob.h). */
enum class DeviceKernel : uint8_t {
    Unanswered,
    None, ///< another view of the same memory: nothing runs
    Arithmetic,
    Trigonometric,
    Transcendental,
    Activation,
    Comparison,
    Copy,
    Strided, ///< moves pieces
    Normalisation,
    Rotary,
    Optimizer,
    Gather,
    Generator, ///< only writes
    Reduction,
    NormGradient,
    Scatter,
    AiCpu,  ///< has no kernel for the cores
    Matrix, ///< the matrix unit
    Convolution,
    Collective,
};

/** How many operations a kernel computes, as far as the shapes of its operands and results tell: of one in a profile no
    more is known. */
struct OperationCount {
    enum class Rule : uint8_t {
        Unanswered,
        NotByShapes, ///< it takes more to know, or is a choice of the implementation (Exp)
        PerElement,  ///< of the result
        Product,     ///< of matrices: two for each pair of elements that meet
    };
    Rule rule = Rule::Unanswered;
    double each = 0; ///< PerElement
};

constexpr OperationCount notByShapes{OperationCount::Rule::NotByShapes};
constexpr OperationCount matrixProduct{OperationCount::Rule::Product};
constexpr OperationCount perElement(double operations) {
    return {OperationCount::Rule::PerElement, operations};
}

/** Which elements of its inputs an element of its result depends on (inspect/dependence.h has a rule for each). */
enum class Dependence : uint8_t {
    Unanswered,
    Everything,
    Nothing,
    ElementWise, ///< those at the same (broadcast) place
    SamePlace,   ///< the one at the same place in memory: Reshape
    Movement,    ///< where it came from, found by running the operator on places
    Chosen,      ///< Select
    ByItem,      ///< the same place in each item of the lists
    BySgd,
    Reduced, ///< along the reduced axes
    AlongAxis,
    Prefix, ///< those before it along the axis: CumSum
    Row,
    Layer,
    LayerGradient,
    Rms,
    RmsGradient,
    Channel,
    ChannelGradient,
    Group,
    SumNorm,
    Labels,
    Bias,
    BiasGradient,
    Product,
    Filter,
    LineFilter,
    FilterGradient,
    ImageGradient,
    Window,
    WindowGradient,
};
constexpr int dependenceCount = int(Dependence::WindowGradient) + 1;

struct OpUse {
    Dependence dependence = Dependence::Unanswered;
    DeviceKernel device = DeviceKernel::Unanswered;
    OperationCount operations = {};
    FusedUse kernel = {};      ///< asked of operators with a FusionClass
    bool givesView = false;    ///< its result may be the memory of its first argument
    bool repeats = false;      ///< and hold one element of it at several places
    bool isActivation = false; ///< what watch rules on activations look at
};

} // namespace jitscope::inline ops
