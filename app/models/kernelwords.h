// SPDX-License-Identifier: GPL-3.0-or-later
// Words about compiled kernels: where their code came from, and what a graph has of them.
#pragma once

#include "engine/session/compilation.h"

#include <QString>

namespace jitscope {
inline namespace models {

/** "compiled", "from cache (disk)", "not compiled: its operators run one by one", "not known". */
QString originText(CodeOrigin origin);

/** "5 kernels", "5 kernels, 3 from cache". */
QString kernelCountText(const std::vector<KernelRecord> &kernels);

/** "compiled in 3.1 ms", "from cache (memory), ready in 12 µs". */
QString kernelTimeText(const KernelRecord &kernel);

/** A time that was measured, or `unknown` for none: nothing that runs takes no time at all. */
QString durationText(int64_t ns, const QString &unknown);

} // namespace models
} // namespace jitscope
