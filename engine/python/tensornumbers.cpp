// SPDX-License-Identifier: Apache-2.0
// The operators of Python's number protocol on tensors, each one catalogue record looked up once.
#include "engine/python/captureobject.h"
#include "engine/python/objects.h"
#include "engine/python/traceobject.h"

namespace jitscope::inline python {

namespace {

enum Operator { Add, Sub, Mul, Div, FloorDiv, Mod, Pow, MatMul, And, Or, Xor, Neg, Abs, Not, operatorCount };

struct Entry {
    const char *symbol;
    const char *functions[3]; ///< names under `ops`, the first that the catalogue has
    const OpDef *op;
};

Entry operators[operatorCount] = {
    {"+", {"add"}, nullptr},
    {"-", {"sub"}, nullptr},
    {"*", {"mul"}, nullptr},
    {"/", {"div", "true_divide"}, nullptr},
    {"//", {"floor_div", "floor_divide"}, nullptr},
    {"%", {"floor_mod", "remainder", "mod"}, nullptr},
    {"**", {"pow"}, nullptr},
    {"@", {"matmul"}, nullptr},
    {"&", {"bitwise_and"}, nullptr},
    {"|", {"bitwise_or"}, nullptr},
    {"^", {"bitwise_xor"}, nullptr},
    {"-", {"neg"}, nullptr},
    {"abs", {"abs"}, nullptr},
    {"~", {"logical_not"}, nullptr},
};

/** In the order of Py_LT, Py_LE, Py_EQ, Py_NE, Py_GT, Py_GE. */
Entry comparisons[] = {
    {"<", {"less", "lt"}, nullptr},    {"<=", {"less_equal", "le"}, nullptr},
    {"==", {"equal", "eq"}, nullptr},  {"!=", {"not_equal", "ne"}, nullptr},
    {">", {"greater", "gt"}, nullptr}, {">=", {"greater_equal", "ge"}, nullptr},
};

PyObject *missing(const Entry &entry) {
    return PyErr_Format(PyExc_NotImplementedError,
                        "The operator '%s' on tensors (ops.%s) is not yet part of JitScope's engine.", entry.symbol,
                        entry.functions[0]);
}

/** Whether it can be an operand; else Python should try the other one's method instead of ours. */
bool isOperand(PyObject *object) {
    return isTensor(object) || PyFloat_Check(object) || PyLong_Check(object) || PyIndex_Check(object) ||
           PyNumber_Check(object);
}

bool isList(PyObject *object) {
    return PyList_Check(object) || PyTuple_Check(object);
}

bool holdsTensor(PyObject *list) {
    const Ref items(PySequence_Fast(list, "a list is needed"));
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(items.get()); ++i) {
        PyObject *item = PySequence_Fast_GET_ITEM(items.get(), i);
        if (isTensor(item) || (isList(item) && holdsTensor(item))) return true;
    }
    return false;
}

/** A list of numbers is the tensor of them; tensors are stacked, so that gradients pass. */
Ref joined(PyObject *list) {
    static const OpDef *const stack = findOpByFunction("stack");
    if (!holdsTensor(list)) return Ref(PyObject_CallOneArg((PyObject *)&tensorType, list));
    Ref items(PySequence_List(list));
    for (Py_ssize_t i = 0; items && i < PyList_GET_SIZE(items.get()); ++i) {
        PyObject *item = PyList_GET_ITEM(items.get(), i);
        if (isTensor(item)) continue;
        Ref tensor(isList(item) ? joined(item) : Ref(PyObject_CallOneArg((PyObject *)&tensorType, item)));
        if (!tensor || PyList_SetItem(items.get(), i, tensor.release()) < 0) return Ref();
    }
    PyObject *const arguments[] = {items.get()};
    return items ? Ref(callOp(*stack, arguments)) : Ref();
}

/** `tensor + [1, 2]`, `(x, y) + tensor` */
PyObject *withList(const OpDef &op, PyObject *a, PyObject *b) {
    const auto asTensor = [](PyObject *operand) { return isList(operand) ? joined(operand) : Ref::borrowed(operand); };
    Ref left(asTensor(a));
    Ref right(left ? asTensor(b) : Ref());
    if (!right) return nullptr;
    PyObject *const arguments[] = {left.get(), right.get()};
    return callOp(op, arguments);
}

/** As MindSpore 2.10, which takes lists for the others only. */
PyObject *refuseList(const Entry &entry, PyObject *list) {
    return PyErr_Format(PyExc_TypeError, "For '%s', a Tensor and a %s have no result; make a Tensor of the %s.",
                        entry.symbol, Py_TYPE(list)->tp_name, Py_TYPE(list)->tp_name);
}

template<Operator which> PyObject *binary(PyObject *a, PyObject *b) {
    const Entry &entry = operators[which];
    if (entry.op == nullptr) return missing(entry);
    if (!isOperand(a) || !isOperand(b)) {
        const bool areOperands = (isOperand(a) || isList(a)) && (isOperand(b) || isList(b));
        if (!areOperands) Py_RETURN_NOTIMPLEMENTED;
        const bool takesLists = which == Add || which == Sub || which == FloorDiv || (which == Pow && isList(a));
        if (takesLists) return withList(*entry.op, a, b);
        return refuseList(entry, isList(a) ? a : b);
    }
    PyObject *const arguments[] = {a, b};
    return callOp(*entry.op, arguments);
}

PyObject *matmulFunction = nullptr; ///< composed in Python, for all ranks

/** Two matrices are the common case and one operator; other ranks take several. */
PyObject *matrixProduct(PyObject *a, PyObject *b) {
    if (!isOperand(a) || !isOperand(b)) Py_RETURN_NOTIMPLEMENTED;
    const bool isPlain =
        operators[MatMul].op && isTensor(a) && isTensor(b) && rankOfTensor(a) == 2 && rankOfTensor(b) == 2;
    if (isPlain || matmulFunction == nullptr) return binary<MatMul>(a, b);
    PyObject *const arguments[] = {a, b};
    return PyObject_Vectorcall(matmulFunction, arguments, 2, nullptr);
}

template<Operator which> PyObject *unary(PyObject *a) {
    const Entry &entry = operators[which];
    if (entry.op == nullptr) return missing(entry);
    PyObject *const arguments[] = {a};
    return callOp(*entry.op, arguments);
}

PyObject *power(PyObject *a, PyObject *b, PyObject *modulus) {
    if (modulus != Py_None) Py_RETURN_NOTIMPLEMENTED;
    return binary<Pow>(a, b);
}

PyObject *positive(PyObject *a) {
    return Py_NewRef(a);
}

int truth(PyObject *self) {
    if (!noteValueRead(self, "bool()")) return -1;
    Ref element(onlyElement(self));
    return element ? PyObject_IsTrue(element.get()) : -1;
}

PyObject *asInt(PyObject *self) {
    if (!noteValueRead(self, "int()")) return nullptr;
    Ref element(onlyElement(self));
    return element ? PyNumber_Long(element.get()) : nullptr;
}

PyObject *asFloat(PyObject *self) {
    if (!noteValueRead(self, "float()")) return nullptr;
    if (!isSymbol(self) && tensorOf(self).defined() && tensorOf(self).count() != 1) {
        PyErr_SetString(PyExc_ValueError, "Only one element tensors can be converted to Python scalars");
        return nullptr;
    }
    Ref element(onlyElement(self));
    return element ? PyNumber_Float(element.get()) : nullptr;
}

PyObject *asIndex(PyObject *self) {
    if (!noteValueRead(self, "its use as an index")) return nullptr;
    if (!isSymbol(self) && tensorOf(self).defined() &&
        (info(tensorOf(self).dtype()).floating || isComplex(tensorOf(self).dtype()) || tensorOf(self).count() != 1)) {
        PyErr_SetString(PyExc_ValueError, "Only integer tensors of a single element can be converted to an index.");
        return nullptr;
    }
    Ref element(onlyElement(self));
    return element ? PyNumber_Long(element.get()) : nullptr;
}

void lookUp(Entry &entry) {
    for (const char *function : entry.functions) {
        if (function == nullptr || entry.op != nullptr) continue;
        entry.op = findOpByFunction(function);
    }
}

} // namespace

