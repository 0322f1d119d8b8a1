// SPDX-License-Identifier: Apache-2.0
// Catalogue operators as Python functions and tensor methods: binding of arguments as Python does, then one dispatch.
#include "engine/ops/opdef.h"
#include "engine/python/captureobject.h"
#include "engine/python/objects.h"
#include "engine/python/traceobject.h"

#include <algorithm>
#include <array>
#include <new>

namespace jitscope::inline python {

namespace {

/** More parameters than any operator has; checked when the module is loaded. */
constexpr size_t maxParams = 16;

/** Room for the arguments of one call without an allocation; holds only as many values as were added. */
class ArgumentStack {
public:
    ArgumentStack() = default;
    ArgumentStack(const ArgumentStack &) = delete;
    ArgumentStack &operator=(const ArgumentStack &) = delete;
    ~ArgumentStack() { std::destroy_n(begin(), m_count); }

    void push(Value value) { new (begin() + m_count++) Value(std::move(value)); }
    /** Constructed in place: handles are large enough for each further copy to show in the time of a call. */
    void push(const Tensor &tensor) { (new (begin() + m_count++) Value)->data.emplace<Tensor>(tensor); }
    std::span<const Value> span() { return {begin(), m_count}; }

private:
    Value *begin() { return std::launder(reinterpret_cast<Value *>(m_room)); }

