// SPDX-License-Identifier: GPL-3.0-or-later
// The function whose compile ended a program: it has no graph and so stands in no list of them.
#pragma once

#include "engine/base/source.h"
#include "engine/session/sessionfwd.h"

#include <QString>

#include <optional>

namespace jitscope {
inline namespace models {

struct FailedCompile {
    QString function;     ///< "Net.construct"; where its source is not known, the place: "net.py:14"
    QString reason;       ///< "ValueError: For 'MatMul' ..."
    SourceSpan span = {}; ///< what could not be captured
};

/** Of the run that a session holds; nothing where no compile failed, or the program caught what it raised. */
std::optional<FailedCompile> failedCompile(const Session &session);

/** "net.py:14" */
QString placeOf(const FailedCompile &failed);
/** "Net.construct could not be compiled" */
QString failureTitle(const FailedCompile &failed);
/** In the place of what would be known of its graph: a title, and what to do. */
QString noGraphTitle(const FailedCompile &failed);
QString noGraphAdvice(const FailedCompile &failed);

} // namespace models
} // namespace jitscope
