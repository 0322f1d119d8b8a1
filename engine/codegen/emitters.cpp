// SPDX-License-Identifier: Apache-2.0
// The records: one line an operator.
#include "engine/codegen/emitters.h"

#include "engine/codegen/vectorcode.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace jitscope {
namespace {

using Operands = std::span<llvm::Value *const>;
using llvm::Intrinsic::ID;

template<llvm::Instruction::BinaryOps op> llvm::Value *binary(VectorCode &code, Operands in) {
    return code.b.CreateBinOp(op, in[0], in[1]);
}

template<llvm::CmpInst::Predicate predicate> llvm::Value *compare(VectorCode &code, Operands in) {
    return code.b.CreateFCmp(predicate, in[0], in[1]);
}

template<ID id> llvm::Value *machine(VectorCode &code, Operands in) {
    return code.intrinsic(id, in[0]);
}

template<llvm::Value *(VectorCode::*function)(llvm::Value *)> llvm::Value *unary(VectorCode &code, Operands in) {
    return (code.*function)(in[0]);
}

template<llvm::Value *(VectorCode::*function)(llvm::Value *, llvm::Value *)>
llvm::Value *pair(VectorCode &code, Operands in) {
    return (code.*function)(in[0], in[1]);
}

llvm::Value *negate(VectorCode &code, Operands in) {
    return code.b.CreateFNeg(in[0]);
}

llvm::Value *square(VectorCode &code, Operands in) {
    return code.b.CreateFMul(in[0], in[0]);
}

llvm::Value *reciprocal(VectorCode &code, Operands in) {
    return code.b.CreateFDiv(code.number(1), in[0]);
}

llvm::Value *reciprocalRoot(VectorCode &code, Operands in) {
    return code.b.CreateFDiv(code.number(1), code.intrinsic(llvm::Intrinsic::sqrt, in[0]));
}

llvm::Value *relu(VectorCode &code, Operands in) {
    return code.b.CreateSelect(code.b.CreateFCmpOLT(in[0], code.number(0)), code.number(0), in[0]);
}

/** Zeros and NaN are their own sign. */
llvm::Value *signOf(VectorCode &code, Operands in) {
    llvm::Value *isSigned = code.b.CreateFCmpONE(in[0], code.number(0));
    return code.b.CreateSelect(isSigned, code.b.CreateCopySign(code.number(1), in[0]), in[0]);
}

/** x * sigmoid(y), where y has the sign of x and is at least as large beyond -104; there the product is 0, also for
    -infinity. */
llvm::Value *gated(VectorCode &code, llvm::Value *x, llvm::Value *y) {
    llvm::Value *isZero = code.b.CreateFCmpOLT(x, code.number(-104));
    return code.b.CreateSelect(isZero, code.number(0), code.b.CreateFMul(x, code.sigmoid(y)));
}

llvm::Value *silu(VectorCode &code, Operands in) {
    return gated(code, in[0], in[0]);
}

/** 0.5 (1 + tanh(u)) is sigmoid(2 u), which loses no digits for large negative u. */
llvm::Value *geluByTanh(VectorCode &code, Operands in) {
    llvm::Value *square = code.b.CreateFMul(in[0], in[0]);
    llvm::Value *bent = code.b.CreateFAdd(code.number(1), code.b.CreateFMul(square, code.number(0.044715)));
    llvm::Value *scaled = code.b.CreateFMul(in[0], code.number(2 * std::sqrt(2 / std::numbers::pi)));
    return gated(code, in[0], code.b.CreateFMul(scaled, bent));
}

/** The remainder with the sign of the divisor, as Python's %. */
llvm::Value *floorRemainder(VectorCode &code, Operands in) {
    llvm::Value *remainder = code.b.CreateFRem(in[0], in[1]);
    llvm::Value *isZero = code.b.CreateFCmpOEQ(remainder, code.number(0));
    llvm::Value *differs =
        code.b.CreateXor(code.b.CreateFCmpOLT(remainder, code.number(0)), code.b.CreateFCmpOLT(in[1], code.number(0)));
    llvm::Value *wrapped = code.b.CreateSelect(differs, code.b.CreateFAdd(remainder, in[1]), remainder);
    return code.b.CreateSelect(isZero, code.b.CreateCopySign(code.number(0), in[1]), wrapped);
}

/** From the exact remainder, so that no quotient is rounded up to the next whole number. */
llvm::Value *floorQuotient(VectorCode &code, Operands in) {
    llvm::Value *exact = code.b.CreateFSub(in[0], floorRemainder(code, in));
    llvm::Value *whole = code.intrinsic(llvm::Intrinsic::rint, code.b.CreateFDiv(exact, in[1]));
    llvm::Value *byZero = code.b.CreateFCmpOEQ(in[1], code.number(0));
    return code.b.CreateSelect(byZero, code.b.CreateFDiv(in[0], in[1]), whole);
}

llvm::Value *select(VectorCode &code, Operands in) {
    return code.b.CreateSelect(in[0], in[1], in[2]);
}

llvm::Value *logicalNot(VectorCode &code, Operands in) {
    return code.b.CreateNot(in[0]);
}

llvm::Value *identity(VectorCode &, Operands in) {
    return in[0];
}

llvm::Value *isNotZero(VectorCode &code, Operands in) {
    return code.b.CreateFCmpUNE(in[0], code.number(0));
}

llvm::Value *zeroOrOne(VectorCode &code, Operands in) {
    return code.asNumber(in[0]);
}

constexpr ElementKind N = ElementKind::Number;
constexpr ElementKind T = ElementKind::Truth;

} // namespace

