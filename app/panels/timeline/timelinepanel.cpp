// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/timeline/timelinepanel.h"

#include "app/sdk/document.h"
#include "app/sdk/selection.h"
#include "app/sdk/theme.h"
#include "app/sdk/widgets/emptystate.h"
#include "app/sdk/widgets/filteredit.h"
#include "app/sdk/widgets/pilllabel.h"
#include "app/timeline/timelineview.h"
#include "engine/base/text.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QStackedLayout>
#include <QVBoxLayout>

namespace jitscope {

namespace {

QString timeText(int64_t ns) {
    return QString::fromStdString(humanTime(ns));
}

} // namespace

class TimelinePanel : public Panel {
    Q_OBJECT
public:
    TimelinePanel(const PanelContext &context, QWidget *parent)
        : Panel(parent)
        , m_context(context)
        , m_view(new TimelineView)
        , m_details(new QLabel)
        , m_pages(new QStackedLayout(this))
        , m_controls(new QWidget(this)) {
        auto *page = new QWidget;
        auto *column = new QVBoxLayout(page);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(0);
        column->addWidget(m_view, 1);
        m_details->setObjectName(QStringLiteral("timelineDetails"));
        m_details->setContentsMargins(12, 5, 12, 5);
        m_details->setTextInteractionFlags(Qt::TextSelectableByMouse);
        m_details->setTextFormat(Qt::PlainText);
        m_details->setMinimumWidth(1); // a long text is cut, it does not widen the window
        m_details->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
        column->addWidget(m_details);
        m_pages->addWidget(new EmptyState(QStringLiteral("timeline"), tr("Nothing was timed yet"),
                                          tr("Run a script (F5): its compile, its operators and, on Ascend, the "
                                             "simulated device appear here.")));
        m_pages->addWidget(page);
        buildControls();

        connect(&context.document, &Document::replaced, this, [this] {
            m_isStale = true;
            m_view->setTrace(nullptr);
            if (isVisible()) refresh();
        });
        connect(&context.document, &Document::appended, this, [this] {
            m_isStale = true;
            if (isVisible()) refresh();
        });
        connect(&context.selection, &Selection::changed, this, &TimelinePanel::follow);
        connect(m_view, &TimelineView::sliceClicked, this,
                [this](SliceId slice) { m_context.selection.selectSlice(slice); });
        m_view->setSliceFacts([this](SliceId slice) { return factsOf(slice); });
        connect(m_view, &TimelineView::rangeMarked, this, &TimelinePanel::showRange);
        refresh();
    }

    QWidget *titleControls() override { return m_controls; }
    bool startFind() override {
        m_filter->setFocus();
        return true;
    }
    void findNext(FindDirection direction) override { m_view->findNext(direction == FindDirection::Forward ? 1 : -1); }
    void fitView() override { m_view->fitAll(); }
    QString contentAsText() const override {
        return QString::fromStdString(printTrace(withOpArguments(m_context.document.session())));
    }

protected:
    void showEvent(QShowEvent *event) override {
        Panel::showEvent(event);
        if (m_isStale) refresh();
    }

private:
    void buildControls() {
        auto *row = new QHBoxLayout(m_controls);
        row->setContentsMargins(0, 0, 0, 0);
        row->setSpacing(metrics::grid);
        m_range = new PillLabel({}, Tone::Neutral, m_controls);
        m_range->hide();
        row->addWidget(m_range);
        m_filter = new FilterEdit(tr("find slice"), m_controls);
        m_filter->setMaximumWidth(180);
        row->addWidget(m_filter);
        connect(m_filter, &FilterEdit::textChanged, m_view, &TimelineView::setHighlight);
        connect(m_filter, &FilterEdit::returnPressed, this, [this] { m_view->findNext(1); });
        auto *hint = new QLabel(tr("W A S D · F fit"), m_controls);
        hint->setProperty("role", QStringLiteral("hint"));
        hint->setToolTip(tr("W and S zoom, A and D pan, F fits the selection, Space fits all. Ctrl+wheel zooms at the "
                            "pointer. Drag in the ruler, or Shift+drag, marks a stretch of time."));
        row->addWidget(hint);
    }

    void refresh() {
        m_isStale = false;
        const Trace &trace = m_context.document.session().trace;
        m_pages->setCurrentIndex(trace.sliceCount() == 0 ? 0 : 1);
        m_view->setTrace(&trace);
        follow(m_context.selection.current());
        showRange();
    }

    void follow(const Anchor &anchor) {
        m_view->setSelected(anchor.slice);
        m_details->setText(detailsOf(anchor.slice));
        m_details->setToolTip(m_details->text());
    }

    /** What the operator of a recorded slice was called with; the trace itself does not hold it. */
    std::vector<std::pair<std::string, std::string>> factsOf(SliceId id) const {
        const Session &session = m_context.document.session();
        const Trace &trace = session.trace;
        const OpEvent *op = session.op(trace.linkOf(id).op);
        if (op == nullptr || !trace.slice(id).args.empty()) return {};
        if (trace.tracks()[size_t(trace.trackOf(id).value)].simulated) return {};
        return sliceFacts(*op);
    }

    QString detailsOf(SliceId id) const {
        const Trace &trace = m_context.document.session().trace;
        if (!id.valid() || id.value >= trace.sliceCount()) return tr("Click a slice to see what it is.");
        const Slice slice = trace.slice(id);
        const Track &track = trace.tracks()[size_t(slice.track.value)];
        QString text = QString::fromStdString(trace.texts().text(slice.name)) + QStringLiteral("   ") +
                       timeText(slice.durationNs) + QStringLiteral("   ") +
                       tr("begins at %1").arg(timeText(slice.startNs - trace.beginNs())) + QStringLiteral("   ") +
                       QString::fromStdString(track.process + " \xC2\xB7 " + track.name);
        for (const auto &[key, value] : slice.args)
            text += QStringLiteral("   ") + QString::fromStdString(trace.texts().text(key)) + QStringLiteral(" ") +
                    QString::fromStdString(trace.texts().text(value));
        for (const auto &[key, value] : factsOf(id))
            text += QStringLiteral("   ") + QString::fromStdString(key) + QStringLiteral(" ") +
                    QString::fromStdString(value);
        if (track.simulated && !QString::fromStdString(track.process).contains(QStringLiteral("simulated")))
            text += QStringLiteral("   ") + tr("simulated");
        return text;
    }

    void showRange() {
        const auto range = m_view->markedRange();
        m_range->setVisible(range.has_value());
        if (!range) return;
        const int64_t covered = coveredTime(m_view->lanes(), range->first, range->second);
        m_range->setText(tr("marked %1 · busy %2").arg(timeText(range->second - range->first), timeText(covered)));
    }

    PanelContext m_context;
    TimelineView *m_view;
    QLabel *m_details;
    QStackedLayout *m_pages;
    QWidget *m_controls;
    PillLabel *m_range = nullptr;
    FilterEdit *m_filter = nullptr;
    bool m_isStale = false; ///< more was recorded while it was out of sight: laying out goes over all slices
};

PanelDef timelinePanel() {
    return {.id = QStringLiteral("timeline"),
            .title = QT_TRANSLATE_NOOP("Panels", "Timeline"),
            .summary = QT_TRANSLATE_NOOP("Panels", "Compile, host and device on one time axis"),
            .area = PanelArea::Bottom,
            .create = [](const PanelContext &context, QWidget *parent) -> Panel * {
                return new TimelinePanel(context, parent);
            }};
}

} // namespace jitscope

#include "timelinepanel.moc"
