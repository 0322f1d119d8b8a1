// SPDX-License-Identifier: Apache-2.0
// A value that its copies share until one of them is written (implicit sharing, as QSharedDataPointer does it).
#pragma once

#include <concepts>
#include <memory>
#include <utility>

namespace jitscope::inline base {

/** For members that are large, often equal and seldom written: an empty one takes two words and reads as `T()`. */
template<class T> class Shared {
public:
    Shared() = default;
    template<class From>
    requires(std::convertible_to<From &&, T> && !std::same_as<std::remove_cvref_t<From>, Shared>) Shared(From &&value)
        : m_value(std::make_shared<T>(std::forward<From>(value))) {}

    const T &operator*() const { return m_value ? *m_value : none(); }
    const T *operator->() const { return &**this; }
    operator const T &() const { return **this; }

    /** The value to be changed in place; other copies keep what they have. */
    T &write() {
        if (!m_value || m_value.use_count() != 1) m_value = std::make_shared<T>(**this);
        return *m_value;
    }

private:
    static const T &none() {
        static const T value{};
        return value;
    }

    std::shared_ptr<T> m_value;
};

} // namespace jitscope::inline base
