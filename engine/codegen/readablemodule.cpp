// SPDX-License-Identifier: Apache-2.0
#include "engine/codegen/readablemodule.h"

#include "engine/codegen/hostjit.h"
#include "engine/codegen/kernelaccess.h"
#include "engine/codegen/kernelmodule.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <unordered_map>
#include <vector>

namespace jitscope::inline codegen {
namespace {

unsigned memberOf(const llvm::Instruction &instruction) {
    return instruction.getDebugLoc() ? instruction.getDebugLoc().getLine() : 0;
}

/** The address that an instruction reads from, or null. */
const llvm::Value *addressRead(const llvm::Instruction &instruction) {
    if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return load->getPointerOperand();
    const auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    return call && call->getIntrinsicID() == llvm::Intrinsic::masked_load ? call->getArgOperand(0) : nullptr;
}

/** The column of the location of the pointer that `address` was made from: it names the input. */
unsigned columnOfBase(const llvm::Value *address) {
    while (const auto *place = llvm::dyn_cast_or_null<llvm::GetElementPtrInst>(address))
        address = place->getPointerOperand();
    const auto *base = llvm::dyn_cast_or_null<llvm::LoadInst>(address);
    return base && base->getDebugLoc() ? base->getDebugLoc().getCol() : 0;
}

using Places = std::unordered_map<const llvm::Instruction *, size_t>; ///< in the order of the code

/** The member that all users serve; of a load that of the first in the order of the code. 0: there is none. */
unsigned memberServed(const llvm::Instruction &instruction, const Places &places) {
    const bool isLoad = addressRead(instruction) != nullptr;
    unsigned member = 0;
    size_t first = places.size();
    for (const llvm::User *each : instruction.users()) {
        const auto *user = llvm::cast<llvm::Instruction>(each);
        if (memberOf(*user) == 0) continue;
        const bool isOther = member != 0 && member != memberOf(*user);
        if (isOther && !isLoad) return 0;
        if (places.at(user) > first) continue;
        first = places.at(user);
        member = memberOf(*user);
    }
    return member;
}

void locate(llvm::Function &function) {
    std::vector<llvm::Instruction *> order;
    Places places;
    for (llvm::BasicBlock &block : function)
        for (llvm::Instruction &instruction : block) {
            places.emplace(&instruction, order.size());
            order.push_back(&instruction);
        }
    // Users stand behind what they use, so that one walk from the end meets them first.
    for (auto each = order.rbegin(); each != order.rend(); ++each) {
        llvm::Instruction &instruction = **each;
        const unsigned member = memberOf(instruction) != 0 ? 0 : memberServed(instruction, places);
        if (member == 0) continue;
        const unsigned column = columnOfBase(addressRead(instruction));
        instruction.setDebugLoc(llvm::DILocation::get(function.getContext(), member, column, function.getSubprogram()));
    }
}

} // namespace

void locateMoved(llvm::Module &module) {
    for (llvm::Function &function : module)
        if (function.getSubprogram()) locate(function);
}

std::unique_ptr<llvm::Module> readableModule(const KernelPlan &plan, const char *symbol, llvm::LLVMContext &context) {
    HostJit &jit = HostJit::instance();
    auto module = buildKernelModule(plan, symbol, jit.floatLanes(), context);
    jit.optimize(*module);
    locateMoved(*module);
    return module;
}

} // namespace jitscope::inline codegen
