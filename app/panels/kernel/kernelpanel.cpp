// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/kernel/kernelpanel.h"

#include "app/graphview/graphview.h"
#include "app/models/operatorwords.h"
#include "app/models/tablecell.h"
#include "app/models/timedplaces.h"
#include "app/models/timemeasure.h"
#include "app/panels/kernel/codelisting.h"
#include "app/panels/kernel/membergraph.h"
#include "app/sdk/document.h"
#include "app/sdk/jobs.h"
#include "app/sdk/jumps.h"
#include "app/sdk/runner.h"
#include "app/sdk/selection.h"
#include "app/sdk/theme.h"
#include "app/sdk/widgets/emptystate.h"
#include "app/sdk/widgets/flatbutton.h"
#include "engine/base/text.h"
#include "engine/session/compilation.h"
#include "engine/session/nodefacts.h"
#include "engine/session/session.h"
#include "engine/variants/kernelinputs.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHash>
#include <QLabel>
#include <QMenu>
#include <QProgressBar>
#include <QSplitter>
#include <QStackedLayout>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>
#include <numeric>

namespace jitscope {
inline namespace kernelpanel {

namespace {

const QString measureTag = QStringLiteral("kernel-measure");
constexpr double measuredSeconds = 1;
constexpr int mostFitted = 9; ///< cards; more at once could not be read
constexpr int nameRole = Qt::UserRole + 1;

struct TextChoice {
    const char *id, *title;
    std::string KernelTexts::*text;
};

constexpr std::array<TextChoice, 4> texts = {{
    {"loops", QT_TRANSLATE_NOOP("jitscope::kernelpanel::KernelPanel", "Loops"), &KernelTexts::loops},
    {"before", QT_TRANSLATE_NOOP("jitscope::kernelpanel::KernelPanel", "LLVM IR before its optimizer"),
     &KernelTexts::unoptimizedIr},
    {"after", QT_TRANSLATE_NOOP("jitscope::kernelpanel::KernelPanel", "LLVM IR after its optimizer"),
     &KernelTexts::optimizedIr},
    {"assembly", QT_TRANSLATE_NOOP("jitscope::kernelpanel::KernelPanel", "Assembly of this machine"),
     &KernelTexts::assembly},
}};

QString sourceText(const Node &node) {
    if (!node.spans || node.spans->empty()) return {};
    const SourceSpan &place = node.spans->front();
    return QStringLiteral("%1:%2").arg(QFileInfo(QString::fromStdString(place.file)).fileName()).arg(place.line);
}

std::vector<CodeLine> codeLines(const std::string &text, const Graph &kernel) {
    std::vector<CodeLine> lines;
    for (const KernelLine &line : kernelLines(text)) {
        CodeLine row{QString::fromStdString(line.code), line.member, line.access, {}, {}};
        if (line.member > 0 && size_t(line.member) <= kernel.nodes.size()) {
            const Node &node = *kernel.nodes[size_t(line.member) - 1];
            row.name = QString::fromStdString(node.op);
            row.source = sourceText(node);
        }
        lines.push_back(std::move(row));
    }
    return lines;
}

bool isOf(const CodeLine &line, const KernelPart &part) {
    return (part.member > 0 && line.member == part.member) || (part.input >= 0 && line.access.input == part.input);
}

/** The call of the kernel in its module, or null. */
NodePtr callOf(const Module &module, const std::string &kernelGraph) {
    for (const GraphPtr &graph : module.graphs)
        for (const NodePtr &node : graph->nodes)
            if (node->callee == kernelGraph) return node;
    return nullptr;
}

} // namespace

KernelPanel::KernelPanel(const PanelContext &context, QWidget *parent)
    : Panel(parent)
    , m_context(context)
    , m_layouts(context.jobs, QStringLiteral("kernel-layout"), this)
    , m_stack(new QStackedLayout(this))
    , m_empty(new EmptyState(QStringLiteral("passes"), {}, {}, this))
    , m_graph(new GraphView) {
    auto *content = new QWidget(this);
    auto *column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(buildHeader());
    m_facts = new QLabel;
    m_facts->setObjectName(QStringLiteral("kernelFacts"));
    m_facts->setProperty("role", "secondary");
    m_facts->setWordWrap(true);
    m_facts->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_facts->setContentsMargins(12, 2, 12, 6);
    column->addWidget(m_facts);
    m_graph->setObjectName(QStringLiteral("kernelMembers"));
    m_graph->setAccessibleName(tr("Members of the kernel"));
    m_splitter = new QSplitter(Qt::Horizontal);
    m_splitter->setHandleWidth(1);
    m_splitter->addWidget(m_graph);
    m_splitter->addWidget(buildPane(0, QStringLiteral("loops")));
    m_splitter->addWidget(buildPane(1, QStringLiteral("assembly")));
    m_splitter->setSizes({260, 420, 520});
    column->addWidget(m_splitter, 1);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(content);

    connect(m_graph, &GraphView::cardChosen, this, &KernelPanel::chooseCard);
    connect(&context.document, &Document::replaced, this, [this] {
        m_compilation = -1;
        m_shown.reset();
        m_kernels->clear();
        followDocument();
    });
    connect(&context.document, &Document::appended, this, &KernelPanel::followDocument);
    connect(&context.selection, &Selection::changed, this, &KernelPanel::followSelection);
    connect(&context.selection, &Selection::kernelWanted, this, &KernelPanel::choose);
    connect(&context.selection, &Selection::kernelTextWanted, this, &KernelPanel::showWantedText);
    connect(&context.runner, &Runner::stateChanged, this, &KernelPanel::updateMeasuring);
    connect(&context.jobs, &Jobs::ended, this, [this](const QString &tag) {
        if (tag == measureTag && m_isMeasuring) endMeasuring(); // cancelled: no result comes
    });
    followDocument();
}

QWidget *KernelPanel::buildHeader() {
    m_kernels = new QComboBox;
    m_kernels->setObjectName(QStringLiteral("kernelChoice"));
    m_kernels->setAccessibleName(tr("Fused kernel"));
    m_kernels->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_kernels->setMinimumContentsLength(16);
    connect(m_kernels, &QComboBox::activated, this, [this](int at) {
        const std::string name = m_kernels->itemData(at, nameRole).toString().toStdString();
        choose(m_kernels->itemData(at).toInt(), name);
        m_context.selection.selectKernel(m_compilation, name, this);
    });
    auto *header = new QWidget;
    auto *row = new QHBoxLayout(header);
    row->setContentsMargins(8, 4, 8, 4);
    row->addWidget(m_kernels, 1);
    row->addWidget(buildLaunches());
    row->addWidget(buildMeasuring());
    return header;
}

QWidget *KernelPanel::buildLaunches() {
    auto *launches = new QWidget;
    auto *row = new QHBoxLayout(launches);
    row->setContentsMargins(0, 0, 0, 0);
    m_before = flatButton(QStringLiteral("launchBefore"), QStringLiteral("‹"), tr("To the launch before"));
    m_after = flatButton(QStringLiteral("launchAfter"), QStringLiteral("›"), tr("To the launch after"));
    m_launch = new QLabel;
    m_launch->setObjectName(QStringLiteral("kernelLaunch"));
    m_launch->setProperty("role", "secondary");
    connect(m_before, &QToolButton::clicked, this, [this] { goToLaunch(-1); });
    connect(m_after, &QToolButton::clicked, this, [this] { goToLaunch(1); });
    row->addWidget(m_before);
    row->addWidget(m_launch);
    row->addWidget(m_after);
    return launches;
}

QWidget *KernelPanel::buildMeasuring() {
    auto *measuring = new QWidget;
    auto *row = new QHBoxLayout(measuring);
    row->setContentsMargins(0, 0, 0, 0);
    m_progress = new QProgressBar;
    m_progress->setObjectName(QStringLiteral("measureProgress"));
    m_progress->setAccessibleName(tr("How far the measuring is"));
    m_progress->setRange(0, 100);
    m_progress->setTextVisible(false);
    m_progress->setFixedWidth(90);
    m_progress->hide();
    m_measure = flatButton(QStringLiteral("measureKernel"), tr("Measure"), QString());
    connect(m_measure, &QToolButton::clicked, this, [this] {
        if (m_isMeasuring) return m_context.jobs.cancel(measureTag);
        measure();
    });
    m_progressTimer = new QTimer(this);
    m_progressTimer->setInterval(50);
    connect(m_progressTimer, &QTimer::timeout, this, [this] {
        if (const auto progress = m_context.jobs.progressOf(measureTag)) m_progress->setValue(int(progress->done()));
    });
    row->addWidget(m_progress);
    row->addWidget(m_measure);
    return measuring;
}

QWidget *KernelPanel::buildPane(size_t index, const QString &preset) {
    Pane &pane = m_panes[index];
    pane.choice = new QComboBox;
    pane.choice->setObjectName(index == 0 ? QStringLiteral("kernelText") : QStringLiteral("kernelText2"));
    pane.choice->setAccessibleName(index == 0 ? tr("The text at the left") : tr("The text at the right"));
    pane.choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    for (const TextChoice &text : texts)
        pane.choice->addItem(tr(text.title), QLatin1String(text.id));
    pane.choice->setCurrentIndex(pane.choice->findData(preset));
    pane.listing = new CodeListing;
    pane.listing->setObjectName(index == 0 ? QStringLiteral("kernelCode") : QStringLiteral("kernelCode2"));
    pane.listing->setAccessibleName(index == 0 ? tr("Code of the kernel, at the left")
                                               : tr("Code of the kernel, at the right"));
    connect(pane.choice, &QComboBox::currentIndexChanged, this, [this, index] {
        showText(m_panes[index]);
        highlight();
    });
    connect(pane.listing, &CodeListing::picked, this,
            [this, listing = pane.listing](qint64 line) { chooseLine(listing, int(line)); });
    connect(pane.listing, &CodeListing::menuWanted, this,
            [this, listing = pane.listing](int line, const QPoint &place) { openMenu(listing, line, place); });
    auto *box = new QWidget;
    auto *column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    auto *row = new QHBoxLayout;
    row->setContentsMargins(8, 0, 8, 0);
    row->addWidget(pane.choice, 1);
    column->addLayout(row);
    column->addWidget(pane.listing, 1);
    return box;
}

// --- what is shown ---------------------------------------------------------------------------------------------------

const Compilation *KernelPanel::compilation() const {
    const auto &all = m_context.document.session().compilations;
    return m_compilation >= 0 && size_t(m_compilation) < all.size() ? &all[size_t(m_compilation)] : nullptr;
}

const KernelRecord *KernelPanel::record() const {
    const Compilation *of = compilation();
    if (!of) return nullptr;
    for (const KernelRecord &kernel : of->kernels)
        if (kernel.name == m_kernel) return &kernel;
    return nullptr;
}

GraphPtr KernelPanel::graph() const {
    const KernelRecord *kernel = record();
    return kernel ? compilation()->final.find(kernel->graph) : nullptr;
}

QString KernelPanel::contentAsText() const {
    if (m_stack->currentIndex() == 0) return {};
    return m_facts->text() + QLatin1Char('\n') + membersAsText() + m_panes[0].choice->currentText() +
           QLatin1Char('\n') + m_panes[0].listing->allAsText() + QLatin1Char('\n') + m_panes[1].choice->currentText() +
           QLatin1Char('\n') + m_panes[1].listing->allAsText();
}

QString KernelPanel::membersAsText() const {
    QString text = graphText(m_graph->graph());
    if (!m_samples || !m_shown) return text;
    for (int member = 1; member <= int(m_samples->costs.members.size()); ++member)
        if (const QString cost = costText(m_samples->costs, member); !cost.isEmpty())
            text += QStringLiteral("[%1] %2: %3\n")
                        .arg(member)
                        .arg(QString::fromStdString(m_shown->nodes[size_t(member) - 1]->op), cost);
    return text;
}

void KernelPanel::fitView() {
    m_graph->fit();
}

void KernelPanel::fillKernels() {
    const Session &session = m_context.document.session();
    QHash<QString, int> times;
    for (const Compilation &compilation : session.compilations)
        for (const KernelRecord &kernel : compilation.kernels)
            ++times[QString::fromStdString(kernel.name)];
    const auto all = std::accumulate(times.begin(), times.end(), 0);
    if (all == m_kernels->count()) return; // while a program runs it is asked many times a second
    m_kernels->clear();
    for (const Compilation &compilation : session.compilations)
        for (const KernelRecord &kernel : compilation.kernels) {
            const QString name = QString::fromStdString(kernel.name);
            const QString function = QString::fromStdString(compilation.function);
            m_kernels->addItem(times[name] > 1 ? QString(name + QStringLiteral(" · ") + function) : name,
                               compilation.index);
            m_kernels->setItemData(m_kernels->count() - 1, name, nameRole);
        }
}

void KernelPanel::followDocument() {
    fillKernels();
    m_stack->setCurrentIndex(m_kernels->count() == 0 ? 0 : 1);
    if (m_kernels->count() == 0) {
        m_empty->setTexts(tr("No fused kernels"), emptyAdvice());
        m_shown.reset();
        m_texts.reset();
        m_samples.reset();
        return;
    }
    const Anchor &anchor = m_context.selection.current();
    if (m_compilation >= 0) return choose(m_compilation, m_kernel);
    if (!anchor.kernel.empty()) return choose(anchor.compilation, anchor.kernel);
    choose(m_kernels->itemData(0).toInt(), m_kernels->itemData(0, nameRole).toString().toStdString());
}

/** What was compiled at O0 needs another level, not another script. */
QString KernelPanel::emptyAdvice() const {
    const std::vector<Compilation> &compilations = m_context.document.session().compilations;
    if (compilations.empty())
        return tr("Run a script in graph mode at O1 (F5): the code of every fused kernel is shown here.");
    if (std::ranges::any_of(compilations, [](const Compilation &each) { return each.jitLevel == "O1"; }))
        return tr("Nothing was fused in what was compiled at O1: What was not fused (Passes) names the reasons.");
    return tr("Everything was compiled at O0, which makes no kernels: choose Level O1 beside Run and run again (F5), "
              "or compile one function at O1 as a variant (menu of a pass or a node, New variant).");
}

void KernelPanel::followSelection(const Anchor &anchor, QObject *source) {
    if (source != this && anchor.compilation >= 0 && !anchor.kernel.empty()) choose(anchor.compilation, anchor.kernel);
    showLaunches();
    if (source != this) highlight();
}

void KernelPanel::choose(int compilation, const std::string &kernel) {
    for (int i = 0; i < m_kernels->count(); ++i)
        if (m_kernels->itemData(i).toInt() == compilation &&
            m_kernels->itemData(i, nameRole).toString().toStdString() == kernel)
            m_kernels->setCurrentIndex(i);
    m_compilation = compilation;
    m_kernel = kernel;
    const GraphPtr wanted = graph();
    if (wanted && wanted == m_shown) return showLaunches();
    makeTexts();
}

void KernelPanel::makeTexts() {
    m_context.jobs.cancel(measureTag);
    m_texts.reset();
    m_samples.reset();
    m_problem.clear();
    m_shown = graph();
    m_launches.clear();
    m_opsSeen = 0;
    tell(tr("Making the texts ..."));
    for (const Pane &pane : m_panes)
        pane.listing->setLines({});
    showGraph();
    showLaunches();
    updateMeasuring();
    if (!m_shown) return tell(tr("The recording lacks the graph of this kernel."));
    m_isWorking = true;
    m_context.jobs.run(
        QStringLiteral("kernel-texts"), tr("Making the texts of a kernel"), this,
        [kernel = m_shown](const CancelFlag &) { return kernelTexts(*kernel); },
        [this](Result<KernelTexts> made) {
            m_isWorking = false;
            if (!made) return tell(QString::fromStdString(made.error().message));
            m_texts = std::move(*made);
            showTexts();
        });
}

void KernelPanel::showGraph() {
    if (!m_shown) return m_graph->setPicture({});
    DisplayGraph shown = memberGraph(*m_shown);
    if (m_samples) showCosts(shown, *m_shown, m_samples->costs);
    LayoutInput input = layoutInput(shown);
    m_layouts.request(std::move(input), LayoutEngine::Layered,
                      [this, shown = std::move(shown)](LayoutResult layout) mutable {
                          const int cards = int(shown.nodes.size());
                          m_graph->setPicture({std::move(shown), std::move(layout)});
                          if (cards > mostFitted) m_graph->fitCard(0); // the others are gone to by keys or by a line
                          highlight();
                      });
}

void KernelPanel::showTexts() {
    for (const Pane &pane : m_panes)
        showText(pane);
    showFacts();
    highlight();
}

void KernelPanel::showText(const Pane &pane) {
    if (!m_texts || !m_shown) return;
    const TextChoice &choice = texts[size_t(std::max(0, pane.choice->currentIndex()))];
    std::vector<CodeLine> lines = codeLines((*m_texts).*choice.text, *m_shown);
    const bool isMeasured = m_samples && choice.text == &KernelTexts::assembly &&
                            m_samples->ofLine.size() == lines.size() && m_samples->inside() >= fewestSamples;
    for (size_t i = 0; isMeasured && i < lines.size(); ++i) {
        lines[i].samples = m_samples->ofLine[i];
        lines[i].share = double(m_samples->ofLine[i]) / double(m_samples->inside());
    }
    pane.listing->setLines(std::move(lines));
}

/** In the pane at the right, unless one of them shows it already. */
void KernelPanel::showWantedText(const QString &text) {
    for (const Pane &pane : m_panes)
        if (pane.choice->currentData() == text) return;
    const int at = m_panes[1].choice->findData(text);
    if (at >= 0) m_panes[1].choice->setCurrentIndex(at);
}

void KernelPanel::showFacts() {
    if (!m_texts) return;
    QStringList lines = {valuesText(), workText() + launchText(), codeText(), measuredText()};
    lines.removeAll(QString());
    tell(lines.join(QLatin1Char('\n')));
    m_facts->setToolTip(measureMeaning(TimeMeasure::MedianWall) + QLatin1Char('\n') + measureMeaning(TimeMeasure::Cpu));
}

/** The label's height follows the panel's width here and not by the layout, or the whole panel would ask its dock for
   the height that it likes best. */
void KernelPanel::tell(const QString &facts) {
    m_facts->setText(facts);
    QSizePolicy policy = m_facts->sizePolicy();
    policy.setHeightForWidth(false);
    m_facts->setSizePolicy(policy);
    fitFacts();
}

void KernelPanel::resizeEvent(QResizeEvent *event) {
    Panel::resizeEvent(event);
    fitFacts();
}

/** A label without a text has no height for any width: -1. One that has a least height never has less for any width. */
void KernelPanel::fitFacts() {
    m_facts->setMinimumHeight(0);
    m_facts->setFixedHeight(std::max(0, m_facts->heightForWidth(std::max(1, width()))));
}

/** What goes in and out, with its bytes; of many the first. */
QString KernelPanel::valuesText() const {
    constexpr size_t most = 6;
    const auto listed = [](const std::vector<KernelValue> &values) {
        QStringList texts;
        for (size_t i = 0; i < values.size() && i < most; ++i)
            texts << QStringLiteral("%1 %2 (%3)")
                         .arg(QString::fromStdString(values[i].name), QString::fromStdString(brief(values[i].type)),
                              sizeText(double(values[i].bytes)));
        if (values.size() > most) texts << tr("%1 more").arg(values.size() - most);
        return texts.join(QStringLiteral(", "));
    };
    return tr("In: %1. Out: %2. ").arg(listed(kernelInputs(*m_shown)), listed(kernelOutputs(*m_shown)));
}

/** Work and memory of one run, or "" where they are not known. */
QString KernelPanel::workText() const {
    const KernelRecord *kernel = record();
    const auto cost = kernel ? kernelCost(*compilation(), *kernel) : std::nullopt;
    if (!cost || cost->bytes <= 0) return {};
    return tr("One run: %1 flops, %2 bytes read and written, %3 flops per byte. ")
        .arg(cost->flops, 0, 'f', 0)
        .arg(cost->bytes, 0, 'f', 0)
        .arg(cost->flops / cost->bytes, 0, 'f', 2);
}

QString KernelPanel::launchText() const {
    std::vector<int64_t> times;
    for (const int64_t number : m_launches)
        if (const auto op = m_context.document.session().op(number); op && isTimed(*op))
            times.push_back(op->durationNs);
    if (times.empty()) return tr("No launch was recorded. ");
    std::ranges::sort(times);
    const int64_t median = (times[(times.size() - 1) / 2] + times[times.size() / 2]) / 2;
    QString text =
        tr("%n launch(es), %1. ", nullptr, int(times.size())).arg(measuredTime(TimeMeasure::MedianWall, median));
    if (times.size() == 1) text += tr("A first launch waits for memory; later ones take less. ");
    if (const QString note = recordingSentence(m_context.document.session()); !note.isEmpty()) text += note + u' ';
    return text;
}

QString KernelPanel::codeText() const {
    const KernelCodeFacts &facts = m_texts->facts;
    const KernelCoverage &coverage = facts.coverage;
    const QString vectors = facts.widestVector.empty() ? tr("none") : QString::fromStdString(facts.widestVector);
    const QString registers = facts.registerBits > 0 ? tr("%1 bits").arg(facts.registerBits) : tr("not known");
    return tr("Widest vector: %1, registers of %2. Spilled to the stack: %3 stores, %4 reloads, as the compiler marks "
              "them in the assembly. ")
               .arg(vectors, registers)
               .arg(facts.spills.stores)
               .arg(facts.spills.reloads) +
           tr("Of the %1 instructions of the optimized LLVM IR, %2 are of members, %3 of these with a source line; %4 "
              "of "
              "no single member. Made for this machine. ")
               .arg(coverage.instructions)
               .arg(coverage.ofMembers)
               .arg(coverage.withSource)
               .arg(coverage.ofNone);
}

QString KernelPanel::measuredText() const {
    if (!m_problem.isEmpty()) return tr("Not measured: %1").arg(m_problem);
    if (!m_samples) return {};
    const KernelSamples &samples = *m_samples;
    const QString how =
        tr("Measured: %1 samples in %2 s, one each %3 µs of processor time, of %4 runs on one thread, %5; %6 a run. ")
            .arg(samples.inside() + samples.elsewhere)
            .arg(samples.seconds, 0, 'f', 2)
            .arg(samples.periodNs / 1000)
            .arg(samples.runs)
            .arg(m_measuredWith, measuredTime(TimeMeasure::Cpu, int64_t(samples.runNs()))) +
        tr("Run again and again, it finds its values in the caches; a launch of the program need not. ");
    if (samples.inside() < fewestSamples)
        return how + tr("Only %1 of them met the kernel's own code: too few for the lines. ").arg(samples.inside()) +
               mostExpensiveText();
    return how +
           tr("%1 of them in the kernel's own code; the processor waits behind what is slow, or where its result is "
              "needed. ")
               .arg(samples.inside()) +
           mostExpensiveText();
}

/** What the kernel would be without each of its members, of which the most expensive is named. */
QString KernelPanel::mostExpensiveText() const {
    const MemberCosts &costs = m_samples->costs;
    if (costs.members.empty())
        return tr(
            "What its members cost is not known: nothing can stand in their place, or it runs too long for that.");
    const auto most = std::ranges::max_element(
        costs.members, {}, [&](const MemberCost &cost) { return costs.isFelt(cost) ? cost.share : -1; });
    const QString how = tr("Run in turn without each member (%1 rounds, noise %2 %): ")
                            .arg(costs.rounds)
                            .arg(100 * costs.noise, 0, 'f', 1);
    if (!costs.isFelt(*most)) return how + tr("no single one is felt.");
    const int member = int(most - costs.members.begin()) + 1;
    return how + tr("most is saved without [%1] %2: %3.")
                     .arg(member)
                     .arg(QString::fromStdString(m_shown->nodes[size_t(member) - 1]->op), costText(costs, member));
}

// --- launches --------------------------------------------------------------------------------------------------------

/** Looks through what was recorded since it was asked last: a long run has millions of operators. */
void KernelPanel::findLaunches() {
    const auto &ops = m_context.document.session().ops;
    for (; m_opsSeen < ops.size(); ++m_opsSeen) {
        const OpEvent &op = ops[m_opsSeen];
        if (op.isKernel && op.compilation == m_compilation && op.op == m_kernel) m_launches.push_back(op.number);
    }
}

void KernelPanel::showLaunches() {
    const size_t known = m_launches.size();
    findLaunches();
    if (m_launches.size() != known) showFacts();
    const auto at = std::find(m_launches.begin(), m_launches.end(), m_context.selection.current().op);
    const int place = at == m_launches.end() ? -1 : int(at - m_launches.begin());
    const int count = int(m_launches.size());
    m_launch->setText(count == 0   ? tr("no launches")
                      : place >= 0 ? tr("launch %1 of %2").arg(place + 1).arg(count)
                                   : tr("%n launch(es)", nullptr, count));
    m_before->setEnabled(place > 0 || (place < 0 && count > 0));
    m_after->setEnabled(count > 0 && place + 1 < count);
}

/** From where none is chosen: forward to the first, back to the last. */
void KernelPanel::goToLaunch(int step) {
    const auto at = std::find(m_launches.begin(), m_launches.end(), m_context.selection.current().op);
    const int count = int(m_launches.size());
    const int place = at == m_launches.end() ? (step > 0 ? -1 : count) : int(at - m_launches.begin());
    if (place + step < 0 || place + step >= count) return;
    m_context.selection.selectOp(m_launches[size_t(place + step)], this);
    showLaunches();
}

// --- measuring -------------------------------------------------------------------------------------------------------

void KernelPanel::measure() {
    const KernelRecord *kernel = record();
    if (!m_shown || !kernel) return;
    struct Measured {
        Result<KernelSamples> samples;
        std::string inputs;
    };
    auto progress = std::make_shared<Progress>();
    progress->begin(tr("measuring %1").arg(QString::fromStdString(m_kernel)).toStdString(), 100);
    m_isMeasuring = true;
    m_problem.clear();
    updateMeasuring();
    m_context.jobs.run(
        measureTag, tr("Measuring a kernel"), this,
        [graph = m_shown, progress,
         sources = kernelInputSources(m_context.document.session(), *compilation(), *kernel, *m_shown)](
            const CancelFlag &cancelled) -> Measured {
            const auto inputs = loadInputs(sources);
            if (!inputs) return {inputs.error(), {}};
            const auto goOn = [&](double done) {
                progress->advance(int64_t(100 * done) - progress->done());
                return !cancelled->load() && !progress->isCancelled();
            };
            return {sampleKernel(*graph, inputs->tensors, {measuredSeconds, measuredSeconds, goOn}), toString(*inputs)};
        },
        [this](Measured measured) {
            takeSamples(std::move(measured.samples), QString::fromStdString(measured.inputs));
        });
    m_context.jobs.watch(measureTag, progress);
    m_progressTimer->start();
}

void KernelPanel::takeSamples(Result<KernelSamples> samples, const QString &inputs) {
    if (samples)
        m_samples = std::move(*samples);
    else
        m_problem = QString::fromStdString(samples.error().message);
    m_measuredWith = inputs;
    endMeasuring();
    for (const Pane &pane : m_panes)
        showText(pane);
    if (m_samples && m_shown)
        m_graph->restyle([this](DisplayGraph &graph) { showCosts(graph, *m_shown, m_samples->costs); });
    showFacts();
    highlight();
}

void KernelPanel::endMeasuring() {
    m_isMeasuring = false;
    m_progressTimer->stop();
    updateMeasuring();
}

void KernelPanel::updateMeasuring() {
    const bool isRunning = m_context.runner.state() == RunState::Running;
    m_measure->setText(m_isMeasuring ? tr("Cancel") : tr("Measure"));
    m_measure->setEnabled(m_isMeasuring || (m_shown && !isRunning));
    const QString what = m_isMeasuring ? tr("Stop measuring")
                         : isRunning   ? tr("The program runs: measure when it has ended or stands")
                                       : tr("Run this kernel for two seconds on a thread of its own: where its "
                                              "code waits, and how much less it takes without each member");
    m_measure->setToolTip(what);
    m_measure->setAccessibleName(what);
    m_progress->setValue(0);
    m_progress->setVisible(m_isMeasuring);
}

// --- links -----------------------------------------------------------------------------------------------------------

/** What of this kernel is selected: by the node or what became of it, else by the source line. */
std::vector<KernelPart> KernelPanel::partsOf(const Anchor &anchor) const {
    const Compilation *of = compilation();
    if (!of || !m_shown || anchor.compilation != m_compilation) return {};
    std::vector<NodeId> nodes;
    if (anchor.node.valid())
        nodes = anchor.pass == -1 ? std::vector<NodeId>{anchor.node} : descendants(*of, anchor.pass, anchor.node, -1);
    std::vector<KernelPart> parts;
    const NodePtr call = callOf(of->final, m_shown->name);
    for (const NodeId node : nodes) {
        if (const int member = memberOf(*m_shown, node)) parts.push_back({member, -1});
        for (size_t i = 0; call && i < call->inputs.size(); ++i)
            if (call->inputs[i]->id == node) parts.push_back({0, int(i)});
    }
    if (!parts.empty() || anchor.line <= 0) return parts;
    for (size_t i = 0; i < m_shown->nodes.size(); ++i) {
        const SpanList &spans = m_shown->nodes[i]->spans;
        const bool isOnLine = spans && std::any_of(spans->begin(), spans->end(), [&](const SourceSpan &span) {
                                  return span.line == anchor.line && span.file == anchor.file;
                              });
        if (isOnLine) parts.push_back({int(i) + 1, -1});
    }
    return parts;
}

void KernelPanel::highlight() {
    light(partsOf(m_context.selection.current()), nullptr);
}

/** Lets the lines and cards of `parts` stand out; `source` stays where the user is in it. */
void KernelPanel::light(const std::vector<KernelPart> &parts, const CodeListing *source) {
    for (const Pane &pane : m_panes) {
        std::vector<int> lit;
        const std::vector<CodeLine> &lines = pane.listing->lines();
        for (size_t i = 0; i < lines.size(); ++i)
            if (std::any_of(parts.begin(), parts.end(), [&](const KernelPart &part) { return isOf(lines[i], part); }))
                lit.push_back(int(i));
        if (pane.choice->currentData() == QLatin1String("assembly")) {
            for (const int line : foldedLoads(parts))
                if (std::find(lit.begin(), lit.end(), line) == lit.end()) lit.push_back(line);
            std::sort(lit.begin(), lit.end());
        }
        // The list of members at the top says the same of every line; what computes is meant.
        const auto isCode = [&](int line) {
            const QString code = lines[size_t(line)].code.trimmed();
            return !code.startsWith(QLatin1Char(';')) && !code.startsWith(QLatin1Char('#'));
        };
        if (pane.listing != source && std::any_of(lit.begin(), lit.end(), isCode))
            std::erase_if(lit, [&](int line) { return !isCode(line); });
        pane.listing->setLit(std::move(lit));
    }
    std::vector<int> cards;
    for (const KernelPart &part : parts) {
        const NodeId node =
            part.member > 0 ? m_shown->nodes[size_t(part.member) - 1]->id : m_shown->parameters[size_t(part.input)]->id;
        const std::vector<int> found = m_graph->graph().cardsOf(node);
        cards.insert(cards.end(), found.begin(), found.end());
    }
    m_graph->setSelectedCards(std::move(cards));
}

/** The lines of the assembly that read inputs, loads that are part of other instructions among them. */
std::vector<int> KernelPanel::foldedLoads(const std::vector<KernelPart> &parts) const {
    std::vector<int> lines;
    if (!m_texts) return lines;
    for (const KernelPart &part : parts)
        if (part.input >= 0)
            for (const int line :
                 assemblyLinesOf(kernelLines(m_texts->assembly), kernelLines(m_texts->optimizedIr), part))
                lines.push_back(line);
    return lines;
}

void KernelPanel::chooseLine(const CodeListing *listing, int line) {
    const CodeLine &chosen = listing->lines()[size_t(line)];
    if (chosen.member == 0) return;
    const KernelPart part{chosen.member, -1};
    selectPart(part);
    light({part}, listing);
}

void KernelPanel::chooseCard(int card) {
    if (!m_shown) return;
    const NodeId node = m_graph->graph().nodes[size_t(card)].id;
    KernelPart part{memberOf(*m_shown, node), -1};
    for (size_t i = 0; i < m_shown->parameters.size(); ++i)
        if (m_shown->parameters[i]->id == node) part.input = int(i);
    if (part.member == 0 && part.input < 0) return;
    selectPart(part);
    light({part}, nullptr);
}

/** The node of the final graph that stands for it: a member, or what the caller hands over. */
NodeId KernelPanel::nodeOf(const KernelPart &part) const {
    if (part.member > 0) return m_shown->nodes[size_t(part.member) - 1]->id;
    const NodePtr call = callOf(compilation()->final, m_shown->name);
    const bool isGiven = call && size_t(part.input) < call->inputs.size();
    return isGiven ? call->inputs[size_t(part.input)]->id : m_shown->parameters[size_t(part.input)]->id;
}

void KernelPanel::selectPart(const KernelPart &part) {
    if (compilation()) m_context.selection.selectNode(m_compilation, -1, nodeOf(part), this);
}

void KernelPanel::openMenu(const CodeListing *listing, int line, const QPoint &place) {
    QMenu menu(this);
    const CodeLine &chosen = listing->lines()[size_t(line)];
    if (chosen.member > 0 && compilation())
        addJumps(menu, m_context,
                 anchorOfNode(m_context.document.session(), m_compilation, -1, nodeOf({chosen.member, -1})),
                 objectName());
    menu.addAction(tr("Copy the line"), &menu, [code = chosen.code] { QApplication::clipboard()->setText(code); });
    menu.addAction(tr("Copy the whole text"), &menu,
                   [listing] { QApplication::clipboard()->setText(listing->allAsText()); });
    menu.exec(place);
}

PanelDef kernelPanel() {
    return {.id = QStringLiteral("kernel"),
            .title = QT_TRANSLATE_NOOP("Panels", "Kernel code"),
            .summary = QT_TRANSLATE_NOOP("Panels", "A fused kernel: its members, its texts down to the assembly, and "
                                                   "which member takes its time"),
            .area = PanelArea::Bottom,
            .create = [](const PanelContext &context, QWidget *parent) -> Panel * {
                return new KernelPanel(context, parent);
            }};
}

} // namespace kernelpanel
} // namespace jitscope

#include "moc_kernelpanel.cpp"
