// SPDX-License-Identifier: Apache-2.0
// Marks what a thread computes for the user's eye, beside the program that is held: it is no part of the run.
#pragma once

namespace jitscope::inline eager {
class OpTracer;
}

namespace jitscope::inline stepping {

namespace detail {
/** How many of them this thread has. Known outside, so that asking is one instruction and no call. */
extern constinit thread_local int besideRuns __attribute__((tls_model("initial-exec")));
} // namespace detail

/** While one lives, operators, lines and graphs of this thread are neither recorded nor stopped at. */
class BesideRun {
public:
    BesideRun();
    ~BesideRun();
    BesideRun(const BesideRun &) = delete;
    BesideRun &operator=(const BesideRun &) = delete;

    static bool isHere() { return detail::besideRuns > 0; }
};

/** While one lives, no trace of this thread takes operators into a graph. */
class Untraced {
public:
    Untraced();
    ~Untraced();
    Untraced(const Untraced &) = delete;
    Untraced &operator=(const Untraced &) = delete;

private:
    OpTracer *m_before;
};

} // namespace jitscope::inline stepping
