// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/kernel/kernelpanel.h"

#include "app/models/recordview.h"
#include "app/sdk/document.h"
#include "app/sdk/jobs.h"
#include "app/sdk/selection.h"
#include "app/sdk/widgets/emptystate.h"
#include "app/sdk/widgets/segmentedcontrol.h"
#include "engine/ops/opdef.h"
#include "engine/session/compilation.h"
#include "engine/session/nodefacts.h"
#include "engine/session/session.h"

#include <QComboBox>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QStackedLayout>
#include <QVBoxLayout>
#include <algorithm>

namespace jitscope {
inline namespace kernelpanel {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(KernelPanel)
};

QString memberText(const KernelCodeRow &row) {
    if (!row.node) return {};
    return QStringLiteral("[%1] %2").arg(row.member).arg(QString::fromStdString(row.node->op));
}

QString sourceText(const KernelCodeRow &row) {
    if (!row.node || !row.node->spans || row.node->spans->empty()) return {};
    const SourceSpan &place = row.node->spans->front();
    return QStringLiteral("%1:%2").arg(QFileInfo(QString::fromStdString(place.file)).fileName()).arg(place.line);
}

QColor memberColour(const KernelCodeRow &row) {
    const OpDef *def = row.node ? findOp(row.node->op) : nullptr;
    return def ? currentTheme().category(def->category) : QColor();
}

std::vector<TableColumn<KernelCodeRow>> codeColumns() {
    using Column = TableColumn<KernelCodeRow>;
    return {
        Column{.title = Words::tr("Line"),
               .text = [](const KernelCodeRow &row) { return QString::number(row.number); },
               .key = [](const KernelCodeRow &row) { return QVariant(row.number); },
               .alignment = Qt::AlignRight},
        Column{.title = Words::tr("Member"),
               .text = memberText,
               .key = [](const KernelCodeRow &row) { return QVariant(row.member); },
               .colour = memberColour,
               .definition = Words::tr("The operator that the line computes, or loads, stores and counts for")},
        Column{.title = Words::tr("Source"), .text = sourceText},
        Column{.title = Words::tr("Code"),
               .text = [](const KernelCodeRow &row) { return row.code; },
               .font = Column::Font::Code,
               .colour = memberColour},
    };
}

} // namespace

KernelPanel::KernelPanel(const PanelContext &context, QWidget *parent)
    : Panel(parent)
    , m_context(context)
    , m_stack(new QStackedLayout(this))
    , m_empty(new EmptyState(QStringLiteral("passes"), tr("No fused kernels"),
                             tr("Run a script in graph mode at O1 (F5): the code of every fused kernel is shown here."),
                             this))
    , m_view(new RecordView)
    , m_model(codeColumns()) {
    m_view->setObjectName(QStringLiteral("kernelCode"));
    m_view->setAccessibleName(tr("Code of the kernel"));
    m_view->setRecords(&m_model);
    m_view->sortByColumn(-1, Qt::AscendingOrder); // as the text stands
    auto *content = new QWidget(this);
    auto *column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(buildHeader());
    column->addWidget(m_facts);
    column->addWidget(m_view, 1);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(content);

    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &KernelPanel::chooseLine);
    connect(&context.document, &Document::replaced, this, [this] {
        m_compilation = -1;
        followDocument();
    });
    connect(&context.document, &Document::appended, this, &KernelPanel::followDocument);
    connect(&context.selection, &Selection::changed, this, &KernelPanel::followSelection);
    connect(&context.selection, &Selection::kernelWanted, this, &KernelPanel::choose);
    followDocument();
}

