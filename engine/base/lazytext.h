// SPDX-License-Identifier: Apache-2.0
// A text that is made when somebody first looks at it.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

namespace jitscope::inline base {

/** Copies share the text, and the making of it. Safe from several threads. */
class LazyText {
public:
    LazyText() = default;
    LazyText(std::string text)
        : LazyText(std::function<std::string()>([text = std::move(text)] { return text; })) {}
    explicit LazyText(std::function<std::string()> make)
        : m_state(std::make_shared<State>()) {
        m_state->make = std::move(make);
    }

    const std::string &text() const {
        static const std::string none;
        if (!m_state) return none;
        std::call_once(m_state->isMade, [state = m_state.get()] {
            state->text = state->make();
            state->make = nullptr; // lets go of what it was made from
        });
        return m_state->text;
    }

    bool operator==(const LazyText &other) const { return m_state == other.m_state || text() == other.text(); }

private:
    struct State {
        std::once_flag isMade;
        std::function<std::string()> make;
        std::string text;
    };
    std::shared_ptr<State> m_state;
};

} // namespace jitscope::inline base