    alignas(Value) std::byte m_room[maxParams * sizeof(Value)];
    size_t m_count = 0;
};

bool isTensors(const Value &value) {
    const Sequence *sequence = value.asSequence();
    return sequence && std::ranges::all_of(sequence->items, [](const Value &item) { return item.asTensor(); });
}

bool isInts(const Value &value) {
    const Sequence *sequence = value.asSequence();
    return sequence && std::ranges::all_of(sequence->items, [](const Value &item) { return item.asInt(); });
}

/** Whether `value` is of the kind as it stands. What is not (an int for a float, one int for a tuple, an error) goes
   the slower way through bindArguments, which converts it or says what is wrong. */
bool isExactly(ParamKind kind, const Value &value) {
    switch (kind) {
    case ParamKind::Tensor:
        return value.asTensor();
    case ParamKind::TensorOrScalar:
        return value.asTensor() || value.asDouble() || value.asInt() || value.asBool();
    case ParamKind::Tensors:
        return isTensors(value);
    case ParamKind::Int:
        return value.asInt();
    case ParamKind::Float:
        return value.asDouble();
    case ParamKind::Bool:
        return value.asBool();
    case ParamKind::Ints:
        return isInts(value);
    case ParamKind::IntsOrNone:
        return value.isNone() || isInts(value);
    case ParamKind::DType:
        return value.asDType();
    case ParamKind::DTypeOrNone:
        return value.isNone() || value.asDType();
    case ParamKind::Text:
        return value.asString();
    case ParamKind::Any:
        return true;
    }
    return false;
}

bool takesTensor(ParamKind kind) {
    return kind == ParamKind::Tensor || kind == ParamKind::TensorOrScalar;
}

bool isDefinedTensor(PyObject *object) {
    return isTensor(object) && tensorOf(object).defined();
}

PyObject *missingArgument(const OpDef &op, const ParamDef &param) {
    return PyErr_Format(PyExc_TypeError, "%s() missing 1 required positional argument: '%s'", op.function.c_str(),
                        param.name.c_str());
}

PyObject *unfitArgument(const OpDef &op, const ParamDef &param, PyObject *argument) {
    if (PyErr_Occurred()) return nullptr;
    return PyErr_Format(PyExc_TypeError, "For '%s', the argument '%s' cannot be of type '%s'.", op.name.c_str(),
                        param.name.c_str(), Py_TYPE(argument)->tp_name);
}

/** After a write the user's object is what was written: it takes over the identity by which a gradient knows the
   result. Methods such as x.add_(y) give that very object, functions a tensor of its own over the same elements. */
PyObject *afterWrite(const OpDef &op, std::span<PyObject *const> given, const Value &result) {
    const size_t place = op.written[0];
    PyObject *target = place < given.size() ? given[place] : nullptr;
    const Tensor *written = result.asTensor();
    if (!target || !written || !isTensor(target) || !tensorOf(target).sameView(*written)) return toPython(result);
    Tensor &held = heldTensor(target);
    if (op.leavesVariable) return wrap(*written);
    held = held.withIdentity(written->identity());
    return op.function.empty() ? Py_NewRef(target) : wrap(held);
}

/** The way for arguments that must be converted first, or are wrong. */
PyObject *callConverted(const OpDef &op, std::span<const Value> arguments, std::span<PyObject *const> given) {
    auto bound = bindArguments(op, arguments, {});
    if (!bound) {
        PyErr_SetString(PyExc_TypeError, bound.error().message.c_str());
        return nullptr;
    }
    const Value result = dispatch(op, *bound);
    return op.effect == Effect::Writes ? afterWrite(op, given, result) : toPython(result);
}

/** Two tensors from where they stand, with nobody to tell. */
PyObject *callTwo(const OpDef &op, PyObject *first, PyObject *second) {
    Value result = evaluateApart(op, valueOf(first), valueOf(second));
    Tensor *tensor = std::get_if<Tensor>(&result.data);
    return tensor ? wrap(std::move(*tensor)) : toPython(result);
}

PyObject *callNow(const OpDef &op, std::span<PyObject *const> arguments) {
    if (detail::watchers.load(std::memory_order_relaxed) != 0) [[unlikely]]
        meetParameters(arguments);
    else if (op.evalApart && arguments.size() == 2 && arguments[0] && arguments[1] && isDefinedTensor(arguments[0]) &&
             isDefinedTensor(arguments[1]))
        return callTwo(op, arguments[0], arguments[1]);
    ArgumentStack values;
    bool exact = true;
    for (size_t i = 0; i < op.params.size(); ++i) {
        const ParamDef &param = op.params[i];
        if (i >= arguments.size() || arguments[i] == nullptr) {
            if (!param.hasDefault) return missingArgument(op, param);
            values.push(param.defaultValue);
            continue;
        }
        if (takesTensor(param.kind) && isDefinedTensor(arguments[i])) {
            values.push(tensorOf(arguments[i]));
            continue;
        }
        auto value = toValue(arguments[i]);
        if (!value) return unfitArgument(op, param, arguments[i]);
        exact = exact && isExactly(param.kind, *value);
        values.push(std::move(*value));
    }
    if (!exact) return callConverted(op, values.span(), arguments);
    Value result = dispatch(op, values.span());
    if (op.effect == Effect::Writes) [[unlikely]]
        return afterWrite(op, arguments, result);
    if (Tensor *tensor = std::get_if<Tensor>(&result.data)) return wrap(std::move(*tensor));
    return toPython(result);
}

/** A write to a value of the graph gives the value that follows it: the symbol stands for that one from now on. */
PyObject *captureCall(Capture &capture, const OpDef &op, std::span<PyObject *const> arguments) {
    const bool writesSymbol = op.effect == Effect::Writes && !op.functional.empty() &&
                              op.written[0] < arguments.size() && arguments[op.written[0]] &&
                              isSymbol(arguments[op.written[0]]);
    if (!writesSymbol) return capture.addCall(op, arguments);
    if (capture.refusesWrites())
        return PyErr_Format(PyExc_NotImplementedError, "%s writes to a tensor in place.", op.name.c_str());
    PyObject *symbol = arguments[op.written[0]];
    if (nodeOf(symbol)->isParameter()) { // its tensor is the caller's, who would not see the write
        Ref errors(PyImport_ImportModule("mindspore._capture.errors"));
        Ref kind(errors ? PyObject_GetAttrString(errors.get(), "ArgumentWritten") : nullptr);
        if (!kind) return nullptr;
        return PyErr_Format(kind.get(),
                            "Writing in place to an argument ('%s') is not yet part of JitScope's ast capture. Use the "
                            "operator that gives a new tensor, or capture_mode=\"bytecode\".",
                            op.name.c_str());
    }
    const OpDef *functional = findOp(op.functional);
    Ref result(capture.addCall(*functional, arguments.first(std::min(arguments.size(), functional->params.size()))));
    if (!result || !isSymbol(result.get())) return result.release();
    reinterpret_cast<PySymbol *>(symbol)->node = nodeOf(result.get());
    return Py_NewRef(symbol);
}

/** An argument as a note shows it: "Tensor[Float32](2, 3)", "2.5", "'text'". */
std::string described(PyObject *argument, int depth = 0) {
    if (isTensor(argument)) {
        if (!isSymbol(argument) && !tensorOf(argument).defined()) return "Tensor";
        return "Tensor[" + std::string(info(dtypeOfTensor(argument)).name) + "]" + toString(shapeOfTensor(argument));
    }
    constexpr Py_ssize_t longest = 60;
    if (PyUnicode_Check(argument) && PyUnicode_GET_LENGTH(argument) > longest) return "str";
    if (PyLong_Check(argument) || PyFloat_Check(argument) || PyUnicode_Check(argument) || argument == Py_None) {
        Ref text(PyObject_Repr(argument));
        const char *utf8 = text ? PyUnicode_AsUTF8(text.get()) : nullptr;
        PyErr_Clear();
        if (utf8) return utf8;
    }
    if (const auto dtype = dtypeOf(argument)) return "mindspore." + std::string(info(*dtype).python);
    constexpr int deepest = 3;
    constexpr Py_ssize_t most = 8;
    if ((!PyTuple_Check(argument) && !PyList_Check(argument)) || depth == deepest) return Py_TYPE(argument)->tp_name;
    std::string items;
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(argument) && i < most; ++i)
        items += (i ? ", " : "") + described(PySequence_Fast_GET_ITEM(argument, i), depth + 1);
    if (PySequence_Fast_GET_SIZE(argument) > most) items += ", ...";
    if (PyTuple_Check(argument) && PyTuple_GET_SIZE(argument) == 1) items += ",";
    return PyList_Check(argument) ? "[" + items + "]" : "(" + items + ")";
}

/** Adds the call to the exception that is set: "Add(input: Tensor[Float32](2, 3), other: 2)". MindSpore's message stays
    first and unchanged; Python prints notes below it. */
void noteCall(const OpDef &op, std::span<PyObject *const> arguments) {
    if (!PyErr_ExceptionMatches(PyExc_Exception)) return;
    PyObject *type = nullptr, *value = nullptr, *trace = nullptr;
    PyErr_Fetch(&type, &value, &trace);
    PyErr_NormalizeException(&type, &value, &trace);
    std::string text;
    for (size_t i = 0; i < arguments.size() && i < op.params.size(); ++i)
        if (arguments[i]) text += (text.empty() ? "" : ", ") + op.params[i].name + ": " + described(arguments[i]);
    text = op.name + "(" + text + ")";
    Ref added(PyObject_CallMethod(value, "add_note", "s", text.c_str()));
    PyErr_Clear();
    PyErr_Restore(type, value, trace);
}

struct PyOpFunction {
    PyObject_HEAD const OpDef *op;
    vectorcallfunc vectorcall;
};

const OpDef &opOf(PyObject *self) {
    return *reinterpret_cast<PyOpFunction *>(self)->op;
}

PyObject *tooMany(const OpDef &op, Py_ssize_t given) {
    const size_t most = op.params.size();
    const size_t least =
        size_t(std::ranges::count_if(op.params, [](const ParamDef &param) { return !param.hasDefault; }));
    if (least == most)
        return PyErr_Format(PyExc_TypeError, "%s() takes %zu positional argument%s but %zd %s given",
                            op.function.c_str(), most, most == 1 ? "" : "s", given, given == 1 ? "was" : "were");
    return PyErr_Format(PyExc_TypeError, "%s() takes from %zu to %zu positional arguments but %zd were given",
                        op.function.c_str(), least, most, given);
}

bool isNamed(const ParamDef &param, PyObject *name) {
    const auto isName = [&](const std::string &text) {
        return PyUnicode_CompareWithASCIIString(name, text.c_str()) == 0;
    };
    return isName(param.name) || std::ranges::any_of(param.aliases, isName);
}

PyObject *callFunction(PyObject *self, PyObject *const *given, size_t flags, PyObject *names) {
    const OpDef &op = opOf(self);
    const Py_ssize_t positional = PyVectorcall_NARGS(flags);
    if (positional > Py_ssize_t(op.params.size())) return tooMany(op, positional);
    if (names == nullptr) return callOp(op, {given, size_t(positional)});
    std::array<PyObject *, maxParams> arguments = {};
    std::copy_n(given, positional, arguments.begin());
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(names); ++i) {
        PyObject *name = PyTuple_GET_ITEM(names, i);
        const auto found = std::ranges::find_if(op.params, [&](const ParamDef &param) { return isNamed(param, name); });
        if (found == op.params.end())
            return PyErr_Format(PyExc_TypeError, "%s() got an unexpected keyword argument '%U'", op.function.c_str(),
                                name);
        PyObject *&slot = arguments[size_t(found - op.params.begin())];
        if (slot)
            return PyErr_Format(PyExc_TypeError, "%s() got multiple values for argument '%U'", op.function.c_str(),
                                name);
        slot = given[positional + i];
    }
    return callOp(op, {arguments.data(), op.params.size()});
}

