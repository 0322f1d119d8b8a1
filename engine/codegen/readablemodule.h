// SPDX-License-Identifier: Apache-2.0
// A kernel's optimized module for the eye: what LLVM moved out of a loop and lost the location of has it back.
#pragma once

#include "engine/codegen/kernelplan.h"

#include <llvm/IR/Module.h>

#include <memory>

namespace jitscope::inline codegen {

/** Of `module`, optimized: an instruction without a location gets that of what it is there for. Values are there for
    the instructions that use them: where these are of one member, for that; a load for the member that takes it first
    (servedmembers.h). What serves several stays without. */
void locateMoved(llvm::Module &module);

/** Built and optimized as the kernel's own, with those locations; instructions are the same. */
std::unique_ptr<llvm::Module> readableModule(const KernelPlan &plan, const char *symbol, llvm::LLVMContext &context);

} // namespace jitscope::inline codegen
