// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/graphview/keptpictures.h"

#include "app/sdk/theme.h"

namespace jitscope {
inline namespace graphview {

QString cardFonts() {
    return uiFont().toString() + codeFont().toString();
}

} // namespace graphview
} // namespace jitscope
