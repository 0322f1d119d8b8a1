// SPDX-License-Identifier: GPL-3.0-or-later
// The filter's field with its memory and its words, and the small fields beside it.
#include "app/panels/events/eventfilterbar.h"

#include "app/models/queryedit.h"
#include "app/sdk/icons.h"
#include "app/sdk/settings.h"
#include "app/sdk/theme.h"
#include "app/sdk/widgets/segmentedcontrol.h"

#include <QHBoxLayout>
#include <QRegularExpressionValidator>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

namespace jitscope {
inline namespace eventspanel {

namespace {

const QString recentKey = QStringLiteral("events/recentFilters");
constexpr int recentLimit = 10;
constexpr int numberWidth = 76;
constexpr int typingMs = 150; ///< the beginning of a word is no filter yet

} // namespace

EventFilterBar::EventFilterBar(QWidget *parent)
    : QWidget(parent)
    , m_filter(new QueryEdit(tr("filter: MatMul, nan(out), time > 1ms, scope:fc"), this))
    , m_recent(new QToolButton(this))
    , m_form(new SegmentedControl(tr("Show operators as"),
                                  {{QStringLiteral("list"), tr("List"), tr("Operators in the order in which they ran")},
                                   {QStringLiteral("tree"), tr("Tree"), tr("Below their phase, functions and cells")}},
                                  this))
    , m_number(new QLineEdit(this))
    , m_explanation(new QLabel(this)) {
    m_filter->setObjectName(QStringLiteral("eventFilter"));
    m_number->setObjectName(QStringLiteral("eventNumber"));
    m_explanation->setObjectName(QStringLiteral("eventExplanation"));
    m_recent->setProperty("role", "flat");
    m_recent->setIcon(themedIcon(QStringLiteral("arrow-down")));
    m_recent->setIconSize({9, 9});
    m_recent->setToolTip(tr("Recent filters"));
    m_recent->setAccessibleName(tr("Recent filters"));
    m_recent->setFocusPolicy(Qt::TabFocus);
    m_number->setPlaceholderText(tr("go to #"));
    m_number->setAccessibleName(tr("Go to the operator of this number"));
    m_number->setToolTip(tr("Type a number and press Enter"));
    m_number->setValidator(
        new QRegularExpressionValidator(QRegularExpression(QStringLiteral("#?\\d{0,12}")), m_number));
    m_number->setFixedWidth(numberWidth);
    m_explanation->setWordWrap(true);
    m_explanation->setProperty("role", "hint");
    m_explanation->hide();

    auto *line = new QHBoxLayout;
    line->setSpacing(4);
    line->addWidget(m_filter, 1);
    line->addWidget(m_recent);
    line->addWidget(m_form);
    line->addWidget(m_number);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(metrics::grid, 4, metrics::grid, 4);
    column->setSpacing(2);
    column->addLayout(line);
    column->addWidget(m_explanation);

    m_filter->installEventFilter(this);
    m_number->installEventFilter(this);
    m_delay.setSingleShot(true);
    m_delay.setInterval(typingMs);
    connect(&m_delay, &QTimer::timeout, this, &EventFilterBar::apply);
    connect(m_filter, &QueryEdit::queryChanged, this, &EventFilterBar::onQuery);
    connect(m_filter, &QLineEdit::editingFinished, this, &EventFilterBar::remember);
    connect(m_recent, &QToolButton::clicked, this, &EventFilterBar::openRecent);
    connect(m_form, &SegmentedControl::changed, this, &EventFilterBar::formChanged);
    connect(m_number, &QLineEdit::returnPressed, this, [this] {
        const QString digits = m_number->text().remove(QLatin1Char('#'));
        m_number->clear();
        if (!digits.isEmpty()) Q_EMIT numberWanted(digits.toLongLong());
        Q_EMIT listWanted();
    });
}

QString EventFilterBar::filter() const {
    return m_filter->text().trimmed();
}

void EventFilterBar::setFilter(const QString &text) {
    m_filter->setText(text);
    apply();
    remember();
}

void EventFilterBar::focusFilter() {
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

void EventFilterBar::typeNumber(const QString &digits) {
    m_number->setFocus(Qt::OtherFocusReason);
    m_number->setText(digits);
}

void EventFilterBar::onQuery() {
    explain();
    filter().isEmpty() ? apply() : m_delay.start();
}

void EventFilterBar::apply() {
    m_delay.stop();
    const Result<Query> &query = m_filter->query();
    // A filter that cannot be understood leaves the one before in force, and says so.
    if (!query || query->text() == m_applied) return;
    m_applied = query->text();
    Q_EMIT filterChanged(*query);
}

void EventFilterBar::explain() {
    const Result<Query> &query = m_filter->query();
    const QString words = m_filter->explanation();
    const QColor colour = query ? currentTheme().text3 : currentTheme().error;
    m_explanation->setText(query ? words : QString(QStringLiteral("✕ ") + words));
    m_explanation->setStyleSheet(QStringLiteral("color: %1").arg(colour.name()));
    m_explanation->setVisible(!words.isEmpty());
}

void EventFilterBar::remember() {
    if (filter().isEmpty() || !m_filter->query()) return;
    QStringList recent = settingsFile().value(recentKey).toStringList();
    recent.removeAll(filter());
    recent.prepend(filter());
    settingsFile().setValue(recentKey, QStringList(recent.mid(0, recentLimit)));
}

void EventFilterBar::openRecent() {
    QMenu menu(this);
    const QStringList recent = settingsFile().value(recentKey).toStringList();
    for (const QString &each : recent)
        menu.addAction(each, this, [this, each] { setFilter(each); });
    if (!recent.isEmpty()) menu.addSeparator();
    for (const char *example : {"nan(out) or inf(out)", "phase == \"backward\"", "time > 1ms", "error != \"\""})
        menu.addAction(tr("Example: %1").arg(QLatin1String(example)), this,
                       [this, example] { setFilter(QLatin1String(example)); });
    menu.exec(m_recent->mapToGlobal(QPoint(0, m_recent->height())));
}

bool EventFilterBar::eventFilter(QObject *watched, QEvent *event) {
    if (event->type() != QEvent::KeyPress) return QWidget::eventFilter(watched, event);
    const int key = static_cast<QKeyEvent *>(event)->key();
    const bool isEnter = key == Qt::Key_Return || key == Qt::Key_Enter;
    const bool leavesFilter = watched == m_filter && (isEnter || key == Qt::Key_Down);
    const bool leavesNumber = watched == m_number && key == Qt::Key_Escape;
    if (leavesNumber) m_number->clear();
    if (leavesFilter) {
        apply();
        remember();
    }
    if (!leavesFilter && !leavesNumber) return QWidget::eventFilter(watched, event);
    Q_EMIT listWanted();
    return true;
}

void EventFilterBar::changeEvent(QEvent *event) {
    if (event->type() == QEvent::PaletteChange) explain();
    QWidget::changeEvent(event);
}

} // namespace eventspanel
} // namespace jitscope

#include "moc_eventfilterbar.cpp"
