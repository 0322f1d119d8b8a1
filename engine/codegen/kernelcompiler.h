// SPDX-License-Identifier: Apache-2.0
// Machine code for fused kernels, through LLVM's ORC JIT. No LLVM type leaves this folder.
#pragma once

#include "engine/base/result.h"
#include "engine/ir/graph.h"

#include <memory>
#include <string>
#include <vector>

namespace jitscope {

/** A compiled kernel: runs on contiguous float32 tensors of the shapes it was compiled for. */
class CompiledKernel {
public:
    virtual ~CompiledKernel() = default;
    /** `inputs` in the order of the graph's parameters; each output is written whole. Safe from several threads. */
    virtual void run(const float *const *inputs, float *const *outputs) const = 0;
    virtual const std::string &llvmIr() const = 0;   ///< after optimization, one debug location per member op
    virtual const std::string &assembly() const = 0; ///< of the host, with the member of each instruction as a comment
    virtual int64_t compileNs() const = 0;
};

/** Whether every node of the kernel graph has an emitter for its types; the error names the first that has none. */
Result<void> canCompile(const Graph &kernel);

/** Compiles one fused kernel (a graph for which isKernel()). Thread-safe. */
Result<std::shared_ptr<const CompiledKernel>> compileKernel(const Graph &kernel);

/** "LLVM 19.1.7, x86-64 znver4": what kernels are compiled with and for. */
std::string compilerDescription();

} // namespace jitscope
