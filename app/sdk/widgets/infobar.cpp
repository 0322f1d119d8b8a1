// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sdk/widgets/infobar.h"

#include "app/sdk/icons.h"
#include "app/sdk/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QScrollArea>
#include <QToolButton>

namespace jitscope {
inline namespace sdk {

namespace {

constexpr int iconSize = 16;
constexpr int messageLines = 4, messageLetters = 600;
constexpr int detailLines = 9;

/** A message of any length takes some lines only; whoever copies it gets all of it. */
QString firstLines(const QString &message) {
    const QString lines = message.section(QLatin1Char('\n'), 0, messageLines - 1);
    return lines == message && message.size() <= messageLetters ? message
                                                                : lines.left(messageLetters) + QStringLiteral(" …");
}

QColor colourOf(InfoBar::Kind kind) {
    const Theme &theme = currentTheme();
    if (kind == InfoBar::Kind::Error) return theme.error;
    return kind == InfoBar::Kind::Warning ? theme.warning : theme.accent;
}

QToolButton *flatButton(QWidget *parent) {
    auto *button = new QToolButton(parent);
    button->setProperty("role", "flat");
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

void name(QToolButton *button, const QString &text) {
    button->setText(text);
    button->setAccessibleName(text);
}

} // namespace

InfoBar::InfoBar(QWidget *parent)
    : QFrame(parent)
    , m_icon(new QLabel(this))
    , m_message(new QLabel(this))
    , m_details(new QLabel)
    , m_detailArea(new QScrollArea(this))
    , m_more(flatButton(this))
    , m_copy(flatButton(this))
    , m_close(flatButton(this)) {
    setObjectName(QStringLiteral("infoBar"));
    m_message->setObjectName(QStringLiteral("infoBarMessage"));
    m_message->setWordWrap(true);
    m_message->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_details->setFont(codeFont());
    m_details->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_details->setWordWrap(true);
    m_details->setMargin(metrics::grid / 2);
    // The longest traceback takes no more than some lines of the window, and its longest word no width.
    m_message->setMinimumWidth(1);
    m_detailArea->setWidget(m_details);
    m_detailArea->setWidgetResizable(true);
    m_detailArea->setFrameShape(QFrame::NoFrame);
    m_detailArea->setFixedHeight(QFontMetrics(codeFont()).lineSpacing() * detailLines);
    m_close->setIcon(themedIcon(QStringLiteral("close")));
    m_close->setToolButtonStyle(Qt::ToolButtonIconOnly);
    m_more->setCheckable(true);

    auto *grid = new QGridLayout(this);
    grid->setContentsMargins(metrics::grid + 4, 5, metrics::grid, 5);
    grid->setHorizontalSpacing(metrics::grid);
    grid->addWidget(m_icon, 0, 0);
    grid->addWidget(m_message, 0, 1);
    m_answerRow = new QHBoxLayout;
    grid->addLayout(m_answerRow, 0, 2);
    grid->addWidget(m_more, 0, 3);
    grid->addWidget(m_copy, 0, 4);
    grid->addWidget(m_close, 0, 5);
    grid->addWidget(m_detailArea, 1, 1, 1, 5);
    grid->setColumnStretch(1, 1);

    connect(m_more, &QToolButton::toggled, m_detailArea, &QWidget::setVisible);
    connect(m_close, &QToolButton::clicked, this, &QWidget::hide);
    connect(m_copy, &QToolButton::clicked, this, [this] {
        QApplication::clipboard()->setText(
            m_detailText.isEmpty() ? m_messageText : QString(m_messageText + QLatin1Char('\n') + m_detailText));
    });
    setTexts();
    hide();
}

void InfoBar::setTexts() {
    setAccessibleName(tr("Message"));
    m_detailArea->setAccessibleName(tr("Details"));
    name(m_more, tr("Details"));
    name(m_copy, tr("Copy"));
    name(m_close, tr("Close"));
    m_close->setToolTip(tr("Close this message"));
    m_copy->setToolTip(tr("Copy the message and its details"));
}

void InfoBar::clearAnswers() {
    for (QToolButton *button : m_answers)
        button->deleteLater(); // one of them may be what was clicked
    for (QToolButton *button : m_answers)
        button->hide();
    m_answers.clear();
}

void InfoBar::ask(const QString &question, const std::vector<Answer> &answers) {
    showMessage(Kind::Note, question);
    for (const auto &[text, chosen] : answers) {
        QToolButton *button = flatButton(this);
        name(button, text);
        m_answerRow->addWidget(button);
        m_answers.push_back(button);
        connect(button, &QToolButton::clicked, this, [this, act = chosen] {
            hide();
            act();
        });
        button->show();
    }
}

void InfoBar::showMessage(Kind kind, const QString &message, const QString &details) {
    clearAnswers();
    m_kind = kind;
    m_messageText = message;
    m_detailText = details;
    m_message->setText(firstLines(message));
    m_message->setToolTip(m_message->text() == message ? QString() : message);
    m_details->setText(details);
    m_more->setVisible(!details.isEmpty());
    m_more->setChecked(false);
    m_detailArea->hide();
    setAccessibleDescription(message);
    m_icon->setAccessibleName(m_message->text()); // it says the same
    updateIcon();
    show();
    update();
}

void InfoBar::dismiss(Kind kind) {
    if (m_kind == kind && m_answers.empty()) hide();
}

QString InfoBar::message() const {
    return m_messageText;
}

QSize InfoBar::minimumSizeHint() const {
    return QFrame::minimumSizeHint().boundedTo({metrics::leastBar, QWIDGETSIZE_MAX});
}

void InfoBar::paintEvent(QPaintEvent *) {
    const Theme &theme = currentTheme();
    QPainter painter(this);
    painter.fillRect(rect(), blend(colourOf(m_kind), theme.panel, 0.14));
    painter.fillRect(QRect(0, 0, 3, height()), colourOf(m_kind));
    painter.fillRect(QRect(0, height() - 1, width(), 1), theme.line);
}

void InfoBar::changeEvent(QEvent *event) {
    if (event->type() == QEvent::PaletteChange) updateIcon();
    if (event->type() == QEvent::LanguageChange) setTexts();
    QFrame::changeEvent(event);
}

void InfoBar::updateIcon() {
    const QString name = m_kind == Kind::Note ? QStringLiteral("info") : QStringLiteral("warning");
    m_icon->setPixmap(iconPixmap(name, iconSize, colourOf(m_kind), devicePixelRatioF()));
}

} // namespace sdk
} // namespace jitscope

#include "moc_infobar.cpp"
