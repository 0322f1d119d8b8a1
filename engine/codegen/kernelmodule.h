// SPDX-License-Identifier: Apache-2.0
// Turns a laid-out kernel into an LLVM module: one function a loop nest, with the member behind every instruction.
#pragma once

#include "engine/codegen/kernelplan.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <memory>
#include <string>

namespace jitscope::inline codegen {

/** The machine code of a nest: computes the units [begin, end) of `unitsOf(nest)`. */
using NestFunction = void(const void *const *inputs, void *const *outputs, float *scratch, int64_t begin, int64_t end);

/** The name of the function of nest `index` in the module of `symbol`. */
std::string nestSymbol(const std::string &symbol, size_t index);

/** Where a scratch block begins, in elements. */
int64_t scratchOffset(const KernelPlan &plan, size_t block);

/**
 * Not yet optimized. `floatLanes` is how many floats fill a vector register of the machine.
 *
 * The line of every instruction's debug location is the number of the member that it computes, or loads, stores and
 * counts for, from 1; its column names the input or output that is touched (kernelaccess.h). The line is not the user's
 * line: several members can stand on one, and equal kernels of other lines would not have equal code. The listing says
 * which line of the user each member has.
 */
std::unique_ptr<llvm::Module> buildKernelModule(const KernelPlan &plan, const std::string &symbol, unsigned floatLanes,
                                                llvm::LLVMContext &context);

} // namespace jitscope::inline codegen
