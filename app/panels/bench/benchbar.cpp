// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/bench/benchbar.h"

#include "app/sdk/theme.h"
#include "app/sdk/widgets/elidedlabel.h"
#include "app/sdk/widgets/flatbutton.h"
#include "app/sdk/widgets/numberedit.h"

#include <QAction>
#include <QComboBox>
#include <QDoubleValidator>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QMenu>
#include <QProgressBar>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

namespace jitscope {
inline namespace benchpanel {

namespace {

constexpr int progressSteps = 1000;
constexpr double usualSeconds = 0.5, leastSeconds = 0.01, mostSeconds = 3600;
const QString expressionData = QStringLiteral("an expression"); ///< no name of a function has a blank

struct RowChoice {
    const char *title, *words;
};
constexpr RowChoice rowChoices[] = {
    {QT_TRANSLATE_NOOP("jitscope::benchpanel::BenchBar", "All rows"), ""},
    {QT_TRANSLATE_NOOP("jitscope::benchpanel::BenchBar", "Forward only"), "forward"},
    {QT_TRANSLATE_NOOP("jitscope::benchpanel::BenchBar", "Forward + backward only"), "backward"},
    {QT_TRANSLATE_NOOP("jitscope::benchpanel::BenchBar", "Eager, ast at O0 and O1"), "ast O0 forward, ast O1 forward"},
    {QT_TRANSLATE_NOOP("jitscope::benchpanel::BenchBar", "The captures at O1"), "O1 forward"}};

QHBoxLayout *newRow() {
    auto *row = new QHBoxLayout;
    row->setSpacing(metrics::grid - 2);
    return row;
}

} // namespace

BenchBar::BenchBar(QWidget *parent)
    : QWidget(parent)
    , m_functions(new QComboBox(this))
    , m_expression(new QLineEdit(this))
    , m_rows(new QLineEdit(this))
    , m_python(new QLineEdit(this))
    , m_seconds(new NumberEdit(tr("Seconds for each row"), this))
    , m_start(new QToolButton(this))
    , m_export(flatButton(QStringLiteral("benchExport"), tr("Export"), tr("Take the table away"), this))
    , m_progress(new QProgressBar(this))
    , m_doing(new ElidedLabel) {
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(metrics::grid, metrics::grid - 2, metrics::grid, metrics::grid - 2);
    column->setSpacing(metrics::grid - 2);
    column->addLayout(buildFirstRow());
    column->addLayout(buildSecondRow());
    setFunctions({});
    setProgress(0, {});
    setAction(Action::Start);
    setExportable(false);
    connect(m_functions, &QComboBox::currentIndexChanged, this, [this] {
        m_isChosen = true;
        m_expression->setVisible(isExpression());
    });
    connect(m_functions, &QComboBox::activated, this, [this] {
        if (isExpression()) m_expression->setFocus(Qt::OtherFocusReason); // what is typed now is the expression
    });
    connect(m_start, &QToolButton::clicked, this,
            [this] { m_action == Action::Stop ? Q_EMIT stopAsked() : Q_EMIT startAsked(); });
    for (QLineEdit *edit : {m_expression, m_rows, m_python})
        connect(edit, &QLineEdit::returnPressed, this, [this] {
            if (m_action == Action::Start) Q_EMIT startAsked();
        });
}

QLayout *BenchBar::buildFirstRow() {
    m_functions->setObjectName(QStringLiteral("benchFunctions"));
    m_functions->setAccessibleName(tr("Function to measure"));
    m_functions->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_functions->setMinimumContentsLength(8);
    m_expression->setObjectName(QStringLiteral("benchExpression"));
    m_expression->setAccessibleName(tr("Expression to measure"));
    m_expression->setPlaceholderText(tr("an expression of the script's names, such as f(x, y)"));
    m_start->setObjectName(QStringLiteral("benchStart"));
    m_start->setProperty("role", QStringLiteral("primary"));
    m_start->setFocusPolicy(Qt::StrongFocus);
    m_export->setMenu(buildExportMenu());
    m_export->setPopupMode(QToolButton::InstantPopup);
    auto *row = newRow();
    row->addWidget(m_functions, 1);
    row->addWidget(m_expression, 2);
    row->addWidget(m_start);
    row->addWidget(m_export);
    return row;
}

QLayout *BenchBar::buildSecondRow() {
    m_rows->setObjectName(QStringLiteral("benchRows"));
    m_rows->setAccessibleName(tr("Rows to measure"));
    m_rows->setPlaceholderText(tr("all rows"));
    m_rows->setToolTip(tr("Words that a row has to have, alternatives between commas: ast O1, trace forward. The words "
                          "are eager, ast, bytecode, trace, O0, O1, GE, fullgraph, forward and backward."));
    m_rows->setMinimumWidth(90);
    auto *choices = flatButton(QStringLiteral("benchRowChoices"), tr("Rows"), tr("Choose rows"), this);
    choices->setMenu(buildRowMenu());
    choices->setPopupMode(QToolButton::InstantPopup);
    m_seconds->setObjectName(QStringLiteral("benchSeconds"));
    m_seconds->setNumber(usualSeconds, 6);
    m_seconds->setToolTip(tr("How many seconds each row is timed"));
    m_seconds->setMaximumWidth(64);
    auto *validator = new QDoubleValidator(leastSeconds, mostSeconds, 3, m_seconds);
    validator->setLocale(QLocale::c());
    m_seconds->setValidator(validator);
    auto *unit = new QLabel(tr("s each"), this);
    unit->setProperty("role", QStringLiteral("secondary"));
    unit->setBuddy(m_seconds);
    m_python->setObjectName(QStringLiteral("benchPython"));
    m_python->setAccessibleName(tr("Another Python to measure in"));
    m_python->setPlaceholderText(tr("another Python: MindSpore, PyTorch"));
    m_python->setToolTip(tr("The path of a Python that has MindSpore or PyTorch installed: the same rows are measured "
                            "there, in turn, and held against those here. PyTorch runs what was captured of the "
                            "function, eagerly beside eager and by torch.compile beside the rows of graphs"));
    m_python->setMinimumWidth(90);
    m_progress->setObjectName(QStringLiteral("benchProgress"));
    m_progress->setRange(0, progressSteps);
    m_progress->setTextVisible(false);
    m_progress->setAccessibleName(tr("Progress of the measuring"));
    m_doing->setProperty("role", QStringLiteral("hint"));
    auto *row = newRow();
    row->addWidget(choices);
    row->addWidget(m_rows, 2);
    row->addWidget(m_seconds);
    row->addWidget(unit);
    row->addWidget(m_python, 2);
    row->addWidget(m_progress, 1);
    row->addWidget(m_doing, 1);
    return row;
}

QMenu *BenchBar::buildRowMenu() {
    auto *menu = new QMenu(this);
    for (const RowChoice &choice : rowChoices)
        menu->addAction(tr(choice.title), this,
                        [this, &choice] { m_rows->setText(QString::fromLatin1(choice.words)); });
    return menu;
}

QMenu *BenchBar::buildExportMenu() {
    auto *menu = new QMenu(this);
    menu->addAction(tr("Copy as text"), this, &BenchBar::copyAsked);
    menu->addAction(tr("CSV…"), this, &BenchBar::csvAsked);
    menu->addAction(tr("HTML page…"), this, &BenchBar::htmlAsked);
    return menu;
}

void BenchBar::setFunctions(const QStringList &names) {
    const QString before = m_functions->currentData().toString();
    const QSignalBlocker quiet(m_functions);
    m_functions->clear();
    for (const QString &name : names)
        m_functions->addItem(name, name);
    m_functions->addItem(tr("An expression…"), expressionData);
    m_functions->setCurrentIndex(m_isChosen ? std::max(0, m_functions->findData(before)) : 0);
    m_expression->setVisible(isExpression());
}

bool BenchBar::isExpression() const {
    return m_functions->currentData().toString() == expressionData;
}

Result<BenchTask> BenchBar::task() const {
    BenchTask task;
    if (isExpression())
        task.expression = m_expression->text().trimmed().toStdString();
    else
        task.functions = {m_functions->currentData().toString().toStdString()};
    if (isExpression() && task.expression.empty())
        return Error{tr("Type an expression, such as f(x, y), or choose a function.").toStdString()};
    if (const std::string words = m_rows->text().trimmed().toStdString(); !words.empty()) {
        auto rows = benchRowsNamed(words);
        if (!rows) return rows.error();
        task.rows = *std::move(rows);
    }
    const double seconds = QLocale::c().toDouble(m_seconds->text());
    task.seconds = seconds > 0 ? seconds : usualSeconds;
    task.otherPython = m_python->text().trimmed().toStdString();
    return task;
}

void BenchBar::setAction(Action action) {
    m_action = action;
    m_start->setText(action == Action::Stop ? tr("Stop") : tr("Measure"));
    m_start->setAccessibleName(m_start->text());
    m_start->setToolTip(action == Action::Stop
                            ? tr("End the measuring; what was measured stays")
                            : tr("Run the script in a process of its own until the function was called, then measure "
                                 "every row in turn"));
    for (QWidget *widget :
         {static_cast<QWidget *>(m_functions), static_cast<QWidget *>(m_expression), static_cast<QWidget *>(m_rows),
          static_cast<QWidget *>(m_python), static_cast<QWidget *>(m_seconds)})
        widget->setEnabled(action == Action::Start);
}

void BenchBar::setProgress(double share, const QString &what) {
    m_progress->setValue(int(share * progressSteps));
    m_doing->setText(what);
    m_progress->setVisible(!what.isEmpty());
    m_doing->setVisible(!what.isEmpty());
}

void BenchBar::setExportable(bool isExportable) {
    m_export->setEnabled(isExportable);
}

} // namespace benchpanel
} // namespace jitscope

#include "moc_benchbar.cpp"
