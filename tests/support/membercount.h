// SPDX-License-Identifier: Apache-2.0
// How many members a record has, so that a list of them can be held against it.
#pragma once

namespace jitscope::testing {

/** Stands for a value of any type, to count the members of a record by. */
struct Anything {
    template<class T> operator T() const;
};

template<class Record, class... Some> constexpr int memberCount() {
    if constexpr (requires { Record{Some()..., Anything()}; })
        return memberCount<Record, Some..., Anything>();
    else
        return int(sizeof...(Some));
}

} // namespace jitscope::testing