/** As a class attribute it is a method, as Python's own functions are. */
PyObject *bind(PyObject *self, PyObject *instance, PyObject *) {
    if (instance == nullptr || instance == Py_None) return Py_NewRef(self);
    return PyMethod_New(self, instance);
}

PyObject *repr(PyObject *self) {
    return PyUnicode_FromFormat("<function %s at %p>", opOf(self).function.c_str(), self);
}

PyObject *name(PyObject *self, void *) {
    return PyUnicode_FromString(opOf(self).function.c_str());
}

PyObject *primitive(PyObject *self, void *) {
    return PyUnicode_FromString(opOf(self).name.c_str());
}

/** The kind of each parameter, as opdef.h names it: what tests make arguments by. */
PyObject *kinds(PyObject *self, void *) {
    constexpr const char *names[] = {"Tensor", "TensorOrScalar", "Tensors", "Int",         "Float", "Bool",
                                     "Ints",   "IntsOrNone",     "DType",   "DTypeOrNone", "Text",  "Any"};
    static_assert(std::size(names) == size_t(ParamKind::Any) + 1);
    const OpDef &op = opOf(self);
    Ref tuple(PyTuple_New(Py_ssize_t(op.params.size())));
    for (size_t i = 0; tuple && i < op.params.size(); ++i) {
        PyObject *kind = PyUnicode_FromString(names[size_t(op.params[i].kind)]);
        if (kind == nullptr) return nullptr;
        PyTuple_SET_ITEM(tuple.get(), Py_ssize_t(i), kind);
    }
    return tuple.release();
}

