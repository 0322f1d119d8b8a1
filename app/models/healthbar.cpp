// SPDX-License-Identifier: GPL-3.0-or-later
// Lengths, colours and marks of the bar that tells what a tensor holds.
#include "app/models/healthbar.h"

#include "app/sdk/theme.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <climits>

namespace jitscope {
inline namespace models {

namespace {

constexpr int barHeight = 7;
constexpr int markedHeight = 13; ///< parts with a mark stand out in height as well
constexpr int markedWidth = 13;
constexpr int leastWidth = 2;

struct HealthBarWords {
    Q_DECLARE_TR_FUNCTIONS(jitscope::HealthBar)
};

/** Widths that add up to `width`: by share of the count, but none of what is there vanishes. */
std::vector<int> widthsOf(const std::vector<HealthPart> &parts, int64_t count, int width) {
    std::vector<int> widths;
    int used = 0;
    for (const HealthPart &part : parts) {
        const int least = part.count == 0 ? 0 : part.mark.isEmpty() ? leastWidth : markedWidth;
        widths.push_back(std::max(least, int(double(part.count) / double(count) * width)));
        used += widths.back();
    }
    // The widest gives and takes the rest.
    *std::max_element(widths.begin(), widths.end()) += width - used;
    return widths;
}

} // namespace

std::vector<HealthPart> healthParts(const TensorHealth &health) {
    const Theme &theme = currentTheme();
    return {
        {HealthBarWords::tr("-infinity"), QStringLiteral("−"), theme.error, health.negativeInf},
        {HealthBarWords::tr("negative"), {}, theme.dataMovement, health.negative},
        {HealthBarWords::tr("zero"), {}, theme.elementWise, health.zero},
        {HealthBarWords::tr("positive"), {}, theme.reduction, health.positive},
        {HealthBarWords::tr("+infinity"), QStringLiteral("+"), theme.warning, health.positiveInf},
        {HealthBarWords::tr("NaN"), QStringLiteral("N"), theme.nan, health.nan},
    };
}

QString healthText(const TensorHealth &health) {
    QStringList counts;
    for (const HealthPart &part : healthParts(health))
        if (part.count > 0) counts.append(QString::number(part.count) + QLatin1Char(' ') + part.name);
    const QString all = HealthBarWords::tr("%n element(s)", nullptr, int(std::min<int64_t>(health.count, INT_MAX)));
    return counts.isEmpty() ? all : QString(all + QStringLiteral(": ") + counts.join(QStringLiteral(", ")));
}

void paintHealthBar(QPainter &painter, const QRect &room, const TensorHealth &health) {
    if (health.count == 0 || room.width() < 8) return;
    const std::vector<HealthPart> parts = healthParts(health);
    const std::vector<int> widths = widthsOf(parts, health.count, room.width());
    int x = room.left();
    for (size_t i = 0; i < parts.size(); ++i) {
        if (parts[i].count == 0) continue;
        const bool marked = !parts[i].mark.isEmpty();
        const int height = std::min(room.height(), marked ? markedHeight : barHeight);
        const QRect part(x, room.center().y() - height / 2, widths[i], height);
        painter.fillRect(part, parts[i].colour);
        x += widths[i];
        if (!marked) continue;
        painter.setFont(smallUiFont());
        painter.setPen(inkOn(parts[i].colour));
        painter.drawText(part, Qt::AlignCenter, parts[i].mark);
    }
}

} // namespace models
} // namespace jitscope
