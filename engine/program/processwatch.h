// SPDX-License-Identifier: Apache-2.0
// Follows the processes that this one began, and those that these began.
#pragma once

#include "engine/stepping/programprocess.h"

#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace jitscope::inline program {

/** From any thread. One that lasts less than two looks is seen only when it is noted. */
class ProcessWatch {
public:
    /** `mark`: in the environment of all that this process begins, and of what these begin; "" for none. */
    explicit ProcessWatch(std::string mark = {})
        : m_mark(std::move(mark)) {}
    /** One that this process just began. */
    void note(int64_t process, const std::string &command);
    /** Looks who is there; all that were ever seen, in the order in which they were. Of those that ended the oldest are
        forgotten when there are very many. */
    std::vector<ProgramProcess> look();
    /** Looks at all of the machine for those that lost their parents before anybody saw them. */
    void searchAll();

private:
    void meet(int64_t process, const std::string &command);
    void meetChildrenOf(int64_t process);
    void forgetOldest();

    const std::string m_mark;
    std::mutex m_mutex; ///< guards all below
    std::vector<ProgramProcess> m_met;
};

/** Ends those that still are the ones that were met. */
void killAll(const std::vector<ProgramProcess> &processes);
/** All that run with that mark, but the calling process. */
std::vector<ProgramProcess> marked(const std::string &mark);

/** The variable that holds the mark. */
constexpr const char *markName = "JITSCOPE_PROGRAM";
/** "NAME=value" for a process that is begun now: like no other's. */
std::string newMark();
/** That with which this process was begun; "" for none. */
std::string ownMark();

} // namespace jitscope::inline program
