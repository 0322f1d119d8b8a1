// SPDX-License-Identifier: Apache-2.0
// What is computed to check a graph is no part of the program's run.
#pragma once

#include "engine/session/recorder.h"

namespace jitscope::inline python {

/** While one lives, nothing goes into the recording by itself. */
class Unrecorded {
public:
    Unrecorded()
        : m_level(Recorder::instance().level()) {
        Recorder::instance().setLevel(RecordLevel::None);
    }
    ~Unrecorded() { Recorder::instance().setLevel(m_level); }
    Unrecorded(const Unrecorded &) = delete;
    Unrecorded &operator=(const Unrecorded &) = delete;

private:
    RecordLevel m_level;
};

} // namespace jitscope::inline python