QWidget *KernelPanel::buildHeader() {
    m_kernels = new QComboBox;
    m_kernels->setObjectName(QStringLiteral("kernelChoice"));
    m_kernels->setAccessibleName(tr("Fused kernel"));
    m_kernels->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_kernels->setMinimumContentsLength(16);
    connect(m_kernels, &QComboBox::activated, this, [this](int at) {
        const std::string name = m_kernels->itemText(at).toStdString();
        choose(m_kernels->itemData(at).toInt(), name);
        m_context.selection.selectKernel(m_compilation, name, this);
    });
    m_text = new SegmentedControl(
        tr("Which text"),
        {{QStringLiteral("loops"), tr("Loops"), tr("What is loaded, computed and stored in each loop")},
         {QStringLiteral("before"), tr("IR before"), tr("LLVM IR before its optimizer")},
         {QStringLiteral("after"), tr("IR after"), tr("LLVM IR after its optimizer")},
         {QStringLiteral("assembly"), tr("Assembly"), tr("Of this machine")}});
    m_text->setObjectName(QStringLiteral("kernelText"));
    connect(m_text, &SegmentedControl::changed, this, &KernelPanel::showText);
    m_facts = new QLabel;
    m_facts->setObjectName(QStringLiteral("kernelFacts"));
    m_facts->setProperty("role", "secondary");
    m_facts->setWordWrap(true);
    m_facts->setContentsMargins(12, 2, 12, 6);
    auto *header = new QWidget;
    auto *row = new QHBoxLayout(header);
    row->setContentsMargins(8, 4, 8, 4);
    row->addWidget(m_kernels, 1);
    row->addWidget(m_text);
    return header;
}

const Compilation *KernelPanel::compilation() const {
    const auto &all = m_context.document.session().compilations;
    return m_compilation >= 0 && size_t(m_compilation) < all.size() ? &all[size_t(m_compilation)] : nullptr;
}

GraphPtr KernelPanel::graph() const {
    const Compilation *record = compilation();
    if (!record) return nullptr;
    for (const KernelRecord &kernel : record->kernels)
        if (kernel.name == m_kernel) return record->final.find(kernel.graph);
    return nullptr;
}

QString KernelPanel::contentAsText() const {
    return m_facts->text() + QLatin1Char('\n') + m_view->allAsText();
}

void KernelPanel::fillKernels() {
    m_kernels->clear();
    for (const Compilation &compilation : m_context.document.session().compilations)
        for (const KernelRecord &kernel : compilation.kernels)
            m_kernels->addItem(QString::fromStdString(kernel.name), compilation.index);
}

void KernelPanel::followDocument() {
    fillKernels();
    m_stack->setCurrentIndex(m_kernels->count() == 0 ? 0 : 1);
    if (m_kernels->count() == 0) return m_model.setRows({});
    const Anchor &anchor = m_context.selection.current();
    if (m_compilation >= 0) return choose(m_compilation, m_kernel);
    if (!anchor.kernel.empty()) return choose(anchor.compilation, anchor.kernel);
    choose(m_kernels->itemData(0).toInt(), m_kernels->itemText(0).toStdString());
}

void KernelPanel::followSelection(const Anchor &anchor, QObject *source) {
    if (source != this && anchor.compilation >= 0 && !anchor.kernel.empty()) choose(anchor.compilation, anchor.kernel);
    if (source != this) highlight();
}

void KernelPanel::choose(int compilation, const std::string &kernel) {
    for (int i = 0; i < m_kernels->count(); ++i)
        if (m_kernels->itemData(i).toInt() == compilation && m_kernels->itemText(i).toStdString() == kernel)
            m_kernels->setCurrentIndex(i);
    if (compilation == m_compilation && kernel == m_kernel) return;
    m_compilation = compilation;
    m_kernel = kernel;
    makeTexts();
}

void KernelPanel::makeTexts() {
    m_texts.reset();
    m_model.setRows({});
    m_facts->setText(tr("Making the texts ..."));
    const GraphPtr kernel = graph();
    if (!kernel) return m_facts->setText(tr("The recording lacks the graph of this kernel."));
    m_isWorking = true;
    m_context.jobs.run(
        QStringLiteral("kernel-texts"), tr("Making the texts of a kernel"), this,
        [kernel](const CancelFlag &) { return kernelTexts(*kernel); },
        [this](Result<KernelTexts> texts) {
            m_isWorking = false;
            if (!texts) return m_facts->setText(QString::fromStdString(texts.error().message));
            m_texts = std::move(*texts);
            showText();
        });
}

