// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/devicemodel/fitpage.h"

#include "app/models/recordview.h"
#include "app/models/sortfiltermodel.h"
#include "app/panels/devicemodel/parameterspage.h"
#include "app/panels/devicemodel/scatterview.h"
#include "app/sdk/devicemodels.h"
#include "app/sdk/document.h"
#include "app/sdk/jobs.h"
#include "app/sdk/widgets/emptystate.h"
#include "app/sdk/widgets/infobar.h"
#include "engine/ascend/modelfile.h"
#include "engine/importing/importer.h"
#include "engine/session/session.h"

#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QInputDialog>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QStackedLayout>
#include <QTabWidget>

namespace jitscope {
inline namespace devicemodelpanel {

namespace {

const QString fitTag = QStringLiteral("devicemodel.fit");

QString usText(double us) {
    return us < 1000 ? QString::number(us, 'f', 1) + QStringLiteral(" \u00b5s")
                     : QString::number(us / 1000, 'f', 2) + QStringLiteral(" ms");
}

const DataTable *kernelsOf(const Profile &profile) {
    const DataTable *kernels = profile.table("kernels");
    return kernels != nullptr && kernels->rowCount() > 0 && !profile.simulated ? kernels : nullptr;
}

QStringList classNames() {
    return {FitPage::tr("Matrix products"), FitPage::tr("Vector"), FitPage::tr("Mixed cores"),
            FitPage::tr("Attention")};
}

QString titleOfClass(const std::string &name) {
    for (int i = 0; i < 4; ++i)
        if (name == toString(FitClass(i))) return classNames()[i];
    return QString::fromStdString(name);
}

FitErrors named(const std::vector<FitErrors> &list, const std::string &name) {
    for (const FitErrors &each : list)
        if (each.name == name) return each;
    return {};
}

struct FileOutcome {
    ProfilePtr profile;
    QString error;
};

} // namespace

FitPage::FitPage(const PanelContext &context, QWidget *parent)
    : QWidget(parent)
    , m_context(context)
    , m_top(new QWidget)
    , m_info(new InfoBar)
    , m_scatter(new ScatterView)
    , m_errorView(new RecordView)
    , m_worstView(new RecordView) {
    buildTop();
    using Error = TableColumn<ErrorRow>;
    const auto share = [](const QString &title, auto value, const QString &definition) {
        return Error{.title = title,
                     .text =
                         [value](const ErrorRow &row) {
                             const std::optional<double> found = value(row);
                             return found ? errorShareText(*found) : QStringLiteral("\u2013");
                         },
                     .key = [value](const ErrorRow &row) { return QVariant(value(row).value_or(-1)); },
                     .alignment = Qt::AlignRight,
                     .font = Error::Font::Code,
                     .definition = definition};
    };
    using Maybe = std::optional<double>;
    m_errors = new TableModel<ErrorRow>(
        {
            Error{
                .title = tr("Type"), .text = [](const ErrorRow &row) { return row.name; }, .font = Error::Font::Strong},
            Error{.title = tr("Kernels"),
                  .text = [](const ErrorRow &row) { return QString::number(row.before.count); },
                  .key = [](const ErrorRow &row) { return QVariant(qlonglong(row.before.count)); },
                  .alignment = Qt::AlignRight,
                  .font = Error::Font::Code},
            Error{.title = tr("Measured"),
                  .text = [](const ErrorRow &row) { return usText(row.before.measuredUs); },
                  .key = [](const ErrorRow &row) { return QVariant(row.before.measuredUs); },
                  .alignment = Qt::AlignRight,
                  .font = Error::Font::Code,
                  .definition = tr("Sum of the kernels' durations in the profile.")},
            share(
                tr("Median"), [](const ErrorRow &row) { return Maybe(row.before.median); },
                tr("Half of the kernels are predicted with a smaller error: |predicted \u2212 measured| / measured.")),
            share(
                tr("p90"), [](const ErrorRow &row) { return Maybe(row.before.p90); },
                tr("Nine of ten kernels are predicted with a smaller error.")),
            share(
                tr("Re-fitted"), [](const ErrorRow &row) { return row.hasFit ? Maybe(row.after.median) : Maybe(); },
                tr("Median error of the fitted model on the kernels that it was fitted to.")),
            share(
                tr("Held out"), [](const ErrorRow &row) { return row.hasFit ? Maybe(row.check.median) : Maybe(); },
                tr("Median error of a fit on shapes that it did not see: what to expect of other programs.")),
        },
        this);
    using Worst = TableColumn<WorstRow>;
    const auto time = [](const QString &title, double WorstRow::*member) {
        return Worst{.title = title,
                     .text = [member](const WorstRow &row) { return usText(row.*member); },
                     .key = [member](const WorstRow &row) { return QVariant(row.*member); },
                     .alignment = Qt::AlignRight,
                     .font = Worst::Font::Code};
    };
    m_worst = new TableModel<WorstRow>(
        {
            Worst{
                .title = tr("Type"), .text = [](const WorstRow &row) { return row.type; }, .font = Worst::Font::Strong},
            time(tr("Measured"), &WorstRow::measured),
            time(tr("Predicted"), &WorstRow::predicted),
            Worst{.title = tr("Error"),
                  .text = [](const WorstRow &row) { return errorShareText(row.predicted / row.measured - 1); },
                  .key = [](const WorstRow &row) { return QVariant(row.predicted / row.measured - 1); },
                  .alignment = Qt::AlignRight,
                  .font = Worst::Font::Code,
                  .definition = tr("Above zero: predicted too long.")},
            Worst{.title = tr("Shapes"),
                  .text = [](const WorstRow &row) { return row.shapes; },
                  .font = Worst::Font::Code},
        },
        this);
    m_errorView->setObjectName(QStringLiteral("fitErrors"));
    m_errorView->setAccessibleName(tr("Errors by type"));
    m_errorView->setRecords(m_errors);
    m_errorView->sortByColumn(-1, Qt::AscendingOrder); // classes, then types by time
    m_worstView->setObjectName(QStringLiteral("fitWorst"));
    m_worstView->setAccessibleName(tr("Kernels that are predicted worst"));
    m_worstView->setRecords(m_worst);
    m_worstView->sortByColumn(-1, Qt::AscendingOrder);

    auto *tabs = new QTabWidget;
    tabs->setDocumentMode(true);
    tabs->addTab(m_errorView, tr("By type"));
    tabs->addTab(m_worstView, tr("Worst kernels"));
    auto *splitter = new QSplitter(Qt::Horizontal);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(m_scatter);
    splitter->addWidget(tabs);
    splitter->setStretchFactor(0, 1);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({520, 700});
    auto *pages = new QWidget;
    m_pages = new QStackedLayout(pages);
    m_pages->addWidget(new EmptyState(QStringLiteral("timings"), tr("No real kernels to compare with"),
                                      tr("Open a profile of a real run, or a kernel_details.csv with shapes (recorded "
                                         "with level 1 or 2), and the model's "
                                         "prediction stands beside every kernel.")));
    m_pages->addWidget(splitter);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_top);
    layout->addWidget(m_info);
    layout->addWidget(pages, 1);

    connect(m_scatter, &ScatterView::picked, this,
            [this](qint64 point) { m_context.notify(m_scatter->textOf(point)); });
    connect(m_worstView->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
        const int row = m_worstView->currentSourceRow();
        if (row >= 0) m_scatter->setCurrent(m_worst->row(row).kernel);
    });
    connect(&context.document, &Document::replaced, this, &FitPage::listProfiles);
    listProfiles();
}

