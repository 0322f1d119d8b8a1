// SPDX-License-Identifier: GPL-3.0-or-later
// All that operator tuning knows of one kernel, on four pages: overview, memory, roofline, hot spots.
#pragma once

#include "app/sdk/widgets/segmentedcontrol.h"
#include "engine/profile/kernelprofile.h"

#include <QWidget>
#include <map>

class QComboBox;
class QLabel;
class QStackedWidget;
class QVBoxLayout;

namespace jitscope {
inline namespace charts {
class RooflineView;
}
} // namespace jitscope

namespace jitscope {
inline namespace models {
class RecordView;
template<typename Row> class TableModel;
} // namespace models
inline namespace sdk {
class EmptyState;
class Jobs;
} // namespace sdk
} // namespace jitscope

namespace jitscope {
inline namespace kerneldetailspanel {

class HotSpotView;
class MemoryGraph;
class TuningOverview;

class TuningView : public QWidget {
    Q_OBJECT
public:
    explicit TuningView(Jobs &jobs, QWidget *parent = nullptr);
    void setProfile(const ProfilePtr &profile, std::map<std::string, std::string> sources);
    /** "overview", "memory", "roofline" or "hotspots". */
    void showPage(const QString &page);
    bool isReady() const;
    QString asText() const; ///< of the page that is shown

Q_SIGNALS:
    void lineChosen(const QString &file, int line);

private:
    QWidget *buildMemory();
    QWidget *buildRoofline();
    void showMemory();
    void showEdge(int edge);
    void showRoofline(const KernelProfile &kernel);
    void showPoint(int point);

    ProfilePtr m_profile;
    SegmentedControl *m_choice;
    QStackedWidget *m_pages;
    TuningOverview *m_overview;
    QStackedWidget *m_memoryPages = nullptr, *m_roofPages = nullptr;
    QComboBox *m_memoryCore = nullptr;
    MemoryGraph *m_graph = nullptr;
    QLabel *m_edgeSentence = nullptr, *m_pointSentence = nullptr;
    TableModel<MemoryEdge> *m_edgeModel = nullptr;
    RecordView *m_edgeView = nullptr;
    RooflineView *m_roofline = nullptr;
    TableModel<RooflinePoint> *m_pointModel = nullptr;
    RecordView *m_pointView = nullptr;
    HotSpotView *m_hotSpots;
    QStackedWidget *m_hotPages = nullptr;
    bool m_isFilling = false;
};

} // namespace kerneldetailspanel
} // namespace jitscope
