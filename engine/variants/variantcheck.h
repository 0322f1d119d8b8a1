// SPDX-License-Identifier: Apache-2.0
// Whether a variant gives what the function gives when its operators run one by one, and how far it is off.
#pragma once

#include "engine/run/executable.h"
#include "engine/run/rounding.h"
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

/** What rounding alone does to the results and weights of a call; measured when it is first asked for. */
class RoundingOfCall {
public:
    explicit RoundingOfCall(const VariantCall &call)
        : m_call(call) {}
    const CallRounding &get();

private:
    const VariantCall &m_call; ///< lives longer
    std::optional<CallRounding> m_rounding;
};

/** By `usualTolerance`, plus what rounding does: asked for only where something is further off. */
VariantCheck checkOf(const CallOutcome &expected, const CallOutcome &actual, RoundingOfCall &rounding);
/** The same with a rounding that is known. */
VariantCheck checkOf(const CallOutcome &expected, const CallOutcome &actual, const CallRounding &rounding);

std::string_view toString(VariantVerdict verdict);

} // namespace jitscope::inline variants
