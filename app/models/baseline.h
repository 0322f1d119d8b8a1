// SPDX-License-Identifier: GPL-3.0-or-later
// The run against which all panels of times show their differences - one that is kept, or that of a session file - and
// the box in which it is chosen.
#pragma once

#include "engine/analysis/operators/opfilter.h"

#include <QComboBox>
#include <QObject>
#include <QString>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace jitscope {
inline namespace session {
struct Session;
}
inline namespace sdk {
class Document;
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
    /** Of its operators those that the filter of a run is about: of a stretch of time those of the same place of the
        program. Nothing where it was not there. */
    std::optional<std::vector<uint32_t>> placesOf(OpFilter filter, const OpColumns &now) const;
};

class Baseline : public QObject {
    Q_OBJECT
public:
    /** The one of a document; lives as long as it does. */
    static Baseline &of(const PanelContext &context);

    const QString &id() const { return m_id; } ///< of the run, or the path of a file; "" for none
    QString name() const;
    /** Null while there is none, or while it is read. */
    const std::shared_ptr<const BaselineRun> &run() const { return m_run; }
    bool isReady() const { return m_id.isEmpty() || m_run != nullptr; }
    /** "" for none. It stays when other runs are looked at. */
    void set(const QString &id);
    /** That of a session file. One without operators is refused with a sentence: there is nothing to compare. */
    void setFile(const QString &path);
    /** For what is no run of ours; tests. */
    void setSession(std::shared_ptr<const Session> session);

Q_SIGNALS:
    void changed();
    void failed(const QString &message);

private:
    explicit Baseline(const PanelContext &context);
    /** Back to none. */
    void giveUp(const QString &why);
    /** A baseline of another program says nothing, unless it was chosen for the program that runs. */
    void followScript();

    Jobs &m_jobs;
    Document &m_document;
    Runs *m_runs;
    QString m_id;
    std::shared_ptr<const BaselineRun> m_run;
    std::string m_script; ///< of the run that was looked at last
};

/** Lists the kept runs, and takes a session file. */
class BaselineBox : public QComboBox {
    Q_OBJECT
public:
    explicit BaselineBox(const PanelContext &context, QWidget *parent = nullptr);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void fill();
    void choose();
    void askFile();

    Baseline &m_baseline;
    Runs *m_runs;
};

} // namespace models
} // namespace jitscope
