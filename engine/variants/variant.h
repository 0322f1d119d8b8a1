// SPDX-License-Identifier: Apache-2.0
// A function compiled anew with other decisions than the compiler's, with what that costs and whether it still computes
// the same.
#pragma once

#include "engine/run/compile.h"
#include "engine/variants/variantcheck.h"
#include "engine/variants/variantspec.h"

#include <memory>

namespace jitscope::inline variants {

struct Variant {
    VariantSpec spec;
    Compilation record;                                     ///< all stages up to the error, if there is one
    std::shared_ptr<const Executable> executable;           ///< null where it did not compile
    std::string error;                                      ///< why not, or ""
    std::vector<int> decisionUses;                          ///< how often each decision had an effect
    std::vector<std::string> decisionReasons;               ///< why each did not come about, where that is known, or ""
    std::vector<std::vector<std::string>> decisionInsteads; ///< rules that came in the place of each refused one
    std::vector<std::string> decisionNotes; ///< what each changes less than it seems to: a sentence, or ""
    bool isAsCompiled = false; ///< all decisions together leave the final graphs as the program's compile has them
    VariantCheck check;
    int64_t compileNs = 0;
    int operators = 0;           ///< of the final graphs outside of kernels: NodeCounts::operators
    int kernels = 0;             ///< fused ones
    int members = 0;             ///< operators inside of them: NodeCounts::members
    int launches = 0;            ///< in one call: operators and kernels that ran
    double flops = 0, bytes = 0; ///< in one call: computed; read and written. Only of what they are known of
    int64_t peakBytes = 0;       ///< the most bytes of intermediate values alive at once, by the plan
};

/** What the variants of one compilation share. */
struct VariantBase {
    Compilation compilation; ///< as the program made it
    VariantCall call;
    CallOutcome eager; ///< what it should give
};

/** The error says what keeps the function from being run on its own. Needs nothing of the session afterwards. */
Result<VariantBase> variantBase(const Session &session, const Compilation &compilation);

/** As the compilation says: "O1" gives O1. */
JitLevel jitLevelOf(const Compilation &compilation);

/** Of its kernels, those whose code was compiled before: a compile time with them and one without are no equals. */
int kernelsFromCache(const Compilation &compilation);

/** What runs as the variant would, with copies of weights of its own; the error says why it does not compile. */
Result<std::shared_ptr<const Executable>> executableOf(const VariantBase &base, const VariantSpec &spec);

/** Compiles, runs once and compares. A variant that breaks comes back with its error. Touches nothing of the program:
    weights are copies, random numbers its own. For a background thread. */
Variant makeVariant(const VariantBase &base, const VariantSpec &spec);

/** The stages of a variant alone, for looking at them: nothing is run, no values are needed. Those up to the error
   where it does not compile. For a background thread. */
Compilation stagesOf(const Compilation &compilation, const VariantSpec &spec);

} // namespace jitscope::inline variants
