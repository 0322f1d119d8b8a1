// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/tour/tourcard.h"

#include "app/sdk/icons.h"
#include "app/sdk/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace jitscope {
inline namespace shell {

namespace {

constexpr int widthInLetters = 56;
constexpr QPoint firstCorner(24, 48); ///< above the status bar

QLabel *wrappingLabel(const char *role, QWidget *parent) {
    auto *label = new QLabel(parent);
    label->setProperty("role", role);
    label->setWordWrap(true);
    return label;
}

} // namespace

TourCard::TourCard(QWidget &window)
    : QFrame(&window)
    , m_count(wrappingLabel("hint", this))
    , m_title(wrappingLabel("title", this))
    , m_text(wrappingLabel("secondary", this))
    , m_done(wrappingLabel("good", this))
    , m_close(new QToolButton(this))
    , m_help(new QPushButton(tr("Do it for me"), this))
    , m_next(new QPushButton(tr("Next"), this))
    , m_corner(firstCorner) {
    setObjectName(QStringLiteral("tourCard"));
    setProperty("role", "tour");
    setAccessibleName(tr("Tour"));
    m_text->setTextFormat(Qt::MarkdownText);
    QFont large = boldUiFont();
    large.setPointSizeF(large.pointSizeF() * 1.2);
    m_title->setFont(large);
    m_close->setProperty("role", "close");
    m_close->setIcon(themedIcon(QStringLiteral("close")));
    m_close->setToolTip(tr("Leave the tour (Esc)"));
    m_close->setAccessibleName(m_close->toolTip());
    m_close->setFocusPolicy(Qt::StrongFocus);
    m_help->setObjectName(QStringLiteral("tourHelp"));
    m_next->setObjectName(QStringLiteral("tourNext"));
    m_next->setProperty("role", "primary");
    for (QPushButton *button : {m_help, m_next})
        button->setAutoDefault(true); // Enter presses it, too

    auto *top = new QHBoxLayout;
    top->addWidget(m_count, 1);
    top->addWidget(m_close);
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_done, 1);
    buttons->addWidget(m_help);
    buttons->addWidget(m_next);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(2 * metrics::grid, metrics::grid, metrics::grid + 4, 2 * metrics::grid - 4);
    column->setSpacing(metrics::grid - 2);
    column->addLayout(top);
    column->addWidget(m_title);
    column->addWidget(m_text);
    column->addSpacing(metrics::grid / 2);
    column->addLayout(buttons);
    setFixedWidth(fontMetrics().averageCharWidth() * widthInLetters);
    setFocusProxy(m_help);
    connect(m_help, &QPushButton::clicked, this, &TourCard::helpWanted);
    connect(m_next, &QPushButton::clicked, this, &TourCard::nextWanted);
    connect(m_close, &QToolButton::clicked, this, &TourCard::leaveWanted);
    window.installEventFilter(this);
    hide();
}

void TourCard::setTexts(const TourTexts &texts) {
    m_count->setText(tr("Tour · %1 of %2").arg(texts.number).arg(texts.count));
    m_title->setText(texts.title);
    m_text->setText(texts.text);
    setAccessibleDescription(texts.title);
    place();
}

void TourCard::setFinal(bool isFinal) {
    m_help->setVisible(!isFinal);
    m_next->setText(isFinal ? tr("Close") : tr("Skip"));
    setFocusProxy(isFinal ? m_next : m_help);
}

void TourCard::setDone(bool isDone) {
    m_done->setText(isDone ? tr("✓ Done") : QString());
    m_help->setEnabled(!isDone);
}

void TourCard::setBusy(bool isBusy) {
    if (isBusy) m_done->setText(tr("Doing it…"));
    m_help->setEnabled(!isBusy);
}

QString TourCard::title() const {
    return m_title->text();
}

bool TourCard::eventFilter(QObject *watched, QEvent *event) {
    if (event->type() == QEvent::Resize && watched == parentWidget()) place();
    return QFrame::eventFilter(watched, event);
}

void TourCard::keyPressEvent(QKeyEvent *event) {
    if (event->key() == Qt::Key_Escape) {
        Q_EMIT leaveWanted();
        return;
    }
    QFrame::keyPressEvent(event);
}

void TourCard::mousePressEvent(QMouseEvent *event) {
    m_grip = event->pos();
}

void TourCard::mouseMoveEvent(QMouseEvent *event) {
    const QPoint corner = mapToParent(event->pos() - m_grip) + QPoint(width(), height());
    m_corner = QPoint(parentWidget()->width(), parentWidget()->height()) - corner;
    place();
}

void TourCard::showEvent(QShowEvent *event) {
    QFrame::showEvent(event);
    place();
}

/** Wholly inside of the window. */
void TourCard::place() {
    layout()->activate();
    resize(width(), heightForWidth(width()));
    const QSize room = parentWidget()->size() - size();
    const QPoint wanted = QPoint(room.width(), room.height()) - m_corner;
    move(std::clamp(wanted.x(), 0, std::max(0, room.width())), std::clamp(wanted.y(), 0, std::max(0, room.height())));
    raise();
}

} // namespace shell
} // namespace jitscope

#include "moc_tourcard.cpp"