void KernelPanel::showText() {
    const GraphPtr kernel = graph();
    if (!m_texts || !kernel) return;
    const QString id = m_text->current();
    const std::string &text = id == QLatin1String("before")     ? m_texts->unoptimizedIr
                              : id == QLatin1String("after")    ? m_texts->optimizedIr
                              : id == QLatin1String("assembly") ? m_texts->assembly
                                                                : m_texts->loops;
    std::vector<KernelCodeRow> rows;
    for (const KernelLine &line : kernelLines(text)) {
        KernelCodeRow row{int(rows.size()) + 1, line.member, nullptr, QString::fromStdString(line.code)};
        if (line.member > 0 && size_t(line.member) <= kernel->nodes.size())
            row.node = kernel->nodes[size_t(line.member) - 1];
        rows.push_back(std::move(row));
    }
    const QSignalBlocker quiet(m_view->selectionModel());
    m_model.setRows(std::move(rows));
    for (int column = 0; column < m_model.columnCount(); ++column)
        m_view->resizeColumnToContents(column);
    const int bits = widestRegisterBits(m_texts->assembly);
    const KernelCoverage &coverage = m_texts->coverage;
    m_facts->setText(workText() +
                     tr("Widest vector register: %1. %2 instructions: %3 of members, %4 of these with a source line; "
                        "%5 of no single member. Made for this machine.")
                         .arg(bits > 0 ? tr("%1 bits").arg(bits) : tr("not known"))
                         .arg(coverage.instructions)
                         .arg(coverage.ofMembers)
                         .arg(coverage.withSource)
                         .arg(coverage.ofNone));
    highlight();
}

/** Work and memory of one run, or "" where they are not known. */
QString KernelPanel::workText() const {
    for (const KernelRecord &kernel : compilation()->kernels) {
        const auto cost = kernel.name == m_kernel ? kernelCost(*compilation(), kernel) : std::nullopt;
        if (cost && cost->bytes > 0)
            return tr("One run: %1 flops, %2 bytes read and written, %3 flops per byte. ")
                .arg(cost->flops, 0, 'f', 0)
                .arg(cost->bytes, 0, 'f', 0)
                .arg(cost->flops / cost->bytes, 0, 'f', 2);
    }
    return {};
}

/** Goes to the first line of the selected node; if it has none here, to that of the selected source line. */
void KernelPanel::highlight() {
    const Anchor &anchor = m_context.selection.current();
    if (!compilation() || anchor.compilation != m_compilation) return;
    std::vector<NodeId> nodes;
    if (anchor.node.valid() && anchor.pass != -1) nodes = descendants(*compilation(), anchor.pass, anchor.node, -1);
    if (anchor.node.valid() && anchor.pass == -1) nodes = {anchor.node};
    const auto isOfNode = [&](const KernelCodeRow &row) {
        return row.node && std::find(nodes.begin(), nodes.end(), row.node->id) != nodes.end();
    };
    const auto isOfLine = [&](const KernelCodeRow &row) {
        if (anchor.line <= 0 || !row.node || !row.node->spans || row.node->spans->empty()) return false;
        const SourceSpan &place = row.node->spans->front();
        return place.line == anchor.line && place.file == anchor.file;
    };
    const auto &rows = m_model.rows();
    auto found = std::find_if(rows.begin(), rows.end(), isOfNode);
    if (found == rows.end()) found = std::find_if(rows.begin(), rows.end(), isOfLine);
    if (found == rows.end()) return;
    const QSignalBlocker quiet(m_view->selectionModel());
    m_view->selectSourceRow(int(found - rows.begin()));
    m_view->viewport()->update();
}

void KernelPanel::chooseLine() {
    const int at = m_view->currentSourceRow();
    if (at < 0 || !m_model.row(at).node) return;
    m_context.selection.selectNode(m_compilation, -1, m_model.row(at).node->id, this);
}

PanelDef kernelPanel() {
    return {.id = QStringLiteral("kernel"),
            .title = QT_TRANSLATE_NOOP("Panels", "Kernel code"),
            .summary = QT_TRANSLATE_NOOP("Panels", "A fused kernel from its loops to the assembly, with its members"),
            .area = PanelArea::Bottom,
            .create = [](const PanelContext &context, QWidget *parent) -> Panel * {
                return new KernelPanel(context, parent);
            }};
}

} // namespace kernelpanel
} // namespace jitscope