void FitPage::buildTop() {
    m_source = new QComboBox;
    m_source->setObjectName(QStringLiteral("fitSource"));
    m_source->setAccessibleName(tr("Profile with the measured kernels"));
    m_source->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_open = new QPushButton(tr("Open kernels\u2026"));
    m_open->setObjectName(QStringLiteral("fitOpen"));
    m_open->setToolTip(tr("Read a kernel_details.csv of a real run"));
    m_refit = new QPushButton(tr("Re-fit"));
    m_refit->setObjectName(QStringLiteral("fitRefit"));
    m_refit->setToolTip(tr("Fit launch times, efficiencies and bandwidths to these kernels"));
    m_save = new QPushButton(tr("Save as model\u2026"));
    m_save->setObjectName(QStringLiteral("fitSave"));
    m_save->setToolTip(tr("Keep the fitted parameters as a device model of your own"));
    m_summary = new QLabel;
    m_summary->setObjectName(QStringLiteral("fitSummary"));
    m_summary->setProperty("role", QStringLiteral("hint"));
    m_summary->setMinimumWidth(1);
    auto *row = new QHBoxLayout(m_top);
    row->setContentsMargins(metrics::grid, metrics::grid / 2, metrics::grid, metrics::grid / 2);
    row->setSpacing(metrics::grid);
    row->addWidget(m_source);
    row->addWidget(m_open);
    row->addWidget(m_refit);
    row->addWidget(m_save);
    row->addWidget(m_summary, 1);
    connect(m_source, &QComboBox::activated, this, [this] { compute(); });
    connect(m_open, &QPushButton::clicked, this, &FitPage::askForFile);
    connect(m_refit, &QPushButton::clicked, this, &FitPage::refit);
    connect(m_save, &QPushButton::clicked, this, &FitPage::askForName);
}

