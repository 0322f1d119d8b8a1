// SPDX-License-Identifier: Apache-2.0
// Which of a kernel's inputs and outputs an instruction is there for; written into the columns of debug locations.
#pragma once

namespace jitscope::inline codegen {

struct KernelAccess {
    int input = -1, output = -1; ///< which; at most one of them, -1 for none
    bool operator==(const KernelAccess &) const = default;
};

/** Inputs have the odd columns, outputs the even ones, 0 is none. */
inline unsigned columnOf(const KernelAccess &access) {
    if (access.input >= 0) return unsigned(access.input) * 2 + 1;
    return access.output >= 0 ? unsigned(access.output) * 2 + 2 : 0;
}

inline KernelAccess accessOfColumn(unsigned column) {
    if (column == 0) return {};
    const int index = int(column - 1) / 2;
    return column % 2 == 1 ? KernelAccess{index, -1} : KernelAccess{-1, index};
}

} // namespace jitscope::inline codegen
