// SPDX-License-Identifier: GPL-3.0-or-later
// Widths of the columns of this panel's tables.
#pragma once

namespace jitscope {
inline namespace models {
class RecordView;
}
} // namespace jitscope

namespace jitscope {
inline namespace kerneldetailspanel {

/** Wide enough for what they hold, within limits. */
void fitColumns(RecordView *view);

} // namespace kerneldetailspanel
} // namespace jitscope
