// SPDX-License-Identifier: GPL-3.0-or-later
// A device model against a real profile: predicted and measured times of every kernel, the errors by type, and a fit.
#pragma once

#include "app/models/tablemodel.h"
#include "app/sdk/paneldef.h"
#include "engine/ascend/modelfit.h"
#include "engine/profile/profile.h"

#include <memory>
#include <optional>

class QComboBox;
class QLabel;
class QPushButton;
class QStackedLayout;

namespace jitscope {
inline namespace models {
class RecordView;
}
inline namespace sdk {
class InfoBar;
}
} // namespace jitscope

namespace jitscope {
inline namespace devicemodelpanel {

class ScatterView;

/** What was computed of a profile; shared with jobs, never changed. */
struct FitState {
    MeasuredKernels measured;
    DeviceModel model; ///< as it was chosen
    FitReport before;  ///< of that
    std::optional<DeviceModel> refit;
    FitReport after; ///< of the fitted one, on the same kernels
    FitReport check; ///< held out by shape
    QString source;  ///< what the kernels are of
};

class FitPage : public QWidget {
    Q_OBJECT
public:
    FitPage(const PanelContext &context, QWidget *parent = nullptr);
    /** Holds this model against the chosen profile. */
    void setModel(const DeviceModel &model);
    /** Reads a kernel_details.csv or a profiler directory. */
    void openFile(const QString &path);
    void refit();
    /** Saves the fitted model under that name in the user's folder; false with a message when it cannot be. */
    bool saveAs(const QString &name);
    bool isReady() const { return m_running == 0; }
    QString asText() const;

Q_SIGNALS:
    /** A model was written and registered. */
    void saved(const QString &name);

private:
    void buildTop();
    void listProfiles();
    void compute();
    void showState();
    void askForFile();
    void askForName();
    void showErrors();

    struct ErrorRow {
        QString name;
        FitErrors before, after, check;
        bool isClass = false;
        bool hasFit = false;
    };
    struct WorstRow {
        QString type, shapes;
        double measured = 0, predicted = 0;
        int64_t kernel = -1;
    };

    PanelContext m_context;
    DeviceModel m_model;
    std::vector<ProfilePtr> m_opened; ///< read here, not of the session
    std::vector<ProfilePtr> m_listed;
    std::shared_ptr<const FitState> m_state;
    int m_running = 0;
    QWidget *m_top;
    QComboBox *m_source;
    QPushButton *m_open, *m_refit, *m_save;
    QLabel *m_summary;
    InfoBar *m_info;
    QStackedLayout *m_pages;
    ScatterView *m_scatter;
    TableModel<ErrorRow> *m_errors;
    TableModel<WorstRow> *m_worst;
    RecordView *m_errorView, *m_worstView;
};

} // namespace devicemodelpanel
} // namespace jitscope
