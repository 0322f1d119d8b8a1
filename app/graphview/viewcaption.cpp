// SPDX-License-Identifier: GPL-3.0-or-later
// Painted on a ground of its own, so that it reads over any card; the mouse goes through it.
#include "app/graphview/viewcaption.h"

#include "app/sdk/theme.h"

#include <QFontMetrics>
#include <QPainter>
#include <algorithm>
#include <cmath>

namespace jitscope {
inline namespace graphview {

namespace {
constexpr int inset = metrics::grid, margin = metrics::grid + metrics::grid / 2;
} // namespace

ViewCaption::ViewCaption(QWidget *view)
    : QWidget(view) {
    setObjectName(QStringLiteral("graphCaption"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
}

void ViewCaption::setLines(const QStringList &lines) {
    if (lines == m_lines) return;
    m_lines = lines;
    setAccessibleName(lines.join(QStringLiteral(", ")));
    updatePlace();
    update();
}

void ViewCaption::updatePlace() {
    setVisible(!m_lines.isEmpty());
    const QFontMetricsF metrics(smallUiFont());
    double width = 0;
    for (const QString &line : m_lines)
        width = std::max(width, metrics.horizontalAdvance(line));
    const QSize around = parentWidget()->size();
    const int most = std::max(80, around.width() - 2 * margin);
    resize(std::min(most, int(std::ceil(width)) + 2 * inset),
           int(std::ceil(metrics.lineSpacing() * double(m_lines.size()))) + inset);
    move(margin, around.height() - height() - margin);
}

void ViewCaption::paintEvent(QPaintEvent *) {
    const Theme &theme = currentTheme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.line, 1));
    painter.setBrush(theme.raised);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    painter.setFont(smallUiFont());
    painter.setPen(theme.text2);
    const QFontMetricsF metrics(smallUiFont());
    double y = inset / 2.0 + metrics.ascent();
    for (const QString &line : m_lines) {
        painter.drawText(QPointF(inset, y), metrics.elidedText(line, Qt::ElideRight, width() - 2 * inset));
        y += metrics.lineSpacing();
    }
}

} // namespace graphview
} // namespace jitscope

#include "moc_viewcaption.cpp"