PyNumberMethods tensorNumbers = {
    .nb_add = binary<Add>,
    .nb_subtract = binary<Sub>,
    .nb_multiply = binary<Mul>,
    .nb_remainder = binary<Mod>,
    .nb_power = power,
    .nb_negative = unary<Neg>,
    .nb_positive = positive,
    .nb_absolute = unary<Abs>,
    .nb_bool = truth,
    .nb_invert = unary<Not>,
    .nb_and = binary<And>,
    .nb_xor = binary<Xor>,
    .nb_or = binary<Or>,
    .nb_int = asInt,
    .nb_float = asFloat,
    .nb_floor_divide = binary<FloorDiv>,
    .nb_true_divide = binary<Div>,
    .nb_index = asIndex,
    .nb_matrix_multiply = matrixProduct,
};

PyObject *onlyElement(PyObject *self) {
    if (isSymbol(self)) return noValueYet("This conversion to a Python number");
    const Tensor &tensor = tensorOf(self);
    if (!tensor.defined() || tensor.count() != 1)
        return PyErr_Format(
            PyExc_ValueError,
            "The tensor should have only one element, but got %lld, more than one element is ambiguous.",
            (long long)(tensor.defined() ? tensor.count() : 0));
    if (tensor.dtype() == DType::Bool) return PyBool_FromLong(tensor.at(0) != 0);
    if (info(tensor.dtype()).floating) return PyFloat_FromDouble(tensor.at(0));
    if (isComplex(tensor.dtype())) return PyComplex_FromDoubles(tensor.complexAt(0).real(), tensor.complexAt(0).imag());
    if (tensor.dtype() == DType::UInt64) return PyLong_FromUnsignedLongLong((unsigned long long)tensor.intAt(0));
    return PyLong_FromLongLong(tensor.intAt(0));
}

PyObject *compare(PyObject *a, PyObject *b, int operation) {
    if (!isOperand(b)) Py_RETURN_NOTIMPLEMENTED;
    const Entry &entry = comparisons[operation];
    if (entry.op == nullptr) return missing(entry);
    PyObject *const arguments[] = {a, b};
    return callOp(*entry.op, arguments);
}

PyObject *setMatmul(PyObject *, PyObject *function) {
    Py_XSETREF(matmulFunction, Py_NewRef(function));
    Py_RETURN_NONE;
}

void lookUpOperators() {
    for (Entry &entry : operators)
        lookUp(entry);
    for (Entry &entry : comparisons)
        lookUp(entry);
}

} // namespace jitscope::inline python
