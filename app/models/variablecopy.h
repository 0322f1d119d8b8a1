// SPDX-License-Identifier: GPL-3.0-or-later
// Puts a variable's value on the clipboard as Python that gives it again.
#pragma once

#include "app/models/variablemodel.h"
#include "app/sdk/paneldef.h"

namespace jitscope {
inline namespace models {

/** Spilled tensors are read in a job; what cannot be copied is told in the status bar. */
void copyAsPython(const VariableRow &row, const PanelContext &context, QObject *receiver);

} // namespace models
} // namespace jitscope
