// SPDX-License-Identifier: Apache-2.0
// A model against real kernels: predicted and measured times, the parameters that fit them best, and an honest error of
// such a fit: every shape predicted by a model that was fitted without it.
#pragma once

#include "engine/ascend/kernelcost.h"
#include "engine/base/progress.h"
#include "engine/profile/datatable.h"

#include <string>
#include <vector>

namespace jitscope::inline ascend {

/** What a kernel is for the sums of errors. */
enum class FitClass : uint8_t { Matmul, Vector, Mix, Attention };
std::string_view toString(FitClass fitClass);

/** A kernel of a profile, with what the model needs of it. */
struct MeasuredKernel {
    std::string name, shapes; ///< "4096,1024;1024,3072 -> 4096,3072"
    KernelJob work;
    FitClass fitClass = FitClass::Vector;
    double us = 0;
    int64_t row = -1;   ///< in the table
    int64_t shape = -1; ///< kernels of equal type, shapes and element types have the same number
};

struct MeasuredKernels {
    std::vector<MeasuredKernel> kernels;
    int64_t shapes = 0;
    int64_t withoutShapes = 0, otherCores = 0; ///< rows that a model says nothing of
};
/** The kernels of a "kernels" table (profiletables.cpp) that a model can be held against. */
MeasuredKernels measuredKernels(const DataTable &kernels);

struct FitMatch {
    int64_t kernel = -1; ///< in MeasuredKernels::kernels
    double predictedUs = 0;
    double error = 0; ///< |predicted - measured| / measured
};

struct FitErrors {
    std::string name; ///< a type or a class
    int64_t count = 0, shapes = 0;
    double median = 0, p90 = 0;
    double measuredUs = 0, predictedUs = 0; ///< sums
};

struct FitReport {
    std::vector<FitMatch> matches;  ///< one a kernel, in their order
    std::vector<FitErrors> classes; ///< those that have kernels
    std::vector<FitErrors> types;   ///< by measured time, longest first
    /** The kernels that are predicted worst, one a shape, by the time that is wrong. */
    std::vector<int64_t> worst;
};
FitReport compareWith(const DeviceModel &model, const MeasuredKernels &measured);
/** The entry of a class; all zero where it has no kernels. */
FitErrors errorsOf(const FitReport &report, FitClass fitClass);

/** The model with launch times, efficiencies and bandwidths fitted to these kernels. Types that do not occur keep what
    their class gives; parameters that nothing speaks of stay. The error is set by heldOut(). */
DeviceModel refitted(const DeviceModel &model, const MeasuredKernels &measured);

/** Each kernel predicted by a model that was fitted to all kernels of other shapes. Empty when it was cancelled. */
FitReport heldOut(const DeviceModel &model, const MeasuredKernels &measured, const Progress *progress = nullptr);

/** What to write into a model that was fitted to `what`: the errors of the check. */
ModelError modelError(const std::string &what, const FitReport &check);

} // namespace jitscope::inline ascend