std::string signatureOf(const OpDef &op) {
    std::string text = op.function + "(";
    for (const ParamDef &param : op.params) {
        if (text.back() != '(') text += ", ";
        text += param.name;
        if (!param.hasDefault) continue;
        Ref value(toPython(param.defaultValue));
        Ref shown(value ? PyObject_Repr(value.get()) : nullptr);
        const char *utf8 = shown ? PyUnicode_AsUTF8(shown.get()) : nullptr;
        text += std::string("=") + (utf8 ? utf8 : "...");
        PyErr_Clear();
    }
    return text + ")";
}

PyObject *documentation(PyObject *self, void *) {
    const OpDef &op = opOf(self);
    const std::string text = signatureOf(op) + "\n\n" + op.doc;
    return PyUnicode_DecodeUTF8(text.data(), Py_ssize_t(text.size()), "replace");
}

/** (("input", "x"), ("axis", "dim"), ...): each parameter's name and its aliases. */
PyObject *parameters(PyObject *self, void *) {
    const OpDef &op = opOf(self);
    Ref all(PyTuple_New(Py_ssize_t(op.params.size())));
    for (size_t i = 0; all && i < op.params.size(); ++i) {
        const ParamDef &param = op.params[i];
        PyObject *names = PyTuple_New(1 + Py_ssize_t(param.aliases.size()));
        if (names == nullptr) return nullptr;
        PyTuple_SET_ITEM(all.get(), Py_ssize_t(i), names);
        PyTuple_SET_ITEM(names, 0, PyUnicode_FromString(param.name.c_str()));
        for (size_t alias = 0; alias < param.aliases.size(); ++alias)
            PyTuple_SET_ITEM(names, 1 + Py_ssize_t(alias), PyUnicode_FromString(param.aliases[alias].c_str()));
    }
    return PyErr_Occurred() ? nullptr : all.release();
}

