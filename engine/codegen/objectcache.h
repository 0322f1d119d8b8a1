// SPDX-License-Identifier: Apache-2.0
// Compiled kernels on disk, so that the next process only has to link them.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>

namespace jitscope::inline codegen {

/**
 * A folder of object files. What lies there is run as native code, so only a folder and files that belong to this user
 * and that nobody else can write are trusted, and each file holds its key and a hash of its content. Anything else is
 * ignored, with one line on stderr for each cause. Safe from several threads and processes.
 */
class ObjectCache {
public:
    /** The one of this process: MS_COMPILER_CACHE_PATH, else $XDG_CACHE_HOME/jitscope/kernels, else below ~/.cache;
        MS_COMPILER_CACHE_ENABLE=0 switches it off. */
    static ObjectCache &instance();

    /** An empty folder name: nothing is kept. The oldest files go when all together are larger than `limitBytes`. */
    ObjectCache(std::string folder, int64_t limitBytes);
    ~ObjectCache();
    ObjectCache(const ObjectCache &) = delete;
    ObjectCache &operator=(const ObjectCache &) = delete;

    std::optional<std::string> find(const std::string &key);
    void insert(const std::string &key, const std::string &object);

private:
    int folder(); ///< its descriptor, opened at the first use; -1: it cannot be used
    void warn(const std::string &cause);
    void trim();

    std::string m_path;
    int64_t m_limitBytes;
    std::mutex m_mutex;
    int m_folder = -1;
    bool m_isOpened = false, m_hasWarned = false;
    int m_untilTrim = 0;
};

} // namespace jitscope::inline codegen
