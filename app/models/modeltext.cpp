// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/modeltext.h"

#include "app/models/tablemodel.h"

#include <QSet>
#include <QStringList>
#include <algorithm>

namespace jitscope {
inline namespace models {

namespace {

/** CSV is read by programs: numbers without a unit, which stands in the heading. */
bool hasFigures(TextFormat format) {
    return format == TextFormat::Csv;
}

QString figureText(const QVariant &figure) {
    constexpr int digits = 12;
    return figure.typeId() == QMetaType::Double ? QString::number(figure.toDouble(), 'g', digits) : figure.toString();
}

QStringList headerCells(const QAbstractItemModel &model, TextFormat format) {
    QStringList cells;
    for (int column = 0; column < model.columnCount(); ++column) {
        const QVariant figure = hasFigures(format) ? model.headerData(column, Qt::Horizontal, FigureRole) : QVariant();
        cells << (figure.isValid() ? figure : model.headerData(column, Qt::Horizontal)).toString();
    }
    return cells;
}

QString cellOf(const QModelIndex &index, TextFormat format) {
    const QVariant figure = hasFigures(format) ? index.data(FigureRole) : QVariant();
    return figure.isValid() ? figureText(figure) : index.data().toString();
}

QStringList rowCells(const QAbstractItemModel &model, const QModelIndex &first, TextFormat format) {
    int depth = 0;
    for (QModelIndex above = first.parent(); above.isValid(); above = above.parent())
        ++depth;
    QStringList cells;
    for (int column = 0; column < model.columnCount(first.parent()); ++column)
        cells << cellOf(first.siblingAtColumn(column), format);
    if (!cells.isEmpty()) cells.first().prepend(QString(depth * 2, QLatin1Char(' ')));
    return cells;
}

void collect(const QAbstractItemModel &model, const QModelIndex &parent, TextFormat format, QList<QStringList> &lines) {
    for (int row = 0; row < model.rowCount(parent); ++row) {
        const QModelIndex index = model.index(row, 0, parent);
        lines << rowCells(model, index, format);
        collect(model, index, format, lines);
    }
}

QString csvCell(const QString &cell) {
    static const QString special = QStringLiteral(",\"\r\n");
    const bool quoted = std::any_of(cell.begin(), cell.end(), [](QChar c) { return special.contains(c); }) ||
                        cell.startsWith(QLatin1Char(' '));
    if (!quoted) return cell;
    return QLatin1Char('"') + QString(cell).replace(QLatin1Char('"'), QLatin1String("\"\"")) + QLatin1Char('"');
}

QString separated(const QList<QStringList> &lines, QChar separator, QString (*cellText)(const QString &)) {
    QString text;
    for (const QStringList &cells : lines) {
        QStringList written;
        for (const QString &cell : cells)
            written << cellText(cell);
        text += written.join(separator) + QLatin1Char('\n');
    }
    return text;
}

QString tsvCell(const QString &cell) {
    QString flat = cell;
    return flat.replace(QLatin1Char('\t'), QLatin1Char(' ')).replace(QLatin1Char('\n'), QLatin1Char(' '));
}

QString markdown(const QList<QStringList> &lines) {
    QString text;
    for (qsizetype i = 0; i < lines.size(); ++i) {
        QStringList cells;
        for (const QString &cell : lines[i])
            cells << QString(cell).replace(QLatin1Char('|'), QLatin1String("\\|"));
        text += QLatin1String("| ") + cells.join(QLatin1String(" | ")) + QLatin1String(" |\n");
        if (i == 0) text += QLatin1Char('|') + QStringLiteral(" --- |").repeated(cells.size()) + QLatin1Char('\n');
    }
    return text;
}

QString aligned(const QList<QStringList> &lines) {
    QList<qsizetype> widths;
    for (const QStringList &cells : lines) {
        for (qsizetype i = 0; i < cells.size(); ++i) {
            if (i >= widths.size()) widths << 0;
            widths[i] = std::max(widths[i], cells[i].size());
        }
    }
    QString text;
    for (const QStringList &cells : lines) {
        QString line;
        for (qsizetype i = 0; i < cells.size(); ++i)
            line += i + 1 < cells.size() ? cells[i].leftJustified(widths[i] + 2) : cells[i];
        while (line.endsWith(QLatin1Char(' ')))
            line.chop(1);
        text += line + QLatin1Char('\n');
    }
    return text;
}

QString formatted(const QList<QStringList> &lines, TextFormat format) {
    switch (format) {
    case TextFormat::Tsv:
        return separated(lines, QLatin1Char('\t'), tsvCell);
    case TextFormat::Csv:
        return separated(lines, QLatin1Char(','), csvCell);
    case TextFormat::Markdown:
        return markdown(lines);
    case TextFormat::Aligned:
        return aligned(lines);
    }
    return {};
}

} // namespace

QString modelText(const QAbstractItemModel &model, TextFormat format) {
    QList<QStringList> lines{headerCells(model, format)};
    collect(model, {}, format, lines);
    return formatted(lines, format);
}

QString rowsText(const QAbstractItemModel &model, const QModelIndexList &rows, TextFormat format) {
    QList<QStringList> lines{headerCells(model, format)};
    QSet<QModelIndex> seen;
    for (const QModelIndex &index : rows) {
        const QModelIndex first = index.siblingAtColumn(0);
        if (seen.contains(first)) continue;
        seen.insert(first);
        lines << rowCells(model, first, format);
    }
    return formatted(lines, format);
}

} // namespace models
} // namespace jitscope
