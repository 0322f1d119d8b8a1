// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/passes/passmeasures.h"

#include "app/panels/passes/passtouches.h"
#include "app/sdk/document.h"
#include "app/sdk/jobs.h"
#include "app/sdk/selection.h"
#include "engine/session/session.h"

#include <QMenu>
#include <algorithm>
#include <array>
#include <tuple>

namespace jitscope {
inline namespace passespanel {

namespace {

constexpr double secondsOfTiming = 0.4; ///< of one pass
constexpr std::array works = {PassWork::Check, PassWork::Time};

const QString baseTag = QStringLiteral("passes-base"), bytesTag = QStringLiteral("passes-bytes"),
              touchesTag = QStringLiteral("passes-touches");

QString tagOf(PassWork work) {
    return work == PassWork::Check ? QStringLiteral("passes-check") : QStringLiteral("passes-time");
}

using PlannedBytes = std::map<int, std::pair<std::optional<int64_t>, std::optional<int64_t>>>;

/** Before and after each pass that changed something, of the captured graph and the kernels. */
PlannedBytes planned(const Module &captured, const std::vector<PassRecord> &passes, const CancelFlag &cancelled) {
    PlannedBytes bytes;
    std::optional<int64_t> last = plannedBytes(captured);
    bytes[capturedStage] = {last, last};
    for (const PassRecord &pass : passes) {
        if (cancelled->load()) return bytes;
        if (!pass.changed) continue;
        const std::optional<int64_t> now = plannedBytes(pass.after);
        bytes[pass.index] = {last, now};
        last = now;
    }
    bytes[kernelStage] = {last, last};
    return bytes;
}

} // namespace

PassMeasures::PassMeasures(const PanelContext &context, PassList &list, QObject *parent)
    : QObject(parent)
    , m_context(context)
    , m_list(list) {
    connect(&m_list, &PassList::workAsked, this, &PassMeasures::toggle);
    connect(&context.document, &Document::replaced, this, &PassMeasures::forget);
    connect(&context.selection, &Selection::changed, this, &PassMeasures::followNode);
    connect(&context.jobs, &Jobs::ended, this, &PassMeasures::followEnd);
}

const Compilation *PassMeasures::compilation() const {
    return m_context.document.session().compilation(m_compilation);
}

/** Somebody else may have called it off. */
void PassMeasures::followEnd(const QString &tag) {
    for (const PassWork work : works)
        if (tag == tagOf(work) || (tag == baseTag && !m_bases.contains(m_compilation))) end(work);
}

void PassMeasures::forget() {
    for (const PassWork work : works)
        end(work);
    m_figures.clear();
    m_planned.clear();
    m_bases.clear();
}

void PassMeasures::setCompilation(int compilation) {
    for (const PassWork work : works)
        end(work);
    m_compilation = compilation;
    if (!m_planned.contains(compilation)) planBytes();
    show(); // what was found when it was shown before
    showWorks();
    followNode();
}

void PassMeasures::show() {
    m_list.setFigures(m_figures[m_compilation]);
}

void PassMeasures::showWorks() {
    const Compilation *record = compilation();
    const bool canRun = record && !record->imported && !record->captured.graphs.empty();
    for (const PassWork work : works)
        m_list.setWorkState(work, m_works.contains(work) ? PassList::WorkState::UnderWay
                                  : canRun               ? PassList::WorkState::Possible
                                                         : PassList::WorkState::Impossible);
}

void PassMeasures::planBytes() {
    const Compilation *record = compilation();
    if (!record || record->imported || record->captured.graphs.empty()) return;
    m_context.jobs.run(
        bytesTag, tr("Planning the memory of each stage"), this,
        [captured = record->captured, passes = record->passes](const CancelFlag &cancelled) {
            return planned(captured, passes, cancelled);
        },
        [this, at = m_compilation](const PlannedBytes &bytes) {
            m_planned.insert(at);
            for (const auto &[pass, each] : bytes)
                std::tie(m_figures[at][pass].bytesBefore, m_figures[at][pass].bytesAfter) = each;
            if (at == m_compilation) show();
        });
}

void PassMeasures::followNode() {
    const Anchor &anchor = m_context.selection.current();
    if (!compilation()) return;
    if (anchor.compilation != m_compilation || !anchor.node.valid()) return showTouching({});
    m_context.jobs.run(
        touchesTag, tr("Looking for the passes that touched the node"), this,
        [lent = m_context.document.lend(), at = m_compilation, node = anchor.node,
         stage = anchor.pass](const CancelFlag &) {
            const Compilation *record = lent->session().compilation(at);
            return record ? passesTouching(record->passes, stage, node) : std::vector<int>();
        },
        [this, at = m_compilation](const std::vector<int> &touching) {
            if (at == m_compilation) showTouching(touching);
        });
}

void PassMeasures::showTouching(const std::vector<int> &touching) {
    FiguresByPass figures = m_figures[m_compilation];
    bool isOther = false;
    for (auto &[pass, each] : figures) {
        const bool isTouched = std::ranges::find(touching, pass) != touching.end();
        isOther = isOther || each.isTouched != isTouched;
        each.isTouched = isTouched;
    }
    for (const int pass : touching) {
        isOther = isOther || !figures[pass].isTouched;
        figures[pass].isTouched = true;
    }
    if (!isOther) return;
    m_figures[m_compilation] = std::move(figures);
    show();
}

void PassMeasures::fillMenu(QMenu &menu, int pass) {
    const Compilation *record = compilation();
    if (!record || record->imported || record->captured.graphs.empty()) return;
    menu.addSeparator();
    menu.addAction(tr("Check all stages against eager"), this, [this] { start(PassWork::Check, {}); })
        ->setEnabled(!m_works.contains(PassWork::Check));
    const bool canTime = pass >= 0 && size_t(pass) < record->passes.size() && record->passes[size_t(pass)].changed;
    menu.addAction(tr("Time this pass"), this, [this, pass] { start(PassWork::Time, {pass}); })
        ->setEnabled(canTime && !m_works.contains(PassWork::Time));
}

void PassMeasures::toggle(PassWork work) {
    if (m_works.contains(work)) return end(work);
    start(work, m_list.effectivePasses());
}

void PassMeasures::end(PassWork work) {
    const auto found = m_works.find(work);
    if (found == m_works.end()) return;
    const std::shared_ptr<Progress> progress = found->second;
    m_works.erase(found);
    progress->cancel();
    m_context.jobs.cancel(tagOf(work));
    showWorks();
}

void PassMeasures::start(PassWork work, std::vector<int> passes) {
    if (m_works.contains(work) || !compilation()) return;
    m_works[work] = std::make_shared<Progress>();
    showWorks();
    withBase(work, [this, work, passes = std::move(passes)](const BasePtr &base) {
        work == PassWork::Check ? check(base) : time(base, passes);
    });
}

/** The call that all stages run on is made once; the session is lent for that alone. */
void PassMeasures::withBase(PassWork work, std::function<void(const BasePtr &)> use) {
    if (const auto known = m_bases.find(m_compilation); known != m_bases.end()) return use(known->second);
    m_context.jobs.run(
        baseTag, tr("Running the function eagerly"), this,
        [lent = m_context.document.lend(), at = m_compilation](const CancelFlag &) {
            return variantBase(lent->session(), *lent->session().compilation(at));
        },
        [this, work, at = m_compilation, use = std::move(use)](Result<VariantBase> base) {
            if (!base) {
                end(work);
                return m_context.notify(QString::fromStdString(base.error().message));
            }
            m_bases[at] = std::make_shared<const VariantBase>(*std::move(base));
            if (m_works.contains(work)) use(m_bases[at]);
        });
}

void PassMeasures::check(const BasePtr &base) {
    const std::shared_ptr<Progress> progress = m_works.at(PassWork::Check);
    m_context.jobs.run(
        tagOf(PassWork::Check), tr("Checking passes against eager"), this,
        [base, progress](const CancelFlag &) { return stageVerdicts(*base, *progress); },
        [this, at = m_compilation](std::vector<StageVerdict> verdicts) {
            for (StageVerdict &verdict : verdicts)
                m_figures[at][verdict.pass].verdict = std::move(verdict);
            end(PassWork::Check);
            if (at == m_compilation) show();
        });
    m_context.jobs.watch(tagOf(PassWork::Check), progress);
}

void PassMeasures::time(const BasePtr &base, const std::vector<int> &passes) {
    const std::shared_ptr<Progress> progress = m_works.at(PassWork::Time);
    m_context.jobs.run(
        tagOf(PassWork::Time), tr("Timing passes"), this,
        [base, passes, progress](const CancelFlag &) { return passGains(*base, passes, secondsOfTiming, *progress); },
        [this, at = m_compilation](std::vector<PassGain> gains) {
            for (PassGain &gain : gains)
                m_figures[at][gain.pass].gain = std::move(gain);
            end(PassWork::Time);
            if (at == m_compilation) show();
        });
    m_context.jobs.watch(tagOf(PassWork::Time), progress);
}

} // namespace passespanel
} // namespace jitscope

#include "moc_passmeasures.cpp"
