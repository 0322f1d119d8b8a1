// SPDX-License-Identifier: GPL-3.0-or-later
// Text that came from outside (messages of exceptions, names in files) is shown as it stands, never read as HTML.
#pragma once

#include <QString>

namespace jitscope {
inline namespace sdk {

/** From now on all labels and tool tips of this process show plain text, but labels that ask for another format. */
void showPlainTexts();

/** `text` with its lines broken between words, for tool tips: in plain text these break no line of their own. */
QString brokenLines(const QString &text, qsizetype columns = 90);

} // namespace sdk
} // namespace jitscope
