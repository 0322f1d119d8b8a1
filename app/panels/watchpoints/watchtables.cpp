// SPDX-License-Identifier: GPL-3.0-or-later
// Texts of watchpoints and hits.
#include "app/panels/watchpoints/watchtables.h"

#include "app/panels/watchpoints/watchpointform.h"
#include "engine/session/session.h"
#include "engine/tensor/tensorprint.h"

#include <QCoreApplication>
#include <QTreeView>

namespace jitscope {
inline namespace watchpointspanel {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(jitscope::watchpointspanel::WatchpointsPanel)
};

QString ruleTitle(const std::string &id) {
    const WatchRule *rule = watchRule(id);
    return rule == nullptr ? QString::fromStdString(id) : titleOf(*rule);
}

QString number(double value) {
    return QString::number(value, 'g', 5);
}

} // namespace

std::vector<TableColumn<Watchpoint>> watchpointColumns() {
    using Column = TableColumn<Watchpoint>;
    const auto faint = [](const Watchpoint &row) { return row.isEnabled ? QColor() : currentTheme().text3; };
    std::vector<Column> columns(5);
    columns[0].title = Words::tr("On");
    columns[0].text = [](const Watchpoint &row) { return row.isEnabled ? QStringLiteral("✓") : QStringLiteral("–"); };
    columns[1].title = Words::tr("Rule");
    columns[1].text = [](const Watchpoint &row) { return ruleTitle(row.rule); };
    columns[1].font = Column::Font::Strong;
    columns[2].title = Words::tr("When");
    columns[2].text = thresholdsText;
    columns[3].title = Words::tr("Operators");
    columns[3].text = [](const Watchpoint &row) {
        return row.filter.empty() ? Words::tr("all") : QString::fromStdString(row.filter);
    };
    columns[3].font = Column::Font::Code;
    columns[4].title = Words::tr("On a hit");
    columns[4].text = [](const Watchpoint &row) { return row.stops ? Words::tr("stop") : Words::tr("list"); };
    for (Column &column : columns)
        column.colour = faint;
    return columns;
}

HitRow hitRow(const Session &session, const WatchHit &hit) {
    HitRow row{hit, {}, {}};
    row.op = QStringLiteral("#%1").arg(hit.op);
    if (const auto op = session.op(hit.op)) row.op += QLatin1Char(' ') + QString::fromStdString(op->op);
    if (const auto tensor = session.tensor(hit.tensor)) {
        row.tensor = QString::fromStdString(tensor->name);
        if (!row.tensor.isEmpty()) row.tensor += QLatin1Char(' ');
        row.tensor += QString::fromStdString(brief(tensor->dtype, tensor->shape));
    }
    return row;
}

std::vector<TableColumn<HitRow>> hitColumns() {
    using Column = TableColumn<HitRow>;
    std::vector<Column> columns(5);
    columns[0].title = Words::tr("Operator");
    columns[0].text = [](const HitRow &row) { return row.op; };
    columns[0].key = [](const HitRow &row) { return QVariant(qlonglong(row.hit.op)); };
    columns[0].font = Column::Font::Strong;
    columns[1].title = Words::tr("Tensor");
    columns[1].text = [](const HitRow &row) { return row.tensor; };
    columns[1].font = Column::Font::Code;
    columns[2].title = Words::tr("Rule");
    columns[2].text = [](const HitRow &row) { return ruleTitle(row.hit.rule); };
    columns[2].toolTip = [](const HitRow &row) { return QString::fromStdString(describe(row.hit)); };
    columns[3].title = Words::tr("Actual");
    columns[3].text = [](const HitRow &row) { return number(row.hit.actual); };
    columns[3].key = [](const HitRow &row) { return QVariant(row.hit.actual); };
    columns[4].title = Words::tr("Threshold");
    columns[4].text = [](const HitRow &row) { return number(row.hit.threshold); };
    columns[4].key = [](const HitRow &row) { return QVariant(row.hit.threshold); };
    for (Column *each : {&columns[3], &columns[4]}) {
        each->alignment = Qt::AlignRight;
        each->font = Column::Font::Code;
        each->toolTip = columns[2].toolTip;
    }
    return columns;
}

void fitColumns(QTreeView &view) {
    for (int section = 0; section < view.model()->columnCount(); ++section) {
        view.resizeColumnToContents(section);
        view.setColumnWidth(section, view.columnWidth(section) + metrics::grid); // the style cuts headings short
    }
}

} // namespace watchpointspanel
} // namespace jitscope
