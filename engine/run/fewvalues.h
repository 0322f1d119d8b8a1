// SPDX-License-Identifier: Apache-2.0
// Values of a small graph that runs, on the stack.
#pragma once

#include "engine/tensor/value.h"

#include <cstddef>
#include <memory>
#include <new>

namespace jitscope::inline run {

/** As assigning an empty value, which goes through the variant's tables also where there is nothing to drop. */
inline void clear(Value &value) {
    if (value.data.index() != 0) value.data.emplace<std::monostate>();
}

/** Empty at first. */
class FewValues {
public:
    static constexpr size_t most = 8;
    explicit FewValues(size_t count)
        : m_count(count) {
        std::uninitialized_default_construct_n(data(), count);
    }
    ~FewValues() {
        for (size_t i = 0; i < m_count; ++i)
            clear(data()[i]); // an empty value needs no destructor
    }
    FewValues(const FewValues &) = delete;
    FewValues &operator=(const FewValues &) = delete;

    Value *data() { return std::launder(reinterpret_cast<Value *>(m_room)); }

private:
    alignas(Value) std::byte m_room[most * sizeof(Value)];
    size_t m_count;
};

} // namespace jitscope::inline run
