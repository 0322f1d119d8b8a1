// SPDX-License-Identifier: GPL-3.0-or-later
// The operators of the session for which something holds, found in the background, the newest first, and kept up with
// what is recorded meanwhile.
#pragma once

#include "app/models/opjudge.h"

#include <QObject>

namespace jitscope {
inline namespace models {

class OpMatches : public QObject {
    Q_OBJECT
public:
    enum class Side : uint8_t { Older, Newer };

    /** `tag` names its jobs. */
    OpMatches(Document &document, Jobs &jobs, const QString &tag, QObject *parent = nullptr);

    /** Begins anew; also by itself with another session. */
    void start(OpQuestion question);
    /** Asks nothing any more and forgets what was found. */
    void stop();
    bool isActive() const { return bool(m_question); }
    /** Whether every operator was asked, or the user cancelled the work. */
    bool isComplete() const;
    bool isCancelled() const { return m_isCancelled; }
    /** Places in Session::ops, ascending. */
    const std::vector<int32_t> &found() const { return m_found; }
    /** Operators of which it cannot be said, as their values were not recorded. */
    int64_t unknown() const { return m_unknown; }
    /** Operators asked so far. */
    int64_t judged() const { return m_judged.to - m_judged.from; }

Q_SIGNALS:
    /** All that was found is void. */
    void cleared();
    /** Around each change of found(). */
    void aboutToAdd(jitscope::OpMatches::Side side, int count);
    void added(jitscope::OpMatches::Side side);
    /** More was asked, whether found or not. */
    void progressed();

private:
    void begin();
    void next();
    void take(const Judged &judged, Side side);

    Document &m_document;
    Jobs &m_jobs;
    QString m_tag;
    OpQuestion m_question;
    OpRange m_judged;
    std::vector<int32_t> m_found;
    int64_t m_unknown = 0;
    bool m_isRunning = false, m_isCancelled = false;
};

} // namespace models
} // namespace jitscope
