// SPDX-License-Identifier: Apache-2.0
// Follows the processes that this one began, and those that these began.
#pragma once

#include "engine/stepping/programprocess.h"

#include <mutex>
#include <string>
#include <vector>

namespace jitscope::inline program {

/** From any thread. One that lasts less than two looks is seen only when it is noted. */
class ProcessWatch {
public:
    /** One that this process just began. */
    void note(int64_t process, const std::string &command);
    /** Looks who is there; all that were ever seen, in the order in which they were. Of those that ended the oldest are
        forgotten when there are very many. */
    std::vector<ProgramProcess> look();

private:
    void meet(int64_t process, const std::string &command);
    void meetChildrenOf(int64_t process);
    void forgetOldest();

    std::mutex m_mutex; ///< guards all below
    std::vector<ProgramProcess> m_met;
};

/** Ends those that still are the ones that were met. */
void killAll(const std::vector<ProgramProcess> &processes);

} // namespace jitscope::inline program
