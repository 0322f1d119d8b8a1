// SPDX-License-Identifier: Apache-2.0
// The outcome of something that can fail for a reason outside this program: a value, or a sentence for a person.
#pragma once

#include <cassert>
#include <string>
#include <utility>
#include <variant>

namespace jitscope::inline base {

/** Why something failed: what, where, and what to do, in one sentence that can be shown as it is. */
struct Error {
    std::string message;

    bool operator==(const Error &) const = default;
};

/** A value of type T or an Error. Test it like a pointer before use; reading the wrong side is a bug of ours. */
template<class T> class [[nodiscard]] Result {
public:
    Result(T value)
        : m_state(std::in_place_index<0>, std::move(value)) {}
    Result(Error error)
        : m_state(std::in_place_index<1>, std::move(error)) {}

    bool ok() const { return m_state.index() == 0; }
    explicit operator bool() const { return ok(); }

    const T &value() const & {
        assert(ok());
        return *std::get_if<0>(&m_state);
    }
    T &value() & {
        assert(ok());
        return *std::get_if<0>(&m_state);
    }
    T &&value() && {
        assert(ok());
        return std::move(*std::get_if<0>(&m_state));
    }
    const T &operator*() const & { return value(); }
    T &operator*() & { return value(); }
    T &&operator*() && { return std::move(*this).value(); }
    const T *operator->() const { return &value(); }
    T *operator->() { return &value(); }

    const Error &error() const {
        assert(!ok());
        return *std::get_if<1>(&m_state);
    }

private:
    std::variant<T, Error> m_state;
};

/** The same for work that yields nothing but success. */
template<> class [[nodiscard]] Result<void> {
public:
    Result() = default;
    Result(Error error)
        : m_error(std::move(error))
        , m_failed(true) {}

    bool ok() const { return !m_failed; }
    explicit operator bool() const { return ok(); }
    const Error &error() const {
        assert(m_failed);
        return m_error;
    }

private:
    Error m_error;
    bool m_failed = false;
};

} // namespace jitscope::inline base
