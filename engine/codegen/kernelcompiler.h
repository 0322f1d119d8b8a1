// SPDX-License-Identifier: Apache-2.0
// Machine code for fused kernels, through LLVM's ORC JIT. No LLVM type leaves this folder.
#pragma once

#include "engine/base/codeorigin.h"
#include "engine/base/result.h"
#include "engine/ir/graph.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace jitscope::inline codegen {

/** Where the time to a kernel that runs went. */
struct KernelTimes {
    int64_t planNs = 0;  ///< laying out loops
    int64_t cacheNs = 0; ///< looking for the code in memory and on disk
    int64_t llvmNs = 0;  ///< building, optimizing and compiling the module
    int64_t linkNs = 0;  ///< loading the object into memory
    int64_t storeNs = 0; ///< writing it to disk
    int64_t totalNs() const { return planNs + cacheNs + llvmNs + linkNs + storeNs; }
};

/** A compiled kernel: runs on contiguous tensors of the types it was compiled for. */
class CompiledKernel {
public:
    virtual ~CompiledKernel() = default;
    /** `inputs`: the elements of each parameter in the order of the graph; each output is written whole and overlaps no
        input, but for those of reusableInputs(), which may be the same memory. Safe from several threads. */
    virtual void run(const void *const *inputs, void *const *outputs) const = 0;
    /** Made on the first request. After optimization, one debug location per member op. */
    virtual const std::string &llvmIr() const = 0;
    /** Likewise. Of the host, with the member of each instruction as a comment. */
    virtual const std::string &assembly() const = 0;
    /** For each output an input of its type and shape whose memory it may be given, if nobody else needs it; or -1. No
        input stands there twice. */
    virtual std::span<const int> reusableInputs() const = 0;
    virtual CodeOrigin origin() const = 0; ///< Compiled, Memory or Disk
    /** Of the machine code, without the tables of the object that holds it. */
    virtual int64_t codeBytes() const = 0;
    virtual const KernelTimes &times() const = 0;
    int64_t compileNs() const { return times().totalNs(); }
};

/** Whether every node of the kernel graph has an emitter for its types; the error names the first that has none. */
Result<void> canCompile(const Graph &kernel);

/** Compiles one fused kernel (a graph for which isKernel()). Thread-safe. */
Result<std::shared_ptr<const CompiledKernel>> compileKernel(const Graph &kernel);

/** Later kernels are compiled anew, or read from disk, although equal ones live. Thread-safe. */
void forgetKernelCode();

/** "LLVM 19.1.7, x86-64 znver4": what kernels are compiled with and for. */
std::string compilerDescription();

} // namespace jitscope::inline codegen
