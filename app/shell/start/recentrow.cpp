// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/start/recentrow.h"

#include "app/sdk/icons.h"
#include "app/sdk/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QDir>
#include <QFileInfo>
#include <QHash>
#include <QLocale>
#include <QMenu>
#include <QPainter>
#include <QToolButton>

namespace jitscope {
inline namespace shell {

namespace {

constexpr int kindIconSize = 16;
constexpr int padding = metrics::grid;

QString iconOf(const QString &path) {
    static const QHash<QString, QString> icons = {{QStringLiteral("py"), QStringLiteral("editor")},
                                                  {QStringLiteral("jitscope"), QStringLiteral("save")},
                                                  {QStringLiteral("ir"), QStringLiteral("graph")},
                                                  {QStringLiteral("json"), QStringLiteral("timeline")},
                                                  {QStringLiteral("db"), QStringLiteral("timeline")}};
    return icons.value(QFileInfo(path).suffix(), QStringLiteral("open"));
}

QString folderText(const QString &path) {
    const QString folder = QFileInfo(path).path(), home = QDir::homePath();
    return folder.startsWith(home + QLatin1Char('/')) || folder == home
               ? QString(QLatin1Char('~') + folder.mid(home.size()))
               : folder;
}

} // namespace

RecentRow::RecentRow(const RecentFile &file, QWidget *parent)
    : QAbstractButton(parent)
    , m_file(file)
    , m_remove(new QToolButton(this)) {
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setText(QFileInfo(file.path).fileName());
    setToolTip(file.path);
    m_remove->setProperty("role", "close");
    m_remove->setIcon(themedIcon(QStringLiteral("close")));
    m_remove->setFocusPolicy(Qt::TabFocus);
    m_remove->setToolTip(tr("Remove from this list; the file stays"));
    m_remove->setAccessibleName(tr("Remove %1 from the list").arg(text()));
    connect(m_remove, &QToolButton::clicked, this, &RecentRow::removeWanted);
    updateTexts();
}

void RecentRow::setMissing(bool isMissing) {
    m_isMissing = isMissing;
    updateTexts();
}

void RecentRow::updateTexts() {
    const QDate today = QDate::currentDate(), day = m_file.opened.date();
    const QString hour = QLocale().toString(m_file.opened.time(), QLocale::ShortFormat);
    if (m_isMissing)
        m_when = tr("no longer there");
    else if (!m_file.opened.isValid())
        m_when.clear();
    else if (day == today)
        m_when = tr("today %1").arg(hour);
    else
        m_when = day.addDays(1) == today ? tr("yesterday %1").arg(hour) : QLocale().toString(day, QLocale::ShortFormat);
    setAccessibleName(m_when.isEmpty() ? text() : QString(text() + QStringLiteral(", ") + m_when));
    setAccessibleDescription(m_file.path);
    update();
}

QSize RecentRow::sizeHint() const {
    return {40 * fontMetrics().averageCharWidth(), fontMetrics().height() + 2 * padding};
}

QSize RecentRow::minimumSizeHint() const {
    return {12 * fontMetrics().averageCharWidth(), sizeHint().height()};
}

void RecentRow::paintEvent(QPaintEvent *) {
    const Theme &theme = currentTheme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (underMouse() || hasFocus()) {
        painter.setPen(hasFocus() ? QPen(theme.accent, 1) : QPen(Qt::NoPen));
        painter.setBrush(theme.raised);
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), metrics::radius, metrics::radius);
    }
    const QColor quiet = theme.text3;
    painter.drawPixmap(
        padding, (height() - kindIconSize) / 2,
        iconPixmap(iconOf(m_file.path), kindIconSize, m_isMissing ? quiet : theme.text2, devicePixelRatioF()));
    const QFontMetrics letters(uiFont());
    painter.setFont(uiFont());
    int left = padding + kindIconSize + padding, right = m_remove->x() - padding;
    painter.setPen(m_isMissing ? theme.warning : quiet);
    painter.drawText(QRect(left, 0, right - left, height()), Qt::AlignRight | Qt::AlignVCenter, m_when);
    right -= letters.horizontalAdvance(m_when) + 2 * padding;
    const QString name = letters.elidedText(text(), Qt::ElideMiddle, right - left);
    QFont font = uiFont();
    font.setStrikeOut(m_isMissing);
    painter.setFont(font);
    painter.setPen(m_isMissing ? quiet : theme.text);
    painter.drawText(QRect(left, 0, right - left, height()), Qt::AlignLeft | Qt::AlignVCenter, name);
    left += letters.horizontalAdvance(name) + 2 * padding;
    painter.setFont(uiFont());
    painter.setPen(quiet);
    painter.drawText(QRect(left, 0, right - left, height()), Qt::AlignLeft | Qt::AlignVCenter,
                     letters.elidedText(folderText(m_file.path), Qt::ElideMiddle, right - left));
}

void RecentRow::resizeEvent(QResizeEvent *event) {
    QAbstractButton::resizeEvent(event);
    const QSize size = m_remove->sizeHint();
    m_remove->setGeometry(width() - size.width() - 4, (height() - size.height()) / 2, size.width(), size.height());
}

void RecentRow::keyPressEvent(QKeyEvent *event) {
    switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        click();
        return;
    case Qt::Key_Delete:
        Q_EMIT removeWanted();
        return;
    default:
        QAbstractButton::keyPressEvent(event);
    }
}

void RecentRow::contextMenuEvent(QContextMenuEvent *event) {
    QMenu menu(this);
    menu.addAction(tr("Open"), this, &QAbstractButton::click)->setEnabled(!m_isMissing);
    menu.addAction(tr("Copy its path"), this, [this] { QApplication::clipboard()->setText(m_file.path); });
    menu.addSeparator();
    QAction *remove = menu.addAction(tr("Remove from this list"));
    if (menu.exec(event->globalPos()) == remove) Q_EMIT removeWanted();
}

void RecentRow::enterEvent(QEnterEvent *event) {
    QAbstractButton::enterEvent(event);
    update();
}

void RecentRow::leaveEvent(QEvent *event) {
    QAbstractButton::leaveEvent(event);
    update();
}

} // namespace shell
} // namespace jitscope

#include "moc_recentrow.cpp"
