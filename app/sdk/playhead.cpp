// SPDX-License-Identifier: GPL-3.0-or-later
// The operator that is looked at: kept in the selection, so that every panel follows it.
#include "app/sdk/playhead.h"

#include "app/sdk/document.h"
#include "app/sdk/runner.h"
#include "app/sdk/selection.h"
#include "engine/session/session.h"

namespace jitscope {
inline namespace sdk {

Playhead::Playhead(Document &document, Selection &selection, Runner &runner, QObject *parent)
    : QObject(parent)
    , m_document(document)
    , m_selection(selection)
    , m_runner(runner) {
    connect(&selection, &Selection::changed, this, [this](const Anchor &anchor) { onSelected(anchor); });
    connect(&runner, &Runner::paused, this, [this] { onPaused(); });
    connect(&runner, &Runner::stateChanged, this, [this](RunState state) { onState(state); });
    connect(&document, &Document::replaced, this, [this] {
        m_live = true;
        resetFrame();
        tell();
    });
}

int64_t Playhead::viewed() const {
    return m_selection.current().op;
}

int64_t Playhead::last() const {
    const auto &ops = m_document.session().ops;
    return ops.empty() ? -1 : ops.back().number;
}

int64_t Playhead::next() const {
    return m_runner.state() == RunState::Paused ? m_runner.pauseInfo().nextOp : -1;
}

QString Playhead::text() const {
    if (m_live || viewed() < 0) return {};
    const bool isRunning = m_runner.state() != RunState::Idle;
    return isRunning ? tr("viewing #%1 of %2; End returns to live").arg(viewed()).arg(last())
                     : tr("viewing #%1 of %2").arg(viewed()).arg(last());
}

void Playhead::goTo(int64_t op, QObject *source) {
    if (!m_document.session().op(op)) return;
    m_moving = true;
    m_selection.selectOp(op, source);
    m_moving = false;
    setLive(op == last());
}

void Playhead::returnToLive() {
    goTo(last());
    Q_EMIT returned();
}

bool Playhead::move(Navigation navigation, Direction direction) {
    const int64_t from = viewed() < 0 ? last() + 1 : viewed();
    const int64_t to = navigation(m_document.session(), from, direction);
    if (to < 0) return false;
    goTo(to);
    return true;
}

void Playhead::onSelected(const Anchor &anchor) {
    if (m_moving) return;
    setLive(anchor.op < 0 || anchor.op == last());
}

void Playhead::chooseFrame(int index, const StackFrame &frame) {
    m_frame = index;
    m_chosen = frame;
    m_frameOp = viewed();
    Q_EMIT frameChosen();
}

void Playhead::onPaused() {
    m_live = true;
    resetFrame();
    m_moving = true;
    if (last() >= 0) m_selection.selectOp(last());
    m_moving = false;
    tell();
}

void Playhead::onState(RunState state) {
    // Who followed the run sees its end; who looks at the past goes on doing so.
    if (state == RunState::Idle && m_live && viewed() != last()) goTo(last(), this);
    tell();
}

void Playhead::resetFrame() {
    m_frame = 0;
    m_chosen.reset();
}

void Playhead::setLive(bool live) {
    m_live = live;
    if (viewed() != m_frameOp) resetFrame();
    // Selecting another tensor of the same operator moves nothing.
    if (viewed() != m_toldOp || live != m_toldLive) tell();
}

void Playhead::tell() {
    m_toldOp = viewed();
    m_toldLive = m_live;
    Q_EMIT changed();
}

} // namespace sdk
} // namespace jitscope

#include "moc_playhead.cpp"
