// SPDX-License-Identifier: GPL-3.0-or-later
// Reads operators in small helpings, so that a recording of a million never holds up the window.
#include "app/panels/graph/livetape.h"

#include "engine/session/session.h"

#include <QElapsedTimer>
#include <charconv>

namespace jitscope {
inline namespace graphpanel {

namespace {

constexpr size_t helping = 2000;
constexpr qint64 helpingsMs = 8;
constexpr int moreOperators = 60, moreRounds = 5;
constexpr size_t mostScopes = 400; ///< that one click opens

/** The scope in "s12", "<s12" and ">s12"; -1 for other keys. */
int scopeOf(std::string_view key) {
    if (key.starts_with('<') || key.starts_with('>')) key.remove_prefix(1);
    int scope = -1;
    if (key.starts_with('s')) std::from_chars(key.data() + 1, key.data() + key.size(), scope);
    return scope;
}

} // namespace

bool LiveTape::update(const Session &session) {
    QElapsedTimer timer;
    timer.start();
    while (!m_tree.update(session, helping))
        if (timer.elapsed() >= helpingsMs) return false;
    return true;
}

DisplayGraph LiveTape::graph(const Session &session, int64_t focus, std::optional<UpcomingOp> upcoming) {
    m_options.focus = focus;
    m_options.upcoming = std::move(upcoming);
    LiveGraph live = liveGraph(session, m_tree, m_options);
    m_extent = live.extent;
    return std::move(live.graph);
}

void LiveTape::toggle(const std::string &key, bool isOpen) {
    const int scope = scopeOf(key);
    if (scope < 0 || size_t(scope) >= m_tree.size()) return;
    if (key.front() != 's') {
        const bool isLoop = m_tree.scope(scope)->kind == TapeScope::Kind::Loop;
        m_options.more[key] += isLoop ? moreRounds : moreOperators;
        return;
    }
    (isOpen ? m_options.opened : m_options.closed).erase(key);
    (isOpen ? m_options.closed : m_options.opened).insert(key);
    // Who closes a round is done with its neighbours too.
    const std::string around = "s" + std::to_string(m_tree.scope(scope)->parent);
    if (isOpen && m_tree.scope(scope)->kind == TapeScope::Kind::Round) {
        m_options.more.erase('<' + around);
        m_options.more.erase('>' + around);
    }
}

bool LiveTape::toggleSubtree(const std::string &key, bool isOpen) {
    toggle(key, isOpen);
    const int scope = scopeOf(key);
    if (scope < 0 || size_t(scope) >= m_tree.size() || key.front() != 's') return true;
    std::vector<int> inside{scope};
    for (size_t at = 0; at < inside.size(); ++at) {
        const auto around = m_tree.scope(inside[at]);
        for (int64_t child : around->children) {
            if (child >= 0) continue;
            if (inside.size() >= mostScopes) return false;
            const std::string inner = "s" + std::to_string(~child);
            (isOpen ? m_options.opened : m_options.closed).erase(inner);
            if (!isOpen) m_options.opened.insert(inner);
            inside.push_back(int(~child));
        }
    }
    return true;
}

} // namespace graphpanel
} // namespace jitscope
