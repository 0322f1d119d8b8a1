// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/bench/benchwork.h"

#include <QElapsedTimer>

namespace jitscope {
inline namespace benchpanel {

namespace {

constexpr int copyEveryMs = 200; ///< a copy of all times so far costs some of the processor that is measured

} // namespace

BenchOutcomeOfRun BenchWork::operator()(const CancelFlag &cancelled) const {
    QElapsedTimer since;
    std::shared_ptr<const BenchReport> last;
    const auto listen = [&](const BenchReport &report, const BenchDoing &doing, double share) {
        if (!last || since.elapsed() > copyEveryMs) {
            last = std::make_shared<const BenchReport>(report);
            since.start();
        }
        m_state->set({last, doing, share});
        return !cancelled->load();
    };
    return measureMatrix(m_task, listen, [&] { return !cancelled->load(); });
}

} // namespace benchpanel
} // namespace jitscope
