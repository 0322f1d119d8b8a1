// SPDX-License-Identifier: Apache-2.0
// LLVM set up for this machine: optimizes modules, turns them into object code or a listing, and loads objects.
#pragma once

#include "engine/base/compilenotes.h"
#include "engine/base/result.h"

#include <llvm/IR/Module.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace jitscope::inline codegen {

/** Code in memory; it is freed with this. */
class LoadedCode {
public:
    virtual ~LoadedCode() = default;
    /** The address of a function of the module; null if it has none of that name. */
    virtual void *function(const std::string &symbol) const = 0;
    /** Of the instructions alone. */
    virtual int64_t codeBytes() const = 0;
};

/** One instruction of the machine, read back from its bytes. */
struct MachineInstruction {
    int64_t bytes = 0; ///< 0: these bytes are none
    std::string text;
};

/** One for the process, made on first use; loading an object needs only the linker, so that the code generator of the
    machine is set up when something is first compiled. Everything is safe from several threads. */
class HostJit {
public:
    static HostJit &instance();

    virtual ~HostJit() = default;
    virtual unsigned floatLanes() const = 0;            ///< floats in a vector register
    virtual const std::string &description() const = 0; ///< "LLVM 19.1.7, x86-64 znver4"
    /** All that object code depends on besides its module: version, processor, features, this library. */
    virtual const std::string &identity() const = 0;
    /** What each of LLVM's passes took of it, and when. */
    struct Optimizing {
        std::vector<LlvmPart> parts;
        std::vector<CompileRun> runs; ///< by the places of `parts`
    };
    virtual Optimizing optimize(llvm::Module &module) = 0;
    /** Machine code as text, debug locations as .loc lines. */
    virtual std::string assembly(const llvm::Module &module) = 0;
    /** The object file of an optimized module, which loses its debug locations. */
    virtual std::string object(llvm::Module &module) = 0;
    /** The first instruction of `code`. */
    virtual MachineInstruction disassemble(std::string_view code) = 0;
    /** Links an object into memory; names need to be unique within it only. */
    virtual Result<std::shared_ptr<const LoadedCode>> load(const std::string &object) = 0;
};

} // namespace jitscope::inline codegen
