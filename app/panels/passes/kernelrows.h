// SPDX-License-Identifier: GPL-3.0-or-later
// The compiled kernels of a graph as rows of a table: what is in each, where its code came from, time and size.
#pragma once

#include "app/models/tablemodel.h"
#include "engine/base/codeorigin.h"
#include "engine/session/sessionfwd.h"

namespace jitscope {
inline namespace passespanel {

struct KernelRow {
    std::string name;
    QStringList operators; ///< its members in their order, "Mul"
    CodeOrigin origin = CodeOrigin::Unknown;
    int64_t readyNs = 0;    ///< until it could run; 0: not known
    int64_t codeBytes = -1; ///< -1: not known
    int64_t runs = 0;       ///< recorded ones
};

std::vector<KernelRow> kernelRows(const Session &session, const Compilation &compilation);
std::vector<TableColumn<KernelRow>> kernelColumns();

} // namespace passespanel
} // namespace jitscope
