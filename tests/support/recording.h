// SPDX-License-Identifier: Apache-2.0
// What tests of recordings share: the Python layer's listener without Python.
#pragma once

#include "engine/eager/dispatch.h"
#include "engine/session/recorder.h"

namespace jitscope::testing {

/** Tells a recorder of every eager operator, for as long as it lives. */
class RecordingListener : public OpListener {
public:
    explicit RecordingListener(Recorder &recorder)
        : m_recorder(recorder) {
        setOpListener(this);
    }
    ~RecordingListener() override { setOpListener(nullptr); }

    void beforeOp(const OpDef &op, std::span<const Value> arguments) override {
        if (!op.written.empty()) m_recorder.beforeWrite(arguments);
    }
    void afterOp(const OpDef &op, std::span<const Value> arguments, const Value &result, int64_t startNs,
                 int64_t endNs) override {
        m_recorder.recordOp(op, arguments, &result, startNs, endNs, "");
    }
    void failedOp(const OpDef &op, std::span<const Value> arguments, const std::string &message) override {
        m_recorder.recordOp(op, arguments, nullptr, 0, 0, message);
    }
    void gradientOf(const Tensor &tensor, const Tensor &gradient) override {
        m_recorder.recordGradient(tensor, gradient);
    }

private:
    Recorder &m_recorder;
};

} // namespace jitscope::testing
