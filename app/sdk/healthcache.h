// SPDX-License-Identifier: GPL-3.0-or-later
// What recorded tensors hold at a glance, worked out in the background for those that are in view and kept.
#pragma once

#include "engine/inspect/tensorhealth.h"

#include <QObject>

#include <deque>
#include <optional>
#include <unordered_map>
#include <unordered_set>

namespace jitscope {
inline namespace sdk {

class Document;
class Jobs;

class HealthCache : public QObject {
    Q_OBJECT
public:
    HealthCache(Document &document, Jobs &jobs, QObject *parent = nullptr);

    /** The health of a recorded tensor if it is known; else it is asked for and ready() tells. None for ever for
       tensors without values. Cheap enough for painting. */
    std::optional<TensorHealth> health(int64_t tensor);

Q_SIGNALS:
    /** Some that were asked for are known now. */
    void ready();

private:
    void start();

    Document &m_document;
    Jobs &m_jobs;
    std::unordered_map<int64_t, std::optional<TensorHealth>> m_known;
    std::deque<int64_t> m_wishes; ///< asked for and in no job yet; the newest, at the end, matter most
    std::unordered_set<int64_t> m_wished;
    bool m_isRunning = false, m_isAnswered = false;
};

} // namespace sdk
} // namespace jitscope
