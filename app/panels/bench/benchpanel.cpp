// SPDX-License-Identifier: GPL-3.0-or-later
// Starts measurements in the background, shows them while they grow, and takes them away as text, CSV and HTML.
#include "app/panels/bench/benchpanel.h"

#include "app/benchmarks/benchkeeping.h"
#include "app/benchmarks/benchtext.h"
#include "app/models/recordview.h"
#include "app/models/sentenceline.h"
#include "app/models/sortfiltermodel.h"
#include "app/panels/bench/benchbar.h"
#include "app/panels/bench/benchchart.h"
#include "app/panels/bench/benchtable.h"
#include "app/panels/bench/benchwork.h"
#include "app/sdk/document.h"
#include "app/sdk/jobs.h"
#include "app/sdk/runner.h"
#include "app/sdk/savefile.h"
#include "app/sdk/theme.h"
#include "app/sdk/widgets/emptystate.h"
#include "app/sdk/widgets/infobar.h"
#include "app/sdk/widgets/segmentedcontrol.h"
#include "engine/base/file.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"

#include <QApplication>
#include <QClipboard>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QSplitter>
#include <QStackedLayout>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace jitscope {
inline namespace benchpanel {

namespace {

const QString jobTag = QStringLiteral("bench");
constexpr int refreshMs = 200;
constexpr int roomForBoth = 1000; ///< chart and table beside each other, without cutting names and bars
const QString chartView = QStringLiteral("benchShowChart"), tableView = QStringLiteral("benchShowTable");

/** The names of a recording's own functions: first what was compiled, then what called operators. */
class FunctionNames {
public:
    void forget() { *this = {}; }

    /** Reads what came since the last time; whether there is a name more. */
    bool read(const Session &session) {
        const auto before = m_compiled.size() + m_eager.size();
        const auto script = session.info.find("script");
        const std::string path = script == session.info.end() ? std::string() : script->second;
        for (; m_compilations < session.compilations.size(); ++m_compilations)
            add(m_compiled, session.compilations[m_compilations].function);
        for (; m_stacks < session.stacks.size(); ++m_stacks)
            for (const StackFrame &frame : session.stacks[m_stacks])
                if (frame.span.file == path) add(m_eager, frame.function);
        return m_compiled.size() + m_eager.size() != before;
    }

    QStringList all() const {
        QStringList names = m_compiled;
        for (const QString &name : m_eager)
            if (!names.contains(name)) names << name;
        return names;
    }

private:
    static void add(QStringList &names, const std::string &function) {
        const QString name = QString::fromStdString(function);
        const bool isNamed = !name.isEmpty() && !name.contains(QLatin1Char('<')) && !name.contains(QLatin1Char(' '));
        if (isNamed && !names.contains(name)) names << name;
    }

    QStringList m_compiled, m_eager;
    size_t m_compilations = 0, m_stacks = 0;
};

BenchBarItem barItemOf(const BenchPlace &place) {
    BenchBarItem item;
    item.title = titleOf(place);
    item.sentence = sentenceOf(place);
    item.scale = int(2 * place.function) + (place.benchLine().row.direction == BenchDirection::Forward ? 0 : 1);
    item.isBaseline = place.benchLine().row.isEager();
    const BenchMeasure &measure = place.measure();
    const auto spread = measure.spread();
    if (spread) item.times = {spread->median, spread->firstQuartile, spread->thirdQuartile};
    const QString against = againstEagerText(place);
    item.value = spread ? timeText(spread->median) + (against.isEmpty() ? QString() : QStringLiteral(" · ") + against)
                        : QString::fromStdString(measure.error);
    return item;
}

} // namespace

class BenchPanel : public Panel {
    Q_OBJECT
public:
    BenchPanel(const PanelContext &context, QWidget *parent)
        : Panel(parent)
        , m_context(context)
        , m_pages(new QStackedLayout(this))
        , m_bar(new BenchBar)
        , m_message(new InfoBar)
        , m_chart(new BenchChart)
        , m_model(new TableModel<BenchPlace>(benchColumns(), this))
        , m_view(new RecordView)
        , m_about(new SentenceLine)
        , m_none(new EmptyState(QStringLiteral("timings"), tr("Nothing was measured yet"),
                                tr("Choose a function and press Measure: it runs eagerly, and as a graph by each "
                                   "capture at each level, on "
                                   "what its first call was given, in a process of its own."))) {
        m_pages->addWidget(new EmptyState(
            QStringLiteral("timings"), tr("No script to measure"),
            tr("Run a script (F5). Each of its functions, and any expression, can then be measured in every way to run "
               "it: eagerly, and by each capture at each level.")));
        m_pages->addWidget(buildContent());
        m_tick.setInterval(refreshMs);
        connect(&m_tick, &QTimer::timeout, this, &BenchPanel::showState);
        connect(m_bar, &BenchBar::startAsked, this, &BenchPanel::start);
        connect(m_bar, &BenchBar::stopAsked, this, &BenchPanel::stop);
        connect(m_bar, &BenchBar::copyAsked, this, [this] { QApplication::clipboard()->setText(contentAsText()); });
        connect(m_bar, &BenchBar::csvAsked, this,
                [this] { askAndWrite(tr("Save as CSV"), QStringLiteral("bench.csv"), tr("CSV (*.csv)"), &toCsv); });
        connect(m_bar, &BenchBar::htmlAsked, this, [this] {
            askAndWrite(tr("Save as HTML"), QStringLiteral("bench.html"), tr("HTML page (*.html)"), &toHtml);
        });
        connect(m_chart, &PickView::picked, this, [this](qint64 item) { m_view->selectSourceRow(int(item)); });
        connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
            if (const int row = m_view->currentSourceRow(); !m_isFilling && row >= 0) m_chart->setCurrent(row);
        });
        connect(&context.jobs, &Jobs::ended, this, [this](const QString &tag) {
            if (tag == jobTag) stop(); // by Cancel in the status bar; else nothing is measured any more by now
        });
        connect(&context.document, &Document::replaced, this, &BenchPanel::reset);
        connect(&context.document, &Document::appended, this, &BenchPanel::follow);
        reset();
    }

    ~BenchPanel() override { m_context.jobs.cancel(jobTag); }

    bool isReady() const override { return !m_state; }
    QString contentAsText() const override { return m_report ? QString::fromStdString(toText(*m_report)) : QString(); }
    /** Lines that wrap would have the dock scroll the whole panel at the height that the list would like. */
    int heightForWidth(int) const override { return minimumSizeHint().height(); }

