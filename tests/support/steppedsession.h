// SPDX-License-Identifier: Apache-2.0
// A short recorded run with two stops, and all that a panel needs around it.
#pragma once

#include "app/sdk/document.h"
#include "app/sdk/healthcache.h"
#include "app/sdk/jobs.h"
#include "app/sdk/paneldef.h"
#include "app/sdk/playhead.h"
#include "app/sdk/selection.h"
#include "engine/session/session.h"
#include "tests/support/standingrunner.h"

#include <algorithm>
#include <cmath>

namespace jitscope::testing {

inline const char *const steppedPath = "/x/net.py";

inline StackFrame frameAt(const std::string &function, int line) {
    StackFrame frame;
    frame.function = function;
    frame.span.file = steppedPath;
    frame.span.line = line;
    return frame;
}

/** Lines 3, 4 and 5 of Net.construct, called from line 9: x = Sin, y = Mul, z = Neg(Log(y)), each f32[2]. Stopped
   before #2, where y is not there yet, and before #3. */
inline Session steppedSession() {
    Session session;
    session.info = {{"script", steppedPath}};
    const std::vector<std::string> ops = {"Sin", "Mul", "Log", "Neg"};
    session.tensors.push_back({0, DType::Float32, {2}, Tensor::of({2}, std::vector<float>{1, 2}), "x"});
    for (int i = 0; i < 4; ++i) {
        session.stacks.push_back({frameAt("Net.construct", std::min(3 + i, 5)), frameAt("<module>", 9)});
        const auto values = std::vector<float>{float(i) + 0.5f, i >= 2 ? NAN : -1.0f};
        session.tensors.push_back({i + 1, DType::Float32, {2}, Tensor::of({2}, values), ""});
        OpEvent op;
        op.number = i + 1;
        op.op = ops[size_t(i)];
        op.inputs = {i};
        op.outputs = {i + 1};
        op.operands = op.result = "f32[2]";
        op.durationNs = 1000;
        op.stack = i;
        session.ops.push_back(op);
    }
    session.linkTensors();
    const Variable batch{"batch", "int", "2"}, x{"x", "Tensor", "Tensor(...)", 1}, y{"y", "Tensor", "Tensor(...)", 2};
    const Variable later{"batch", "int", "3"}, net{"net", "Net", "Net<>", -1, true};
    session.stops.push_back({2, "breakpoint", session.stacks[1], {{batch, x}, {net}}});
    session.stops.push_back({3, "step", session.stacks[2], {{later, x, y}, {net}}});
    return session;
}

/** What stands before #5, behind the last recorded operator. */
inline std::vector<FrameView> standingFrames() {
    const Variable batch{"batch", "int", "3"}, x{"x", "Tensor", "Tensor(...)", 1}, z{"z", "Tensor", "Tensor(...)", 4};
    const Variable net{"net", "Net", "Net<>", -1, true};
    return {{frameAt("Net.construct", 6), {batch, x, z}}, {frameAt("<module>", 9), {net}}};
}

/** Everything around a panel that the window would give it. */
struct PanelDesk {
    Document document;
    Selection selection{document};
    Jobs jobs;
    StandingRunner runner;
    Playhead playhead{document, selection, runner};
    HealthCache health{document, jobs};
    QStringList shown, told;

    PanelContext context() {
        return {document,
                selection,
                jobs,
                runner,
                playhead,
                health,
                [this](PanelId panel) { shown.append(panel.text()); },
                [this](const QString &message) { told.append(message); }};
    }
};

} // namespace jitscope::testing