PyGetSetDef properties[] = {
    {"__name__", name, nullptr, nullptr, nullptr},
    {"__qualname__", name, nullptr, nullptr, nullptr},
    {"__doc__", documentation, nullptr, nullptr, nullptr},
    {"primitive", primitive, nullptr, "The operator's name in the graph.", nullptr},
    {"kinds", kinds, nullptr, "The kind of each parameter: \"Tensor\", \"Ints\", ...", nullptr},
    {"parameters", parameters, nullptr, "Of each parameter its name and further names.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

bool addMethods(const OpDef &op, PyObject *function) {
    for (const std::string &method : op.methods)
        if (PyDict_SetItemString(tensorType.tp_dict, method.c_str(), function) < 0) return false;
    return true;
}

} // namespace

PyTypeObject opFunctionType = {
    .ob_base = PyVarObject_HEAD_INIT(nullptr, 0).tp_name = "mindspore.ops.function",
    .tp_basicsize = sizeof(PyOpFunction),
    .tp_vectorcall_offset = offsetof(PyOpFunction, vectorcall),
    .tp_repr = repr,
    .tp_call = PyVectorcall_Call,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL | Py_TPFLAGS_METHOD_DESCRIPTOR |
                Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .tp_getset = properties,
    .tp_descr_get = bind,
};

PyObject *callOp(const OpDef &op, std::span<PyObject *const> arguments) {
    PyObject *result = nullptr;
    try {
        Capture *capture = currentCapture();
        result = capture ? captureCall(*capture, op, arguments) : callNow(op, arguments);
    } catch (...) {
        translateException();
    }
    if (result == nullptr) [[unlikely]]
        noteCall(op, arguments);
    return result;
}

PyObject *newOpFunction(const OpDef &op) {
    auto *function = PyObject_New(PyOpFunction, &opFunctionType);
    if (function == nullptr) return nullptr;
    function->op = &op;
    function->vectorcall = callFunction;
    return (PyObject *)function;
}

bool addOps(PyObject *module) {
    if (PyType_Ready(&opFunctionType) < 0) return false;
    Ref functions(PyDict_New()), primitives(PyDict_New());
    if (!functions || !primitives) return false;
    for (const OpDef &op : catalogue()) {
        if (op.params.size() > maxParams) {
            PyErr_Format(PyExc_SystemError, "The operator %s has more parameters than a call has room for.",
                         op.name.c_str());
            return false;
        }
        Ref function(newOpFunction(op));
        if (!function || PyDict_SetItemString(primitives.get(), op.name.c_str(), function.get()) < 0) return false;
        if (!op.function.empty() && PyDict_SetItemString(functions.get(), op.function.c_str(), function.get()) < 0)
            return false;
        for (const std::string &alias : op.aliases)
            if (PyDict_SetItemString(functions.get(), alias.c_str(), function.get()) < 0) return false;
        if (!addMethods(op, function.get())) return false;
    }
    PyType_Modified(&tensorType);
    return PyModule_AddObjectRef(module, "functions", functions.get()) == 0 &&
           PyModule_AddObjectRef(module, "primitives", primitives.get()) == 0;
}

} // namespace jitscope::inline python
