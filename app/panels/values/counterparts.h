// SPDX-License-Identifier: GPL-3.0-or-later
// Which tensor another one is to be compared with. They search recordings, so they belong in a job.
#pragma once

#include "engine/base/result.h"
#include "engine/session/sessionfwd.h"

#include <QString>
#include <functional>

namespace jitscope {
inline namespace valuespanel {

/** An operator's operand or result as it is typed: "#118", "118 out 2", "#118 in 1"; places count from 1. */
struct TensorPick {
    int64_t op = -1;
    bool isInput = false;
    size_t place = 0; ///< from 0
    bool operator==(const TensorPick &) const = default;
};
Result<TensorPick> parseTensorPick(const QString &text);
/** The tensor's id, or why there is none. */
Result<int64_t> pickedTensor(const Session &session, const TensorPick &pick);

/** Asked now and then by what searches a whole recording; no: it fails. */
using ShouldContinue = std::function<bool()>;

/** The tensor of another recording that was made on the same line by the same operator, in the same round of it; a
    parameter by its name. */
Result<int64_t> sameLineIn(const Session &other, const Session &session, int64_t tensor,
                           const ShouldContinue &shouldContinue);

/** What the same line and operator gave in the other mode of the same recording: for an eager result that of the
    compiled graph, and the other way round. The last before it, else the first after it. Of a lock step the pair. */
Result<int64_t> otherMode(const Session &session, int64_t tensor, const ShouldContinue &shouldContinue);

} // namespace valuespanel
} // namespace jitscope
