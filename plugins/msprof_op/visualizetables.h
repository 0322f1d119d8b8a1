// SPDX-License-Identifier: Apache-2.0
// From the JSON of a block to rows of the tables of operator tuning.
#pragma once

#include "engine/profile/profile.h"
#include "plugins/msprof_op/visualizeblocks.h"

#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace jitscope {
inline namespace msprof_op {

/** Tables of one kernel, filled block by block. */
class KernelTables {
public:
    /** The rows of a block. What its text lacks stays missing. Fails for text that is no JSON object, and for one that
       is cut off; what that holds is there nevertheless. */
    Result<void> add(BlockKind kind, std::string json);
    /** The one of that name, made with the columns of its schema if it is not there. */
    DataTable &table(const std::string &name);
    bool has(std::string_view name) const;
    /** The row of "op_cores" of a part of a core, made if it is new. */
    int64_t coreRow(int64_t core, const std::string &part);
    void put(DataTable table); ///< in the place of one of that name
    std::vector<DataTable> take();

private:
    std::deque<DataTable> m_tables; ///< a deque: table() gives references that stay good
    std::map<std::pair<int64_t, std::string>, int64_t> m_coreRows;
};

} // namespace msprof_op
} // namespace jitscope
