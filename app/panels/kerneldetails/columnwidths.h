// SPDX-License-Identifier: GPL-3.0-or-later
// Widths of the columns of this panel's tables.
#pragma once

namespace jitscope {

class RecordView;

/** Wide enough for what they hold, within limits. */
void fitColumns(RecordView *view);

} // namespace jitscope
