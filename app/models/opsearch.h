// SPDX-License-Identifier: GPL-3.0-or-later
// The nearest operator, forward or back, for which something holds: looked for in the background.
#pragma once

#include "app/models/opjudge.h"

#include <QObject>

namespace jitscope {
inline namespace models {

class OpSearch : public QObject {
    Q_OBJECT
public:
    OpSearch(Document &document, Jobs &jobs, const QString &tag, QObject *parent = nullptr);

    /** Takes the place of a search under way. `range` by place, looked through from its near end; `found` gets the
        operator's number, or -1 when there is none, and how many could not be judged on the way. */
    using Found = std::function<void(int64_t op, int64_t unknown)>;
    void start(const OpRange &range, Direction direction, OpQuestion question, Found found);
    void cancel();
    bool isRunning() const { return bool(m_found); }

private:
    void next();
    void take(const Judged &judged);

    Document &m_document;
    Jobs &m_jobs;
    QString m_tag;
    OpRange m_range;
    Direction m_direction = Direction::Forward;
    OpQuestion m_question;
    Found m_found;
    int64_t m_unknown = 0;
    bool m_isAsking = false; ///< a job is under way
};

} // namespace models
} // namespace jitscope
