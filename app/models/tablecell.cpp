// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/tablecell.h"

#include "engine/base/csv.h"
#include "engine/base/sizes.h"
#include "engine/base/text.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace jitscope {
inline namespace models {

namespace {

constexpr std::array<std::string_view, 6> instants = {"start",           "end",          "time",
                                                      "allocation_time", "release_time", "active_release_time"};

QString realText(double value, const std::string &unit) {
    if (unit == "share") return shareAsPercent(value);
    if (unit == "B") return sizeText(value);
    if (unit == trafficUnit) return trafficText(value);
    if (unit == "ns") return timeText(value);
    if (unit == "us") return timeText(value * 1000);
    if (unit.empty() || unit == "ratio") return QString::number(value, 'g', 6);
    const QString number = QString::number(value, 'g', 4);
    if (unit == "us2") return number + QStringLiteral(" µs²");
    return number + QLatin1Char(' ') + QString::fromStdString(unit);
}

QString integerText(int64_t value, const std::string &unit) {
    if (unit == "ns") return timeText(double(value));
    if (unit == "B") return sizeText(double(value));
    if (unit == trafficUnit) return trafficText(double(value));
    const QString number = QString::number(value);
    return unit.empty() ? number : number + QLatin1Char(' ') + QString::fromStdString(unit);
}

} // namespace

bool isInstant(const DataColumn &column) {
    return column.type == ColumnType::Integer && column.unit == "ns" &&
           std::find(instants.begin(), instants.end(), column.name) != instants.end();
}

bool isNumber(const DataColumn &column) {
    return column.type != ColumnType::Text;
}

QString cellText(const DataTable &table, int64_t row, int column, int64_t originNs) {
    const DataColumn &of = table.columns()[size_t(column)];
    if (of.type == ColumnType::Text) return QString::fromStdString(table.text(row, column));
    if (of.type == ColumnType::Real) {
        const double value = table.real(row, column);
        return std::isnan(value) ? QString() : realText(value, of.unit);
    }
    const int64_t value = table.integer(row, column);
    if (value == missingInteger) return {};
    return isInstant(of) ? instantText(value - originNs) : integerText(value, of.unit);
}

QString exactText(const DataTable &table, int64_t row, int column) {
    const DataColumn &of = table.columns()[size_t(column)];
    const QString text = QString::fromStdString(table.cell(row, column));
    if (text.isEmpty() || of.unit.empty() || of.unit == "share" || of.unit == "ratio") return text;
    return text + QLatin1Char(' ') + (of.unit == "us2" ? QStringLiteral("µs²") : QString::fromStdString(of.unit));
}

QString columnTitle(const DataColumn &column) {
    QString title = QString::fromStdString(column.name);
    title.replace(QLatin1Char('_'), QLatin1Char(' '));
    if (!title.startsWith(QLatin1String("aic ")) && !title.startsWith(QLatin1String("aiv ")) && !title.isEmpty())
        title[0] = title[0].toUpper();
    QString text = QCoreApplication::translate("Tables", title.toUtf8().constData());
    constexpr QLatin1String delta("Delta ");
    return text.startsWith(delta) ? QStringLiteral("Δ ") + text.mid(delta.size()) : text;
}

QString timeText(double ns) {
    return QString::fromStdString(humanTime(std::llround(ns)));
}

QString instantText(int64_t fromOriginNs) {
    return QString::number(double(fromOriginNs) / 1e6, 'f', 6) + QStringLiteral(" ms");
}

QString sizeText(double bytes) {
    return QString::fromStdString(memorySize(std::llround(bytes)));
}

QString trafficText(double bytes) {
    return QString::fromStdString(humanBytes(std::llround(bytes)));
}

QString shareAsPercent(double share) {
    return QString::number(share * 100, 'f', 1) + QStringLiteral(" %");
}

std::string tableCsv(const DataTable &table, const std::vector<int64_t> &rows, const std::vector<int> &columns) {
    std::string text;
    const auto separate = [&](size_t i) { text += i + 1 < columns.size() ? "," : "\r\n"; };
    for (size_t i = 0; i < columns.size(); ++i) {
        const DataColumn &column = table.columns()[size_t(columns[i])];
        const bool hasUnit = !column.unit.empty() && column.unit != "share" && column.unit != "ratio";
        text += csvField(hasUnit ? column.name + "(" + column.unit + ")" : column.name);
        separate(i);
    }
    for (const int64_t row : rows)
        for (size_t i = 0; i < columns.size(); ++i) {
            text += csvField(table.cell(row, columns[i]));
            separate(i);
        }
    return text;
}

} // namespace models
} // namespace jitscope
