// SPDX-License-Identifier: Apache-2.0
// Neighbouring passes share the stage between them, which is prepared once.
#include "engine/variants/passgains.h"

#include "engine/variants/stageweights.h"

#include <exception>

namespace jitscope::inline variants {

namespace {

using ExecutablePtr = std::shared_ptr<const Executable>;

class Gains {
public:
    Gains(const VariantBase &base, double seconds, Progress &progress)
        : m_base(base)
        , m_seconds(seconds)
        , m_progress(progress) {}

    PassGain of(const PassRecord &pass) {
        PassGain gain{.pass = pass.index, .times = {}};
        const auto before = prepared(pass.before), after = prepared(pass.after);
        if (!before || !after) {
            gain.error = (before ? after : before).error().message;
            return gain;
        }
        try {
            gain.times = compareTimes(timeInTurn(callsOf(**before, m_base.call.arguments),
                                                 callsOf(**after, m_base.call.arguments), m_seconds,
                                                 [&] { return !m_progress.isCancelled(); }));
        } catch (const std::exception &failure) {
            gain.error = failure.what();
        }
        return gain;
    }

private:
    Result<ExecutablePtr> prepared(const Module &stage) {
        if (m_last && same(m_lastStage, stage)) return m_last;
        auto executable = Executable::prepare(withWeightsOf(stage, m_base.call.captured));
        if (!executable) return executable.error();
        m_last = *executable;
        m_lastStage = stage;
        return m_last;
    }

    const VariantBase &m_base;
    double m_seconds;
    Progress &m_progress;
    Module m_lastStage;
    ExecutablePtr m_last;
};

} // namespace

std::vector<PassGain> passGains(const VariantBase &base, const std::vector<int> &passes, double secondsEach,
                                Progress &progress) {
    progress.begin("timing passes of " + base.compilation.function, int64_t(passes.size()));
    Gains gains(base, secondsEach, progress);
    std::vector<PassGain> all;
    for (const int index : passes) {
        if (progress.isCancelled()) break;
        PassGain gain = gains.of(base.compilation.passes.at(size_t(index)));
        if (progress.isCancelled()) break; // cut off in the middle, it would be a guess
        all.push_back(std::move(gain));
        progress.advance(1);
    }
    return all;
}

std::optional<int64_t> plannedBytes(const Module &stage) {
    const auto executable = Executable::prepare(stage);
    if (!executable) return {};
    return (*executable)->peakBytes();
}

} // namespace jitscope::inline variants
