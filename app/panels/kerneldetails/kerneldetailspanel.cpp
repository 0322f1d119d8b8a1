// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/kerneldetails/kerneldetailspanel.h"

#include "app/panels/kerneldetails/slicekernelview.h"
#include "app/panels/kerneldetails/tuningview.h"
#include "app/sdk/document.h"
#include "app/sdk/jobs.h"
#include "app/sdk/selection.h"
#include "app/sdk/theme.h"
#include "app/sdk/widgets/emptystate.h"
#include "engine/analysis/links/rowslices.h"
#include "engine/session/session.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <map>
#include <memory>

namespace jitscope {
inline namespace kerneldetailspanel {

namespace {

/** Rows of the tables of kernels by their begins, one a profile; made in the background. */
using KernelIndex = std::vector<std::pair<ProfilePtr, RowsByStart>>;

} // namespace

class KernelDetailsPanel : public Panel {
    Q_OBJECT
public:
    KernelDetailsPanel(const PanelContext &context, QWidget *parent)
        : Panel(parent)
        , m_context(context)
        , m_pages(new QStackedWidget)
        , m_empty(new EmptyState(QStringLiteral("timings"), {}, {}))
        , m_tuning(new TuningView(context.jobs))
        , m_kernel(new SliceKernelView)
        , m_controls(new QWidget(this)) {
        auto *column = new QVBoxLayout(this);
        column->setContentsMargins(12, 10, 12, 10);
        column->addWidget(m_pages);
        m_pages->addWidget(m_empty);
        m_pages->addWidget(m_tuning);
        m_pages->addWidget(m_kernel);
        buildControls();
        connect(m_tuning, &TuningView::lineChosen, this,
                [this](const QString &file, int line) { m_context.selection.selectLine(file, line, this); });
        connect(&context.document, &Document::replaced, this, &KernelDetailsPanel::read);
        connect(&context.document, &Document::appended, this, [this] {
            if (m_context.document.session().profiles.size() != m_profiles) read();
        });
        connect(&context.selection, &Selection::changed, this, &KernelDetailsPanel::follow);
        read();
    }

    QWidget *titleControls() override { return m_controls; }
    bool isReady() const override { return !m_isIndexing && m_tuning->isReady(); }
    QString contentAsText() const override {
        if (m_pages->currentWidget() == m_tuning) return m_tuning->asText();
        return m_pages->currentWidget() == m_kernel ? m_kernel->asText() : QString();
    }

private:
    void buildControls() {
        auto *row = new QHBoxLayout(m_controls);
        row->setContentsMargins(0, 0, 0, 0);
        m_choice = new QComboBox;
        m_choice->setObjectName(QStringLiteral("kernelChoice"));
        m_choice->setAccessibleName(tr("Kernel"));
        m_choice->setToolTip(tr("Which of the kernels of this data is shown"));
        m_choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        m_choice->setMinimumContentsLength(24);
        row->addWidget(m_choice);
        connect(m_choice, &QComboBox::currentIndexChanged, this, &KernelDetailsPanel::showTuning);
    }

    /** Takes what the session has; the tables of kernels are indexed in the background. */
    void read() {
        const Session &session = m_context.document.session();
        m_profiles = session.profiles.size();
        m_tuned.clear();
        m_index.reset();
        std::vector<ProfilePtr> profiles;
        for (const ProfilePtr &profile : session.profiles) {
            if (isKernelProfile(*profile)) m_tuned.push_back(profile);
            if (profile->table("kernels") != nullptr) profiles.push_back(profile);
        }
        const QSignalBlocker quiet(m_choice);
        m_choice->clear();
        for (const ProfilePtr &profile : m_tuned)
            m_choice->addItem(QString::fromStdString(profile->label), {});
        m_choice->setVisible(m_tuned.size() > 1);
        if (!profiles.empty()) makeIndex(std::move(profiles));
        show();
    }

    void makeIndex(std::vector<ProfilePtr> profiles) {
        m_isIndexing = true;
        m_context.jobs.run(
            QStringLiteral("kerneldetails.index"), tr("Looking through the kernels"), this,
            [profiles = std::move(profiles)](const CancelFlag &cancelled) {
                auto index = std::make_shared<KernelIndex>();
                for (const ProfilePtr &profile : profiles)
                    if (!cancelled->load()) index->emplace_back(profile, rowsByStart(*profile->table("kernels")));
                return std::shared_ptr<const KernelIndex>(std::move(index));
            },
            [this](std::shared_ptr<const KernelIndex> index) {
                m_isIndexing = false;
                m_index = std::move(index);
                follow(m_context.selection.current());
            });
    }

    void show() {
        if (!m_tuned.empty()) return showTuning(std::max(0, m_choice->currentIndex()));
        follow(m_context.selection.current());
    }

    void showTuning(int index) {
        if (index < 0 || index >= int(m_tuned.size())) return;
        std::map<std::string, std::string> sources;
        for (const SourceFile &source : m_context.document.session().sources)
            sources.emplace(source.path, source.text);
        m_tuning->setProfile(m_tuned[size_t(index)], std::move(sources));
        m_pages->setCurrentWidget(m_tuning);
    }

    /** Shows the kernel of the selected slice. */
    void follow(const Anchor &anchor) {
        if (!m_tuned.empty()) return;
        const Trace &trace = m_context.document.session().trace;
        if (m_index && anchor.slice.valid() && anchor.slice.value < trace.sliceCount()) {
            const int rank = trace.trackAt(trace.trackOf(anchor.slice)).rank;
            for (const auto &[profile, rows] : *m_index) {
                if (profile->rank != rank && m_index->size() > 1) continue;
                const DataTable &kernels = *profile->table("kernels");
                const int64_t row = rowOfSlice(trace, anchor.slice, kernels, rows);
                if (row < 0) continue;
                m_kernel->setKernel(*profile, kernels, row);
                m_pages->setCurrentWidget(m_kernel);
                return;
            }
        }
        showEmpty(anchor);
    }

    void showEmpty(const Anchor &anchor) {
        m_pages->setCurrentWidget(m_empty);
        const Session &session = m_context.document.session();
        if (m_isIndexing) return m_empty->setTexts(tr("Looking through the kernels…"), {});
        if (m_index && anchor.slice.valid())
            return m_empty->setTexts(
                tr("The selected slice is no kernel"),
                tr("Select a slice on a stream of the device; its operands, pipes and bounds appear here."));
        if (m_index)
            return m_empty->setTexts(
                tr("No kernel is selected"),
                tr("Click a slice on a stream of the device; its operands, pipes and bounds appear here."));
        if (!session.profiles.empty())
            return m_empty->setTexts(tr("This profile has no table of kernels"),
                                     tr("kernel_details.csv or op_summary_*.csv is missing (in a database: TASK and "
                                        "COMPUTE_TASK_INFO). Profile with the activity NPU and analyse the data."));
        m_empty->setTexts(tr("No kernels were measured"),
                          tr("Open a profiler folder of a device, or operator tuning data (OPPROF_* folder, "
                             "visualize_data.bin)."));
    }

    PanelContext m_context;
    QStackedWidget *m_pages;
    EmptyState *m_empty;
    TuningView *m_tuning;
    SliceKernelView *m_kernel;
    QWidget *m_controls;
    QComboBox *m_choice = nullptr;
    size_t m_profiles = 0;           ///< of the session when it was read
    std::vector<ProfilePtr> m_tuned; ///< those of operator tuning
    std::shared_ptr<const KernelIndex> m_index;
    bool m_isIndexing = false;
};

PanelDef kerneldetailsPanel() {
    return {
        .id = QStringLiteral("kerneldetails"),
        .title = QT_TRANSLATE_NOOP("Panels", "Kernel details"),
        .summary =
            QT_TRANSLATE_NOOP("Panels", "What one kernel does: cores, pipes, memory traffic, roofline, hot spots"),
        .area = PanelArea::Right,
        .create = [](const PanelContext &context, QWidget *parent) { return new KernelDetailsPanel(context, parent); }};
}

} // namespace kerneldetailspanel
} // namespace jitscope

#include "kerneldetailspanel.moc"
