// SPDX-License-Identifier: GPL-3.0-or-later
// Frames above, the chosen one's names below; values are changed in place while the program stands still.
#include "app/panels/callstack/callstackpanel.h"

#include "app/models/framesource.h"
#include "app/models/modeltext.h"
#include "app/models/rowmenu.h"
#include "app/models/sentenceline.h"
#include "app/models/tablemodel.h"
#include "app/models/variablecopy.h"
#include "app/models/variablemodel.h"
#include "app/models/variableview.h"
#include "app/sdk/document.h"
#include "app/sdk/jumps.h"
#include "app/sdk/playhead.h"
#include "app/sdk/runner.h"
#include "app/sdk/selection.h"
#include "app/sdk/watchlist.h"
#include "app/sdk/widgets/emptystate.h"
#include "engine/session/session.h"

#include <QMenu>
#include <QCoreApplication>
#include <QFileInfo>
#include <QHash>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QScopedValueRollback>
#include <QSplitter>
#include <QStackedLayout>
#include <QVBoxLayout>

#include <unordered_map>

namespace jitscope {
inline namespace callstackpanel {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(jitscope::callstackpanel::CallstackPanel)
};

constexpr int namedInFrame = 3;  ///< small values that stand beside a frame
constexpr size_t smallText = 12; ///< what counts as small

struct FrameRow {
    QString function, place, values;
    bool isChosen = false, isLive = false;
    bool operator==(const FrameRow &) const = default;
};

QString placeOf(const SourceSpan &span) {
    return QStringLiteral("%1:%2").arg(QFileInfo(QString::fromStdString(span.file)).fileName()).arg(span.line);
}

/** "B=2 N=196": numbers and short texts among the locals. */
QString smallValues(const FrameView &frame) {
    QStringList texts;
    for (const Variable &each : frame.variables) {
        const bool isSmall = each.type == "int" || each.type == "float" || each.type == "bool" || each.type == "str";
        if (!isSmall || each.isGlobal || each.text.size() > smallText) continue;
        texts.append(QString::fromStdString(each.name + "=" + each.text));
        if (texts.size() == namedInFrame) break;
    }
    return texts.join(QLatin1Char(' '));
}

QString functionText(const FrameRow &row) {
    return QString::fromUtf8(!row.isChosen ? "   " : row.isLive ? "▶ " : "▷ ") + row.function;
}

std::vector<TableColumn<FrameRow>> frameColumns() {
    using Column = TableColumn<FrameRow>;
    // Member by member: GCC 12 cannot compile the designated initializers of these three.
    std::vector<Column> columns(3);
    columns[0].title = Words::tr("Function");
    columns[0].text = functionText;
    columns[1].title = Words::tr("Line");
    columns[1].text = [](const FrameRow &row) { return row.place; };
    columns[1].font = Column::Font::Code;
    columns[2].title = Words::tr("Values");
    columns[2].text = [](const FrameRow &row) { return row.values; };
    columns[2].font = Column::Font::Code;
    columns[2].colour = [](const FrameRow &) { return currentTheme().text2; };
    return columns;
}

/** Locals and globals, each a group; those that differ from `before` are marked. */
std::vector<VariableRow> groupsOf(const FrameView &frame, const std::vector<Variable> *before, const Session &session) {
    std::unordered_map<std::string_view, const Variable *> old;
    if (before)
        for (const Variable &each : *before)
            old.emplace(each.name, &each);
    std::vector<VariableRow> groups(2);
    for (const Variable &each : frame.variables) {
        VariableRow row = rowOf(each, session);
        const auto known = old.find(each.name);
        row.isChanged = before && (known == old.end() || !(*known->second == each));
        groups[each.isGlobal ? 1 : 0].children.push_back(std::move(row));
    }
    groups[0].name = QCoreApplication::translate("jitscope::callstackpanel::CallstackPanel", "Locals");
    groups[1].name = QCoreApplication::translate("jitscope::callstackpanel::CallstackPanel", "Globals");
    for (VariableRow &group : groups)
        group.isGroup = true;
    std::erase_if(groups, [](const VariableRow &group) { return group.children.empty(); });
    return groups;
}

} // namespace

