// SPDX-License-Identifier: GPL-3.0-or-later
// Source lines and instructions of a kernel side by side, with what they cost: choosing one shows its other side.
#pragma once

#include "app/models/tablemodel.h"
#include "engine/profile/kernelprofile.h"

#include <QWidget>
#include <map>

class QComboBox;
class QLabel;
class QToolButton;

namespace jitscope {
inline namespace models {
class RecordView;
} // namespace models
inline namespace sdk {
class Jobs;
}
inline namespace session {
class Session;
}
} // namespace jitscope

namespace jitscope {
inline namespace kerneldetailspanel {

/** A line with its text, where the source is known. */
struct HotLineRow {
    HotLine line;
    QString text;
    double share = 0; ///< of the costliest
};
struct HotSpotRow {
    HotSpot spot;
    double share = 0;
};

class HotSpotView : public QWidget {
    Q_OBJECT
public:
    explicit HotSpotView(Jobs &jobs, QWidget *parent = nullptr);
    /** Reads the tables in the background. `sources` are texts by path. */
    void setProfile(const ProfilePtr &profile, std::map<std::string, std::string> sources);
    bool isReady() const { return !m_isReading; }
    QString asText() const;

Q_SIGNALS:
    /** A line was chosen whose source is known. */
    void lineChosen(const QString &file, int line);
    void ready();

private:
    QWidget *buildLines();
    QWidget *buildSpots();
    void read();
    void show(std::vector<HotLineRow> lines, std::vector<HotSpotRow> spots);
    void chooseLine();
    void chooseSpot();
    void showSpots(const HotLine *ofLine);

    Jobs &m_jobs;
    ProfilePtr m_profile;
    std::map<std::string, std::string> m_sources;
    QComboBox *m_core = nullptr;
    QLabel *m_state = nullptr, *m_spotsTitle = nullptr;
    QToolButton *m_all = nullptr;
    TableModel<HotLineRow> *m_lineModel = nullptr;
    TableModel<HotSpotRow> *m_spotModel = nullptr;
    RecordView *m_lineView = nullptr, *m_spotView = nullptr;
    std::vector<HotSpotRow> m_spots; ///< all of the core
    bool m_isReading = false, m_isFilling = false;
};

} // namespace kerneldetailspanel
} // namespace jitscope
