// SPDX-License-Identifier: GPL-3.0-or-later
// Follows the selection (or stays locked), has the values worked out in one job, and joins the panel's parts.
#include "app/panels/values/valuespanel.h"

#include "app/models/tensortext.h"
#include "app/panels/values/comparebar.h"
#include "app/panels/values/missingvalue.h"
#include "app/panels/values/operandchips.h"
#include "app/panels/values/valuesaver.h"
#include "app/panels/values/valueview.h"
#include "app/sdk/runner.h"
#include "app/sdk/savefile.h"
#include "app/sdk/selection.h"
#include "app/sdk/theme.h"
#include "app/sdk/widgets/elidedlabel.h"
#include "engine/importing/importer.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"
#include "engine/tensor/tensorprint.h"

#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QShortcut>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>

namespace jitscope {
inline namespace valuespanel {

namespace {

const QString valueTag = QStringLiteral("values"), otherTag = QStringLiteral("values.other");
constexpr int busyNoteDelayMs = 200; ///< before what was shown gives way to a note that the values are worked out

} // namespace

class ValuesPanel : public Panel {
    Q_OBJECT
    Q_PROPERTY(QVariant viewState READ viewState WRITE setViewState)

public:
    ValuesPanel(const PanelContext &context, QWidget *parent)
        : Panel(parent)
        , m_context(context)
        , m_pages(new QStackedLayout(this)) {
        m_missing = new MissingValue(context);
        m_pages->addWidget(m_missing);
        m_pages->addWidget(buildPage());
        m_busyNoteTimer.setInterval(busyNoteDelayMs);
        m_busyNoteTimer.setSingleShot(true);
        connect(&m_busyNoteTimer, &QTimer::timeout, this, [this] {
            m_loading->show();
            m_view->clearPicture(); // that of another tensor must not stand under this one's name for long
        });
        connect(&context.selection, &Selection::changed, this, &ValuesPanel::follow);
        connect(&context.selection, &Selection::elementChanged, this, &ValuesPanel::onElementChanged);
        connect(&context.document, &Document::replaced, this, [this] {
            m_gradients.clear();
            m_lock->setChecked(false);
            follow();
        });
        connect(&context.document, &Document::appended, this, [this] { onAppended(); });
        connect(&context.jobs, &Jobs::failed, this, [this](const QString &tag, const QString &, const QString &reason) {
            if (tag == valueTag) showFailure(reason);
        });
        connect(&context.runner, &Runner::valuesChanged, this, [this] { show(m_tensor); });
        auto *goTo = new QShortcut(QKeySequence(QStringLiteral("Ctrl+G")), this);
        goTo->setContext(Qt::WidgetWithChildrenShortcut);
        connect(goTo, &QShortcut::activated, m_view, &ValueView::focusIndex);
        follow();
    }

    bool isReady() const override { return !m_isComputing && m_view->isReady(); }
    QString contentAsText() const override {
        if (m_pages->currentIndex() == 0) return {};
        return m_title->text() + QLatin1Char('\n') + m_view->text() + m_compare->text();
    }
    bool startFind() override {
        if (m_pages->currentIndex() == 0) return false;
        m_view->focusIndex();
        return true;
    }
    /** The tensor that is kept in view and the operator that it was looked at from; none while it follows. */
    QVariant viewState() const {
        return isLocked() ? QVariantList{qlonglong(m_tensor), qlonglong(m_op)} : QVariantList();
    }
    void setViewState(const QVariant &state) {
        const QVariantList parts = state.toList();
        if (parts.size() != 2) return;
        m_lock->setChecked(true);
        m_op = parts[1].toLongLong();
        show(parts[0].toLongLong());
    }
    /** Compares with the same line of another recording. */
    Q_INVOKABLE void compareWithFile(const QString &path);
    Q_INVOKABLE void saveTo(const QString &path) { m_saver->save(m_view->tensor(), path); }

private:
    QWidget *buildPage();
    QLayout *buildHead();
    QWidget *buildLoading();
    void buildMenu();
    const Session &session() const { return m_context.document.session(); }
    bool isLocked() const { return m_lock->isChecked(); }
    void follow();
    void lock(bool locked);
    void onAppended();
    void show(int64_t tensor);
    void showHead(const TensorRecord &record, const std::optional<OpEvent> &op);
    void request();
    void showFound(const ShownValue &found);
    bool showWeight();
    void showFailure(const QString &reason);
    void choose(qint64 tensor);
    void tellElement(qint64 element) { m_context.selection.setElement(m_tensor, element, this); }
    void onElementChanged(QObject *source);
    void saveAs();
    void copyPython();

    PanelContext m_context;
    QStackedLayout *m_pages;
    MissingValue *m_missing;
    ElidedLabel *m_title = nullptr, *m_type = nullptr;
    QToolButton *m_lock = nullptr, *m_more = nullptr;
    OperandChips *m_chips = nullptr;
    CompareBar *m_compare = nullptr;
    ValueView *m_view = nullptr;
    ValueSaver *m_saver = nullptr;
    QWidget *m_loading = nullptr;
    QTimer m_busyNoteTimer;
    GradientIndex m_gradients;
    int64_t m_tensor = -1, m_op = -1; ///< what is shown, and of which operator
    Tensor m_weight;                  ///< shown instead of a recorded tensor
    bool m_isComputing = false;
};

QWidget *ValuesPanel::buildPage() {
    auto *page = new QWidget;
    auto *column = new QVBoxLayout(page);
    column->setContentsMargins(12, 10, 12, 10);
    column->setSpacing(metrics::grid);
    column->addLayout(buildHead());
    m_chips = new OperandChips;
    connect(m_chips, &OperandChips::chosen, this, &ValuesPanel::choose);
    column->addWidget(m_chips);
    column->addWidget(buildLoading());
    m_view = new ValueView(m_context.jobs);
    connect(m_view, &ValueView::picked, this, &ValuesPanel::tellElement);
    connect(m_view, &ValueView::originWanted, this, [this] {
        tellElement(m_view->element());
        m_context.show(panels::origin);
    });
    column->addWidget(m_view, 1);
    m_compare = new CompareBar;
    connect(m_compare, &CompareBar::changed, this, [this] {
        m_view->releaseRange();
        request();
    });
    connect(m_compare, &CompareBar::elementWanted, m_view, &ValueView::goTo);
    connect(m_compare, &CompareBar::fileWanted, this, [this] {
        const QString path = QFileDialog::getOpenFileName(this, tr("Compare with another recording"), {},
                                                          tr("Recordings (*.jitscope);;All files (*)"));
        if (!path.isEmpty()) compareWithFile(path);
    });
    column->addWidget(m_compare);
    m_saver = new ValueSaver(m_context.jobs);
    connect(m_saver, &ValueSaver::ended, this, [this](const QString &sentence) { m_context.notify(sentence); });
    column->addWidget(m_saver);
    return page;
}

QLayout *ValuesPanel::buildHead() {
    auto *row = new QHBoxLayout;
    row->setSpacing(metrics::grid);
    m_title = new ElidedLabel;
    m_title->setObjectName(QStringLiteral("valuesTitle"));
    m_title->setFont(boldUiFont());
    m_title->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed); // the type gives way first
    row->addWidget(m_title);
    m_type = new ElidedLabel;
    m_type->setFont(codeFont());
    m_type->setProperty("role", QStringLiteral("secondary"));
    row->addWidget(m_type, 1);
    m_lock = new QToolButton;
    m_lock->setObjectName(QStringLiteral("lockTensor"));
    m_lock->setProperty("role", QStringLiteral("flat"));
    m_lock->setCheckable(true);
    m_lock->setFocusPolicy(Qt::StrongFocus);
    m_lock->setText(tr("follow current op"));
    m_lock->setToolTip(tr("Press to keep this tensor in view whatever is selected"));
    connect(m_lock, &QToolButton::toggled, this, &ValuesPanel::lock);
    row->addWidget(m_lock);
    m_more = new QToolButton;
    m_more->setObjectName(QStringLiteral("valueMenu"));
    m_more->setText(QStringLiteral("⋯"));
    m_more->setProperty("role", QStringLiteral("flat"));
    m_more->setFocusPolicy(Qt::StrongFocus);
    m_more->setAccessibleName(tr("Save and copy"));
    m_more->setToolTip(m_more->accessibleName());
    m_more->setPopupMode(QToolButton::InstantPopup);
    buildMenu();
    row->addWidget(m_more);
    return row;
}

void ValuesPanel::buildMenu() {
    auto *menu = new QMenu(this);
    menu->addAction(tr("Save as .npy..."), this, &ValuesPanel::saveAs)->setObjectName(QStringLiteral("saveNpy"));
    menu->addAction(tr("Copy what is in view"), this, [this] { QApplication::clipboard()->setText(m_view->text()); })
        ->setObjectName(QStringLiteral("copyValues"));
    menu->addAction(tr("Copy as Python"), this, &ValuesPanel::copyPython)->setObjectName(QStringLiteral("copyPython"));
    m_more->setMenu(menu);
}

QWidget *ValuesPanel::buildLoading() {
    m_loading = new QWidget;
    auto *row = new QHBoxLayout(m_loading);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(new QLabel(tr("Working out the values…")));
    row->addStretch(1);
    auto *cancel = new QPushButton(tr("Cancel"));
    connect(cancel, &QPushButton::clicked, this, [this] {
        m_context.jobs.cancel(valueTag);
        m_busyNoteTimer.stop();
        m_isComputing = false;
        m_loading->hide();
    });
    row->addWidget(cancel);
    m_loading->hide();
    return m_loading;
}

void ValuesPanel::follow() {
    if (isLocked()) return;
    const Anchor &anchor = m_context.selection.current();
    m_op = anchor.op;
    show(anchor.tensor);
}

void ValuesPanel::lock(bool locked) {
    m_lock->setText(locked ? tr("locked") : tr("follow current op"));
    m_lock->setToolTip(locked ? tr("Press to follow the current operator again")
                              : tr("Press to keep this tensor in view whatever is selected"));
    if (!locked) follow();
}

void ValuesPanel::onAppended() {
    m_gradients.update(session());
    const auto op = session().op(m_op);
    if (m_tensor >= 0) m_chips->setChips(chipsOf(session(), op, m_tensor, m_gradients), m_tensor);
}

void ValuesPanel::showFailure(const QString &reason) {
    m_busyNoteTimer.stop();
    m_loading->hide();
    m_isComputing = false;
    m_pages->setCurrentIndex(0);
    m_missing->showReason(reason);
}

void ValuesPanel::choose(qint64 tensor) {
    if (isLocked())
        show(tensor);
    else
        m_context.selection.selectTensor(tensor);
}

void ValuesPanel::show(int64_t tensor) {
    m_context.jobs.cancel(valueTag);
    m_busyNoteTimer.stop();
    m_loading->hide();
    m_isComputing = false;
    m_gradients.update(session());
    m_tensor = tensor;
    m_weight = {};
    const auto record = session().tensor(tensor);
    const auto op = session().op(m_op);
    if (!record) {
        if (showWeight()) return;
        m_pages->setCurrentIndex(0);
        if (op && !op->error.empty())
            return m_missing->showState(tr("This operator failed"), QString::fromStdString(op->error));
        return m_missing->showState(
            !op ? tr("Nothing is selected") : tr("This operator gave no tensor"),
            tr("Click an operator, a node, a source line or a slice; its tensor's values appear here."));
    }
    showHead(*record, op);
    const bool isWrite = op && op->writes && !op->outputs.empty() && op->outputs.front() == tensor;
    m_compare->setInPlace(isWrite);
    m_compare->show();
    if (!record->value.defined()) {
        const auto reason = record->value.memory() ? record->value.load() : Result<Tensor>(Error{});
        m_pages->setCurrentIndex(0);
        return m_missing->showReason(reason ? QString() : QString::fromStdString(reason.error().message));
    }
    m_pages->setCurrentIndex(1);
    request();
}

void ValuesPanel::showHead(const TensorRecord &record, const std::optional<OpEvent> &op) {
    QString title = !op ? QString() : QStringLiteral("#%1 ").arg(op->number) + QString::fromStdString(op->op);
    const auto chips = chipsOf(session(), op, record.id, m_gradients);
    for (const Chip &chip : chips)
        if (chip.tensor == record.id) {
            title += (title.isEmpty() ? QString() : QStringLiteral(" · ")) + chip.label;
            break;
        }
    // Looked at from the operator without being one of its own: its name says more.
    const bool isOwn = !op || op->inputs.contains(record.id) || op->outputs.contains(record.id);
    if (!isOwn && !record.name.empty()) title = QString::fromStdString(record.name);
    m_title->setText(title);
    m_title->setToolTip(title);
    m_type->setText(QString::fromStdString(brief(record.dtype, record.shape)));
    m_chips->setChips(chips, record.id);
}

/** The weight or constant that a selected node of a graph is: those need no recording. */
bool ValuesPanel::showWeight() {
    const Anchor &anchor = m_context.selection.current();
    const Compilation *compilation = session().compilation(anchor.compilation);
    if (compilation == nullptr) return false;
    const NodePtr node = findNode(moduleAt(*compilation, anchor.pass), anchor.node);
    if (!node) return false;
    m_weight = node->weight->defined() ? *node->weight : node->value->asTensor() ? *node->value->asTensor() : Tensor();
    if (!m_weight.defined()) return false;
    m_title->setText(QString::fromStdString(node->name));
    m_type->setText(QString::fromStdString(brief(m_weight.dtype(), m_weight.shape())));
    m_chips->setChips({}, -1);
    m_compare->hide();
    m_pages->setCurrentIndex(1);
    request();
    return true;
}

void ValuesPanel::request() {
    const auto record = session().tensor(m_tensor);
    if (!record && !m_weight.defined()) return;
    ValueRequest wanted;
    wanted.tensor = m_tensor;
    wanted.value = record ? record->value : RecordedValue(m_weight);
    if (record) {
        wanted.compare = m_compare->choice();
        wanted.side = m_compare->side();
    }
    // What is in memory is in the table at once; everything else follows from the job.
    const Tensor ready = wanted.side == ValueSide::This ? wanted.value.inMemory() : Tensor();
    if (ready.defined()) m_view->showTensor(ready);
    const bool isSameShape = !record || m_view->choice().shape == record->shape;
    wanted.choice = isSameShape ? m_view->choice() : CutChoice::of(record->shape);
    m_isComputing = true;
    m_busyNoteTimer.start();
    m_context.jobs.run(valueTag, tr("Values of %1").arg(m_title->text()), this,
                       ValueWork(std::move(wanted), m_context.document.lend()),
                       [this](const ShownValue &found) { showFound(found); });
}

void ValuesPanel::showFound(const ShownValue &found) {
    if (!found.isWhole) return request(); // the program stopped meanwhile; there is more to look through
    m_isComputing = false;
    m_busyNoteTimer.stop();
    m_loading->hide();
    if (!found.error.empty()) {
        m_pages->setCurrentIndex(0);
        return m_missing->showReason(QString::fromStdString(found.error));
    }
    m_compare->setResult(found);
    if (!found.tensor.sameView(m_view->tensor())) m_view->showTensor(found.tensor);
    m_view->showFound(found);
    onElementChanged(nullptr); // it may have been chosen elsewhere before the tensor was here
}

void ValuesPanel::onElementChanged(QObject *source) {
    const Selection &selection = m_context.selection;
    if (source == this || m_isComputing || selection.elementTensor() != m_tensor) return;
    if (selection.element() >= 0 && selection.element() != m_view->element()) m_view->goTo(selection.element());
}

void ValuesPanel::compareWithFile(const QString &path) {
    m_context.jobs.run(
        otherTag, tr("Opening %1").arg(QFileInfo(path).fileName()), this,
        [file = path.toStdString()](const CancelFlag &) { return openPath(file); },
        [this, path](Result<Session> opened) {
            if (!opened) return m_context.notify(QString::fromStdString(opened.error().message));
            auto other = std::make_shared<Session>(*std::move(opened));
            other->linkTensors();
            m_compare->setOtherFile(QFileInfo(path).fileName(), std::move(other));
        });
}

void ValuesPanel::saveAs() {
    if (!m_view->tensor().defined()) return;
    const QString name = QStringLiteral("tensor%1.npy").arg(m_tensor);
    const QString path = askSavePath(this, tr("Save the tensor"), name, tr("NumPy arrays (*.npy)"));
    if (!path.isEmpty()) saveTo(path);
}

void ValuesPanel::copyPython() {
    if (!m_view->tensor().defined()) return;
    const auto text = tensorAsPython(m_view->tensor());
    if (text)
        QApplication::clipboard()->setText(*text);
    else
        m_context.notify(QString::fromStdString(text.error().message));
}

PanelDef valuesPanel() {
    return {.id = QStringLiteral("values"),
            .title = QT_TRANSLATE_NOOP("Panels", "Values"),
            .summary = QT_TRANSLATE_NOOP("Panels", "Every element of a tensor: table, heat map, histogram, comparison"),
            .area = PanelArea::Right,
            .create = [](const PanelContext &context, QWidget *parent) -> Panel * {
                return new ValuesPanel(context, parent);
            }};
}

} // namespace valuespanel
} // namespace jitscope

#include "valuespanel.moc"
