// SPDX-License-Identifier: Apache-2.0
// LLVM set up for this machine: optimizes modules, turns them into object code or a listing, and loads them.
#pragma once

#include "engine/base/result.h"

#include <llvm/IR/Module.h>

#include <memory>
#include <string>

namespace jitscope {

/** Code in memory; it is freed with this. */
class LoadedCode {
public:
    virtual ~LoadedCode() = default;
    /** The address of a function of the module; null if it has none of that name. */
    virtual void *function(const std::string &symbol) const = 0;
};

/** One for the process, made on first use. Everything is safe from several threads. */
class HostJit {
public:
    static HostJit &instance();

    virtual ~HostJit() = default;
    virtual unsigned floatLanes() const = 0;            ///< floats in a vector register
    virtual const std::string &description() const = 0; ///< "LLVM 19.1.7, x86-64 znver4"
    virtual void optimize(llvm::Module &module) = 0;
    /** Machine code as text, debug locations as .loc lines. */
    virtual std::string assembly(const llvm::Module &module) = 0;
    /** Compiles an optimized module, whose debug locations are left out, and loads it. */
    virtual Result<std::shared_ptr<const LoadedCode>> load(const llvm::Module &module) = 0;
};

} // namespace jitscope
