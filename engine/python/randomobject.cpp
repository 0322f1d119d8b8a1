// SPDX-License-Identifier: Apache-2.0
// What Python sees of the random state, and where the operator Print writes.
#include "engine/ops/printing.h"
#include "engine/ops/randomstate.h"
#include "engine/python/objects.h"

namespace jitscope::inline python {

namespace {

PyObject *getRandomState(PyObject *, PyObject *) {
    const RandomState state = randomState();
    return Py_BuildValue("(KK)", (unsigned long long)state.seed, (unsigned long long)state.offset);
}

PyObject *setState(PyObject *, PyObject *arguments) {
    unsigned long long seed = 0, offset = 0;
    if (!PyArg_ParseTuple(arguments, "KK", &seed, &offset)) return nullptr;
    setRandomState({seed, offset});
    Py_RETURN_NONE;
}

/** Through sys.stdout, which the program and tests may have replaced. */
void writeToPython(const std::string &lines) {
    const PyGILState_STATE state = PyGILState_Ensure();
    PyObject *output = PySys_GetObject("stdout");
    Ref text(PyUnicode_DecodeUTF8(lines.data(), Py_ssize_t(lines.size()), "replace"));
    Ref written(output && text ? PyObject_CallMethod(output, "write", "O", text.get()) : nullptr);
    // A closed output is no reason to stop the operator.
    if (!written) PyErr_Clear();
    PyGILState_Release(state);
}

PyMethodDef functions[] = {
    {"random_state", getRandomState, METH_NOARGS, "(seed, offset) of the process."},
    {"set_random_state", setState, METH_VARARGS, "set_random_state(seed, offset)"},
    {nullptr, nullptr, 0, nullptr},
};

} // namespace

bool addRandom(PyObject *module) {
    setPrintSink(writeToPython);
    return PyModule_AddFunctions(module, functions) == 0;
}

} // namespace jitscope::inline python
