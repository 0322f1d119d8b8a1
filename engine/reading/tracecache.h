// SPDX-License-Identifier: Apache-2.0
// Traces that were read once, kept as their columns, so that the next time takes the time of reading those. A kept
// trace is found by the names, sizes, times and ends of its files; arguments are still read from the files themselves.
#pragma once

#include "engine/reading/inputfile.h"
#include "engine/reading/tracejson.h"

#include <optional>
#include <string>
#include <vector>

namespace jitscope::inline reading {

class TraceCache {
public:
    using Files = std::vector<std::shared_ptr<const InputFile>>;

    /** Of the trace that is written in `files`; kept in `folder`, which is made when it is needed. */
    TraceCache(std::string folder, Files files);

    /** What was kept, its tracks of `rank`. Nothing for what is not there, of another version, or damaged. */
    std::optional<TraceJson> load(int rank) const;
    /** Keeps it, and removes the traces that were not used for longest once all together are larger than `mostBytes`.
        That it could not be written is no fault of the trace. */
    void save(const TraceJson &read, int64_t mostBytes = int64_t(4) << 30) const;
    /** The file that holds it. */
    const std::string &path() const { return m_path; }

private:
    std::string m_folder, m_path;
    Files m_files;
};

} // namespace jitscope::inline reading
