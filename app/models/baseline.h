// SPDX-License-Identifier: GPL-3.0-or-later
// The kept run against which all panels of times show their differences, and the box in which it is chosen.
#pragma once

#include "engine/analysis/operators/opfilter.h"

#include <QComboBox>
#include <QObject>
#include <QString>

#include <memory>

namespace jitscope {
inline namespace session {
struct Session;
}
inline namespace sdk {
class Jobs;
class Runs;
struct PanelContext;
} // namespace sdk
} // namespace jitscope

namespace jitscope {
inline namespace models {

struct BaselineRun {
    std::shared_ptr<const Session> session;
    OpColumns columns;
    /** Of its operators those that the filter is about: times of another run are other times, so conditions on these
        are left out. */
    std::vector<uint32_t> placesOf(OpFilter filter) const;
};

class Baseline : public QObject {
    Q_OBJECT
public:
    /** The one of a document; lives as long as it does. */
    static Baseline &of(const PanelContext &context);

    const QString &id() const { return m_id; } ///< of the run; "" for none
    QString name() const;
    /** Null while there is none, or while it is read. */
    const std::shared_ptr<const BaselineRun> &run() const { return m_run; }
    bool isReady() const { return m_id.isEmpty() || m_run != nullptr; }
    /** "" for none. It stays when other runs are looked at. */
    void set(const QString &id);
    /** For what is no run of ours; tests. */
    void setSession(std::shared_ptr<const Session> session);

Q_SIGNALS:
    void changed();
    void failed(const QString &message);

private:
    explicit Baseline(const PanelContext &context);

    Jobs &m_jobs;
    Runs *m_runs;
    QString m_id;
    std::shared_ptr<const BaselineRun> m_run;
};

/** Lists the kept runs. */
class BaselineBox : public QComboBox {
    Q_OBJECT
public:
    explicit BaselineBox(const PanelContext &context, QWidget *parent = nullptr);

private:
    void fill();

    Baseline &m_baseline;
    Runs *m_runs;
};

} // namespace models
} // namespace jitscope
