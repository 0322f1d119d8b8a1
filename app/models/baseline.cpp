// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/baseline.h"

#include "app/models/runtext.h"
#include "app/sdk/document.h"
#include "app/sdk/jobs.h"
#include "app/sdk/paneldef.h"
#include "app/sdk/runs.h"
#include "app/sdk/savefile.h"
#include "engine/analysis/operators/sameplace.h"
#include "engine/session/session.h"
#include "engine/session/sessionfile.h"

#include <QAbstractItemView>
#include <QDateTime>
#include <QFileDialog>
#include <QFileInfo>
#include <QLocale>
#include <QStylePainter>

#include <algorithm>
#include <tuple>

namespace jitscope {
inline namespace models {

namespace {

const QString columnsTag = QStringLiteral("baseline");
const QString fileChoice = QStringLiteral("\nfile"); ///< no run has such an id, and no file such a path
constexpr int mostListed = 30;

QString nameOf(const RunRecord &run) {
    QString name = scriptName(run);
    if (run.startedMs > 0)
        name += QStringLiteral(", ") +
                QDateTime::fromMSecsSinceEpoch(run.startedMs).time().toString(QStringLiteral("HH:mm:ss"));
    return run.note.isEmpty() ? name : name + QStringLiteral(" – ") + run.note;
}

std::string scriptOf(const Session &session) {
    const auto script = session.info.find("script");
    return script == session.info.end() ? std::string() : script->second;
}

} // namespace

std::optional<std::vector<uint32_t>> BaselineRun::placesOf(OpFilter filter, const OpColumns &now) const {
    for (OpCondition &condition : filter) {
        if (condition.kind != OpCondition::Kind::Time) continue;
        const auto stretch = sameStretch(now, {condition.from, condition.to}, columns);
        if (!stretch) return std::nullopt;
        std::tie(condition.from, condition.to) = *stretch;
    }
    return jitscope::placesOf(columns, filter);
}

Baseline &Baseline::of(const PanelContext &context) {
    if (auto *known = context.document.findChild<Baseline *>({}, Qt::FindDirectChildrenOnly)) return *known;
    return *new Baseline(context);
}

Baseline::Baseline(const PanelContext &context)
    : QObject(&context.document)
    , m_jobs(context.jobs)
    , m_document(context.document)
    , m_runs(context.runs)
    , m_script(scriptOf(context.document.session())) {
    connect(&m_document, &Document::replaced, this, &Baseline::followScript);
    connect(&m_document, &Document::appended, this, &Baseline::followScript);
}

void Baseline::followScript() {
    const std::string script = scriptOf(m_document.session());
    if (script.empty() || script == m_script) return;
    m_script = script;
    if (!m_run) return;
    const std::string own = scriptOf(*m_run->session);
    if (own.empty() || own == script) return;
    giveUp(
        tr("The baseline %1 is of another program: it was let go of. Choose it again to compare with it all the same.")
            .arg(name()));
}

QString Baseline::name() const {
    const std::vector<RunRecord> runs = m_runs == nullptr ? std::vector<RunRecord>() : m_runs->runs();
    for (const RunRecord &run : runs)
        if (run.id == m_id) return nameOf(run);
    return QFileInfo(m_id).fileName();
}

void Baseline::set(const QString &id) {
    if (id == m_id && (!id.isEmpty() || m_run == nullptr)) return;
    m_id = id;
    m_run.reset();
    Q_EMIT changed();
    if (id.isEmpty() || m_runs == nullptr) return;
    m_runs->read({id}, this, [this, id](const Result<Runs::Sessions> &read) {
        if (id != m_id) return;
        if (read) return setSession(read->front());
        giveUp(QString::fromStdString(read.error().message));
    });
}

void Baseline::giveUp(const QString &why) {
    m_id.clear();
    m_run.reset();
    Q_EMIT changed();
    Q_EMIT failed(why);
}

void Baseline::setFile(const QString &path) {
    m_id = path;
    m_run.reset();
    Q_EMIT changed();
    using Read = Result<std::shared_ptr<const Session>>;
    m_jobs.run(
        columnsTag, tr("Reading the baseline"), this,
        [path = path.toStdString()](const CancelFlag &) -> Read {
            auto session = loadSession(path);
            if (!session) return session.error();
            return std::make_shared<const Session>(*std::move(session));
        },
        [this, path](const Read &read) {
            if (path != m_id) return;
            if (!read) return giveUp(QString::fromStdString(read.error().message));
            if (!(*read)->ops.empty()) return setSession(*read);
            giveUp(tr("%1 holds no recorded operators to compare with. Ranks and profiles of devices are held against "
                      "each other in the panels Statistics and Compare traces.")
                       .arg(QFileInfo(path).fileName()));
        });
}

void Baseline::setSession(std::shared_ptr<const Session> session) {
    m_jobs.run(
        columnsTag, tr("Reading the baseline"), this,
        [session = std::move(session)](const CancelFlag &) {
            return std::make_shared<const BaselineRun>(BaselineRun{session, opColumns(*session)});
        },
        [this](std::shared_ptr<const BaselineRun> run) {
            m_run = std::move(run);
            Q_EMIT changed();
        });
}

BaselineBox::BaselineBox(const PanelContext &context, QWidget *parent)
    : QComboBox(parent)
    , m_baseline(Baseline::of(context))
    , m_runs(context.runs) {
    setObjectName(QStringLiteral("baselineBox"));
    setAccessibleName(tr("Baseline"));
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(14);
    fill();
    setVisible(m_runs != nullptr);
    if (m_runs != nullptr) connect(m_runs, &Runs::changed, this, &BaselineBox::fill);
    connect(&m_baseline, &Baseline::changed, this, &BaselineBox::fill);
    connect(&m_baseline, &Baseline::failed, this, context.notify);
    connect(this, &QComboBox::activated, this, &BaselineBox::choose);
}

void BaselineBox::choose() {
    const QString id = currentData().toString();
    if (id != fileChoice) return m_baseline.set(id);
    fill(); // shows what it is against while the question stands
    askFile();
}

void BaselineBox::askFile() {
    const QString path = QFileDialog::getOpenFileName(this, tr("Open a session to compare with"), lastFolder(),
                                                      tr("Sessions (*.jitscope)"));
    if (path.isEmpty()) return;
    setLastFolder(QFileInfo(path).path());
    m_baseline.setFile(path);
}

void BaselineBox::fill() {
    const QSignalBlocker quiet(this);
    clear();
    addItem(tr("no baseline"), QString());
    if (m_runs != nullptr) {
        std::vector<RunRecord> runs = m_runs->runs();
        if (runs.size() > mostListed) runs.resize(mostListed);
        for (const RunRecord &run : runs)
            if (run.id != m_runs->shown()) addItem(tr("baseline: %1").arg(nameOf(run)), run.id);
        // It differs from itself in nothing, so it comes last.
        for (const RunRecord &run : runs)
            if (run.id == m_runs->shown()) addItem(tr("baseline: %1 (in view)").arg(nameOf(run)), run.id);
    }
    if (!m_baseline.id().isEmpty() && findData(m_baseline.id()) < 0)
        addItem(tr("baseline: %1").arg(m_baseline.name()), m_baseline.id());
    addItem(tr("A session file…"), fileChoice);
    setCurrentIndex(std::max(0, findData(m_baseline.id())));
    constexpr int usual = 14, most = 26; // characters: the name of what is compared with tells more than what is beside
    setMinimumContentsLength(m_baseline.id().isEmpty() ? usual
                                                       : std::clamp(int(m_baseline.name().size()), usual, most));
    // The list shows names in full, however little room the box has.
    constexpr int edges = 40, widest = 480;
    view()->setMinimumWidth(std::min(view()->sizeHintForColumn(0) + edges, widest));
    setToolTip(currentText() + QLatin1Char('\n') +
               tr("A kept run, or a session file, to compare with: tables then have columns of differences. A variant "
                  "is pinned by the menu of its row in the panel Variants, a rank in the panel Statistics"));
}

/** Names of runs differ at both ends: what has no room goes from their middle. */
void BaselineBox::paintEvent(QPaintEvent *) {
    QStylePainter painter(this);
    QStyleOptionComboBox option;
    initStyleOption(&option);
    const QRect room = style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this);
    constexpr int edges = 4;
    // That it is the baseline stands in the list and in the tool tip.
    const QString text = m_baseline.id().isEmpty() ? option.currentText : m_baseline.name();
    option.currentText = fontMetrics().elidedText(text, Qt::ElideMiddle, room.width() - edges);
    painter.drawComplexControl(QStyle::CC_ComboBox, option);
    painter.drawControl(QStyle::CE_ComboBoxLabel, option);
}

} // namespace models
} // namespace jitscope

#include "moc_baseline.cpp"
