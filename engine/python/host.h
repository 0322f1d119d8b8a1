// SPDX-License-Identifier: Apache-2.0
// The embedded Python and the functions of jitscope_host.py, as C++ functions. All on Python's thread. No Python.h
// here.
#pragma once

#include "engine/stepping/consoleinput.h"
#include "engine/stepping/consolepicture.h"
#include "engine/stepping/runstate.h"

#include <functional>

namespace jitscope::inline python {

/** Starts CPython on this thread, without the GIL held afterwards. */
void startPython();

/** Runs `job` with the GIL held. */
void withPython(const std::function<void()> &job);

/** Where the user's output goes from now on. */
void setOutput(std::function<void(bool isError, const std::string &text)> output);

/** Where what the console draws goes from now on. */
void setPictures(std::function<void(const ConsolePicture &picture)> pictures);

/** Who is told that the program waits for input, and that it does no longer; needs useOwnProcess(). */
void setInputWanted(std::function<void(bool isWaiting)> wanted);

/** As on the command line of python3: "-O", "-W", "error". Before Python starts. */
void setInterpreterOptions(std::vector<std::string> options);

/** For a process that has nothing but the program: standard input is the program's, and a crash writes the Python stack
    to standard error. `began` is told of each process that Python begins, with its command; "" for a fork. */
void useOwnProcess(std::function<void(int64_t process, const std::string &command)> began);
/** What programs registered with atexit is called: the process is about to end. */
void runExitHandlers();
/** Loads what nearly every script imports. */
void warmUp();
/** "CPython 3.11.2". */
std::string pythonVersion();

/** The process ends with the next script: handlers of Python's exit are called then. */
void setLastScript();
/** Whether threads of the program still run, which work with what is static while the process ends. */
bool hasThreadsLeft();

/** Runs the file, or `text` in its place when given; ends when its threads have ended, but for daemons. */
RunOutcome hostRunScript(const std::string &path, const std::string *text, const RunOptions &options);
RunOutcome hostRunConsole(const std::string &source);
Completeness hostCompleteness(const std::string &source);
std::vector<std::string> hostCompletions(const std::string &prefix);
NameHelp hostDescribe(const std::string &name);

} // namespace jitscope::inline python
