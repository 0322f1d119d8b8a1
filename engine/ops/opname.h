// SPDX-License-Identifier: Apache-2.0
// The identity of an operator: equal names are one object, so that graphs compare addresses and not texts.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace jitscope::inline ops {

/** The name of a primitive, known to the catalogue or not (of an imported dump). Copies and compares as a pointer. */
class OpName {
public:
    /** No operator. */
    OpName();
    /** Looks the name up, or enters it: for what comes as text. Code names operators by `op::`. */
    explicit OpName(std::string_view text);

    const std::string &text() const { return *m_text; }
    operator const std::string &() const { return *m_text; }
    operator std::string_view() const { return *m_text; }
    bool empty() const { return m_text->empty(); }
    size_t size() const { return m_text->size(); }
    const char *c_str() const { return m_text->c_str(); }
    size_t hash() const { return std::hash<const std::string *>{}(m_text); }

    friend bool operator==(OpName a, OpName b) { return a.m_text == b.m_text; }

private:
    const std::string *m_text;
};

inline std::string operator+(OpName a, std::string_view b) {
    return std::string(a.text()).append(b);
}
inline std::string operator+(const char *a, OpName b) {
    return std::string(a).append(b.text());
}
inline std::string operator+(std::string a, OpName b) {
    return std::move(a.append(b.text()));
}

/** The operators that code names: a misspelt one does not compile, and a test finds each in the catalogue or among the
    primitives of the IR. */
namespace op {
inline const OpName Abs{"Abs"};
inline const OpName Add{"Add"};
inline const OpName BatchMatMul{"BatchMatMul"};
inline const OpName BatchNorm{"BatchNorm"};
inline const OpName BiasAdd{"BiasAdd"};
inline const OpName BroadcastTo{"BroadcastTo"};
inline const OpName Cast{"Cast"};
inline const OpName Conv2D{"Conv2D"};
inline const OpName Depend{"Depend"};
inline const OpName Div{"Div"};
inline const OpName Equal{"Equal"};
inline const OpName Exp{"Exp"};
inline const OpName ExpandDims{"ExpandDims"};
inline const OpName FloorDiv{"FloorDiv"};
inline const OpName Greater{"Greater"};
inline const OpName GreaterEqual{"GreaterEqual"};
inline const OpName Identity{"Identity"};
inline const OpName LayerNorm{"LayerNorm"};
inline const OpName Less{"Less"};
inline const OpName LessEqual{"LessEqual"};
inline const OpName ListGetItem{"ListGetItem"};
inline const OpName Load{"Load"};
inline const OpName LogicalAnd{"LogicalAnd"};
inline const OpName LogicalNot{"LogicalNot"};
inline const OpName LogicalOr{"LogicalOr"};
inline const OpName MakeList{"MakeList"};
inline const OpName MakeTuple{"MakeTuple"};
inline const OpName MaskedFill{"MaskedFill"};
inline const OpName MatMul{"MatMul"};
inline const OpName Maximum{"Maximum"};
inline const OpName Minimum{"Minimum"};
inline const OpName Mul{"Mul"};
inline const OpName Neg{"Neg"};
inline const OpName NotEqual{"NotEqual"};
inline const OpName Pow{"Pow"};
inline const OpName Print{"Print"};
inline const OpName PyExecute{"PyExecute"};
inline const OpName ReLU{"ReLU"};
inline const OpName Reciprocal{"Reciprocal"};
inline const OpName ReduceMax{"ReduceMax"};
inline const OpName ReduceMean{"ReduceMean"};
inline const OpName ReduceSum{"ReduceSum"};
inline const OpName Reshape{"Reshape"};
inline const OpName Return{"Return"};
inline const OpName Rsqrt{"Rsqrt"};
inline const OpName Select{"Select"};
inline const OpName Softmax{"Softmax"};
inline const OpName SoftmaxBackward{"SoftmaxBackward"};
inline const OpName Sqrt{"Sqrt"};
inline const OpName Square{"Square"};
inline const OpName StopGradient{"StopGradient"};
inline const OpName StridedSliceGrad{"StridedSliceGrad"};
inline const OpName Sub{"Sub"};
inline const OpName Switch{"Switch"};
inline const OpName Tile{"Tile"};
inline const OpName Transpose{"Transpose"};
inline const OpName TupleGetItem{"TupleGetItem"};
inline const OpName UpdateState{"UpdateState"};
inline const OpName Var{"Var"};
} // namespace op

} // namespace jitscope::inline ops

template<> struct std::hash<jitscope::OpName> {
    size_t operator()(jitscope::OpName name) const { return name.hash(); }
};
