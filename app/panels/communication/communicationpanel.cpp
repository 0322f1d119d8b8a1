// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/communication/communicationpanel.h"

#include "app/models/datatableview.h"
#include "app/models/rankbaseline.h"
#include "app/models/slicemenu.h"
#include "app/models/tablecell.h"
#include "app/panels/communication/communicationfigures.h"
#include "app/sdk/document.h"
#include "app/sdk/jobs.h"
#include "app/sdk/selection.h"
#include "app/sdk/theme.h"
#include "app/sdk/widgets/emptystate.h"
#include "app/sdk/widgets/filteredit.h"
#include "app/sdk/widgets/segmentedcontrol.h"
#include "engine/analysis/derivedtables.h"
#include "engine/analysis/links/rowslices.h"
#include "engine/session/session.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QSplitter>
#include <QStackedLayout>
#include <QVBoxLayout>

namespace jitscope {
inline namespace communicationpanel {

namespace {

struct QuantityChoice {
    MatrixQuantity quantity;
    const char *title;
};
constexpr QuantityChoice quantities[] = {
    {MatrixQuantity::Bandwidth,
     QT_TRANSLATE_NOOP("jitscope::communicationpanel::CommunicationPanel", "Bandwidth (GB/s)")},
    {MatrixQuantity::Size, QT_TRANSLATE_NOOP("jitscope::communicationpanel::CommunicationPanel", "Size")},
    {MatrixQuantity::Time, QT_TRANSLATE_NOOP("jitscope::communicationpanel::CommunicationPanel", "Time")}};

} // namespace

class CommunicationPanel : public Panel {
    Q_OBJECT
public:
    CommunicationPanel(const PanelContext &context, QWidget *parent)
        : Panel(parent)
        , m_context(context)
        , m_baseline(RankBaseline::of(context.document)) {
        m_pages = new QStackedLayout(this);
        m_empty = new EmptyState(QStringLiteral("graph"), {}, {});
        m_pages->addWidget(m_empty);
        m_pages->addWidget(buildPage());
        buildControls();
        connect(&context.document, &Document::replaced, this, &CommunicationPanel::load);
        load();
    }

    QWidget *titleControls() override { return m_controls; }
    bool isReady() const override { return !m_isLoading && !m_isComputing && m_table->isReady(); }
    bool startFind() override {
        m_filter->setFocus();
        return true;
    }
    QString contentAsText() const override {
        if (m_pages->currentIndex() == 0) return {};
        QStringList parts{m_findings->text()};
        if (view() == QLatin1String("matrix"))
            parts << m_matrix->asText();
        else if (view() == QLatin1String("packets"))
            parts << m_packets->allAsText();
        else
            parts << m_bars->asText() << m_table->allAsText();
        return parts.join(QStringLiteral("\n\n"));
    }

private:
    enum Body { BodyTimes, BodyMatrix, BodyPackets };

    QWidget *buildPage() {
        auto *page = new QWidget;
        auto *column = new QVBoxLayout(page);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(0);
        m_findings = new QLabel;
        m_findings->setObjectName(QStringLiteral("communicationFindings"));
        m_findings->setAccessibleName(tr("Findings"));
        m_findings->setWordWrap(true);
        m_findings->setTextFormat(Qt::PlainText);
        m_findings->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        m_findings->setContentsMargins(metrics::grid, metrics::grid / 2, metrics::grid, metrics::grid / 2);
        column->addWidget(m_findings);
        m_bodies = new QStackedLayout;
        m_bodies->addWidget(buildTimes());
        m_bodies->addWidget(buildMatrix());
        m_packets = new DataTableView(m_context.jobs);
        m_packets->setObjectName(QStringLiteral("communicationPackets"));
        m_packets->setAccessibleName(tr("Bandwidth by size of packets"));
        m_bodies->addWidget(m_packets);
        column->addLayout(m_bodies, 1);
        return page;
    }

    QWidget *buildTimes() {
        auto *splitter = m_split = new QSplitter(Qt::Vertical);
        splitter->setChildrenCollapsible(false);
        m_bars = new StackedBars([](double ns) { return timeText(ns); });
        m_bars->setObjectName(QStringLiteral("communicationBars"));
        m_bars->setAccessibleName(tr("Time in communication"));
        m_table = new DataTableView(m_context.jobs);
        m_table->setObjectName(QStringLiteral("communicationTable"));
        m_table->setAccessibleName(tr("Communication operators"));
        splitter->addWidget(m_bars);
        splitter->addWidget(m_table);
        splitter->setSizes({150, 220});
        splitter->setStretchFactor(1, 1);
        connect(m_bars, &StackedBars::picked, this, [this](qint64 bar) { chooseBar(int(bar)); });
        connect(m_table, &DataTableView::rowChosen, this, [this](qint64 row) { choose(row); });
        addSliceMenu(*m_table, m_context, QStringLiteral("communication"),
                     [this](const QModelIndex &index) { return sliceOf(m_table->records()->tableRow(index.row())); });
        connect(m_table, &DataTableView::rowActivated, this, [this](qint64 row) {
            if (choose(row)) m_context.show(panels::timeline);
        });
        connect(m_table, &DataTableView::failed, this, [this](const QString &problem) { m_context.notify(problem); });
        return splitter;
    }

    QWidget *buildMatrix() {
        auto *page = new QWidget;
        auto *column = new QVBoxLayout(page);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(0);
        m_matrixNote = new QLabel;
        m_matrixNote->setProperty("role", QStringLiteral("hint"));
        m_matrixNote->setWordWrap(true);
        m_matrixNote->setContentsMargins(metrics::grid, 0, metrics::grid, metrics::grid / 2);
        column->addWidget(m_matrixNote);
        m_matrix = new HeatMatrix;
        m_matrix->setObjectName(QStringLiteral("communicationMatrix"));
        m_matrix->setAccessibleName(tr("What moved between ranks"));
        column->addWidget(m_matrix, 1);
        return page;
    }

    void buildControls() {
        m_controls = new QWidget(this);
        auto *row = new QHBoxLayout(m_controls);
        row->setContentsMargins(0, 0, 0, 0);
        row->setSpacing(metrics::grid);
        m_view = new SegmentedControl(
            tr("What is shown"),
            {{QStringLiteral("rank"), tr("By rank"), tr("How each rank spent its time in communication")},
             {QStringLiteral("operator"), tr("By operator"), tr("The same for each operator")},
             {QStringLiteral("matrix"), tr("Matrix"), tr("What moved from which rank to which")},
             {QStringLiteral("packets"), tr("Packets"), tr("Bandwidth by size of the transfers")}},
            m_controls);
        row->addWidget(m_view);
        m_group = combo(QStringLiteral("communicationGroup"), tr("Communication group"));
        m_transport = combo(QStringLiteral("communicationTransport"), tr("Kind of link"));
        m_quantity = combo(QStringLiteral("communicationQuantity"), tr("Figure in the matrix"));
        for (const QuantityChoice &each : quantities)
            m_quantity->addItem(tr(each.title));
        for (QComboBox *each : {m_group, m_transport, m_quantity})
            row->addWidget(each);
        m_baselineBox = new RankBaselineBox(m_context.document, m_controls);
        row->addWidget(m_baselineBox);
        connect(&m_baseline, &RankBaseline::changed, this, &CommunicationPanel::refresh);
        m_filter = new FilterEdit(tr("filter"), m_controls);
        m_filter->setMaximumWidth(140);
        row->addWidget(m_filter);
        connect(m_view, &SegmentedControl::changed, this, [this] {
            m_rank = -1;
            refresh();
        });
        connect(m_group, &QComboBox::currentIndexChanged, this, [this] {
            if (m_isFilling) return;
            m_rank = -1;
            fillTransports();
            refresh();
        });
        for (QComboBox *each : {m_transport, m_quantity})
            connect(each, &QComboBox::currentIndexChanged, this, [this] {
                if (!m_isFilling) refresh();
            });
        connect(m_filter, &FilterEdit::textChanged, m_table, &DataTableView::setFilterText);
        connect(m_filter, &FilterEdit::textChanged, m_packets, &DataTableView::setFilterText);
    }

    QComboBox *combo(const QString &id, const QString &name) {
        auto *box = new QComboBox(m_controls);
        box->setObjectName(id);
        box->setAccessibleName(name);
        box->setToolTip(name);
        box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        box->setMaximumWidth(240);
        return box;
    }

    const Session &session() const { return m_context.document.session(); }
    QString view() const { return m_view->current(); }
    std::string group() const { return m_group->currentData().toString().toStdString(); }

    void load() {
        m_rank = -1;
        m_figures.reset();
        const std::vector<ProfilePtr> &profiles = session().profiles;
        if (profiles.empty()) {
            m_context.jobs.cancel(QStringLiteral("communication"));
            m_isLoading = false;
            showEmpty(tr("No profile is open"),
                      tr("Open the folders that a profiler wrote for the ranks of a run: how they communicated is told "
                         "here."));
            return;
        }
        m_isLoading = true;
        m_context.jobs.run(
            QStringLiteral("communication"), tr("Comparing ranks"), this,
            [profiles](const CancelFlag &) {
                return std::make_shared<const CommunicationFigures>(communicationFigures(profiles));
            },
            [this](std::shared_ptr<const CommunicationFigures> figures) {
                m_isLoading = false;
                show(std::move(figures));
            });
    }

    void showEmpty(const QString &sentence, const QString &advice) {
        m_empty->setTexts(sentence, advice);
        m_controls->setEnabled(false);
        m_pages->setCurrentIndex(0);
    }

    void show(std::shared_ptr<const CommunicationFigures> figures) {
        m_figures = std::move(figures);
        if (m_figures->empty()) {
            showEmpty(tr("This profile tells nothing of communication"),
                      tr("It comes from %1. A run on one rank has none.")
                          .arg(QCoreApplication::translate("Tables", tableOrigin("communication_ops").c_str())));
            return;
        }
        m_controls->setEnabled(true);
        m_pages->setCurrentIndex(1);
        QStringList lines;
        for (const QString &finding : m_figures->findings)
            lines << QStringLiteral("▲ ") + finding;
        if (!m_figures->unasked.isEmpty()) lines << m_figures->unasked;
        m_findings->setText(lines.join(QLatin1Char('\n')));
        m_findings->setVisible(!lines.isEmpty());

        m_isFilling = true;
        m_group->clear();
        m_group->addItem(tr("all groups"), QString());
        for (const CommunicationGroup &each : m_figures->groups)
            m_group->addItem(groupTitle(each), QString::fromStdString(each.id));
        // With one rank open, all groups together have no matrix: ranks are known by place only.
        const bool isOneRank = std::all_of(m_figures->links.begin(), m_figures->links.end(),
                                           [](const LinkTraffic &link) { return link.isLocalNumber; });
        if (isOneRank && m_group->count() == 2) m_group->setCurrentIndex(1);
        m_isFilling = false;
        fillTransports();
        refresh();
    }

    /** The number of the pinned rank; -1 for none. */
    int baselineRank() const {
        const std::optional<size_t> pinned = m_baseline.profile();
        return pinned && *pinned < session().profiles.size() ? session().profiles[*pinned]->rank : -1;
    }

    void fillTransports() {
        m_isFilling = true;
        const QString before = m_transport->currentText();
        m_transport->clear();
        for (const std::string &each : transports(*m_figures, group()))
            m_transport->addItem(QString::fromStdString(each));
        m_transport->setCurrentIndex(std::max(0, m_transport->findText(before)));
        m_isFilling = false;
    }

    void refresh() {
        if (!m_figures || m_figures->empty()) return;
        const bool isMatrix = view() == QLatin1String("matrix"), isPackets = view() == QLatin1String("packets");
        m_transport->setVisible(isMatrix);
        m_quantity->setVisible(isMatrix);
        m_group->setVisible(!isPackets);
        m_baselineBox->setEnabled(!isMatrix);
        m_filter->setVisible(!isMatrix);
        if (isMatrix) return showMatrix();
        if (isPackets) {
            m_bodies->setCurrentIndex(BodyPackets);
            ComparedTable packets = packetTable(*m_figures, baselineRank());
            m_packets->setTable(std::make_shared<const DataTable>(std::move(packets.table)), 0, -1,
                                std::move(packets.deltas));
            return;
        }
        const auto bars =
            view() == QLatin1String("operator") ? CommunicationBars::ByOperator : CommunicationBars::ByRank;
        m_isComputing = true;
        m_context.jobs.run(
            QStringLiteral("communication-times"), tr("Summing up"), this,
            [figures = m_figures, question = CommunicationQuestion{bars, group(), m_rank, baselineRank()}](
                const CancelFlag &) { return communicationTimes(*figures, question); },
            [this, bars](CommunicationTimes times) {
                m_isComputing = false;
                showTimes(std::move(times), bars);
            });
    }

    void showTimes(CommunicationTimes times, CommunicationBars bars) {
        m_times = std::move(times);
        m_bodies->setCurrentIndex(BodyTimes);
        m_bars->setBars(m_times.parts, m_times.bars);
        m_split->setSizes({m_bars->sizeHint().height(), height()});
        if (bars == CommunicationBars::ByRank && m_rank >= 0)
            for (size_t i = 0; i < m_times.barRanks.size(); ++i)
                if (m_times.barRanks[i] == m_rank) m_bars->setCurrent(int(i));
        m_table->setTable(m_times.table, session().trace.beginNs(), m_times.table->column("elapse"), m_times.deltas);
    }

    void showMatrix() {
        m_isComputing = true;
        m_context.jobs.run(
            QStringLiteral("communication-times"), tr("Summing up"), this,
            [figures = m_figures, quantity = quantities[size_t(std::max(0, m_quantity->currentIndex()))].quantity,
             id = group(), transport = m_transport->currentText().toStdString()](const CancelFlag &) {
                return communicationMatrix(*figures, quantity, id, transport);
            },
            [this](CommunicationMatrix matrix) {
                m_isComputing = false;
                if (matrix.cells.empty() && matrix.note.isEmpty())
                    matrix.note =
                        tr("No matrix: %1 was not found, or nothing moved over this kind of link.")
                            .arg(QCoreApplication::translate("Tables", tableOrigin("communication_matrix").c_str()));
                m_matrixNote->setText(matrix.note);
                m_matrixNote->setVisible(!matrix.note.isEmpty());
                m_matrix->setCells(std::move(matrix.labels), std::move(matrix.cells));
                m_bodies->setCurrentIndex(BodyMatrix);
            });
    }

    /** A rank's bar narrows the table to it, the same again brings all back; an operator's bar goes to its row. */
    void chooseBar(int bar) {
        if (view() == QLatin1String("operator")) {
            m_table->selectTableRow(bar);
            choose(bar);
            return;
        }
        const int rank = m_times.barRanks[size_t(bar)];
        m_rank = rank == m_rank ? -1 : rank;
        refresh();
    }

    SliceId sliceOf(int64_t row) const {
        if (row < 0 || size_t(row) >= m_times.rows.size()) return {};
        const CommunicationRow &of = m_times.rows[size_t(row)];
        return sliceOfCommunication(SliceFinder(session().trace), *session().profiles[of.profile], of.name, of.start);
    }

    bool choose(int64_t row) {
        if (row < 0 || size_t(row) >= m_times.rows.size()) return false;
        const SliceId slice = sliceOf(row);
        if (!slice.valid()) {
            m_context.notify(tr("The timeline has no slice for this operator"));
            return false;
        }
        m_context.selection.selectSlice(slice, this);
        return true;
    }

    PanelContext m_context;
    RankBaseline &m_baseline;
    RankBaselineBox *m_baselineBox = nullptr;
    QStackedLayout *m_pages = nullptr, *m_bodies = nullptr;
    EmptyState *m_empty = nullptr;
    QLabel *m_findings = nullptr, *m_matrixNote = nullptr;
    QSplitter *m_split = nullptr;
    StackedBars *m_bars = nullptr;
    HeatMatrix *m_matrix = nullptr;
    DataTableView *m_table = nullptr, *m_packets = nullptr;
    QWidget *m_controls = nullptr;
    SegmentedControl *m_view = nullptr;
    QComboBox *m_group = nullptr, *m_transport = nullptr, *m_quantity = nullptr;
    FilterEdit *m_filter = nullptr;
    std::shared_ptr<const CommunicationFigures> m_figures;
    CommunicationTimes m_times;
    int m_rank = -1; ///< that the table is narrowed to; -1 for all
    bool m_isFilling = false, m_isLoading = false, m_isComputing = false;
};

PanelDef communicationPanel() {
    return {.id = QStringLiteral("communication"),
            .title = QT_TRANSLATE_NOOP("Panels", "Communication"),
            .summary = QT_TRANSLATE_NOOP("Panels", "Who waits for whom, and what moves over which link"),
            .area = PanelArea::Bottom,
            .create = [](const PanelContext &context, QWidget *parent) -> Panel * {
                return new CommunicationPanel(context, parent);
            }};
}

} // namespace communicationpanel
} // namespace jitscope

#include "communicationpanel.moc"
