// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/memory/memorytables.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>

namespace jitscope {
inline namespace memorypanel {

namespace {

struct Quantity {
    const char *name, *title;
};
constexpr std::array<Quantity, 3> quantities = {
    {{"allocated", QT_TRANSLATE_NOOP("jitscope::memorypanel::MemoryPanel", "allocated")},
     {"reserved", QT_TRANSLATE_NOOP("jitscope::memorypanel::MemoryPanel", "reserved")},
     {"active", QT_TRANSLATE_NOOP("jitscope::memorypanel::MemoryPanel", "active")}}};

constexpr size_t shownAtFirst = 4;

DataTable allocationTable(const std::vector<Allocation> &allocations) {
    DataTable table("operator_memory");
    const int name = table.addColumn("name", ColumnType::Text);
    const int size = table.addColumn("size", ColumnType::Integer, "B");
    const int begin = table.addColumn("allocation_time", ColumnType::Integer, "ns");
    const int end = table.addColumn("release_time", ColumnType::Integer, "ns");
    const int duration = table.addColumn("duration", ColumnType::Integer, "ns");
    for (const Allocation &each : allocations) {
        const int64_t row = table.addRow();
        table.setText(row, name, each.name);
        table.setInteger(row, size, each.bytes);
        if (each.begin) table.setInteger(row, begin, *each.begin);
        if (each.end) table.setInteger(row, end, *each.end);
        if (each.begin && each.end) table.setInteger(row, duration, *each.end - *each.begin);
    }
    return table;
}

DataTable operatorTable(const std::vector<HeldByOperator> &operators) {
    DataTable table("memory_held");
    const int name = table.addColumn("name", ColumnType::Text);
    const int size = table.addColumn("size", ColumnType::Integer, "B");
    const int share = table.addColumn("share", ColumnType::Real, "share");
    const int count = table.addColumn("count", ColumnType::Integer);
    int64_t all = 0;
    for (const HeldByOperator &each : operators)
        all += each.bytes;
    for (const HeldByOperator &each : operators) {
        const int64_t row = table.addRow();
        table.setText(row, name, each.name);
        table.setInteger(row, size, each.bytes);
        table.setReal(row, share, all > 0 ? double(each.bytes) / double(all) : 0);
        table.setInteger(row, count, each.count);
    }
    return table;
}

std::vector<Allocation> listed(const std::vector<Allocation> &all, const MemoryQuestion &question) {
    std::vector<Allocation> rows = question.list == MemoryList::NeverReleased ? neverReleased(all)
                                   : question.list == MemoryList::All         ? all
                                                                              : heldAt(all, question.timeNs);
    std::erase_if(rows, [&](const Allocation &each) { return each.bytes < question.leastBytes; });
    return rows;
}

} // namespace

QString quantityTitle(const std::string &quantity) {
    for (const Quantity &each : quantities)
        if (quantity == each.name) return QCoreApplication::translate("jitscope::memorypanel::MemoryPanel", each.title);
    return QString::fromStdString(quantity);
}

MemoryFigures memoryFigures(const Profile &profile) {
    MemoryFigures figures;
    size_t shown = 0;
    for (MemoryCurve &each : memoryCurves(profile)) {
        MemoryFigures::Entry entry;
        entry.curve.name = QString::fromStdString(each.component) + QLatin1Char(' ') + quantityTitle(each.quantity);
        entry.curve.peak = each.peak;
        auto pyramid = std::make_shared<CounterPyramid>();
        auto samples = std::make_shared<std::vector<CounterSample>>(std::move(each.samples));
        pyramid->cover(*samples);
        entry.curve.samples = std::move(samples);
        entry.curve.pyramid = std::move(pyramid);
        entry.isModule = each.isModule;
        entry.isOfTensors = each.quantity == "allocated";
        entry.isShown = !each.isModule && shown++ < shownAtFirst;
        figures.curves.push_back(std::move(entry));
    }
    if (shown == 0) // modules alone: the largest of them
        for (size_t i = 0; i < std::min(shownAtFirst, figures.curves.size()); ++i)
            figures.curves[i].isShown = true;
    figures.allocations = std::make_shared<const std::vector<Allocation>>(allocationsOf(profile));
    return figures;
}

ComparedTable memoryTable(const std::vector<Allocation> &all, const std::vector<Allocation> *baseline,
                          const MemoryQuestion &question) {
    const std::vector<Allocation> rows = listed(all, question);
    if (question.list == MemoryList::ByOperator) {
        const std::vector<HeldByOperator> held = sumByOperator(rows);
        if (baseline == nullptr) return {operatorTable(held), {}};
        return withDeltas(operatorTable(held), held, sumByOperator(listed(*baseline, question)));
    }
    if (baseline == nullptr) return {allocationTable(rows), {}};
    return againstTable(allocationTable(rows), allocationTable(listed(*baseline, question)), {"name"},
                        {"size", "duration"});
}

} // namespace memorypanel
} // namespace jitscope
