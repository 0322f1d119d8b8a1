// SPDX-License-Identifier: Apache-2.0
// How each element-wise operator becomes vector instructions: one record an operator.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace llvm {
class Value;
}

namespace jitscope::inline codegen {

class VectorCode;

/** What the lanes of a vector hold inside a kernel. */
enum class ElementKind : uint8_t {
    Number, ///< float32; float16 and bfloat16 are computed as such and rounded after each operator
    Bool,   ///< bool, one bit a lane
    Int32,
    Int64,
};

/** The code of one operator for one choice of operand kinds; an operator may have several records. */
struct Emitter {
    std::string_view op;
    std::vector<ElementKind> operands; ///< of its inputs; dtype and text arguments left out
    ElementKind result = ElementKind::Number;
    llvm::Value *(*emit)(VectorCode &code, std::span<llvm::Value *const> operands) = nullptr;
    std::string_view option = {}; ///< the text argument that this record is for, where the operator has one
    int work = 1;                 ///< about how many simple instructions it takes
};

/** All records. */
const std::vector<Emitter> &emitters();

/** The record of `op` that takes `operands`, given that a truth may stand where a number is expected; or null. */
const Emitter *findEmitter(std::string_view op, std::string_view option, std::span<const ElementKind> operands,
                           ElementKind result);

/** Whether `op` has any record at all. */
bool hasEmitter(std::string_view op);

} // namespace jitscope::inline codegen
