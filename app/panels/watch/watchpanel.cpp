// SPDX-License-Identifier: GPL-3.0-or-later
// Live, Python is asked; in the past only names that were recorded at a stop are known, and the rest says so.
#include "app/panels/watch/watchpanel.h"

#include "app/models/framesource.h"
#include "app/models/sentenceline.h"
#include "app/models/variablecopy.h"
#include "app/models/variablemodel.h"
#include "app/models/variableview.h"
#include "app/panels/watch/watchexpression.h"
#include "app/sdk/document.h"
#include "app/sdk/playhead.h"
#include "app/sdk/runner.h"
#include "app/sdk/selection.h"
#include "app/sdk/settings.h"
#include "app/sdk/theme.h"
#include "app/sdk/watchlist.h"
#include "app/sdk/widgets/emptystate.h"
#include "engine/session/session.h"

#include <QAction>
#include <QCoreApplication>
#include <QDragEnterEvent>
#include <QLineEdit>
#include <QMimeData>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace jitscope {
inline namespace watchpanel {

namespace {

/** The text that Python prints for a text, without its quotes. */
QString unquoted(const QString &text) {
    return text.size() >= 2 && text.startsWith(QLatin1Char('\'')) ? text.mid(1, text.size() - 2) : text;
}

/** The forms that a recorded tensor answers without Python. */
QString recordedForm(const TensorRecord &tensor, const QString &suffix) {
    if (suffix == QStringLiteral("shape")) {
        QStringList sizes;
        for (int64_t size : tensor.shape)
            sizes.append(QString::number(size));
        return QStringLiteral("(%1%2)").arg(sizes.join(QStringLiteral(", ")),
                                            sizes.size() == 1 ? QStringLiteral(",") : QString());
    }
    if (suffix == QStringLiteral("dtype")) return QString::fromStdString(std::string(info(tensor.dtype).name));
    return {};
}

bool isName(const QString &text) {
    if (text.isEmpty() || text[0].isDigit()) return false;
    return std::all_of(text.begin(), text.end(), [](QChar c) { return c.isLetterOrNumber() || c == QLatin1Char('_'); });
}

} // namespace

class WatchPanel : public Panel {
    Q_OBJECT
public:
    WatchPanel(const PanelContext &context, QWidget *parent)
        : Panel(parent)
        , m_context(context)
        , m_list(WatchList::of(context.document))
        , m_source(context, this)
        , m_view(new VariableView(context.health))
        , m_sentence(new SentenceLine(this))
        , m_input(new QLineEdit)
        , m_pages(new QStackedWidget) {
        m_view->setObjectName(QStringLiteral("watchTable"));
        m_view->setAccessibleName(tr("Watch expressions"));
        m_view->setRootIsDecorated(false);
        m_view->variables().editable = {VariableModel::NameColumn};
        m_view->variables().edited = [this](const QModelIndex &index, const QString &text) {
            replace(index.row(), text);
        };
        m_sentence->setObjectName(QStringLiteral("watchSentence"));
        m_sentence->hide();
        buildInput();
        buildPages();
        buildActions();
        setAcceptDrops(true);

        connect(&context.document, &Document::replaced, this, &WatchPanel::followScript);
        connect(&context.document, &Document::appended, this, &WatchPanel::followScript);
        connect(&m_source, &FrameSource::changed, this, &WatchPanel::refresh);
        connect(&m_list, &WatchList::changed, this, &WatchPanel::onListChanged);
        connect(&context.runner, &Runner::paused, this, &WatchPanel::keepValues);
        connect(&context.runner, &Runner::began, this, [this] { m_givenUp.clear(); });
        connect(&context.playhead, &Playhead::frameChosen, this, [this] { m_before.clear(); });
        connect(m_view, &VariableView::tensorWanted, this, [this](qlonglong tensor) {
            m_context.selection.showTensor(tensor, this);
            m_context.show(panels::values);
        });
        connect(m_view, &VariableView::pythonWanted, this, [this](const QModelIndex &index) {
            if (const VariableRow *row = m_view->variables().row(index)) copyAsPython(*row, m_context, this);
        });
        connect(m_view, &VariableView::watchWanted, this, [this](const QString &name) { m_list.add(name); });
        followScript();
        onListChanged();
    }

    bool isReady() const override { return m_waiting == 0; }
    QString contentAsText() const override { return m_list.expressions().isEmpty() ? QString() : m_view->allAsText(); }

protected:
    void dragEnterEvent(QDragEnterEvent *event) override {
        if (event->mimeData()->hasText()) event->acceptProposedAction();
    }
    void dropEvent(QDropEvent *event) override {
        for (const QString &line : event->mimeData()->text().split(QLatin1Char('\n'), Qt::SkipEmptyParts))
            m_list.add(line);
        event->acceptProposedAction();
    }

private:
    void buildInput() {
        m_input->setObjectName(QStringLiteral("watchInput"));
        m_input->setPlaceholderText(tr("Add an expression: loss, or w,shape"));
        m_input->setAccessibleName(tr("Add a watch expression"));
        m_input->setFont(codeFont());
        QStringList lines{tr("Any Python expression in the chosen frame. Behind a comma without a blank, a form:")};
        for (const WatchForm &form : watchForms())
            lines.append(QStringLiteral(",%1 - %2").arg(QLatin1String(form.suffix), tr(form.summary)));
        m_input->setToolTip(lines.join(QLatin1Char('\n')));
        m_view->variables().valueToolTip = m_input->toolTip();
        connect(m_input, &QLineEdit::returnPressed, this, [this] {
            m_list.add(m_input->text());
            m_input->clear();
        });
    }

    void buildPages() {
        auto *empty = new EmptyState(QStringLiteral("watch"), tr("Nothing is watched"),
                                     tr("Type an expression below, drop a name here, or choose Add to Watch in the "
                                        "editor. It is evaluated at every stop."));
        m_pages->addWidget(empty);
        m_pages->addWidget(m_view);
        auto *column = new QVBoxLayout(this);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(0);
        column->addWidget(m_sentence);
        column->addWidget(m_pages, 1);
        auto *foot = new QVBoxLayout;
        foot->setContentsMargins(metrics::grid, 4, metrics::grid, metrics::grid);
        foot->addWidget(m_input);
        column->addLayout(foot);
        setFocusProxy(m_input);
    }

    void buildActions() {
        const auto add = [this](const QString &text, const QKeySequence &key, auto action) {
            auto *entry = new QAction(text, m_view);
            entry->setShortcut(key);
            entry->setShortcutContext(Qt::WidgetShortcut);
            connect(entry, &QAction::triggered, this, action);
            m_view->addAction(entry);
        };
        add(tr("Remove"), QKeySequence(Qt::Key_Delete), [this] { removeCurrent(); });
        add(tr("Move up"), QKeySequence(Qt::ALT | Qt::Key_Up), [this] { moveCurrent(-1); });
        add(tr("Move down"), QKeySequence(Qt::ALT | Qt::Key_Down), [this] { moveCurrent(1); });
        add(tr("Add an expression"), QKeySequence(Qt::Key_Insert), [this] { m_input->setFocus(); });
    }

    void replace(int row, const QString &text) {
        QStringList all = m_list.expressions();
        if (m_givenUp.remove(text)) refresh();
        if (text.isEmpty())
            all.removeAt(row);
        else
            all[row] = text;
        all.removeDuplicates();
        // The view still works on its row: the list changes when it is done.
        QMetaObject::invokeMethod(
            this, [this, all] { m_list.setExpressions(all); }, Qt::QueuedConnection);
    }

    void removeCurrent() {
        QStringList all = m_list.expressions();
        const int row = m_view->currentIndex().row();
        if (row < 0) return;
        all.removeAt(row);
        m_list.setExpressions(all);
        m_view->setCurrentIndex(m_view->variables().index(std::min(row, int(all.size()) - 1), 0));
    }

    void moveCurrent(int by) {
        QStringList all = m_list.expressions();
        const int row = m_view->currentIndex().row(), to = row + by;
        if (row < 0 || to < 0 || to >= all.size()) return;
        all.move(row, to);
        m_list.setExpressions(all);
        m_view->setCurrentIndex(m_view->variables().index(to, 0));
    }

    QString key() const {
        QString script = m_script;
        return QStringLiteral("watch/") + script.replace(QLatin1Char('/'), QLatin1Char('|'));
    }

    /** Each script has its expressions; those typed before one ran go with the first that does. */
    void followScript() {
        const auto &info = m_context.document.session().info;
        const auto found = info.find("script");
        if (found == info.end() || QString::fromStdString(found->second) == m_script) return;
        const QStringList typed = m_script.isEmpty() ? m_list.expressions() : QStringList();
        m_script = QString::fromStdString(found->second);
        QStringList all = settingsFile().value(key()).toStringList() + typed;
        all.removeDuplicates();
        m_list.setExpressions(all);
    }

    void onListChanged() {
        if (!m_script.isEmpty() && m_list.expressions().isEmpty())
            settingsFile().remove(key());
        else if (!m_script.isEmpty())
            settingsFile().setValue(key(), m_list.expressions());
        m_pages->setCurrentIndex(m_list.expressions().isEmpty() ? 0 : 1);
        refresh();
    }

    /** Another stop: what is shown now is what the new values are compared with. */
    void keepValues() {
        m_before.clear();
        for (const VariableRow &row : m_view->variables().rows())
            if (row.error.isEmpty() && row.hint.isEmpty()) m_before.insert(row.name, {row.value, row.tensor});
    }

    void refresh() {
        using Kind = FrameSource::Kind;
        m_sentence->setText(m_list.expressions().isEmpty() ? QString() : m_source.sentence());
        const bool isLive = m_source.kind() == Kind::Live;
        std::vector<VariableRow> rows;
        for (const QString &expression : m_list.expressions()) {
            const VariableRow *old = m_view->variables().row(m_view->variables().find(expression));
            rows.push_back(isLive ? (old ? *old : VariableRow{.name = expression}) : recorded(expression));
        }
        m_view->variables().setRows(std::move(rows));
        if (isLive && m_source.hasVariables()) evaluateAll();
    }

    VariableRow recorded(const QString &expression) const {
        VariableRow row{.name = expression};
        const WatchExpression parsed = WatchExpression::parse(expression);
        const Variable *variable = isName(parsed.source) ? m_source.find(parsed.source.toStdString()) : nullptr;
        const int64_t op = m_context.playhead.viewed();
        row.hint = m_source.kind() == FrameSource::Kind::None || op < 0 ? tr("known at the next stop")
                                                                        : tr("not known at #%1").arg(op);
        if (!variable) return row;
        const Session &session = m_context.document.session();
        if (!parsed.form) {
            row = rowOf(*variable, session);
            row.name = expression;
            return row;
        }
        const auto tensor = session.tensor(variable->tensor);
        const QString text = tensor ? recordedForm(*tensor, QLatin1String(parsed.form->suffix)) : QString();
        if (text.isEmpty()) return row;
        row.hint.clear();
        row.value = text;
        return row;
    }

    void evaluateAll() {
        ++m_round;
        QStringList wanted = m_list.expressions();
        wanted.removeIf([this](const QString &expression) { return m_givenUp.contains(expression); });
        m_waiting = int(wanted.size());
        for (const QString &expression : wanted) {
            const WatchExpression parsed = WatchExpression::parse(expression);
            m_context.runner.evaluate(m_source.chosenIndex(), parsed.python(), this,
                                      [this, expression, parsed, round = m_round](const EvaluationResult &result) {
                                          if (round == m_round) take(expression, parsed, result);
                                      });
        }
    }

    void take(const QString &expression, const WatchExpression &parsed, const EvaluationResult &result) {
        m_waiting = std::max(0, m_waiting - 1);
        const QModelIndex index = m_view->variables().find(expression);
        if (!index.isValid()) return;
        VariableRow row = rowOf(result.value, m_context.document.session());
        row.name = expression;
        row.error = QString::fromStdString(result.error);
        if (result.error.starts_with("TimeLimit:")) {
            // Each stop would wait for it again.
            m_givenUp.insert(expression);
            row.error += QLatin1Char(' ') + tr("It is tried again in the next run, or when you edit it.");
        }
        if (parsed.form && parsed.form->isText) row.value = unquoted(row.value);
        const auto before = m_before.constFind(expression);
        row.isChanged = before != m_before.constEnd() && *before != std::pair(row.value, row.tensor);
        m_view->variables().setRow(index, std::move(row));
    }

    PanelContext m_context;
    WatchList &m_list;
    FrameSource m_source;
    VariableView *m_view;
    SentenceLine *m_sentence;
    QLineEdit *m_input;
    QStackedWidget *m_pages;
    QString m_script;                                     ///< whose expressions are shown
    QHash<QString, std::pair<QString, int64_t>> m_before; ///< values at the stop before
    QSet<QString> m_givenUp;                              ///< took too long in this run
    int m_round = 0;                                      ///< answers to an earlier one are too late
    int m_waiting = 0;
};

PanelDef watchPanel() {
    return {.id = QStringLiteral("watch"),
            .title = QStringLiteral(QT_TRANSLATE_NOOP("Panels", "Watch")),
            .summary = QStringLiteral(
                QT_TRANSLATE_NOOP("Panels", "Python expressions, evaluated in the chosen frame at every stop")),
            .area = PanelArea::Right,
            .create = [](const PanelContext &context, QWidget *parent) -> Panel * {
                return new WatchPanel(context, parent);
            }};
}

} // namespace watchpanel
} // namespace jitscope

#include "watchpanel.moc"