class CallstackPanel : public Panel {
    Q_OBJECT
public:
    CallstackPanel(const PanelContext &context, QWidget *parent)
        : Panel(parent)
        , m_context(context)
        , m_source(context, this)
        , m_frames(new TableModel<FrameRow>(frameColumns(), this))
        , m_frameView(new QTreeView)
        , m_view(new VariableView(context.health))
        , m_sentence(new SentenceLine(this))
        , m_empty(new EmptyState(QStringLiteral("callstack"), {}, {}))
        , m_pages(new QStackedLayout(this)) {
        buildFrames();
        m_view->setObjectName(QStringLiteral("callstackVariables"));
        m_view->setAccessibleName(tr("Names of the chosen frame"));
        m_sentence->setObjectName(QStringLiteral("callstackSentence"));
        m_sentence->hide();
        buildPages();
        setFocusProxy(m_frameView);

        connect(&m_source, &FrameSource::changed, this, &CallstackPanel::refresh);
        connect(&context.runner, &Runner::stateChanged, this, [this] {
            updateEditable();
            if (m_source.kind() == FrameSource::Kind::None) showNothing();
        });
        connect(m_view, &VariableView::tensorWanted, this, [this](qlonglong tensor) {
            m_context.selection.showTensor(tensor, this);
            m_context.show(panels::values);
        });
        connect(m_view, &VariableView::pythonWanted, this, [this](const QModelIndex &index) {
            if (const VariableRow *row = m_view->variables().row(index)) copyAsPython(*row, m_context, this);
        });
        connect(m_view, &VariableView::watchWanted, this, [this](const QString &name) {
            WatchList::of(m_context.document).add(name);
            m_context.show(panels::watch);
        });
        m_view->variables().edited = [this](const QModelIndex &index, const QString &text) { assign(index, text); };
        refresh();
    }

    bool isReady() const override { return m_source.kind() != FrameSource::Kind::Live || m_source.hasVariables(); }

    QString contentAsText() const override {
        if (m_source.kind() == FrameSource::Kind::None) return {};
        QString text = modelText(*m_frames);
        const FrameView *chosen = m_source.chosen();
        const QString sentence = chosen ? sentenceOf(*chosen) : m_source.sentence();
        if (!sentence.isEmpty()) text += QLatin1Char('\n') + sentence + QLatin1Char('\n');
        return text + QLatin1Char('\n') + m_view->allAsText();
    }

private:
    void buildFrames() {
        m_frameView->setObjectName(QStringLiteral("callstackFrames"));
        m_frameView->setAccessibleName(tr("Frames, innermost first"));
        m_frameView->setModel(m_frames);
        m_frameView->setRootIsDecorated(false);
        m_frameView->setUniformRowHeights(true);
        m_frameView->setFrameShape(QFrame::NoFrame);
        m_frameView->setHeaderHidden(true);
        m_frameView->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
        m_frameView->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
        connect(m_frameView->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
                [this](const QModelIndex &current) {
                    if (m_filling || !current.isValid()) return;
                    // Choosing fills the list anew, which it must not while it moves its current row.
                    QMetaObject::invokeMethod(
                        this, [this, row = current.row()] { choose(row); }, Qt::QueuedConnection);
                });
        // A click or Enter on the frame that is chosen already goes to its line again.
        connect(m_frameView, &QTreeView::activated, this, [this](const QModelIndex &index) { choose(index.row()); });
        RowMenu::of(*m_frameView).addPart([this](QMenu &menu, const QModelIndex &index) {
            if (size_t(index.row()) >= m_source.frames().size()) return;
            const SourceSpan &place = m_source.frames()[size_t(index.row())].frame.span;
            Anchor anchor;
            anchor.file = place.file;
            anchor.line = place.line;
            addJumps(menu, m_context, anchor, objectName());
        });
    }

    void buildPages() {
        auto *lower = new QWidget;
        auto *column = new QVBoxLayout(lower);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(0);
        column->addWidget(m_sentence);
        column->addWidget(m_view, 1);
        auto *split = new QSplitter(Qt::Vertical);
        split->setChildrenCollapsible(false);
        split->addWidget(m_frameView);
        split->addWidget(lower);
        split->setStretchFactor(0, 1);
        split->setStretchFactor(1, 2);
        m_pages->addWidget(m_empty);
        m_pages->addWidget(split);
    }

    void choose(int frame) {
        if (size_t(frame) < m_source.frames().size())
            m_context.playhead.chooseFrame(frame, m_source.frames()[size_t(frame)].frame);
    }

    void refresh() {
        if (m_source.kind() == FrameSource::Kind::None || m_source.frames().empty()) {
            showNothing();
            return;
        }
        const QScopedValueRollback<bool> filling(m_filling, true);
        m_pages->setCurrentIndex(1);
        const int chosen = m_source.chosenIndex();
        std::vector<FrameRow> rows;
        for (const FrameView &view : m_source.frames())
            rows.push_back({functionOf(view), placeOf(view.frame.span), smallValues(view), int(rows.size()) == chosen,
                            m_source.kind() == FrameSource::Kind::Live});
        if (rows != m_frames->rows()) m_frames->setRows(std::move(rows));
        m_frameView->setCurrentIndex(m_frames->index(chosen, 0));
        m_sentence->setText(sentenceOf(m_source.frames()[size_t(chosen)]));
        updateEditable();
        // Between two stops the old names stay for the moment that the new ones take to come.
        if (m_source.kind() != FrameSource::Kind::Live || m_source.hasVariables()) showVariables(chosen);
    }

