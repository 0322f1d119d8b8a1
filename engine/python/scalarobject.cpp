// SPDX-License-Identifier: Apache-2.0
// `_jitscope.Scalar`: a Python number that is only known when the graph runs. Its operators become nodes.
#include "engine/ops/opdef.h"
#include "engine/python/captureobject.h"

#include <string>

namespace jitscope::inline python {

namespace {

bool isNumber(PyObject *object) {
    return isScalar(object) || PyBool_Check(object) || PyLong_Check(object) || PyFloat_Check(object);
}

PyObject *callScalar(const char *op, std::initializer_list<PyObject *> operands) {
    const OpDef *definition = findOp(op);
    if (definition == nullptr) return PyErr_Format(PyExc_SystemError, "no operator %s", op);
    return callOp(*definition, {operands.begin(), operands.size()});
}

struct AddOf {
    static constexpr const char *op = "ScalarAdd";
};
struct SubOf {
    static constexpr const char *op = "ScalarSub";
};
struct MulOf {
    static constexpr const char *op = "ScalarMul";
};
struct DivOf {
    static constexpr const char *op = "ScalarDiv";
};
struct FloorDivOf {
    static constexpr const char *op = "ScalarFloorDiv";
};
struct ModOf {
    static constexpr const char *op = "ScalarMod";
};

struct AndOf {
    static constexpr const char *op = "ScalarBitwiseAnd";
};
struct OrOf {
    static constexpr const char *op = "ScalarBitwiseOr";
};
struct XorOf {
    static constexpr const char *op = "ScalarBitwiseXor";
};
struct LeftShiftOf {
    static constexpr const char *op = "ScalarLeftShift";
};
struct RightShiftOf {
    static constexpr const char *op = "ScalarRightShift";
};

/** With a tensor, the tensor's own operator takes the number. */
template<class Which> PyObject *binary(PyObject *a, PyObject *b) {
    if (!isNumber(a) || !isNumber(b)) Py_RETURN_NOTIMPLEMENTED;
    return callScalar(Which::op, {a, b});
}

PyObject *power(PyObject *a, PyObject *b, PyObject *modulus) {
    if (!isNumber(a) || !isNumber(b) || modulus != Py_None) Py_RETURN_NOTIMPLEMENTED;
    return callScalar("ScalarPow", {a, b});
}

PyObject *negative(PyObject *self) {
    return callScalar("ScalarUsub", {self});
}

PyObject *invert(PyObject *self) {
    return callScalar("ScalarInvert", {self});
}

PyObject *positive(PyObject *self) {
    return callScalar("ScalarUadd", {self});
}

PyObject *needsValue(PyObject *) {
    return noValueYet("This use of a number");
}

int truth(PyObject *self) {
    needsValue(self);
    return -1;
}

PyObject *compareScalars(PyObject *a, PyObject *b, int operation) {
    constexpr const char *ops[] = {"ScalarLt", "ScalarLe", "ScalarEq", "ScalarNe", "ScalarGt", "ScalarGe"};
    if (!isNumber(a) || !isNumber(b)) Py_RETURN_NOTIMPLEMENTED;
    return callScalar(ops[operation], {a, b});
}

PyTypeObject *typeOfNumber(PyObject *self) {
    const DType dtype = valueNodeOf(self)->abstract->dtype;
    if (dtype == DType::Bool) return &PyBool_Type;
    return dtype == DType::Int64 ? &PyLong_Type : &PyFloat_Type;
}

PyObject *kind(PyObject *self, void *) {
    return Py_NewRef((PyObject *)typeOfNumber(self));
}

PyObject *describe(PyObject *self) {
    return PyUnicode_FromFormat("Scalar(%s)", typeOfNumber(self)->tp_name);
}

PyObject *refuseText(PyObject *self) {
    (void)self;
    return noValueYet("Formatting a number as text");
}

PyObject *refuseFormat(PyObject *, PyObject *) {
    return noValueYet("Formatting a number as text");
}

void deallocate(PyObject *self) {
    reinterpret_cast<PyScalar *>(self)->node.~NodePtr();
    Py_TYPE(self)->tp_free(self);
}

PyNumberMethods numbers = {
    .nb_add = binary<AddOf>,
    .nb_subtract = binary<SubOf>,
    .nb_multiply = binary<MulOf>,
    .nb_remainder = binary<ModOf>,
    .nb_power = power,
    .nb_negative = negative,
    .nb_positive = positive,
    .nb_bool = truth,
    .nb_invert = invert,
    .nb_lshift = binary<LeftShiftOf>,
    .nb_rshift = binary<RightShiftOf>,
    .nb_and = binary<AndOf>,
    .nb_xor = binary<XorOf>,
    .nb_or = binary<OrOf>,
    .nb_int = needsValue,
    .nb_float = needsValue,
    .nb_floor_divide = binary<FloorDivOf>,
    .nb_true_divide = binary<DivOf>,
    .nb_index = needsValue,
};

PyMethodDef methods[] = {
    {"__format__", refuseFormat, METH_O, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

PyGetSetDef properties[] = {
    {"kind", kind, nullptr, "int, float or bool", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

} // namespace

PyTypeObject scalarType = {
    .ob_base = PyVarObject_HEAD_INIT(nullptr, 0).tp_name = "_jitscope.Scalar",
    .tp_basicsize = sizeof(PyScalar),
    .tp_dealloc = deallocate,
    .tp_repr = describe,
    .tp_as_number = &numbers,
    .tp_hash = PyObject_HashNotImplemented,
    .tp_str = refuseText,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .tp_doc = "A Python number of a graph that is being captured.",
    .tp_richcompare = compareScalars,
    .tp_methods = methods,
    .tp_getset = properties,
};

PyObject *newScalar(const NodePtr &node, int64_t capture) {
    auto *self = reinterpret_cast<PyScalar *>(scalarType.tp_alloc(&scalarType, 0));
    if (self == nullptr) return nullptr;
    new (&self->node) NodePtr(node);
    self->capture = capture;
    return reinterpret_cast<PyObject *>(self);
}

} // namespace jitscope::inline python
