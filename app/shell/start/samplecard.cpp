// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/start/samplecard.h"

#include "app/sdk/theme.h"

#include <QEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QPainterPath>

#include <cmath>

namespace jitscope {
inline namespace shell {

namespace {

constexpr int margin = metrics::grid + 4;
constexpr double pictureShare = 9.0 / 16.0;
constexpr int oftenUsedWidth = 240;
constexpr int textFlags = Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap;

} // namespace

SampleCard::SampleCard(const Sample &sample, QWidget *parent)
    : QAbstractButton(parent)
    , m_sample(sample) {
    setObjectName(QStringLiteral("sample-") + sample.file);
    setText(titleOf(sample));
    setAccessibleName(titleOf(sample));
    setAccessibleDescription(sentenceOf(sample));
    setToolTip(tr("Open %1: a copy that you can run and change").arg(sample.file));
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
}

int SampleCard::pictureHeight(int width) const {
    return int(std::lround(width * pictureShare));
}

QRect SampleCard::sentenceRect(int width) const {
    const int top = pictureHeight(width) + margin + QFontMetrics(boldUiFont()).height() + 4;
    const QRect room(margin, top, width - 2 * margin, 10'000);
    return QFontMetrics(uiFont()).boundingRect(room, textFlags, sentenceOf(m_sample));
}

int SampleCard::heightForWidth(int width) const {
    return sentenceRect(width).bottom() + margin;
}

QSize SampleCard::sizeHint() const {
    return {oftenUsedWidth, heightForWidth(oftenUsedWidth)};
}

void SampleCard::paintEvent(QPaintEvent *) {
    const Theme &theme = currentTheme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF frame = QRectF(rect()).adjusted(1, 1, -1, -1);
    QPainterPath outline;
    outline.addRoundedRect(frame, metrics::radius + 2, metrics::radius + 2);
    painter.fillPath(outline, underMouse() || isDown() ? theme.raised : theme.panel);

    const int picture = pictureHeight(width());
    const QSize wanted = QSize(width(), picture) * devicePixelRatioF();
    if (m_scaled.size() != wanted) {
        const QPixmap full(pictureOf(m_sample, theme.isDark ? Ground::Dark : Ground::Light));
        m_scaled = full.isNull() ? full : full.scaled(wanted, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
        m_scaled.setDevicePixelRatio(devicePixelRatioF());
    }
    painter.save();
    painter.setClipPath(outline);
    painter.fillRect(0, 0, width(), picture, theme.window);
    painter.drawPixmap(0, 0, m_scaled);
    painter.fillRect(0, picture, width(), 1, theme.line);
    painter.restore();

    painter.setFont(boldUiFont());
    painter.setPen(theme.text);
    const QRect titleRect(margin, picture + margin, width() - 2 * margin, painter.fontMetrics().height());
    painter.drawText(titleRect, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(text(), Qt::ElideRight, titleRect.width()));
    painter.setFont(uiFont());
    painter.setPen(theme.text2);
    painter.drawText(sentenceRect(width()), textFlags, sentenceOf(m_sample));

    const bool marked = hasFocus() || underMouse();
    painter.setPen(QPen(marked ? theme.accent : theme.line, hasFocus() ? 2 : 1));
    painter.drawPath(outline);
}

void SampleCard::changeEvent(QEvent *event) {
    if (event->type() == QEvent::PaletteChange) m_scaled = {};
    QAbstractButton::changeEvent(event);
}

void SampleCard::enterEvent(QEnterEvent *event) {
    QAbstractButton::enterEvent(event);
    update();
}

void SampleCard::leaveEvent(QEvent *event) {
    QAbstractButton::leaveEvent(event);
    update();
}

void SampleCard::keyPressEvent(QKeyEvent *event) {
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        click();
        return;
    }
    QAbstractButton::keyPressEvent(event);
}

} // namespace shell
} // namespace jitscope

#include "moc_samplecard.cpp"