const std::vector<Emitter> &emitters() {
    using I = llvm::Instruction;
    using C = llvm::CmpInst;
    using V = VectorCode;
    static const std::vector<Emitter> records = {
        {"Add", {N, N}, N, binary<I::FAdd>},
        {"Sub", {N, N}, N, binary<I::FSub>},
        {"Mul", {N, N}, N, binary<I::FMul>},
        {"Div", {N, N}, N, binary<I::FDiv>},
        {"RealDiv", {N, N}, N, binary<I::FDiv>},
        {"Maximum", {N, N}, N, pair<&V::maximum>},
        {"Minimum", {N, N}, N, pair<&V::minimum>},
        {"Pow", {N, N}, N, pair<&V::power>},
        {"FloorDiv", {N, N}, N, floorQuotient},
        {"FloorMod", {N, N}, N, floorRemainder},
        {"Neg", {N}, N, negate},
        {"Sign", {N}, N, signOf},
        {"Abs", {N}, N, machine<llvm::Intrinsic::fabs>},
        {"Square", {N}, N, square},
        {"Reciprocal", {N}, N, reciprocal},
        {"Sqrt", {N}, N, machine<llvm::Intrinsic::sqrt>},
        {"Rsqrt", {N}, N, reciprocalRoot},
        {"Floor", {N}, N, machine<llvm::Intrinsic::floor>},
        {"Ceil", {N}, N, machine<llvm::Intrinsic::ceil>},
        {"Round", {N}, N, machine<llvm::Intrinsic::rint>}, // halves to even, the mode that is always set
        {"Exp", {N}, N, unary<&V::exp>},
        {"Log", {N}, N, unary<&V::log>},
        {"Tanh", {N}, N, unary<&V::tanh>},
        {"Sigmoid", {N}, N, unary<&V::sigmoid>},
        {"Sin", {N}, N, unary<&V::sin>},
        {"Cos", {N}, N, unary<&V::cos>},
        {"Erf", {N}, N, unary<&V::erf>},
        {"ReLU", {N}, N, relu},
        {"SiLU", {N}, N, silu},
        {"GeLU", {N}, N, unary<&V::gelu>, "none"},
        {"GeLU", {N}, N, geluByTanh, "tanh"},
        {"Equal", {N, N}, T, compare<C::FCMP_OEQ>},
        {"NotEqual", {N, N}, T, compare<C::FCMP_UNE>},
        {"Less", {N, N}, T, compare<C::FCMP_OLT>},
        {"LessEqual", {N, N}, T, compare<C::FCMP_OLE>},
        {"Greater", {N, N}, T, compare<C::FCMP_OGT>},
        {"GreaterEqual", {N, N}, T, compare<C::FCMP_OGE>},
        {"LogicalAnd", {T, T}, T, binary<I::And>},
        {"LogicalOr", {T, T}, T, binary<I::Or>},
        {"LogicalXor", {T, T}, T, binary<I::Xor>},
        {"LogicalNot", {T}, T, logicalNot},
        {"Select", {T, N, N}, N, select},
        {"Select", {T, T, T}, T, select},
        {"Cast", {N}, N, identity},
        {"Cast", {T}, T, identity},
        {"Cast", {N}, T, isNotZero},
        {"Cast", {T}, N, zeroOrOne},
    };
    return records;
}

namespace {

using Kinds = std::span<const ElementKind>;

bool isExact(const Emitter &record, Kinds kinds) {
    return std::equal(record.operands.begin(), record.operands.end(), kinds.begin(), kinds.end());
}

/** A truth may stand for a number (0 or 1), never the other way round. */
bool isWidening(const Emitter &record, Kinds kinds) {
    return std::equal(record.operands.begin(), record.operands.end(), kinds.begin(), kinds.end(),
                      [](ElementKind wanted, ElementKind given) { return wanted == given || wanted == N; });
}

const Emitter *firstRecord(std::string_view op, std::string_view option, Kinds kinds, ElementKind result,
                           bool (*fits)(const Emitter &, Kinds)) {
    for (const Emitter &record : emitters())
        if (record.op == op && record.option == option && record.result == result && fits(record, kinds))
            return &record;
    return nullptr;
}

} // namespace

const Emitter *findEmitter(std::string_view op, std::string_view option, std::span<const ElementKind> operands,
                           ElementKind result) {
    const Emitter *exact = firstRecord(op, option, operands, result, isExact);
    return exact ? exact : firstRecord(op, option, operands, result, isWidening);
}

bool hasEmitter(std::string_view op) {
    return std::any_of(emitters().begin(), emitters().end(), [&](const Emitter &record) { return record.op == op; });
}

} // namespace jitscope