void FitPage::listProfiles() {
    const QString chosen = m_source->currentText();
    m_listed = m_opened;
    for (const ProfilePtr &profile : m_context.document.session().profiles)
        if (kernelsOf(*profile) != nullptr) m_listed.push_back(profile);
    m_source->clear();
    for (const ProfilePtr &profile : m_listed)
        m_source->addItem(QString::fromStdString(profile->label));
    m_source->setCurrentIndex(std::max(0, m_source->findText(chosen)));
    m_source->setEnabled(!m_listed.empty());
    compute();
}

void FitPage::setModel(const DeviceModel &model) {
    m_model = model;
    compute();
}

void FitPage::openFile(const QString &path) {
    ++m_running;
    m_context.jobs.run(
        QStringLiteral("devicemodel.open"), tr("Reading kernels"), this,
        [path](const CancelFlag &) {
            FileOutcome outcome;
            const auto session = openPath(path.toStdString());
            if (!session) {
                outcome.error = QString::fromStdString(session.error().message);
                return outcome;
            }
            for (const ProfilePtr &profile : session->profiles)
                if (kernelsOf(*profile) != nullptr && !outcome.profile) outcome.profile = profile;
            if (!outcome.profile) outcome.error = tr("%1 has no kernels of a real run.").arg(path);
            return outcome;
        },
        [this, path](const FileOutcome &outcome) {
            --m_running;
            if (!outcome.error.isEmpty()) return m_info->showMessage(InfoBar::Kind::Error, outcome.error);
            auto profile = std::make_shared<Profile>(*outcome.profile);
            profile->label = QFileInfo(path).fileName().toStdString();
            m_opened.insert(m_opened.begin(), profile);
            listProfiles();
            m_source->setCurrentIndex(0);
            compute();
        });
}

void FitPage::compute() {
    m_state = nullptr;
    const int index = m_source->currentIndex();
    if (index < 0 || size_t(index) >= m_listed.size() || m_model.name.empty()) return showState();
    const ProfilePtr profile = m_listed[size_t(index)];
    const QString source = QString::fromStdString(profile->label);
    ++m_running;
    m_context.jobs.run(
        fitTag, tr("Predicting kernels"), this,
        [profile, model = m_model, source](const CancelFlag &) {
            auto state = std::make_shared<FitState>();
            state->source = source;
            state->model = model;
            state->measured = measuredKernels(*profile->table("kernels"));
            state->before = compareWith(model, state->measured);
            return std::shared_ptr<const FitState>(state);
        },
        [this](const std::shared_ptr<const FitState> &state) {
            m_running = 0;
            m_state = state;
            showState();
        });
}

void FitPage::refit() {
    if (!m_state || m_state->measured.kernels.empty()) return;
    ++m_running;
    m_refit->setEnabled(false);
    auto progress = std::make_shared<Progress>();
    m_context.jobs.run(
        fitTag, tr("Fitting the model"), this,
        [state = m_state, progress](const CancelFlag &) {
            auto fitted = std::make_shared<FitState>(*state);
            fitted->refit = refitted(state->model, state->measured);
            fitted->after = compareWith(*fitted->refit, state->measured);
            fitted->check = heldOut(state->model, state->measured, progress.get());
            return std::shared_ptr<const FitState>(fitted);
        },
        [this](const std::shared_ptr<const FitState> &state) {
            m_running = 0;
            m_state = state;
            showState();
        });
    m_context.jobs.watch(fitTag, progress);
}

void FitPage::showState() {
    const bool hasKernels = m_state && !m_state->measured.kernels.empty();
    m_pages->setCurrentIndex(hasKernels ? 1 : 0);
    m_refit->setEnabled(hasKernels);
    m_save->setEnabled(hasKernels && m_state->refit.has_value());
    m_summary->clear();
    m_summary->setToolTip({});
    if (m_state && !hasKernels)
        m_info->showMessage(
            InfoBar::Kind::Warning,
            tr("No kernel of %1 has shapes, without which nothing can be predicted: record with level 1 or "
               "2 and record_shapes.")
                .arg(m_state->source));
    else
        m_info->hide();
    if (!hasKernels) return;
    const MeasuredKernels &measured = m_state->measured;
    const QString text = tr("%1: %2 kernels of %3 shapes; %4 rows without shapes, %5 on other units are left out")
                             .arg(QString::fromStdString(m_state->model.name))
                             .arg(measured.kernels.size())
                             .arg(measured.shapes)
                             .arg(measured.withoutShapes)
                             .arg(measured.otherCores);
    m_summary->setText(text);
    m_summary->setToolTip(text);
    const FitReport &shown = m_state->refit ? m_state->after : m_state->before;
    std::vector<ScatterPoint> points;
    points.reserve(measured.kernels.size());
    for (const FitMatch &match : shown.matches) {
        const MeasuredKernel &kernel = measured.kernels[size_t(match.kernel)];
        points.push_back({kernel.us, match.predictedUs, int(kernel.fitClass),
                          tr("%1 %2: measured %3, predicted %4")
                              .arg(QString::fromStdString(kernel.work.type), QString::fromStdString(kernel.shapes),
                                   usText(kernel.us), usText(match.predictedUs))});
    }
    m_scatter->setPoints(std::move(points), classNames());
    showErrors();
}

