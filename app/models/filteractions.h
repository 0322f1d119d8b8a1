// SPDX-License-Identifier: GPL-3.0-or-later
// The entries of a row's menu that filter all panels of times by the row's group.
#pragma once

#include "engine/analysis/operators/opgrouping.h"

#include <string>

class QMenu;

namespace jitscope {
inline namespace models {

class OperatorSource;

/** "Only these" and "Without these". */
void addFilterActions(QMenu &menu, OperatorSource &source, OpGrouping grouping, const std::string &group);

} // namespace models
} // namespace jitscope
