// SPDX-License-Identifier: GPL-3.0-or-later
// The language of the window: English in the source, others from resources/translations.
#pragma once

#include <QString>

namespace jitscope {
inline namespace shell {

/** "en" or "zh_CN": `wanted`, or for "" what fits the system's language best. */
QString languageFor(const QString &wanted);

/** Before the first widget; later on every window gets QEvent::LanguageChange. An unknown language is English. */
void installLanguage(const QString &language);

} // namespace shell
} // namespace jitscope
