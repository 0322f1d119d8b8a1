// SPDX-License-Identifier: GPL-3.0-or-later
// The language of the window: English in the source, others from resources/translations.
#pragma once

#include <QString>

namespace jitscope {

/** "en" or "zh_CN": `wanted`, or for "" what fits the system's language best. */
QString languageFor(const QString &wanted);

/** Once at start, before any widget. An unknown language stays English. */
void installLanguage(const QString &language);

} // namespace jitscope
