// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a few typed letters mean a name of several words: "gkc" and "kernel_cl" mean graph_kernel_cluster.
#pragma once

#include <QStringView>

namespace jitscope {
inline namespace models {

/** The letters stand in the name in their order, each right behind the one before or at the beginning of a word; or all
    in one piece anywhere. Upper and lower case are alike. */
bool matchesWords(QStringView letters, QStringView name);

} // namespace models
} // namespace jitscope
