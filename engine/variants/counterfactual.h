// SPDX-License-Identifier: Apache-2.0
// What would have to be otherwise for a refused candidate: the smallest change that makes the predicate hold which
// failed, as decisions of a variant.
#pragma once

#include "engine/passes/decisions.h"
#include "engine/session/compilation.h"
#include "engine/variants/whynot.h"

#include <memory>
#include <optional>
#include <string>

namespace jitscope::inline variants {

/** A change that a variant can be compiled with, or why there is none. */
/** Operators and kernels of the final graphs. */
struct LaunchChange {
    int before = 0, after = 0;
};

struct Counterfactual {
    std::vector<Decision> decisions;
    std::optional<JitLevel> level = {}; ///< at which it is compiled, if not at that of the compilation
    std::string whyNone = {};           ///< a sentence where there is none
    /** What is expanded or copied for it may be more launches than there are now. None for large functions. */
    std::optional<LaunchChange> launches = {};

    bool exists() const { return !decisions.empty() || level.has_value(); }
};

/** Finds them for the candidates of one compilation, which must outlive it. */
class Counterfactuals {
public:
    explicit Counterfactuals(const Compilation &compilation);
    ~Counterfactuals();
    Counterfactuals(const Counterfactuals &) = delete;
    Counterfactuals &operator=(const Counterfactuals &) = delete;

    Counterfactual of(const RefusedCandidate &candidate);

    /** Of a pair with that answer: the two as one more candidate, where they are apart in the end, nothing that was
        refused has a change, and fusing them is one (see `of`), or compiling at O1. No pass refused it: none looked at
        them, or what had joined was cut again. Of a single node at O0 as well: in a kernel with others. */
    std::optional<RefusedCandidate> apart(const WhyNot &answer, const std::vector<NodeId> &captured);

    /** What O1 makes of a function that was compiled at O0; nothing of any other. */
    struct KernelsAtO1 {
        size_t kernels = 0, members = 0;
    };
    std::optional<KernelsAtO1> kernelsAtO1();

private:
    class Finder;
    std::unique_ptr<Finder> m_finder;
};

/** "compile at O0", "MatMul %4: ...", or why there is none: for the user. */
std::string toString(const Counterfactual &change, const Module &captured);

/** What became of a refused candidate in a variant of its compilation. */
struct CandidateFate {
    enum class Kind : uint8_t {
        Joined,      ///< a rule joined its nodes
        OtherReason, ///< the predicate holds, another one failed
        StillFails,  ///< the predicate failed again
        NotMet,      ///< no pass looked at these nodes together
    };
    Kind kind = Kind::NotMet;
    std::string text; ///< a sentence with pass and rule, or the predicate that failed
};

CandidateFate fateIn(const Compilation &variant, const RefusedCandidate &candidate);

} // namespace jitscope::inline variants
