// SPDX-License-Identifier: Apache-2.0
// The lists of emitters, family by family, and what their functions are written with.
#pragma once

#include "engine/codegen/emitters.h"
#include "engine/codegen/lanes.h"
#include "engine/ops/formulas/activations.h"

#include <span>
#include <vector>

namespace jitscope::inline codegen {

std::vector<Emitter> arithmeticEmitters();
std::vector<Emitter> comparisonEmitters();
std::vector<Emitter> functionEmitters();
std::vector<Emitter> activationEmitters();
std::vector<Emitter> integerEmitters();

namespace emitting {

using Operands = std::span<llvm::Value *const>;

constexpr ElementKind N = ElementKind::Number;
constexpr ElementKind T = ElementKind::Bool;
constexpr ElementKind I32 = ElementKind::Int32;
constexpr ElementKind I64 = ElementKind::Int64;

/** About how many simple instructions the operators take. */
constexpr int quotientWork = 4, functionWork = formulas::functionWork, longWork = formulas::longWork;

template<llvm::Instruction::BinaryOps op> llvm::Value *binary(VectorCode &code, Operands in) {
    return code.b.CreateBinOp(op, in[0], in[1]);
}

template<llvm::CmpInst::Predicate predicate> llvm::Value *compare(VectorCode &code, Operands in) {
    return code.b.CreateCmp(predicate, in[0], in[1]);
}

template<llvm::Intrinsic::ID id> llvm::Value *machine(VectorCode &code, Operands in) {
    return code.intrinsic(id, in[0]);
}

template<llvm::Value *(VectorCode::*function)(llvm::Value *)> llvm::Value *unary(VectorCode &code, Operands in) {
    return (code.*function)(in[0]);
}

template<llvm::Value *(VectorCode::*function)(llvm::Value *, llvm::Value *)>
llvm::Value *pair(VectorCode &code, Operands in) {
    return (code.*function)(in[0], in[1]);
}

inline llvm::Value *select(VectorCode &code, Operands in) {
    return code.b.CreateSelect(in[0], in[1], in[2]);
}

inline llvm::Value *identity(VectorCode &, Operands in) {
    return in[0];
}

/** A function of one vector, or of several, written with Lanes, as an emitter's function. */
template<auto function> llvm::Value *lanewise(VectorCode &code, Operands in) {
    if constexpr (requires(Lanes x) { function(x); })
        return function(Lanes{code, in[0]});
    else if constexpr (requires(Lanes x) { function(x, x); })
        return function(Lanes{code, in[0]}, Lanes{code, in[1]});
    else
        return function(Lanes{code, in[0]}, Lanes{code, in[1]}, Lanes{code, in[2]});
}

} // namespace emitting
} // namespace jitscope::inline codegen