void FitPage::showErrors() {
    const bool hasFit = m_state->refit.has_value();
    std::vector<ErrorRow> rows;
    const auto add = [&](const std::vector<FitErrors> &before, const std::vector<FitErrors> &after,
                         const std::vector<FitErrors> &check, bool isClass) {
        for (const FitErrors &each : before)
            rows.push_back({isClass ? titleOfClass(each.name) : QString::fromStdString(each.name), each,
                            named(after, each.name), named(check, each.name), isClass, hasFit});
    };
    add(m_state->before.classes, m_state->after.classes, m_state->check.classes, true);
    add(m_state->before.types, m_state->after.types, m_state->check.types, false);
    m_errors->setRows(std::move(rows));
    const FitReport &shown = hasFit ? m_state->after : m_state->before;
    std::vector<WorstRow> worst;
    for (const int64_t kernel : shown.worst) {
        const MeasuredKernel &each = m_state->measured.kernels[size_t(kernel)];
        worst.push_back({QString::fromStdString(each.work.type), QString::fromStdString(each.shapes), each.us,
                         shown.matches[size_t(kernel)].predictedUs, kernel});
    }
    m_worst->setRows(std::move(worst));
    m_errorView->setColumnWidth(0, 180);
    m_worstView->setColumnWidth(0, 170);
    for (int column = 1; column < m_errors->columnCount(); ++column)
        m_errorView->setColumnWidth(column, 92);
    for (int column = 1; column < 4; ++column)
        m_worstView->setColumnWidth(column, 96);
}

bool FitPage::saveAs(const QString &name) {
    if (!m_state || !m_state->refit) return false;
    DeviceModel model = *m_state->refit;
    const std::string source = m_state->source.toStdString();
    model.source = "fitted to " + source + ", starting from " + m_state->model.name;
    model.name = name.trimmed().toStdString();
    model.isUserFile = true;
    for (const char *key : {"cubeEfficiency", "hbmEffectiveGBs", "attentionEfficiency", "attentionGradEfficiency"})
        model.sources[key] = "fitted to " + source;
    model.error = modelError("each shape of " + source + " predicted by a model that was fitted to all other shapes",
                             m_state->check);
    QDir().mkpath(deviceModelFolder());
    const std::string path = deviceModelFolder().toStdString() + "/" + modelFileName(model.name);
    // Registered first: a name that is taken by a chip must not leave a file behind.
    auto done = registerDeviceModel(model);
    if (done) done = saveModelFile(model, path);
    if (!done) {
        m_info->showMessage(InfoBar::Kind::Error, QString::fromStdString(done.error().message));
        return false;
    }
    m_context.notify(tr("Saved as %1").arg(QString::fromStdString(path)));
    Q_EMIT saved(QString::fromStdString(model.name));
    return true;
}

void FitPage::askForFile() {
    const QString path = QFileDialog::getOpenFileName(
        this, tr("Open kernels of a real run"), {}, tr("Kernels (kernel_details*.csv op_summary*.csv);;All files (*)"));
    if (!path.isEmpty()) openFile(path);
}

void FitPage::askForName() {
    bool isGiven = false;
    const QString name =
        QInputDialog::getText(this, tr("Save as model"), tr("Name of the device model:"), QLineEdit::Normal,
                              tr("My %1").arg(QString::fromStdString(m_state->model.name)), &isGiven);
    if (isGiven && !name.trimmed().isEmpty()) saveAs(name);
}

QString FitPage::asText() const {
    return m_state ? m_summary->text() + QLatin1Char('\n') + m_errorView->allAsText() + QLatin1Char('\n') +
                         m_worstView->allAsText()
                   : QString();
}

} // namespace devicemodelpanel
} // namespace jitscope

#include "moc_fitpage.cpp"
