// SPDX-License-Identifier: Apache-2.0
// The LLVM IR and the assembly of a kernel as text, each instruction with the member that it computes.
#pragma once

#include "engine/codegen/kernelplan.h"

#include <llvm/IR/Module.h>

#include <string>

namespace jitscope::inline codegen {

/** One comment line a member: "; [3] Mul, node 17, f32[2,3], model.py:12: y = a * b". */
std::string listMembers(const KernelPlan &plan, const std::string &comment);

/** The text of an optimized module; instructions carry "; [3] Mul" for the third member. */
std::string listIr(const KernelPlan &plan, const llvm::Module &module);

/** The same for the machine's assembly, from a listing with .loc lines; directives are left out. */
std::string listAssembly(const KernelPlan &plan, const std::string &assembly);

} // namespace jitscope::inline codegen
