// SPDX-License-Identifier: Apache-2.0
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "engine/python/host.h"

#include "engine/base/threaduse.h"
#include "engine/session/recorder.h"
#include "engine/session/records.h"
#include "engine/stepping/heldframes.h"
#include "engine/stepping/linetrace.h"
#include "engine/stepping/place.h"
#include "engine/stepping/stepper.h"

#include <atomic>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <unistd.h>

namespace jitscope::inline python {

namespace {

namespace fs = std::filesystem;

PyObject *hostModule = nullptr; ///< null when Python could not be started; startProblem says why
std::string startProblem;
std::function<void(bool, const std::string &)> currentOutput;
std::function<void(const ConsolePicture &)> currentPictures;
std::function<void(bool)> currentInputWanted;
bool isLastScript = false;
std::atomic<bool> threadsLeft = false;
std::function<void(int64_t, const std::string &)> currentProcessBegan;
std::vector<std::string> interpreterOptions;
pid_t ownProcess = 0; ///< not that of a forked child, which has our callbacks and none of our threads

/** Beside the program as it is built and shipped (bin/../python), else where the build put it. */
std::string packageFolder() {
    std::error_code failed;
    const fs::path program = fs::read_symlink("/proc/self/exe", failed);
    const fs::path beside = program.parent_path().parent_path() / "python";
    if (!failed && fs::exists(beside / "jitscope_host.py")) return beside.string();
    return JITSCOPE_PYTHON_DIR;
}

std::string utf8(PyObject *text) {
    const char *bytes = text && PyUnicode_Check(text) ? PyUnicode_AsUTF8(text) : nullptr;
    if (bytes) return bytes;
    PyErr_Clear();
    return {};
}

/** The text of the exception that is set, which it clears. */
std::string takeError() {
    PyObject *type = nullptr, *value = nullptr, *trace = nullptr;
    PyErr_Fetch(&type, &value, &trace);
    PyObject *text = value ? PyObject_Str(value) : nullptr;
    const std::string message = utf8(text);
    for (PyObject *object : {type, value, trace, text})
        Py_XDECREF(object);
    PyErr_Clear();
    return message;
}

/** To the stream itself, which others may read. */
PyObject *emitFromFork(int stream, const char *text, Py_ssize_t size) {
    while (size > 0) {
        const ssize_t written = ::write(stream, text, size_t(size));
        if (written <= 0) break;
        text += written;
        size -= written;
    }
    Py_RETURN_NONE;
}

/** wanted(is_waiting): what standard input calls around each read. */
PyObject *inputWanted(PyObject *, PyObject *argument) {
    if (currentInputWanted && ::getpid() == ownProcess) currentInputWanted(argument == Py_True);
    Py_RETURN_NONE;
}

/** began(process, command): what each call that makes a process is followed by. */
PyObject *processBegan(PyObject *, PyObject *arguments) {
    long long process = 0;
    const char *command = "";
    if (!PyArg_ParseTuple(arguments, "Ls", &process, &command)) return nullptr;
    if (currentProcessBegan && ::getpid() == ownProcess) currentProcessBegan(process, command);
    Py_RETURN_NONE;
}

/** emit(is_error, text): what the streams of jitscope_host write to. */
PyObject *emit(PyObject *, PyObject *arguments) {
    int isError = 0;
    const char *text = nullptr;
    Py_ssize_t size = 0;
    if (!PyArg_ParseTuple(arguments, "ps#", &isError, &text, &size)) return nullptr;
    if (::getpid() != ownProcess) return emitFromFork(isError ? STDERR_FILENO : STDOUT_FILENO, text, size);
    const std::string chunk(text, size_t(size));
    Recorder::instance().recordOutput({isError != 0, chunk});
    if (currentOutput) currentOutput(isError != 0, chunk);
    Py_RETURN_NONE;
}

ConsolePicture::Kind pictureKind(const std::string &name) {
    if (name == "curve") return ConsolePicture::Kind::Curve;
    return name == "heat" ? ConsolePicture::Kind::Heat : ConsolePicture::Kind::Histogram;
}

/** draw(kind, title, rows, columns, values, low, high): whether somebody shows it; values are the bytes of floats. */
PyObject *draw(PyObject *, PyObject *arguments) {
    const char *kind = nullptr, *title = nullptr, *bytes = nullptr;
    Py_ssize_t size = 0;
    ConsolePicture picture;
    if (!PyArg_ParseTuple(arguments, "ssiiy#dd", &kind, &title, &picture.rows, &picture.columns, &bytes, &size,
                          &picture.low, &picture.high))
        return nullptr;
    if (picture.rows < 1 || picture.columns < 1 || size_t(size) != sizeof(float) * picture.rows * picture.columns)
        return PyErr_Format(PyExc_ValueError, "a picture needs one float for each of its places");
    if (!currentPictures) Py_RETURN_FALSE;
    picture.kind = pictureKind(kind);
    picture.title = title;
    picture.values.resize(size_t(size) / sizeof(float));
    std::memcpy(picture.values.data(), bytes, size_t(size));
    currentPictures(picture);
    Py_RETURN_TRUE;
}

/** The handler of the stepper's signal: attend(number, frame). */
PyObject *attend(PyObject *, PyObject *) {
    PyObject *flag = hostModule ? PyObject_GetAttrString(hostModule, "_in_user_code") : nullptr;
    const bool isInUserCode = flag == Py_True;
    Py_XDECREF(flag);
    PyErr_Clear();
    if (stepping::Stepper::attend(isInUserCode)) Py_RETURN_NONE;
    PyErr_SetNone(PyExc_KeyboardInterrupt);
    return nullptr;
}

PyObject *threadBegins(PyObject *, PyObject *name) {
    const char *text = PyUnicode_Check(name) ? PyUnicode_AsUTF8(name) : nullptr;
    if (!text) PyErr_Clear(); // a name that is no text, or half of a character
    if (::getpid() == ownProcess) Recorder::instance().threadBegins(text ? text : "");
    Py_RETURN_NONE;
}

PyObject *threadEnds(PyObject *, PyObject *) {
    if (::getpid() == ownProcess) Recorder::instance().threadEnds();
    Py_RETURN_NONE;
}

PyMethodDef threadBeginsDefinition = {"thread_begins", threadBegins, METH_O, nullptr};
PyMethodDef threadEndsDefinition = {"thread_ends", threadEnds, METH_NOARGS, nullptr};
PyMethodDef emitDefinition = {"emit", emit, METH_VARARGS, nullptr};
PyMethodDef drawDefinition = {"draw", draw, METH_VARARGS, nullptr};
PyMethodDef inputDefinition = {"wanted", inputWanted, METH_O, nullptr};
PyMethodDef beganDefinition = {"began", processBegan, METH_VARARGS, nullptr};
PyMethodDef attendDefinition = {"attend", attend, METH_VARARGS, nullptr};

/** As on the command line of python3. */
PyStatus setOptions(PyConfig &config) {
    std::vector<char *> arguments;
    std::string program = "python3", end = "-";
    arguments.push_back(program.data());
    for (std::string &option : interpreterOptions)
        arguments.push_back(option.data());
    arguments.push_back(end.data()); // what follows is no option
    config.parse_argv = 1;
    return PyConfig_SetBytesArgv(&config, Py_ssize_t(arguments.size()), arguments.data());
}

std::string configure() {
    setProgramThread();
    // As python3 does: writing then fails with an error that a script can catch.
    for (const int number : {SIGPIPE, SIGXFSZ})
        std::signal(number, SIG_IGN);
    PyPreConfig before;
    PyPreConfig_InitIsolatedConfig(&before);
    before.utf8_mode = 1;
    if (const PyStatus status = Py_PreInitialize(&before); PyStatus_Exception(status)) return status.err_msg;
    PyConfig config;
    PyConfig_InitIsolatedConfig(&config);
    // Debian's Python, whose folders the program name leads to; never one that happens to be first on PATH.
    PyStatus status = PyConfig_SetString(&config, &config.program_name, L"/usr/bin/python3");
    if (!interpreterOptions.empty() && !PyStatus_Exception(status)) status = setOptions(config);
    if (!PyStatus_Exception(status)) status = Py_InitializeFromConfig(&config);
    PyConfig_Clear(&config);
    return PyStatus_Exception(status) ? std::string(status.err_msg ? status.err_msg : "unknown error") : std::string();
}

std::vector<std::string> stringsOf(PyObject *list) {
    std::vector<std::string> strings;
    for (Py_ssize_t i = 0; list && PyList_Check(list) && i < PyList_GET_SIZE(list); ++i)
        strings.push_back(utf8(PyList_GET_ITEM(list, i)));
    return strings;
}

PyObject *listOf(const std::vector<std::string> &strings) {
    PyObject *list = PyList_New(Py_ssize_t(strings.size()));
    for (size_t i = 0; list && i < strings.size(); ++i)
        PyList_SET_ITEM(list, Py_ssize_t(i),
                        PyUnicode_DecodeUTF8(strings[i].data(), Py_ssize_t(strings[i].size()), "replace"));
    return list;
}

void startPictures() {
    PyObject *pictures = PyImport_ImportModule("jitscope_pictures");
    PyObject *started =
        pictures ? PyObject_CallMethod(pictures, "start", "N", PyCFunction_New(&drawDefinition, nullptr)) : nullptr;
    Py_XDECREF(started);
    Py_XDECREF(pictures);
    PyErr_Clear();
}

void importHost() {
    const std::string folder = packageFolder();
    PyObject *path = PySys_GetObject("path");
    PyObject *entry = PyUnicode_FromString(folder.c_str());
    if (path && entry) PyList_Append(path, entry);
    Py_XDECREF(entry);
    hostModule = PyImport_ImportModule("jitscope_host");
    PyObject *folders =
        hostModule
            ? PyObject_CallMethod(hostModule, "start", "NNNNNi", PyCFunction_New(&emitDefinition, nullptr),
                                  PyCFunction_New(&attendDefinition, nullptr), stepping::newThreadTracer(),
                                  PyCFunction_New(&threadBeginsDefinition, nullptr),
                                  PyCFunction_New(&threadEndsDefinition, nullptr), stepping::Stepper::signalNumber())
            : nullptr;
    if (folders == nullptr) {
        startProblem = "Python's side of JitScope could not be loaded from " + folder + ": " + takeError();
        Py_CLEAR(hostModule);
    }
    stepping::startFrames();
    startPictures();
    stepping::setPackageFolders(stringsOf(folders));
    Py_XDECREF(folders);
    Recorder::instance().setPlaceSource(stepping::currentPlaceId);
}

/** Threads that Python began and that still run, besides the one of the program. */
int64_t countThreads() {
    PyObject *error = nullptr, *value = nullptr, *trace = nullptr;
    PyErr_Fetch(&error, &value, &trace);
    PyObject *module = PyImport_ImportModule("_thread");
    PyObject *count = module ? PyObject_CallMethod(module, "_count", nullptr) : nullptr;
    const int64_t threads = count ? PyLong_AsLongLong(count) : 0;
    Py_XDECREF(count);
    Py_XDECREF(module);
    PyErr_Restore(error, value, trace);
    return threads;
}

RunOutcome failedOutcome(const std::string &message) {
    RunOutcome outcome;
    outcome.exitCode = 1;
    outcome.error = message + "\n";
    outcome.problem = {Severity::Error, "error", message, {}};
    if (currentOutput) currentOutput(true, outcome.error);
    return outcome;
}

/** What jitscope_host returns: (exit_code, traceback, message, (file, line, end_line, column, end_column, text),
 * stopped). */
RunOutcome outcomeOf(PyObject *result) {
    // As far as the script's own errors go, these are told; it may have taken away what telling needs.
    if (result == nullptr) return failedOutcome("Python's side of JitScope failed: " + takeError());
    RunOutcome outcome;
    const char *error = "", *message = "", *file = "", *text = "";
    SourceSpan span;
    int stopped = 0;
    const bool good = PyArg_ParseTuple(result, "iss(siiiis)p", &outcome.exitCode, &error, &message, &file, &span.line,
                                       &span.endLine, &span.column, &span.endColumn, &text, &stopped);
    if (!good) {
        Py_DECREF(result);
        return failedOutcome("The run ended in an unknown way: " + takeError());
    }
    outcome.error = error;
    outcome.stopped = stopped != 0;
    if (!outcome.error.empty()) {
        span.file = file;
        span.text = text;
        outcome.problem = {Severity::Error, "error", message, span};
        Recorder::instance().recordProblem(outcome.problem);
    }
    Py_DECREF(result);
    return outcome;
}

} // namespace

void startPython() {
    ownProcess = ::getpid();
    std::signal(stepping::Stepper::signalNumber(), SIG_IGN); // it would end the process until Python's handler stands
    startProblem = configure();
    if (!startProblem.empty()) return;
    importHost();
    PyEval_SaveThread();
}

void withPython(const std::function<void()> &job) {
    if (!Py_IsInitialized()) return job();
    const PyGILState_STATE state = PyGILState_Ensure();
    job();
    PyGILState_Release(state);
}

void setOutput(std::function<void(bool, const std::string &)> output) {
    currentOutput = std::move(output);
}

void setPictures(std::function<void(const ConsolePicture &)> pictures) {
    currentPictures = std::move(pictures);
}

void setInputWanted(std::function<void(bool)> wanted) {
    currentInputWanted = std::move(wanted);
}

void setInterpreterOptions(std::vector<std::string> options) {
    interpreterOptions = std::move(options);
}

void useOwnProcess(std::function<void(int64_t, const std::string &)> began) {
    currentProcessBegan = std::move(began);
    PyObject *done = hostModule ? PyObject_CallMethod(hostModule, "use_own_process", "NN",
                                                      PyCFunction_New(&inputDefinition, nullptr),
                                                      PyCFunction_New(&beganDefinition, nullptr))
                                : nullptr;
    Py_XDECREF(done);
    PyErr_Clear();
}

void runExitHandlers() {
    if (hostModule) Py_XDECREF(PyObject_CallMethod(hostModule, "run_exit_handlers", nullptr));
    PyErr_Clear();
}

void warmUp() {
    Py_XDECREF(PyImport_ImportModule("mindspore"));
    PyErr_Clear();
}

std::string pythonVersion() {
    const std::string text = Py_GetVersion();
    return "CPython " + text.substr(0, text.find(' '));
}

void setLastScript() {
    isLastScript = true;
}

bool hasThreadsLeft() {
    return threadsLeft;
}

RunOutcome hostRunScript(const std::string &path, const std::string *text, const RunOptions &options) {
    if (hostModule == nullptr) return failedOutcome(startProblem);
    PyObject *prepared = PyObject_CallMethod(hostModule, "prepare", "sNN", options.workingFolder.c_str(),
                                             listOf(options.environment), listOf(options.modulePaths));
    if (!prepared) return failedOutcome("The run could not be started: " + takeError());
    Py_DECREF(prepared);
    stepping::forgetSources();
    PyObject *arguments = listOf(options.arguments), *functions = listOf(options.jitFunctions);
    PyObject *result =
        PyObject_CallMethod(hostModule, "run_script", "szNNsssdO", path.c_str(), text ? text->c_str() : nullptr,
                            arguments, functions, options.mode.c_str(), options.device.c_str(),
                            options.jitLevel.c_str(), options.bisectTolerance, isLastScript ? Py_True : Py_False);
    threadsLeft = countThreads() > 0;
    return outcomeOf(result);
}

RunOutcome hostRunConsole(const std::string &source) {
    if (hostModule == nullptr) return failedOutcome(startProblem);
    return outcomeOf(PyObject_CallMethod(hostModule, "run_console", "s", source.c_str()));
}

Completeness hostCompleteness(const std::string &source) {
    PyObject *result = hostModule ? PyObject_CallMethod(hostModule, "completeness", "s", source.c_str()) : nullptr;
    const std::string text = utf8(result);
    Py_XDECREF(result);
    PyErr_Clear();
    if (text == "more") return Completeness::NeedsMore;
    return text == "invalid" ? Completeness::Invalid : Completeness::Complete;
}

std::vector<std::string> hostCompletions(const std::string &prefix) {
    PyObject *result = hostModule ? PyObject_CallMethod(hostModule, "completions", "s", prefix.c_str()) : nullptr;
    std::vector<std::string> names = stringsOf(result);
    Py_XDECREF(result);
    PyErr_Clear();
    return names;
}

NameHelp hostDescribe(const std::string &name) {
    PyObject *result = hostModule ? PyObject_CallMethod(hostModule, "describe", "s", name.c_str()) : nullptr;
    NameHelp help;
    if (result && PyTuple_Check(result) && PyTuple_GET_SIZE(result) == 3)
        help = {utf8(PyTuple_GET_ITEM(result, 0)), utf8(PyTuple_GET_ITEM(result, 1)),
                utf8(PyTuple_GET_ITEM(result, 2))};
    Py_XDECREF(result);
    PyErr_Clear();
    return help;
}

} // namespace jitscope::inline python