protected:
    void resizeEvent(QResizeEvent *event) override {
        Panel::resizeEvent(event);
        showViews();
    }

private:
    QWidget *buildContent() {
        m_chart->setObjectName(QStringLiteral("benchChart"));
        m_chart->setAccessibleName(tr("Time of a call by row"));
        m_view->setObjectName(QStringLiteral("benchTable"));
        m_view->setAccessibleName(tr("Rows with their times"));
        m_view->setSelectionMode(QAbstractItemView::SingleSelection);
        m_view->setRecords(m_model);
        m_view->records()->sort(-1); // the order of the matrix
        m_view->sortByColumn(-1, Qt::AscendingOrder);
        m_about->setObjectName(QStringLiteral("benchAbout"));
        m_views = new SegmentedControl(tr("What is shown of the rows"),
                                       {{chartView, tr("Chart"), tr("The rows as bars")},
                                        {tableView, tr("Table"), tr("The rows with all figures")}});
        m_views->hide();
        connect(m_views, &SegmentedControl::changed, this, &BenchPanel::showViews);
        m_found = new QSplitter(Qt::Horizontal);
        m_found->setChildrenCollapsible(false);
        m_found->addWidget(m_chart);
        m_found->addWidget(m_view);
        m_found->setSizes({450, 550});
        auto *content = new QWidget;
        auto *column = new QVBoxLayout(content);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(0);
        column->addWidget(m_bar);
        column->addWidget(m_message);
        auto *about = new QHBoxLayout;
        about->setContentsMargins(0, 0, metrics::grid, 0);
        about->addWidget(m_about, 1);
        about->addWidget(m_views);
        column->addLayout(about);
        column->addWidget(m_found, 1);
        column->addWidget(m_none, 1);
        return content;
    }

    /** Where both have no room beside each other, one of them has all of it. */
    void showViews() {
        const bool hasBoth = width() >= roomForBoth;
        m_views->setVisible(!hasBoth && !m_found->isHidden());
        m_chart->setVisible(hasBoth || m_views->current() == chartView);
        m_view->setVisible(hasBoth || m_views->current() == tableView);
    }

    // -- what is in the document -------------------------------------------------------------------------------------

    void reset() {
        halt();
        m_message->hide();
        m_report = kept();
        m_names.forget();
        m_bar->setFunctions({});
        follow();
        showReport();
    }

    /** What was measured when the session was saved, or before this panel was made; null if nothing was. */
    std::shared_ptr<const BenchReport> kept() {
        const auto &info = m_context.document.session().info;
        const auto found = info.find(keptBenchKey);
        if (found == info.end()) return nullptr;
        auto report = keptReport(found->second);
        if (report) return std::make_shared<const BenchReport>(*std::move(report));
        m_message->showMessage(InfoBar::Kind::Warning, QString::fromStdString(report.error().message));
        return nullptr;
    }

    /** With the session, so that it is there again when that is opened. */
    void keep() {
        if (m_report && !placesOf(*m_report).empty()) m_context.document.setInfo(keptBenchKey, keptText(*m_report));
    }

    void follow() {
        if (m_names.read(m_context.document.session())) m_bar->setFunctions(m_names.all());
        m_pages->setCurrentIndex(script().isEmpty() ? 0 : 1);
    }

    QString script() const {
        const auto &info = m_context.document.session().info;
        const auto found = info.find("script");
        return found == info.end() ? QString() : QString::fromStdString(found->second);
    }

    // -- measuring ---------------------------------------------------------------------------------------------------

    void start() {
        auto task = m_bar->task();
        if (!task) return m_message->showMessage(InfoBar::Kind::Error, QString::fromStdString(task.error().message));
        completeTask(*task);
        stop();
        m_message->hide();
        m_report.reset();
        m_state = std::make_shared<BenchState>();
        m_bar->setAction(BenchBar::Action::Stop);
        m_tick.start();
        showState();
        showReport();
        m_context.jobs.run(jobTag, tr("Measuring"), this, BenchWork(*std::move(task), m_state),
                           [this](BenchOutcomeOfRun outcome) { take(std::move(outcome)); });
    }

    /** What the run of the script had: its text, also where it is not saved, its arguments and its device. */
    void completeTask(BenchTask &task) const {
        task.script = script().toStdString();
        if (const SourceFile *source = m_context.document.session().source(task.script)) task.text = source->text;
        const RunOptions options = m_context.runner.options();
        task.arguments = options.arguments;
        task.device = options.device;
        task.workingFolder = options.workingFolder;
        task.environment = options.environment;
        task.modulePaths = options.modulePaths;
    }

    void end() {
        m_state.reset();
        m_tick.stop();
        m_bar->setAction(BenchBar::Action::Start);
        m_bar->setProgress(0, {});
    }

    /** Ends what is measured, of which nothing is kept. */
    void halt() {
        if (!m_state) return;
        end();
        m_context.jobs.cancel(jobTag);
    }

    void stop() {
        if (!m_state) return;
        const auto view = m_state->view();
        halt();
        m_message->showMessage(InfoBar::Kind::Note, tr("It was stopped."));
        if (!view.report) return showReport();
        auto report = *view.report;
        compareLines(report);
        m_report = std::make_shared<const BenchReport>(std::move(report));
        keep();
        showReport();
    }

    void take(BenchOutcomeOfRun outcome) {
        end();
        if (outcome.failure)
            m_message->showMessage(InfoBar::Kind::Error, QString::fromStdString(outcome.failure->message));
        else if (!outcome.report.notes.empty())
            m_message->showMessage(InfoBar::Kind::Warning, QString::fromStdString(outcome.report.notes.front()));
        m_report = outcome.failure ? nullptr : std::make_shared<const BenchReport>(std::move(outcome.report));
        keep();
        showReport();
    }

    // -- showing -----------------------------------------------------------------------------------------------------

    void showState() {
        if (!m_state) return;
        const auto view = m_state->view();
        m_bar->setProgress(view.share, doingText(view.doing));
        if (!view.report || view.report == m_report) return;
        m_report = view.report;
        showReport();
    }

    void showReport() {
        const auto places = m_report ? placesOf(*m_report) : std::vector<BenchPlace>();
        m_found->setVisible(!places.empty());
        m_none->setVisible(places.empty());
        m_bar->setExportable(!places.empty());
        std::vector<BenchBarItem> items;
        for (const BenchPlace &place : places)
            items.push_back(barItemOf(place));
        m_chart->setItems(std::move(items));
        const int row = m_view->currentSourceRow();
        m_isFilling = true;
        m_model->setRows(places);
        m_isFilling = false;
        if (row >= 0 && row < int(places.size())) m_view->selectSourceRow(row);
        m_view->setColumnHidden(m_model->columnCount() - 1, !m_report || m_report->pythons.size() < 2);
        if (!places.empty()) fitColumns();
        m_about->setText(places.empty() ? QString() : aboutText());
        showViews();
    }

    /** What eager differs from itself by, what is not in the list, and what was measured: of this the most is cut. */
    QString aboutText() const {
        QStringList parts;
        for (const BenchFunction &function : m_report->functions)
            for (const BenchNoise &noise : function.noises)
                if (noise.times)
                    parts << tr("noise %1 % (%2)")
                                 .arg(100 * std::abs(noise.times->ratio - 1), 0, 'f', 1)
                                 .arg(directionText(noise.direction));
        if (m_report->rowsOfDevice > 0)
            parts << tr("without %n row(s) of GE, the backend of Ascend: the script runs on %1", nullptr,
                        m_report->rowsOfDevice)
                         .arg(QString::fromStdString(m_report->pythons.front().device));
        for (const BenchFunction &function : m_report->functions)
            parts << QString::fromStdString(callText(function));
        for (const BenchPython &python : m_report->pythons)
            if (python.isOwn && python.device == "Ascend")
                parts << tr("the device is simulated: times are those of the CPU that computes for it");
        return parts.join(QStringLiteral(" · "));
    }

    /** The chart beside has the rows' names, too: they leave room for the times. While it is measured no column becomes
        narrower: it may be the user who made it so wide. */
    void fitColumns() {
        constexpr int widestName = 280;
        for (int column = 0; column < m_model->columnCount(); ++column) {
            const int before = m_state ? m_view->columnWidth(column) : 0;
            m_view->resizeColumnToContents(column);
            const int wanted = m_view->columnWidth(column);
            m_view->setColumnWidth(column, std::max(before, column == 0 ? std::min(wanted, widestName) : wanted));
        }
    }

    void askAndWrite(const QString &title, const QString &name, const QString &filter,
                     std::string (*textOf)(const BenchReport &)) {
        const QString path = askSavePath(this, title, name, filter);
        if (path.isEmpty() || !m_report) return;
        const auto written = writeFile(path.toStdString(), textOf(*m_report));
        m_context.notify(written ? tr("Written: %1").arg(path) : QString::fromStdString(written.error().message));
    }

    PanelContext m_context;
    QStackedLayout *m_pages;
    BenchBar *m_bar;
    InfoBar *m_message;
    BenchChart *m_chart;
    TableModel<BenchPlace> *m_model;
    RecordView *m_view;
    SentenceLine *m_about;
    EmptyState *m_none;
    SegmentedControl *m_views = nullptr;
    QSplitter *m_found = nullptr;
    QTimer m_tick;
    FunctionNames m_names;
    std::shared_ptr<BenchState> m_state;         ///< null while nothing is measured
    std::shared_ptr<const BenchReport> m_report; ///< what is shown; the rows of the table point into it
    bool m_isFilling = false;
};

PanelDef benchPanel() {
    return {.id = QStringLiteral("bench"),
            .title = QT_TRANSLATE_NOOP("Panels", "Bench"),
            .summary = QT_TRANSLATE_NOOP("Panels", "A function in every way to run it, measured and compared"),
            .area = PanelArea::Bottom,
            .create = [](const PanelContext &context, QWidget *parent) -> Panel * {
                return new BenchPanel(context, parent);
            }};
}

} // namespace benchpanel
} // namespace jitscope

#include "benchpanel.moc"
