// SPDX-License-Identifier: Apache-2.0
// Whether a variant gives what the function gives when its operators run one by one, and how far it is off.
#pragma once

#include "engine/run/executable.h"
#include "engine/session/variantrecord.h"
#include "engine/variants/variantcall.h"

#include <optional>
#include <string>

namespace jitscope::inline variants {

/** What one call gave, and the weights behind it. */
struct CallOutcome {
    Value result;
    std::vector<Value> weights;
    int launches = 0;  ///< operators and kernels that ran
    double flops = 0;  ///< of those of which it is known
    double bytes = 0;  ///< read and written by them
    std::string error; ///< with which it failed
};

/** Runs `executable` once, with random numbers of its own that begin alike in every call; what it prints is dropped.
    `compiled` is the module that `executable` was made of, with weights of its own; they are put back. */
CallOutcome outcomeOf(const Compilation &compilation, const Module &compiled, const Executable &executable,
                      const std::vector<Value> &arguments);

/** The reference: the captured graph, operator by operator, as eager calls. */
Result<CallOutcome> eagerOutcome(const VariantCall &call);

struct VariantCheck {
    VariantVerdict verdict = VariantVerdict::Broken;
    double maxAbsolute = 0, maxRelative = 0; ///< over all results and written weights
    std::optional<double> maxUlps;           ///< steps of the dtype; none without floats
    std::string text;                        ///< a sentence with the values
};

/** Of the largest magnitude in each tensor, plus float32's rounding of the median of them; 16-bit floats get 100 times
    as much. */
constexpr double variantTolerance = 1e-4;

VariantCheck checkOf(const CallOutcome &expected, const CallOutcome &actual);

std::string_view toString(VariantVerdict verdict);

} // namespace jitscope::inline variants