    static QString functionOf(const FrameView &view) {
        const QString function = QString::fromStdString(view.frame.function);
        return view.isCaptured ? tr("%1 (compiled)").arg(function) : function;
    }

    QString sentenceOf(const FrameView &chosen) const {
        if (!chosen.isCaptured) return m_source.sentence();
        return tr("It runs as a compiled graph: no Python names. Its node is in Values.");
    }

    void showVariables(int chosen) {
        const FrameView &frame = m_source.frames()[size_t(chosen)];
        std::vector<VariableRow> groups = groupsOf(frame, m_source.before(chosen), m_context.document.session());
        QHash<QString, bool> open; // groups as the user left them
        for (int i = 0; i < m_view->variables().rowCount(); ++i)
            open.insert(m_view->variables().rows()[size_t(i)].name,
                        m_view->isExpanded(m_view->variables().index(i, 0)));
        const QString current = m_view->currentName();
        m_view->variables().setRows(std::move(groups));
        if (!m_view->currentIndex().isValid() && !current.isEmpty())
            m_view->setCurrentIndex(m_view->variables().find(current));
        // By default the first: locals, or the globals of a script's own frame, which has no others.
        for (int i = 0; i < m_view->variables().rowCount(); ++i)
            m_view->setExpanded(m_view->variables().index(i, 0),
                                open.value(m_view->variables().rows()[size_t(i)].name, i == 0));
    }

    void showNothing() {
        m_pages->setCurrentIndex(0);
        const bool isRunning = m_context.runner.state() == RunState::Running;
        m_empty->setTexts(isRunning ? tr("The program runs") : tr("No call stack"),
                          isRunning ? tr("Pause it with F6 to see where it is.")
                                    : tr("Step with F10, set a breakpoint with F9, or select an operator that ran."));
        m_view->variables().setRows({});
    }

    void updateEditable() {
        const bool canEdit = m_source.kind() == FrameSource::Kind::Live && m_context.runner.state() == RunState::Paused;
        VariableModel &model = m_view->variables();
        model.editable = canEdit ? QSet<int>{VariableModel::ValueColumn} : QSet<int>{};
        model.valueToolTip =
            canEdit ? tr("F2 changes it in the program, which then goes on with the new value. There is no undo: an "
                         "old value can only be assigned again.")
                    : tr("It can be changed while the program stands still and you are at the live end.");
    }

    void assign(const QModelIndex &index, const QString &text) {
        const VariableRow *row = m_view->variables().row(index);
        if (!row || text.isEmpty() || text == row->value) return;
        const QString name = row->name;
        const Variable *variable = m_source.find(name.toStdString());
        const bool isGlobal = variable && variable->isGlobal;
        const QString target = isGlobal ? QStringLiteral("globals()['%1']").arg(name) : name;
        m_context.runner.assign(m_source.chosenIndex(), target, text, this,
                                [this, name](const EvaluationResult &result) {
                                    if (!result.error.empty()) showError(name, QString::fromStdString(result.error));
                                });
    }

    void showError(const QString &name, const QString &error) {
        const QModelIndex index = m_view->variables().find(name);
        if (!index.isValid()) return;
        VariableRow row = *m_view->variables().row(index);
        row.error = error;
        m_view->variables().setRow(index, std::move(row));
    }

    PanelContext m_context;
    FrameSource m_source;
    TableModel<FrameRow> *m_frames;
    QTreeView *m_frameView;
    VariableView *m_view;
    SentenceLine *m_sentence;
    EmptyState *m_empty;
    QStackedLayout *m_pages;
    bool m_filling = false; ///< the list changes by itself: do not take that for a choice of the user
};

PanelDef callstackPanel() {
    return {.id = QStringLiteral("callstack"),
            .title = QStringLiteral(QT_TRANSLATE_NOOP("Panels", "Call stack")),
            .summary = QStringLiteral(
                QT_TRANSLATE_NOOP("Panels", "The Python frames where the program stands, with their names")),
            .area = PanelArea::Bottom,
            .create = [](const PanelContext &context, QWidget *parent) -> Panel * {
                return new CallstackPanel(context, parent);
            }};
}

} // namespace callstackpanel
} // namespace jitscope

#include "callstackpanel.moc"
