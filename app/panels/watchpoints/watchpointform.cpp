// SPDX-License-Identifier: GPL-3.0-or-later
// Builds its rows from the records of the rules, so a new rule needs nothing here.
#include "app/panels/watchpoints/watchpointform.h"

#include "app/models/queryedit.h"
#include "app/sdk/theme.h"
#include "app/sdk/widgets/numberedit.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

namespace jitscope {
inline namespace watchpointspanel {

namespace {

QString translated(const std::string &text) {
    return QCoreApplication::translate("WatchRules", text.c_str());
}

constexpr int summaryWidth = 360;

} // namespace

QString titleOf(const WatchRule &rule) {
    return translated(rule.title);
}

QString thresholdsText(const Watchpoint &watchpoint) {
    const WatchRule *rule = watchRule(watchpoint.rule);
    if (rule == nullptr) return {};
    QStringList parts;
    for (const WatchParameter &parameter : rule->parameters)
        if (const auto given = watchpoint.parameters.find(parameter.id); given != watchpoint.parameters.end())
            parts += translated(parameter.summary) + QLatin1Char(' ') + QString::number(given->second, 'g', 6);
    return parts.isEmpty() ? translated(rule->summary) : parts.join(QStringLiteral(", "));
}

WatchpointForm::WatchpointForm(const Watchpoint &watchpoint, QWidget *parent)
    : QDialog(parent)
    , m_given(watchpoint)
    , m_rule(new QComboBox)
    , m_action(new QComboBox)
    , m_summary(new QLabel)
    , m_error(new QLabel)
    , m_filter(new QueryEdit(tr("all operators"))) {
    setWindowTitle(watchpoint.rule.empty() ? tr("Add a watchpoint") : tr("Change the watchpoint"));
    setObjectName(QStringLiteral("watchpointForm"));
    m_rule->setObjectName(QStringLiteral("watchRule"));
    m_rule->setAccessibleName(tr("Rule"));
    for (const WatchRule &rule : watchRules())
        m_rule->addItem(titleOf(rule), QString::fromStdString(rule.id));
    m_action->setObjectName(QStringLiteral("watchAction"));
    m_action->setAccessibleName(tr("On a hit"));
    m_action->addItem(tr("Stop the program"), true);
    m_action->addItem(tr("Only list it"), false);
    m_action->setCurrentIndex(watchpoint.stops ? 0 : 1);
    m_summary->setWordWrap(true);
    m_summary->setMinimumWidth(summaryWidth);
    m_summary->setProperty("role", QStringLiteral("secondary"));
    m_error->setObjectName(QStringLiteral("watchError"));
    m_error->setWordWrap(true);
    m_error->hide();
    m_filter->setObjectName(QStringLiteral("watchFilter"));
    m_filter->setText(QString::fromStdString(watchpoint.filter));

    auto *column = new QVBoxLayout(this);
    column->setSpacing(metrics::grid);
    column->addWidget(m_rule);
    column->addWidget(m_summary);
    m_parameterRoom = new QWidget;
    column->addWidget(m_parameterRoom);
    auto *last = new QGridLayout;
    last->setColumnStretch(1, 1);
    last->addWidget(new QLabel(tr("Only operators")), 0, 0);
    last->addWidget(m_filter, 0, 1);
    last->addWidget(new QLabel(tr("On a hit")), 1, 0);
    last->addWidget(m_action, 1, 1);
    column->addLayout(last);
    column->addWidget(m_error);
    auto *buttons = new QDialogButtonBox;
    QPushButton *save =
        buttons->addButton(watchpoint.rule.empty() ? tr("Add") : tr("Change"), QDialogButtonBox::AcceptRole);
    save->setObjectName(QStringLiteral("takeWatchpoint"));
    save->setDefault(true);
    buttons->addButton(tr("Cancel"), QDialogButtonBox::RejectRole);
    connect(buttons, &QDialogButtonBox::accepted, this, &WatchpointForm::take);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    column->addWidget(buttons);

    const int given = m_rule->findData(QString::fromStdString(watchpoint.rule));
    if (given >= 0) m_rule->setCurrentIndex(given);
    connect(m_rule, &QComboBox::currentIndexChanged, this, &WatchpointForm::showRule);
    showRule();
}

void WatchpointForm::showRule() {
    delete m_parameters;
    qDeleteAll(m_parameterRoom->findChildren<QWidget *>(QString(), Qt::FindDirectChildrenOnly));
    m_rows.clear();
    m_parameters = new QGridLayout(m_parameterRoom);
    m_parameters->setContentsMargins(0, 0, 0, 0);
    m_parameters->setColumnStretch(0, 1);
    const WatchRule *rule = watchRule(m_rule->currentData().toString().toStdString());
    if (rule == nullptr) return;
    m_summary->setText(translated(rule->summary));
    for (const WatchParameter &parameter : rule->parameters)
        addParameter(parameter);
}

void WatchpointForm::addParameter(const WatchParameter &parameter) {
    const bool isGiven = m_given.rule == m_rule->currentData().toString().toStdString();
    const auto given = m_given.parameters.find(parameter.id);
    const bool hasValue = isGiven && given != m_given.parameters.end();
    // A new watchpoint begins with the first threshold of its rule, so that it watches something.
    const bool isFirst =
        !isGiven && parameter.isOptional &&
        std::none_of(m_rows.begin(), m_rows.end(), [](const ParameterRow &row) { return row.isSet->isEnabled(); });
    auto *isSet = new QCheckBox(translated(parameter.summary));
    isSet->setObjectName(QString::fromStdString(parameter.id + "Set"));
    isSet->setChecked(hasValue || isFirst || !parameter.isOptional);
    isSet->setEnabled(parameter.isOptional);
    auto *value = new NumberEdit(translated(parameter.summary));
    value->setNumber(hasValue ? given->second : parameter.preset, 10);
    value->setObjectName(QString::fromStdString(parameter.id));
    value->setEnabled(isSet->isChecked());
    connect(isSet, &QCheckBox::toggled, value, &QWidget::setEnabled);
    const int line = int(m_rows.size());
    m_parameters->addWidget(isSet, line, 0);
    m_parameters->addWidget(value, line, 1);
    m_rows.push_back({parameter.id, isSet, value});
}

Watchpoint WatchpointForm::watchpoint() const {
    Watchpoint made;
    made.rule = m_rule->currentData().toString().toStdString();
    made.filter = m_filter->text().trimmed().toStdString();
    made.stops = m_action->currentData().toBool();
    made.isEnabled = m_given.isEnabled;
    for (const ParameterRow &row : m_rows)
        if (row.isSet->isChecked()) made.parameters[row.id] = row.value->text().toDouble();
    return made;
}

void WatchpointForm::take() {
    QString wrong;
    for (const ParameterRow &row : m_rows) {
        bool isNumber = false;
        row.value->text().toDouble(&isNumber);
        if (row.isSet->isChecked() && !isNumber) wrong = tr("\"%1\" is no number.").arg(row.value->text());
    }
    const Watchpoint made = watchpoint();
    const auto checked = checkWatchpoint(made);
    if (wrong.isEmpty() && !checked) wrong = QString::fromStdString(checked.error().message);
    m_error->setText(QStringLiteral("✕ ") + wrong);
    m_error->setVisible(!wrong.isEmpty());
    if (!wrong.isEmpty()) return;
    Q_EMIT taken(made);
    accept();
}

} // namespace watchpointspanel
} // namespace jitscope

#include "moc_watchpointform.cpp"
