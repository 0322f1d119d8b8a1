// SPDX-License-Identifier: GPL-3.0-or-later
// Starts searches in the background, shows what they found with both tensors, and leads to the pass.
#include "app/panels/culprit/culpritpanel.h"

#include "app/models/takeaway.h"
#include "app/panels/culprit/culpritbar.h"
#include "app/panels/culprit/culpritwords.h"
#include "app/sdk/document.h"
#include "app/sdk/jobs.h"
#include "app/sdk/labrequests.h"
#include "app/sdk/selection.h"
#include "app/sdk/theme.h"
#include "app/sdk/widgets/emptystate.h"
#include "app/sdk/widgets/folderdialog.h"
#include "app/sdk/widgets/infobar.h"
#include "app/sdk/widgets/pilllabel.h"
#include "app/tensorview/tensorpair.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QStackedLayout>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>
#include <cmath>

namespace jitscope {
inline namespace culpritpanel {

namespace {

const QString jobTag = QStringLiteral("culprit");
constexpr int progressMs = 100;

} // namespace

class CulpritPanel : public Panel {
    Q_OBJECT
public:
    CulpritPanel(const PanelContext &context, QWidget *parent)
        : Panel(parent)
        , m_context(context)
        , m_pages(new QStackedLayout(this))
        , m_bar(new CulpritBar)
        , m_message(new InfoBar)
        , m_card(new QWidget)
        , m_pill(new PillLabel)
        , m_summary(new QLabel)
        , m_sentences(new QLabel)
        , m_pair(new TensorPair)
        , m_none(new EmptyState(
              QStringLiteral("passes"), tr("Nothing was searched yet"),
              tr("Choose a function and press Find culprit: the captured graph, the graph after each pass and the "
                 "compiled kernels run on the values of its first call, until one gives something else."))) {
        m_pages->addWidget(new EmptyState(
            QStringLiteral("passes"), tr("No function to search"),
            tr("Run a script (F5) with a function that is compiled: one decorated with @jit, a layer in graph mode, or "
               "%graph f(x) in the console. Then a pass that changes what it computes can be found here.")));
        m_pages->addWidget(buildContent());
        m_tick.setInterval(progressMs);
        connect(&m_tick, &QTimer::timeout, this, &CulpritPanel::showProgress);
        connect(m_bar, &CulpritBar::startAsked, this, [this] { search({m_bar->chosen(), {}, m_bar->tolerance()}); });
        connect(m_bar, &CulpritBar::stopAsked, this, &CulpritPanel::stop);
        connect(&context.document, &Document::replaced, this, &CulpritPanel::reset);
        connect(&context.document, &Document::appended, this, &CulpritPanel::follow);
        connect(&context.selection, &Selection::changed, this, &CulpritPanel::offerSelected);
        connect(&LabRequests::of(context.selection), &LabRequests::culpritWanted, this,
                [this](int compilation, const std::optional<VariantSpec> &variant) {
                    m_bar->choose(compilation);
                    search({compilation, variant, m_bar->tolerance()});
                });
        reset();
    }

    ~CulpritPanel() override { m_context.jobs.cancel(jobTag); }

    bool isReady() const override { return !m_progress; }
    QString contentAsText() const override {
        if (!m_found) return {};
        return m_summary->text() + QLatin1Char('\n') + m_sentences->text() + QLatin1Char('\n') +
               (m_found->tensors ? m_pair->text() : QString());
    }

private:
    QWidget *buildContent() {
        m_summary->setProperty("role", QStringLiteral("secondary"));
        m_sentences->setObjectName(QStringLiteral("culpritVerdict"));
        for (QLabel *label : {m_summary, m_sentences}) {
            label->setWordWrap(true);
            label->setTextFormat(Qt::PlainText);
            label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        }
        auto *first = new QHBoxLayout;
        first->setSpacing(metrics::grid);
        first->addWidget(m_pill, 0, Qt::AlignTop);
        first->addWidget(m_summary, 1);
        auto *card = new QVBoxLayout(m_card);
        card->setContentsMargins(metrics::grid, metrics::grid - 2, metrics::grid, metrics::grid - 2);
        card->setSpacing(metrics::grid / 2);
        card->addLayout(first);
        card->addWidget(m_sentences);
        card->addLayout(buildButtons());
        auto *content = new QWidget;
        auto *column = new QVBoxLayout(content);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(0);
        column->addWidget(m_bar);
        column->addWidget(m_message);
        column->addWidget(m_card);
        column->addWidget(m_pair, 1);
        column->addWidget(m_none, 1);
        column->addStretch(0);
        return content;
    }

    /** Two rows, so that they have room in a narrow dock. */
    QLayout *buildButtons() {
        auto *looking = new QHBoxLayout, *taking = new QHBoxLayout;
        auto *rows = new QVBoxLayout;
        rows->setSpacing(metrics::grid - 2);
        for (QHBoxLayout *row : {looking, taking}) {
            row->setSpacing(metrics::grid - 2);
            rows->addLayout(row);
        }
        QHBoxLayout *row = looking;
        const auto add = [&](const char *name, const QString &text, const QString &toolTip, auto slot) {
            auto *button = new QToolButton;
            button->setObjectName(QLatin1String(name));
            button->setProperty("role", QStringLiteral("tool"));
            button->setText(text);
            button->setToolTip(toolTip);
            button->setFocusPolicy(Qt::TabFocus);
            connect(button, &QToolButton::clicked, this, slot);
            row->addWidget(button);
            return button;
        };
        m_pass = add("culpritPass", tr("Show pass"), tr("The graph before and after the pass, at the node"),
                     [this] { showCulprit(m_context, placeOf(*m_found)); });
        m_first = add("culpritFirst", tr("First"), tr("The first element above the tolerance"),
                      [this] { m_pair->goTo(m_found->tensors->first); });
        m_worst = add("culpritLargest", tr("Largest"), tr("The element that is furthest off"),
                      [this] { m_pair->goTo(m_found->tensors->comparison.worst); });
        row = taking;
        m_reduce = add("culpritReduce", tr("Reduce…"),
                       tr("Make the function smaller while it still differs, and write what is left into a folder"),
                       [this] { askAndReduce(); });
        m_case = add("culpritCase", tr("Test case…"),
                     tr("Write the node with its inputs and expected outputs as a script that checks them"),
                     [this] { askAndWriteCase(this, m_context, m_found->wish.compilation, caseSpec()); });
        looking->addStretch(1);
        taking->addStretch(1);
        return rows;
    }

    // -- what is in the document -------------------------------------------------------------------------------------

    void reset() {
        stop();
        m_found.reset();
        LabRequests::of(m_context.selection).dropAllCulprits();
        m_message->hide();
        m_bar->setCompilations({});
        follow();
        showFound();
    }

    void follow() {
        const bool isFirst = m_bar->chosen() < 0;
        m_bar->setCompilations(m_context.document.session());
        if (isFirst) offerSelected();
        m_pages->setCurrentIndex(m_bar->chosen() >= 0 ? 1 : 0);
    }

    /** The function that is looked at is the one to be searched, while nothing of another one is shown. */
    void offerSelected() {
        const int selected = m_context.selection.current().compilation;
        if (!m_progress && !m_found && m_context.document.session().compilation(selected)) m_bar->choose(selected);
    }

    // -- searching ---------------------------------------------------------------------------------------------------

    void begin() {
        m_progress = std::make_shared<Progress>();
        m_message->hide();
        m_bar->setAction(CulpritBar::Action::Stop);
        m_tick.start();
        showProgress();
    }

    void end() {
        m_progress.reset();
        m_tick.stop();
        m_bar->setAction(CulpritBar::Action::Start);
        m_bar->setProgress(0, {});
    }

    void showProgress() {
        if (!m_progress) return;
        const double share = double(m_progress->done()) / double(std::max<int64_t>(1, m_progress->total()));
        m_bar->setProgress(share, m_progress->what().empty() ? tr("beginning")
                                                             : tr("under way, %1 %").arg(std::lround(100 * share)));
    }

    void search(const CulpritWish &wish) {
        if (!m_context.document.session().compilation(wish.compilation)) return;
        stop();
        m_found.reset();
        showFound();
        begin();
        m_context.jobs.run(jobTag, tr("Finding the culprit"), this,
                           CulpritSearch(wish, m_context.document.lend(), m_progress),
                           [this](Result<FoundCulprit> found) { take(std::move(found)); });
        m_context.jobs.watch(jobTag, m_progress);
    }

    void stop() {
        if (!m_progress) return;
        m_context.jobs.cancel(jobTag);
        end();
        m_message->showMessage(InfoBar::Kind::Note, tr("It was stopped."));
    }

    void take(Result<FoundCulprit> found) {
        end();
        if (!found) return m_message->showMessage(InfoBar::Kind::Error, QString::fromStdString(found.error().message));
        m_found = *std::move(found);
        showFound();
        LabRequests &requests = LabRequests::of(m_context.selection);
        if (!canShowPass()) return requests.dropCulprits(m_found->wish.compilation, m_found->wish.variant);
        requests.keepCulprit(placeOf(*m_found));
        showCulprit(m_context, placeOf(*m_found));
    }

    void showFound() {
        m_card->setVisible(m_found.has_value());
        m_none->setVisible(!m_found);
        const bool hasTensors = m_found && m_found->tensors;
        m_pair->setVisible(hasTensors);
        if (!m_found) return;
        const bool differs = m_found->report.divergence.has_value();
        const bool isComplete = m_found->task.error.empty();
        m_pill->setText(differs ? tr("≠ differs") : isComplete ? tr("= all agree") : tr("broken"));
        m_pill->setTone(!differs && isComplete ? Tone::Good : Tone::Error);
        m_summary->setText(summaryOf(*m_found));
        m_sentences->setText(sentencesOf(*m_found));
        m_pass->setVisible(canShowPass());
        m_first->setVisible(hasTensors && m_found->tensors->first >= 0);
        m_worst->setVisible(hasTensors && m_found->tensors->isSameShape);
        m_reduce->setVisible(differs && m_found->report.divergence->where != Divergence::Where::Capture);
        m_case->setVisible(differs && !m_found->wish.variant);
        if (!hasTensors) return;
        m_pair->show({expectedTitle(*m_found), m_found->tensors->expected},
                     {actualTitle(*m_found), m_found->tensors->actual});
        m_pair->goTo(m_found->tensors->first);
    }

    // -- where it leads ----------------------------------------------------------------------------------------------

    bool canShowPass() const {
        return m_found && m_found->report.divergence && m_found->report.divergence->where != Divergence::Where::Capture;
    }

    CaseSpec caseSpec() const {
        const Divergence &divergence = *m_found->report.divergence;
        if (divergence.where == Divergence::Where::Capture) return {-2, {}};
        CaseSpec spec{divergence.pass, {}};
        if (divergence.node) spec.nodes = {divergence.node->id};
        return spec;
    }

    void askAndReduce() {
        const QString folder = FolderDialog::ask(this, tr("Folder for what is left of the function"));
        if (folder.isEmpty() || !m_found) return;
        begin();
        m_context.jobs.run(jobTag, tr("Reducing the function"), this,
                           CulpritReduction(m_found->wish, folder.toStdString(), m_context.document.lend(), m_progress),
                           [this](Result<WrittenReduction> written) { tellOf(std::move(written)); });
        m_context.jobs.watch(jobTag, m_progress);
    }

    void tellOf(Result<WrittenReduction> written) {
        end();
        if (!written)
            return m_message->showMessage(InfoBar::Kind::Error, QString::fromStdString(written.error().message));
        const Reduction &left = written->reduction;
        QStringList files;
        for (const std::string &file : written->files)
            files += QString::fromStdString(file);
        m_message->showMessage(
            InfoBar::Kind::Note,
            tr("%1 of %2 nodes are left, of %3 of %4 elements. %5 functions were compiled. Written: %6")
                .arg(left.nodesAfter)
                .arg(left.nodesBefore)
                .arg(left.elementsAfter)
                .arg(left.elementsBefore)
                .arg(left.tried)
                .arg(files.join(QStringLiteral(", "))));
    }

    PanelContext m_context;
    QStackedLayout *m_pages;
    CulpritBar *m_bar;
    InfoBar *m_message;
    QWidget *m_card;
    PillLabel *m_pill;
    QLabel *m_summary, *m_sentences;
    QToolButton *m_pass = nullptr, *m_first = nullptr, *m_worst = nullptr, *m_reduce = nullptr, *m_case = nullptr;
    TensorPair *m_pair;
    EmptyState *m_none;
    QTimer m_tick;
    std::shared_ptr<Progress> m_progress; ///< null while nothing is under way
    std::optional<FoundCulprit> m_found;
};

PanelDef culpritPanel() {
    return {.id = QStringLiteral("culprit"),
            .title = QT_TRANSLATE_NOOP("Panels", "Culprit"),
            .summary = QT_TRANSLATE_NOOP("Panels", "The first pass and node that change what a function computes"),
            .area = PanelArea::Right,
            .create = [](const PanelContext &context, QWidget *parent) -> Panel * {
                return new CulpritPanel(context, parent);
            }};
}

} // namespace culpritpanel
} // namespace jitscope

#include "culpritpanel.moc"
