// SPDX-License-Identifier: Apache-2.0
// The LLVM IR and the assembly of a kernel as text, each instruction with the member that it computes.
#pragma once

#include "engine/codegen/kernelaccess.h"
#include "engine/codegen/kernelplan.h"

#include <llvm/IR/Module.h>

#include <string>

namespace jitscope::inline codegen {

/** "[3] Mul", "[3] Mul <- in0", "[3] Mul -> out1", or "" for a number that is no member's. */
std::string memberTag(const KernelPlan &plan, int number, const KernelAccess &access = {});

/** What each loop loads, computes, reduces and stores, as code that a person reads. */
std::string listLoops(const KernelPlan &plan, const Graph &kernel, unsigned floatLanes);

/** One comment line a member: "; [3] Mul, node 17, f32[2,3], model.py:12: y = a * b". */
std::string listMembers(const KernelPlan &plan, const std::string &comment);

/** The text of a module; instructions carry "; [3] Mul" for the third member, "; [3] Mul <- in0" where they read the
   first input for it. */
std::string listIr(const KernelPlan &plan, const llvm::Module &module);

/** What stands above the assembly: the compiler and the members, as comments. */
std::string assemblyHead(const KernelPlan &plan, const std::string &compiler);

/** The same for the machine's assembly, from a listing with .loc lines; directives are left out. Line by line that of
    parseAssembly(). */
std::string listAssembly(const KernelPlan &plan, const std::string &assembly);

} // namespace jitscope::inline codegen
